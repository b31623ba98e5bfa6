"""The words in which regions say who pays whom."""

from __future__ import annotations

from fractions import Fraction

import pytest
from clubs import SHEET

from calculator_api.payments import (
    WORD_EN,
    WORD_ZH,
    Payment,
    bird_seats,
    each_other,
    exact,
    next_seat,
    one_for_all,
    turns_after,
)
from calculator_api.tiles import parse

SEATS = SHEET["table"]["seats"]
THREE = ("east", "south", "west")


def share(seat: str) -> int:
    return {"east": 4, "south": 3, "west": 2, "north": 1}[seat]


def test_each_other_pays_its_own_share_and_nobody_pays_oneself() -> None:
    assert list(each_other("south", SEATS, share)) == [
        ("east", "south", 4, "win", "", ""),
        ("west", "south", 2, "win", "", ""),
        ("north", "south", 1, "win", "", ""),
    ]


def test_what_it_is_for_and_the_words_are_passed_on() -> None:
    assert list(each_other("south", THREE, share, "bird", "扎鸟", "birds")) == [
        ("east", "south", 4, "bird", "扎鸟", "birds"),
        ("west", "south", 2, "bird", "扎鸟", "birds"),
    ]


def test_one_seat_pays_everybodys_share_and_the_answer_says_for_whom() -> None:
    assert list(one_for_all("west", "south", SEATS, share)) == [
        ("west", "south", 4, "liability", "西家替东家付", "west pays east's share"),
        ("west", "south", 2, "win", "", ""),
        ("west", "south", 1, "liability", "西家替北家付", "west pays north's share"),
    ]


def test_one_for_all_in_other_words() -> None:
    assert list(one_for_all("west", "south", THREE, share, "kong", "penalty", "包", "liable")) == [
        ("west", "south", 4, "penalty", "包", "liable"),
        ("west", "south", 2, "kong", "包", "liable"),
    ]


def test_a_payment_has_no_words_of_its_own_unless_given() -> None:
    assert Payment("east", "west", 1, "win") == ("east", "west", 1, "win", "", "")


def test_every_word_for_a_payment_can_be_told() -> None:
    words = {"win", "kong", "flower", "bird", "bonus", "liability", "draw", "penalty", "difference"}
    assert set(WORD_ZH) == set(WORD_EN) == words


@pytest.mark.parametrize(
    ("sent", "meant"),
    [(3, 3), (2.0, 2), (0.1, Fraction(1, 10)), (0.25, Fraction(1, 4)), (Fraction(1, 3), Fraction(1, 3))],
)
def test_a_stake_with_decimals_is_exact(sent: float, meant: object) -> None:
    assert exact(sent) == meant
    assert type(exact(sent)) is type(meant)


def test_turns_go_round_the_table() -> None:
    assert [next_seat(seat, SEATS) for seat in SEATS] == ["south", "west", "north", "east"]
    assert next_seat("north", SEATS, 2) == "south"
    assert next_seat("west", THREE) == "east"
    assert [turns_after("west", seat, SEATS) for seat in SEATS] == [2, 3, 0, 1]
    assert turns_after("west", "east", THREE) == 1


def test_birds_fall_on_one_five_and_nine_for_the_dealer() -> None:
    assert bird_seats(parse("123456789m"), SEATS) == [*SEATS, *SEATS, "east"]
    assert bird_seats(parse("1p1s4z"), SEATS) == ["east", "east", "north"]
    assert bird_seats(parse("1234s"), THREE) == ["east", "south", "west", "east"]
