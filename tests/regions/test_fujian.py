"""Fujian: random hands against a slow reading of every wildcard and white dragon as every tile they may be."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from slow_reader import NUMBER_OF, SEATS, Deal, assignments, divisions, next_tiles, tiles_of

from calculator_api import score
from calculator_api.registry import catalogue
from calculator_api.rules import BaseRules

WHITE = NUMBER_OF["5z"]
NEXT = {"moving": {t: t for t in range(34)}, "successor": next_tiles("1z2z3z4z7z6z5z")}
WINDS, DRAGONS = {27, 28, 29, 30}, {31, 32, 33}
ENDS = {t for t in range(27) if t % 9 in (0, 8)}
ORPHANS = ENDS | WINDS | DRAGONS
GATES = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)


def nine_gates(melds, before):
    """`before` are the thirteen faces in hand before the win."""
    return not melds and before[0] < 27 and tuple(sorted(t - before[0] // 9 * 9 for t in before)) == GATES


def specials(melds, blocks, faces):
    """The special patterns by value, but nine gates."""
    sets = [b for b in blocks if b[0] != "pair"] + melds
    everything = {*faces, *(t for _, tiles in melds for t in tiles)}
    suits, honors = {t // 9 for t in everything if t < 27}, {t for t in everything if t >= 27}
    pungs = [tiles[0] for kind, tiles in sets if kind != "chow"]
    pair = next(tiles[0] for kind, tiles in blocks if kind == "pair")
    flush, half, only_pungs = len(suits) == 1 and not honors, len(suits) == 1 and honors, len(pungs) == 4
    dragons, winds = DRAGONS & set(pungs), WINDS & set(pungs)
    found = {
        "big_four_winds": (6, len(winds) == 4), "big_three_dragons": (6, len(dragons) == 3),
        "all_honors": (6, not suits), "all_terminals": (6, everything <= ENDS),
        "little_four_winds": (5, len(winds) == 3 and pair in WINDS - winds),
        "little_three_dragons": (5, len(dragons) == 2 and pair in DRAGONS - dragons),
        "all_terminals_and_honors": (5, everything <= ORPHANS and suits and honors),
        "pure_pungs": (5, flush and only_pungs), "mixed_pungs": (4, half and only_pungs), "full_flush": (4, flush),
    }  # fmt: skip
    inside = 2 * bool(half) + 2 * only_pungs + (not pungs)
    return {name: value for name, (value, holds) in found.items() if holds}, inside, pungs


def reckon(win, melds, blocks, before, faces):
    """(score, fan before the limit) of one reading."""
    special, fan, pungs = specials(melds, blocks, faces)
    if nine_gates(melds, before):
        special["nine_gates"] = 6
    if special:
        return 2 ** max(special.values()), max(special.values())
    fan += pungs.count(27 + SEATS.index(win["winner"])) + pungs.count(27) + sum(t in DRAGONS for t in pungs)
    fan += {"self_draw": 1, "robbed_kong": 3, "discard": 0}[win["by"]]
    return 2 ** min(3, fan), fan


def is_orphans(melds, faces):
    return not melds and set(faces) == ORPHANS


def taken(deal, win, mode, whites):
    """Every way to take the hand: (real faces, wildcards in hand, the last tile's face or None where it is wild)."""
    claimed = win["by"] != "self_draw"
    hand, last = list(deal.concealed), deal.tile
    wild = hand.count(deal.wild)
    real = [t for t in hand if t != deal.wild]
    drawn_wild = last == deal.wild and not claimed
    spots = [i for i, t in enumerate(real) if t == WHITE]
    if last == WHITE and not claimed and not drawn_wild:
        spots.append(-1)
    most = 0 if mode == "successor" or deal.wild == WHITE else {"one": 1, "all": len(spots), "none": 0}[whites]
    for count in range(min(most, len(spots)) + 1):
        for chosen in combinations(spots, count):
            faces = [deal.wild if i in chosen else t for i, t in enumerate(real)]
            yield faces, wild, None if drawn_wild else deal.wild if -1 in chosen else last


def slowly(deal, request, mode, whites):
    """The best (score, fan before the limit), or None where nothing wins."""
    win = request["wins"][0]
    melds = [(m["type"], tiles_of(m)) for m in deal.melds]
    best = None
    for real, wild, last in taken(deal, win, mode, whites):
        for before, _ in assignments((*real, *[-1] * wild), -1, range(34)):
            for final in range(34) if last is None else (last,):
                faces = tuple(sorted((*before, final)))
                found = [reckon(win, melds, blocks, before, faces) for blocks in divisions(faces)]
                if is_orphans(melds, faces):
                    found.append((64, 6))
                best = max([*found, *([best] if best else [])], default=None)
    return best


def answered(answer):
    win = answer["wins"][0]
    return (win["score"], sum(p["value"] * p["count"] for p in win["patterns"])) if win["valid"] else None


def deals(seed, most_wild, count):
    rng = random.Random(f"fujian {seed}")
    for _ in range(count):
        mode, whites = rng.choice(("moving", "moving", "successor")), rng.choice(("one", "all", "none"))
        kinds = ("chow", "pung", "exposed_kong", "concealed_kong")
        deal = Deal(
            rng,
            NEXT[mode],
            meld_kinds=kinds,
            most_wild=most_wild,
            melded=(0, 0, 1, 2, 3),
            stand_in=rng.choice((None, WHITE)),
        )
        yield deal, mode, whites, deal.request("fujian", options={"wildcard_mode": mode, "blank_substitutes": whites})


@pytest.mark.parametrize("seed", range(6))
def test_random_hands_score_as_by_trying_every_substitution(seed):
    for deal, mode, whites, request in deals(seed, 2, 12):
        assert answered(score(request)) == slowly(deal, request, mode, whites), request


@pytest.mark.parametrize("seed", range(4))
def test_readings_that_are_merged_pay_no_less(seed, monkeypatch):
    cases = [request for *_, request in deals(f"merged {seed}", 4, 25)]
    merged = [answered(score(request)) for request in cases]
    monkeypatch.setattr(type(catalogue()["fujian"].rules), "trait", BaseRules.trait)
    assert merged == [answered(score(request)) for request in cases]


def one_suit_request(rng):
    """Nine gates with some of its tiles wild, and now and then spoiled."""
    tiles = [9 + t for t in GATES]
    for i in rng.sample(range(13), rng.randint(1, 4)):
        tiles[i] = 0
    if rng.random() < 0.3:
        tiles[rng.randrange(13)] = 9 + rng.randrange(9)
    last = rng.choice((0, 9 + rng.randrange(9)))
    if max(map((*tiles, last).count, set(tiles))) > 4:
        return one_suit_request(rng)
    code = [f"{t % 9 + 1}{'mp'[t // 9]}" for t in (*tiles, last)]
    win = {"winner": "south", "tile": code[13], "by": "self_draw"}
    options = {"wildcard_mode": "successor"}
    players = {"south": {"concealed": code[:13]}}
    return {"ruleset": "fujian", "options": options, "table": {"indicator": "9m"}, "players": players, "wins": [win]}


def test_nine_gates_are_found_wherever_the_wildcards_are(monkeypatch):
    rng = random.Random("fujian nine gates")
    cases = [one_suit_request(rng) for _ in range(8)]
    merged = [answered(score(request)) for request in cases]
    assert (64, 6) in merged
    monkeypatch.setattr(type(catalogue()["fujian"].rules), "trait", BaseRules.trait)
    assert merged == [answered(score(request)) for request in cases]
