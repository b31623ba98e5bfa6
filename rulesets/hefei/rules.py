"""合肥麻将: the eight branches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator_api.rules import BaseRules, Hand, Tally, hand_pattern
from calculator_api.tiles import suit

NEEDED = 8


def branches_of(hand: Hand) -> int:
    """The tiles of the longest suit, a kong counting four."""
    suits = [suit(tile) for tile in hand.all_tiles]
    return max(suits.count(one) for one in range(3))


@hand_pattern
def branches(hand: Hand) -> int:
    """枝: every tile of the longest suit from the eighth on."""
    return max(branches_of(hand) - NEEDED + 1, 0)


class Rules(BaseRules):
    """合肥麻将."""

    def looks_further(self, codes: Sequence[str]) -> bool:
        return "illegal_meld" not in codes

    def verdict(self, hand: Hand, best: Tally) -> Iterator[str]:
        if branches_of(hand) < NEEDED:
            yield "fewer_than_eight_branches"
