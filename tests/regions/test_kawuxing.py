"""Kawuxing and Qiabazhang: random hands against a slow reading that writes the two games down once more."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from slow_reader import KINDS, NUMBER_OF, codes, divisions, meld, outcome, tiles_of

from calculator_api import score

TILES = [t for t, code in enumerate(KINDS) if code[1] in "ps" or code in ("5z", "6z", "7z")]
FIVES = (NUMBER_OF["5p"], NUMBER_OF["5s"])
DRAGONS = {NUMBER_OF["5z"], NUMBER_OF["6z"], NUMBER_OF["7z"]}
SEATS = ("east", "south", "west")
QUADS = ("seven_pairs", "deluxe_seven_pairs", "double_deluxe_seven_pairs", "triple_deluxe_seven_pairs")
DELUXE = (4, 8, 32, 128)
MELDS = ("pung", "pung", "exposed_kong", "added_kong", "concealed_kong")
KONGS = {"exposed_kong": 2, "added_kong": 1, "concealed_kong": 2}


def readings(concealed, tile, melds):
    """(blocks, the block with the winning tile) of every reading; (None, None) for seven pairs."""
    hand = tuple(sorted((*concealed, tile)))
    for blocks in divisions(hand):
        if len(blocks) == 5 - len(melds):
            for place in {b for b in blocks if tile in b[1]}:
                yield blocks, place
    if not melds and all(n % 2 == 0 for n in Counter(hand).values()):
        yield None, None


def wins_with(concealed, tile, melds):
    return any(True for _ in readings(concealed, tile, melds))


def sole_wait(concealed, melds):
    held = Counter((*concealed, *(t for m in melds for t in tiles_of(m))))
    return sum(held[t] < 4 and wins_with(concealed, t, melds) for t in TILES) == 1


def pattern_values(blocks, place, concealed, win, player, options):
    tile, melds = NUMBER_OF[win["tile"]], player["melds"]
    everything = [*concealed, tile, *(t for m in melds for t in tiles_of(m))]
    found = {}
    if len({KINDS[t][1] for t in everything}) == 1 and not DRAGONS & set(everything):
        found["full_flush"] = 4
    if blocks is None:
        quads = sum(n == 4 for n in Counter(everything).values())
        dragons = set(everything) >= DRAGONS
        if dragons:
            found["three_dragons_seven_pairs"] = 32
        if quads or not dragons:
            found[QUADS[quads]] = DELUXE[quads] // (4 if dragons else 1)
    else:
        pungs = [b[1][0] for b in blocks if b[0] == "pung"]
        if len(melds) == 4:
            found["single_tile_hand"] = 4
        elif all(b[0] != "chow" for b in blocks):
            found["all_pungs"] = 2
        middle = tile in FIVES and place == ("chow", (tile - 1, tile, tile + 1))
        if middle and (options["ka_wu_xing"] == "any_wait" or sole_wait(concealed, melds)):
            found["ka_wu_xing"] = 2
        if any(m["type"] == "pung" and tile in tiles_of(m) for m in melds):
            found["open_four_in_one"] = 2
        if concealed.count(tile) == 3 and tile in pungs and place[0] == "chow":
            found["concealed_four_in_one"] = 4
    given = win.get("circumstances", [])
    found |= {"discarded_on_kong": 2} if "kong_discard" in given else {}
    found |= {"out_with_replacement": 2} if "kong_replacement" in given else {}
    found |= {"robbing_the_kong": 2} if win["by"] == "robbed_kong" else {}
    found |= {"exposed_hand": 2} if player["exposed"] else {}
    return found


def additions(blocks, place, concealed, win, player):
    """The single bases of Qiabazhang."""
    melds, tile = player["melds"], NUMBER_OF[win["tile"]]
    in_hand = [b for b in blocks or () if b[0] == "pung"]
    qia = len(in_hand) - (win["by"] != "self_draw" and place in in_hand) + sum("kong" in m["type"] for m in melds)
    everything = [*concealed, tile, *(t for m in melds for t in tiles_of(m))]
    longest = max(sum(KINDS[t][1] == suit for t in everything) for suit in "ps")
    values = {"qia": qia, "self_draw": win["by"] == "self_draw", "eight_tiles": max(0, longest - 7)}
    return {name: int(n) for name, n in values.items() if n}


def slowly(ruleset, request):
    """(patterns, score) of the best reading; None where none wins, `below` where none is worth two."""
    win, options = request["wins"][0], request["options"]
    player = request["players"][win["winner"]]
    concealed = [NUMBER_OF[player["concealed"][i : i + 2]] for i in range(0, len(player["concealed"]), 2)]
    best, below = None, False
    for blocks, place in readings(concealed, NUMBER_OF[win["tile"]], player["melds"]):
        found = pattern_values(blocks, place, concealed, win, player, options)
        product = 1
        for value in found.values():
            product *= value
        held = min(product, options["cap_multiplier"] or product)
        if ruleset == "qiabazhang":
            if product < 2:
                below = True
                continue
            added = additions(blocks, place, concealed, win, player)
            found, rank = found | added, (held + sum(added.values()), product)
            figure = rank[0]
        else:
            figure, rank = held, (product, blocks is not None, len(found))
        if best is None or rank > best[0]:
            best = (rank, found or {"basic_win": 1}, figure, held)
    return best or ("below" if below else None)


def a_request(rng, ruleset):
    """Somebody's hand near a win, with whatever else may matter."""
    while True:
        suit = rng.choice((9, 18))
        one_suit, around_five = range(suit, suit + 9), range(suit + 2, suit + 7)
        kinds = rng.choice((TILES, [*one_suit], [*around_five, *TILES[-3:]]))
        melds, hand = [], []
        if rng.random() < 0.25:
            hand = [rng.choice(kinds) for _ in range(7)] * 2
        else:
            chows = [t for t in kinds if t < 27 and t % 9 < 7]
            for i in range(4):
                if i < rng.choice((0, 0, 1, 2, 4)):
                    melds.append(meld(rng.choice(MELDS), rng.choice(kinds)))
                elif chows and rng.random() < 0.6:
                    first = rng.choice(chows)
                    hand += [first, first + 1, first + 2]
                else:
                    hand += [rng.choice(kinds)] * 3
            hand += [rng.choice(kinds)] * 2
        if rng.random() < 0.1:
            hand[0] = rng.choice(TILES)
        rng.shuffle(hand)
        held = Counter((*hand, *(t for m in melds for t in tiles_of(m))))
        if max(held.values()) <= 4:
            break
    tile, concealed = hand[0], hand[1:]
    winner = rng.choice(SEATS)
    payer = rng.choice([s for s in SEATS if s != winner])
    robbed = held[tile] == 1 and rng.random() < 0.1
    by = "robbed_kong" if robbed else rng.choice(("self_draw", "discard"))
    win = {"winner": winner, "tile": KINDS[tile], "by": by} | ({} if by == "self_draw" else {"from": payer})
    if by == "discard" and rng.random() < 0.2:
        win["circumstances"] = ["kong_discard"]
    if by == "self_draw" and any("kong" in m["type"] for m in melds) and rng.random() < 0.3:
        win["circumstances"] = ["kong_replacement"]
    for m in melds:
        m |= {"from": payer} if m["type"] == "exposed_kong" else {}
        m |= {"chain": rng.choice((1, 2, 3))} if "kong" in m["type"] else {}
    players = {seat: {"exposed": rng.random() < 0.3} for seat in SEATS}
    players[winner] |= {"concealed": codes(concealed), "melds": melds}
    options = {
        "base": rng.choice((1, 3)),
        "ka_wu_xing": rng.choice(("any_wait", "sole_wait")),
        "exposed_doubling": rng.choice(("once", "each")),
        "cap_multiplier": rng.choice((None, None, 4, 16)),
    }
    return {"ruleset": ruleset, "options": options, "players": players, "wins": [win]}


def totals_of(request, best):
    """Everybody's balance, from the score and the kongs."""
    options, win = request["options"], request["wins"][0]
    totals, winner = dict.fromkeys(SEATS, 0), win["winner"]

    def pay(payer, amount):
        totals[payer] -= amount * options["base"]
        totals[winner] += amount * options["base"]

    for seat in SEATS if best else ():
        if seat == winner or win["by"] != "self_draw" and seat != win["from"]:
            continue
        _, _, figure, product = best
        again = request["players"][seat]["exposed"] and (
            not request["players"][winner]["exposed"] or options["exposed_doubling"] == "each"
        )
        pay(seat, figure + (product if again else 0))
    for m in request["players"][winner]["melds"]:
        for seat in SEATS:
            if m["type"] in KONGS and seat != winner and seat == m.get("from", seat):
                pay(seat, KONGS[m["type"]] * 2 ** (m["chain"] - 1))
    return totals


@pytest.mark.parametrize("ruleset", ["kawuxing", "qiabazhang"])
def test_hands_come_to_what_a_second_reading_of_the_rules_makes_of_them(ruleset):
    rng, won = random.Random(ruleset), 0
    for _ in range(600):
        request = a_request(rng, ruleset)
        best = slowly(ruleset, request)
        found = outcome(score(request))
        if best is None or best == "below":
            assert found["reasons"] == ["below_minimum" if best else "not_a_winning_shape"], request
            best = None
        else:
            won += 1
            assert (found["patterns"], found["score"]) == (best[1], best[2]), request
        assert found["totals"] == totals_of(request, best), request
    assert won > 200, "too few of these hands win for the comparison to mean much"
