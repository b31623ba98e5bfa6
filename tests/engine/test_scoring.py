"""From patterns to a figure, and the steps that tell it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from clubs import option, player, round_, rules, sheet, win

from calculator_api.rules import Result
from calculator_api.scoring import MODELS, Arithmetic, Book, CapUse, Counted, Refused, Tally, jsonable, listed, plain

CAP = {"id": "lazi", "name": {"zh": "辣子", "en": "Limit"}, "limit": 10}


def counted(*lines: tuple[str, Any, int, str]) -> list[Counted]:
    patterns = sheet({name: value for name, value, _, _ in lines}).patterns
    return [Counted(patterns[name], value, times, unit) for name, value, times, unit in lines]


def told(made: Arithmetic) -> list[tuple[str, Any, str, str]]:
    return [tuple(step) for step in made.steps]  # type: ignore[misc]


PUNGS_AND_KONGS = counted(("pungs", 6, 1, "fan"), ("kong", 2, 2, "fan"))


def test_values_are_added() -> None:
    made = MODELS["sum"](sheet(), None, PUNGS_AND_KONGS)
    assert (made.score, made.before, made.cap) == (10, 10, None)
    assert told(made) == [("sum", 10, "〔pungs〕 6 + 〔kong〕 2×2", "Pungs 6 + Kong 2×2")]


def test_multipliers_and_doublings_come_after_the_sum() -> None:
    lines = counted(
        ("pungs", 6, 1, "fan"), ("times", 5, 1, "multiplier"), ("kong", 1, 1, "points"), ("twice", 1, 3, "doubling")
    )
    made = MODELS["sum"](sheet(), None, lines)
    assert made.score == (6 + 1) * 5 * 2**3
    assert told(made) == [
        ("sum", 7, "〔pungs〕 6 + 〔kong〕 1", "Pungs 6 + Kong 1"),
        ("product", 280, "× 〔times〕 5 × 〔twice〕 1×3", "× Times 5 × Twice 1×3"),
    ]


def test_nothing_counted_is_nothing() -> None:
    assert told(MODELS["sum"](sheet(), None, [])) == [("sum", 0, "0", "0")]
    assert told(MODELS["product"](sheet(), None, [])) == [("product", 1, "1", "1")]


def test_values_are_multiplied() -> None:
    made = MODELS["product"](sheet(), None, PUNGS_AND_KONGS)
    assert made.score == 24
    assert told(made) == [("product", 24, "〔pungs〕 6 × 〔kong〕 2×2", "Pungs 6 × Kong 2×2")]


def test_doublings_are_added_and_two_is_raised_to_them() -> None:
    made = MODELS["doubling"](sheet(), None, counted(("pungs", 2, 1, "doubling"), ("kong", 1, 3, "doubling")))
    assert (made.score, made.before) == (32, 5)
    assert told(made) == [
        ("sum", 5, "〔pungs〕 2 + 〔kong〕 1×3", "Pungs 2 + Kong 1×3"),
        ("score", 32, "2 的 5 次方", "2 to the power of 5"),
    ]


def test_a_cap_on_doublings_cuts_the_doublings() -> None:
    made = MODELS["doubling"](sheet(cap=CAP), 3, counted(("pungs", 5, 1, "doubling")))
    assert (made.score, made.before) == (8, 5)
    assert [step.id for step in made.steps] == ["sum", "cap", "score"]


def test_the_most_valuable_alone() -> None:
    made = MODELS["highest"](sheet(), None, counted(("one", 5, 1, "fan"), ("two", 3, 2, "fan"), ("three", 4, 1, "fan")))
    assert made.score == 6
    assert told(made) == [("highest", 6, "〔two〕", "Two")]


@pytest.mark.parametrize("model", MODELS)
def test_every_model_is_cut_at_the_cap(model: str) -> None:
    made = MODELS[model](sheet(cap=CAP), 3, counted(("pungs", 4, 1, "fan")))
    assert made.cap == CapUse("lazi", 3, 4, True)
    assert (made.score, made.before) == (8 if model == "doubling" else 3, 4)
    assert ("cap", 3, "辣子：4 以 3 封顶", "Limit: 4 is cut to 3") in told(made)


def test_what_just_reaches_the_cap_is_not_cut() -> None:
    made = MODELS["sum"](sheet(cap=CAP), 10, PUNGS_AND_KONGS)
    assert (made.score, made.before, made.cap) == (10, 10, CapUse("lazi", 10, 10, False))
    assert [step.id for step in made.steps] == ["sum"]


def test_no_cap_is_played_where_the_option_says_none() -> None:
    assert MODELS["sum"](sheet(cap=CAP), None, PUNGS_AND_KONGS).cap is None


def test_a_limit_without_a_cap_in_the_sheet_cuts_nothing() -> None:
    made = MODELS["sum"](sheet(), 3, PUNGS_AND_KONGS)
    assert (made.score, made.before, made.cap) == (10, 10, None)


@pytest.mark.parametrize(
    ("figure", "json", "words"),
    [
        (3, 3, "3"),
        (Fraction(6, 2), 3, "3"),
        (Fraction(3, 2), 1.5, "1.5"),
        (2.0, 2, "2"),
        (2.5, 2.5, "2.5"),
        (None, None, "None"),
    ],
)
def test_figures_are_whole_wherever_they_can_be(figure: Any, json: Any, words: str) -> None:
    assert jsonable(figure) == json
    assert type(jsonable(figure)) is type(json)
    assert plain(figure) == words


def test_patterns_are_listed_in_both_languages() -> None:
    assert listed(PUNGS_AND_KONGS) == ("〔pungs〕 6 + 〔kong〕 2×2", "Pungs 6 + Kong 2×2")
    assert listed(PUNGS_AND_KONGS, ", ") == ("〔pungs〕 6, 〔kong〕 2×2", "Pungs 6, Kong 2×2")


# -- what strikes what


def strike(patterns: dict[str, Any], found: dict[str, int] | None = None, **over: Any) -> tuple[Any, Any]:
    book = Book(sheet(patterns, **over), {})
    return book.strike(found or dict.fromkeys(patterns, 1))


def test_a_pattern_strikes_those_it_excludes() -> None:
    patterns = {"big": {"value": 5, "excludes": ["small"]}, "small": 1, "other": 2}
    assert strike(patterns) == ({"big": 1, "other": 1}, {"small": "big"})
    assert strike(patterns, {"small": 1, "other": 3}) == ({"small": 1, "other": 3}, {})


def test_the_order_of_the_sheet_does_not_shield_a_pattern() -> None:
    assert strike({"small": 1, "big": {"value": 5, "excludes": ["small"]}}) == ({"big": 1}, {"small": "big"})


def test_a_struck_pattern_strikes_nothing() -> None:
    patterns = {
        "a": {"value": 9, "excludes": ["b"]},
        "b": {"value": 5, "excludes": ["c"]},
        "c": {"value": 1},
        "d": {"value": 1, "excludes": ["c"]},
    }
    assert strike(patterns, {"a": 1, "b": 1, "c": 1}) == ({"a": 1, "c": 1}, {"b": "a"})
    assert strike(patterns) == ({"a": 1, "d": 1}, {"b": "a", "c": "d"})


def test_of_two_that_strike_each_other_the_first_stays() -> None:
    patterns = {"a": {"value": 1, "excludes": ["b"]}, "b": {"value": 5, "excludes": ["a"]}}
    assert strike(patterns) == ({"a": 1}, {"b": "a"})


def test_the_first_that_strikes_is_named() -> None:
    patterns = {"a": {"value": 1, "excludes": ["c"]}, "b": {"value": 5, "excludes": ["c"]}, "c": 1}
    assert strike(patterns) == ({"a": 1, "b": 1}, {"c": "a"})


GROUPS = {"pungs": {"name": {"zh": "刻", "en": "Pungs"}, "excludes": ["small"]}}


def test_a_group_strikes_for_each_of_its_members_and_can_be_struck_as_a_whole() -> None:
    patterns = {
        "a": {"value": 1, "group": "pungs"},
        "b": {"value": 1, "group": "pungs"},
        "small": 1,
        "big": {"value": 9, "excludes": ["group:pungs"]},
    }
    assert strike(patterns, {"b": 1, "small": 1}, groups=GROUPS) == ({"b": 1}, {"small": "b"})
    assert strike(patterns, {"a": 1, "b": 2, "big": 1}, groups=GROUPS) == ({"big": 1}, {"a": "big", "b": "big"})


def test_a_member_that_strikes_its_group_is_not_struck_by_itself() -> None:
    patterns = {"a": {"value": 1, "group": "pungs", "excludes": ["group:pungs"]}, "b": {"value": 1, "group": "pungs"}}
    groups = {"pungs": {"name": {"zh": "刻", "en": "Pungs"}}}
    assert strike(patterns, groups=groups) == ({"a": 1}, {"b": "a"})


def test_of_a_group_the_highest_counts() -> None:
    groups = {"one": {"name": {"zh": "一", "en": "One"}, "only": "highest"}}
    patterns = {
        "a": {"value": 2, "group": "one", "excludes": ["z"]},
        "b": {"value": 3, "group": "one"},
        "c": {"value": 3, "group": "one"},
        "z": 1,
    }
    assert strike(patterns, groups=groups) == ({"b": 1, "z": 1}, {"a": "b", "c": "b"})
    assert strike(patterns, {"a": 2, "b": 1}, groups=groups) == ({"a": 2}, {"b": "a"})
    assert strike(patterns, {"c": 1, "z": 1}, groups=groups) == ({"c": 1, "z": 1}, {})


def test_a_group_without_only_counts_all_of_it() -> None:
    groups = {"one": {"name": {"zh": "一", "en": "One"}}}
    patterns = {"a": {"value": 2, "group": "one"}, "b": {"value": 3, "group": "one"}}
    assert strike(patterns, groups=groups) == ({"a": 1, "b": 1}, {})


def test_unless_leaves_a_pattern_out_without_a_word() -> None:
    patterns = {"plain": {"value": 1, "unless": ["pungs"]}, "pungs": 2, "other": 3}
    assert strike(patterns) == ({"pungs": 1, "other": 1}, {})
    assert strike(patterns, {"plain": 1, "other": 1}) == ({"plain": 1, "other": 1}, {})


def test_unless_names_a_whole_group() -> None:
    groups = {"one": {"name": {"zh": "一", "en": "One"}}}
    patterns = {"a": {"value": 1, "group": "one"}, "plain": {"value": 1, "group": "one", "unless": ["group:one"]}}
    assert strike(patterns, groups=groups) == ({"a": 1}, {})
    assert strike(patterns, {"plain": 1}, groups=groups) == ({"plain": 1}, {})


def test_chicken_counts_where_nothing_else_does() -> None:
    patterns = {"chicken": {"value": 1, "unless": "any"}, "pungs": 2, "hen": {"value": 1, "unless": "any"}}
    assert strike(patterns) == ({"pungs": 1}, {})
    assert strike(patterns, {"chicken": 1}) == ({"chicken": 1}, {})
    assert strike(patterns, {"chicken": 1, "hen": 1}) == ({"chicken": 1, "hen": 1}, {})


def test_chicken_counts_where_all_else_is_struck() -> None:
    patterns = {"chicken": {"value": 1, "unless": ["any"], "excludes": ["pungs"]}, "pungs": 2}
    assert strike(patterns) == ({"chicken": 1}, {"pungs": "chicken"})


def test_options_choose_what_is_played_and_what_it_is_worth() -> None:
    made = sheet(
        {
            "pungs": {"value": {"option": "worth"}, "group": {"option": "where", "values": {"in": "one", "out": None}}},
            "extra": {"value": 1, "enabled": {"option": "extra"}},
        },
        groups={"one": {"name": {"zh": "一", "en": "One"}}},
        options={"worth": option(4), "extra": option(False, "boolean"), "where": option("in", "string")},
    )
    usual = Book(made, made.options.defaults)
    assert usual.values == {"pungs": 4}
    assert usual.members == {"one": ("pungs",)}
    other = Book(made, {"worth": 7, "extra": True, "where": "out"})
    assert other.values == {"pungs": 7, "extra": 1}
    assert other.members == {"one": ()}
    assert set(other.played) == {"pungs", "extra"}
    assert other.group_of == {"pungs": None, "extra": None}


# -- the whole of one claim


def judged(patterns: dict[str, Any], **over: Any) -> Result:
    club = rules(patterns, **over)
    played = round_(club, {"south": player()}, win())
    return club.judge(club.hand(played, played.wins[0]))


def test_a_tally_knows_what_counts_and_what_it_comes_to() -> None:
    tally = judged(
        {"pungs": {"value": 6, "excludes": ["small"]}, "small": 1, "winds": {"value": 2, "when": "wind_pung"}}
    ).tally
    assert tally is not None
    assert tally.score == 8
    assert (tally.has("pungs"), tally.has("small")) == (True, False)
    assert (tally.total(), tally.total("winds"), tally.total("pungs", "winds"), tally.total("small")) == (8, 2, 8, 0)
    assert [(gone.pattern.id, gone.by, gone.text) for gone in tally.struck] == [("small", "pungs", None)]
    assert tally.extra is None


def test_a_pattern_that_is_there_twice_counts_twice() -> None:
    tally = judged({"pung": {"value": 3, "when": "concealed_pung"}}).tally
    assert tally is not None
    assert [(c.value, c.times, c.total, c.unit) for c in tally.counted] == [(3, 4, 12, "fan")]


def test_a_refusal_lists_its_reasons() -> None:
    assert Refused("below_minimum", "not_ready").codes == ("below_minimum", "not_ready")


def test_what_a_region_leaves_out_of_its_arithmetic_decides_nothing() -> None:
    made = Arithmetic(3, ())
    assert (made.before, made.cap) == (0, None)
    tally = judged({"plain": 1}).tally
    assert tally is not None
    assert Tally(tally.reading, (), (), made).extra is None
