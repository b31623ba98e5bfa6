"""Hainan: random hands, kongs and liabilities against a slow reckoning of the sheet."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from plain_hands import Dealt, deal
from slow_reader import KINDS, SEATS, outcome

from calculator_api import score

MELDS = ("chow", "pung", "exposed_kong", "added_kong", "concealed_kong")
OWN = {"east": (1, 5), "south": (2, 6), "west": (3, 8), "north": (4, 7)}
CHOICES = {
    "base": (1, 3),
    "require_fan": (True, True, False),
    "self_draw_multiplier": (1, 2),
    "discard_extra": (0, 1),
    "full_flush_bonus": (0, 1),
    "liability": (True, False),
}


def colour(tiles: set[int]) -> dict[str, int]:
    """Full or half flush."""
    suits = {t // 9 for t in tiles if t < 27}
    if len(suits) != 1:
        return {}
    return {"half_flush": 1} if max(tiles) >= 27 else {"full_flush": 1}


def fan_of(dealt: Dealt, win: dict, round_wind: str, flowers: list[int]) -> list[tuple[int, dict[str, int]]]:
    """(pungs, fan) of every reading."""
    seat = 27 + SEATS.index(win["winner"])
    worth = {31, 32, 33, seat, 27 + SEATS.index(round_wind)}
    always = colour(set(dealt.everything))
    always |= {"seat_flower": n} if (n := len([f for f in flowers if f in OWN[win["winner"]]])) else {}
    always |= {"self_draw": 1} if win["by"] == "self_draw" else {}
    always |= {"robbing_the_kong": 1} if win["by"] == "robbed_kong" else {}
    found = [(0, {**always, "seven_pairs": 1})] if dealt.pairs() else []
    for blocks in dealt.readings():
        pungs = [tiles[0] for kind, tiles in blocks if kind == "pung"]
        pair = next(tiles[0] for kind, tiles in blocks if kind == "pair")
        made = dict(always)
        made |= {
            "all_chows": not pungs and pair not in worth,
            "all_pungs": len(pungs) == 4,
            "concealed_hand": not dealt.melds,
            "pair_258": pair < 27 and pair % 9 in (1, 4, 7),
            "dragon_pung": sum(t >= 31 for t in pungs),
            "seat_wind": seat in pungs,
            "prevalent_wind": 27 + SEATS.index(round_wind) in pungs,
        }
        found.append((len(pungs), {name: int(n) for name, n in made.items() if n}))
    return found


def fed(melds: list[dict], owner: str, feeder: str) -> int:
    """How many claimed melds the owner has from the feeder."""
    previous = SEATS[SEATS.index(owner) - 1]
    claimed = [m for m in melds if m["type"] != "concealed_kong"]
    return sum(m.get("from", previous) == feeder for m in claimed)


def settle(request: dict, win: dict, counted: dict[str, int]) -> Counter:
    """(from, to, what for) -> amount."""
    options, winner, payer = request["options"], win["winner"], win.get("from")
    paid: Counter = Counter()
    hands = 1 + options["full_flush_bonus"] * ("full_flush" in counted)
    share = options["base"] * hands * (options["self_draw_multiplier"] if payer is None else 1)
    melds = {seat: player.get("melds", []) for seat, player in request["players"].items()}
    liable = payer and options["require_fan"] and set(counted) == {"robbing_the_kong"}
    if payer and options["liability"]:
        between = fed(melds[winner], winner, payer), fed(melds.get(payer, []), payer, winner)
        liable = liable or max(between) >= 3
    for seat in SEATS:
        if seat != winner:
            kind = "liability" if liable and seat != payer else "win"
            paid[payer if liable else seat, winner, kind] += share
    if payer and options["discard_extra"]:
        paid[payer, winner, "win"] += options["base"]
    return paid


def kong_money(request: dict) -> Counter:
    paid: Counter = Counter()
    for owner, player in request["players"].items():
        for made in player.get("melds", []):
            for seat in SEATS:
                if "kong" in made["type"] and seat != owner:
                    paid[seat, owner, "kong"] += request["options"]["base"] * (2 if made["type"][0] == "c" else 1)
    return paid


def draw(rng: random.Random) -> tuple[Dealt, dict, dict, list[int]]:
    winner, payer = rng.sample(SEATS, 2)
    suits = rng.sample(range(3), rng.choice((1, 1, 2, 3)))
    kinds = [9 * s + r for s in suits for r in range(9)] + list(range(27, 34)) * rng.choice((0, 1))
    dealt = deal(rng, kinds, MELDS, feeders=[s for s in SEATS if s != winner] + [payer] * 4)
    flowers = rng.sample(range(1, 9), rng.choice((0, 0, 1, 3)))
    ways = ("self_draw", "discard", "discard", "discard" if dealt.everything.count(dealt.tile) > 1 else "robbed_kong")
    win = {"winner": winner, "tile": KINDS[dealt.tile], "by": rng.choice(ways)}
    players = {winner: dealt.player(flowers=[f"{n}f" for n in flowers])}
    if win["by"] != "self_draw":
        win["from"] = payer
        used = Counter(dealt.everything) + Counter({dealt.tile: 3} if win["by"] == "robbed_kong" else {})
        other = deal(rng, range(34), MELDS, feeders=[winner] * 3 + [s for s in SEATS if s != payer], used=used)
        players[payer] = other.player()
    request = {
        "ruleset": "hainan",
        "options": {name: rng.choice(choices) for name, choices in CHOICES.items()},
        "table": {"round_wind": rng.choice(SEATS)},
        "players": players,
        "wins": [win],
    }
    return dealt, win, request, flowers


@pytest.mark.parametrize("seed", range(300))
def test_random_win(seed: int) -> None:
    dealt, win, request, flowers = draw(random.Random(seed))
    answer = score(request)
    found = fan_of(dealt, win, request["table"]["round_wind"], flowers)
    allowed = [one for one in found if one[1] or not request["options"]["require_fan"]]
    paid = kong_money(request)
    got = outcome(answer)
    if not allowed:
        assert (got["valid"], got["reasons"]) == (False, ["no_fan" if found else "not_a_winning_shape"])
    else:
        _, counted = max(allowed, key=lambda one: (sum(one[1].values()), one[0]))
        assert got["patterns"] == (counted or {"basic_win": 0})
        paid += settle(request, win, counted)
    amounts: Counter = Counter()
    for payment in answer["payments"]:
        amounts[payment["from"], payment["to"], payment["for"]] += payment["amount"]
    assert amounts == paid
