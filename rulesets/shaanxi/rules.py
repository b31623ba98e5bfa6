"""陕西麻将: stakes that multiply what two players owe each other."""

from __future__ import annotations

from typing import Any

from calculator_api.rules import BaseRules, Meld, Reading, Result, Settlement, pattern


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
        players = result.hand.round.player
        return super().share(result, payer) * (1 + players(payer).stake + players(result.seat).stake)

    def kong_share(self, settlement: Settlement, owner: str, payer: str, meld: Meld, amount: Any) -> Any:
        """The stakes multiply a kong too, if that is played; the dealer's factor does not."""
        share = super().kong_share(settlement, owner, payer, meld, amount)
        if not settlement.options["raise_on_kongs"]:
            return share
        players = settlement.round.player
        return share * (1 + players(payer).stake + players(owner).stake)
