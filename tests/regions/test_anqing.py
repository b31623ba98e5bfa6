"""Anqing: random hands against a slow reading of every wildcard as every tile, misfits and stand-ins included."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from slow_reader import NUMBER_OF, SEATS, Deal, assignments, divisions, next_tiles, outcome, tiles_of

from calculator_api import score

GREEN, WHITE, RED = NUMBER_OF["6z"], NUMBER_OF["5z"], NUMBER_OF["7z"]
DRAGONS = (WHITE, GREEN, RED)
NEXT = next_tiles("1z2z3z4z 7z6z5z")


def kong_tiles(wild):
    return {t for t in DRAGONS if t not in (wild, RED)} if wild not in DRAGONS else set(DRAGONS) - {wild}


def is_misfit(tiles):
    return len(set(tiles)) == len(tiles) and not any(
        a < 27 and b < 27 and a // 9 == b // 9 and abs(a - b) < 3 for a, b in combinations(tiles, 2)
    )


def can_be_misfits(real, wild, face):
    """Whether the real tiles, a red dragon as itself or as `face`, and so many wildcards are fourteen misfits."""
    reds = real.count(RED) if face is not None else 0
    rest = [t for t in real if t != RED or face is None]
    for as_red in range(reds + 1):
        tiles = rest + [RED] * as_red + [face] * (reds - as_red)
        if is_misfit(tiles) and grows(tiles, wild):
            return True
    return False


def grows(tiles, wild):
    return not wild or any(is_misfit([*tiles, t]) and grows([*tiles, t], wild - 1) for t in range(34))


def slowly(deal, request):
    win, wild = request["wins"][0], deal.wild
    barred, stand_in = kong_tiles(wild), wild not in DRAGONS
    tiles = (*deal.concealed, deal.tile)
    faces = [wild if stand_in and t == RED else t for t in tiles if t != wild]
    wilds = tiles.count(wild)
    codes_found = []
    if any(t in barred or t == wild for m in deal.melds for t in tiles_of(m)):
        codes_found.append("illegal_meld")
    if win["by"] != "self_draw" and deal.tile == wild:
        codes_found.append("wildcard_claimed")
    allowed = [t for t in range(34) if t not in barred and (t != RED or not stand_in)]
    substitutions = assignments((*faces, *[-1] * wilds), -1, allowed)
    standard = not barred & set(faces) and any(divisions(used) for used, _ in substitutions)
    real = [t for t in tiles if t != wild]
    misfits = not deal.melds and can_be_misfits(real, wilds, wild if stand_in else None)
    if not standard and not misfits:
        codes_found.append("kong_tile_in_hand" if barred & set(tiles) else "not_a_winning_shape")
    totals = dict.fromkeys(SEATS, 0)
    if codes_found:
        return {"valid": False, "reasons": codes_found, "totals": totals}
    payers = [win["from"]] if "from" in win else [s for s in SEATS if s != win["winner"]]
    totals |= dict.fromkeys(payers, -1) | {win["winner"]: len(payers)}
    shape = "basic_win" if standard else "thirteen_misfits"
    return {"valid": True, "reasons": [], "totals": totals, "patterns": {shape: 1}, "score": 1}


@pytest.mark.parametrize("seed", range(6))
def test_random_hands_are_judged_as_by_trying_every_substitution(seed):
    rng = random.Random(f"anqing {seed}")
    for _ in range(20):
        kinds = ("pung", "exposed_kong", "concealed_kong")
        deal = Deal(rng, NEXT, meld_kinds=kinds, most_wild=2, stand_in=rng.choice((None, RED)))
        request = deal.request("anqing")
        assert outcome(score(request)) == slowly(deal, request), request


class Misfits(Deal):
    """Fourteen tiles that are nearly misfits."""

    def _draw(self, meld_kinds, melded):
        rng = self.rng
        self.melds, self.turned = [], rng.choice(list(NEXT))
        self.wild = NEXT[self.turned]
        tiles = [first + r for first in (0, 9, 18) for r in rng.choice(((0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8)))]
        tiles += range(27, 34)
        hand = rng.sample(tiles, 14)
        for i in rng.sample(range(14), rng.randint(0, 2)):
            hand[i] = rng.choice((self.wild, RED, rng.randrange(34)))
        rng.shuffle(hand)
        self.tile, self.concealed = hand[0], tuple(sorted(hand[1:]))
        return max(map([*hand, self.turned].count, hand)) <= 4


@pytest.mark.parametrize("seed", range(3))
def test_random_misfits_are_judged_as_by_trying_every_substitution(seed):
    rng = random.Random(f"anqing misfits {seed}")
    for _ in range(25):
        deal = Misfits(rng, NEXT)
        request = deal.request("anqing")
        assert outcome(score(request)) == slowly(deal, request), request
