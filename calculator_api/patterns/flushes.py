"""Patterns that look at the kinds of tiles only, whatever the shape."""

from __future__ import annotations

from ..readings.hand import Reading
from ..tiles import GREENS, HONORS, NUMBERS, SIMPLES, SUIT_MASKS, TERMINALS, TERMINALS_AND_HONORS
from .words import every_tile, pattern

all_honors = every_tile("all_honors", HONORS)
all_terminals = every_tile("all_terminals", TERMINALS)
all_simples = every_tile("all_simples", SIMPLES)
all_green = every_tile("all_green", GREENS)
no_honors = every_tile("no_honors", NUMBERS)


def is_full_flush(kinds: int) -> bool:
    """All kinds of one suit."""
    return any(not kinds & ~suit for suit in SUIT_MASKS)


def is_half_flush(kinds: int) -> bool:
    """Kinds of exactly one suit, and honours."""
    numbers = kinds & NUMBERS
    return bool(numbers and kinds & HONORS) and is_full_flush(numbers)


@pattern
def full_flush(r: Reading) -> bool:
    """清一色: all tiles of one suit, no honours."""
    return is_full_flush(r.kinds)


@pattern
def half_flush(r: Reading) -> bool:
    """混一色: tiles of one suit and at least one honour."""
    return is_half_flush(r.kinds)


@pattern
def all_terminals_and_honors(r: Reading) -> bool:
    """混幺九: only 1, 9 and honours, at least one of each."""
    kinds = r.kinds
    return not kinds & ~TERMINALS_AND_HONORS and bool(kinds & HONORS) and bool(kinds & TERMINALS)


@pattern
def missing_suit(r: Reading) -> bool:
    """缺一门: tiles of exactly two suits."""
    return r.suits == 2
