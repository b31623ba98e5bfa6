"""上海麻将: which hands may win at all, and where the 喇子 cuts. All else stands in the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Counted,
    Fault,
    Hand,
    Pattern,
    Reading,
    Refused,
    Round,
    Step,
    Tally,
    hand_pattern,
    pattern,
    shape,
)
from calculator_api.scoring import sum_model
from calculator_api.tiles import DRAGONS, HONORS

WIND_PUNG, DRAGON_PUNG = 1, 2


@shape
def scrambled(hand: Hand) -> Iterator[Reading]:
    """Nothing but honours, however they fall."""
    if not hand.kinds & ~HONORS:
        yield hand.reading("scrambled", loose=tuple(sorted(hand.tiles)))


@pattern
def scrambled_honors(r: Reading) -> bool:
    """乱风. Honours that do make four pungs and a pair are read as such too, and 字一色 is worth more."""
    return r.shape == "scrambled"


@pattern
def all_honors(r: Reading) -> bool:
    """字一色: honours make no chows, so four sets of them are pungs."""
    return r.shape == "standard" and not r.kinds & ~HONORS


@hand_pattern
def heavenly_hand(hand: Hand) -> bool:
    """天胡: decision `heavenly_no_kong`."""
    return hand.has("heavenly") and not hand.melds


@hand_pattern
def earthly_hand(hand: Hand) -> bool:
    """地胡: decision `earthly_any_way`."""
    return hand.has("earthly") or hand.has("human")


@hand_pattern
def out_with_replacement(hand: Hand) -> bool:
    """杠开: decision `flower_replacement`."""
    return hand.self_drawn and (hand.has("kong_replacement") or hand.has("flower_replacement"))


def honor_pung_points(r: Reading) -> int:
    """What the pungs and kongs of honours are worth together."""
    pungs = (made for made in r.sets if made.is_pung and made.mask & HONORS)
    return sum(DRAGON_PUNG if made.mask & DRAGONS else WIND_PUNG for made in pungs)


@pattern
def honor_pung(r: Reading) -> bool:
    """风箭刻: worth different amounts, so they are listed once with their sum."""
    return honor_pung_points(r) > 0


class Rules(BaseRules):
    """清混碰: a win needs one of the three, and 喇子 cuts only what is below it."""

    def faults(self, round_: Round) -> Iterable[Fault]:
        for i, win in enumerate(round_.wins):
            at = f"/wins/{i}/circumstances"
            if win.winner == "east" and win.circumstances & {"earthly", "human"}:
                yield self.fault(
                    at, "contradiction", "地胡是闲家的", "the earthly hand is for the players who do not deal"
                )
            if "flower_replacement" in win.circumstances and not round_.player(win.winner).flowers:
                yield self.fault(
                    at, "contradiction", "没有摆出的花牌，就没有补花", "flower_replacement without a flower set aside"
                )

    def weigh(self, r: Reading) -> Tally | Refused:
        if r.suits > 1 and any(made.is_chow for made in r.sets):
            return Refused("no_qualifying_pattern")
        return super().weigh(r)

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        return honor_pung_points(r) if pattern.id == "honor_pung" else super().value_of(pattern, r)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        """The lazi cuts only what is small by its main pattern; doubling follows: decision `doubling_after_cap`."""
        lazi = self.limit(r.hand)
        large = any(c.pattern.group == "main" and c.total >= lazi for c in counted)
        made = sum_model(self.sheet, None if large else lazi, counted)
        if r.hand.table.extra["previous_draw"]:
            doubled = 2 * made.score
            made = made._replace(
                score=doubled,
                steps=(
                    *made.steps,
                    Step("previous_draw", doubled, "上一盘荒庄，翻倍：× 2", "after a drawn round: × 2"),
                ),
            )
        return made

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (*super().rank(r, tally), sum(made.is_pung for made in r.sets))
