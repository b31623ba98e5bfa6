"""榆次: wait fan only for a single wait, a self-draw that doubles the hand, and an undeclared discarder's debts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from calculator_api.patterns.flushes import full_flush
from calculator_api.patterns.sets import pure_straight
from calculator_api.patterns.waits import is_closed, is_edge, is_single
from calculator_api.rules import BaseRules, Counted, Hand, Reading, Result, Tally, Text, hand_pattern, pattern, plain
from calculator_api.tiles import SUIT_MASKS


@hand_pattern
def concealed_hand(hand: Hand) -> bool:
    """门清: nothing claimed, and won on another player's tile unless the option says otherwise."""
    return not hand.is_open and (hand.claimed or hand.options["concealed_on_self_draw"])


@pattern
def closed_wait(r: Reading) -> bool:
    """坎张: the only tile that wins, and the middle of a chow."""
    return is_closed(r) and r.hand.sole_wait


@pattern
def edge_wait(r: Reading) -> bool:
    """边张: the only tile that wins, and the 3 of 1-2-3 or the 7 of 7-8-9."""
    return is_edge(r) and r.hand.sole_wait


@pattern
def single_wait(r: Reading) -> bool:
    """单钓: the only tile that wins, and one of the pair."""
    return is_single(r) and r.hand.sole_wait


@pattern
def full_flush_straight(r: Reading) -> bool:
    """龙套龙: a straight in a hand of one suit."""
    return full_flush(r) > 0 and pure_straight(r) > 0


@hand_pattern
def unready_discard(hand: Hand) -> bool:
    """未听放炮: the discarder had not declared ready."""
    return hand.win.by == "discard" and not payer_is_ready(hand)


def payer_is_ready(hand: Hand) -> bool:
    """Whether the player who gave the winning tile had declared."""
    return hand.win.source is not None and hand.round.player(hand.win.source).ready


class Rules(BaseRules):
    def objections(self, hand: Hand) -> Iterable[str]:
        yield from super().objections(hand)
        if not hand.player.ready:
            yield "not_ready"

    def no_shape(self, hand: Hand) -> Iterable[str]:
        yield from super().no_shape(hand)
        yield from self.suits_wrong(hand)

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        return self.suits_wrong(hand)

    def suits_wrong(self, hand: Hand) -> Iterable[str]:
        """缺一门: the reason where tiles of all three suits are there."""
        if all(hand.kinds & suit for suit in SUIT_MASKS):
            yield "missing_suit_required"

    def tally(self, r: Reading, counted: tuple[Counted, ...], struck: Any, extra: Any = None) -> Tally:
        basic = sum(c.total for c in counted if c.pattern.group == "hand")
        counted = tuple(c._replace(value=basic) if c.pattern.id == "self_draw" else c for c in counted)
        return super().tally(r, counted, struck, extra)

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.score, tally.has("closed_wait"), tally.has("edge_wait"), r.shape == "standard")

    def liable(self, result: Result) -> str | None:
        return result.win.source if result.win.by == "discard" and not payer_is_ready(result.hand) else None

    def share(self, result: Result, payer: str) -> Any:
        return self.base(result.hand.options) * (result.score + self.dealer_owes(result, payer))

    def share_text(self, result: Result, payer: str) -> Text | None:
        owed = self.dealer_owes(result, payer)
        if not owed:
            return super().share_text(result, payer)
        base, amount = plain(self.base(result.hand.options)), plain(self.share(result, payer))
        return Text(
            f"{result.score} 番，庄家另加 {owed} 番，乘底 {base} 得 {amount}",
            f"{result.score} fan, {owed} more as dealer, times base {base}: {amount}",
        )

    def dealer_owes(self, result: Result, payer: str) -> Any:
        """坐庄: the fan a losing dealer pays on top, where the option says so."""
        both = payer == "east" and result.hand.options["dealer_fan"] == "both"
        return self.book_of(result.hand).values["dealer"] if both else 0
