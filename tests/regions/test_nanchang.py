"""Nanchang: what seven 精 can stand for, and that the slow way finds nothing better."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tile_by_tile import (
    RUNS,
    Deal,
    Piece,
    deal,
    divisions,
    figures,
    is_run,
    seconds,
    substitutions,
    waited_on_wildcards,
)

from calculator_api import score
from calculator_api.registry import catalogue
from calculator_api.rules import SHAPES, read_pairs, shape

HONOR_RUNS = ((27, 28, 29), (27, 28, 30), (27, 29, 30), (28, 29, 30), (31, 32, 33))
PREFERRED = ("seven_stars", "thirteen_misfits", "all_pungs", "seven_pairs", "de_zhong_de", "deguo", "jing_wait")
FACTORS = {"seven_stars": 4, "thirteen_misfits": 2, "all_pungs": 2, "seven_pairs": 2, "deguo": 2, "jing_wait": 2}


def readings(hand: Deal) -> Iterator[frozenset[str]]:
    """The multipliers of every way to read the hand."""
    for pieces in substitutions(hand.concealed, hand.tile, hand.wild_faces):
        common = {"deguo"} if all(p.face == p.shown for p in pieces) else set()
        for division in divisions(pieces, 4 - len(hand.melds), runs=(*RUNS, *HONOR_RUNS)):
            melded_run = any(m["type"] == "chow" for m in hand.melds)
            found = {"all_pungs"} if not melded_run and not any(map(is_run, division)) else set()
            pair = next(made for made in division if len(made) == 2)
            yield frozenset(common | found | ({"jing_wait"} if waited_on_wildcards(pair) else set()))
        if not hand.melds:
            yield from (frozenset(common | found) for found in closed(pieces))


def closed(pieces: list[Piece]) -> Iterator[set[str]]:
    """Seven pairs and thirteen misfits."""
    faces = Counter(p.face for p in pieces)
    if all(n % 2 == 0 for n in faces.values()):
        last = next(p for p in pieces if p.last)
        partner = any(p.wild and not p.last and p.face == last.face for p in pieces)
        yield {"seven_pairs", "jing_wait"} if partner else {"seven_pairs"}
    apart = all(b - a > 2 or a // 9 != b // 9 for a in faces if a < 27 for b in faces if a < b < 27)
    if len(faces) == 14 and apart:
        stars = {p.face for p in pieces if p.face >= 27 and p.face == p.shown}
        yield {"seven_stars"} if len(stars) == 7 else {"thirteen_misfits"}


def by_hand(hand: Deal) -> tuple[int, tuple[bool, ...]] | None:
    """Score of a self-draw and the preferred patterns of the best reading, None where there is none."""
    best = None
    for found in set(readings(hand)):
        points = 2
        for name in found:
            points *= FACTORS[name]
        mine = (points, tuple(name in found for name in PREFERRED))
        best = mine if best is None or mine > best else best
    return best


def check(hand: Deal) -> None:
    win = score(hand.request("nanchang"))["wins"][0]
    expected = by_hand(hand)
    if expected is None:
        assert [r["code"] for r in win["reasons"]] == ["not_a_winning_shape"], hand
    else:
        got = {p["id"] for p in win["patterns"]}
        assert (win["score"], tuple(name in got for name in PREFERRED)) == expected, hand


@pytest.mark.parametrize(("melds", "wild"), [(3, 1), (3, 2), (3, 3), (2, 1), (2, 2), (1, 1), (0, 1), (0, 2)])
def test_agrees_with_trying_every_tile(melds: int, wild: int) -> None:
    rng = random.Random(1000 * melds + wild)
    for _ in range(2 if wild == 3 else 20 if melds else 6):
        check(deal(rng, "same", "next", melds=melds, wild=wild, runs=(*RUNS, *HONOR_RUNS)))


def test_agrees_on_pairs_and_misfits() -> None:
    rng = random.Random(7)
    for i in range(24):
        check(closed_hand(rng, pairs=i % 2 == 0, wild=rng.randint(1, 2)))


def closed_hand(rng: random.Random, *, pairs: bool, wild: int) -> Deal:
    """Seven pairs or thirteen misfits, some of whose tiles are 精."""
    while True:
        turned = rng.choice((4, 13, 27, 28, 30, 31))
        wild_faces = (turned, {30: 27, 31: 33}.get(turned, turned + 1))
        if pairs:
            hand = [t for t in rng.choices(range(34), k=7) for _ in range(2)]
        else:
            ranks = [
                9 * suit + r for suit in range(3) for r in rng.choice(((0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8)))
            ]
            hand = rng.sample([*ranks, *range(27, 34)], 14)
        for i in rng.sample(range(14), wild):
            hand[i] = rng.choice(wild_faces)
        rng.shuffle(hand)
        held = Counter((turned, *hand))
        if max(held.values()) <= 4 and sum(t in wild_faces for t in hand) == wild:
            return Deal(tuple(sorted(hand[1:])), hand[0], [], wild_faces, turned)


def test_what_is_left_out_of_sight_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    @shape
    def seven_pairs(hand: Any) -> Any:
        return read_pairs(hand, 7, "seven_pairs")

    rules = catalogue()["nanchang"].rules
    rng = random.Random(9)
    for wild in (2, 3, 3, 4):
        request = deal(rng, "same", "next", melds=0, wild=wild).request("nanchang")
        quick = figures(request)
        with monkeypatch.context() as patch:
            patch.setattr(type(rules), "trait", lambda self, hand: None)
            patch.setattr(rules, "shapes", {**SHAPES, **rules.shapes, "seven_pairs": seven_pairs})
            assert figures(request) == quick, request


SEVEN = [
    "4m5m4m5m4m5m5m1z2z3z4z5z6z7z",
    "5m6m3p5m7p5m6m4p8p6m4p5p6m6p",
    "5s3s4s6s7s5s6s5s6s8s2s6s3s4s",
    "7p8p8m7p7m7p9m7z8p8p3m7z1m8p",
]


@pytest.mark.parametrize("tiles", SEVEN)
def test_seven_wildcards_are_read_in_time(tiles: str) -> None:
    request = {
        "ruleset": "nanchang",
        "table": {"indicator": tiles[:2]},
        "players": {"east": {"concealed": tiles[:-2]}},
        "wins": [{"winner": "east", "tile": tiles[-2:], "by": "self_draw"}],
    }
    assert seconds(request) < 0.05
