"""Rounds a second and microseconds by stage, for every rule set, with other scorers in the same run.

    ./.venv/bin/python -m benchmarks [--repeats 7] [--hands 1000] [RULESET …]

Processor time, not the clock's: other work on the machine disturbs it less. What is compared is timed turn by turn in
the same passes, so that a slow moment of the machine slows both.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any

from calculator_api.answer import render
from calculator_api.registry import Region, catalogue
from calculator_api.settlement import settle_valid
from calculator_api.web.schemas import load_round
from calculator_api.web.service import score

from . import peers, slowest
from .hands import requests
from .stages import Json, accepted, measure

HEAD = f"{'rule set':16s} {'requests':>8s} {'per s':>7s}  {'schema':>7s} {'checks':>7s} {'read':>7s} {'score':>7s} " \
       f"{'settle':>7s} {'render':>7s} {'JSON':>7s} {'whole':>8s}  {'slowest':>9s}"  # fmt: skip


def main() -> None:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", help="default: all")
    parser.add_argument("--repeats", type=int, default=7, help="passes over the requests; the median counts")
    parser.add_argument("--hands", type=int, default=1000, help="random hands for the comparison with other scorers")
    arguments = parser.parse_args()
    regions = catalogue()
    known = slowest.kept()
    print("Microseconds a request over the worked examples; slowest: milliseconds of the slowest request known.\n")
    print(HEAD)
    for ruleset in arguments.rulesets or sorted(regions):
        print_region(regions[ruleset], known.get(ruleset), arguments.repeats)
    print()
    print_peers(regions["mcr"], arguments.hands, arguments.repeats)


def print_region(region: Region, slow: Json | None, repeats: int) -> None:
    """One line of the first table."""
    stages = measure(region, accepted(region, [e["request"] for e in region.examples()]), repeats)
    worst = f"{1e3 * slowest.cost(slow):6.1f} ms" if slow else "-"
    print(
        f"{region.id:16s} {stages.requests:8d} {1e6 / stages.whole:7.0f}  {stages.schema:7.1f} {stages.checks:7.1f} "
        f"{stages.readings:7.1f} {stages.scoring:7.1f} {stages.settling:7.1f} {stages.rendering:7.1f} "
        f"{stages.text:7.1f} {stages.whole:8.1f}  {worst:>9s}",
        flush=True,
    )


def print_peers(region: Region, hands: int, repeats: int) -> None:
    """The competition rules beside PyMahjongGB and `mahjong`, on the same random hands."""
    asked: list[Json] = [{**r, "options": {"mixed_kongs": "five", "min_fan": 0}} for r in requests(81, hands)]
    rounds = [load_round(request, lambda _: region.sheet) for request in asked]
    rules = region.rules
    rows: list[tuple[str, Callable[[Any], Any], Sequence[Any]]] = [
        ("request to answer", score, asked),
        ("validated round to answer", lambda r: render(settle_valid(r, rules)), rounds),
    ]
    if find_spec("MahjongGB"):
        words = [peers.mahjong_gb_arguments(request) for request in asked]
        rows.append(("PyMahjongGB, arguments to fans", peers.mahjong_gb_fans, words))
        rows.append(("PyMahjongGB, request to fans", peers.mahjong_gb, asked))
    if find_spec("mahjong"):
        calls = [peers.riichi(request) for request in asked]
        rows.append(("mahjong (Japanese rules)", lambda call: call(), calls))
    times = turn_by_turn(rows, repeats)
    ours = times["validated round to answer"]
    print(f"{hands} random winning hands of the competition rules. The ratio is our rate, from a validated round to")
    print("the answer, as a part of the other's.\n")
    print(f"{'':32s} {'µs a hand':>10s} {'hands a s':>10s} {'ratio':>8s}")
    for name, seconds in times.items():
        print(f"{name:32s} {1e6 * seconds:10.1f} {1 / seconds:10.0f} {seconds / ours:8.3f}")


def turn_by_turn(rows: Sequence[tuple[str, Callable[[Any], Any], Sequence[Any]]], repeats: int) -> dict[str, float]:
    """The median seconds a call of each row, in chunks that take turns."""
    passes: dict[str, list[float]] = {name: [] for name, _, _ in rows}
    size = 100
    for _, function, items in rows:
        for item in items:
            function(item)
    gc.collect()
    gc.freeze()
    for _ in range(repeats):
        for at in range(0, len(rows[0][2]), size):
            for name, function, items in rows:
                chunk = items[at : at + size]
                start = process_time()
                for item in chunk:
                    function(item)
                passes[name].append((process_time() - start) / len(chunk))
    gc.unfreeze()
    return {name: median(times) for name, times in passes.items()}


if __name__ == "__main__":
    main()
