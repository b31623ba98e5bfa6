"""太原立四: the four standing tiles, points that a self-draw doubles, and what single payers owe on top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from calculator_api.patterns.waits import is_closed, is_edge
from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Counted,
    Hand,
    Reading,
    Result,
    Tally,
    Text,
    hand_pattern,
    pattern,
    plain,
)


@pattern
def closed_wait(r: Reading) -> bool:
    """嵌张: the only tile that wins, and the middle of a chow."""
    return is_closed(r) and r.hand.sole_wait


@pattern
def edge_wait(r: Reading) -> bool:
    """镶边: the only tile that wins, and the 3 of 1-2-3 or the 7 of 7-8-9."""
    return is_edge(r) and r.hand.sole_wait


@hand_pattern
def unready_discard(hand: Hand) -> bool:
    """放铳: the discarder or robbed player had not declared ready."""
    return hand.win.source is not None and not hand.round.player(hand.win.source).ready


def three_remain(hand: Hand) -> bool:
    """立四: whether three of the four standing tiles are still there, and the fourth was the one discarded."""
    four = hand.player.extra["set_apart"]
    if four is None:
        return True
    discarded = hand.player.extra["ready_discard"]
    held = Counter((*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)))
    return any(Counter(four) - Counter((gone,)) <= held for gone in four if discarded in (None, gone))


class Rules(BaseRules):
    def objections(self, hand: Hand) -> Iterable[str]:
        yield from super().objections(hand)
        if not hand.player.ready:
            yield "not_ready"
        if not three_remain(hand):
            yield "ready_discard_not_set_apart"

    def tally(self, r: Reading, counted: tuple[Counted, ...], struck: Any, extra: Any = None) -> Tally:
        doubled = sum(c.total for c in counted if c.pattern.group == "doubled")
        counted = tuple(c._replace(value=doubled) if c.pattern.id == "self_draw" else c for c in counted)
        return super().tally(r, counted, struck, extra)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        # The discarder alone pays the point of 放铳, so it is no part of what everybody pays.
        return super().arithmetic(r, tuple(c for c in counted if c.pattern.id != "unready_discard"))

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.score, tally.has("closed_wait"), tally.has("edge_wait"))

    def liable(self, result: Result) -> str | None:
        assert result.tally is not None
        if result.hand.options["unready_discarder_pays_all"] and result.tally.has("unready_discard"):
            return result.win.source
        return None

    def share(self, result: Result, payer: str) -> Any:
        owed = sum(points for points, _ in self.owed_on_top(result, payer))
        return self.base(result.hand.options) * (result.score + owed)

    def share_text(self, result: Result, payer: str) -> Text | None:
        owed = self.owed_on_top(result, payer)
        if not owed:
            return super().share_text(result, payer)
        zh = "，".join(f"{why.zh} {points}" for points, why in owed)
        en = ", ".join(f"{points} {why.en}" for points, why in owed)
        base, amount = plain(self.base(result.hand.options)), plain(self.share(result, payer))
        return Text(
            f"和牌 {result.score}，{zh}，乘底分 {base} 得 {amount}",
            f"{result.score} for the win, {en}, times base {base}: {amount}",
        )

    def owed_on_top(self, result: Result, payer: str) -> list[tuple[Any, Text]]:
        """The points that this payer alone owes, and why."""
        assert result.tally is not None
        owed = []
        if payer == "east" and result.hand.options["dealer_point"] == "both":
            point = self.book_of(result.hand).values["dealer"] * (2 if result.win.self_drawn else 1)
            owed.append((point, Text("庄家另付", "more as dealer")))
        if payer == result.win.source and result.tally.has("unready_discard"):
            owed.append((result.tally.total("unready_discard"), Text("没报听放铳另付", "more as undeclared discarder")))
        return owed
