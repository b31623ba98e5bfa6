"""What must always hold, under every rule set: money adds up, order and notation change nothing."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calculator_api import ImpossibleRound, score
from calculator_api.registry import Region, catalogue
from calculator_api.settlement import settle
from calculator_api.tiles import CODES, compact_run, parse
from calculator_api.web.schemas import read_round

Json = dict[str, Any]
REGIONS = sorted(catalogue())
LETTERS = {"1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "P", "6z": "F", "7z": "C"}
NAMES = [
    *(f"{n}{s}" for s in "万筒条" for n in "一二三四五六七八九"),
    *"东南西北",
    "白板",
    "發",
    "红中",
    *"春夏秋冬梅兰竹菊",
]

few = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def scorable(region: Region) -> list[Json]:
    """The requests of the examples that are no refusals."""
    return [e["request"] for e in region.examples() if "problem" not in e["expect"]]


def drawn(region: str) -> st.SearchStrategy[Json]:
    return st.sampled_from(scorable(catalogue()[region]))


def answer_of(request: Json) -> Json:
    """The answer, or the faults where the request is refused."""
    try:
        return score(request)
    except ImpossibleRound as error:
        return {"faults": sorted((f.pointer, f.code) for f in error.faults)}


def each_tiles(request: Json, change: Callable[[Any, str], Any]) -> Json:
    """A copy of the request with `change(tiles, field)` applied to every standard list of tiles."""
    made = copy.deepcopy(request)
    for player in made.get("players", {}).values():
        for field in ("concealed", "flowers"):
            if field in player:
                player[field] = change(player[field], field)
        for meld in player.get("melds", ()):
            meld["tiles"] = change(meld["tiles"], "meld")
    for win in made.get("wins", ()):
        if "tile" in win:
            win["tile"] = change(win["tile"], "tile")
    table = made.get("table", {})
    for field in ("indicator", "wildcards", "birds"):
        if field in table:
            table[field] = change(table[field], field)
    return made


def tiles_of(value: Any) -> tuple[int, ...]:
    return parse(value) if isinstance(value, str) else tuple(t for part in value for t in parse(part))


def without_tiles(answer: Json) -> Json:
    """The figures of an answer: what must be equal when only the suits differ."""
    return {
        "wins": [
            (
                w["valid"],
                [r["code"] for r in w["reasons"]],
                [(p["id"], p["value"], p["count"]) for p in w["patterns"]],
                w["score"],
            )
            for w in answer.get("wins", ())
        ],
        "totals": answer.get("totals"),
        "faults": answer.get("faults"),
    }


def base_is_factor(region: str) -> bool:
    """A stake that is added to something rather than multiplied says so in its sheet (`factor: false`)."""
    return bool((catalogue()[region].sheet.data["options"].get("base") or {"factor": False}).get("factor", True))


def never_worse(region: str) -> bool:
    return bool((catalogue()[region].sheet.data.get("wildcards") or {}).get("never_worse"))


@pytest.mark.parametrize("region", REGIONS)
def test_money_adds_up(region: str) -> None:
    for request in scorable(catalogue()[region]):
        answer = score(request)
        flow = dict.fromkeys(answer["totals"], Fraction(0))
        for payment in answer["payments"]:
            assert payment["from"] != payment["to"]
            assert payment["amount"] > 0
            flow[payment["from"]] -= Fraction(str(payment["amount"]))
            flow[payment["to"]] += Fraction(str(payment["amount"]))
        assert flow == {seat: Fraction(str(n)) for seat, n in answer["totals"].items()}
        assert sum(flow.values()) == 0


@pytest.mark.parametrize("region", REGIONS)
def test_steps_arrive_at_the_score(region: str) -> None:
    for request in scorable(catalogue()[region]):
        for win in score(request)["wins"]:
            if win["valid"]:
                assert win["score"] in [step["value"] for step in win["steps"]], (request, win["steps"])


@pytest.mark.parametrize("region", REGIONS)
def test_answers_say_everything_in_both_languages(region: str) -> None:
    def check(node: Any, at: str) -> None:
        if isinstance(node, dict):
            if "zh" in node or "en" in node:
                assert str(node["zh"]).strip(), at
                assert str(node["en"]).strip(), at
            for key, value in node.items():
                check(value, f"{at}/{key}")
        elif isinstance(node, list):
            for i, value in enumerate(node):
                check(value, f"{at}/{i}")

    for request in scorable(catalogue()[region]):
        check(score(request), json.dumps(request, ensure_ascii=False))


@pytest.mark.parametrize("region", REGIONS)
def test_the_order_of_tiles_changes_nothing(region: str) -> None:
    @few
    @given(request=drawn(region), seed=st.integers(0, 2**32))
    def property_(request: Json, seed: int) -> None:
        rng = random.Random(seed)

        def shuffle(value: Any, field: str) -> Any:
            tiles = list(tiles_of(value))
            if field in ("concealed", "flowers"):
                rng.shuffle(tiles)
            return [CODES[t] for t in tiles] if field != "tile" and field != "indicator" else value

        assert answer_of(each_tiles(request, shuffle)) == answer_of(request)

    property_()


@pytest.mark.parametrize("region", REGIONS)
def test_every_notation_says_the_same(region: str) -> None:
    @few
    @given(request=drawn(region), seed=st.integers(0, 2**32))
    def property_(request: Json, seed: int) -> None:
        rng = random.Random(seed)

        def respell(value: Any, field: str) -> Any:
            tiles = tiles_of(value)
            if field in ("tile", "indicator"):
                return rng.choice((CODES[tiles[0]], NAMES[tiles[0]], LETTERS.get(CODES[tiles[0]], CODES[tiles[0]])))
            return rng.choice(([CODES[t] for t in tiles], [NAMES[t] for t in tiles], compact_run(tiles)))

        assert answer_of(each_tiles(request, respell)) == answer_of(request)

    property_()


@pytest.mark.parametrize("region", [r for r in REGIONS if catalogue()[r].sheet.data["table"].get("suits_alike", True)])
def test_suits_can_be_swapped(region: str) -> None:
    """A rule that names a suit says so in its sheet (`suits_alike: false`)."""
    sheet = catalogue()[region].sheet
    suits = [letter for letter, first in (("m", 0), ("p", 9), ("s", 18)) if sheet.tiles >> first + 1 & 1]
    for i, request in enumerate(scorable(catalogue()[region])):
        moved = suits[1:] + suits[:1] if i % 2 else suits[::-1]
        swap = dict(zip(suits, moved, strict=True))

        def other(value: Any, field: str, swap: dict[str, str] = swap) -> Any:
            codes = ["".join((CODES[t][0], swap.get(CODES[t][1], CODES[t][1]))) for t in tiles_of(value)]
            return codes[0] if field in ("tile", "indicator") else codes

        known = {"table": {"indicator", "wildcards", "birds"}, "player": {"concealed", "flowers", "melds"}}
        further = any(
            f.type in ("tile", "tiles") or f.values and set(f.values) & set("mps")
            for where in known
            for f in sheet.inputs[where].values()
        )
        if further:
            continue
        assert without_tiles(answer_of(each_tiles(request, other))) == without_tiles(answer_of(request)), request


@pytest.mark.parametrize("region", [r for r in REGIONS if base_is_factor(r)])
def test_a_larger_stake_scales_the_payments_it_multiplies(region: str) -> None:
    """Where the stake is a plain factor, twice the base is twice of everything paid; the score stays."""
    sheet = catalogue()[region].sheet
    for request in scorable(catalogue()[region]):
        base = request.get("options", {}).get("base", sheet.options["base"].default)
        doubled = {**request, "options": {**request.get("options", {}), "base": base * 2}}
        once, twice = answer_of(request), answer_of(doubled)
        if "faults" in twice:
            continue
        assert [w["score"] for w in twice["wins"]] == [w["score"] for w in once["wins"]]
        assert twice["totals"] == {seat: 2 * n for seat, n in once["totals"].items()}


def wild_codes(region: Region, request: Json) -> list[str]:
    """The wildcards of a request's round, as codes."""
    round_, _ = read_round(request, {region.id: region.sheet}.get, lambda _: [])
    return [CODES[t] for t in region.rules.wild_faces(round_, request["wins"][0]["winner"])]


@pytest.mark.parametrize("region", [r for r in REGIONS if never_worse(r)])
def test_a_wildcard_is_never_worth_less_than_the_tile_it_replaces(region: str) -> None:
    """Where a hand without wildcards has no bonus of its own (`wildcards.never_worse` in the sheet)."""
    replaced = 0
    for request in scorable(catalogue()[region]):
        if len(request.get("wins", ())) != 1 or request["wins"][0]["by"] != "self_draw":
            continue
        before = score(request)["wins"][0]
        wild = wild_codes(catalogue()[region], request)
        if not before["valid"] or not wild:
            continue
        hand = [CODES[t] for t in tiles_of(request["players"][request["wins"][0]["winner"]]["concealed"])]
        for i, tile in enumerate(hand):
            changed = copy.deepcopy(request)
            changed["players"][request["wins"][0]["winner"]]["concealed"] = [*hand[:i], wild[0], *hand[i + 1 :]]
            after = answer_of(changed)
            if tile not in wild and "faults" not in after:
                assert after["wins"][0]["valid"], changed
                assert after["wins"][0]["score"] >= before["score"], changed
                replaced += 1
    assert replaced > 10


@pytest.mark.parametrize("region", REGIONS)
def test_a_tile_that_wins_was_waited_for(region: str) -> None:
    """The winning tile of a hand that wins by its shape is among the hand's waits."""
    found = catalogue()[region]
    for request in scorable(found):
        round_, _ = read_round(request, {found.id: found.sheet}.get, lambda _: [])
        for result in settle(round_, found.rules).winners:
            hand = result.hand
            tile = result.win.tile
            if tile is not None and tile < 34 and not hand.wild_faces and found.sheet.hand_tiles >> tile & 1:
                assert hand.waits >> tile & 1, request


@pytest.mark.parametrize("region", REGIONS)
def test_the_same_request_gives_the_same_bytes(region: str) -> None:
    for request in scorable(catalogue()[region])[:10]:
        reordered = json.loads(json.dumps(request, sort_keys=True))
        assert json.dumps(score(reordered), ensure_ascii=False) == json.dumps(score(request), ensure_ascii=False)
