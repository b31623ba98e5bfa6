"""陕西麻将: stakes that multiply what two players owe each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from calculator_api.rules import (
    BaseRules,
    Meld,
    Payment,
    Reading,
    Result,
    Round,
    Settlement,
    Text,
    pattern,
    plain,
)


@pattern
def standard_shape(r: Reading) -> bool:
    """Four sets and a pair."""
    return r.shape == "standard"


class Rules(BaseRules):
    """炮子: between two players the factor is one and both their stakes."""

    def looks_further(self, codes: Any) -> bool:
        """A chow that may not be made is the only reason given."""
        return False

    def share(self, result: Result, payer: str) -> Any:
        """The points, the dealer's factor, and the stakes of winner and payer."""
        return super().share(result, payer) * _stake_factor(result.hand.round, payer, result.seat)

    def share_text(self, result: Result, payer: str) -> Text | None:
        """The stakes' factor, and the dealer's where there is one."""
        options = result.hand.options
        stakes = _stake_factor(result.hand.round, payer, result.seat)
        dealer = options["dealer_factor"] if "east" in (payer, result.seat) else 1
        if stakes == dealer == 1:
            return super().share_text(result, payer)
        zh, en = f"{plain(result.score)} 分", plain(result.score)
        for factor, of_zh, of_en in (
            (self.base(options), "底", "base"),
            (stakes, "炮子", "stakes"),
            (dealer, "带庄", "dealer"),
        ):
            if factor != 1:
                zh, en = f"{zh} × {of_zh} {plain(factor)}", f"{en} × {of_en} {plain(factor)}"
        amount = plain(self.share(result, payer))
        return Text(f"{zh} = {amount}", f"{en} = {amount}")

    def kong_share(self, settlement: Settlement, owner: str, payer: str, meld: Meld, amount: Any) -> Any:
        """The stakes multiply a kong too, if that is played; the dealer's factor does not."""
        share = super().kong_share(settlement, owner, payer, meld, amount)
        return share * self._on_kongs(settlement, owner, payer)

    def kong_payments(self, settlement: Settlement) -> Iterator[Payment]:
        """The kongs, and the stakes' factor where it raised one."""
        for payment in super().kong_payments(settlement):
            factor = self._on_kongs(settlement, payment.to, payment.source)
            if factor == 1:
                yield payment
            else:
                points = plain(payment.amount // factor)
                amount = plain(payment.amount)
                yield payment._replace(
                    zh=f"杠 {points} × 炮子 {factor} = {amount}", en=f"a kong, {points} × stakes {factor} = {amount}"
                )

    @staticmethod
    def _on_kongs(settlement: Settlement, owner: str, payer: str) -> int:
        return _stake_factor(settlement.round, owner, payer) if settlement.options["raise_on_kongs"] else 1


def _stake_factor(round_: Round, one: str, other: str) -> int:
    """炮子: one and what the two put up."""
    return 1 + round_.player(one).stake + round_.player(other).stake
