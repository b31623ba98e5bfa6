"""Patterns of a hand of seven pairs."""

from __future__ import annotations

from ..readings.hand import Reading
from .flushes import is_full_flush
from .words import pattern


def quads(r: Reading) -> int:
    """How many faces a hand of pairs has four times."""
    faces = [made.tile for made in r.pairs]
    return len(faces) - len(set(faces)) if len(faces) == 7 else 0


def _is_seven(r: Reading) -> bool:
    return r.shape == "seven_pairs"


@pattern
def seven_pairs(r: Reading) -> bool:
    """七对: the shape, whatever its pairs."""
    return _is_seven(r)


@pattern
def pure_seven_pairs(r: Reading) -> bool:
    """清七对: seven pairs of one suit."""
    return _is_seven(r) and is_full_flush(r.kinds)


@pattern
def deluxe_seven_pairs(r: Reading) -> bool:
    """豪华七对: exactly one face four times."""
    return _is_seven(r) and quads(r) == 1


@pattern
def seven_pairs_with_four_alike(r: Reading) -> bool:
    """龙七对: at least one face four times."""
    return _is_seven(r) and quads(r) >= 1


@pattern
def double_deluxe_seven_pairs(r: Reading) -> bool:
    """双豪华七对: exactly two faces four times."""
    return _is_seven(r) and quads(r) == 2


@pattern
def triple_deluxe_seven_pairs(r: Reading) -> bool:
    """三豪华七对: three faces four times."""
    return _is_seven(r) and quads(r) == 3


@pattern
def thirteen_orphans(r: Reading) -> bool:
    """十三幺: the shape."""
    return r.shape == "thirteen_orphans"


@pattern
def thirteen_misfits(r: Reading) -> bool:
    """十三烂: the shape."""
    return r.shape == "thirteen_misfits"


@pattern
def knitted_straight(r: Reading) -> bool:
    """组合龙: the shape."""
    return r.shape == "knitted_straight"


@pattern
def lesser_honors_and_knitted_tiles(r: Reading) -> bool:
    """全不靠: the shape."""
    return r.shape == "knitted"
