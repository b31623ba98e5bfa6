"""济南麻将: a pair of 2, 5 or 8, declared hands by self-draw only, and the dealer's double on the mode of the win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from calculator_api.patterns.sets import pair_258
from calculator_api.rules import BaseRules, Hand, Result, Settlement, Tally, Text, hand_pattern, plain

MODES = ("basic_win", "self_draw", "open_draw", "open_play")


def is_declared(hand: Hand) -> bool:
    """Whether the winner declared ready or plays with an open hand, which is a declared one too."""
    return hand.player.ready or hand.player.exposed


@hand_pattern
def basic_win(hand: Hand) -> bool:
    """推倒胡: an undeclared hand on another player's tile."""
    return not is_declared(hand) and hand.claimed


@hand_pattern
def self_draw(hand: Hand) -> bool:
    """自摸 of an undeclared hand."""
    return not is_declared(hand) and hand.self_drawn


@hand_pattern
def open_draw(hand: Hand) -> bool:
    """报听明摸."""
    return hand.player.ready and not hand.player.exposed


@hand_pattern
def open_play(hand: Hand) -> bool:
    """明打, declared or not."""
    return hand.player.exposed


@hand_pattern
def out_on_flower(hand: Hand) -> bool:
    """花砸."""
    return hand.self_drawn and hand.has("flower_replacement")


class Rules(BaseRules):
    """二五八将, 明摸明打, 庄上加倍."""

    def no_shape(self, hand: Hand) -> Iterable[str]:
        yield from super().no_shape(hand)
        yield from self._declared(hand)

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        # The tiles fix the pair's rank modulo 3, so no other reading has such a pair either.
        if not pair_258(best.reading):
            yield "pair_not_258"
        yield from self._declared(hand)

    @staticmethod
    def _declared(hand: Hand) -> Iterator[str]:
        if is_declared(hand) and hand.claimed:
            yield "declared_self_draw_only"

    def share(self, result: Result, payer: str) -> Any:
        amount = super().share(result, payer)
        if result.tally is not None and self._doubled(result, payer):
            amount += self.base(result.hand.options) * result.tally.total(*MODES)
        return amount

    def share_text(self, result: Result, payer: str) -> Text | None:
        if not self._doubled(result, payer):
            return super().share_text(result, payer)
        tally, base = result.tally, self.base(result.hand.options)
        mode = tally.total(*MODES) if tally is not None else 0
        times = "" if base == 1 else f" × {plain(base)}"
        sum_of = f"({plain(result.score)} + {plain(mode)})" if times else f"{plain(result.score)} + {plain(mode)}"
        return Text(
            f"{sum_of}{times}：庄上和法的番再加一份，杠和花不加",
            f"{sum_of}{times}: with the dealer the mode counts twice, kongs and flowers once",
        )

    def rests_on(self, settlement: Settlement) -> Iterable[str]:
        """The dealer's double, where somebody pays it, is a reading of its own."""
        yield from super().rests_on(settlement)
        for payment in settlement.payments:
            for result in settlement.winners:
                if result.seat == payment.to and self._doubled(result, payment.source):
                    yield "dealer"

    @staticmethod
    def _doubled(result: Result, payer: str) -> bool:
        """庄上: the mode counts twice; kongs and flowers do not."""
        when = result.hand.options["dealer_doubles"]
        return "east" in (payer, result.seat) and (when == "always" or when == "declared" and is_declared(result.hand))
