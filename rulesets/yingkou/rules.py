"""营口麻将: four conditions on the reading."""

from __future__ import annotations

from collections.abc import Iterator

from calculator_api.rules import BaseRules, Block, Hand, Reading, Refused, Tally, Trait
from calculator_api.tiles import SUIT_MASKS, TERMINALS_AND_HONORS, mask_of

RANK_2_OR_8 = mask_of((1, 7, 10, 16, 19, 25))


def missed(r: Reading) -> Iterator[str]:
    """The conditions the reading does not meet, in the order of the sheet's reasons."""
    if r.pair is not None and r.pair.mask & RANK_2_OR_8:
        yield "pair_2_or_8"
    if any(not r.kinds & mask for mask in SUIT_MASKS):
        yield "three_suits_required"
    if not r.kinds & TERMINALS_AND_HONORS:
        yield "no_terminal_or_honor"
    if not any(made.is_pung for made in r.sets):
        yield "no_triplet"


def told_apart(made: Block) -> int:
    """Suits, terminals and honours, triplets, and a pair of 2s or 8s."""
    suits = sum(1 << 4 * i for i, mask in enumerate(SUIT_MASKS) if made.mask & mask)
    marks = (bool(made.mask & TERMINALS_AND_HONORS), made.is_pung, made.is_pair and bool(made.mask & RANK_2_OR_8))
    return suits | sum(mark << 12 + 4 * i for i, mark in enumerate(marks))


class Rules(BaseRules):
    """营口麻将."""

    def trait(self, hand: Hand) -> Trait:
        return told_apart

    def weigh(self, r: Reading) -> Tally | Refused:
        codes = tuple(missed(r))
        return Refused(*codes) if codes else super().weigh(r)
