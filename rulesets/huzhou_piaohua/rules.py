"""湖州飘花: 暴头、飘花 and what the soft game adds."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Counted,
    Fault,
    Hand,
    Pattern,
    Reading,
    Result,
    Round,
    Step,
    Text,
    Trait,
    hand_pattern,
    listed,
    pattern,
    plain,
    waited_on_wildcards,
)

WILDCARDS = 4


@pattern
def blasting_head(r: Reading) -> bool:
    """暴头: self-drawn, a 花 beside the winning tile in the pair."""
    made = r.place
    return made is not None and made.is_pair and r.hand.self_drawn and waited_on_wildcards(made, r.hand)


@pattern
def float(r: Reading) -> bool:
    """飘花."""
    return r.hand.player.wildcards_thrown > 0 and blasting_head(r) > 0


@pattern
def kong_before_float(r: Reading) -> bool:
    """杠飘: the kong before it."""
    return r.hand.win.extra["kongs_before_float"] > 0 and float(r) > 0


@hand_pattern
def soft(hand: Hand) -> bool:
    """软飘花: self-draw and robbed kong."""
    return hand.win.by != "discard"


@hand_pattern
def self_draw(hand: Hand) -> bool:
    """自摸无花: only a small win is worth more so; without a 花 there is no 暴头, so only 杠开 stands against it."""
    is_small = hand.self_drawn and not hand.has("kong_replacement")
    return is_small and not hand.wilds and hand.options["mode"] == "soft"


class Rules(BaseRules):
    """湖州飘花."""

    def faults(self, round_: Round) -> Iterator[Fault]:
        faces = self.wild_faces(round_, "east")
        thrown = sum(p.wildcards_thrown for p in round_.players.values())
        tiles = [
            t for p in round_.players.values() for t in (*(p.concealed or ()), *(t for m in p.melds for t in m.tiles))
        ]
        tiles += {w.tile for w in round_.wins if w.tile is not None}
        there = sum(t in faces for t in tiles)
        if thrown + there <= WILDCARDS:
            return
        throwers = [(seat, p.wildcards_thrown) for seat, p in round_.players.items() if p.wildcards_thrown]
        # Named are those whose own number is too many; where only the sum is, all of them.
        too_many = [seat for seat, n in throwers if n + there > WILDCARDS] or [seat for seat, _ in throwers]
        for seat in too_many:
            yield self.fault(
                f"/players/{seat}/wildcards_thrown",
                "too_many_wildcards",
                f"花只有 {WILDCARDS} 张，打出的和各家手里的合计 {thrown + there} 张",
                f"there are {WILDCARDS} wildcards; thrown and held ones make {thrown + there}",
            )

    def objections(self, hand: Hand) -> Iterator[str]:
        if hand.options["mode"] == "hard" and hand.win.by == "discard":
            yield "self_draw_only"
        yield from super().objections(hand)

    def trait(self, hand: Hand) -> Trait:
        """Whether the pair is a blasting head."""
        return lambda made: int(made.is_pair and hand.self_drawn and waited_on_wildcards(made, hand))

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        if pattern.id == "float":
            return 2**r.hand.player.wildcards_thrown
        if pattern.id == "kong_before_float":
            return 2 ** r.hand.win.extra["kongs_before_float"]
        return super().value_of(pattern, r)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        multiple = prod(c.total for c in counted)
        return Arithmetic(multiple, (Step("multiple", multiple, *listed(counted, " × ")),), multiple)

    def share(self, result: Result, payer: str) -> Any:
        share = super().share(result, payer)
        return 3 * share if result.win.by == "robbed_kong" else share

    def share_text(self, result: Result, payer: str) -> Text | None:
        base, robbed = self.base(result.hand.options), result.win.by == "robbed_kong"
        if base == 1 and not robbed:
            return None
        zh, en = f"{plain(result.score)} 倍", f"multiple {plain(result.score)}"
        if base != 1:
            zh, en = f"{zh} × 底 {plain(base)}", f"{en} × base {plain(base)}"
        if robbed:
            zh, en = f"{zh} × 三份（被抢杠）", f"{en} × 3 shares for the robbed kong"
        amount = plain(self.share(result, payer))
        return Text(f"{zh} = {amount}", f"{en} = {amount}")
