"""From a reading to a figure: which patterns count, what they come to, and how that is told.

The objects made here are the answer: whoever reads the steps aloud arrives at the score, because the score was made of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from .readings.hand import Hand, Reading
from .ruleset import Pattern, PatternGroup, Sheet, Text, holds, pick


class Counted(NamedTuple):
    """A pattern that counts: `times` times `value`. Where its single values differ, `value` is their sum and `times`
    1.
    """

    pattern: Pattern
    value: Any
    times: int
    unit: str

    @property
    def total(self) -> Any:
        return self.value * self.times


class Struck(NamedTuple):
    """A pattern that is there but does not count: `by` is the pattern that takes its place, or None where `text`
    says why.
    """

    pattern: Pattern
    by: str | None
    text: Text | None = None


class Step(NamedTuple):
    """One line of the arithmetic."""

    id: str
    value: Any
    zh: str
    en: str


class CapUse(NamedTuple):
    """What a cap did: `before` is the figure it was applied to, `applied` whether it cut."""

    id: str
    limit: Any
    before: Any
    applied: bool


class Arithmetic(NamedTuple):
    """Score and the way to it. `before` is what `rank` compares after the score."""

    score: Any
    steps: tuple[Step, ...]
    before: Any = 0
    cap: CapUse | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """What a reading comes to. `extra` is the rule set's own, for its payments."""

    reading: Reading
    counted: tuple[Counted, ...]
    struck: tuple[Struck, ...]
    arithmetic: Arithmetic
    extra: Any = None

    @property
    def score(self) -> Any:
        return self.arithmetic.score

    def has(self, pattern: str) -> bool:
        """Whether the pattern counts."""
        return any(c.pattern.id == pattern for c in self.counted)

    def total(self, *patterns: str) -> Any:
        """What these patterns contribute together; of all patterns without arguments."""
        return sum(c.total for c in self.counted if not patterns or c.pattern.id in patterns)


@dataclass(frozen=True, slots=True)
class Refused:
    """A reading that may not win, and the reason codes."""

    codes: tuple[str, ...]

    def __init__(self, *codes: str) -> None:
        object.__setattr__(self, "codes", codes)


class Book:
    """A sheet under the options of one round: which patterns are played, what each is worth, what strikes what."""

    def __init__(self, sheet: Sheet, options: Mapping[str, Any]) -> None:
        self.patterns = tuple(p for p in sheet.patterns.values() if holds(p.enabled, options))
        self.played = {p.id: p for p in self.patterns}
        self.values: dict[str, Any] = {p.id: pick(p.value, options) for p in self.patterns}
        self.group_of: dict[str, PatternGroup | None] = {}
        for p in self.patterns:
            name = pick(p.group, options)
            self.group_of[p.id] = sheet.groups[name] if name is not None else None
        self.members: dict[str, tuple[str, ...]] = {
            g: tuple(p.id for p in self.patterns if (group := self.group_of[p.id]) is not None and group.id == g)
            for g in sheet.groups
        }
        self.excludes: dict[str, tuple[str, ...]] = {p.id: self._excluded_by(p) for p in self.patterns}
        self.unless: dict[str, tuple[str, ...]] = {p.id: self._expand(p.unless, p.id) for p in self.patterns}
        self.last = tuple(p.id for p in self.patterns if "any" in p.unless)
        self.single_groups = tuple(g for g in sheet.groups.values() if g.only == "highest")

    def _expand(self, names: Sequence[str], own: str) -> tuple[str, ...]:
        out: list[str] = []
        for name in names:
            if name.startswith("group:"):
                out += [m for m in self.members[name[6:]] if m != own]
            elif name != "any":
                out.append(name)
        return tuple(out)

    def _excluded_by(self, p: Pattern) -> tuple[str, ...]:
        group = self.group_of[p.id]
        return self._expand((*p.excludes, *(group.excludes if group is not None else ())), p.id)

    def strike(self, found: Mapping[str, int]) -> tuple[dict[str, int], dict[str, Any]]:
        """What counts and what is struck by what, as the sheet's `unless`, `excludes` and `only: highest` say."""
        counted = {name: n for name, n in found.items() if not any(u in found for u in self.unless[name])}
        struck: dict[str, Any] = {}
        for group in self.single_groups:
            self._keep_highest(self.members[group.id], counted, struck)
        for name in tuple(counted):
            if name in struck:
                continue
            for other in self.excludes[name]:
                if other in counted and other not in struck:
                    struck[other] = name
        kept = {name: n for name, n in counted.items() if name not in struck}
        for name in self.last:
            if name in kept and any(n not in self.last for n in kept):
                del kept[name]
        return kept, struck

    def _keep_highest(self, members: tuple[str, ...], counted: Mapping[str, int], struck: dict[str, Any]) -> None:
        there = [m for m in members if m in counted]
        best = max(there, key=lambda m: self.values[m] * counted[m], default=None)
        struck.update({m: best for m in there if m != best})


def sum_model(sheet: Sheet, limit: Any, counted: Sequence[Counted]) -> Arithmetic:
    """Sum of all values, times every counted pattern of unit `multiplier`, times 2 for every `doubling`; cut at the
    cap.
    """
    added = [c for c in counted if c.unit not in ("multiplier", "doubling")]
    factors = [c for c in counted if c.unit in ("multiplier", "doubling")]
    total = sum(c.total for c in added)
    steps = [Step("sum", total, *listed(added))]
    if factors:
        for c in factors:
            total *= c.total if c.unit == "multiplier" else 2**c.total
        zh, en = listed(factors, " × ")
        steps.append(Step("product", total, f"× {zh}", f"× {en}"))
    return capped(sheet, limit, total, steps)


def product_model(sheet: Sheet, limit: Any, counted: Sequence[Counted]) -> Arithmetic:
    """Product of all values; cut at the cap."""
    total = 1
    for c in counted:
        total *= c.total
    factors = listed(counted, " × ") if counted else ("1", "1")
    return capped(sheet, limit, total, [Step("product", total, *factors)])


def doubling_model(sheet: Sheet, limit: Any, counted: Sequence[Counted]) -> Arithmetic:
    """Two to the power of the sum; the sum is cut at the cap."""
    total = sum(c.total for c in counted)
    made = capped(sheet, limit, total, [Step("sum", total, *listed(counted))])
    score = 2**made.score
    return made._replace(
        score=score,
        steps=(*made.steps, Step("score", score, f"2 的 {made.score} 次方", f"2 to the power of {made.score}")),
    )


def highest_model(sheet: Sheet, limit: Any, counted: Sequence[Counted]) -> Arithmetic:
    """The most valuable pattern alone."""
    best = max(counted, key=lambda c: c.total)
    return capped(sheet, limit, best.total, [Step("highest", best.total, best.pattern.name.zh, best.pattern.name.en)])


def capped(sheet: Sheet, limit: Any, total: Any, steps: list[Step]) -> Arithmetic:
    """`total` cut at `limit` (None: no cap), with the step that says so."""
    if limit is None or not sheet.caps:
        return Arithmetic(total, tuple(steps), total)
    cap = next(iter(sheet.caps.values()))
    applied = total > limit
    score = limit if applied else total
    if applied:
        steps.append(
            Step(
                "cap",
                score,
                f"{cap.name.zh}：{plain(total)} 以 {plain(limit)} 封顶",
                f"{cap.name.en}: {plain(total)} is cut to {plain(limit)}",
            )
        )
    return Arithmetic(score, tuple(steps), total, CapUse(cap.id, limit, total, applied))


MODELS: Mapping[str, Callable[[Sheet, Any, Sequence[Counted]], Arithmetic]] = {
    "sum": sum_model,
    "product": product_model,
    "doubling": doubling_model,
    "highest": highest_model,
}


def plain(value: Any) -> str:
    """A figure as people write it: 2, 1.5."""
    return str(jsonable(value))


def jsonable(value: Any) -> Any:
    """A figure as JSON takes it: an int wherever it is whole."""
    if type(value) is int:  # nearly always, and much cheaper to ask than what follows
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def listed(counted: Sequence[Counted], joiner: str = " + ") -> tuple[str, str]:
    """The patterns with what each contributes, in zh and en: `碰碰和 2 + 自摸 1`."""
    if not counted:
        return "0", "0"
    told = list(map(_told, counted))
    return joiner.join([zh for zh, _ in told]), joiner.join([en for _, en in told])


@lru_cache(maxsize=1 << 14)
def _told(c: Counted) -> tuple[str, str]:
    figure = plain(c.value) if c.times == 1 else f"{plain(c.value)}×{c.times}"
    return f"{c.pattern.name.zh} {figure}", f"{c.pattern.name.en} {figure}"


__all__ = [
    "MODELS",
    "Arithmetic",
    "Book",
    "CapUse",
    "Counted",
    "Hand",
    "Reading",
    "Refused",
    "Step",
    "Struck",
    "Tally",
    "capped",
    "jsonable",
    "listed",
    "plain",
]
