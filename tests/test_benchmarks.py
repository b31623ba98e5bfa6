"""No request is known that costs much, and what the benchmarks ask is what they say."""

from __future__ import annotations

import pytest

from benchmarks import slowest
from benchmarks.hands import requests
from calculator_api import ImpossibleRound, score
from calculator_api.registry import catalogue

KNOWN = slowest.kept()


@pytest.mark.parametrize("ruleset", sorted(KNOWN))
def test_slowest_request_known_is_answered_within_a_quarter_of_a_second(ruleset):
    assert ruleset in catalogue()
    score(KNOWN[ruleset])  # a request that is refused would be no measure
    assert slowest.cost(KNOWN[ruleset]) < 0.25


def test_random_hands_are_the_same_every_time_and_all_win():
    once, again = requests(5, 200), requests(5, 200)
    assert once == again
    for request in once:
        reasons = {reason["code"] for reason in score(request)["wins"][0]["reasons"]}
        assert reasons <= {"below_minimum"}, request


def test_a_refused_request_costs_nothing_to_climb_to():
    refused = {"ruleset": "mcr", "players": {"south": {"concealed": "1m"}}, "wins": [{"winner": "south", "tile": "1m"}]}
    with pytest.raises(ImpossibleRound):
        score(refused)
    assert slowest.cost(refused) == 0
