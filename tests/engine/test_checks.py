"""What no table can have seen is refused, whatever the rules: where it stands in the request, and which code it has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from clubs import ALL_PUNGS, SHEET, option, player, round_, rules, win

from calculator_api.checks import check
from calculator_api.round import Fault, Player, Round, Win
from calculator_api.rules import BaseRules

FED = win("5z", "discard", "south", "east")
CHOWS = "123m456p789s2225z"


def faults(
    *wins: Win,
    south: Player | None = None,
    club: BaseRules | None = None,
    players: dict[str, Player] | None = None,
    **more: Any,
) -> list[tuple[str, str]]:
    """(pointer, code) of a round of south, who draws 5z where no win is given."""
    club = club or rules()
    everyone = {"south": south or player(), **(players or {})}
    return [(f.pointer, f.code) for f in check(round_(club, everyone, *(wins or (win(),)), **more), club)]


def test_a_possible_round_has_no_fault() -> None:
    assert faults() == faults(FED) == []


def test_every_fault_says_in_both_languages_what_is_wrong() -> None:
    club = rules()
    (fault,) = check(round_(club, {"south": player("123m")}, win()), club)
    assert fault.zh == "手牌 3 张加 0 副（每副算 3 张）共 3 张，应为 13 张（和的那张不算）"
    assert fault.en == (
        "3 concealed tiles and 0 melds (three tiles each) make 3; 13 are needed, without the winning tile"
    )


def test_faults_are_reported_together_and_once() -> None:
    wrong = {"south": player("123m"), "west": player("1234m")}
    assert faults(win(None), players=wrong, round_wind="east") == [
        ("/players/south/concealed", "wrong_count"),
        ("/players/west/concealed", "wrong_count"),
        ("/wins/0/tile", "tile_missing"),
    ]


# -- the table

THREE = {**SHEET["table"], "seats": ["east", "south", "west"]}
NO_HONORS = {"tiles": "1-9m 1-9p 1-9s"}
FLOWERLESS = {"tiles": "1-9m 1-9p 1-9s 1-7z", "flowers": ""}


def test_tiles_that_are_not_played_are_named_where_they_stand() -> None:
    club = rules(table=NO_HONORS, wildcards={"faces": ["next"]}, options={})
    south = player("123m456p789s2223s")
    assert faults(win("3s"), south=south, club=club, indicator=27) == [("/table/indicator", "tile_not_used")]
    assert ("/table/wildcards", "tile_not_used") in faults(win("3s"), south=south, club=club, wildcards=(28,))
    assert faults(win("3s"), south=south, club=club, birds=(30,)) == [("/table/birds", "tile_not_used")]
    assert faults(win("5z"), south=south, club=club) == [("/wins/0/tile", "tile_not_used")]
    assert faults(win("3s"), south=player("123m456p789s2225z"), club=club) == [
        ("/players/south/concealed", "tile_not_used")
    ]


def test_flowers_are_set_aside_not_held() -> None:
    assert faults(south=player("123m456p789s222s1f")) == [("/players/south/concealed", "tile_not_used")]
    assert faults(south=player(flowers="12f")) == []
    assert faults(south=player(flowers="1m")) == [("/players/south/flowers", "tile_not_used")]
    assert faults(south=player(flowers="1f"), club=rules(table=FLOWERLESS)) == [
        ("/players/south/flowers", "tile_not_used")
    ]
    assert faults(win("1f")) == [("/wins/0/tile", "tile_not_used")]
    assert faults(win("1f"), club=rules(table={"winning_flowers": True})) == []


DECLARED = {
    "table": {"open_birds": option([], "tiles"), "mark": option(None, "tile", counted=True), "age": option(0)},
    "player": {"discards": option([], "tiles", counted=True)},
}


def test_declared_tiles_are_checked_like_all_others() -> None:
    club = rules(table=NO_HONORS, inputs=DECLARED)
    south = player("123m456p789s2223s")
    assert faults(win("3s"), south=south, club=club, extra={"open_birds": (27, 1), "mark": 28, "age": 40}) == [
        ("/table/open_birds", "tile_not_used"),
        ("/table/mark", "tile_not_used"),
    ]
    thrown = player("123m456p789s2223s", extra={"discards": (27,)})
    assert faults(win("3s"), south=thrown, club=club) == [("/players/south/discards", "tile_not_used")]


def test_declared_tiles_count_as_copies_where_the_sheet_says_so() -> None:
    club = rules(inputs=DECLARED)
    assert faults(club=club, extra={"open_birds": (0, 0)}) == []
    assert faults(club=club, extra={"mark": 0}) == []
    both = player(extra={"discards": (0,)})
    assert faults(club=club, extra={"mark": 0}, south=both) == [("/players", "too_many_copies")]
    assert faults(club=club, south=player(extra={"discards": (9,) * 5})) == [
        ("/players/south/discards", "too_many_copies")
    ]


def test_the_round_wind_is_a_seat_of_the_table() -> None:
    assert faults(round_wind="north") == []
    no_north = rules(table={**THREE, "seats": ["east", "south", "west"]})
    assert faults(club=no_north, round_wind="north") == []


LIMITS = {
    "raise": {"minimum": 1, "maximum": 4},
    "wildcards_thrown": {"maximum": 2, "seats": ["south"]},
    "dealer_streak": {"maximum": 3},
}


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ({"dealer_streak": 3}, None),
        ({"dealer_streak": 4}, "/table/dealer_streak"),
        ({"south": player(stake=4)}, None),
        ({"south": player(stake=1)}, None),
        ({"south": player(stake=5)}, "/players/south/raise"),
        ({"south": player(stake=0)}, "/players/south/raise"),
        ({"south": player(stake=1, wildcards_thrown=2)}, None),
        ({"south": player(stake=1, wildcards_thrown=3)}, "/players/south/wildcards_thrown"),
        ({"players": {"west": player(None, stake=1, wildcards_thrown=1)}}, "/players/west/wildcards_thrown"),
        ({"players": {"west": player(None, stake=1)}}, None),
    ],
)
def test_numbers_stay_within_the_limits_of_the_sheet(said: dict[str, Any], at: str | None) -> None:
    said = {"south": player(stake=1), **said}
    assert faults(club=rules(limits=LIMITS), **said) == ([] if at is None else [(at, "out_of_range")])


def test_without_limits_any_number_goes() -> None:
    assert faults(south=player(stake=99), dealer_streak=99) == []
    high = rules(limits={"raise": {"minimum": 2}})
    assert faults(club=high, south=player(stake=99)) == []
    assert faults(club=high, south=player(stake=1)) == [("/players/south/raise", "out_of_range")]


# -- wildcards

TURNED = {"faces": ["next"], "required": True}
PAIR_OF_FACES = {"faces": ["same", "next"]}


@pytest.mark.parametrize(
    ("wildcards", "table", "found"),
    [
        (TURNED, {}, ("/table/indicator", "indicator_missing")),
        (TURNED, {"indicator": 0}, None),
        (TURNED, {"wildcards": (1,)}, None),
        (TURNED, {"indicator": 0, "wildcards": (1,)}, None),
        (TURNED, {"indicator": 0, "wildcards": (2,)}, ("/table/wildcards", "wildcards_disagree")),
        (TURNED, {"wildcards": (1, 2)}, ("/table/wildcards", "wildcards_wrong")),
        (TURNED, {"wildcards": (1, 1)}, ("/table/wildcards", "wildcards_wrong")),
        ({"faces": ["next"]}, {}, None),
        ({"faces": ["6z"], "required": True}, {}, None),
        ({"faces": ["same"], "required": True}, {}, ("/table/indicator", "indicator_missing")),
        ({"faces": ["next"], "indicator": "1-9m"}, {"indicator": 8}, None),
        ({"faces": ["next"], "indicator": "1-9m"}, {"indicator": 9}, ("/table/indicator", "indicator_not_allowed")),
        (PAIR_OF_FACES, {"wildcards": (3, 4)}, None),
        (PAIR_OF_FACES, {"wildcards": (4, 3)}, None),
        (PAIR_OF_FACES, {"wildcards": (8, 0)}, None),
        (PAIR_OF_FACES, {"wildcards": (3, 5)}, ("/table/wildcards", "wildcards_wrong")),
        (PAIR_OF_FACES, {"wildcards": (3,)}, ("/table/wildcards", "wildcards_wrong")),
        (PAIR_OF_FACES, {"indicator": 3, "wildcards": (4, 3)}, None),
        (PAIR_OF_FACES, {"indicator": 3, "wildcards": (2, 3)}, ("/table/wildcards", "wildcards_disagree")),
        ({"faces": ["5z", "6z", "7z"]}, {"wildcards": (31, 32, 33)}, None),
    ],
)
def test_wildcards_are_those_the_turned_tile_makes(wildcards: Any, table: Any, found: Any) -> None:
    assert faults(club=rules(wildcards=wildcards), **table) == ([] if found is None else [found])


# -- hands


@pytest.mark.parametrize(
    ("seat", "hand", "wins", "right"),
    [
        ("south", "111m222p333s4445z", (win(),), True),
        ("south", "111m222p333s44455z", (win("6z"),), False),
        ("south", "111m222p333s444z", (win(),), False),
        ("west", "666m777p888s6667z", (win(),), True),
        ("west", "666m777p888s66677z", (win(),), True),
        ("west", "666m777p888s66611s1m", (win(),), False),
        ("west", "666m777p888s666z", (win(),), False),
    ],
)
def test_a_hand_has_its_number_of_tiles(seat: str, hand: str, wins: tuple[Win, ...], right: bool) -> None:
    found = faults(*wins, players={seat: player(hand)})
    assert found == ([] if right else [(f"/players/{seat}/concealed", "wrong_count")])


def test_a_meld_takes_three_tiles_of_the_hand_even_a_kong() -> None:
    assert faults(south=player("222p333s4445z", "concealed_kong:1111m")) == []
    assert faults(south=player("22p333s4445z", "concealed_kong:1111m")) == [("/players/south/concealed", "wrong_count")]


def test_the_size_of_a_hand_may_be_an_option() -> None:
    club = rules(table={"hand_size": {"option": "size"}}, options={"size": option(13)})
    assert faults(club=club, options={"size": 16}) == [("/players/south/concealed", "wrong_count")]


@pytest.mark.parametrize(
    ("seat", "tiles", "right"), [("east", 14, True), ("east", 13, False), ("south", 13, True), ("south", 14, False)]
)
def test_a_win_on_the_dealt_hand_has_all_tiles_in_the_hand(seat: str, tiles: int, right: bool) -> None:
    hand = {13: ALL_PUNGS, 14: "111m222p333s44455z"}[tiles]
    club = rules(uses=["opening"])
    found = faults(
        win(None, "self_draw", seat, None, "opening"),
        players={"south": player(), seat: player(hand)}
        if seat == "south"
        else {"south": player(None), seat: player(hand)},
        club=club,
    )
    assert found == ([] if right else [(f"/players/{seat}/concealed", "wrong_count")])


def test_seats_are_those_of_the_table() -> None:
    no_north = rules(table=THREE)
    assert faults(players={"north": player("123m")}, club=no_north) == [("/players/north", "no_such_seat")]
    assert faults(win("5z", "self_draw", "north"), club=no_north) == [("/wins/0/winner", "no_such_seat")]
    assert faults(win("5z", "discard", "south", "north"), club=no_north) == [("/wins/0/from", "no_such_seat")]
    fed = player("222p333s4445z", "pung:111m", "north")
    assert faults(south=fed, club=no_north) == [("/players/south/melds/0/from", "no_such_seat")]


# -- melds


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("pung:111m", None),
        ("pung:11m", "meld_size"),
        ("pung:1111m", "meld_size"),
        ("chow:123m", None),
        ("chow:1234m", "meld_size"),
        ("chow:124m", "no_meld"),
        ("chow:111m", "no_meld"),
        ("chow:123z", "no_meld"),
        ("pung:112m", "no_meld"),
        ("exposed_kong:1111m", None),
        ("exposed_kong:111m", "meld_size"),
        ("added_kong:1111m", None),
        ("added_kong:111m", "meld_size"),
        ("added_kong:1112m", "no_meld"),
        ("concealed_kong:1111m", None),
        ("concealed_kong:111m", "meld_size"),
        ("pung:111f", "tile_not_used"),
    ],
)
def test_a_meld_is_what_it_is_said_to_be(written: str, code: str | None) -> None:
    found = faults(south=player("222p333s4445z", written))
    assert found == ([] if code is None else [("/players/south/melds/0", code)])


def test_a_malformed_meld_of_the_winner_may_be_a_reason_instead() -> None:
    club = rules(table={"unformed_melds": "illegal_meld"})
    broken = player("222p333s4445z", "pung:112m")
    assert faults(south=broken, club=club) == []
    assert faults(players={"west": player(None, "pung:112m")}, club=club) == [("/players/west/melds/0", "no_meld")]


@pytest.mark.parametrize(
    ("written", "source", "code"),
    [
        ("pung:111m", "north", None),
        ("pung:111m", "south", "from_self"),
        ("concealed_kong:1111m", "east", "from_not_allowed"),
        ("chow:123m", "east", None),
        ("chow:123m", "west", "chow_from"),
        ("chow:123m", "north", "chow_from"),
        ("exposed_kong:1111m", "west", None),
    ],
)
def test_who_can_have_fed_a_meld(written: str, source: str, code: str | None) -> None:
    found = faults(south=player("222p333s4445z", written, source))
    assert found == ([] if code is None else [("/players/south/melds/0/from", code)])


def test_the_dealer_chows_from_the_last_seat() -> None:
    chow = {"east": player(None, "chow:123m", "north")}
    assert faults(players=chow) == []
    assert faults(players=chow, club=rules(table=THREE)) == [("/players/east/melds/0/from", "no_such_seat")]
    assert faults(players={"east": player(None, "chow:123m", "west")}, club=rules(table=THREE)) == []


def test_some_sheets_must_know_who_fed() -> None:
    club = rules(table={"feeder_required": ["pung"]})
    missing = [("/players/south/melds/0/from", "from_missing")]
    assert faults(south=player("222p333s4445z", "pung:111m"), club=club) == missing
    assert faults(south=player("222p333s4445z", "pung:111m", "east"), club=club) == []
    assert faults(south=player("222p333s4445z", "chow:123m"), club=club) == []


@pytest.mark.parametrize(
    ("owners", "seat", "written", "asked"),
    [
        ("all", "south", "exposed_kong:1111m", True),
        ("all", "west", "exposed_kong:1111m", True),
        ("all", "south", "added_kong:1111m", False),
        ("all", "south", "pung:111m", False),
        ("winners", "south", "exposed_kong:1111m", True),
        ("winners", "west", "exposed_kong:1111m", False),
        ("losers", "south", "exposed_kong:1111m", False),
        ("losers", "west", "exposed_kong:1111m", True),
    ],
)
def test_who_fed_a_kong_is_asked_where_that_player_pays(owners: str, seat: str, written: str, asked: bool) -> None:
    rates = {"exposed_kong": {"feeder": 3}, "added_kong": {"each_other": 1}}
    club = rules(payments={"kong": {"rates": rates, "owners": owners}})
    melded = {"south": player("222p333s4445z", written)}
    if seat != "south":
        melded = {"south": player("222p333s4445z", "pung:666p"), seat: player(None, written)}
    found = faults(club=club, players=melded)
    assert found == ([(f"/players/{seat}/melds/0/from", "from_missing")] if asked else [])


def test_kongs_that_cost_nothing_need_no_feeder() -> None:
    kong = player("222p333s4445z", "exposed_kong:1111m")
    assert faults(south=kong, club=rules(payments={"kong": {"inferred": True}})) == []
    off = {"option": "kongs", "values": {"on": {"feeder": 1}, "off": None}}
    club = rules(payments={"kong": {"rates": {"exposed_kong": off}}}, options={"kongs": option("on", "string")})
    assert faults(south=kong, club=club, options={"kongs": "off"}) == []
    assert faults(south=kong, club=club) == [("/players/south/melds/0/from", "from_missing")]


# -- wins


def test_a_winner_is_among_the_players_and_shows_the_hand() -> None:
    assert faults(win("5z", "self_draw", "west")) == [("/wins/0/winner", "winner_unknown")]
    assert faults(south=player(None)) == [("/players/south/concealed", "hand_missing")]


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        (win("5z", "self_draw", "south", "east"), ("/wins/0/from", "from_not_allowed")),
        (win("5z", "discard", "south"), ("/wins/0/from", "from_missing")),
        (win("7z", "robbed_kong", "south"), ("/wins/0/from", "from_missing")),
        (win("5z", "discard", "south", "south"), ("/wins/0/from", "from_self")),
        (win(None), ("/wins/0/tile", "tile_missing")),
        (win(None, "discard", "south", "east", "opening"), ("/wins/0/by", "opening_not_drawn")),
        (win("5z", "robbed_kong", "south", "east"), ("/wins/0/by", "robbed_tile_held")),
    ],
)
def test_a_win_says_who_paid_and_which_tile(claim: Win, found: tuple[str, str]) -> None:
    assert faults(claim) == [found]


def test_a_robbed_tile_may_not_be_held_in_a_meld_either() -> None:
    robbed = win("1m", "robbed_kong", "south", "east")
    assert faults(robbed, south=player("23m333s44455z", "chow:123m")) == [("/wins/0/by", "robbed_tile_held")]
    assert faults(robbed, south=player("23m333s44455z", "chow:234m")) == []


def test_a_win_on_the_dealt_hand_names_no_tile() -> None:
    club = rules(uses=["opening", "heavenly"])
    assert faults(win("5z", "self_draw", "south", None, "opening"), club=club)[-1] == (
        "/wins/0/tile",
        "tile_not_allowed",
    )
    east = {"east": player("666m777p888s6667z")}
    assert faults(win("7z", "self_draw", "east", None, "opening", "heavenly"), players=east, club=club) == []
    assert faults(win("5z", "self_draw", "south", None, "opening")) == []


KONG = player("222p333s4445z", "concealed_kong:1111m")


@pytest.mark.parametrize(
    ("by", "said", "south", "wrong"),
    [
        ("self_draw", "kong_replacement", KONG, False),
        ("self_draw", "kong_replacement", player(), True),
        ("discard", "kong_replacement", KONG, True),
        ("self_draw", "flower_replacement", player(), False),
        ("discard", "flower_replacement", player(), True),
        ("discard", "kong_discard", player(), False),
        ("self_draw", "kong_discard", player(), True),
        ("self_draw", "heavenly", player(), True),
        ("self_draw", "earthly", player(), False),
        ("self_draw", "earthly human", player(), False),
        ("discard", "last_tile", player(), False),
    ],
)
def test_circumstances_go_with_the_way_of_winning(by: str, said: str, south: Player, wrong: bool) -> None:
    claim = win("5z", by, "south", "east" if by == "discard" else None, *said.split())
    assert faults(claim, south=south) == ([("/wins/0/circumstances", "contradiction")] if wrong else [])


@pytest.mark.parametrize(
    ("by", "more", "count"),
    [("self_draw", (), 0), ("discard", (), 1), ("self_draw", ("earthly",), 1), ("self_draw", ("human",), 1)],
)
def test_heavenly_is_the_dealers_on_the_first_draw_alone(by: str, more: tuple[str, ...], count: int) -> None:
    east = {"east": player("666m777p888s6667z")}
    claim = win("7z", by, "east", "south" if by == "discard" else None, "heavenly", *more)
    assert faults(claim, players=east) == [("/wins/0/circumstances", "contradiction")] * count


def test_a_chain_has_as_many_kongs_as_there_are() -> None:
    two = player("333s4445z", "concealed_kong:1111m exposed_kong:2222p")
    other = {"west": player(None, "added_kong:9999s")}
    drawn = [win("5z", "self_draw", "south", None, "kong_replacement", kong_chain=n) for n in (2, 3)]
    assert faults(drawn[0], south=two) == []
    assert faults(drawn[1], south=two, players=other) == [("/wins/0/kong_chain", "kong_chain_too_long")]
    plain = win(kong_chain=3)
    assert faults(plain, south=two, players=other) == []
    assert faults(plain, south=two) == [("/wins/0/kong_chain", "kong_chain_too_long")]
    assert faults(win(kong_chain=1)) == []
    assert faults(win(kong_chain=2)) == [("/wins/0/kong_chain", "kong_chain_too_long")]
    unknown = win("5z", "discard", "south", "west", "kong_discard", kong_chain=2)
    assert faults(unknown) == []
    assert faults(unknown, players=other) == [("/wins/0/kong_chain", "kong_chain_too_long")]


# -- several wins

WEST = {"west": player("666m777p888s6665z")}
SUCCESSIVE = {"rounds": "successive"}


@pytest.mark.parametrize(
    ("rounds", "second", "found"),
    [
        ("claims", win("5z", "discard", "west", "east"), []),
        ("claims", win("5z", "discard", "west", "north"), ["wins_contradict"]),
        ("claims", win("6z", "discard", "west", "east"), ["wins_contradict"]),
        ("claims", win("5z", "self_draw", "west"), ["wins_contradict"]),
        ("single", win("5z", "discard", "west", "east"), ["one_win_only"]),
        ("successive", win("6z", "self_draw", "west"), []),
        ("opening", win("5z", "discard", "west", "east"), []),
        ("opening", win("6z", "discard", "west", "east"), ["wins_contradict"]),
        ("opening", win(None, "self_draw", "west", None, "opening"), []),
    ],
)
def test_which_wins_can_be_together(rounds: str, second: Win, found: list[str]) -> None:
    club = rules(win={"rounds": rounds}, uses=["opening"])
    assert [code for _, code in faults(FED, second, players=WEST, club=club)] == found


def test_two_players_cannot_both_draw_the_last_tile() -> None:
    for rounds in ("claims", "opening"):
        club = rules(win={"rounds": rounds})
        both = [win("5z", "self_draw", seat) for seat in ("south", "west")]
        assert faults(*both, players=WEST, club=club) == [("/wins", "wins_contradict")]


def test_nobody_wins_twice_except_in_successive_rounds() -> None:
    twice = [FED, win("5z", "discard", "south", "east")]
    assert faults(*twice) == [("/wins/1/winner", "winner_twice"), ("/wins", "winner_twice")]
    assert faults(FED, win("5z", "discard", "south", "west"), club=rules(win=SUCCESSIVE)) == []


# -- copies


@pytest.mark.parametrize(
    ("hand", "said", "at"),
    [
        ("1111m22p333s4445z", {}, None),
        ("11111m2p333s4445z", {}, "/players/south/concealed"),
        ("1111m22p333s4445z", {"indicator": 0}, "/players"),
        ("11111m2p333s4445z", {"indicator": 0}, "/players/south/concealed"),
        ("111m222p333s4445z", {"indicator": 10, "birds": (10,)}, "/players"),
        ("123m234p333s4445z", {"indicator": 16, "birds": (16,) * 4}, "/table/birds"),
        ("1111m22p333s4445z", {"birds": (0,)}, "/players"),
        ("1111m22p333s4445z", {"birds": (2,)}, None),
        ("111m222p333s4445z", {"birds": (0, 0)}, "/players"),
        ("111m222p333s4445z", {"birds": (0,)}, None),
        ("111m222p333s4445z", {"birds": (9,) * 5}, "/table/birds"),
    ],
)
def test_there_are_four_of_each_tile(hand: str, said: Any, at: str | None) -> None:
    found = faults(south=player(hand), club=rules(wildcards={"faces": ["next"]}), **said)
    assert found == ([] if at is None else [(at, "too_many_copies")])


def test_there_is_one_of_each_flower() -> None:
    assert faults(south=player(flowers="12345678f")) == []
    assert faults(south=player(flowers="11f")) == [("/players/south/flowers", "too_many_copies")]
    assert faults(south=player(flowers="18f"), players={"west": player(None, flowers="28f")}) == [
        ("/players", "too_many_copies")
    ]


def test_melds_and_the_winning_tile_are_counted() -> None:
    melded = player("222p333s1m444z", "exposed_kong:1111m")
    assert faults(win("1m"), south=melded) == [("/players", "too_many_copies")]
    assert faults(win("1m"), south=player("1111m22p333s4445z")) == [("/players", "too_many_copies")]
    assert faults(win("1m"), south=player("111m222p333s4445z")) == []
    other = {"west": player(None, "pung:111m")}
    assert faults(players=other) == [("/players", "too_many_copies")]


def test_what_is_too_many_is_said_with_every_place_it_stands() -> None:
    club = rules()
    played = round_(club, {"south": player("1111m22p333s4445z"), "west": player(None, "pung:111m")}, win())
    (fault,) = check(played, club)
    assert fault.zh == "1m 出现了 7 张（/players/south/concealed、/players/west/melds/0），最多 4 张"
    assert fault.en == (
        "there are 7 copies of 1m (/players/south/concealed, /players/west/melds/0), at most 4 are possible"
    )


def test_one_discard_is_one_tile_however_many_claim_it() -> None:
    both = {"south": player("111m222p333s4455z"), "west": player("666m777p888s6665z")}
    claims = [win("5z", "discard", seat, "east") for seat in both]
    assert faults(*claims, players=both) == []
    drawn = [win("5z", "self_draw", seat) for seat in both]
    assert faults(*drawn, players=both, club=rules(win=SUCCESSIVE)) == [("/players", "too_many_copies")]
    apart = [win("5z", "discard", "south", "east"), win("5z", "discard", "west", "north")]
    assert faults(*apart, players=both, club=rules(win=SUCCESSIVE)) == [("/players", "too_many_copies")]


def test_a_robbed_kong_has_three_more() -> None:
    robbed = win("7s", "robbed_kong", "south", "east")
    waiting = player("111m222p33356s44z")
    assert faults(robbed, south=waiting) == []
    assert faults(robbed, south=waiting, players={"west": player("7s123456m123678p")}) == [
        ("/players", "too_many_copies")
    ]
    for shown in ("pung:777s", "added_kong:7777s"):
        known = {"east": player(None, shown)}
        expected = [] if shown.startswith("pung") else [("/players", "too_many_copies")]
        assert faults(robbed, south=waiting, players=known) == expected
    chow = {"east": player(None, "chow:789s")}
    assert faults(robbed, south=waiting, players=chow) == [("/players", "too_many_copies")]


def test_a_named_wildcard_lies_on_the_table_where_the_turned_tile_is_always_seen() -> None:
    seen = rules(wildcards={"faces": ["same"], "turned": "always"})
    hand = player("123m456p789s6666z")
    assert faults(win("1m"), south=hand, club=seen, wildcards=(32,)) == [("/players", "too_many_copies")]
    assert faults(win("1m"), south=hand, club=rules(wildcards={"faces": ["same"]}), wildcards=(32,)) == []


# -- a region's own checks


class Own(BaseRules):
    def faults(self, round_: Round) -> Iterable[Fault]:
        yield self.fault("/table", "own", "自", "own")

    def set_out(self, round_: Round) -> Iterable[tuple[str, tuple[int, ...]]]:
        yield "/players/south/river", (0, 0)


def test_a_regions_own_checks_are_asked_once_the_round_can_be_read() -> None:
    club = rules(kind=Own)
    assert faults(club=club) == [("/players", "too_many_copies"), ("/table", "own")]
    assert faults(club=club, south=player("123m")) == [("/players/south/concealed", "wrong_count"), ("/table", "own")]
    assert faults(win(None), club=club) == [("/wins/0/tile", "tile_missing")]
