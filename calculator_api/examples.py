"""Worked examples: what one says, compared with what comes out, in words for whoever edits a sheet.

An example's `expect` names only what it is about; what it names must be so exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .round import ImpossibleRound

Json = dict[str, Any]


def explained(example: Json, differences: list[str]) -> str:
    """What somebody who edits the sheet needs to know."""
    lines = [f"{example['title']['zh']} / {example['title']['en']}", *differences]
    if "why" in example:
        lines.append(f"the example's own reckoning: {example['why']}")
    return "\n  ".join(lines)


def compare(example: Json, score: Callable[[Json], Json]) -> Iterator[str]:
    """In words, everything in the answer of `score` that is not as the example says."""
    expect = example["expect"]
    try:
        answer = score(example["request"])
    except ImpossibleRound as error:
        yield from compare_problem(expect, error)
        return
    if "problem" in expect:
        pointers = ", ".join(expect["problem"].get("pointers", []))
        yield f"the request should be refused ({pointers}), but it was scored"
        return
    if "wins" in expect:
        if len(expect["wins"]) != len(answer["wins"]):
            yield f"the example has {len(expect['wins'])} wins, its request {len(answer['wins'])}"
        for i, (wanted, win) in enumerate(zip(expect["wins"], answer["wins"], strict=False)):
            at = f"the win of {win['winner']}" if len(answer["wins"]) == 1 else f"win {i + 1} ({win['winner']})"
            yield from compare_win(wanted, win, at)
    yield from compare_money(expect, answer)


def compare_problem(expect: Json, error: ImpossibleRound) -> Iterator[str]:
    """The faults of a refused request."""
    faults = {fault.pointer: fault.en for fault in error.faults}
    found = "; ".join(f"{pointer}: {en}" for pointer, en in faults.items())
    if "problem" not in expect:
        yield f"the request was refused: {found}"
        return
    if expect["problem"].get("status", 422) != 422:
        yield f"the request was refused with 422, not {expect['problem']['status']}"
    for pointer in expect["problem"].get("pointers", []):
        if pointer not in faults:
            yield f"no fault was found at {pointer}, only: {found}"


def compare_win(wanted: Json, win: Json, at: str) -> Iterator[str]:
    """One win."""
    reasons = [reason["code"] for reason in win["reasons"]]
    if "valid" in wanted and wanted["valid"] != win["valid"]:
        yield (
            f"{at} should be valid, but is not: {', '.join(reasons)}"
            if wanted["valid"]
            else f"{at} should not be valid, but is"
        )
        return
    missing = [reason for reason in wanted.get("reasons", []) if reason not in reasons]
    if missing:
        yield f"{at} lacks the reason {', '.join(missing)}; it has: {', '.join(reasons) or 'none'}"
    if "patterns" in wanted:
        yield from compare_patterns(wanted["patterns"], win, at)
    applied = win["cap"]["id"] if win["cap"] and win["cap"]["applied"] else None
    if "cap" in wanted and wanted["cap"] != applied:
        yield f"{at} should {cap_words(wanted['cap'])}, but does {cap_words(applied)}"
    if "score" in wanted and wanted["score"] != win["score"]:
        steps = "; ".join(f"{step['explain']['en']} = {step['value']}" for step in win["steps"])
        yield f"{at} should score {wanted['score']}, but scores {win['score']} ({steps})"


def cap_words(cap: str | None) -> str:
    """An applied cap, or none."""
    return f"reach the cap {cap}" if cap else "reach no cap"


def compare_patterns(wanted: Json, win: Json, at: str) -> Iterator[str]:
    """What counts, pattern by pattern."""
    found = {pattern["id"]: pattern["value"] * pattern["count"] for pattern in win["patterns"]}
    excluded = {pattern["id"]: pattern["by"] for pattern in win["excluded"]}
    for id_ in sorted(wanted.keys() | found.keys()):
        if id_ not in found:
            why = f", because {excluded[id_]} excludes it" if id_ in excluded else ""
            yield f"{at}: {id_} should count {wanted[id_]}, but does not count{why}"
        elif id_ not in wanted:
            yield f"{at}: {id_} counts {found[id_]}, but should not count"
        elif wanted[id_] != found[id_]:
            yield f"{at}: {id_} should count {wanted[id_]}, but counts {found[id_]}"


def compare_money(expect: Json, answer: Json) -> Iterator[str]:
    """Payments and totals, and that the answer's own figures add up."""
    if "payments" in expect:
        wanted, paid = bag(expect["payments"]), bag(answer["payments"])
        yield from (
            f"this payment is missing: {payment}" for payment in wanted if wanted.count(payment) > paid.count(payment)
        )
        yield from (
            f"this payment is too much: {payment}" for payment in paid if paid.count(payment) > wanted.count(payment)
        )
    totals = answer["totals"]
    if "totals" in expect and expect["totals"] != totals:
        yield f"the totals should be {expect['totals']}, but are {totals}"
    flow = dict.fromkeys(totals, 0)
    for payment in answer["payments"]:
        flow[payment["from"]] -= payment["amount"]
        flow[payment["to"]] += payment["amount"]
    if flow != totals:
        yield f"the payments add up to {flow}, but the totals are {totals}"


def bag(payments: list[Json]) -> list[str]:
    """Payments in words, in no particular order."""
    return sorted(f"{p['from']} pays {p['to']} {p['amount']} for {p['for']}" for p in payments)
