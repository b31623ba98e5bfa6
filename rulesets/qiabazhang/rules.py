"""恰八张: a minimum of two, and single bases added to the Kawuxing product."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Counted,
    Hand,
    Pattern,
    Reading,
    Result,
    Step,
    Tally,
    hand_pattern,
    listed,
    pattern,
)
from calculator_api.scoring import product_model
from calculator_api.tiles import suit

MINIMUM = 2
FREE_TILES = 7


def longest_suit(hand: Hand) -> int:
    """How many tiles the most numerous suit has in the whole hand; a kong counts four, dragons are no suit."""
    suits = [suit(tile) for tile in hand.all_tiles]
    return max(suits.count(number) for number in range(3))


@pattern
def qia(r: Reading) -> int:
    """恰: each pung that stands in hand, not completed by a claimed tile, and each kong of any kind."""
    return sum(1 for b in r.sets if b.is_kong or b.is_pung and b.meld is None and r.is_concealed(b))


@hand_pattern
def eight_tiles(hand: Hand) -> bool:
    """八张: at least eight tiles of one suit."""
    return longest_suit(hand) > FREE_TILES


class Rules(BaseRules):
    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        return longest_suit(r.hand) - FREE_TILES if pattern.id == "eight_tiles" else super().value_of(pattern, r)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        factors = [c for c in counted if c.unit == "multiplier"]
        product = product_model(self.sheet, self.limit(r.hand), factors)
        if not factors:
            product = product._replace(steps=(Step("product", 1, "没有翻倍的牌型，1 倍", "nothing multiplies: 1"),))
        added = [c for c in counted if c.unit == "points"]
        score = product.score + sum(c.total for c in added)
        zh, en = listed(added)
        step = Step("score", score, f"{product.score} + {zh}", f"{product.score} + {en}")
        return product._replace(score=score, steps=(*product.steps, step))

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.arithmetic.before >= MINIMUM, tally.score, tally.arithmetic.before)

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        # The minimum is looked at only where nothing else is wrong.
        if best.arithmetic.before < MINIMUM and not any(self.objections(hand)):
            yield "below_minimum"

    def multiplied(self, result: Result) -> Any:
        """An open hand doubles the product only, not what is added to it."""
        assert result.tally is not None
        return result.score - sum(c.total for c in result.tally.counted if c.unit == "points")
