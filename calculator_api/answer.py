"""The answer, written from the very objects the settlement was computed from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from .patterns import Predicate
from .patterns.waits import wait_name
from .payments import WORD_EN, WORD_ZH, Payment
from .readings.blocks import Block
from .readings.hand import Reading
from .round import SEAT_ZH
from .rules import BaseRules, Result, Settlement
from .ruleset import Pattern, Sheet, Text
from .scoring import CapUse, Counted, Struck, Tally, jsonable, plain
from .tiles import compact, compact_run

Json = dict[str, Any]

REASONS: Mapping[str, Text] = MappingProxyType(
    {
        "not_a_winning_shape": Text("不成和牌的牌型", "The tiles form no winning shape"),
        "below_minimum": Text("没有达到起和的最低数", "Below the minimum for a win"),
        "missing_suit_required": Text(
            "三门齐全，这里必须缺一门", "Tiles of all three suits, where one must be missing"
        ),
        "three_suits_required": Text("三门要齐全", "Tiles of all three suits are required"),
        "self_draw_only": Text("只能自摸", "Only a self-draw wins here"),
        "discard_not_allowed": Text("这时不能点炮和", "A discard may not be won on now"),
        "not_ready": Text("没有报听", "The winner has not declared ready"),
        "precedence": Text("同一张牌另一家在先（截胡）", "Another winner of this tile comes first"),
        "illegal_meld": Text("有这里不许的吃、碰或杠", "There is a meld that these rules do not allow"),
        "wildcard_claimed": Text("癞子打出来不能和", "A discarded wildcard cannot be won on"),
        "pair_not_258": Text("将牌不是二、五、八", "The pair is no 2, 5 or 8"),
        "not_opened": Text("没有开门", "The hand was not opened"),
    }
)


def render(settlement: Settlement) -> Json:
    """The answer to a request: wins, payments, totals, notices."""
    rules = settlement.rules
    return {
        "ruleset": head(rules.sheet),
        "wins": [_win(r, rules) for r in settlement.results],
        "payments": [_payment(p) for p in settlement.payments],
        "totals": settlement.totals,
        "notices": [{"code": code, "zh": text.zh, "en": text.en} for code, text in settlement.notices],
        **settlement.extra,
    }


def head(sheet: Sheet) -> Json:
    """Which rules were applied."""
    return {"id": sheet.id, "version": sheet.version, "name": {"zh": sheet.name.zh, "en": sheet.name.en}}


def _win(result: Result, rules: BaseRules) -> Json:
    tally = result.tally
    reasons = [_reason(c, rules) for c in result.reasons]
    if tally is None:
        return {
            "winner": result.seat,
            "valid": result.valid,
            "reasons": reasons,
            "hand": None,
            "patterns": [],
            "excluded": [],
            "steps": [],
            "cap": None,
            "score": 0,
            "unit": rules.sheet.score_unit,
        }
    arithmetic = tally.arithmetic
    return {
        "winner": result.seat,
        "valid": result.valid,
        "reasons": reasons,
        "hand": _hand(tally.reading),
        "patterns": [_counted(c, tally, rules) for c in sorted(tally.counted, key=_highest_first)],
        "excluded": [_struck(s, rules) for s in tally.struck],
        "steps": [
            {"id": s.id, "value": jsonable(s.value), "explain": {"zh": s.zh, "en": s.en}} for s in arithmetic.steps
        ],
        "cap": _cap(arithmetic.cap, rules.sheet),
        "score": jsonable(arithmetic.score) if result.valid else 0,
        "unit": rules.sheet.score_unit,
    }


def _reason(code: str, rules: BaseRules) -> Json:
    text = rules.sheet.reasons.get(code) or REASONS[code]
    return {"code": code, "zh": text.zh, "en": text.en}


def _highest_first(counted: Counted) -> tuple[Any, int]:
    return -counted.value * counted.times, counted.pattern.order


def _name(text: Text) -> Json:
    return {"zh": text.zh, "en": text.en}


def _counted(c: Counted, tally: Tally, rules: BaseRules) -> Json:
    made = _by_definition(c).copy()
    predicate: Predicate | None = rules.predicates.get(c.pattern.when)
    if predicate is not None and predicate.blocks is not None:
        sets = "、".join(b.text for b in predicate.blocks(tally.reading))
        if sets:
            zh, en = c.pattern.definition.zh, c.pattern.definition.en
            made["explain"] = {"zh": f"{zh}（{sets}）", "en": f"{en} ({sets.replace('、', ', ')})"}
    return made


@lru_cache(maxsize=16384)
def _by_definition(c: Counted) -> Json:
    """A counted pattern, explained by its definition alone."""
    return {
        "id": c.pattern.id,
        "name": _name(c.pattern.name),
        "value": jsonable(c.value),
        "unit": c.unit,
        "count": c.times,
        "explain": _name(c.pattern.definition),
    }


def _struck(s: Struck, rules: BaseRules) -> Json:
    by = rules.sheet.patterns.get(s.by) if s.by is not None else None
    return _struck_by(s, by).copy()


@lru_cache(maxsize=16384)
def _struck_by(s: Struck, by: Pattern | None) -> Json:
    """A pattern that is there but does not count, and why."""
    if s.text is not None:
        explain = s.text
    elif by is not None:
        explain = _beside(s.pattern, by)
    else:
        explain = Text(f"{s.pattern.name.zh}在这里不计", f"{s.pattern.name.en} does not count here")
    return {"id": s.pattern.id, "name": _name(s.pattern.name), "by": s.by, "explain": _name(explain)}


def _beside(gone: Pattern, by: Pattern) -> Text:
    return Text(
        f"「{gone.name.zh}」也成立，但计了「{by.name.zh}」就不再另计",
        f"{gone.name.en} is there too, but is not counted beside {by.name.en}",
    )


def _cap(use: CapUse | None, sheet: Sheet) -> Json | None:
    if use is None:
        return None
    cap = sheet.caps[use.id]
    return {
        "id": use.id,
        "name": _name(cap.name),
        "limit": jsonable(use.limit),
        "before": jsonable(use.before),
        "applied": use.applied,
    }


def _hand(r: Reading) -> Json:
    made: Json = {"shape": r.shape, "sets": _sets(r)}
    made["pair"] = _pair(r.pair) if r.pair is not None else None
    if r.pairs:
        winning = r.place
        pairs = []
        for b in r.pairs:
            pairs.append({**_pair(b), "winning": b is winning})
            if b is winning:
                winning = None
        made["pairs"] = pairs
    if r.loose:
        made["loose"] = compact(r.loose)
        made["loose_wildcards"] = [compact_run((t,)) for t in r.loose_wild]
    made["wait"] = wait_name(r)
    return made


def _sets(r: Reading) -> list[Json]:
    place = r.place
    made = []
    for b in r.sets:
        winning = b is place
        if winning:
            place = None  # of two equal sets the first is shown as completed
        meld = b.meld
        made.append(
            {
                "type": b.kind if meld is None else meld.type,
                "tiles": b.text,
                "melded": meld is not None and meld.type != "concealed_kong",
                "wildcards": [compact_run((t,)) for t in b.wild_faces] if b.wild else [],
                "winning": winning,
            }
        )
    return made


def _pair(b: Block) -> Json:
    return {"tiles": b.text, "wildcards": [compact_run((t,)) for t in b.wild_faces] if b.wild else []}


def _payment(p: Payment) -> Json:
    zh, en = (p.zh, p.en) if p.zh else _payment_text(p.source, p.to, p.amount, p.for_)
    return {"from": p.source, "to": p.to, "amount": jsonable(p.amount), "for": p.for_, "explain": {"zh": zh, "en": en}}


@lru_cache(maxsize=16384)
def _payment_text(source: str, to: str, amount: Any, for_: str) -> tuple[str, str]:
    return (
        f"{SEAT_ZH[source]}付{SEAT_ZH[to]} {plain(amount)}（{WORD_ZH[for_]}）",
        f"{source} pays {to} {plain(amount)} for {WORD_EN[for_]}",
    )
