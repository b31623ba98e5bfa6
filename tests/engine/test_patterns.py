"""Every pattern that all regions share: a hand that has it, and hands that nearly do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from clubs import player, round_, rules, win

from calculator_api.patterns import PREDICATES
from calculator_api.patterns.pairs import quads
from calculator_api.patterns.sets import straight_blocks
from calculator_api.patterns.waits import last_face_positions, wait_name, waited_on_wildcards
from calculator_api.patterns.words import each_set, every_set, every_tile, hand_pattern, pattern
from calculator_api.readings.blocks import Block, pair
from calculator_api.readings.hand import Reading
from calculator_api.tiles import compact, mask_of

SHAPES = ["standard", "seven_pairs", "thirteen_orphans", "thirteen_misfits", "knitted_straight", "knitted"]
SIXTEEN = {"table": {"hand_size": 16}}


def readings(
    hand: str, *said: str, melded: str = "", winner: str = "south", wild: str = "", wind: str = "east", **more: Any
) -> list[Reading]:
    """Every reading of `hand`, written `concealed + winning tile`. `said`: the way it was won and circumstances; a
    self-draw where no way is named. `wild`: the wildcards; `sheet`: what is unusual about the table.
    """
    by = next((word for word in said if word in ("discard", "robbed_kong")), "self_draw")
    concealed, _, tile = hand.partition(" + ")
    over = more.pop("sheet", {"wildcards": {"faces": [wild]}} if wild else {})
    club = rules(win={"shapes": SHAPES}, **over)
    source = None if by == "self_draw" else "east" if winner != "east" else "west"
    claim = win(tile or None, by, winner, source, *(word for word in said if word != by))
    played = round_(club, {winner: player(concealed, melded, **more)}, claim, round_wind=wind)
    return list(club.readings(club.hand(played, claim)))


def most(predicate: str, found: Iterable[Reading]) -> int:
    """How often the pattern is there in the reading that has it most."""
    counts = [PREDICATES[predicate](r) for r in found]
    assert counts, "the hand should have a winning shape"
    return max(counts)


class Case:
    """A hand, how it was won, and how often the pattern is there."""

    def __init__(self, times: int, hand: str, *said: str, **more: Any) -> None:
        self.times, self.hand, self.said, self.more = times, hand, said, more


def has(hand: str, *said: str, times: int = 1, **more: Any) -> Case:
    return Case(times, hand, *said, **more)


def lacks(hand: str, *said: str, **more: Any) -> Case:
    return Case(0, hand, *said, **more)


PLAIN = "123m456p789s2345s + 2s"
PUNGS = "111m222p333s4445z + 5z"
PAIRS = "1133m2244p5577s1z + 1z"
CASES: dict[str, list[Case]] = {
    "any_win": [has(PLAIN), has(PAIRS, "discard")],
    "self_draw": [has(PLAIN), lacks(PLAIN, "discard"), lacks(PLAIN, "robbed_kong")],
    "discard_win": [has(PLAIN, "discard"), lacks(PLAIN), lacks(PLAIN, "robbed_kong")],
    "robbing_the_kong": [has(PLAIN, "robbed_kong"), lacks(PLAIN), lacks(PLAIN, "discard")],
    "out_with_replacement": [
        has(PLAIN, "kong_replacement"),
        lacks(PLAIN, "flower_replacement"),
        lacks(PLAIN, "discard", "kong_replacement"),
    ],
    "discarded_on_kong": [
        has(PLAIN, "discard", "kong_discard"),
        lacks(PLAIN, "discard"),
        lacks(PLAIN, "kong_discard"),
        lacks(PLAIN, "robbed_kong", "kong_discard"),
    ],
    "last_tile_draw": [has(PLAIN, "last_tile"), lacks(PLAIN), lacks(PLAIN, "discard", "last_tile")],
    "last_tile_claim": [
        has(PLAIN, "discard", "last_tile"),
        lacks(PLAIN, "discard"),
        lacks(PLAIN, "last_tile"),
        lacks(PLAIN, "robbed_kong", "last_tile"),
    ],
    "heavenly_hand": [has(PLAIN, "heavenly"), lacks(PLAIN, "earthly"), lacks(PLAIN, "human")],
    "earthly_hand": [has(PLAIN, "earthly"), lacks(PLAIN, "heavenly"), lacks(PLAIN, "human")],
    "human_hand": [has(PLAIN, "human"), lacks(PLAIN, "heavenly"), lacks(PLAIN, "earthly")],
    "dealer": [has(PLAIN, winner="east"), lacks(PLAIN, winner="south"), lacks(PLAIN, winner="north")],
    "exposed_hand": [has(PLAIN, exposed=True), lacks(PLAIN)],
    # kinds of tiles
    "all_honors": [has("111222333z4445z + 5z"), lacks("111222333z4441s + 1s")],
    "all_terminals": [has("111999m111999p1s + 1s"), lacks("111999m111999p1z + 1z"), lacks("111999m111999p2s + 2s")],
    "all_simples": [has("234m567p2345678s + 8s"), lacks("234m567p234567s9s + 9s"), lacks("234m567p234567s1z + 1z")],
    "all_green": [has("223344666888s6z + 6z"), lacks("223344666888s5z + 5z"), lacks("222333444666s5s + 5s")],
    "no_honors": [has(PLAIN), lacks("123m456p234789s1z + 1z")],
    "full_flush": [
        has("1112345678999m + 5m"),
        has("222333444p6668p + 8p"),
        has("22334455667s88s + 7s"),
        lacks("123456789m2225z + 5z"),
        lacks("111222333z4445z + 5z"),
    ],
    "half_flush": [
        has("123456789m2225z + 5z"),
        has("123456789s2225z + 5z"),
        lacks("1112345678999m + 5m"),
        lacks("111222333z4445z + 5z"),
        lacks("123456m789p2225z + 5z"),
    ],
    "all_terminals_and_honors": [
        has("111m999p111z2223z + 3z"),
        lacks("111999m111999p1s + 1s"),
        lacks("111222333z4445z + 5z"),
        lacks("111m999p111z2228s + 8s"),
    ],
    "missing_suit": [
        has("123456m789p2225z + 5z"),
        has("123456p789s1114s + 4s"),
        lacks(PLAIN),
        lacks("123456789m2225z + 5z"),
    ],
    # honours
    "dragon_pung": [
        has("555666z123m4567p + 7p", times=2),
        has("123m456p3344s + 3s", melded="concealed_kong:7777z"),
        lacks("111z123456m456p5z + 5z"),
        lacks("111m123456p456s5z + 5z"),
    ],
    "wind_pung": [
        has("111222z123m4567p + 7p", times=2),
        lacks("555z123456m456p1z + 1z"),
        lacks("111m123456p456s1z + 1z"),
    ],
    "seat_wind": [
        has("222z123m456789p4s + 4s"),
        lacks("222z123m456789p4s + 4s", winner="west"),
        lacks("333z123m456789p2z + 2z"),
    ],
    "prevalent_wind": [
        has("111z123m456789p4s + 4s"),
        has("333z123m456789p4s + 4s", wind="west"),
        lacks("111z123m456789p4s + 4s", wind="west"),
        lacks("333z123m456789p1z + 1z"),
    ],
    "big_three_dragons": [
        has("555666777z1234m + 4m"),
        has("123m4p + 4p", melded="pung:555z exposed_kong:6666z concealed_kong:7777z"),
        lacks("555666z123m4447z + 7z"),
        lacks("111222333z1234m + 4m"),
    ],
    "little_three_dragons": [
        has("555666z123444m7z + 7z"),
        lacks("555666777z1234m + 4m"),
        lacks("555666z1234447m + 7m"),
        lacks("555111z123444m7z + 7z"),
    ],
    "big_four_winds": [has("111222333444z5m + 5m"), lacks("111222333z123m4z + 4z")],
    "little_four_winds": [
        has("111222333z123m4z + 4z"),
        lacks("111222333444z5m + 5m"),
        lacks("111222333z123m5z + 5z"),
        lacks("111222z123456m4z + 4z"),
    ],
    "big_three_winds": [
        has("111222333z123m5z + 5z"),
        has("111222333z123m4z + 4z"),
        lacks("111222333444z5m + 5m"),
        lacks("111222555z123m3z + 3z"),
    ],
    # kongs and melds
    "concealed_kong": [
        has("123m4567p + 7p", melded="concealed_kong:1111z concealed_kong:2222z", times=2),
        lacks("123456m4567p + 7p", melded="exposed_kong:1111z"),
        lacks("123456m4567p + 7p", melded="pung:111z"),
    ],
    "melded_kong": [
        has("123m4567p + 7p", melded="exposed_kong:1111z added_kong:2222z", times=2),
        lacks("123456m4567p + 7p", melded="concealed_kong:1111z"),
        lacks("123456m4567p + 7p", melded="pung:111z"),
    ],
    "root": [
        has("111123m456p789s4p + 4p"),
        has("123m456p4s + 4s", melded="pung:111m chow:456s", times=1),
        has("1111222233334m + 4m", times=3),
        lacks("123m4567p456s + 7p", melded="exposed_kong:2222z"),
        lacks(PLAIN),
    ],
    "flower": [has(PLAIN, flowers="127f", times=3), lacks(PLAIN)],
    "concealed_hand": [
        has(PLAIN),
        has(PLAIN, "discard"),
        has("123456m4567p + 7p", melded="concealed_kong:1111z"),
        lacks("123456m4567p + 7p", melded="pung:111z"),
        lacks("123456m4567p + 7p", melded="added_kong:1111z"),
    ],
    "fully_concealed": [
        has(PLAIN),
        has("123456m4567p + 7p", melded="concealed_kong:1111z"),
        lacks(PLAIN, "discard"),
        lacks("123456m4567p + 7p", melded="chow:123s"),
    ],
    "single_tile_hand": [
        has("5z + 5z", melded="pung:111m pung:222p chow:123s concealed_kong:1111z"),
        has("5z + 5z", "discard", melded="pung:111m pung:222p chow:123s chow:123s"),
        lacks("123s5z + 5z", melded="pung:111m pung:222p chow:123s"),
    ],
    "melded_hand": [
        has("5z + 5z", "discard", melded="pung:111m pung:222p chow:123s added_kong:1111z"),
        has("5z + 5z", "robbed_kong", melded="pung:111m pung:222p chow:123s added_kong:1111z"),
        lacks("5z + 5z", melded="pung:111m pung:222p chow:123s added_kong:1111z"),
        lacks("5z + 5z", "discard", melded="pung:111m pung:222p chow:123s concealed_kong:1111z"),
        lacks("123s5z + 5z", "discard", melded="pung:111m pung:222p chow:123s"),
    ],
    # pairs and other shapes
    "seven_pairs": [has(PAIRS), has("1111m2244p5577s1z + 1z"), lacks(PUNGS)],
    "pure_seven_pairs": [has("1133557788m244m + 2m"), lacks(PAIRS), lacks("1112345678999m + 5m")],
    "deluxe_seven_pairs": [has("1111m2244p5577s1z + 1z"), lacks(PAIRS), lacks("1111m2222p5577s1z + 1z"), lacks(PUNGS)],
    "seven_pairs_with_four_alike": [
        has("1111m2244p5577s1z + 1z"),
        has("1111m2222p5577s1z + 1z"),
        lacks(PAIRS),
        lacks("111123m456p789s4p + 4p"),
    ],
    "double_deluxe_seven_pairs": [
        has("1111m2222p5577s1z + 1z"),
        lacks("1111m2244p5577s1z + 1z"),
        lacks("1111m2222p5555s1z + 1z"),
    ],
    "triple_deluxe_seven_pairs": [has("1111m2222p5555s1z + 1z"), lacks("1111m2222p5577s1z + 1z")],
    "thirteen_orphans": [has("19m19p19s1234567z + 1z"), lacks(PAIRS)],
    "thirteen_misfits": [has("147m258p369s1234z + 5z"), lacks(PAIRS)],
    "knitted_straight": [has("147m258p369s123m5z + 5z"), lacks("123m456p789s2225z + 5z")],
    "lesser_honors_and_knitted_tiles": [has("147m258p369s1234z + 5z"), lacks("147m258p369s123m5z + 5z")],
    # sets
    "all_pungs": [
        has(PUNGS),
        has("5z + 5z", melded="pung:111m exposed_kong:2222p pung:333s concealed_kong:4444z"),
        lacks("111m222p345s4445z + 5z"),
        lacks(PAIRS),
    ],
    "all_chows": [
        has("123m456p789s2345s + 2s"),
        has("123m456p234789s1z + 1z"),
        lacks("123m456p789s2225z + 5z"),
        lacks(PAIRS),
    ],
    "outside_hand": [
        has("123m789p111s2225z + 5z"),
        lacks("123m789p111s2225m + 5m"),
        lacks("123m678p111s2225z + 5z"),
        lacks("1199m1199p1199s1z + 1z"),
    ],
    "terminals_in_every_set": [
        has("123m789p111s7899s + 9s"),
        lacks("123m789p111789s5z + 5z"),
        lacks("123m789p111z7899s + 9s"),
    ],
    "concealed_pung": [
        has("111m222p333s4455z + 4z", times=4),
        has("111m222p333s4455z + 4z", "discard", times=3),
        has("111m222p333s4445z + 5z", "discard", times=4),
        has("123m4567p + 7p", melded="concealed_kong:1111z exposed_kong:2222z"),
        lacks("123456m4567p + 7p", melded="pung:111z"),
        lacks(PLAIN),
    ],
    "pure_pungs": [
        has("111333555777m9m + 9m"),
        lacks("111333555m777p9m + 9m"),
        lacks("111333555777m1z + 1z"),
        lacks("1112345678999m + 5m"),
    ],
    "mixed_pungs": [
        has("111333555m777z9m + 9m"),
        lacks("111333555777m9m + 9m"),
        lacks("111333m555p777z9m + 9m"),
        lacks("123456789m2225z + 5z"),
    ],
    "all_258_pungs": [
        has("222555m888p222s5s + 5s"),
        lacks("222555m888p222s4s + 4s"),
        lacks("222555m888p333s5s + 5s"),
        lacks("2255m2288p2255s8s + 8s"),
    ],
    "pair_258": [
        has("123m456p789s2348s + 8s"),
        lacks("123m456p789s2349s + 9s"),
        lacks("2255m2288p2255s8s + 8s"),
    ],
    "pure_straight": [
        has("123456789m2225z + 5z"),
        has("456p2225z + 5z", melded="chow:123p chow:789p"),
        has("123456789s2225z + 5z"),
        lacks("123456m789p2225z + 5z"),
        lacks("123345789m2225z + 5z"),
        lacks("111456789m2225z + 5z"),
        lacks("123456678m2225z + 5z"),
    ],
    "three_concealed_pungs": [
        has("111m222p456s3335z + 5z"),
        has("111m222p333s4455z + 4z", "discard"),
        lacks("111m222p333s4455z + 4z"),
        lacks("111m222p567s4455z + 4z", "discard"),
    ],
    "four_concealed_pungs": [
        has("111m222p333s4455z + 4z"),
        has(PUNGS, "discard"),
        lacks("111m222p333s4455z + 4z", "discard"),
        lacks("111m222p333z456s5z + 5z"),
    ],
    "five_concealed_pungs": [
        has("111m222p333s444555z6z + 6z", sheet=SIXTEEN),
        lacks("111m222p333s444z456m6z + 6z", sheet=SIXTEEN),
    ],
    "nine_gates": [
        has("1112345678999m + 5m"),
        has("1112345678999p + 1p"),
        has("1112345678999s + 9s"),
        lacks("1112345567899m + 9m"),
        lacks("1122334455667m + 7m"),
        lacks("2345678999m + 5m", melded="pung:111m"),
        lacks("2345678999m + 5m", melded="concealed_kong:1111m"),
        lacks("11123456789995m"),
        lacks("1112345678999m111z + 5m", sheet=SIXTEEN),
        lacks("1112345678999m + 5m", melded="chow:678m", sheet=SIXTEEN),
        has("111234567899m5z + 5m", wild="5z"),
        has("1112345678999m + 5z", wild="5z"),
        has("111234567899m5z + 9m", wild="5z"),
        lacks("1112345567899p + 5z", wild="5z"),
    ],
    # waits
    "closed_wait": [
        has("123m456p79s22255z + 8s"),
        lacks("123m456p78s22255z + 9s"),
        lacks("123m456p89s22255z + 7s"),
        lacks("123m456p77s22255z + 7s"),
    ],
    "edge_wait": [
        has("123m456p89s22255z + 7s"),
        has("12m456p789s22255z + 3m"),
        has("12p456m789s22255z + 3p"),
        has("12s456m789p22255z + 3s"),
        has("89m456p123s22255z + 7m"),
        lacks("23p456m789s22255z + 4p"),
        lacks("23s456m789p22255z + 4s"),
        lacks("123m456p78s22255z + 9s"),
        lacks("23m456p789s22255z + 1m"),
        lacks("23m456p789s22255z + 4m"),
        lacks("123m456p78s22255z + 6s"),
        lacks("123m456p68s22255z + 7s"),
        lacks("123m456p77s22255z + 7s"),
    ],
    "single_wait": [has("123m456p789s2225z + 5z"), lacks("123m456p78s22255z + 9s"), lacks(PAIRS)],
}


def test_no_pattern_is_left_out() -> None:
    assert set(CASES) == set(PREDICATES)


@pytest.mark.parametrize(
    ("name", "case"), [pytest.param(n, c, id=f"{n}-{i}") for n in CASES for i, c in enumerate(CASES[n])]
)
def test_a_hand_has_the_pattern_or_nearly(name: str, case: Case) -> None:
    assert most(name, readings(case.hand, *case.said, **case.more)) == case.times


# -- what the answer tells about them


def named(blocks: Iterable[Any] | None) -> set[str]:
    assert blocks is not None
    return {compact(made.tiles) if isinstance(made, Block) else compact((made,)) for made in blocks}


def blocks_of(predicate: str, hand: str) -> set[str]:
    test = PREDICATES[predicate]
    assert test.blocks is not None
    return next(named(test.blocks(r)) for r in readings(hand) if test(r))


def test_the_sets_in_which_a_pattern_lies_are_named() -> None:
    assert blocks_of("dragon_pung", "555666z123m4567p + 7p") == {"555z", "666z"}
    assert blocks_of("concealed_pung", "111m222p456s3335z + 5z") == {"111m", "222p", "333z"}
    assert blocks_of("pure_straight", "123456789s2225z + 5z") == {"123s", "456s", "789s"}
    assert [straight_blocks(r) for r in readings(PUNGS)] == [[]]


def test_what_stands_in_the_way_is_named() -> None:
    (r,) = readings("123m999p111s2225m + 5m")
    offenders = {name: test.offenders(r) for name, test in PREDICATES.items() if test.offenders is not None}
    assert named(offenders["all_pungs"]) == {"123m"}
    assert named(offenders["all_chows"]) == {"222m", "111s", "999p"}
    assert named(offenders["outside_hand"]) == {"222m", "55m"}
    assert named(offenders["all_simples"]) == {"1m", "9p", "1s"}
    assert list(offenders["no_honors"]) == []
    (r,) = readings("123m999p111s2227z + 7z")
    offenders_of_one_suit = every_tile("one_suit", mask_of(range(9))).offenders
    assert offenders_of_one_suit is not None
    assert named(offenders_of_one_suit(r)) == {"9p", "1s", "2z", "7z"}


def test_a_region_makes_its_own_from_the_same_words() -> None:
    two = each_set("two", lambda b, r: b.tile == 1)
    low = every_set("low", lambda b, r: b.tile % 9 < 3, pair=lambda b, r: b.tile == 31)

    @pattern
    def standard(r: Reading) -> bool:
        return r.shape == "standard"

    @hand_pattern
    def south(hand: Any) -> bool:
        return bool(hand.seat == "south")

    (r,) = readings("111m222p333s222m5z + 5z")
    assert [(p.name, p.of, p(r)) for p in (two, low, standard, south)] == [
        ("two", "reading", 1),
        ("low", "reading", 1),
        ("standard", "reading", 1),
        ("south", "hand", 1),
    ]
    assert all(type(p(r)) is int for p in (two, low, standard, south))
    assert south.of_hand(r.hand) == 1
    assert (standard.blocks, standard.offenders) == (None, None)
    mine = every_set("mine", lambda b, x: x.hand is r.hand, pair=lambda b, x: x.hand is r.hand)
    assert mine(r) == 1
    (other,) = readings("111m222p333s222m6z + 6z", winner="west")
    assert [p(other) for p in (low, south)] == [0, 0]


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("123m456p789s2225z + 5z", {"pair"}),
        ("123m456p789s2255z + 5z", {"dual_pung"}),
        ("123m456p79s22255z + 8s", {"closed"}),
        ("123m456p89s22255z + 7s", {"edge"}),
        ("123m456p78s22255z + 9s", {"open"}),
        ("123m456p78s22255z + 6s", {"open"}),
        ("123m45p678s22255z + 6p", {"open"}),
        (PAIRS, {"pair"}),
        ("19m19p19s1234567z + 1z", {"any"}),
        ("11123m456p789s22z + 1m", {"dual_pung", "open"}),
        ("2344m456p789s222z + 4m", {"pair", "open"}),
    ],
)
def test_the_wait_has_a_name(hand: str, word: set[str]) -> None:
    assert {wait_name(r) for r in readings(hand)} == word


def test_a_wildcard_may_be_the_winning_tile() -> None:
    """What it stands for decides the wait; what lies in its place as a real tile does not."""
    found = {
        (compact(r.place.tiles), tuple(last_face_positions(r)), wait_name(r))
        for r in readings("123m456p79s22255z + 6z", wild="6z")
        if r.place
    }
    assert ("789s", (1,), "closed") in found
    found = {
        (compact(r.place.tiles), tuple(last_face_positions(r)), wait_name(r))
        for r in readings("123m456p89s22255z + 6z", wild="6z")
        if r.place
    }
    assert ("789s", (0,), "edge") in found


def test_a_wildcard_beside_the_winning_tile_is_not_the_winning_tile() -> None:
    found = {(repr(r.place), tuple(last_face_positions(r))) for r in readings("123m456p8s222556z + 7s", wild="6z")}
    assert ("<chow 7s8s9s*>", (0,)) in found
    found = {(repr(r.place), tuple(last_face_positions(r))) for r in readings("123m456p789s2226z + 5z", wild="6z")}
    assert ("<pair 5z*5z>", (1,)) in found
    found = {(repr(r.place), tuple(last_face_positions(r))) for r in readings("123m456p789s2266z + 5z", wild="6z")}
    assert ("<pung 5z*5z*5z>", (2,)) in found


def test_a_hand_that_waits_beside_wildcards_takes_any_tile() -> None:
    def waits(hand: str) -> set[tuple[str, bool]]:
        return {(r.place.kind, waited_on_wildcards(r.place, r.hand)) for r in readings(hand, wild="6z") if r.place}

    assert ("pair", True) in waits("123m456p789s2226z + 5z")
    assert ("pair", True) in waits("123m456p789s2226z + 6z")
    assert waits("123m456p789s2225z + 5z") == {("pair", False)}
    assert ("pair", False) in waits("123m456p789s2225z + 6z")
    assert ("chow", True) in waits("123m456p2225566z + 7s")
    assert ("chow", False) in waits("123m456p8s222556z + 7s")
    (r,) = readings("123m456p789s2225z + 5z")
    assert not waited_on_wildcards(pair(33, 1), r.hand), "the winning tile lies elsewhere"
    assert waited_on_wildcards(pair(31, 1), r.hand)


def test_what_lies_in_no_set_has_no_place() -> None:
    assert {tuple(last_face_positions(r)) for r in readings("19m19p19s1234567z + 1z")} == {()}


def test_a_win_on_the_dealt_hand_has_no_wait() -> None:
    (r,) = readings("123m456p789s22255z")
    assert (wait_name(r), last_face_positions(r)) == ("any", [])
    assert PREDICATES["single_wait"](r) == PREDICATES["closed_wait"](r) == PREDICATES["edge_wait"](r) == 0
    (r,) = readings("11123456789995m")[:1]
    assert PREDICATES["nine_gates"](r) == 0


def test_four_alike_are_counted_in_hands_of_seven_pairs_only() -> None:
    assert max(quads(r) for r in readings("1111m2222p5577s1z + 1z")) == 2
    assert {quads(r) for r in readings(PUNGS)} == {0}


def test_a_pair_of_what_is_a_pung_already_is_not_the_missing_one() -> None:
    """Only wildcards can make such a pair: 555z 666z and 5z5z is no little three dragons."""

    def pairs(name: str, hand: str) -> set[str]:
        return {compact((r.pair.tile,)) for r in readings(hand, wild="9s") if PREDICATES[name](r) and r.pair}

    assert pairs("little_three_dragons", "555666z123444m9s + 9s") == {"7z"}
    assert pairs("little_three_dragons", "666z123444m555z9s + 9s") == {"7z"}
    assert pairs("little_four_winds", "111222333z444m9s + 9s") == {"4z"}


def test_eight_pairs_are_no_seven() -> None:
    (r,) = readings("1111m2222p5577s1z + 1z")
    assert quads(Reading(r.hand, "eight_pairs", pairs=(*r.pairs, r.pairs[0]))) == 0


def test_nine_gates_are_sets_and_a_pair() -> None:
    r = readings("1112345678999m + 5m")[0]
    assert PREDICATES["nine_gates"](r) == 1
    assert PREDICATES["nine_gates"](Reading(r.hand, "of_its_own", r.sets, r.pair, place=r.place)) == 0


def test_of_two_wildcards_in_a_set_either_may_have_come_last() -> None:
    found = {repr(r.place): PREDICATES["nine_gates"](r) for r in readings("111234567999m5z + 5z", wild="5z")}
    assert found["<chow 7m8m*9m*>"] == 1
