"""Shaanxi: random hands of all five shapes, with stakes and everybody's kongs, against a slow reading of its rules."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from plain_hands import Dealt, deal
from slow_reader import KINDS, SEATS, divisions, meld, outcome

from calculator_api import score

MELDS = ("pung", "exposed_kong", "added_kong", "concealed_kong")
HONORS = set(range(27, 34))
ORPHANS = {t for t in range(27) if t % 9 in (0, 8)} | HONORS
# 147, 258, 369, each in a suit of its own.
KNITTED = [
    {9 * suit + first + 3 * i for first, suit in enumerate(order) for i in range(3)} for order in permutations(range(3))
]
CHOICES = {
    "base": (1, 2),
    "special_points": (1, 1, 3),
    "self_draw_factor": (1, 2, 3),
    "dealer_factor": (1, 2),
    "exposed_kong_payer": ("all", "feeder"),
    "raise_on_kongs": (True, False),
}


def special_hand(rng: random.Random) -> Dealt:
    """One of the hands that are no four sets, or nearly."""
    order = rng.choice(KNITTED)
    kind = rng.choice(("orphans", "knitted", "straight"))
    melds: tuple[dict[str, str], ...] = ()
    if kind == "orphans":
        hand = [*ORPHANS, rng.choice(sorted(ORPHANS))]
    elif kind == "knitted":
        hand = rng.sample(sorted(order | HONORS), 14)
    else:
        pung, pair = rng.sample(sorted(HONORS), 2)
        hand = [*order, pair, pair]
        if rng.random() < 0.4:
            melds = ({**meld("pung", pung), "from": "north"},)
        else:
            first = rng.choice([t for t in range(27) if t % 9 < 7])
            hand += rng.choice(([pung] * 3, [first, first + 1, first + 2]))
    if rng.random() < 0.15:
        hand[0] = rng.choice([t for t in range(34) if t not in hand])
    rng.shuffle(hand)
    return Dealt(tuple(sorted(hand[1:])), hand[0], melds)


def shape_of(dealt: Dealt) -> str | None:
    """The pattern of the best shape; of equal ones the special one."""
    held, melds = Counter(dealt.hand), len(dealt.melds)
    if not melds and set(held) == ORPHANS:
        return "thirteen_orphans"
    if not melds and len(held) == 14 and any(set(held) <= order | HONORS for order in KNITTED):
        return "lesser_honors_and_knitted_tiles"
    for order in KNITTED:
        if melds < 2 and order <= set(held):
            left = held - Counter(order)
            if any(len(blocks) == 2 - melds for blocks in divisions(tuple(sorted(left.elements())))):
                return "knitted_straight"
    if dealt.pairs():
        return "seven_pairs"
    return "basic_win" if dealt.readings() else None


def settled(dealt: Dealt, win: dict, points: int, stakes: dict[str, int], options: dict) -> dict[str, int]:
    """Everybody's total."""
    totals, winner = dict.fromkeys(SEATS, 0), win["winner"]
    others = [s for s in SEATS if s != winner]

    def pay(payer: str, amount: int, staked: bool) -> None:
        amount *= options["base"] * (1 + (stakes[payer] + stakes[winner] if staked else 0))
        totals[payer] -= amount
        totals[winner] += amount

    for seat in [win["from"]] if "from" in win else others:
        pay(seat, points * (options["dealer_factor"] if "east" in (seat, winner) else 1), staked=True)
    for made in dealt.melds:
        if made["type"] == "exposed_kong" and options["exposed_kong_payer"] == "feeder":
            pay(made["from"], 3, options["raise_on_kongs"])
        elif made["type"].endswith("kong"):
            for seat in others:
                pay(seat, 2 if made["type"] == "concealed_kong" else 1, options["raise_on_kongs"])
    return totals


@pytest.mark.parametrize("seed", range(300))
def test_random_win(seed: int) -> None:
    rng = random.Random(seed)
    winner, feeder = rng.sample(SEATS[:3], 2)
    kinds = rng.choice((range(34), range(9), [*range(9, 18), *HONORS]))
    dealt = special_hand(rng) if rng.random() < 0.5 else deal(rng, kinds, MELDS, feeders=(feeder,))
    alone = dealt.everything.count(dealt.tile) == 1
    by = rng.choice(("self_draw", "discard", "robbed_kong" if alone else "discard"))
    win = {"winner": winner, "tile": KINDS[dealt.tile], "by": by} | ({} if by == "self_draw" else {"from": feeder})
    options = {name: rng.choice(values) for name, values in CHOICES.items()}
    stakes = {seat: rng.randint(0, 4) for seat in SEATS}
    players = {seat: {"raise": n} | (dealt.player() if seat == winner else {}) for seat, n in stakes.items()}

    answer = outcome(score({"ruleset": "shaanxi", "options": options, "players": players, "wins": [win]}))
    name = shape_of(dealt)
    if name is None:
        assert (answer["valid"], answer["reasons"]) == (False, ["not_a_winning_shape"])
        assert not any(answer["totals"].values())
        return
    points = 1 if name == "basic_win" else options["special_points"]
    patterns, factor = {name: points}, options["self_draw_factor"] if by == "self_draw" else 1
    if factor > 1:
        patterns["self_draw"] = factor
    assert (answer["patterns"], answer["score"]) == (patterns, points * factor)
    assert answer["totals"] == settled(dealt, win, points * factor, stakes, options)
