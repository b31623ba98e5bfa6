"""Asking the same again costs no memory: nothing piles up in caches, whatever the rule set."""

from __future__ import annotations

import contextlib
import gc
import tracemalloc

import pytest

from calculator_api import ImpossibleRound, score
from calculator_api.registry import catalogue

EXAMPLES = 10
# What an interpreter may keep here and there; one object too many a request comes to more.
SLACK = 4096


@pytest.mark.parametrize("ruleset", sorted(catalogue()))
def test_the_same_rounds_again_keep_no_memory(ruleset: str) -> None:
    requests = [example["request"] for example in catalogue()[ruleset].examples()[:EXAMPLES]]

    def ask() -> int:
        for request in requests:
            with contextlib.suppress(ImpossibleRound):
                score(request)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        ask()
        before = ask()
        for _ in range(3):
            after = ask()
    finally:
        tracemalloc.stop()
    assert after - before < SLACK
