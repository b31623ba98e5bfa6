"""Wuhan: random hands against a slow reading of every wildcard as every tile."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from slow_reader import NUMBER_OF, SEATS, Deal, assignments, divisions, next_tiles, outcome, tiles_of

from calculator_api import ImpossibleRound, score

NEXT = next_tiles("1z2z3z4z6z5z") | {NUMBER_OF["7z"]: NUMBER_OF["6z"]}
RED = NUMBER_OF["7z"]
GENERALS = {t for t in range(27) if t % 9 in (1, 4, 7)}
FREE = ("all_pungs", "full_flush", "all_258", "all_honors")
MELDS = ("chow", "pung", "pung", "exposed_kong", "added_kong", "concealed_kong")


def own_doublings(player):
    melds = player.get("melds", [])
    value = {"chow": 1, "pung": 1, "exposed_kong": 2, "added_kong": 2, "concealed_kong": 2}
    return sum(value[m["type"]] for m in melds) + player.get("red_kongs", 0) + 2 * player.get("wild_kongs", 0)


def circumstances_of(win):
    stated = win.get("circumstances", [])
    there = {
        "robbing_the_kong": win["by"] == "robbed_kong",
        "out_with_replacement": win["by"] == "self_draw" and "kong_replacement" in stated,
        "last_tile_draw": win["by"] == "self_draw" and "last_tile" in stated,
    }
    return {name: 10 for name, holds in there.items() if holds}


def patterns_of(deal, win, player, faces, blocks, wild_faces):
    """The patterns of one reading; `blocks` is None for a hand without sets."""
    melds = [(m["type"], tiles_of(m)) for m in deal.melds]
    everything = {*faces, *(t for _, tiles in melds for t in tiles)}
    found = {}
    if everything <= GENERALS:
        found["all_258"] = 10
    if all(t >= 27 for t in everything):
        found["all_honors"] = 10
    pair = None
    if blocks is not None:
        pair = next(tiles[0] for kind, tiles in blocks if kind == "pair")
        if all(kind != "chow" for kind, _ in (*blocks, *melds)):
            found["all_pungs"] = 10
        if max(everything) < 27 and len({t // 9 for t in everything}) == 1:
            found["full_flush"] = 10
        opened = [kind for kind, _ in melds if kind != "concealed_kong"]
        if len(opened) == 4 and win["by"] == "discard" and pair in GENERALS:
            found["melded_hand"] = 10
    found |= circumstances_of(win)
    big = len(found)
    if blocks is not None and pair not in GENERALS and not any(name in found for name in FREE):
        return "pair_not_258", big
    if not big:
        if (*deal.concealed, deal.tile).count(deal.wild) > 1:
            return "too_many_wildcards", big
        found["basic_win"] = 1
    if win["by"] == "self_draw":
        found["self_draw"] = 1.5 if big else 1
    counts = {
        "open_melds": sum(kind != "concealed_kong" for kind, _ in melds),
        "melded_kong": sum(kind in ("exposed_kong", "added_kong") for kind, _ in melds),
        "concealed_kong": 2 * sum(kind == "concealed_kong" for kind, _ in melds),
        "red_kong": player.get("red_kongs", 0),
        "wild_kong": 2 * player.get("wild_kongs", 0),
        "hard_win": int(all(f == deal.wild for f in wild_faces)),
    }
    return found | {name: n for name, n in counts.items() if n}, big


def bill(found, big, win, players):
    """(figure, amount of each payer) of one reading."""
    doublings = sum(
        found.get(n, 0) for n in ("open_melds", "melded_kong", "concealed_kong", "red_kong", "wild_kong", "hard_win")
    )
    figure = Fraction(10 * big or 1) * 2**doublings
    if "self_draw" in found:
        figure *= Fraction(3, 2) if big else 2
    raw = {}
    for seat in SEATS:
        if seat != win["winner"]:
            raw[seat] = figure * 2 ** own_doublings(players.get(seat, {}))
            if not big and "east" in (seat, win["winner"]):
                raw[seat] *= 2
            if seat == win.get("from"):
                raw[seat] *= Fraction(3, 2) if big else 2
    limit = 500 if min(raw.values()) >= 300 else 300
    return figure, {seat: min(amount, limit) for seat, amount in raw.items()}, limit


def slowly(deal, request):
    """What the rules say, by trying everything."""
    win, players = request["wins"][0], request["players"]
    player = players[win["winner"]]
    hand = (*deal.concealed, deal.tile)
    reasons = [
        code
        for code, holds in (
            ("red_dragon_in_hand", RED in hand),
            ("wildcard_claimed", win["by"] != "self_draw" and deal.tile == deal.wild),
            ("not_opened", all(m["type"] == "concealed_kong" for m in deal.melds)),
        )
        if holds
    ]
    lost = {"valid": False, "totals": dict.fromkeys(SEATS, 0)}
    if reasons:
        return lost | {"reasons": reasons}
    readings, barred = [], set()
    for faces, wild_faces in assignments(hand, deal.wild, range(33)):
        shapes = list(divisions(faces))
        if {*faces} <= GENERALS or min(faces) >= 27:
            shapes.append(None)
        for blocks in shapes:
            found, big = patterns_of(deal, win, player, faces, blocks, wild_faces)
            if blocks is None and not any(name in found for name in ("all_258", "all_honors")):
                continue
            if isinstance(found, str):
                barred.add(found)
                continue
            figure, amounts, limit = bill(found, big, win, players)
            readings.append(
                ((sum(amounts.values()), figure, big, "hard_win" in found, blocks is not None), found, amounts, limit)
            )
    if not readings:
        order = ("too_many_wildcards", "pair_not_258")
        return lost | {"reasons": [next((code for code in order if code in barred), "not_a_winning_shape")]}
    rank, found, amounts, limit = max(readings, key=lambda one: one[0])
    if win["by"] == "robbed_kong":
        amounts = {win["from"]: rank[0]}
    totals = {seat: -amounts.get(seat, 0) for seat in SEATS} | {win["winner"]: rank[0]}
    return {"valid": True, "reasons": [], "totals": totals, "patterns": found, "score": min(rank[1], limit)}


def deal_request(rng):
    deal = Deal(rng, NEXT, meld_kinds=MELDS, melded=(0, 1, 1, 2, 2, 3, 4), most_wild=rng.choice((1, 2, 2, 3)))
    request = deal.request("wuhan")
    player = request["players"][request["wins"][0]["winner"]]
    if rng.random() < 0.3:
        player["red_kongs"] = rng.randint(1, 2)
    if rng.random() < 0.3:
        player["wild_kongs"] = 1
    if request["wins"][0]["by"] == "self_draw":
        kong = player.get("red_kongs") or player.get("wild_kongs") or any("kong" in m["type"] for m in deal.melds)
        request["wins"][0]["circumstances"] = rng.choice(([], [], ["last_tile"], ["kong_replacement"] if kong else []))
    for seat in SEATS:
        if seat not in request["players"] and rng.random() < 0.4:
            request["players"][seat] = {"melds": [{"type": "pung", "tiles": "1z1z1z"}], "red_kongs": rng.randint(0, 1)}
            break
    return deal, request


@pytest.mark.parametrize("seed", range(12))
def test_random_hands_are_scored_as_by_trying_every_substitution(seed):
    rng = random.Random(f"wuhan {seed}")
    compared = 0
    while compared < 12:
        deal, request = deal_request(rng)
        try:
            answer = score(request)
        except ImpossibleRound:
            continue  # a fifth copy, or a wildcard in a meld
        assert outcome(answer) == slowly(deal, request), request
        compared += 1
