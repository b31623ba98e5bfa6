"""What each stage of a request costs, from JSON data to JSON text."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

from calculator_api import ImpossibleRound
from calculator_api.answer import render
from calculator_api.checks import check
from calculator_api.registry import Region
from calculator_api.round import Round
from calculator_api.settlement import settle, settle_valid
from calculator_api.web.schemas import load_round
from calculator_api.web.service import score

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stages:
    """Microseconds a request. `scoring` is judging without reading and without what precedes it; `settling` the rest of
    a settlement: precedence, payments, notices.
    """

    requests: int
    schema: float
    checks: float
    readings: float
    scoring: float
    settling: float
    rendering: float
    text: float

    @property
    def whole(self) -> float:
        """A request from JSON data to JSON data."""
        return self.schema + self.checks + self.readings + self.scoring + self.settling + self.rendering


def seconds_each(function: Callable[[Any], Any], arguments: Sequence[Any]) -> float:
    """The processor time one call takes, over all the arguments."""
    start = process_time()
    for argument in arguments:
        function(argument)
    return (process_time() - start) / len(arguments)


def accepted(region: Region, requests: Sequence[Json]) -> list[Json]:
    """Those of the requests that are scored, not refused."""
    kept = []
    for request in requests:
        try:
            score(request)
        except ImpossibleRound:
            continue
        kept.append(request)
    return kept


def measure(region: Region, requests: Sequence[Json], repeats: int = 7) -> Stages:
    """Every stage over these requests. Each stage is timed by itself, on the results of the one before."""
    rules = region.rules

    def read(request: Json) -> Round:
        return load_round(request, lambda _: region.sheet)

    def readings(round_: Round) -> None:
        for win in round_.wins:
            hand = rules.hand(round_, win)
            for variant in rules.hands(hand):
                for _ in rules.readings(variant):
                    pass

    def judge(round_: Round) -> None:
        for win in round_.wins:
            rules.judge(rules.hand(round_, win))

    rounds = [read(request) for request in requests]
    settled = [settle(round_, rules) for round_ in rounds]
    answers = [render(one) for one in settled]
    gc.collect()
    gc.freeze()
    passes = []
    for _ in range(repeats):
        # One after the other in each pass, so that a slow moment of the machine slows what is subtracted too.
        reading = seconds_each(readings, rounds)
        judging = seconds_each(judge, rounds)
        settling = seconds_each(lambda round_: settle_valid(round_, rules), rounds)
        passes.append(
            (
                seconds_each(read, requests),
                seconds_each(lambda round_: check(round_, rules), rounds),
                reading,
                judging - reading,
                settling - judging,
                seconds_each(render, settled),
                seconds_each(json.dumps, answers),
            )
        )
    gc.unfreeze()
    return Stages(len(requests), *(1e6 * max(median(figures), 0.0) for figures in zip(*passes, strict=True)))
