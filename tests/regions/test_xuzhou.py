"""Xuzhou: random hands against a slow reading of every wildcard as every tile."""

from __future__ import annotations

import random

import pytest
from slow_reader import NUMBER_OF, SEATS, Deal, assignments, divisions, next_tiles, outcome, tiles_of

from calculator_api import ImpossibleRound, score

NEXT = next_tiles("1z2z3z4z 7z6z5z")
WHITE = NUMBER_OF["5z"]
ORDER = (
    "basic_win",
    "seven_pairs",
    "full_flush",
    "all_pungs",
    "pure_straight",
    "missing_suit",
    "concealed_hand",
    "closed_wait",
    "edge_wait",
    "single_wait",
)
MELDS = ("pung", "exposed_kong", "added_kong", "concealed_kong")


def wait_of(kind, tiles, face):
    if kind == "pair":
        return "single_wait"
    if kind == "chow":
        if face == tiles[1]:
            return "closed_wait"
        if face == tiles[2] and tiles[0] % 9 == 0 or face == tiles[0] and tiles[0] % 9 == 6:
            return "edge_wait"
    return None


def patterns_of(melds, faces, blocks, wait):
    everything = {*faces, *(t for _, tiles in melds for t in tiles)}
    suits = {t // 9 for t in everything if t < 27}
    found = {}
    if max(everything) < 27 and len(suits) == 1:
        found["full_flush"] = 4
    elif len(suits) < 3:
        found["missing_suit"] = 1
    if blocks is None:
        return found | {"seven_pairs": 4}
    found["basic_win"] = 1
    if all(kind != "chow" for kind, _ in blocks):
        found["all_pungs"] = 2
    chows = {tiles[0] for kind, tiles in blocks if kind == "chow"}
    if any({s, s + 3, s + 6} <= chows for s in (0, 9, 18)):
        found["pure_straight"] = 2
    if all(kind == "concealed_kong" for kind, _ in melds):
        found["concealed_hand"] = 1
    if wait:
        found[wait] = 1
    return found


def slowly(deal, request):
    """What the rules say, by trying everything."""
    win = request["wins"][0]
    stands_for = deal.wild if deal.wild != WHITE else WHITE
    seen = lambda t: stands_for if t == WHITE else t  # noqa: E731
    melds = [(m["type"], tuple(seen(t) for t in tiles_of(m))) for m in deal.melds]
    hand = (*deal.concealed, deal.tile)
    wild = [t == deal.wild for t in hand]
    natural = [seen(t) for t, is_wild in zip(hand, wild, strict=True) if not is_wild]
    allowed = [t for t in range(34) if t != WHITE or deal.wild == WHITE]
    readings = []
    for _, wild_faces in assignments([-1] * sum(wild), -1, allowed):
        faces = tuple(sorted((*natural, *wild_faces)))
        last = {*wild_faces} if wild[-1] else {seen(deal.tile)}
        shapes = [
            (blocks, {wait_of(kind, tiles, f) for kind, tiles in blocks for f in last if f in tiles})
            for blocks in divisions(faces)
        ]
        if not melds and all(faces.count(t) % 2 == 0 for t in faces):
            shapes.append((None, {None}))
        for blocks, waits in shapes:
            for wait in waits:
                found = patterns_of(melds, faces, blocks, wait)
                places = sorted(ORDER.index(name) for name in found)
                readings.append(((sum(found.values()), len(found), blocks is not None, [-i for i in places]), found))
    if not readings:
        return {"valid": False, "reasons": ["not_a_winning_shape"], "totals": dict.fromkeys(SEATS, 0)}
    (fan, *_), found = max(readings, key=lambda one: one[0])
    total, totals = fan, dict.fromkeys(SEATS, 0)
    if win["by"] == "self_draw":
        total, found = 2 * fan, found | {"self_draw": 2}
    flows = [(s, total) for s in SEATS if s != win["winner"]] if win["by"] == "self_draw" else [(win["from"], total)]
    for kind, _ in melds:
        if "kong" in kind:
            flows += [(s, 2 if kind == "concealed_kong" else 1) for s in SEATS if s != win["winner"]]
    for seat, amount in flows:
        totals[seat] -= amount
        totals[win["winner"]] += amount
    return {"valid": True, "reasons": [], "patterns": found, "score": total, "totals": totals}


@pytest.mark.parametrize("seed", range(12))
def test_random_hands_are_scored_as_by_trying_every_substitution(seed):
    rng = random.Random(f"xuzhou {seed}")
    compared = 0
    while compared < 12:
        deal = Deal(
            rng,
            NEXT,
            meld_kinds=MELDS,
            melded=(0, 0, 0, 1, 2, 3, 4),
            most_wild=rng.choice((1, 2, 2, 3)),
            stand_in=WHITE,
        )
        request = deal.request("xuzhou")
        try:
            answer = score(request)
        except ImpossibleRound:
            continue  # a fifth copy
        assert outcome(answer) == slowly(deal, request), request
        compared += 1
