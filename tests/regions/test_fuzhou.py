"""Fuzhou: random hands of thirteen and sixteen tiles against a slow reading of every gold as every tile, and what its
rules refuse."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from slow_reader import KINDS, SEATS, assignments, divisions, meld, outcome, tiles_of

from calculator_api import ImpossibleRound, score

SUITS = range(27)
FLOWERS = [*[f"{i}z" for i in range(1, 8) for _ in range(4)], *[f"{i}f" for i in range(1, 9)]]


class Case:
    """A random hand that is nearly a win, with up to three golds and some flowers."""

    def __init__(self, rng):
        self.rng = rng
        while not self.draw():
            pass

    def draw(self):
        rng = self.rng
        self.size = rng.choice((13, 13, 16))
        pool = [9 * s + r for s in rng.sample(range(3), rng.choice((1, 2, 3))) for r in range(9)]
        melds = rng.choice((0, 0, 1, 2, 4))
        tiles, self.melds = [rng.choice(pool)] * 2, []
        for i in range(self.size // 3):
            chow = rng.random() < 0.6
            tile = rng.choice([t for t in pool if t % 9 < 7] if chow else pool)
            if i < melds:
                self.melds.append(meld("chow" if chow else rng.choice(("pung", "added_kong", "concealed_kong")), tile))
            else:
                tiles += [tile, tile + 1, tile + 2] if chow else [tile] * 3
        self.gold = rng.choice(pool)
        for i in rng.sample(range(len(tiles)), min(rng.choice((0, 1, 2, 2, 3)), len(tiles))):
            tiles[i] = self.gold
        if rng.random() < 0.3:
            tiles[0] = rng.choice(pool)
        rng.shuffle(tiles)
        self.tiles, self.last = tiles, tiles[-1]
        self.flowers = rng.choice(([], [], rng.sample(FLOWERS, 3), [f"{i}f" for i in range(1, 5)], ["1z"] * 4))
        melded = [t for m in self.melds for t in tiles_of(m)]
        return max(Counter([self.gold, *tiles, *melded]).values()) <= 4 and self.gold not in melded

    def request(self):
        rng = self.rng
        winner, by = rng.choice(SEATS), rng.choice(("self_draw", "discard", "discard"))
        win = {"winner": winner, "tile": KINDS[self.last], "by": by}
        if by == "discard":
            win["from"] = rng.choice([s for s in SEATS if s != winner])
            win["circumstances"] = [] if winner == "east" else rng.choice(([], [], ["human"]))
        elif winner == "east":
            win["circumstances"] = rng.choice(([], ["heavenly"]))
        player = {"concealed": [KINDS[t] for t in self.tiles[:-1]], "melds": self.melds, "flowers": self.flowers}
        options = {"hand_size": self.size, "specials": rng.choice(("highest", "sum")), "base": rng.choice((1, 3))}
        table = {"indicator": KINDS[self.gold], "dealer_streak": rng.choice((0, 0, 2))}
        return {"ruleset": "fuzhou", "options": options, "table": table, "players": {winner: player}, "wins": [win]}


def forms(real, golds):
    """Every division with the golds as every suit tile."""
    for used, chosen in assignments((*real, *[-1] * golds), -1, SUITS):
        yield from ((blocks, chosen) for blocks in divisions(used))


def golden_pair(case):
    """Two golds as the pair, the other tiles as sets."""
    real = [t for t in case.tiles if t != case.gold]
    golds = case.tiles.count(case.gold)
    if golds < 2:
        return False
    rest = assignments((*real, *[-1] * (golds - 2)), -1, SUITS)
    return any(divisions(used, False) for used, _ in rest)


def waits_for_all(case):
    real = [t for t in case.tiles[:-1] if t != case.gold]
    golds = case.tiles[:-1].count(case.gold)
    extra = [(real + [t], golds) if t != case.gold else (real, golds + 1) for t in SUITS]
    return all(any(True for _ in forms(r, g)) for r, g in extra)


def flower_points(case):
    kinds = Counter(case.flowers)
    whole = sum(kinds[f"{i}z"] == 4 for i in range(1, 8)) + (set(kinds) >= {"1f", "2f", "3f", "4f"})
    whole += set(kinds) >= {"5f", "6f", "7f", "8f"}
    found = {"flower": len(case.flowers), "flower_kong": 2 * whole}
    found["melded_kong"] = sum(m["type"] == "added_kong" for m in case.melds)
    found["concealed_kong"] = 2 * sum(m["type"] == "concealed_kong" for m in case.melds)
    return {name: n for name, n in found.items() if n}


def judged(case, win):
    """The reason it does not win, or None."""
    drawn, golds = win["by"] == "self_draw", case.tiles.count(case.gold)
    if not drawn and case.last == case.gold:
        return "wildcard_claimed"
    if drawn and golds == 3:
        return None
    real = [t for t in case.tiles if t != case.gold]
    if not any(True for _ in forms(real, golds)):
        return "not_a_winning_shape"
    if not drawn and not golden_pair(case) and waits_for_all(case):
        return "self_draw_only"
    return None


def slowly(case, request):
    win, options, streak = request["wins"][0], request["options"], request["table"]["dealer_streak"]
    drawn, winner = win["by"] == "self_draw", win["winner"]
    totals, reason = dict.fromkeys(SEATS, 0), judged(case, win)
    if reason:
        return {"valid": False, "reasons": [reason], "totals": totals}
    named = {"golden_pair": 60 * golden_pair(case), "three_golds": 40 * (drawn and case.tiles.count(case.gold) == 3)}
    named["robbing_gold"] = 30 * bool(win.get("circumstances"))
    named = {name: n for name, n in named.items() if n}
    if options["specials"] == "highest" and named:
        named = dict([max(named.items(), key=lambda item: item[1])])
    flowers = flower_points(case)
    if not flowers:
        named |= {"flowerless_bonus": 10} if named else {"flowerless_hand": 30}
    if winner == "east" and streak:
        flowers["dealer_streak"] = streak
    factor = 2 if drawn or named else 1
    total = factor * sum(flowers.values()) + sum(named.values())
    payers = [s for s in SEATS if s != winner] if drawn else [win["from"]]
    paid = Counter(dict.fromkeys(payers, options["base"] * total))
    if winner != "east":
        paid["east"] += options["base"] * factor * streak
    totals = {s: -paid[s] for s in SEATS} | {winner: sum(paid.values())}
    patterns = flowers | named | ({"self_draw": 2} if drawn and not named else {})
    return {"valid": True, "reasons": [], "totals": totals, "patterns": patterns, "score": total}


@pytest.mark.parametrize("seed", range(6))
def test_random_hands_pay_as_by_trying_every_gold_as_every_tile(seed):
    rng = random.Random(f"fuzhou {seed}")
    for _ in range(12):
        case = Case(rng)
        request = case.request()
        assert outcome(score(request)) == slowly(case, request), request


WINNER = {"concealed": "123m456m789p23s88s", "flowers": "1z"}
CLAIM = {"winner": "south", "tile": "4s", "by": "discard", "from": "west"}
THREE_GOLDS = {"concealed": "1379m258p14s555s6m"}
REFUSED = {
    "earthly is not for the dealer": (
        {"players": {"east": WINNER}, "wins": [CLAIM | {"winner": "east", "circumstances": ["earthly"]}]},
        "/wins/0/circumstances",
    ),
    "an opening needs three golds": (
        {
            "players": {"south": {"concealed": "1379m258p14s55s66m"}},
            "wins": [{"winner": "south", "by": "self_draw", "circumstances": ["opening"]}],
        },
        "/wins/0/circumstances",
    ),
    "an opening is not claimed": (
        {
            "players": {"south": THREE_GOLDS},
            "wins": [{"winner": "south", "by": "discard", "from": "west", "circumstances": ["opening"]}],
        },
        "/wins/0/circumstances",
    ),
    "an opening goes with no other win": (
        {
            "players": {"south": THREE_GOLDS, "north": {"concealed": "123m456m789p23s88s"}},
            "wins": [{"winner": "south", "by": "self_draw", "circumstances": ["opening"]}, CLAIM | {"winner": "north"}],
        },
        "/wins",
    ),
    "the gold is a suit tile": (
        {"table": {"indicator": "1z"}, "players": {"south": WINNER}, "wins": [CLAIM]},
        "/table/indicator",
    ),
    "so is one named by wildcards": (
        {"table": {"wildcards": "1z"}, "players": {"south": WINNER}, "wins": [CLAIM]},
        "/table/wildcards",
    ),
    "there is one gold": (
        {"table": {"wildcards": "1m2m"}, "players": {"south": WINNER}, "wins": [CLAIM]},
        "/table/wildcards",
    ),
    "an honour is no winning tile": ({"players": {"south": WINNER}, "wins": [CLAIM | {"tile": "2z"}]}, "/wins/0/tile"),
    "the robbed tile is in nobody else's hand": (
        {"players": {"south": WINNER | {"concealed": "123m456m789p24s44s"}}, "wins": [CLAIM | {"by": "robbed_kong"}]},
        "/wins/0/by",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_impossible_rounds_are_refused_at_the_right_place(case):
    request, pointer = REFUSED[case]
    with pytest.raises(ImpossibleRound) as refused:
        score({"ruleset": "fuzhou", "table": {"indicator": "5s"}, **request})
    assert pointer in {fault.pointer for fault in refused.value.faults}
