"""Yingkou: random hands against a slow reading of every wildcard as every tile it may stand for."""

from __future__ import annotations

import random

import pytest
from slow_reader import SEATS, Deal, assignments, divisions, outcome, tiles_of

from calculator_api import score

ORDER = ("pair_2_or_8", "three_suits_required", "no_terminal_or_honor", "no_triplet")
SIMPLES = {t for t in range(27) if 0 < t % 9 < 8}


def missed(melds, faces, blocks):
    everything = {*faces, *(t for _, tiles in melds for t in tiles)}
    pair = next(tiles[0] for kind, tiles in blocks if kind == "pair")
    failed = {
        "pair_2_or_8": pair < 27 and pair % 9 in (1, 7),
        "three_suits_required": len({t // 9 for t in everything if t < 27}) < 3,
        "no_terminal_or_honor": everything <= SIMPLES,
        "no_triplet": all(kind in ("chow", "pair") for kind, _ in (*melds, *blocks)),
    }
    return [code for code in ORDER if failed[code]]


def slowly(deal, request):
    """What the rules say, by trying everything."""
    win = request["wins"][0]
    melds = [(m["type"], tiles_of(m)) for m in deal.melds]
    every = [
        missed(melds, faces, blocks)
        for faces, _ in assignments((*deal.concealed, deal.tile), deal.wild, SIMPLES | {deal.wild})
        for blocks in divisions(faces)
    ]
    totals = dict.fromkeys(SEATS, 0)
    if not every or min(every, key=len):
        codes = min(every, key=lambda c: (len(c), [ORDER.index(x) for x in c]), default=["not_a_winning_shape"])
        return {"valid": False, "reasons": codes, "totals": totals}
    payers = [win["from"]] if "from" in win else [s for s in SEATS if s != win["winner"]]
    totals |= dict.fromkeys(payers, -1) | {win["winner"]: len(payers)}
    return {"valid": True, "reasons": [], "totals": totals, "patterns": {"basic_win": 1}, "score": 1}


@pytest.mark.parametrize("seed", range(12))
def test_random_hands_are_judged_as_by_trying_every_substitution(seed):
    rng = random.Random(f"yingkou {seed}")
    for _ in range(15):
        deal = Deal(
            rng, {t: t for t in range(34)}, meld_kinds=("chow", "pung", "exposed_kong", "concealed_kong"), most_wild=3
        )
        request = deal.request("yingkou")
        assert outcome(score(request)) == slowly(deal, request), request
