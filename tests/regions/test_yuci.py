"""Yuci and Taiyuan: the sole wait and the choice of reading, against a slow reading of random hands."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from slow_reader import KINDS, NUMBER_OF, codes, divisions, meld, outcome, tiles_of

from calculator_api import score

KONGS = {"exposed_kong": "melded_kong", "added_kong": "melded_kong", "concealed_kong": "concealed_kong"}
STRAIGHTS = [{s, s + 3, s + 6} for s in (0, 9, 18)]


def readings(concealed, tile, melds, pairs_win):
    """(blocks, the block with the winning tile) of every reading; (None, None) for seven pairs."""
    hand = tuple(sorted((*concealed, tile)))
    for blocks in divisions(hand):
        if len(blocks) == 5 - len(melds):
            for place in {b for b in blocks if tile in b[1]}:
                yield blocks, place
    if pairs_win and not melds and all(n % 2 == 0 for n in Counter(hand).values()):
        yield None, None


def sole_wait(concealed, melds, pairs_win):
    held = Counter((*concealed, *(t for m in melds for t in tiles_of(m))))
    return sum(held[t] < 4 and any(True for _ in readings(concealed, t, melds, pairs_win)) for t in range(34)) == 1


def wait_of(place, tile):
    if place is None:
        return None
    kind, tiles = place
    if kind == "pair":
        return "single_wait"
    if kind == "chow" and tile == tiles[1]:
        return "closed_wait"
    edge = kind == "chow" and (tile == tiles[2] and tile % 9 == 2 or tile == tiles[0] and tile % 9 == 6)
    return "edge_wait" if edge else None


def yuci(blocks, wait, everything, melds, by):
    """The fan of the hand."""
    suits = {t // 9 for t in everything if t < 27}
    one_suit, honors = len(suits) == 1 and max(everything) < 27, not suits
    found = {"basic_win": 2}
    if by == "discard" and blocks and all(m["type"] == "concealed_kong" for m in melds):
        found["concealed_hand"] = 1
    if all(t < 27 and t % 9 not in (0, 8) for t in everything):
        found["all_simples"] = 1
    if wait:
        found[wait] = 1
    chows = {tiles[0] for kind, tiles in blocks or () if kind == "chow"}
    straight = any(s <= chows for s in STRAIGHTS)
    if straight and one_suit:
        found["full_flush_straight"] = 20
    else:
        found |= ({"pure_straight": 10} if straight else {}) | ({"full_flush": 10} if one_suit else {})
    if honors:
        found["all_honors"] = 20
    if blocks is None:
        found["seven_pairs"] = 7
    elif not chows and not honors:
        found["all_pungs"] = 5
    return found


def taiyuan_lisi(blocks, wait, everything, melds, by):
    """The points that a self-draw doubles, without the dealer's."""
    found = {"basic_win": 1}
    if len({t // 9 for t in everything if t < 27}) == 2:
        found["missing_suit"] = 1
    if wait in ("closed_wait", "edge_wait"):
        found[wait] = 1
    if any(s <= {tiles[0] for kind, tiles in blocks if kind == "chow"} for s in STRAIGHTS):
        found["pure_straight"] = 20
    return found


def slowly(ruleset, concealed, tile, melds, by):
    """(patterns, score) of the best reading for south, every player having declared; None where nothing wins."""
    pairs_win = ruleset == "yuci"
    everything = [*concealed, tile, *(t for m in melds for t in tiles_of(m))]
    sole = sole_wait(concealed, melds, pairs_win)
    best = None
    for blocks, place in readings(concealed, tile, melds, pairs_win):
        wait = wait_of(place, tile) if sole else None
        found = (yuci if pairs_win else taiyuan_lisi)(blocks, wait, everything, melds, by)
        rank = (sum(found.values()), "closed_wait" in found, "edge_wait" in found, blocks is not None)
        if best is None or rank > best[0]:
            best = (rank, found)
    if best is None:
        return None
    found = best[1] | ({"self_draw": best[0][0]} if by == "self_draw" else {})
    kongs = Counter(KONGS[m["type"]] for m in melds if m["type"] in KONGS)
    found |= {name: n * (2 if name == "concealed_kong" else 1) for name, n in kongs.items()}
    return found, sum(found.values())


def a_hand(rng):
    """Thirteen tiles near a win, the winning tile, and the melds."""
    while True:
        suits = rng.sample((0, 9, 18), rng.choice((1, 2, 2, 3)))
        kinds = [s + r for s in suits for r in range(9)] + rng.choice(([], [*range(27, 34)]))
        kinds = rng.choice((kinds, kinds, kinds, [*range(27, 34)]))
        chows = [t for t in kinds if t < 27 and t % 9 < 7]
        melded = rng.choice((0, 0, 1, 2, 4))
        melds, hand = [], []
        if rng.random() < 0.2:
            hand, melded = [rng.choice(kinds) for _ in range(7)] * 2, 4
        else:
            start = rng.choice(suits)
            sets = [start, start + 3, start + 6, rng.choice(kinds)] if chows and rng.random() < 0.2 else []
            for i in range(4):
                if i < melded and not sets:
                    melds.append(meld(rng.choice(("pung", "pung", *KONGS)), rng.choice(kinds)))
                elif chows and rng.random() < 0.6 or sets[i:] and i < 3:
                    first = sets[i] if sets and i < 3 else rng.choice(chows)
                    hand += [first, first + 1, first + 2]
                else:
                    hand += [rng.choice(kinds)] * 3
            hand += [rng.choice(kinds)] * 2
        if rng.random() < 0.1:
            hand[0] = rng.randrange(34)
        rng.shuffle(hand)
        if max(Counter((*hand, *(t for m in melds for t in tiles_of(m)))).values()) <= 4:
            return hand[1:], hand[0], melds


@pytest.mark.parametrize("ruleset", ["yuci", "taiyuan_lisi"])
def test_hands_come_to_what_a_second_reading_of_the_rules_makes_of_them(ruleset):
    rng, won = random.Random(ruleset), 0
    for _ in range(500):
        concealed, tile, melds = a_hand(rng)
        by = rng.choice(("self_draw", "discard"))
        request = {
            "ruleset": ruleset,
            "players": {
                "south": {"concealed": codes(concealed), "melds": melds, "ready": True},
                "west": {"ready": True},
            },
            "wins": [
                {"winner": "south", "tile": KINDS[tile], "by": by} | ({"from": "west"} if by == "discard" else {})
            ],
        }
        found = outcome(score(request))
        expected = slowly(ruleset, concealed, tile, melds, by)
        suits = {t // 9 for t in (*concealed, tile, *(NUMBER_OF[m["tiles"][:2]] for m in melds)) if t < 27}
        wrong = ["not_a_winning_shape"] if expected is None else []
        if ruleset == "yuci" and len(suits) == 3:
            wrong.append("missing_suit_required")
        assert found["reasons"] == wrong, request
        if not wrong:
            won += 1
            assert (found["patterns"], found["score"]) == expected, request
    assert won > 150, "too few of these hands win for the comparison to mean much"
