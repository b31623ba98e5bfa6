"""What counts as a break of the API, and what does not."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.openapi_diff import breaks, compatible

Json = dict[str, Any]
NOW: Json = yaml.safe_load(Path("openapi.yaml").read_bytes())


def changed(*path: str, **change: Any) -> list[str]:
    """The breaks after a change of the description at this place; a change to None takes something away."""
    new = copy.deepcopy(NOW)
    place: Any = new
    for name in path:
        place = place[name]
    for name, value in change.items():
        if value is None:
            del place[name]
        else:
            place[name] = value
    assert new != NOW
    return breaks(NOW, new)


SCHEMAS = ("components", "schemas")


def test_nothing_has_changed() -> None:
    assert breaks(NOW, copy.deepcopy(NOW)) == []


@pytest.mark.parametrize(
    "path, change, words",
    [
        (("paths", "/v1/score"), {"post": None}, "POST /v1/score is gone"),
        (("paths", "/v1/score", "post"), {"requestBody": {"content": {}}}, "takes application/json no more"),
        ((*SCHEMAS, "Round"), {"required": ["ruleset", "table"]}, "request.table is needed now"),
        ((*SCHEMAS, "Round", "properties"), {"options": None}, "request.options is taken no more"),
        ((*SCHEMAS, "Win", "properties", "kong_chain"), {"maximum": 4}, "maximum is 4 now"),
        ((*SCHEMAS, "Win", "properties", "winner"), {"enum": ["east"]}, "takes no more"),
        ((*SCHEMAS, "Settlement", "properties"), {"totals": None}, "200.totals is gone"),
        ((*SCHEMAS, "Settlement"), {"required": ["ruleset"]}, "may be left out now"),
        ((*SCHEMAS, "Settlement", "properties", "payments"), {"type": "object"}, "is object now, and was array"),
    ],
)
def test_breaks(path: tuple[str, ...], change: Json, words: str) -> None:
    found = changed(*path, **change)
    assert any(words in one for one in found), found


def test_what_is_new_breaks_nobody() -> None:
    assert changed("paths", **{"/v1/waits": {"get": {"responses": {}}}}) == []
    assert changed(*SCHEMAS, "Round", "properties", note={"type": "string"}) == []
    assert changed(*SCHEMAS, "Settlement", "properties", waits={"type": "array"}) == []
    assert changed(*SCHEMAS, "Win", "properties", "kong_chain", maximum=1000) == []


@pytest.mark.parametrize(
    "old, new, expected",
    [("0.1.0", "0.1.7", True), ("0.1.0", "0.2.0", False), ("1.2.0", "1.9.0", True), ("1.2.0", "2.0.0", False)],
)
def test_versions_that_promise_to_get_along(old: str, new: str, expected: bool) -> None:
    assert compatible(old, new) is expected
