"""清远麻将: only a self-draw wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from calculator_api.rules import BaseRules, Hand, Reading, Tally, every_set
from calculator_api.tiles import TERMINALS_AND_HONORS

all_terminals_and_honors = every_set(
    "all_terminals_and_honors",
    lambda b, r: b.is_pung and not b.mask & ~TERMINALS_AND_HONORS,
    pair=lambda b, r: not b.mask & ~TERMINALS_AND_HONORS,
)


class Rules(BaseRules):
    """只许自摸, and every reason that applies is given."""

    def objections(self, hand: Hand) -> Iterable[str]:
        codes = tuple(super().objections(hand))
        yield from codes
        if codes:  # the shape is not looked at, so the other reasons come now
            yield from self._claimed(hand)

    def looks_further(self, codes: Sequence[str]) -> bool:
        return False

    def no_shape(self, hand: Hand) -> Iterable[str]:
        yield from super().no_shape(hand)
        yield from self._claimed(hand)

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        yield from self._claimed(hand)

    @staticmethod
    def _claimed(hand: Hand) -> Iterator[str]:
        if hand.claimed:
            yield "self_draw_only"

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return tally.score, sum(made.is_pung for made in r.sets)
