"""Zhenjiang: random hands against a slow reading of every wildcard as every tile."""

from __future__ import annotations

import random

import pytest
from slow_reader import NUMBER_OF, Deal, assignments, divisions, outcome, tiles_of

from calculator_api import score

WHITE = NUMBER_OF["5z"]
MELDS = ("pung", "exposed_kong", "added_kong", "concealed_kong")
PRICED = ("all_pungs", "half_flush", "full_flush", "all_honors")


def patterns_of(tiles, kinds_of_sets, prices):
    suits = {t // 9 for t in tiles if t < 27}
    honors = any(t >= 27 for t in tiles)
    holds = {
        "all_pungs": "chow" not in kinds_of_sets,
        "half_flush": len(suits) == 1 and honors,
        "full_flush": len(suits) == 1 and not honors,
        "all_honors": not suits,
    }
    return {"basic_win": 1} | {name: prices[name] for name in PRICED if holds[name] and prices[name]}


def slowly(deal, by, prices):
    """Whether it wins, and the most that any faces of the wildcards come to."""
    melded = [t for m in deal.melds for t in tiles_of(m)]
    best = None
    for faces, _ in assignments((*deal.concealed, deal.tile), WHITE, range(34)):
        for blocks in divisions(faces):
            if len(blocks) != 5 - len(deal.melds):
                continue
            units = sum(patterns_of((*faces, *melded), [kind for kind, _ in blocks], prices).values())
            best = max(best or 0, units)
    small = WHITE in (*deal.concealed, deal.tile)
    valid = best is not None and WHITE not in melded
    return valid, (best or 0) * (6 if by == "self_draw" else 4) // (2 if small else 1)


# The slow way tries 34 to the power of the wildcards, so many of them only in short hands.
@pytest.mark.parametrize(
    "most_wild, melded, hands", [(1, (0, 1, 2), 150), (2, (1, 2, 3), 100), (3, (2, 3, 4), 25), (4, (3, 4), 6)]
)
def test_wildcards_take_the_best_faces_and_a_wildcard_in_the_hand_halves_the_win(most_wild, melded, hands):
    rng = random.Random(most_wild)
    won = 0
    for _ in range(hands):
        # No tile is turned here; a wind stands in its place, and is held no more than three times.
        deal = Deal(rng, {NUMBER_OF["1z"]: WHITE}, most_wild=most_wild, meld_kinds=MELDS, melded=melded)
        prices = {name: rng.choice((0, 1, 2, 5)) for name in PRICED}
        request = deal.request("zhenjiang", table={}, options={"pattern_units": prices})
        by = request["wins"][0]["by"]
        found = outcome(score(request))
        valid, figure = slowly(deal, by, prices)
        assert found["valid"] == valid, request
        if valid:
            won += 1
            assert found["score"] == figure, request
    assert won > hands // 3, "too few of these hands win for the comparison to mean much"
