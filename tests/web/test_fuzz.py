"""Requests nobody would write: whatever comes, the answer is as described, and never a 500."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import hypothesis
import pytest
import schemathesis
import yaml
from flask import Flask
from flask.testing import FlaskClient
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from calculator_api.registry import catalogue

# `FUZZ=1000 ./test tests/web/test_fuzz.py` looks further.
EFFORT = int(os.environ.get("FUZZ", "10"))
ANY = list(hypothesis.HealthCheck)

PATHS = yaml.safe_load(Path("openapi.yaml").read_bytes())
OPERATIONS = [(path, method) for path, item in PATHS["paths"].items() for method in item]


@pytest.mark.parametrize("mode", GenerationMode)
@pytest.mark.parametrize("path, method", OPERATIONS)
def test_requests_made_from_the_description(app: Flask, path: str, method: str, mode: GenerationMode) -> None:
    description = schemathesis.openapi.from_dict(PATHS)
    description.app = app
    operation = description[path][method.upper()]

    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    @hypothesis.settings(max_examples=EFFORT, deadline=None, derandomize=True, database=None, suppress_health_check=ANY)
    def answered(case: Case) -> None:
        response = case.call()
        # A request in the right form may still describe no possible round; one in a wrong form may be too large.
        beside = [positive_data_acceptance] if path == "/v1/score" else []
        beside += [negative_data_rejection] if response.status_code == 413 else []
        case.validate_response(response, excluded_checks=beside)

    try:
        answered()
    except hypothesis.errors.Unsatisfiable:
        assert mode == GenerationMode.NEGATIVE  # an operation without parameters cannot be called wrongly


VALUES = [
    None,
    True,
    0,
    1,
    -1,
    5,
    10**6,
    1.5,
    "",
    "east",
    "north",
    "5m",
    "5z",
    "1f",
    "123m",
    "1111z",
    [],
    {},
    ["1m"],
    ["last_tile"],
]
TILES = ["1m", "5m", "9m", "5p", "1s", "1z", "5z", "7z", "1f", "8f"]
NAMES = [
    "indicator",
    "wildcards",
    "birds",
    "melds",
    "flowers",
    "raise",
    "from",
    "tile",
    "circumstances",
    "kong_chain",
    "options",
]


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a request: the container and the name or index in it."""
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], (dict, list)):
            yield from places(data[key])


def spoil(request: dict[str, Any], random: Random) -> None:
    """Changes one thing: leaves it out, replaces it, repeats it, or exchanges tiles."""
    container, key = random.choice(list(places(request)))
    value = container[key]
    match random.randrange(5):
        case 0:
            del container[key]
        case 1:
            container[key] = random.choice(VALUES)
        case 2 if isinstance(container, list):
            container.append(copy.deepcopy(value))
        case 2:
            container[random.choice(NAMES)] = copy.deepcopy(value)
        case _ if isinstance(value, str) and key not in ("ruleset", "by", "winner", "from", "type"):
            container[key] = value[2:] + random.choice(TILES) if value else random.choice(TILES)
        case _ if key in ("from", "winner"):
            container[key] = random.choice(["east", "south", "west", "north"])
        case _:
            container[key] = random.choice(VALUES)


@pytest.mark.parametrize("ruleset", sorted(catalogue()))
def test_spoilt_examples_are_answered_or_refused(client: FlaskClient, ruleset: str) -> None:
    random = Random(ruleset)
    examples = [example["request"] for example in catalogue()[ruleset].examples()]
    for _ in range(EFFORT * 10):
        request = copy.deepcopy(random.choice(examples))
        for _ in range(random.randint(1, 3)):
            if request:
                spoil(request, random)
        response = client.post("/v1/score", json=request)
        assert response.status_code in (200, 422), json.dumps(request, ensure_ascii=False)
        answer = json.loads(response.data)
        if response.status_code == 422:
            assert answer["errors"]
        else:
            assert sum(answer["totals"].values()) == pytest.approx(0)
