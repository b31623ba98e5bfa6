"""Tianjin: the best place for every wildcard and for the last tile is found, and seven wildcards are read in time."""

from __future__ import annotations

import random

import pytest
from tile_by_tile import Deal, Set, deal, divisions, figures, is_run, seconds, substitutions, waited_on_wildcards

from calculator_api import score
from calculator_api.registry import catalogue
from calculator_api.rules import BaseRules

PREFERRED = ("pure_straight", "catch_five", "wildcard_suit", "double_wildcard_wait", "wildcard_wait", "basic_win")
SHAPES = [(3, 0), (3, 1), (3, 2), (3, 3), (2, 1), (2, 2), (1, 1), (0, 1), (0, 2)]


def patterns_of(division: tuple[Set, ...], wild_faces: tuple[int, ...]) -> frozenset[str]:
    """What the tiles, as they lie here, are by the rule sheet."""
    found = set()
    place = next(made for made in division if any(p.last for p in made))
    if is_run(place) and [p.face for p in place] == [3, 4, 5] and place[1].last:
        found.add("catch_five")
    chows = {made[0].face for made in division if is_run(made)}
    for first in (0, 9, 18):
        if {first, first + 3, first + 6} <= chows:
            found.add("pure_straight")
            if first <= wild_faces[0] < first + 9:
                found.add("wildcard_suit")
    if waited_on_wildcards(place):
        found.add("wildcard_wait" if len(place) == 2 else "double_wildcard_wait")
    return frozenset(found)


def worth(found: frozenset[str], *, plain: bool) -> int:
    """The fan of these patterns."""
    base = 3 * ("catch_five" in found) + 4 * ("pure_straight" in found) or 1
    return int(
        base * 2 ** (plain + sum(name in found for name in ("wildcard_suit", "wildcard_wait", "double_wildcard_wait")))
    )


def by_hand(hand: Deal) -> tuple[int, tuple[bool, ...]] | None:
    """Fan and preferred patterns of the best reading, or None where there is none."""
    plain = not any(t in hand.wild_faces for t in (*hand.concealed, hand.tile))
    best = None
    for found in {
        patterns_of(division, hand.wild_faces)
        for pieces in substitutions(hand.concealed, hand.tile, hand.wild_faces)
        for division in divisions(pieces, 4 - len(hand.melds))
    }:
        if not found & {"catch_five", "pure_straight"}:
            found |= {"basic_win"}
        mine = (worth(found, plain=plain), tuple(name in found for name in PREFERRED))
        best = mine if best is None or mine > best else best
    return best


@pytest.mark.parametrize(("melds", "wild"), SHAPES)
def test_agrees_with_trying_every_tile(melds: int, wild: int) -> None:
    rng = random.Random(1000 * melds + wild)
    for _ in range(2 if wild == 3 else 20 if melds else 6):
        hand = deal(rng, "same", "next", melds=melds, wild=wild, chows=False)
        win = score(hand.request("tianjin"))["wins"][0]
        expected = by_hand(hand)
        if expected is None:
            assert [r["code"] for r in win["reasons"]] == ["not_a_winning_shape"], hand
        elif expected[0] < 2:
            assert [r["code"] for r in win["reasons"]] == ["plain_win_with_wildcards"], hand
        else:
            got = {p["id"] for p in win["patterns"]}
            assert (win["score"], tuple(name in got for name in PREFERRED)) == expected, hand


def test_a_dealt_hand_is_the_best_of_its_fourteen_last_tiles() -> None:
    rng = random.Random(5)
    for _ in range(10):
        hand = deal(rng, "same", "next", melds=0, wild=1, chows=False)
        tiles = [*hand.concealed, hand.tile]
        turns = [
            Deal(tuple(tiles[:i] + tiles[i + 1 :]), tile, [], hand.wild_faces, hand.turned)
            for i, tile in enumerate(tiles)
        ]
        expected = max((best[0] * 4 for turn in turns if (best := by_hand(turn)) is not None), default=None)
        win = score(hand.request("tianjin", winner="east", circumstances=["heavenly"]))["wins"][0]
        assert win["score"] == expected if expected is not None else not win["valid"], hand


def test_one_reading_of_each_kind_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(9)
    for wild in (2, 3, 3, 4):
        request = deal(rng, "same", "next", melds=0, wild=wild, chows=False).request("tianjin")
        quick = figures(request)
        with monkeypatch.context() as patch:
            patch.setattr(type(catalogue()["tianjin"].rules), "readings", BaseRules.readings)
            assert figures(request) == quick, request


SEVEN = [
    "7p8p8m7p7m7p9m7z8p8p3m7z1m8p",
    "5m6m3p5m7p5m6m4p8p6m4p5p6m6p",
    "9m1m6p1p9p7m1m1m4m9m4p1m6p9m",
    "4m5m4m5m4m5m5m1z2z3z4z5z6z7z",
]


@pytest.mark.parametrize("tiles", SEVEN)
@pytest.mark.parametrize("circumstances", [[], ["heavenly"]])
def test_seven_wildcards_are_read_in_time(tiles: str, circumstances: list[str]) -> None:
    request = {
        "ruleset": "tianjin",
        "table": {"indicator": tiles[:2]},
        "players": {"east": {"concealed": tiles[:-2]}},
        "wins": [{"winner": "east", "tile": tiles[-2:], "by": "self_draw", "circumstances": circumstances}],
    }
    assert seconds(request) < 0.05
