"""Hangzhou: blasting heads, real fours and whites are found wherever the wildcards go."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tile_by_tile import WHITE, Deal, deal, divisions, figures, seconds, substitutions, waited_on_wildcards

from calculator_api import score
from calculator_api.registry import catalogue
from calculator_api.rules import SHAPES, read_pairs, shape

DELUXE = ("seven_pairs", "deluxe_seven_pairs", "double_deluxe_seven_pairs", "triple_deluxe_seven_pairs")


def readings(hand: Deal) -> Iterator[tuple[int, int, bool]]:
    """Multiple, fours and blasting head of every way to read the hand."""
    own = hand.wild_faces[0]
    for pieces in substitutions(hand.concealed, hand.tile, hand.wild_faces, {WHITE: own} if own != WHITE else {}):
        for division in divisions(pieces, 4 - len(hand.melds)):
            head = waited_on_wildcards(next(made for made in division if len(made) == 2))
            yield 1 + head, 0, head
        if not hand.melds and all(n % 2 == 0 for n in Counter(p.face for p in pieces).values()):
            for division in divisions(pieces, 0, 7):
                head = any(map(waited_on_wildcards, division))
                real = Counter(a.face for a, b in division if not (a.wild or b.wild) or a.face == own)
                fours = sum(n // 2 for n in real.values())
                yield 2 ** (1 + fours + head), fours, head


def by_hand(hand: Deal) -> tuple[int, int, bool] | None:
    """The best of them."""
    return max(readings(hand), default=None)


def check(hand: Deal) -> None:
    win = score(hand.request("hangzhou"))["wins"][0]
    expected = by_hand(hand)
    if expected is None:
        assert [r["code"] for r in win["reasons"]] == ["not_a_winning_shape"], hand
        return
    got = {p["id"] for p in win["patterns"]}
    fours = next((n for n, name in enumerate(DELUXE) if name in got), 0)
    assert (win["score"], fours, "blasting_head" in got) == expected, hand


@pytest.mark.parametrize(("melds", "wild"), [(3, 1), (3, 2), (3, 3), (2, 1), (2, 2), (1, 1), (0, 1), (0, 2)])
def test_agrees_with_trying_every_tile(melds: int, wild: int) -> None:
    rng = random.Random(1000 * melds + wild)
    for i in range(2 if wild == 3 else 20 if melds else 6):
        check(deal(rng, "same", melds=melds, wild=wild, white=i % 2 == 0))


def test_agrees_on_pairs() -> None:
    rng = random.Random(7)
    for i in range(24):
        check(pairs(rng, wild=1 + i % 2))


def pairs(rng: random.Random, *, wild: int) -> Deal:
    """Seven pairs, fours and whites among them, some of whose tiles are wildcards."""
    while True:
        turned = rng.choice((4, 13, 31))
        hand = [t for t in rng.choices((0, 1, 13, 27, 31, 31, 33), k=7) for _ in range(2)]
        for i in rng.sample(range(14), wild):
            hand[i] = turned
        rng.shuffle(hand)
        if max(Counter((turned, *hand)).values()) <= 4 and hand.count(turned) == wild:
            return Deal(tuple(sorted(hand[1:])), hand[0], [], (turned,), turned)


def test_what_is_left_out_of_sight_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    @shape
    def seven_pairs(hand: Any) -> Any:
        return read_pairs(hand, 7, "seven_pairs")

    rules = catalogue()["hangzhou"].rules
    rng = random.Random(9)
    hands = [deal(rng, "same", melds=0, wild=wild) for wild in (2, 3, 3)] + [pairs(rng, wild=3) for _ in range(6)]
    for hand in hands:
        request = hand.request("hangzhou")
        quick = figures(request)
        with monkeypatch.context() as patch:
            patch.setattr(type(rules), "trait", lambda self, hand: None)
            patch.setattr(rules, "shapes", {**SHAPES, **rules.shapes, "seven_pairs": seven_pairs})
            assert figures(request) == quick, request


def test_four_wildcards_are_read_in_time() -> None:
    request = {
        "ruleset": "hangzhou",
        "table": {"wildcards": ["5z"]},
        "players": {"east": {"concealed": "1233456789m555z"}},
        "wins": [{"winner": "east", "tile": "5z", "by": "self_draw"}],
    }
    assert seconds(request) < 0.05
