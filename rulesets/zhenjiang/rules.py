"""镇江: priced patterns, a win halved by a wildcard in the hand, and money for the wildcards thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Block,
    Counted,
    Fault,
    Hand,
    Pattern,
    Payment,
    Reading,
    Result,
    Round,
    Settlement,
    Step,
    Text,
    Trait,
    each_other,
    hand_pattern,
    listed,
    plain,
)
from calculator_api.tiles import HONORS, SUIT_MASKS

PRICED = ("all_pungs", "half_flush", "full_flush", "all_honors")
THROWN = ("wildcard_thrown_at_once", "wildcard_thrown_later")
SELF_DRAW, DISCARD, BYSTANDER = 6, 4, 2


def thrown_at_once(hand: Hand) -> int:
    """How many of the winner's thrown wildcards went out on the very draw."""
    return int(hand.player.extra["wildcards_thrown_at_once"])


@hand_pattern
def wildcard_thrown_at_once(hand: Hand) -> int:
    """摸搭即打: wildcards that went out on the very draw."""
    return thrown_at_once(hand)


@hand_pattern
def wildcard_thrown_later(hand: Hand) -> int:
    """后打的搭: the other thrown wildcards."""
    return hand.player.wildcards_thrown - thrown_at_once(hand)


def kinds_and_runs(made: Block) -> int:
    """What the prices can tell apart: how many runs there are, and how many blocks of each suit and of honours."""
    groups = (*SUIT_MASKS, HONORS)
    return made.is_chow + sum(1 << 4 * (i + 1) for i, mask in enumerate(groups) if made.mask & mask)


class Rules(BaseRules):
    def faults(self, round_: Round) -> Iterable[Fault]:
        for seat, player in round_.players.items():
            if player.extra["wildcards_thrown_at_once"] > player.wildcards_thrown:
                yield self.fault(
                    f"/players/{seat}/wildcards_thrown_at_once",
                    "more_than_thrown",
                    "不能多于打出的搭（wildcards_thrown）",
                    "no more than were thrown in all (wildcards_thrown)",
                )

    def trait(self, hand: Hand) -> Trait | None:
        return kinds_and_runs

    def find(self, r: Reading) -> dict[str, int]:
        prices = r.hand.options["pattern_units"]
        return {name: n for name, n in super().find(r).items() if name not in PRICED or prices.get(name)}

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        return r.hand.options["pattern_units"][pattern.id] if pattern.id in PRICED else super().value_of(pattern, r)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        hand = r.hand
        won = [c for c in counted if c.pattern.id not in THROWN]
        units = sum(c.total for c in won)
        factor, zh, en = (SELF_DRAW, "自摸", "self-draw") if hand.self_drawn else (DISCARD, "点炮", "discard")
        score = units * factor
        steps = [
            Step("sum", units, *listed(won)),
            Step("score", score, f"{zh}：{units} × {factor}", f"{en}: {units} × {factor}"),
        ]
        if hand.wilds:
            score //= 2
            steps.append(
                Step("small_win", score, "手里有搭，小胡减半", "a wildcard in the hand: the win is small, half of it")
            )
        return Arithmetic(score, tuple(steps), score)

    def share(self, result: Result, payer: str) -> Any:
        amount = super().share(result, payer)
        return amount * BYSTANDER // DISCARD if self.stands_by(result, payer) else amount

    def share_text(self, result: Result, payer: str) -> Text | None:
        if not self.stands_by(result, payer):
            return super().share_text(result, payer)
        base, amount = plain(self.base(result.hand.options)), plain(self.share(result, payer))
        return Text(
            f"放炮的 {DISCARD} 份是 {result.score}，旁家付 {BYSTANDER} 份，乘底钱 {base} 得 {amount}",
            f"the discarder's {DISCARD} shares are {result.score}, a bystander pays {BYSTANDER} of them, "
            f"times base {base}: {amount}",
        )

    def stands_by(self, result: Result, payer: str) -> bool:
        """Whether this payer neither gave the tile nor is one of three who pay for a self-draw."""
        return not result.win.self_drawn and payer != result.win.source

    def payments(self, settlement: Settlement) -> Iterable[Payment]:
        for result in settlement.winners:
            yield from self.win_payments(result)
            yield from self.wildcard_money(result)
        yield from self.kong_payments(settlement)

    def wildcard_money(self, result: Result) -> Iterator[Payment]:
        """搭钱: each other player pays for the wildcards the winner has thrown."""
        assert result.tally is not None
        options = result.hand.options
        shares, each = result.tally.total(*THROWN), self.base(options) * options["wildcard_unit"]
        if shares * each:
            zh, en = f"搭钱 {shares} 份，每份 {plain(each)}", f"wildcard money: {shares} shares, {plain(each)} each"
            yield from each_other(result.seat, self.sheet.seats, lambda _: shares * each, "bonus", zh, en)
