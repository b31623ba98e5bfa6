"""Huzhou's double la: seven wildcards stand for whatever brings the most tai."""

from __future__ import annotations

import random

import pytest
from tile_by_tile import Deal, Set, deal, divisions, figures, is_run, seconds, substitutions

from calculator_api import score
from calculator_api.registry import catalogue
from calculator_api.tiles import parse

DRAGONS = (31, 32, 33)


def tai(division: tuple[Set, ...], hand: Deal) -> int:
    """What the tiles, as they lie here, come to for south in an east round, wildcards or none left aside."""
    melds = [parse(meld["tiles"]) for meld in hand.melds]
    faces = {p.face for made in division for p in made} | {t for meld in melds for t in meld}
    suits, honors = {f // 9 for f in faces if f < 27}, any(f >= 27 for f in faces)
    sets = [made for made in division if len(made) == 3]
    pungs = {made[0].face for made in sets if not is_run(made)} | {m[0] for m in melds if m[0] == m[1]}
    all_pungs = not any(map(is_run, sets)) and all(m[0] == m[1] for m in melds)
    flush = (2 if honors else 4) if len(suits) == 1 else 0
    return flush + 2 * all_pungs + sum(f in pungs for f in (*DRAGONS, 27, 28))


def by_hand(hand: Deal) -> int | None:
    """The most tai, None where the hand has no reading."""
    plain = not any(t in hand.wild_faces for t in (*hand.concealed, hand.tile))
    found = [
        tai(division, hand)
        for pieces in substitutions(hand.concealed, hand.tile, hand.wild_faces)
        for division in divisions(pieces, 4 - len(hand.melds))
    ]
    return max(found) + plain if found else None


@pytest.mark.parametrize(("melds", "wild"), [(3, 0), (3, 1), (3, 2), (3, 3), (2, 1), (2, 2), (1, 1), (0, 1), (0, 2)])
def test_agrees_with_trying_every_tile(melds: int, wild: int) -> None:
    rng = random.Random(1000 * melds + wild)
    for _ in range(2 if wild == 3 else 20 if melds else 6):
        hand = deal(rng, "same", "next", melds=melds, wild=wild)
        win = score(hand.request("huzhou_shuangla"))["wins"][0]
        most = by_hand(hand)
        if most is None:
            assert [r["code"] for r in win["reasons"]] == ["not_a_winning_shape"], hand
            continue
        assert win["cap"]["before"] == most, hand
        assert win["score"] == (0 if most < 4 else 1 if most == 4 else 2), hand
        assert [r["code"] for r in win["reasons"]] == (["below_minimum"] if most < 4 else []), hand


def test_what_is_left_out_of_sight_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = type(catalogue()["huzhou_shuangla"].rules)
    rng = random.Random(9)
    for wild in (2, 3, 3, 4):
        request = deal(rng, "same", "next", melds=0, wild=wild).request("huzhou_shuangla")
        quick = figures(request)
        with monkeypatch.context() as patch:
            patch.setattr(rules, "trait", lambda self, hand: None)
            patch.setattr(rules, "hands", lambda self, hand: (hand,))
            assert figures(request) == quick, request


@pytest.mark.parametrize(
    "tiles", ["2s3s2s3s2s3s3s4s6s8s9s5s7s1s", "6z5z6z5z3s1s5z2s3z1z2z4z5z7z", "4m5m4m5m4m5m5m1z2z3z4z5z6z7z"]
)
def test_seven_wildcards_are_read_in_time(tiles: str) -> None:
    request = {
        "ruleset": "huzhou_shuangla",
        "table": {"indicator": tiles[:2]},
        "players": {"east": {"concealed": tiles[:-2]}},
        "wins": [{"winner": "east", "tile": tiles[-2:], "by": "self_draw"}],
    }
    assert seconds(request) < 0.05
