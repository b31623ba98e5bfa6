"""Huzhou's floating flowers: a blasting head is found wherever the wildcards go."""

from __future__ import annotations

import random

import pytest
from tile_by_tile import Deal, deal, divisions, figures, substitutions, waited_on_wildcards

from calculator_api import score
from calculator_api.registry import catalogue


def by_hand(hand: Deal) -> int | None:
    """2 for a blasting head, 1 for another win, None where there is none."""
    found = {
        1 + waited_on_wildcards(next(made for made in division if len(made) == 2))
        for pieces in substitutions(hand.concealed, hand.tile, hand.wild_faces)
        for division in divisions(pieces, 4 - len(hand.melds))
    }
    return max(found, default=None)


@pytest.mark.parametrize(("melds", "wild"), [(3, 1), (3, 2), (3, 3), (2, 1), (2, 2), (1, 1), (0, 1), (0, 2)])
def test_agrees_with_trying_every_tile(melds: int, wild: int) -> None:
    rng = random.Random(1000 * melds + wild)
    for _ in range(2 if wild == 3 else 20 if melds else 6):
        hand = deal(rng, "next", melds=melds, wild=wild)
        win = score(hand.request("huzhou_piaohua"))["wins"][0]
        assert (win["score"] if win["valid"] else None) == by_hand(hand), hand


def test_what_is_left_out_of_sight_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(9)
    for wild in (2, 3, 4):
        request = deal(rng, "next", melds=0, wild=wild).request("huzhou_piaohua")
        quick = figures(request)
        with monkeypatch.context() as patch:
            patch.setattr(type(catalogue()["huzhou_piaohua"].rules), "trait", lambda self, hand: None)
            assert figures(request) == quick, request
