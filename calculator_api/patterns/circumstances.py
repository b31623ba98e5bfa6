"""How the hand was won."""

from __future__ import annotations

from ..readings.hand import Hand
from .words import hand_pattern


@hand_pattern
def any_win(hand: Hand) -> bool:
    """Every win: what counts whatever else is there."""
    return True


@hand_pattern
def self_draw(hand: Hand) -> bool:
    """自摸."""
    return hand.self_drawn


@hand_pattern
def discard_win(hand: Hand) -> bool:
    """点炮."""
    return hand.win.by == "discard"


@hand_pattern
def robbing_the_kong(hand: Hand) -> bool:
    """抢杠."""
    return hand.win.by == "robbed_kong"


@hand_pattern
def out_with_replacement(hand: Hand) -> bool:
    """杠上开花: drawn as a kong's replacement."""
    return hand.self_drawn and hand.has("kong_replacement")


@hand_pattern
def discarded_on_kong(hand: Hand) -> bool:
    """杠上炮: the payer discarded it right after an own kong."""
    return hand.win.by == "discard" and hand.has("kong_discard")


@hand_pattern
def last_tile_draw(hand: Hand) -> bool:
    """海底捞月: the wall's last tile, drawn."""
    return hand.self_drawn and hand.has("last_tile")


@hand_pattern
def last_tile_claim(hand: Hand) -> bool:
    """海底炮: the last tile, discarded."""
    return hand.win.by == "discard" and hand.has("last_tile")


@hand_pattern
def heavenly_hand(hand: Hand) -> bool:
    """天和."""
    return hand.has("heavenly")


@hand_pattern
def earthly_hand(hand: Hand) -> bool:
    """地和."""
    return hand.has("earthly")


@hand_pattern
def human_hand(hand: Hand) -> bool:
    """人和."""
    return hand.has("human")


@hand_pattern
def dealer(hand: Hand) -> bool:
    """庄家: the winner deals."""
    return hand.is_dealer


@hand_pattern
def exposed_hand(hand: Hand) -> bool:
    """明牌: the winner plays with an open hand."""
    return hand.player.exposed
