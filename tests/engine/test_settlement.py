"""A whole round: who may win, who pays whom, and what the answer points out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from clubs import option, player, round_, rules, text, win

from calculator_api.payments import Payment
from calculator_api.round import CIRCUMSTANCES, ImpossibleRound
from calculator_api.rules import BaseRules, Hand, Result, hand_pattern
from calculator_api.ruleset import PAYMENT_KEYS, Sheet
from calculator_api.settlement import CIRCUMSTANCE_ZH, FIELD_ZH, PAYMENT_EN, PAYMENT_ZH, Settlement, settle

SOUTH = {"south": player()}
DRAWN = win()
FED = win("5z", "discard", "south", "east")


def settled(club: BaseRules, *wins: Any, players: Any = None, **more: Any) -> Settlement:
    return settle(round_(club, players or SOUTH, *wins, **more), club)


def notices(made: Settlement) -> list[tuple[str, str, str]]:
    return [(code, words.zh, words.en) for code, words in made.notices]


def test_payments_and_totals() -> None:
    made = settled(rules({"pungs": 6, "self_draw": {"value": 1, "when": "self_draw"}}), DRAWN)
    assert made.payments == [Payment(seat, "south", 7, "win") for seat in ("east", "west", "north")]
    assert made.totals == {"east": -7, "south": 21, "west": -7, "north": -7}
    assert (made.notices, made.extra) == ([], {})


def test_a_discarder_pays_alone() -> None:
    made = settled(rules({"pungs": 6}), FED)
    assert made.payments == [Payment("east", "south", 6, "win")]
    assert made.totals == {"east": -6, "south": 6, "west": 0, "north": 0}


def test_a_stake_with_decimals_is_paid_exactly() -> None:
    club = rules({"pungs": 3}, options={"base": option(0.1, "number")})
    made = settled(club, DRAWN)
    assert made.payments[0].amount == Fraction(3, 10)
    assert made.totals == {"east": -0.3, "south": 0.9, "west": -0.3, "north": -0.3}


def test_nobody_is_said_to_pay_nothing() -> None:
    made = settled(rules({"nothing": 0}), DRAWN)
    assert (made.payments, made.totals["south"]) == ([], 0)


def test_a_round_nobody_won_is_settled_too() -> None:
    made = settled(rules())
    assert (made.results, made.payments, set(made.totals.values())) == ([], [], {0})


def test_an_impossible_round_is_refused_with_everything_that_is_wrong() -> None:
    with pytest.raises(ImpossibleRound) as refused:
        settled(rules(), win("5z", "discard", "south"), players={"south": player("123m")})
    assert [f.pointer for f in refused.value.faults] == ["/players/south/concealed", "/wins/0/from"]


class Talkative(BaseRules):
    def extra(self, settlement: Settlement) -> dict[str, Any]:
        return {"paid": len(settlement.payments), "told": len(settlement.notices)}


def test_a_region_may_add_to_the_answer() -> None:
    assert settled(rules(kind=Talkative), win("5z", "self_draw", "south", None, "last_tile")).extra == {
        "paid": 3,
        "told": 1,
    }


# -- several claims of one tile

BOTH = {"south": player(), "west": player("666m777p888s6665z")}
BOTH_CLAIM = (FED, win("5z", "discard", "west", "east"))


def claims_of(*words: str, **over: Any) -> Settlement:
    return settled(
        rules({"pungs": 6}, win={"winners": "nearest"}, **over), *BOTH_CLAIM[:: -1 if words else 1], players=BOTH
    )


def test_all_claims_win_where_nothing_else_is_said() -> None:
    made = settled(rules({"pungs": 6}), *BOTH_CLAIM, players=BOTH)
    assert [(r.valid, r.reasons) for r in made.results] == [(True, ()), (True, ())]
    assert made.totals == {"east": -12, "south": 6, "west": 6, "north": 0}


def test_the_nearest_wins_in_whatever_order_they_are_sent() -> None:
    for made in (claims_of(), claims_of("turned round")):
        assert {r.seat: (r.valid, r.reasons) for r in made.results} == {
            "south": (True, ()),
            "west": (False, ("precedence",)),
        }
        assert made.totals == {"east": -6, "south": 6, "west": 0, "north": 0}


def test_a_claim_that_fails_anyway_takes_precedence_of_nobody() -> None:
    players = {"south": player("123m456p789s135m5z"), "west": BOTH["west"]}
    made = settled(rules(win={"winners": "nearest"}), *BOTH_CLAIM, players=players)
    assert [(r.valid, r.reasons) for r in made.results] == [(False, ("not_a_winning_shape",)), (True, ())]
    nobody = {"south": players["south"], "west": player("123p456p789s135m5z")}
    assert not settled(rules(win={"winners": "nearest"}), *BOTH_CLAIM, players=nobody).winners


def test_how_many_may_win_can_be_an_option() -> None:
    club = rules(win={"winners": {"option": "winners"}}, options={"winners": option("all", "string")})
    for chosen, valid in (("all", 2), ("nearest", 1)):
        assert len(settled(club, *BOTH_CLAIM, players=BOTH, options={"winners": chosen}).winners) == valid


class Strict(BaseRules):
    def verdict(self, hand: Hand, best: Any) -> tuple[str, ...]:
        return ("below_minimum",) if hand.seat == "west" else ()


def test_a_reason_of_its_own_is_kept() -> None:
    class Late(BaseRules):
        def precedes(self, result: Result) -> int:
            return -result.win.circumstances.__contains__("last_tile")

    wins = (FED, win("5z", "discard", "west", "east", "last_tile"))
    made = settled(rules(kind=Late, win={"winners": "nearest"}), *wins, players=BOTH)
    assert [(r.seat, r.valid) for r in made.results] == [("south", False), ("west", True)]


@hand_pattern
def shared(hand: Hand) -> int:
    return hand.claims - 1


class Counting(BaseRules):
    counts_claims = True

    def __init__(self, sheet: Sheet) -> None:
        import types

        super().__init__(sheet, [types.SimpleNamespace(shared=shared)])  # type: ignore[list-item]

    def verdict(self, hand: Hand, best: Any) -> tuple[str, ...]:
        return ("below_minimum",) if hand.player.ready else ()


class NotCounting(Counting):
    counts_claims = False


SHARED = {"plain": 1, "shared": {"value": 10, "when": "shared"}}
THREE = {**BOTH, "north": player("999m999p999s1115z")}


def test_what_depends_on_the_number_of_claims_counts_the_valid_ones() -> None:
    assert [r.score for r in settled(rules(SHARED, Counting), FED).results] == [1]
    assert [r.score for r in settled(rules(SHARED, Counting), *BOTH_CLAIM, players=BOTH).results] == [11, 11]
    north = win("5z", "discard", "north", "east")
    failed = {**THREE, "west": player("666m777p888s6665z", ready=True)}
    made = settled(rules(SHARED, Counting, uses=["ready"]), *BOTH_CLAIM, north, players=failed)
    assert [(r.seat, r.valid, r.score) for r in made.results] == [
        ("south", True, 11),
        ("west", False, 0),
        ("north", True, 11),
    ]
    assert [r.score for r in settled(rules(SHARED, NotCounting), *BOTH_CLAIM, players=BOTH).results] == [1, 1]


def test_only_discards_are_claims() -> None:
    robbed = [win("5z", "robbed_kong", seat, "east") for seat in ("south", "west")]
    players = {"south": player("111m222p333s44m67s"), "west": player("999m999p222s88m67s")}
    robbed = [win("8s", "robbed_kong", seat, "east") for seat in players]
    assert [r.score for r in settled(rules(SHARED, Counting), *robbed, players=players).results] == [1, 1]
    successive = rules(SHARED, Counting, win={"rounds": "successive"})
    mixed = (FED, win("8s", "self_draw", "west"))
    made = settled(successive, *mixed, players={"south": player(), "west": players["west"]})
    assert [r.score for r in made.results] == [1, 1]
    among = (*BOTH_CLAIM, win("1z", "self_draw", "north"))
    players = {**BOTH, "north": player("999m999p999s2221z")}
    assert [r.score for r in settled(successive, *among, players=players).results] == [11, 11, 1]


# -- what is pointed out


def test_a_circumstance_that_counts_for_nothing_is_pointed_out() -> None:
    claim = win("5z", "self_draw", "south", None, "last_tile", "last_of_kind")
    assert notices(settled(rules(uses=["last_of_kind"]), claim)) == [
        ("no_effect", "海底在这套规则里没有作用", "last_tile has no effect under these rules")
    ]
    assert [en.split()[0] for _, _, en in notices(settled(rules(), claim))] == ["last_of_kind", "last_tile"]
    assert settled(rules(uses=["last_tile", "last_of_kind"]), claim).notices == []


GIVEN: list[tuple[str, dict[str, Any]]] = [
    ("dealer_streak", {"dealer_streak": 1}),
    ("birds", {"birds": (0,)}),
    ("round_wind", {"round_wind": "south"}),
    ("raise", {"players": {"south": player(stake=1), "west": player(None)}}),
    ("ready", {"players": {"south": player(ready=True), "west": player(None)}}),
    ("exposed", {"players": {"south": player(exposed=True), "west": player(None)}}),
    ("wildcards_thrown", {"players": {"south": player(wildcards_thrown=1), "west": player(None)}}),
]


@pytest.mark.parametrize(("name", "said"), GIVEN)
def test_an_input_that_counts_for_nothing_is_pointed_out(name: str, said: dict[str, Any]) -> None:
    assert notices(settled(rules(), DRAWN, **said)) == [
        ("no_effect", f"{FIELD_ZH[name]}在这套规则里没有作用", f"{name} has no effect under these rules")
    ]
    assert settled(rules(uses=[name]), DRAWN, **said).notices == []


def test_inputs_left_alone_are_not_mentioned() -> None:
    everything = {name for name, _ in GIVEN} | {"kong_chain", "indicator", "wildcards"}
    assert set(FIELD_ZH) == everything
    assert settled(rules(), DRAWN).notices == []


def test_a_chain_of_kongs_starts_at_two() -> None:
    def told(chain: int | None) -> list[str]:
        kongs = {"south": player("333s4445z", "concealed_kong:1111m concealed_kong:2222p")}
        return [en for _, _, en in notices(settled(rules(), win(kong_chain=chain), players=kongs))]

    assert told(None) == told(1) == []
    assert told(2) == ["kong_chain has no effect under these rules"]
    kongs = {"south": player("333s4445z", "concealed_kong:1111m concealed_kong:2222p"), "west": BOTH["west"]}
    claims = (win("5z", "discard", "south", "east", kong_chain=2), BOTH_CLAIM[1])
    assert len(settled(rules(), *claims, players=kongs).notices) == 1


FIXED = {"faces": ["6z"]}


@pytest.mark.parametrize(
    ("wildcards", "table", "pointed_out"),
    [
        (None, {"indicator": 0}, ["indicator"]),
        (None, {"wildcards": (5,)}, ["wildcards"]),
        (None, {"indicator": 0, "wildcards": (5,)}, ["indicator", "wildcards"]),
        (FIXED, {"indicator": 0}, ["indicator"]),
        (FIXED, {"wildcards": (32,)}, []),
        (FIXED, {"indicator": 0, "dealer_streak": 1}, ["dealer_streak", "indicator"]),
        ({"faces": ["next"]}, {"indicator": 0}, []),
        ({"faces": ["same"]}, {"indicator": 5}, []),
        ({"faces": ["same", "next"]}, {"indicator": 5}, []),
        ({"faces": ["6z", "next"]}, {"indicator": 5}, []),
    ],
)
def test_wildcards_where_none_are_played_are_pointed_out(wildcards: Any, table: Any, pointed_out: list[str]) -> None:
    over = {} if wildcards is None else {"wildcards": wildcards}
    made = settled(rules(**over), DRAWN, players={"south": player("123m456p789s2225z")}, **table)
    assert [en.split()[0] for _, _, en in notices(made)] == pointed_out


def test_faces_chosen_by_an_option_decide_whether_a_turned_tile_counts() -> None:
    club = rules(
        wildcards={"faces": {"option": "kind", "values": {"fixed": ["6z"], "turned": ["next"]}}},
        options={"kind": option("fixed", "string")},
    )
    players = {"south": player("123m456p789s2225z")}
    for kind, told in (("fixed", 1), ("turned", 0)):
        assert len(settled(club, DRAWN, players=players, options={"kind": kind}, indicator=5).notices) == told


INFERRED = {
    "pungs": {"value": 6, "inferred": True},
    "win": {"value": 1, "inferred": True},
    "plain": 1,
    "winds": {"value": 1, "inferred": True, "when": "big_four_winds"},
}


def test_values_that_no_source_gives_are_pointed_out_once() -> None:
    made = settled(rules(INFERRED), *BOTH_CLAIM, players=BOTH)
    assert notices(made) == [
        (
            "inferred_value",
            "出处没有给出这些牌型的数值，按通行打法补：〔pungs〕、〔win〕",
            "The sources give no value for: Pungs, Win; common practice fills it in",
        )
    ]
    assert settled(rules({"plain": 1}), DRAWN).notices == []


def test_values_of_a_claim_that_fails_are_not_pointed_out() -> None:
    assert settled(rules(INFERRED, Strict), BOTH_CLAIM[1], players=BOTH).notices == []
    shapeless = {"south": player("123m456p789s135m5z")}
    assert settled(rules(INFERRED), FED, players=shapeless).notices == []


def inferred(*keys: str) -> dict[str, Any]:
    return {key: {"inferred": True, "text": text(key)} for key in keys}


def test_payments_that_no_source_gives_are_pointed_out() -> None:
    payments = {**inferred("self_draw", "kong"), "discard": {"text": text("discard")}}
    assert notices(settled(rules(payments=payments), DRAWN)) == [
        (
            "inferred_payment",
            "出处没有写明这些付法，按通行打法补：自摸",
            "The sources do not say how these are paid: a self-drawn win; common practice fills it in",
        )
    ]
    assert settled(rules(payments=payments), FED).notices == []
    assert settled(rules({"nothing": 0}, payments=payments), DRAWN).notices == []


def test_several_of_them_are_pointed_out_together() -> None:
    class WithBonus(BaseRules):
        def payments(self, settlement: Settlement) -> Iterator[Payment]:
            yield from super().payments(settlement)
            yield Payment("east", "south", 1, "bonus")

    club = rules(kind=WithBonus, payments=inferred("discard", "bonus", "several", "draw"))
    made = settled(club, *BOTH_CLAIM, players=BOTH)
    assert notices(made) == [
        (
            "inferred_payment",
            "出处没有写明这些付法，按通行打法补：点炮、奖、多家和",
            "The sources do not say how these are paid: a win on a discard, bonuses, several winners; "
            "common practice fills it in",
        )
    ]


def test_there_are_words_for_everything_that_can_be_pointed_out() -> None:
    assert set(CIRCUMSTANCE_ZH) == set(CIRCUMSTANCES)
    assert set(PAYMENT_ZH) == set(PAYMENT_EN) == set(PAYMENT_KEYS)
