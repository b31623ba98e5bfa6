"""Jiangnan: random hands against trying every tile as the heart tile."""

from __future__ import annotations

import random

import pytest
from slow_reader import KINDS, SEATS, Deal, codes, divisions, outcome, tiles_of

from calculator_api import score


def slowly(concealed, tile, melds, heart, win):
    """What the rules say, by imagining every tile."""
    held = (*concealed, tile, *(t for m in melds for t in tiles_of(m)))
    possible = [t for t in ([heart] if heart is not None else range(34)) if held.count(t) < 4]
    totals = dict.fromkeys(SEATS, 0)
    if not any(divisions(tuple(sorted((*concealed, tile, t)))) for t in possible):
        return {"valid": False, "reasons": ["not_a_winning_shape"], "totals": totals}
    payers = [win["from"]] if "from" in win else [s for s in SEATS if s != win["winner"]]
    totals |= dict.fromkeys(payers, -1) | {win["winner"]: len(payers)}
    return {"valid": True, "reasons": [], "totals": totals, "patterns": {"basic_win": 1}, "score": 1}


@pytest.mark.parametrize("seed", range(10))
def test_random_hands_are_judged_as_by_imagining_every_tile(seed):
    rng = random.Random(f"jiangnan {seed}")
    for _ in range(20):
        deal = Deal(
            rng, {t: t for t in range(34)}, meld_kinds=("chow", "pung", "exposed_kong", "concealed_kong"), most_wild=0
        )
        concealed = list(deal.concealed)
        if not concealed:
            continue
        gone = concealed.pop(rng.randrange(len(concealed)))
        heart = rng.choice((None, None, gone, rng.randrange(34)))
        request = deal.request("jiangnan")
        del request["table"]
        win = request["wins"][0]
        player = request["players"][win["winner"]]
        player["concealed"] = codes(concealed)
        if heart is not None:
            player["heart_tile"] = KINDS[heart]
        assert outcome(score(request)) == slowly(concealed, deal.tile, deal.melds, heart, win), request
