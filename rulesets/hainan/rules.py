"""海南麻将: a fan is a licence to win, everyone pays, and three melds between two players make one pay for all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from calculator_api.patterns import sets
from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Counted,
    Fault,
    Hand,
    Reading,
    Result,
    Round,
    Step,
    Tally,
    Text,
    Win,
    hand_pattern,
    mask_of,
    next_seat,
    pattern,
    plain,
)
from calculator_api.tiles import DRAGONS, parse

OWN_FLOWERS = {"east": parse("15f"), "south": parse("26f"), "west": parse("38f"), "north": parse("47f")}
LIABLE_MELDS = 3


@pattern
def all_chows(r: Reading) -> bool:
    """只吃不碰: four chows, and a pair that would be no fan as a pung."""
    worth = DRAGONS | mask_of((r.hand.seat_wind, r.hand.round_wind))
    return sets.all_chows(r) > 0 and r.pair is not None and not r.pair.mask & worth


@pattern
def concealed_hand(r: Reading) -> bool:
    """门清: decision `concealed_kong_spoils`."""
    return r.shape == "standard" and not r.hand.melds


@hand_pattern
def seat_flower(hand: Hand) -> int:
    """本位花: each."""
    return sum(tile in OWN_FLOWERS[hand.seat] for tile in hand.player.flowers)


class Rules(BaseRules):
    """有番才能胡, 包牌."""

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        if hand.options["require_fan"] and best.has("basic_win"):
            yield "no_fan"

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        """Hands are paid, not fan: the fan only serve to choose among readings."""
        options = r.hand.options
        bonus = options["full_flush_bonus"] if any(c.pattern.id == "full_flush" for c in counted) else 0
        hands = 1 + bonus
        steps = [
            Step(
                "hands",
                hands,
                f"一手{f'，清一色加{bonus}手' if bonus else ''}",
                f"one hand{f' and {bonus} for the full flush' if bonus else ''}",
            )
        ]
        score = hands
        if r.hand.self_drawn and options["self_draw_multiplier"] != 1:
            score = hands * options["self_draw_multiplier"]
            steps.append(
                Step(
                    "self_draw",
                    score,
                    f"自摸 × {options['self_draw_multiplier']}",
                    f"self-drawn: × {options['self_draw_multiplier']}",
                )
            )
        return Arithmetic(score, tuple(steps), sum(c.total for c in counted))

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (*super().rank(r, tally), sum(made.is_pung for made in r.sets))

    def share(self, result: Result, payer: str) -> Any:
        amount = super().share(result, payer)
        if payer == result.win.source:
            amount += self.base(result.hand.options) * result.hand.options["discard_extra"]
        return amount

    def share_text(self, result: Result, payer: str) -> Text | None:
        if payer != result.win.source or not result.hand.options["discard_extra"]:
            return super().share_text(result, payer)
        hands = f"{result.score} + {result.hand.options['discard_extra']}"
        base = self.base(result.hand.options)
        sum_of = hands if base == 1 else f"({hands}) × {plain(base)}"
        return Text(f"{sum_of}：点炮的一家多付一手", f"{sum_of}: the one who fed the win pays one hand more")

    def liable(self, result: Result) -> str | None:
        """包: decisions `robbed_without_fan` and `liability_both_ways`."""
        hand = result.hand
        if not hand.claimed or result.tally is None:
            return None
        only = [c.pattern.id for c in result.tally.counted]
        robbed = hand.options["require_fan"] and only == ["robbing_the_kong"]
        melds = hand.options["liability"] and max(self._between(hand.round, hand.win)) >= LIABLE_MELDS
        return hand.win.source if robbed or melds else None

    def _between(self, round_: Round, win: Win, unknown: bool = False) -> tuple[int, int]:
        """How many claimed melds winner and payer have from each other; `unknown`: those of unsaid origin too."""
        assert win.source is not None
        return self._fed(round_, win.winner, win.source, unknown), self._fed(round_, win.source, win.winner, unknown)

    def _fed(self, round_: Round, owner: str, feeder: str, unknown: bool) -> int:
        previous = next_seat(owner, self.sheet.seats, -1)
        sources = [
            m.source or (previous if m.type == "chow" else None) for m in round_.player(owner).melds if m.is_claimed
        ]
        return sources.count(feeder) + (sources.count(None) if unknown else 0)

    def faults(self, round_: Round) -> Iterable[Fault]:
        """Where liability hangs on a meld of unsaid origin, the request must say who fed it."""
        for win in round_.wins:
            if win.source is None or not round_.options["liability"] or max(self._between(round_, win)) >= LIABLE_MELDS:
                continue
            counts = zip((win.winner, win.source), self._between(round_, win, unknown=True), strict=True)
            unsaid = [seat for seat, most in counts if most >= LIABLE_MELDS]
            if not unsaid or not self.judge(self.hand(round_, win)).valid:
                continue  # a hand that does not win is paid by nobody
            for seat in unsaid:
                for i, meld in enumerate(round_.player(seat).melds):
                    if meld.is_claimed and meld.type != "chow" and meld.source is None:
                        yield self.fault(
                            f"/players/{seat}/melds/{i}/from",
                            "from_missing",
                            "可能要包牌，要说明这副是谁打的",
                            "liability may hang on it: say who fed this meld",
                        )
