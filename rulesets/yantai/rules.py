"""烟台: patterns multiply, the dealer's fan is added, the winner's kongs are paid by all three."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from calculator_api.patterns.pairs import quads
from calculator_api.patterns.waits import is_closed
from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Counted,
    Payment,
    Reading,
    Result,
    Settlement,
    Step,
    Tally,
    Text,
    each_other,
    listed,
    pattern,
    plain,
)
from calculator_api.scoring import product_model
from calculator_api.tiles import rank

KONGS = ("melded_kong", "concealed_kong")


@pattern
def deluxe_seven_pairs(r: Reading) -> bool:
    """豪华七小对: at least one four of a kind."""
    return r.shape == "seven_pairs" and quads(r) > 0


@pattern
def concealed_hand(r: Reading) -> bool:
    """门清: four sets and a pair, nothing claimed."""
    return r.shape == "standard" and not r.hand.is_open


@pattern
def catch_five(r: Reading) -> bool:
    """夹五: won on the five of a 4-5-6."""
    return is_closed(r) and r.hand.tile is not None and rank(r.hand.tile) == 5


@pattern
def closed_wait(r: Reading) -> bool:
    """夹胡: won on the middle of a run, no five."""
    return is_closed(r) and not catch_five(r)


class Rules(BaseRules):
    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        product = product_model(self.sheet, None, [c for c in counted if c.unit == "multiplier"])
        dealer = [c for c in counted if c.pattern.id == "dealer"]
        if not dealer:
            return product
        score = product.score + dealer[0].total
        zh, en = listed(dealer)
        step = Step("score", score, f"{product.score} + {zh}", f"{product.score} + {en}")
        return product._replace(score=score, steps=(*product.steps, step))

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        multipliers = sum(1 for c in tally.counted if c.unit == "multiplier")
        return (tally.score, multipliers, -self.sheet.shapes.index(r.shape), tally.has("closed_wait"))

    def share(self, result: Result, payer: str) -> Any:
        return self.base(result.hand.options) * (result.score + self.dealer_owes(result, payer))

    def share_text(self, result: Result, payer: str) -> Text | None:
        owed = self.dealer_owes(result, payer)
        if not owed:
            return super().share_text(result, payer)
        base, amount = plain(self.base(result.hand.options)), plain(self.share(result, payer))
        return Text(
            f"{result.score} 番，庄家另加 {owed} 番，乘底分 {base} 得 {amount}",
            f"{result.score} fan, {owed} more as dealer, times base {base}: {amount}",
        )

    def dealer_owes(self, result: Result, payer: str) -> Any:
        """庄家: the fan that a dealer who pays owes on top."""
        return self.book_of(result.hand).values["dealer"] if payer == "east" else 0

    def payments(self, settlement: Settlement) -> Iterable[Payment]:
        for result in settlement.winners:
            yield from self.win_payments(result)
            yield from self.kong_money(result)

    def kong_money(self, result: Result) -> Iterable[Payment]:
        """杠番: each of the three others pays for the winner's kongs, whoever pays for the hand."""
        assert result.tally is not None
        fan = result.tally.total(*KONGS)
        if fan:
            base = self.base(result.hand.options)
            zh, en = f"杠 {fan} 番，乘底分 {plain(base)}", f"kongs, {fan} fan, times base {plain(base)}"
            yield from each_other(result.seat, self.sheet.seats, lambda _: base * fan, "kong", zh, en)
