"""The words predicates are made of.

A predicate is a function of a Reading (or of a Hand, where how it is read makes no difference) that says whether, or
how often, a pattern is there.
Those built from `every_set`, `each_set` and `every_tile` also know which blocks or tiles decide, so that an answer can
name them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, cast

from ..readings.blocks import Block
from ..readings.hand import Hand, Reading
from ..tiles import KINDS, Tile

BlockTest = Callable[[Block, Reading], bool]


@dataclass(frozen=True, slots=True)
class Predicate:
    """One pattern's test.

    Attributes:
        name: the pattern id.
        test: the function; `of` says whether it takes a reading or a hand.
        blocks: for patterns that lie in certain sets, those sets; None where no set is singled out.
        offenders: for patterns that ask something of every set or tile, what stands in the way.
    """

    name: str
    test: Callable[[Reading], int] | Callable[[Hand], int]
    of: Literal["reading", "hand"] = "reading"
    blocks: Callable[[Reading], Iterable[Block]] | None = None
    offenders: Callable[[Reading], Iterable[Block | Tile]] | None = None

    def of_hand(self, hand: Hand) -> int:
        """The answer of a predicate that looks at the hand only."""
        return int(cast(Callable[[Hand], int], self.test)(hand))

    def __call__(self, reading: Reading) -> int:
        if self.of == "hand":
            return self.of_hand(reading.hand)
        return int(cast(Callable[[Reading], int], self.test)(reading))


def pattern(function: Callable[[Reading], int]) -> Predicate:
    """Marks a function of a Reading as the predicate named as it is."""
    return Predicate(function.__name__, function)


def hand_pattern(function: Callable[[Hand], int]) -> Predicate:
    """Marks a function of a Hand as the predicate named as it is; it is looked at once a win."""
    return Predicate(function.__name__, function, "hand")


def every_set(name: str, test: BlockTest, *, pair: BlockTest | None = None) -> Predicate:
    """A standard hand in which every set passes `test` (and the pair `pair`)."""

    def holds(r: Reading) -> int:
        return r.shape == "standard" and not any(True for _ in offenders(r))

    def offenders(r: Reading) -> Iterable[Block]:
        for made in r.sets:
            if not test(made, r):
                yield made
        if pair is not None and r.pair is not None and not pair(r.pair, r):
            yield r.pair

    return Predicate(name, holds, offenders=offenders)


def each_set(name: str, test: BlockTest) -> Predicate:
    """Counts the sets that pass `test`."""

    def found(r: Reading) -> list[Block]:
        return [made for made in r.sets if test(made, r)]

    def count(r: Reading) -> int:
        return sum(1 for made in r.sets if test(made, r))

    return Predicate(name, count, blocks=found)


def every_tile(name: str, allowed: int) -> Predicate:
    """Every tile, of whatever shape, is one of the kinds of the mask `allowed`."""

    def holds(r: Reading) -> int:
        return not r.kinds & ~allowed

    def offenders(r: Reading) -> Iterable[Tile]:
        return [tile for tile in range(KINDS) if (r.kinds & ~allowed) >> tile & 1]

    return Predicate(name, holds, offenders=offenders)
