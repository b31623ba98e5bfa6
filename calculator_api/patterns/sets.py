"""Patterns that lie in the sets."""

from __future__ import annotations

from ..readings.blocks import Block
from ..readings.hand import Reading
from ..tiles import RANK_258, TERMINALS, TERMINALS_AND_HONORS, count
from .flushes import is_full_flush, is_half_flush
from .waits import last_face_positions
from .words import Predicate, each_set, every_set, pattern

all_pungs = every_set("all_pungs", lambda b, r: b.is_pung)
all_chows = every_set("all_chows", lambda b, r: b.is_chow)
outside_hand = every_set(
    "outside_hand",
    lambda b, r: bool(b.mask & TERMINALS_AND_HONORS),
    pair=lambda b, r: bool(b.mask & TERMINALS_AND_HONORS),
)
terminals_in_every_set = every_set(
    "terminals_in_every_set", lambda b, r: bool(b.mask & TERMINALS), pair=lambda b, r: bool(b.mask & TERMINALS)
)
concealed_pung = each_set("concealed_pung", lambda b, r: b.is_pung and r.is_concealed(b))


@pattern
def pure_pungs(r: Reading) -> bool:
    """清碰: all pungs of one suit."""
    return all_pungs(r) > 0 and is_full_flush(r.kinds)


@pattern
def mixed_pungs(r: Reading) -> bool:
    """混碰: all pungs of one suit and honours."""
    return all_pungs(r) > 0 and is_half_flush(r.kinds)


@pattern
def all_258_pungs(r: Reading) -> bool:
    """将对: all pungs, every tile a 2, 5 or 8."""
    return not r.kinds & ~RANK_258 and all_pungs(r) > 0


@pattern
def pair_258(r: Reading) -> bool:
    """二五八将: the pair is a 2, 5 or 8."""
    return r.pair is not None and bool(r.pair.mask & RANK_258)


def straight_blocks(r: Reading) -> list[Block]:
    """The chows 123, 456, 789 of one suit, or nothing."""
    chows = {b.tile: b for b in r.sets if b.is_chow}
    for first in (0, 9, 18):
        if first in chows and first + 3 in chows and first + 6 in chows:
            return [chows[first], chows[first + 3], chows[first + 6]]
    return []


def _has_straight(r: Reading) -> int:
    return bool(straight_blocks(r))


pure_straight = Predicate("pure_straight", _has_straight, blocks=straight_blocks)


def concealed_pungs(r: Reading) -> int:
    """How many pungs and kongs lie concealed: not melded, not completed by a claimed tile."""
    return sum(1 for made in r.sets if made.is_pung and r.is_concealed(made))


@pattern
def three_concealed_pungs(r: Reading) -> bool:
    """三暗刻: exactly three."""
    return concealed_pungs(r) == 3


@pattern
def four_concealed_pungs(r: Reading) -> bool:
    """四暗刻: exactly four."""
    return concealed_pungs(r) == 4


@pattern
def five_concealed_pungs(r: Reading) -> bool:
    """五暗刻: five, in a hand of sixteen tiles."""
    return concealed_pungs(r) == 5


@pattern
def nine_gates(r: Reading) -> bool:
    """九莲宝灯: no melds at all, and the thirteen tiles before the win, as read, are 1112345678999 of one suit."""
    made = r.place
    if r.hand.melds or made is None or r.shape != "standard" or not is_full_flush(r.kinds):
        return False
    counts = count(r.faces)
    return any(_gates_before(counts, made.tiles[i]) for i in last_face_positions(r))


def _gates_before(counts: list[int], last: int) -> bool:
    first = last - last % 9
    return all(counts[first + i] - (first + i == last) == (3 if i in (0, 8) else 1) for i in range(9))
