"""Patterns of winds and dragons. A kong is a pung too."""

from __future__ import annotations

from ..readings.blocks import Block
from ..readings.hand import Reading
from ..tiles import DRAGONS, WINDS
from .words import each_set, pattern

dragon_pung = each_set("dragon_pung", lambda b, r: b.is_pung and bool(b.mask & DRAGONS))
wind_pung = each_set("wind_pung", lambda b, r: b.is_pung and bool(b.mask & WINDS))
seat_wind = each_set("seat_wind", lambda b, r: b.is_pung and b.tile == r.hand.seat_wind)
prevalent_wind = each_set("prevalent_wind", lambda b, r: b.is_pung and b.tile == r.hand.round_wind)


def _pung_kinds(r: Reading, mask: int) -> int:
    """How many different faces of the mask have a pung."""
    found = 0
    for made in r.sets:
        if made.is_pung:
            found |= made.mask & mask
    return found.bit_count()


def _pair_in(made: Block | None, mask: int) -> bool:
    return made is not None and bool(made.mask & mask)


@pattern
def big_three_dragons(r: Reading) -> bool:
    """大三元: pungs of all three dragons."""
    return _pung_kinds(r, DRAGONS) == 3


@pattern
def little_three_dragons(r: Reading) -> bool:
    """小三元: pungs of two dragons and a pair of the third."""
    return _pung_kinds(r, DRAGONS) == 2 and _pair_in(r.pair, DRAGONS & ~_pung_mask(r))


@pattern
def big_four_winds(r: Reading) -> bool:
    """大四喜: pungs of all four winds."""
    return _pung_kinds(r, WINDS) == 4


@pattern
def little_four_winds(r: Reading) -> bool:
    """小四喜: pungs of three winds and a pair of the fourth."""
    return _pung_kinds(r, WINDS) == 3 and _pair_in(r.pair, WINDS & ~_pung_mask(r))


@pattern
def big_three_winds(r: Reading) -> bool:
    """三风刻: pungs of exactly three winds."""
    return _pung_kinds(r, WINDS) == 3


def _pung_mask(r: Reading) -> int:
    mask = 0
    for made in r.sets:
        if made.is_pung:
            mask |= made.mask
    return mask
