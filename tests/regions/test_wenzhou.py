"""Wenzhou: random hands, and the side money around them, against a slow reading of every wildcard as every tile."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from slow_reader import KINDS, NUMBER_OF, SEATS, assignments, divisions, meld, outcome, tiles_of

from calculator_api import score

WHITE = NUMBER_OF["5z"]


def near_sets(rng, pool, melds):
    """Tiles of five sets and a pair, less the melds made of them."""
    starts = [t for t in pool if t < 27 and t % 9 < 7]
    tiles = [rng.choice(pool)] * 2
    made = []
    for i in range(5):
        chow = starts and rng.random() < 0.6
        tile = rng.choice(starts if chow else pool)
        if i < melds:
            made.append(meld("chow" if chow else rng.choice(("pung", "exposed_kong", "concealed_kong")), tile))
        else:
            tiles += [tile, tile + 1, tile + 2] if chow else [tile] * 3
    return tiles, made


class Case:
    """A random hand that is nearly a win: some tiles are wild, some of the wildcard's kind are white dragons."""

    def __init__(self, rng):
        self.rng = rng
        while not self.draw():
            pass

    def draw(self):
        rng = self.rng
        suits = rng.sample(range(3), rng.choice((1, 2, 3)))
        pool = [9 * s + r for s in suits for r in range(9)] + rng.choice(([], list(range(27, 34))))
        if rng.random() < 0.3:
            tiles, self.melds = [rng.choice(pool) for _ in range(8)] * 2 + [rng.choice(pool)], []
        else:
            tiles, self.melds = near_sets(rng, pool, rng.choice((0, 0, 1, 3)))
        self.wild = rng.choice((*tiles, WHITE))
        tiles = [WHITE if t == self.wild else t for t in tiles]
        for i in rng.sample(range(len(tiles)), min(rng.choice((0, 1, 1, 2, 2, 3)), len(tiles))):
            tiles[i] = self.wild
        if rng.random() < 0.2:
            tiles[0] = rng.randrange(34)
        rng.shuffle(tiles)
        self.tiles, self.last = tiles, tiles[-1]
        melded = [t for m in self.melds for t in tiles_of(m)]
        held = Counter([self.wild, *tiles, *melded])
        return max(held.values()) <= 4 and self.wild not in melded

    def request(self):
        rng = self.rng
        winner, by = rng.choice(SEATS), rng.choice(("self_draw", "discard"))
        win = {"winner": winner, "tile": KINDS[self.last], "by": by}
        if by == "discard":
            win["from"] = rng.choice([s for s in SEATS if s != winner])
        player = {"concealed": [KINDS[t] for t in self.tiles[:-1]], "melds": self.melds}
        table = {"indicator": KINDS[self.wild], "dealer_streak": rng.randint(0, 4)}
        return {"ruleset": "wenzhou", "table": table, "players": {winner: player}, "wins": [win]}


def stands_in(case, chosen):
    """Whether some wildcard is another tile than its own kind."""
    return any(t != case.wild for t in chosen)


def grades(case, drawn):
    """The value of every reading."""
    face = case.wild if case.wild != WHITE else None
    faces = tuple(case.wild if face is not None and t == WHITE else t if t != case.wild else -1 for t in case.tiles)
    three = case.tiles.count(case.wild) == 3
    if three:
        yield 2
    allowed = [t for t in range(34) if face is None or t != WHITE]
    for used, chosen in assignments(faces, -1, allowed):
        clean = drawn or not stands_in(case, chosen)
        if divisions(used):
            yield 4 if three else 2 if clean else 1
        if not case.melds and sum(n % 2 for n in Counter(used).values()) == 1:
            yield 4 if three or clean else 1


def highest(values):
    best = 0
    for value in values:
        best = max(best, value)
        if best == 4:
            break
    return best


def slowly(case, request):
    win, streak = request["wins"][0], request["table"]["dealer_streak"]
    winner, drawn = win["winner"], win["by"] == "self_draw"
    reasons = ["wildcard_claimed"] if not drawn and case.last == case.wild else []
    best = 0 if reasons else highest(grades(case, drawn))
    reasons = reasons or ([] if best else ["not_a_winning_shape"])
    held = (case.tiles if drawn else case.tiles[:-1]).count(case.wild)
    kongs = sum({"exposed_kong": 1, "concealed_kong": 2}.get(m["type"], 0) for m in case.melds)
    totals = dict.fromkeys(SEATS, 0)
    for payer in SEATS:
        if payer != winner:
            factor = 2 * (min(streak, 3) + 1) if "east" in (payer, winner) else 1
            totals[payer] -= (best + kongs) * factor + held
            totals[winner] += (best + kongs) * factor + held
    found = {"valid": not reasons, "reasons": reasons, "totals": totals}
    if best:
        names = {1: "soft_win", 2: "hard_win", 4: "double_win"}
        found |= {"patterns": {names[best]: best}, "score": best}
    return found


@pytest.mark.parametrize("seed", range(6))
def test_random_hands_pay_as_by_trying_every_substitution(seed):
    rng = random.Random(f"wenzhou {seed}")
    for _ in range(9):
        case = Case(rng)
        request = case.request()
        assert outcome(score(request)) == slowly(case, request), request
