"""The competition rules against an independent scorer: random hands must come to the same fans.

`MAHJONG_MCR_HANDS=50000 ./test tests/regions/test_mcr_differential.py` compares more of them, `MAHJONG_MCR_SEED=7`
others.
"""

from __future__ import annotations

import os

import pytest

from benchmarks.hands import requests
from benchmarks.peers import mahjong_gb
from calculator_api import score
from calculator_api.registry import catalogue

pytest.importorskip("MahjongGB", reason="the other scorer is built from C++ and not everywhere installed")

HANDS = int(os.environ.get("MAHJONG_MCR_HANDS", "600"))
SEED = int(os.environ.get("MAHJONG_MCR_SEED", "1998"))

# The other scorer counts one melded and one concealed kong as a fan of five, and leaves it to its user whether a hand
# reaches the minimum.
AS_THERE = {"mixed_kongs": "five", "min_fan": 0}


@pytest.fixture(scope="module")
def table():
    """The fans' values and numbers."""
    patterns = catalogue()["mcr"].sheet.patterns.values()
    return {p.id: (p.value, p.order) for p in patterns}


def precedence(fans, table):
    """What decides between two ways of counting that come to the same: larger single values, then different fans
    rather than equal ones, then those that come first in the table.
    """
    singles = [table[name] for name, total in fans.items() for _ in range(total // table[name][0])]
    return sorted((value for value, _ in singles), reverse=True), len(fans), sorted(-n for _, n in singles)[::-1]


def test_random_hands_come_to_the_same_fans_as_elsewhere(table):
    for request in requests(SEED, HANDS):
        request["options"] = AS_THERE
        win = score(request)["wins"][0]
        here = {p["id"]: p["value"] * p["count"] for p in win["patterns"]}
        there = mahjong_gb(request)
        told = f"{request}\n  here {here}\n  there {there}"
        assert win["valid"], told
        assert win["score"] == sum(here.values()) == sum(there.values()), told
        if here != there:
            assert precedence(here, table) > precedence(there, table), told
