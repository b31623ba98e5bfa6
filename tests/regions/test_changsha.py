"""Changsha, with and without tiers: random hands against a slow reckoning of the sheets."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from plain_hands import Dealt, deal
from slow_reader import KINDS, SEATS, outcome

from calculator_api import score

MELDS = ("chow", "pung", "exposed_kong", "added_kong", "concealed_kong")
GENERALS = {t for t in range(27) if t % 9 in (1, 4, 7)}
TIERS = ("small", "big", "super", "max")
POINTS = {"small": (10, 10), "big": (30, 60), "super": (60, 120), "max": (120, 240)}
FREE = {"all_pungs", "full_flush", "seven_pairs", "deluxe_seven_pairs", "all_258", "melded_hand"}


def circumstance_patterns(win: dict) -> set[str]:
    """What the way of winning makes, a last tile that was a replacement left out."""
    has, names = (
        set(win["circumstances"]),
        {"kong_replacement": "out_with_replacement", "kong_discard": "discarded_on_kong"},
    )
    found = {names[c] for c in has & set(names)} | {f"{c}_hand" for c in has & {"heavenly", "earthly"}}
    if win["by"] == "robbed_kong":
        found.add("robbing_the_kong")
    elif "last_tile" in has and not has & set(names):
        found.add("last_tile_draw" if win["by"] == "self_draw" else "last_tile_claim")
    return found


def readings(dealt: Dealt) -> list[tuple[bool, set[str]]]:
    """(the pair is a general, the hand's own patterns) of every reading."""
    everything = set(dealt.everything)
    flush = {"full_flush"} if len({t // 9 for t in everything}) == 1 else set()
    generals = {"all_258"} if everything <= GENERALS else set()
    found = []
    for blocks in dealt.readings():
        pungs = {"all_pungs"} if all(kind != "chow" for kind, _ in blocks) else set()
        pair = next(tiles[0] for kind, tiles in blocks if kind == "pair")
        found.append((pair in GENERALS, pungs | flush | generals))
    if dealt.pairs():
        found.append((True, {"seven_pairs"} | flush | generals))
    if generals:
        found.append((True, generals))
    return found


def slowly(dealt: Dealt, win: dict) -> set[str] | str:
    """The big patterns of the best reading (none: a small win), or the reason."""
    found = readings(dealt)
    if not found:
        return "not_a_winning_shape"
    allowed = [names for general, names in found if general or names & FREE]
    if not allowed:
        return "pair_not_258"
    return max(allowed, key=len) | circumstance_patterns(win)


def tier_slowly(dealt: Dealt, win: dict) -> tuple[str, set[str]] | str:
    """Tier and components, or the reason."""
    found = readings(dealt)
    if not found:
        return "not_a_winning_shape"
    melded = (
        {"melded_hand"} if len(dealt.melds) == 4 and all(m["type"] != "concealed_kong" for m in dealt.melds) else set()
    )
    deluxe = {"deluxe_seven_pairs"} if dealt.pairs() and 4 in Counter(dealt.hand).values() else set()
    best: list[tuple[int, int, str, set[str]]] = []
    for general, names in found:
        names = names | melded
        if "seven_pairs" in names and deluxe:
            names = names - {"seven_pairs"} | deluxe
        if general or names & FREE:
            whole = names | circumstance_patterns(win) - {"discarded_on_kong", "heavenly_hand", "earthly_hand"}
            best.append((TIERS.index(tier(whole)), len(whole), tier(whole), whole))
    return max(best, key=lambda one: one[:2])[2:] if best else "pair_not_258"


def tier(names: set[str]) -> str:
    """The list of tiers, said the long way."""
    last, kong = names & {"last_tile_draw", "last_tile_claim"}, "out_with_replacement" in names
    if {"deluxe_seven_pairs", "full_flush"} <= names and last:
        return "max"
    if {"all_pungs", "all_258", "melded_hand"} <= names and (last or kong):
        return "max"
    four = names & {"all_pungs", "all_258", "full_flush", "melded_hand"}
    if "deluxe_seven_pairs" in names or kong and four or last and (four or "seven_pairs" in names):
        return "super"
    if "all_pungs" in names and len(four) > 1 or "melded_hand" in names and len(four) > 1:
        return "super"
    return "big" if names else "small"


def draw_win(rng: random.Random, dealt: Dealt, winner: str, tiers: bool) -> dict:
    by = rng.choice(("self_draw", "discard", "discard" if dealt.everything.count(dealt.tile) > 1 else "robbed_kong"))
    win: dict = {"winner": winner, "tile": KINDS[dealt.tile], "by": by, "circumstances": []}
    if by == "self_draw":
        possible = ["kong_replacement"] * any("kong" in m["type"] for m in dealt.melds)
        possible += ["heavenly"] * (winner == "east" and not dealt.melds and not tiers)
    else:
        win["from"] = rng.choice([s for s in SEATS if s != winner])
        possible = ["kong_discard"] * (by == "discard" and not tiers)
        possible += ["earthly"] * (by == "discard" and win["from"] == "east" and not tiers)
    win["circumstances"] = [c for c in (*possible, "last_tile") if rng.random() < 0.3]
    return win


def birds_on(win: dict, birds: list[str], counted: set[str], seat: str) -> int:
    """How many birds fall on the seat."""
    if counted & {"last_tile_draw", "last_tile_claim"}:
        birds = [win["tile"]]
    return sum(SEATS[(int(bird[0]) - 1) % 4] == seat for bird in birds)


def draw(seed: int, ruleset: str) -> tuple[Dealt, dict, dict, list[str]]:
    rng = random.Random(seed)
    winner = rng.choice(SEATS)
    suits = rng.sample(range(3), rng.choice((1, 2, 3)))
    kinds = [9 * s + r for s in suits for r in range(9)]
    dealt = deal(rng, rng.choice((kinds, kinds, sorted(GENERALS))), MELDS, broken=0.15)
    win = draw_win(rng, dealt, winner, ruleset == "changsha_tiers")
    birds = [
        KINDS[rng.choice([t for t in range(27) if t not in dealt.everything])] for _ in range(rng.choice((0, 1, 2)))
    ]
    stakes = {seat: rng.choice((0, 0, 1, 2)) if ruleset == "changsha_tiers" else 0 for seat in SEATS}
    players = {s: ({"raise": n} if n else {}) | (dealt.player() if s == winner else {}) for s, n in stakes.items()}
    request = {"ruleset": ruleset, "table": {"birds": birds}, "players": players, "wins": [win]}
    return dealt, win, request, birds


def totals(win: dict, shares: dict[str, int]) -> dict[str, int]:
    payers = [s for s in SEATS if s != win["winner"]] if win["by"] == "self_draw" else [win["from"]]
    paid = {s: -shares[s] if s in payers else 0 for s in SEATS}
    paid[win["winner"]] = -sum(paid.values())
    return paid


@pytest.mark.parametrize("seed", range(250))
def test_random_win(seed: int) -> None:
    dealt, win, request, birds = draw(seed, "changsha")
    answer = outcome(score(request))
    expected = slowly(dealt, win)
    if isinstance(expected, str):
        assert (answer["valid"], answer["reasons"]) == (False, [expected])
        return
    unit = (30 if win["by"] == "self_draw" else 60) if expected else 10
    patterns = dict.fromkeys(expected, unit) or {"basic_win": 10}
    assert (answer["patterns"], answer["score"]) == (patterns, unit * len(patterns))
    shares = {}
    for seat in SEATS:
        hits = birds_on(win, birds, expected, seat) + birds_on(win, birds, expected, win["winner"])
        shares[seat] = len(patterns) * (unit + 10 * ("east" in (seat, win["winner"]))) * 2**hits
    assert answer["totals"] == totals(win, shares)


@pytest.mark.parametrize("seed", range(250))
def test_random_tier(seed: int) -> None:
    dealt, win, request, birds = draw(seed, "changsha_tiers")
    answer = outcome(score(request))
    expected = tier_slowly(dealt, win)
    if isinstance(expected, str):
        assert (answer["valid"], answer["reasons"]) == (False, [expected])
        return
    name, components = expected
    points = POINTS[name][win["by"] != "self_draw"]
    components = components or {"basic_win"}
    assert answer["patterns"] == {**dict.fromkeys(components, 0), f"tier_{name}": points}
    stakes = {seat: player.get("raise", 0) for seat, player in request["players"].items()}
    shares = {}
    for seat in SEATS:
        hits = birds_on(win, birds, components, seat) + birds_on(win, birds, components, win["winner"])
        shares[seat] = points * 2**hits + 10 * (stakes[seat] + stakes[win["winner"]])
    assert answer["totals"] == totals(win, shares)
