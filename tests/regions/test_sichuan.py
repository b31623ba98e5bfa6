"""Sichuan: random hands and drawn rounds against a slow reckoning of the sheet."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from plain_hands import Dealt, deal
from slow_reader import KINDS, SEATS, codes, outcome

from calculator_api import score

MELDS = ("pung", "exposed_kong", "added_kong", "concealed_kong")
GENERALS = {t for t in range(27) if t % 9 in (1, 4, 7)}
ENDS = {t for t in range(27) if t % 9 in (0, 8)}
ORDER = (
    "heavenly_hand",
    "earthly_hand",
    "pure_seven_pairs",
    "pure_pungs",
    "all_258_pungs",
    "full_flush",
    "outside_hand",
    "seven_pairs",
    "all_pungs",
    "basic_win",
)
WORTH = dict(zip(ORDER, (8, 8, 8, 4, 4, 3, 3, 3, 2, 1), strict=True))


def types_of(dealt: Dealt) -> set[str]:
    """Every hand type of any reading."""
    flush = len({t // 9 for t in dealt.everything}) == 1
    found: set[str] = set()
    for blocks in dealt.readings():
        found.add("basic_win")
        if all(kind != "chow" for kind, _ in blocks):
            found.add("all_pungs")
            found |= {"pure_pungs"} if flush else set()
            found |= {"all_258_pungs"} if GENERALS.issuperset(dealt.everything) else set()
        if all(ENDS & set(tiles) for _, tiles in blocks):
            found.add("outside_hand")
    if dealt.pairs():
        found |= {"seven_pairs", "pure_seven_pairs"} if flush else {"seven_pairs"}
    if found and flush:
        found.add("full_flush")
    return found


def slowly(dealt: Dealt, by: str, circumstances: tuple[str, ...]) -> dict[str, int] | list[str]:
    """What counts, or the reasons why nothing does."""
    found = types_of(dealt)
    reasons = [] if found else ["not_a_winning_shape"]
    if len({t // 9 for t in dealt.everything}) == 3:
        reasons.append("missing_suit_required")
    if reasons:
        return reasons
    if not dealt.melds:
        found |= {f"{c}_hand" for c in circumstances if c in ("heavenly", "earthly")}
    best = min(found, key=lambda name: (-WORTH[name], ORDER.index(name)))
    kongs = Counter(m["type"] for m in dealt.melds)
    extras = {
        "melded_kong": kongs["exposed_kong"] + kongs["added_kong"],
        "concealed_kong": kongs["concealed_kong"],
        "root": list(Counter(dealt.everything).values()).count(4)
        - sum(n for kind, n in kongs.items() if kind != "pung"),
        "out_with_replacement": 2 * ("kong_replacement" in circumstances),
        "robbing_the_kong": by == "robbed_kong",
    }
    return {best: WORTH[best], **{name: n for name, n in extras.items() if n}}


def suits(rng: random.Random) -> list[int]:
    chosen = rng.sample(range(3), rng.choice((1, 2, 2, 3)))
    kinds = [9 * s + r for s in chosen for r in range(9)]
    generals = [t for t in kinds if t in GENERALS] if len(chosen) > 1 else kinds
    return rng.choice((kinds, kinds, generals, [t for t in kinds if t % 9 not in (3, 4, 5)]))


def two_suits(rng: random.Random) -> list[int]:
    """Mostly two suits, sometimes all."""
    return [9 * s + r for s in rng.sample(range(3), rng.choice((2, 2, 2, 3))) for r in range(9)]


@pytest.mark.parametrize("seed", range(200))
def test_random_win(seed: int) -> None:
    rng = random.Random(seed)
    winner = rng.choice(SEATS)
    others = [s for s in SEATS if s != winner]
    dealt = deal(rng, suits(rng), MELDS, feeders=others)
    held = dealt.tile in (*dealt.concealed, *(t for t in dealt.everything if dealt.everything.count(t) > 1))
    by = rng.choice(("self_draw", "discard", "discard" if held else "robbed_kong"))
    circumstances = ()
    kongs = [i for i, m in enumerate(dealt.melds) if m["type"] != "pung"]
    win = {"winner": winner, "tile": KINDS[dealt.tile], "by": by}
    if by == "self_draw" and kongs and rng.random() < 0.5:
        circumstances = ("kong_replacement",)
        win["kong_index"] = rng.choice(kongs)
    elif winner == "east" and by == "self_draw":
        circumstances = ("heavenly",)
    elif winner != "east" and rng.random() < 0.3:
        circumstances = ("earthly",)
    if by != "self_draw":
        win["from"] = rng.choice(others)
    win["circumstances"] = list(circumstances)
    answer = outcome(score({"ruleset": "sichuan", "players": {winner: dealt.player()}, "wins": [win]}))

    expected = slowly(dealt, by, circumstances)
    if isinstance(expected, list):
        assert (answer["valid"], answer["reasons"]) == (False, expected)
        return
    points = sum(expected.values())
    payers = others if by == "self_draw" else [win["from"]]
    if "kong_replacement" in circumstances and dealt.melds[win["kong_index"]]["type"] == "exposed_kong":
        payers = [dealt.melds[win["kong_index"]]["from"]]
    assert answer["patterns"] == expected
    assert answer["totals"] == {
        s: points * len(payers) if s == winner else -points if s in payers else 0 for s in SEATS
    }


def smallest_claim(hand: Dealt) -> int | None:
    """The least a hand of thirteen tiles can win, None where it waits for nothing."""
    melded = hand.everything[len(hand.concealed) + 1 :]
    claims = []
    for tile in range(27):
        if (*hand.concealed, *melded).count(tile) < 4:
            counted = slowly(Dealt(hand.concealed, tile, hand.melds), "discard", ())
            if isinstance(counted, dict):
                claims.append(sum(counted.values()))
    return min(claims, default=None)


@pytest.mark.parametrize("seed", range(40))
def test_random_draw(seed: int) -> None:
    rng = random.Random(seed)
    used: Counter[int] = Counter()
    hands: dict[str, Dealt] = {}
    for seat in SEATS:
        dealt = deal(rng, two_suits(rng), MELDS, broken=0.4, used=used)
        hands[seat] = dealt
        used += Counter((*dealt.concealed, *dealt.everything[len(dealt.concealed) + 1 :]))
    answer = score(
        {
            "ruleset": "sichuan",
            "options": {"base": 3},
            "players": {seat: dealt.player() for seat, dealt in hands.items()},
            "wins": [],
        }
    )
    claims = {seat: smallest_claim(dealt) for seat, dealt in hands.items()}
    paid = {
        (payer, ready, 3 * claim)
        for payer in SEATS
        for ready, claim in claims.items()
        if claims[payer] is None and claim is not None
    }
    assert {(p["from"], p["to"], p["amount"]) for p in answer["payments"]} == paid, codes(hands["east"].concealed)
