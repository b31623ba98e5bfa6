"""长沙麻将（分级）: components make one of four tiers, and the tier carries the points."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from calculator_api.patterns import pairs
from calculator_api.rules import (
    BaseRules,
    Fault,
    Hand,
    Pattern,
    Payment,
    Reading,
    Result,
    Round,
    Tally,
    hand_pattern,
    pattern,
    plain,
)

TIERS = ("tier_small", "tier_big", "tier_super", "tier_max")
SHAPES_BY_RANK = ("dealt", "all_258", "seven_pairs", "standard")
LAST = ("last_tile_draw", "last_tile_claim")

# What each of these makes a super hand with, as the list has it; the last tile is written as drawn.
SUPER_WITH = {
    "deluxe_seven_pairs": frozenset(("deluxe_seven_pairs",)),
    "out_with_replacement": frozenset(("all_pungs", "all_258", "full_flush", "melded_hand")),
    "last_tile_draw": frozenset(("all_pungs", "all_258", "full_flush", "melded_hand", "seven_pairs")),
    "all_pungs": frozenset(("all_258", "melded_hand", "full_flush")),
    "melded_hand": frozenset(("all_258", "full_flush")),
}


@pattern
def deluxe_seven_pairs(r: Reading) -> bool:
    """豪华七对: at least one kind four times."""
    return r.shape == "seven_pairs" and pairs.quads(r) > 0


@hand_pattern
def melded_hand(hand: Hand) -> bool:
    """全求人: four claimed melds, won in any way: decision `melded_alone`."""
    return hand.sets_needed == 0 and all(meld.is_claimed for meld in hand.melds)


def tier_of(components: Collection[str], any_two: bool) -> str:
    """The tier that these components make."""
    there = {"last_tile_draw" if name in LAST else name for name in components}
    if {"deluxe_seven_pairs", "full_flush", "last_tile_draw"} <= there:
        return "tier_max"
    if {"all_pungs", "all_258", "melded_hand"} <= there and there & {"last_tile_draw", "out_with_replacement"}:
        return "tier_max"
    if any(name in there and there & partners for name, partners in SUPER_WITH.items()) or any_two and len(there) > 1:
        return "tier_super"
    return "tier_big" if there else "tier_small"


class Rules(BaseRules):
    """小和, 大和, 超大和, 最大和, and floats."""

    frees_the_pair = frozenset(
        ("all_pungs", "full_flush", "melded_hand", "seven_pairs", "deluxe_seven_pairs", "all_258")
    )

    def faults(self, round_: Round) -> Iterable[Fault]:
        if any(len(points) != 2 for points in round_.options["tier_points"].values()):
            yield self.fault(
                "/options/tier_points",
                "invalid_value",
                "每级写两个数：自摸和点炮",
                "each tier has two figures: self-draw and discard",
            )
        yield from super().faults(round_)

    def find(self, r: Reading) -> dict[str, int]:
        """A tier is nothing that can be seen in the tiles: `strike` adds the one that the components make."""
        return {name: n for name, n in super().find(r).items() if name not in TIERS}

    def strike(self, found: Mapping[str, int], r: Reading) -> tuple[Mapping[str, int], Mapping[str, Any]]:
        kept, struck = super().strike(found, r)
        tier = tier_of(self.components(kept), r.hand.options["any_two_is_super"])
        return {**kept, tier: 1}, struck

    def components(self, names: Iterable[str]) -> list[str]:
        """Those of the patterns that are components."""
        return [name for name in names if self.sheet.patterns[name].group == "component"]

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        if pattern.id not in TIERS:
            return super().value_of(pattern, r)
        self_drawn, claimed = r.hand.options["tier_points"][pattern.id.removeprefix("tier_")]
        return self_drawn if r.hand.self_drawn else claimed

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        """The tier, not its points; then the most components, then the more regular shape."""
        names = [c.pattern.id for c in tally.counted]
        tier = next(i for i, name in enumerate(TIERS) if name in names)
        return tier, len(self.components(names)), SHAPES_BY_RANK.index(r.shape)

    def rows(self, result: Result) -> int:
        """The dealer's extra comes once: a win is one tier."""
        return 1

    def win_payments(self, result: Result) -> Iterator[Payment]:
        yield from super().win_payments(result)
        yield from self._floats(result)

    def _floats(self, result: Result) -> Iterator[Payment]:
        """飘: those of winner and payer, from everyone who pays for the win."""
        round_, winner = result.hand.round, result.seat
        payers = [result.win.source] if result.win.source else [seat for seat in self.sheet.seats if seat != winner]
        for payer in payers:
            floats = round_.player(winner).stake + round_.player(payer).stake
            points = plain(round_.options["float_points"])
            amount = round_.options["float_points"] * floats
            yield Payment(
                payer, winner, amount, "bonus", f"飘 {floats} 个，每个 {points}", f"floats: {floats}, {points} each"
            )
