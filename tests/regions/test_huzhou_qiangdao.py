"""Huzhou's robber's win: whatever forms four sets and a pair wins, and nothing else does."""

from __future__ import annotations

import random

import pytest
from tile_by_tile import deal, divisions, substitutions

from calculator_api import score


@pytest.mark.parametrize(("melds", "wild"), [(3, 0), (3, 1), (3, 2), (2, 1), (2, 2), (1, 1), (0, 1)])
def test_agrees_with_trying_every_tile(melds: int, wild: int) -> None:
    rng = random.Random(1000 * melds + wild)
    for _ in range(20 if melds else 6):
        hand = deal(rng, "next", melds=melds, wild=wild)
        wins = any(
            divisions(pieces, 4 - len(hand.melds))
            for pieces in substitutions(hand.concealed, hand.tile, hand.wild_faces)
        )
        expected = (2 if wild else 3) if wins else 0
        assert score(hand.request("huzhou_qiangdao"))["wins"][0]["score"] == expected, hand
