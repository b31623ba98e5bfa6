"""A whole round: every claim judged, who may win, who pays whom."""

from __future__ import annotations

from collections.abc import Iterator

from .checks import check
from .round import ImpossibleRound, Player, Round
from .rules import BaseRules, Result, Settlement
from .ruleset import Sheet, Text, pick
from .scoring import jsonable


def settle(round_: Round, rules: BaseRules) -> Settlement:
    """Judges every win of a round and settles it.

    Raises:
        ImpossibleRound: the request describes no possible round; names every fault.
    """
    faults = check(round_, rules)
    if faults:
        raise ImpossibleRound(faults)
    return settle_valid(round_, rules)


def settle_valid(round_: Round, rules: BaseRules) -> Settlement:
    """The same for a round that is known to be possible."""
    settlement = Settlement(round_, rules, [rules.judge(rules.hand(round_, win)) for win in round_.wins])
    if rules.counts_claims:
        _weigh_again(settlement)
    if len(settlement.results) > 1:
        _precedence(settlement)
    settlement.payments = [p for p in rules.payments(settlement) if p.amount]
    settlement.totals = _totals(settlement)
    settlement.notices = list(_notices(settlement))
    settlement.extra = dict(rules.extra(settlement))
    return settlement


def _weigh_again(settlement: Settlement) -> None:
    """Judges the valid claims once more, now that it is known how many there are."""
    claims = sum(1 for r in settlement.winners if r.win.by == "discard")
    for i, result in enumerate(settlement.results):
        if result.valid and result.win.by == "discard" and claims > 1:
            hand = settlement.rules.hand(settlement.round, result.win)
            hand.claims = claims
            settlement.results[i] = settlement.rules.judge(hand)


def _precedence(settlement: Settlement) -> None:
    """Where one winner is allowed, all valid ones but the first become invalid."""
    rules = settlement.rules
    if rules.winners_allowed(settlement.round.options) != "nearest":
        return
    first = min(settlement.winners, key=rules.precedes, default=None)
    for result in settlement.winners:
        if result is not first:
            result.valid = False
            result.reasons = (*result.reasons, "precedence")


def _totals(settlement: Settlement) -> dict[str, object]:
    totals = dict.fromkeys(settlement.seats, 0)
    for payment in settlement.payments:
        totals[payment.source] -= payment.amount
        totals[payment.to] += payment.amount
    return {seat: jsonable(amount) for seat, amount in totals.items()}


CIRCUMSTANCE_ZH = {
    "kong_replacement": "杠上开花",
    "flower_replacement": "补花开花",
    "kong_discard": "杠上炮",
    "last_tile": "海底",
    "heavenly": "天和",
    "earthly": "地和",
    "human": "人和",
    "last_of_kind": "和绝张",
    "opening": "起手胡",
}
FIELD_ZH = {
    "raise": "raise（买底）",
    "ready": "ready（报听）",
    "exposed": "exposed（明牌）",
    "wildcards_thrown": "wildcards_thrown（打出癞子）",
    "round_wind": "round_wind（圈风）",
    "dealer_streak": "dealer_streak（连庄）",
    "birds": "birds（扎鸟）",
    "kong_chain": "kong_chain（杠上杠）",
    "indicator": "indicator（翻牌）",
    "wildcards": "wildcards（癞子）",
}


def _notices(settlement: Settlement) -> Iterator[tuple[str, Text]]:
    yield from _without_effect(settlement)
    yield from _inferred(settlement)


def _without_effect(settlement: Settlement) -> Iterator[tuple[str, Text]]:
    round_, sheet = settlement.round, settlement.rules.sheet
    uses = sheet.uses
    sent = {c for win in round_.wins if not win.circumstances <= uses for c in win.circumstances if c not in uses}
    for name in sorted(sent):
        yield (
            "no_effect",
            Text(f"{CIRCUMSTANCE_ZH[name]}在这套规则里没有作用", f"{name} has no effect under these rules"),
        )
    for name in dict.fromkeys([name for name in _stated(round_, sheet) if name not in uses]):
        yield "no_effect", Text(f"{FIELD_ZH[name]}在这套规则里没有作用", f"{name} has no effect under these rules")


def _stated(round_: Round, sheet: Sheet) -> Iterator[str]:
    """The standard fields of a request that say something."""
    table = round_.table
    if table.dealer_streak:
        yield "dealer_streak"
    if table.birds:
        yield "birds"
    if table.round_wind != "east":
        yield "round_wind"
    for player in round_.players.values():
        yield from _stated_of(player)
    for win in round_.wins:
        if win.kong_chain is not None and win.kong_chain > 1:
            yield "kong_chain"
    if table.indicator is not None and not _turns_a_tile(sheet, round_):
        yield "indicator"
    if table.wildcards is not None and sheet.wildcards is None:
        yield "wildcards"


def _stated_of(player: Player) -> Iterator[str]:
    if player.stake:
        yield "raise"
    if player.ready:
        yield "ready"
    if player.exposed:
        yield "exposed"
    if player.wildcards_thrown:
        yield "wildcards_thrown"


def _turns_a_tile(sheet: Sheet, round_: Round) -> bool:
    """Whether the turned tile makes wildcards."""
    if sheet.wildcards is None:
        return False
    named = pick(sheet.wildcards.faces, round_.options)
    return "same" in named or "next" in named


def _inferred(settlement: Settlement) -> Iterator[tuple[str, Text]]:
    sheet = settlement.rules.sheet
    if not settlement.rules.infers:
        return
    patterns = dict.fromkeys(
        c.pattern
        for r in settlement.results
        if r.tally is not None and r.valid
        for c in r.tally.counted
        if c.pattern.inferred
    )
    if patterns:
        zh, en = "、".join(p.name.zh for p in patterns), ", ".join(p.name.en for p in patterns)
        yield (
            "inferred_value",
            Text(
                f"出处没有给出这些牌型的数值，按通行打法补：{zh}",
                f"The sources give no value for: {en}; common practice fills it in",
            ),
        )
    keys = [
        k
        for k in dict.fromkeys(settlement.rules.rests_on(settlement))
        if k in sheet.payments and sheet.payments[k].inferred
    ]
    if keys and settlement.payments:
        zh, en = "、".join(PAYMENT_ZH[k] for k in keys), ", ".join(PAYMENT_EN[k] for k in keys)
        yield (
            "inferred_payment",
            Text(
                f"出处没有写明这些付法，按通行打法补：{zh}",
                f"The sources do not say how these are paid: {en}; common practice fills it in",
            ),
        )


PAYMENT_ZH = {
    "self_draw": "自摸",
    "discard": "点炮",
    "robbed_kong": "抢杠",
    "kong": "杠钱",
    "flower": "花钱",
    "bird": "鸟",
    "bonus": "奖",
    "liability": "包牌",
    "draw": "流局",
    "penalty": "罚",
    "difference": "胡数差",
    "dealer": "庄家",
    "several": "多家和",
    "win": "和牌",
    "cap": "封顶",
}

PAYMENT_EN = {
    "self_draw": "a self-drawn win",
    "discard": "a win on a discard",
    "robbed_kong": "a robbed kong",
    "kong": "kongs",
    "flower": "flowers",
    "bird": "birds",
    "bonus": "bonuses",
    "liability": "liability",
    "draw": "a drawn round",
    "penalty": "penalties",
    "difference": "differences between losers",
    "dealer": "the dealer's share",
    "several": "several winners",
    "win": "a win",
    "cap": "the limit",
}

__all__ = ["Result", "Settlement", "settle"]
