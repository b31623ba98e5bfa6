"""What the request schema takes, what it refuses, and that it names every fault where it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from calculator_api.round import Fault, ImpossibleRound, Meld, Player, Round, Win
from calculator_api.tiles import parse
from calculator_api.web.schemas import escape, load_round


class Sheet:
    """A rule sheet with one option and one further input of a player."""

    def check_options(self, raw: Mapping[str, Any], pointer: str) -> tuple[Mapping[str, Any], list[Fault]]:
        return self.check(raw, pointer, "base")

    def check_inputs(self, where: str, raw: Mapping[str, Any], pointer: str) -> tuple[Mapping[str, Any], list[Fault]]:
        return self.check(raw, pointer, *(["void_suit"] if where == "player" else []))

    def check(self, raw: Mapping[str, Any], pointer: str, *known: str) -> tuple[Mapping[str, Any], list[Fault]]:
        return dict.fromkeys(known, "default") | raw, [
            Fault(f"{pointer}/{escape(name)}", "unknown_field", "", "") for name in raw if name not in known
        ]


def load(request: Any) -> Round:
    return load_round(request, {"guangdong": Sheet()}.get, lambda text: ["guangdong"])


def faults(request: Any) -> dict[str, str]:
    with pytest.raises(ImpossibleRound) as refused:
        load(request)
    return {fault.pointer: fault.code for fault in refused.value.faults}


def request(**fields: Any) -> dict[str, Any]:
    return {"ruleset": "guangdong", **fields}


def win(**fields: Any) -> dict[str, Any]:
    return request(wins=[{"winner": "south", "by": "self_draw", **fields}])


def player(**fields: Any) -> dict[str, Any]:
    return request(players={"south": fields})


def test_a_whole_round_arrives_in_the_engines_words() -> None:
    round_ = load(
        request(
            options={"base": 2},
            table={"round_wind": "south", "dealer_streak": 3, "indicator": "3p", "birds": ["3m"]},
            players={
                "south": {
                    "concealed": "345m123s11z46s",
                    "melds": [{"type": "pung", "tiles": "111z", "from": "west"}],
                    "flowers": "1f",
                    "ready": True,
                    "raise": 4,
                    "void_suit": "m",
                }
            },
            wins=[{"winner": "south", "tile": "5s", "by": "discard", "from": "west", "circumstances": ["last_tile"]}],
        )
    )
    assert round_.options == {"base": 2}
    assert (round_.table.round_wind, round_.table.dealer_streak) == ("south", 3)
    assert (round_.table.indicator, round_.table.birds) == (parse("3p")[0], parse("3m"))
    assert round_.players["south"] == Player(
        concealed=parse("345m123s11z46s"),
        melds=(Meld("pung", parse("111z"), "west"),),
        flowers=parse("1f"),
        ready=True,
        stake=4,
        extra={"void_suit": "m"},
    )
    assert round_.wins == (Win("south", "discard", parse("5s")[0], "west", frozenset({"last_tile"})),)


def test_a_drawn_round_needs_nothing_but_the_rule_set() -> None:
    round_ = load(request())
    assert (round_.wins, dict(round_.players)) == ((), {})
    assert round_.options == {"base": "default"}


def test_a_seat_of_which_nothing_is_known_is_still_a_seat() -> None:
    assert load(player()).players == {"south": Player(extra={"void_suit": "default"})}


@pytest.mark.parametrize("written", ["123m55z", ["1m", "2m", "3m", "5z", "5z"], "一二三万白白", "🀇🀈🀉🀆🀆", "123m PP"])
def test_every_notation_means_the_same_tiles(written: Any) -> None:
    assert load(player(concealed=written)).players["south"].concealed == parse("123m55z")


@pytest.mark.parametrize(
    "fields, pointer, code",
    [
        ({"concealed": "10m"}, "/concealed", "unknown_tile"),
        ({"concealed": "8z"}, "/concealed", "unknown_tile"),
        ({"concealed": "1m" * 33}, "/concealed", "too_long"),
        ({"concealed": 123}, "/concealed", "wrong_type"),
        ({"concealed": None}, "/concealed", "wrong_type"),
        ({"concealed": ["1m", "12m"]}, "/concealed/1", "one_tile"),
        ({"concealed": ["1m", 2]}, "/concealed/1", "one_tile"),
        ({"concealed": ["1m"] * 65}, "/concealed", "too_many"),
        ({"ready": 1}, "/ready", "wrong_type"),
        ({"ready": "true"}, "/ready", "wrong_type"),
        ({"raise": True}, "/raise", "wrong_type"),
        ({"raise": "1"}, "/raise", "wrong_type"),
        ({"raise": 1.5}, "/raise", "wrong_type"),
        ({"raise": -1}, "/raise", "out_of_range"),
        ({"raise": 10**9}, "/raise", "out_of_range"),
        ({"melds": {}}, "/melds", "wrong_type"),
        ({"melds": [{"type": "pung", "tiles": "111z"}] * 9}, "/melds", "too_many"),
        ({"melds": [{"type": "pung", "tiles": "111z"}, 5]}, "/melds/1", "wrong_type"),
        ({"melds": [{"type": "kong", "tiles": "1111z"}]}, "/melds/0/type", "unknown_value"),
        ({"melds": [{"type": "Pung", "tiles": "111z"}]}, "/melds/0/type", "unknown_value"),
        ({"melds": [{"type": "pung"}]}, "/melds/0/tiles", "required"),
        ({"melds": [{"type": "pung", "tiles": "111z", "from": "me"}]}, "/melds/0/from", "unknown_value"),
        ({"melds": [{"type": "pung", "tiles": "111z", "form": "west"}]}, "/melds/0/form", "unknown_field"),
        ({"stake": 3}, "/stake", "unknown_field"),
        ({"source": 3}, "/source", "unknown_field"),
        ({"extra": {}}, "/extra", "unknown_field"),
        ({"a/b~c": 1}, "/a~1b~0c", "unknown_field"),
    ],
)
def test_a_players_faults(fields: dict[str, Any], pointer: str, code: str) -> None:
    assert faults(player(**fields)) == {"/players/south" + pointer: code}


@pytest.mark.parametrize(
    "fields, pointer, code",
    [
        ({"winner": "me"}, "/winner", "unknown_value"),
        ({"winner": ["south"]}, "/winner", "wrong_type"),
        ({"by": "tsumo"}, "/by", "unknown_value"),
        ({"tile": "12m"}, "/tile", "one_tile"),
        ({"tile": ""}, "/tile", "one_tile"),
        ({"tile": ["1m"]}, "/tile", "one_tile"),
        ({"from": "East"}, "/from", "unknown_value"),
        ({"circumstances": "last_tile"}, "/circumstances", "wrong_type"),
        ({"circumstances": ["last"]}, "/circumstances/0", "unknown_value"),
        ({"circumstances": ["last_tile", "last_tile"]}, "/circumstances/1", "duplicate"),
        ({"circumstances": ["last_tile"] * 10}, "/circumstances", "too_many"),
        ({"kong_chain": 0}, "/kong_chain", "out_of_range"),
        ({"kong_chian": 1}, "/kong_chian", "unknown_field"),
    ],
)
def test_a_wins_faults(fields: dict[str, Any], pointer: str, code: str) -> None:
    assert faults(win(**fields)) == {"/wins/0" + pointer: code}


@pytest.mark.parametrize(
    "request_, expected",
    [
        ([], {"": "wrong_type"}),
        ("guangdong", {"": "wrong_type"}),
        ({}, {"/ruleset": "required"}),
        ({"ruleset": 5}, {"/ruleset": "wrong_type"}),
        ({"ruleset": "cantonese"}, {"/ruleset": "unknown_ruleset"}),
        ({"ruleset": "x" * 65}, {"/ruleset": "too_long"}),
        (request(options=[]), {"/options": "wrong_type"}),
        (request(options={"bsae": 1}), {"/options/bsae": "unknown_field"}),
        (request(table=None), {"/table": "wrong_type"}),
        (request(table={"round_wind": "up"}), {"/table/round_wind": "unknown_value"}),
        (request(table={"dealer_streak": 1001}), {"/table/dealer_streak": "out_of_range"}),
        (request(table={"dora": "1m"}), {"/table/dora": "unknown_field"}),
        (request(players=[]), {"/players": "wrong_type"}),
        (request(players={"dealer": {}}), {"/players/dealer": "unknown_seat"}),
        (request(players={"south": []}), {"/players/south": "wrong_type"}),
        (request(wins={}), {"/wins": "wrong_type"}),
        (request(wins=[None]), {"/wins/0": "wrong_type"}),
        (request(wins=[{}]), {"/wins/0/by": "required", "/wins/0/winner": "required"}),
        (request(win=[]), {"/win": "unknown_field"}),
    ],
)
def test_faults_of_the_whole(request_: Any, expected: dict[str, str]) -> None:
    assert faults(request_) == expected


def test_all_faults_come_at_once() -> None:
    found = faults(
        {
            "ruleset": "guangdong",
            "hand": "1m",
            "options": {"yaku": 1},
            "table": {"indicator": "0p", "honba": 2},
            "players": {"up": {}, "south": {"concealed": "x", "melds": [{"tiles": "1"}], "riichi": True}},
            "wins": [{"winner": "south", "by": "self_draw", "tile": "1q"}],
        }
    )
    assert set(found) == {
        "/hand", "/options/yaku", "/table/indicator", "/table/honba", "/players/up", "/players/south/concealed",
        "/players/south/melds/0/type", "/players/south/melds/0/tiles", "/players/south/riichi", "/wins/0/tile",
    }  # fmt: skip


def test_the_order_of_faults_does_not_depend_on_the_order_of_names() -> None:
    def codes(*names: str) -> list[str]:
        with pytest.raises(ImpossibleRound) as refused:
            load(player(**dict.fromkeys(names, 1)))
        return [fault.pointer for fault in refused.value.faults]

    assert codes("a", "b", "c") == codes("c", "b", "a")


@pytest.mark.parametrize(
    "request_, words",
    [
        (
            {"ruleset": "guangdon"},
            ('there is no rule set "guangdon"; the nearest are guangdong', "没有“guangdon”这套规则"),
        ),
        (request(win=[]), ('there is no field "win"; did you mean wins?', "是不是 wins？")),
        (player(concealed="12m9z"), ('"9z" is not a tile', "“9z”不是牌")),
        (player(**{"raise": -1}), ("must be between 0 and 1000000", "应在0到")),
        (win(by="ron"), ('"ron" is none of: self_draw, discard, robbed_kong', "“ron”不在可选值之中")),
    ],
)
def test_faults_say_what_to_do(request_: Any, words: tuple[str, str]) -> None:
    with pytest.raises(ImpossibleRound) as refused:
        load(request_)
    (fault,) = refused.value.faults
    assert words[0] in fault.en
    assert words[1] in fault.zh
