"""From request data to answer data: what the API, the command line and Python users all call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from calculator_api.answer import render
from calculator_api.checks import check
from calculator_api.registry import Region, catalogue, nearest_ids
from calculator_api.round import ImpossibleRound
from calculator_api.ruleset import Sheet
from calculator_api.settlement import settle

from .schemas import read_round

# What is said of a round that is given up: code, zh, en.
TOO_MUCH_WORK: Final = (
    "too_much_work",
    "这一局算起来太费时，已放弃",
    "this round costs too much work; it was given up",
)


def sheet(ruleset: str) -> Sheet | None:
    """The rule sheet of an id, or None where there is no such rule set."""
    region = catalogue().get(ruleset)
    return region.sheet if region else None


def score(request: Any) -> dict[str, Any]:
    """Settles one finished round.

    Args:
        request: the round as the API takes it, as JSON data.

    Returns:
        The answer as the API gives it, as JSON data: wins, payments, totals, notices.

    Raises:
        ImpossibleRound: the request describes no possible round; `.faults` names every fault by JSON pointer.
        TooMuchWork: the round would cost more than any may; no real one does.
    """
    return score_under(catalogue(), request)


def score_under(regions: Mapping[str, Region], request: Any) -> dict[str, Any]:
    """The same under these rule sets instead of those that are served."""
    sheets = {ruleset: region.sheet for ruleset, region in regions.items()} if regions is not catalogue() else None
    round_, faults = read_round(request, sheets.get if sheets is not None else sheet, nearest_ids)
    if faults:
        # A round that is whole but for fields nobody knows is looked at further, so that all its faults come at once.
        if round_.ruleset in regions and all(fault.code == "unknown_field" for fault in faults):
            faults += check(round_, regions[round_.ruleset].rules)
        raise ImpossibleRound(faults)
    return render(settle(round_, regions[round_.ruleset].rules))
