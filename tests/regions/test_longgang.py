"""Longgang: random winners against a slow reading of every wildcard as every tile, random losers against every use of
their wildcards, and what the rules say about seasons, penalties and simultaneous wins."""

from __future__ import annotations

import random
import sys
from collections import Counter
from itertools import combinations_with_replacement, product

import pytest
from slow_reader import KINDS, NUMBER_OF, SEATS, divisions, meld, tiles_of

from calculator_api import score
from calculator_api.registry import catalogue

WINDS, DRAGONS = {27, 28, 29, 30}, {32, 33}
HONORS = WINDS | DRAGONS
PLAYED = [*range(31), 32, 33]
ENDS = {t for t in range(27) if t % 9 in (0, 8)}
GREENS = {19, 20, 21, 23, 25, 32}
OPTIONAL = (
    "pure_straight", "eight_pairs_half", "all_green", "four_guardians", "five_kongs", "four_kongs",
    "five_concealed_pungs", "five_shifted_pungs", "quadruple_chow", "golden_gate",
)  # fmt: skip
LIMITS = (
    "three_wildcards", "all_honors", "big_four_winds", "little_four_winds", "all_terminals", "all_terminals_and_honors",
    "full_flush", "wildcard_triplet", "eight_pairs_half", "all_green", "four_guardians", "five_kongs", "four_kongs",
    "five_concealed_pungs", "five_shifted_pungs", "quadruple_chow", "golden_gate",
)  # fmt: skip
HU = (
    "concealed_kong", "melded_kong", "concealed_pung", "melded_pung", "value_pair", "closed_wait", "self_draw",
    "edge_wait", "single_wait",
)  # fmt: skip
TAI = (
    "no_wildcards", "two_wildcards", "seat_flower", "four_flowers", "dragon_pung", "seat_wind", "half_flush",
    "all_pungs", "out_with_replacement", "pure_straight",
)  # fmt: skip
FOLLOW = (30, 60, 90, 120)
RUNS_OF_FIVE = [list(range(t, t + 5)) for t in range(27) if t % 9 < 5]


class Case:
    """A random winner: `real` and `wild` tiles in hand with the winning one, melds, and how it was won.

    A wildcard is "W" or "F"; the winning tile `last` is a kind or one of these.
    """

    def __init__(self, rng, most_wild):
        self.rng = rng
        while not self.draw(rng.randint(0, most_wild)):
            pass

    def draw(self, wilds):
        rng = self.rng
        self.seat, self.by = rng.choice(SEATS), rng.choice(("self_draw", "discard"))
        self.indicator = rng.choice(PLAYED)
        suits = rng.sample(range(3), rng.choice((1, 1, 2)))
        pool = [9 * s + r for s in suits for r in range(9)]
        pool = rng.choice((pool, [*pool, *HONORS], [*pool, *HONORS], [*ENDS, *HONORS], [*HONORS], list(GREENS)))
        starts = [t for t in pool if t < 27 and t % 9 < 7 and {t + 1, t + 2} <= {*pool, *range(27)}]
        pungs, melded = rng.choice((0.1, 0.5, 1.0)), rng.choice((0, 0, 1, 2, 3, 4))
        self.melds, tiles = [], [rng.choice(pool)] * 2
        for i in range(5):
            chow = starts and rng.random() >= pungs
            kind = "chow" if chow else rng.choice(("pung", "pung", "exposed_kong", "concealed_kong"))
            tile = rng.choice(starts if chow else pool)
            if i < melded:
                self.melds.append(meld(kind, tile))
            else:
                tiles += [tile, tile + 1, tile + 2] if chow else [tile] * 3
        for i in rng.sample(range(len(tiles)), min(wilds, len(tiles))):
            tiles[i] = "W"
        if "W" in tiles and rng.random() < 0.5:
            tiles[tiles.index("W")] = "F"
        if rng.random() < 0.1:
            tiles[0] = rng.choice(PLAYED)
        rng.shuffle(tiles)
        self.last, self.tiles = tiles[-1], tiles
        self.real = [t for t in tiles if t not in ("W", "F")]
        self.wild = [t for t in tiles if t in ("W", "F")]
        if self.last in ("W", "F"):
            self.by = "self_draw"
        melded_tiles = [t for m in self.melds for t in tiles_of(m)]
        guests = [f for i, f in enumerate(("1f", "2f", "3f", "4f")) if i != SEATS.index(self.seat)]
        self.flowers = guests if rng.random() < 0.2 else rng.sample(guests, rng.randint(0, 2))
        self.options = {
            "optional_hands": rng.sample(OPTIONAL, rng.choice((0, 0, 3, 10))), "limit_wildcards": rng.choice((3, 4)),
            "single_wait_self_draw_hu": rng.choice((0, 2)), "edge_wait_hu": rng.choice((0, 2)),
            "single_wait_hu": rng.choice((0, 2)), "four_winds_wildcard_limit": rng.random() < 0.5,
        }  # fmt: skip
        held = Counter([*self.real, *melded_tiles, *[self.indicator] * (self.wild.count("W") + 1)])
        return max(held.values()) <= 4 and self.indicator not in (*self.real, *melded_tiles)

    def code(self, tile):
        own = f"{SEATS.index(self.seat) + 1}f"
        return own if tile == "F" else KINDS[self.indicator if tile == "W" else tile]

    def request(self):
        win = {"winner": self.seat, "tile": self.code(self.last), "by": self.by}
        if self.by == "discard":
            win["from"] = self.rng.choice([s for s in SEATS if s != self.seat])
        concealed = [self.code(t) for t in self.tiles[:-1]]
        player = {"concealed": concealed, "melds": self.melds, "flowers": self.flowers}
        return {
            "ruleset": "longgang", "options": self.options, "table": {"indicator": KINDS[self.indicator]},
            "players": {self.seat: player}, "wins": [win],
        }  # fmt: skip


def could_divide(tiles):
    """A quick necessary test: one group has two tiles over, the others none, honours come in twos and threes."""
    counts = Counter(t // 9 if t < 27 else t for t in tiles)
    over = [n % 3 for n in counts.values()]
    return 1 not in over and over.count(2) == 1


def readings(case):
    """(blocks, where the wildcards lie, where the winning tile lies) for every face of every wildcard."""
    for chosen in combinations_with_replacement(PLAYED, len(case.wild)):
        faces = tuple(sorted([*case.real, *chosen]))
        if could_divide(faces):
            for division in divisions(faces):
                yield from placed(case, division, chosen)


def placed(case, division, chosen):
    """Every way the wildcards and the winning tile can lie in the blocks of a division."""
    spots = [(b, i) for b, (_, tiles) in enumerate(division) for i in range(len(tiles))]
    at = [[s for s in spots if division[s[0]][1][s[1]] == face] for face in chosen]
    seen = set()
    for places in product(*at):
        if len(set(places)) == len(places) and frozenset(places) not in seen:
            seen.add(frozenset(places))
            wild = set(places)
            if case.last in ("W", "F"):
                ends = wild
            else:
                ends = {s for s in spots if s not in wild and division[s[0]][1][s[1]] == case.last}
            yield from ((division, wild, end) for end in ends)


def big(tile):
    return 2 if tile in ENDS | HONORS else 1


def is_wild(block, number, wild):
    return all((number, i) in wild for i in range(len(block[1])))


def count(case, division, wild, end):
    """(limit hands, contributions) of one reading."""
    own_wind, claimed = 27 + SEATS.index(case.seat), case.by != "self_draw"
    melds = [(m["type"], tiles_of(m)) for m in case.melds]
    sets = [(b, is_wild(b, n, wild), n) for n, b in enumerate(division) if b[0] != "pair"]
    pair, bare_pair, pair_at = next((b, is_wild(b, n, wild), n) for n, b in enumerate(division) if b[0] == "pair")
    found = Counter({"flower": 4 * len(case.flowers)})
    pung_tiles, free_sets, concealed, all_pungs = [], 0, 0, True
    for block, free, number in sets:
        free_sets += free
        if block[0] == "chow" and not free:
            all_pungs = False
            continue
        hidden = not (claimed and end[0] == number)
        concealed += hidden
        tile = case.indicator if free else block[1][0]
        found["concealed_pung" if hidden else "melded_pung"] += big(tile) * (4 if hidden else 2)
        if not free:
            pung_tiles.append(tile)
    for kind, tiles in melds:
        if kind == "chow":
            all_pungs = False
        else:
            pung_tiles.append(tiles[0])
            concealed += kind == "concealed_kong"
            small = {"pung": 2, "exposed_kong": 8, "concealed_kong": 16}[kind]
            name = {"pung": "melded_pung", "exposed_kong": "melded_kong", "concealed_kong": "concealed_kong"}[kind]
            found[name] += big(tiles[0]) * small
    chows = [b[1][0] for b, free, _ in sets if b[0] == "chow" and not free] + [t[0] for k, t in melds if k == "chow"]
    faced = {t for b, free, _ in sets if not free for t in b[1]} | {t for _, tiles in melds for t in tiles}
    faced |= set() if bare_pair else set(pair[1])
    suits, honors = {t // 9 for t in faced if t < 27}, faced & HONORS
    found["value_pair"] = 2 * (not bare_pair and pair[1][0] in DRAGONS | {own_wind})
    block, at = division[end[0]], end[1]
    closed = block[0] == "chow" and at == 1 and not is_wild(block, end[0], wild)
    edge = block[0] == "chow" and (block[1][0] % 9, at) in ((0, 2), (6, 0)) and not is_wild(block, end[0], wild)
    found["closed_wait"] = 2 * closed
    found["edge_wait"] = case.options["edge_wait_hu"] * edge
    found["single_wait"] = case.options["single_wait_hu"] * (end[0] == pair_at)
    if case.by == "self_draw":
        found["self_draw"] = case.options["single_wait_self_draw_hu"] if end[0] == pair_at else 2
    held, flower = case.wild.count("W"), "F" in case.wild
    found["no_wildcards"], found["two_wildcards"] = int(not case.wild), int(held >= 2)
    found["four_flowers" if len(case.flowers) == 3 else "seat_flower"] = flower * (2 if len(case.flowers) == 3 else 1)
    found["dragon_pung"] = sum(t in DRAGONS for t in pung_tiles)
    found["seat_wind"] = pung_tiles.count(own_wind)
    found["half_flush"] = int(len(suits) == 1 and bool(honors))
    found["all_pungs"] = int(all_pungs)
    straight = any({f, f + 3, f + 6} <= set(chows) for f in (0, 9, 18))
    found["pure_straight"] = int(straight and "pure_straight" in case.options["optional_hands"])
    winds = WINDS & set(pung_tiles)
    little = len(winds) == 3 and (pair[1][0] in WINDS - winds if not bare_pair else fits_bare_pair(case, winds))
    honor_pungs = sum(t in HONORS for t in pung_tiles) + free_sets
    kongs = sum(kind.endswith("kong") for kind, _ in melds)
    ranks = sorted(t for t in pung_tiles if t < 27)
    limits = {
        "all_honors": all_pungs and faced <= HONORS, "big_four_winds": len(winds) == 4, "little_four_winds": little,
        "all_terminals": all_pungs and faced <= ENDS,
        "all_terminals_and_honors": all_pungs and faced <= ENDS | HONORS and bool(suits) and bool(honors),
        "full_flush": len(suits) == 1 and not honors, "wildcard_triplet": free_sets > 0 and flower,
        "all_green": faced <= GREENS,
        "four_guardians": honor_pungs >= 4 or honor_pungs == 3 and (bare_pair or pair[1][0] in HONORS),
        "five_kongs": kongs == 5, "four_kongs": kongs >= 4, "five_concealed_pungs": concealed == 5,
        "five_shifted_pungs": len(ranks) == 5 and ranks in RUNS_OF_FIVE,
        "quadruple_chow": any(chows.count(t) >= 4 for t in chows),
        "golden_gate": any({f, f + 2, f + 4, f + 6} <= set(chows) for f in (0, 9, 18)),
    }  # fmt: skip
    played = {n for n, holds in limits.items() if holds and (n not in OPTIONAL or n in case.options["optional_hands"])}
    return played, {name: n for name, n in found.items() if n}


def suits_of(tiles):
    return {t // 9 for t in tiles}


def fits_bare_pair(case, winds):
    (missing,) = WINDS - winds
    return not (case.options["four_winds_wildcard_limit"] and case.indicator == missing and len(case.wild) != 2)


def eight_pairs(case):
    """Seven pairs and a triplet, the wildcards tried as every tile."""
    if case.melds or "eight_pairs_half" not in case.options["optional_hands"]:
        return False
    for chosen in combinations_with_replacement(PLAYED, len(case.wild)):
        counts = Counter([*case.real, *chosen])
        if sum(n % 2 for n in counts.values()) == 1 and any(n >= 3 and n % 2 for n in counts.values()):
            return True
    return False


def value(case, found):
    hu, tai = sum(found.get(n, 0) for n in (*HU, "flower")), sum(found.get(n, 0) for n in TAI)
    raw = (hu + 20) * 2**tai
    total = min(300, -(-raw // 10) * 10)
    received = (6 if case.seat == "east" else 4) * total + 3 * FOLLOW[min(tai, 3)]
    return received, raw, tai, [found.get(n, 0) for n in HU], [found.get(n, 0) for n in TAI], total


def slowly(case):
    """(score, patterns) of the best reading, or None."""
    limits, best = set(), None
    enough = case.options["limit_wildcards"] == 3 or "F" in case.wild
    if case.wild.count("W") == 3 and enough:
        limits.add("three_wildcards")
    if eight_pairs(case):
        faced = {*case.real}
        limits.add("eight_pairs_half")
        limits |= {"full_flush"} if len(suits_of(faced)) == 1 and max(faced) < 27 else set()
        limits |= {"all_green"} if faced <= GREENS and "all_green" in case.options["optional_hands"] else set()
    for division, wild, end in readings(case):
        there, found = count(case, division, wild, end)
        limits |= there
        if best is None or value(case, found) > best[0]:
            best = value(case, found), found
    if limits:
        return 300, {min(limits, key=LIMITS.index): 3}, limits
    return (best[0][-1], best[1] or {"basic_win": 0}, set()) if best else None


def answered(answer):
    win = answer["wins"][0]
    if not win["valid"]:
        return None
    patterns = {p["id"]: p["value"] * p["count"] for p in win["patterns"]}
    excluded = {p["id"] for p in win["excluded"]} | set(patterns)
    return win["score"], patterns, excluded & set(LIMITS)


@pytest.mark.parametrize("seed", range(8))
def test_random_winners_count_as_by_trying_every_substitution(seed):
    rng = random.Random(f"longgang {seed}")
    for _ in range(14):
        case = Case(rng, 2)
        request = case.request()
        assert answered(score(request)) == slowly(case), request


@pytest.mark.parametrize("seed", range(2))
def test_three_wildcards_in_a_hand_count_as_by_trying_every_substitution(seed):
    rng = random.Random(f"longgang three {seed}")
    cases = [case for case in (Case(rng, 3) for _ in range(40)) if len(case.wild) == 3][:3]
    for case in cases:
        request = case.request()
        assert answered(score(request)) == slowly(case), request


@pytest.mark.parametrize("seed", range(3))
def test_readings_that_are_merged_count_no_less(seed, monkeypatch):
    rng = random.Random(f"longgang merged {seed}")
    cases = [case.request() for case in (Case(rng, 3) for _ in range(60)) if len(case.wild) > 1]
    merged = [answered(score(request)) for request in cases]
    module = sys.modules[type(catalogue()["longgang"].rules).__module__]
    monkeypatch.setattr(module, "hu_and_tai", tell_all_apart)
    monkeypatch.setattr(module, "limits", tell_all_apart)
    assert merged == [answered(score(request)) for request in cases]


def tell_all_apart(hand):
    """A trait by which only equal divisions are equal."""
    numbers = {}
    return lambda made: 1 << 3 * numbers.setdefault(made, len(numbers))


# -- losers


def loser_slowly(seat, hand, melds, flowers, indicator, options):
    """The total, trying every tile that each wildcard may stand beside."""
    own = f"{SEATS.index(seat) + 1}f"
    wild = [t for t in hand if t in (own, indicator)]
    counts = Counter(NUMBER_OF[t] for t in hand if t not in wild and t[1] != "f")
    own_wind = 27 + SEATS.index(seat)
    best = (0, 0, 0)
    for beside in product([None, *counts], repeat=len(wild)):
        placed, found = Counter(t for t in beside if t is not None), Counter()
        pungs = [t for t, n in counts.items() if n >= 3]
        lone = options["nonwinner_single_tile_triplet"]
        fits = {(1, 2), (4, 2)} if lone else set()
        if any((counts[t], n) not in fits | {(2, 1)} for t, n in placed.items()):
            continue
        pungs += list(placed)
        found["hu"] = sum(4 * big(t) for t in pungs) + 4 * len(flowers)
        valued = DRAGONS | {own_wind}
        found["hu"] += 2 * sum(n == 2 and t in valued and t not in placed for t, n in counts.items())
        for made in melds:
            small = {"pung": 2, "exposed_kong": 8, "added_kong": 8, "concealed_kong": 16, "chow": 0}[made["type"]]
            found["hu"] += small * big(tiles_of(made)[0])
            pungs += [tiles_of(made)[0]] if made["type"] != "chow" else []
        used = Counter(w for w, t in zip(wild, beside, strict=True) if t is not None)
        tai = sum(t in DRAGONS for t in pungs) + pungs.count(own_wind) + (used[indicator] >= 2)
        if used[own]:
            tai += options["nonwinner_four_flowers_tai"] if len(flowers) == 3 else 1
        raw = found["hu"] * 2**tai
        best = max(best, (min(300, -(-raw // 10) * 10), raw, tai))
    return best[0]


def random_loser(rng, indicator):
    seat = rng.choice(("east", "west", "north"))
    apart = [t for t in PLAYED if t != indicator and not 9 <= t < 18]  # the winner has the others
    pool = rng.sample(apart, 8)
    fillers = [KINDS[t] for t in apart if t not in pool]
    melds = [meld(rng.choice(("pung", "exposed_kong", "concealed_kong")), pool.pop()) for _ in range(rng.randint(0, 2))]
    deck = [KINDS[t] for t in pool for _ in range(4)]
    hand = rng.sample(deck, 16 - 3 * len(melds) - 3) + [KINDS[indicator]] * rng.randint(1, 2)
    hand.append(f"{SEATS.index(seat) + 1}f")
    guests = [f"{i + 1}f" for i in range(4) if i != SEATS.index(seat)]
    hand += fillers[: 16 - 3 * len(melds) - len(hand)]
    return seat, hand, melds, rng.sample(guests, rng.randint(0, 3))


@pytest.mark.parametrize("seed", range(4))
def test_random_losers_count_as_by_trying_every_use_of_their_wildcards(seed):
    rng = random.Random(f"longgang losers {seed}")
    for _ in range(12):
        indicator = rng.choice((0, 4, 32, 33))
        seat, hand, melds, flowers = random_loser(rng, indicator)
        lone, four = rng.random() < 0.7, rng.choice((1, 2))
        options = {"nonwinner_single_tile_triplet": lone, "nonwinner_four_flowers_tai": four}
        winner = {"melds": [meld("chow", t) for t in (10, 10, 10, 13)], "concealed": "567p8p"}
        request = {
            "ruleset": "longgang", "options": options, "table": {"indicator": KINDS[indicator]},
            "players": {"south": winner, seat: {"concealed": hand, "melds": melds, "flowers": flowers}},
            "wins": [{"winner": "south", "tile": "8p", "by": "self_draw"}],
        }  # fmt: skip
        losers = score(request)["losers"]
        assert losers[seat]["total"] == loser_slowly(seat, hand, melds, flowers, KINDS[indicator], options), request
        assert all(losers[other]["total"] == 0 for other in losers if other != seat)
