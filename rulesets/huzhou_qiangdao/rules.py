"""湖州强盗胡: one multiple a win, by the way of winning and whether there is a 花."""

from __future__ import annotations

from typing import Any

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Counted,
    Hand,
    Pattern,
    Reading,
    Result,
    Step,
    Text,
    Trait,
    plain,
)

WITH_WILDCARD = {"self_draw": 2, "kong": 2, "discard": 1}
WITHOUT = {"self_draw": 3, "kong": 4, "discard": 1}


class Rules(BaseRules):
    """湖州强盗胡."""

    def trait(self, hand: Hand) -> Trait:
        """All readings are worth the same."""
        return lambda made: 0

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        way = {
            "self_draw": "self_draw",
            "out_with_replacement": "kong",
            "robbing_the_kong": r.hand.options["robbed_kong_rate"],
        }.get(pattern.id, "discard")
        return (WITH_WILDCARD if r.hand.wilds else WITHOUT)[way]

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        only = counted[0]
        zh, en = ("有花", "with a wildcard") if r.hand.wilds else ("无花", "without wildcards")
        step = Step("multiple", only.total, f"{only.pattern.name.zh}，{zh}", f"{only.pattern.name.en}, {en}")
        return Arithmetic(only.total, (step,), only.total)

    def share(self, result: Result, payer: str) -> Any:
        share = super().share(result, payer)
        return 3 * share if result.win.by == "robbed_kong" else share

    def share_text(self, result: Result, payer: str) -> Text | None:
        base, robbed = self.base(result.hand.options), result.win.by == "robbed_kong"
        if base == 1 and not robbed:
            return None
        zh, en = f"{plain(result.score)} 倍", f"multiple {plain(result.score)}"
        if base != 1:
            zh, en = f"{zh} × 底 {plain(base)}", f"{en} × base {plain(base)}"
        if robbed:
            zh, en = f"{zh} × 三份（被抢杠）", f"{en} × 3 shares for the robbed kong"
        amount = plain(self.share(result, payer))
        return Text(f"{zh} = {amount}", f"{en} = {amount}")
