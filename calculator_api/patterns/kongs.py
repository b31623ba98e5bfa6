"""Kongs, four of a kind, flowers and what a winner's melds say."""

from __future__ import annotations

from ..readings.hand import Hand
from ..tiles import count
from .words import hand_pattern


@hand_pattern
def concealed_kong(hand: Hand) -> int:
    """暗杠: each concealed kong."""
    return hand.kongs("concealed_kong")


@hand_pattern
def melded_kong(hand: Hand) -> int:
    """明杠: each exposed or added kong."""
    return hand.kongs("exposed_kong", "added_kong")


@hand_pattern
def root(hand: Hand) -> int:
    """根: each kind of which the winner has all four copies without having declared them as a kong."""
    konged = {b.tile for b in hand.meld_blocks if b.is_kong}
    return sum(1 for tile, n in enumerate(count(hand.all_tiles)) if n == 4 and tile not in konged)


@hand_pattern
def flower(hand: Hand) -> int:
    """花牌: each tile set aside."""
    return len(hand.player.flowers)


@hand_pattern
def concealed_hand(hand: Hand) -> bool:
    """门前清: nothing but concealed kongs melded."""
    return not hand.is_open


@hand_pattern
def fully_concealed(hand: Hand) -> bool:
    """不求人: nothing but concealed kongs melded, and self-drawn."""
    return hand.self_drawn and not hand.is_open


@hand_pattern
def single_tile_hand(hand: Hand) -> bool:
    """手抓一: all sets melded (of any kind), one tile left in hand; claimed or drawn."""
    return hand.sets_needed == 0


@hand_pattern
def melded_hand(hand: Hand) -> bool:
    """全求人: all sets melded, none a concealed kong, and won on another player's tile."""
    return hand.claimed and hand.sets_needed == 0 and all(m.is_claimed for m in hand.melds)
