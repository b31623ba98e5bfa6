"""Shanghai: random hands against a slow reckoning of the sheet."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from plain_hands import Dealt, deal
from slow_reader import KINDS, SEATS, outcome

from calculator_api import score

MELDS = ("chow", "pung", "exposed_kong", "added_kong", "concealed_kong")
LAZI = 10


def mains(dealt: Dealt) -> set[tuple[int, int, str]]:
    """(value, how many pungs, pattern) of every reading."""
    everything = set(dealt.everything)
    suits = {t // 9 for t in everything if t < 27}
    honors = max(everything) >= 27
    found = set()
    for blocks in dealt.readings():
        pungs = sum(kind == "pung" for kind, _ in blocks)
        if not suits:
            found.add((40, pungs, "all_honors"))
        elif len(suits) == 1:
            names = ("mixed_pungs", "half_flush") if honors else ("pure_pungs", "full_flush")
            values = (10, 2) if honors else (20, 10)
            found.add((values[pungs < 4], pungs, names[pungs < 4]))
        elif pungs == 4:
            found.add((2, pungs, "all_pungs"))
    if not suits and not found:
        found.add((20, 0, "scrambled_honors"))
    return found


def slowly(dealt: Dealt, win: dict, flowers: int, options: dict) -> tuple[int, dict[str, int]] | str:
    """Score before doubling and what counts, or the reason."""
    found = mains(dealt)
    if not found:
        return "no_qualifying_pattern" if dealt.readings() else "not_a_winning_shape"
    kongs = Counter(m["type"] for m in dealt.melds)
    small = {
        "flower": flowers,
        "melded_kong": kongs["exposed_kong"] + kongs["added_kong"],
        "concealed_kong": 2 * kongs["concealed_kong"],
        "single_tile_hand": LAZI * (len(dealt.melds) == 4),
        "out_with_replacement": LAZI * bool({"kong_replacement", "flower_replacement"} & set(win["circumstances"])),
        "robbing_the_kong": LAZI * (win["by"] == "robbed_kong" and options["robbed_kong"] == "as_self_draw"),
    }
    small = {name: n for name, n in small.items() if n}
    first = {"heavenly": (100, "heavenly_hand"), "earthly": (80, "earthly_hand"), "human": (80, "earthly_hand")}
    for circumstance in win["circumstances"]:
        if circumstance in first and not (circumstance == "heavenly" and dealt.melds):
            value, name = first[circumstance]
            return value, {name: value}
    before = {(v if v >= LAZI else v + sum(small.values()), pungs, v, name) for v, pungs, name in found}
    _, _, value, name = max((min(b, LAZI) if v < LAZI else b, (b, p), v, n) for b, p, v, n in before)
    if value >= LAZI:
        return value, {name: value}
    return min(LAZI, value + sum(small.values())), {name: value, **small}


def kinds(rng: random.Random) -> list[int]:
    suits = rng.sample(range(3), rng.choice((0, 1, 1, 2, 3)))
    return [9 * s + r for s in suits for r in range(9)] + list(range(27, 34)) * (not suits or rng.random() < 0.6)


def draw_win(rng: random.Random, dealt: Dealt, winner: str, flowers: int) -> dict:
    by = rng.choice(("self_draw", "discard", "discard" if dealt.everything.count(dealt.tile) > 1 else "robbed_kong"))
    win: dict = {"winner": winner, "tile": KINDS[dealt.tile], "by": by, "circumstances": []}
    possible = ["heavenly"] if winner == "east" and by == "self_draw" else []
    possible += ["earthly", "human"] if winner != "east" else []
    if by == "self_draw":
        possible += ["kong_replacement"] * any("kong" in m["type"] for m in dealt.melds)
        possible += ["flower_replacement"] * bool(flowers)
    else:
        win["from"] = rng.choice([s for s in SEATS if s != winner])
    if possible and rng.random() < 0.4:
        win["circumstances"] = [rng.choice(possible)]
    return win


@pytest.mark.parametrize("seed", range(300))
def test_random_win(seed: int) -> None:
    rng = random.Random(seed)
    winner, flowers = rng.choice(SEATS), rng.choice((0, 0, 1, 3, 8))
    dealt = deal(rng, kinds(rng), MELDS)
    win = draw_win(rng, dealt, winner, flowers)
    options = {"base": rng.choice((1, 2)), "robbed_kong": rng.choice(("as_discard", "as_self_draw"))}
    drawn = rng.random() < 0.2
    answer = outcome(
        score(
            {
                "ruleset": "shanghai",
                "options": options,
                "table": {"previous_draw": drawn},
                "players": {winner: dealt.player(flowers=[f"{n}f" for n in range(1, flowers + 1)])},
                "wins": [win],
            }
        )
    )
    expected = slowly(dealt, win, flowers, options)
    if isinstance(expected, str):
        assert (answer["valid"], answer["reasons"]) == (False, [expected])
        return
    points = expected[0] * (2 if drawn else 1)
    assert (answer["patterns"], answer["score"]) == (expected[1], points)
    everyone = win["by"] == "robbed_kong" and options["robbed_kong"] == "as_self_draw"
    payers = [s for s in SEATS if s != winner] if win["by"] == "self_draw" else [win["from"]] * (3 if everyone else 1)
    totals = Counter({winner: options["base"] * points * len(payers)})
    totals.subtract({payer: options["base"] * points * payers.count(payer) for payer in payers})
    assert answer["totals"] == {seat: totals[seat] for seat in SEATS}
