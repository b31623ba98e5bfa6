"""Options and further inputs: what is taken, what is refused, and in which words."""

from __future__ import annotations

from typing import Any

import pytest

from calculator_api.fields import Field, Fields, Text, escape

MEANING = Text("意思", "Meaning")


def field(kind: str, default: Any = None, **more: Any) -> Field:
    return Field("base", kind, default, MEANING, **more)


@pytest.mark.parametrize(
    ("declared", "sent", "read"),
    [
        (field("integer"), 3, 3),
        (field("integer"), 3.0, 3),
        (field("number"), 0.5, 0.5),
        (field("number"), 2.0, 2),
        (field("number", above=0), 0.1, 0.1),
        (field("integer", minimum=1, maximum=3), 1, 1),
        (field("integer", minimum=1, maximum=3), 3, 3),
        (field("integer"), 1_000_000, 1_000_000),
        (field("integer"), -1_000_000, -1_000_000),
        (field("integer", values=(1, 2)), 2, 2),
        (field("boolean"), False, False),
        (field("string", values=("a", "b")), "b", "b"),
        (field("string"), "anything", "anything"),
        (field("seat"), "north", "north"),
        (field("tile"), "5p", 13),
        (field("tiles"), "12m", (0, 1)),
        (field("tiles"), ["1m", "2m3m"], (0, 1, 2)),
        (field("tiles", exactly=2), "12m", (0, 1)),
        (field("array", items={"type": "integer", "minimum": 1}), [1, 2], (1, 2)),
        (field("array", items={"type": "seat"}, exactly=1), ["east"], ("east",)),
        (field("array", items={"type": "array", "items": {"type": "integer"}, "exactly": 2}), [[1, 2]], ((1, 2),)),
        (field("object", keys=("a", "b"), items={"type": "integer"}), {"a": 1}, {"a": 1}),
        (field("object", items={"a": {"type": "seat"}, "b": {"type": "boolean"}}), {"a": "east"}, {"a": "east"}),
        (field("object", items={"a": {"type": "seat"}}), {"a": None}, {"a": None}),
        (field("integer", nullable=True), None, None),
    ],
)
def test_what_is_taken(declared: Field, sent: Any, read: Any) -> None:
    value, faults = declared.check(sent, "/options/base")
    assert (value, faults) == (read, [])
    assert type(value) is type(read) or isinstance(read, dict)


@pytest.mark.parametrize(
    ("declared", "sent"),
    [
        (field("integer"), 1.5),
        (field("integer"), float("inf")),
        (field("number"), float("nan")),
        (field("integer"), True),
        (field("integer"), "1"),
        (field("integer"), None),
        (field("integer", minimum=1, maximum=3), 0),
        (field("integer", minimum=1, maximum=3), 4),
        (field("integer"), 1_000_001),
        (field("integer"), -1_000_001),
        (field("integer", values=(1, 2)), 3),
        (field("number", above=0), 0),
        (field("number"), False),
        (field("boolean"), 0),
        (field("string", values=("a",)), "b"),
        (field("string"), 1),
        (field("seat"), "up"),
        (field("tile"), "12m"),
        (field("tile"), "x"),
        (field("tile"), 5),
        (field("tiles"), "9z"),
        (field("tiles"), [1]),
        (field("tiles"), {}),
        (field("tiles"), ["1m"] * 65),
        (field("tiles"), ["123m"] * 22),
        (field("tiles", exactly=2), "123m"),
        (field("array", items={"type": "integer"}), ["a"]),
        (field("array", items={"type": "integer"}), [1] * 65),
        (field("array", items={"type": "integer"}, exactly=2), [1]),
        (field("array"), "text"),
        (field("object", keys=("a",), items={"type": "integer"}), {"b": 1}),
        (field("object", keys=("a",), items={"type": "integer"}), {"a": "x"}),
        (field("object", keys=("a", "b"), all_keys=True, items={"type": "integer"}), {"a": 1}),
        (field("object", items={"a": {"type": "seat", "required": True}}), {}),
        (field("object", items={"a": {"type": "seat", "required": True}}), {"a": None}),
        (field("object", items={"a": {"type": "seat"}}), {"c": "east"}),
        (field("object", items={"a": {"type": "string", "values": ["x"]}}), {"a": "y"}),
        (field("object"), []),
    ],
)
def test_what_is_refused(declared: Field, sent: Any) -> None:
    value, faults = declared.check(sent, "/options/base")
    assert value is None
    assert [(f.pointer, f.code) for f in faults] == [("/options/base", "invalid_value")]


@pytest.mark.parametrize(
    ("declared", "zh", "en"),
    [
        (field("integer"), "整数", "a whole number"),
        (field("integer", nullable=True), "整数或 null", "a whole number or null"),
        (field("integer", minimum=1), "整数，不小于 1", "a whole number of at least 1"),
        (field("integer", maximum=4), "整数，不大于 4", "a whole number of at most 4"),
        (field("integer", minimum=1, maximum=4), "整数，1 到 4", "a whole number from 1 to 4"),
        (field("number", above=0), "数字，大于 0", "a number above 0"),
        (field("integer", values=(1, 2)), "下列之一：1、2", "one of 1, 2"),
        (field("tiles", exactly=2), "正好 2 张牌", "exactly 2 tiles"),
        (field("object", keys=("a", "b")), "对象，可有 a, b", "an object with a, b"),
        (field("object", items={"a": {"type": "seat"}}), "对象，可有 a", "an object with a"),
        (field("object", items={"type": "integer"}), "对象", "an object"),
    ],
)
def test_a_refusal_says_what_is_wanted(declared: Field, zh: str, en: str) -> None:
    assert declared.wanted() == (zh, en)
    (fault,) = declared.check(object(), "/x")[1]
    assert (fault.zh, fault.en) == (f"base 应为{zh}", f"base must be {en}")


@pytest.mark.parametrize(
    ("declared", "schema"),
    [
        (field("integer", 1, minimum=1, maximum=4), {"type": "integer", "minimum": 1, "maximum": 4, "default": 1}),
        (field("number", 1, above=0), {"type": "number", "exclusiveMinimum": 0, "default": 1}),
        (field("string", "a", values=("a", "b")), {"type": "string", "enum": ["a", "b"], "default": "a"}),
        (field("integer", nullable=True), {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}),
        (field("tile", 4), {"type": "string", "maxLength": 64, "default": "5m"}),
        (field("array", (1, 2)), {"type": "array", "default": [1, 2]}),
        (field("object", {"a": 1}), {"type": "object", "default": {"a": 1}}),
    ],
)
def test_a_field_is_described_as_json_schema(declared: Field, schema: dict[str, Any]) -> None:
    assert declared.json_schema() == {**schema, "description": "Meaning"}


def test_tiles_are_shown_as_codes_by_default() -> None:
    assert field("tiles", (0, 1)).json_schema()["default"] == "1m2m"


FIELDS = Fields({"base": field("integer", 1), "self_draw_only": field("boolean", False)})


def test_what_is_not_sent_has_its_default() -> None:
    assert FIELDS.check({}, "/options") == ({"base": 1, "self_draw_only": False}, [])
    assert FIELDS.check({"base": 2}, "/options") == ({"base": 2, "self_draw_only": False}, [])
    assert dict(FIELDS.defaults) == {"base": 1, "self_draw_only": False}
    assert (list(FIELDS), len(FIELDS), FIELDS["base"].default) == (["base", "self_draw_only"], 2, 1)


def test_every_fault_is_reported_and_the_nearest_name_offered() -> None:
    _, faults = FIELDS.check({"base": "x", "self_draw": True, "a/b~": 1}, "/options")
    assert [(f.pointer, f.code) for f in faults] == [
        ("/options/base", "invalid_value"),
        ("/options/self_draw", "unknown_field"),
        ("/options/a~1b~0", "unknown_field"),
    ]
    assert (faults[1].zh, faults[1].en) == (
        "没有 self_draw 这一项，是不是 self_draw_only？",
        "there is no field self_draw here; did you mean self_draw_only?",
    )
    assert faults[2].en == "there is no field a/b~ here"


def test_names_are_escaped_in_pointers() -> None:
    assert escape("a/b~c") == "a~1b~0c"
