"""贵州捉鸡: chickens that everybody is paid for, and what may not be won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from calculator_api.patterns.flushes import is_full_flush
from calculator_api.patterns.pairs import quads
from calculator_api.rules import (
    SEAT_ZH,
    BaseRules,
    Fault,
    Hand,
    Meld,
    Payment,
    Reading,
    Round,
    Settlement,
    Tally,
    Tiles,
    each_other,
    hand_pattern,
    pattern,
    plain,
)
from calculator_api.tiles import SUIT_MASKS, parse

ONE_OF_BAMBOOS, EIGHT_OF_DOTS = parse("1s")[0], parse("8p")[0]
BLACK_BONE_WEIGHT = 2


@pattern
def deluxe_seven_pairs(r: Reading) -> bool:
    """龙七对: at least one four of a kind."""
    return r.shape == "seven_pairs" and quads(r) > 0


@pattern
def pure_deluxe_seven_pairs(r: Reading) -> bool:
    """清龙背: the same in one suit."""
    return deluxe_seven_pairs(r) > 0 and is_full_flush(r.kinds)


@hand_pattern
def pure_single_tile_hand(hand: Hand) -> bool:
    """清单吊: four melds and one tile in hand, all of one suit."""
    return hand.sets_needed == 0 and is_full_flush(hand.kinds)


def next_tile(tile: int) -> int:
    """The tile a turned one points at: the next of its suit, 1 after 9."""
    return tile - 8 if tile % 9 == 8 else tile + 1


def chicken_weight(round_: Round, tile: int) -> int:
    """How many chickens one tile of this kind is."""
    turned = (*round_.table.birds, *round_.table.extra["open_birds"])
    weight = sum(1 for bird in turned if next_tile(bird) == tile)
    if tile == ONE_OF_BAMBOOS:
        weight += 1
    if tile == EIGHT_OF_DOTS and round_.options["black_bone"]:
        weight += BLACK_BONE_WEIGHT
    return weight


class Rules(BaseRules):
    def faults(self, round_: Round) -> Iterable[Fault]:
        charging = round_.table.extra["charging_chicken"]
        if charging is not None and charging.get("claimed_by") == charging["seat"]:
            yield self.fault(
                "/table/charging_chicken/claimed_by",
                "same_seat",
                "不能自己碰自己打的鸡",
                "nobody claims his own discard",
            )
        for i, win in enumerate(round_.wins):
            if "earthly" in win.circumstances and (win.by != "discard" or win.source != "east"):
                yield self.fault(
                    f"/wins/{i}/circumstances",
                    "contradiction",
                    "地胡要和庄家打出的牌",
                    "an earthly hand is won on the dealer's discard",
                )

    def objections(self, hand: Hand) -> Iterable[str]:
        yield from super().objections(hand)
        if hand.options["missing_suit_required"] and all(hand.kinds & suit for suit in SUIT_MASKS):
            yield "missing_suit_required"

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        plain = best.has("basic_win") and hand.win.by == "discard" and not hand.has("kong_discard")
        # The kong is asked for only where nothing else is wrong.
        if hand.options["pass_required"] and plain and not hand.kongs() and not any(self.objections(hand)):
            yield "no_bean"

    def payments(self, settlement: Settlement) -> Iterable[Payment]:
        if not settlement.winners:
            return
        yield from super().payments(settlement)
        for seat in settlement.round.players:
            yield from self.chicken_payments(settlement, seat)
        yield from self.charging_payments(settlement)

    def is_ready(self, settlement: Settlement, seat: str) -> bool:
        """Whether this seat is paid for chickens and kongs; everybody is where the option does not ask."""
        winning = any(result.seat == seat for result in settlement.winners)
        return winning or settlement.round.player(seat).ready or not settlement.options["side_needs_ready"]

    def kong_share(self, settlement: Settlement, owner: str, payer: str, meld: Meld, amount: Any) -> Any:
        return super().kong_share(settlement, owner, payer, meld, amount) if self.is_ready(settlement, owner) else 0

    def tiles_of(self, settlement: Settlement, seat: str) -> Tiles:
        """The tiles whose chickens are this seat's."""
        player = settlement.round.player(seat)
        won = (result.win.tile for result in settlement.winners if result.seat == seat)
        melded = (tile for meld in player.melds for tile in meld.tiles)
        discarded = player.extra["discards"] if settlement.options["count_discards"] else ()
        return (*(player.concealed or ()), *melded, *(tile for tile in won if tile is not None), *discarded)

    def chicken_payments(self, settlement: Settlement, seat: str) -> Iterator[Payment]:
        """翻鸡、英雄鸡: everybody pays a ready player for his chickens; one who is not ready
        pays every ready player instead.
        """
        round_, options = settlement.round, settlement.options
        number = sum(chicken_weight(round_, tile) for tile in self.tiles_of(settlement, seat))
        each = self.base(options) * options["chicken_value"]
        amount = each * number
        if not amount:
            return
        zh = f"{SEAT_ZH[seat]}的鸡 {number} 只，每只 {plain(each)}"
        en = f"{seat}'s chickens: {number}, {plain(each)} each"
        if self.is_ready(settlement, seat):
            yield from each_other(seat, self.sheet.seats, lambda _: amount, "bird", zh, en)
            return
        for other in self.sheet.seats:
            if other != seat and self.is_ready(settlement, other):
                yield Payment(seat, other, amount, "bird", f"没叫牌，包鸡：{zh}", f"not ready, so to be paid for: {en}")

    def charging_payments(self, settlement: Settlement) -> Iterator[Payment]:
        """冲锋鸡、责任鸡: for the first one of bamboos that was thrown."""
        charging, options = settlement.round.table.extra["charging_chicken"], settlement.options
        if charging is None:
            return
        weight, base = chicken_weight(settlement.round, ONE_OF_BAMBOOS), self.base(options)
        unit = base * weight
        seat, claimer = charging["seat"], charging.get("claimed_by")
        if claimer is None:
            each, amount = plain(base * options["charging_value"]), unit * options["charging_value"]
            zh = f"{SEAT_ZH[seat]}的冲锋鸡，算 {weight} 只，每只 {each}"
            en = f"{seat}'s charging chicken, as {weight} at {each} each"
            if amount:
                yield from each_other(seat, self.sheet.seats, lambda _: amount, "bird", zh, en)
        elif options["responsibility_value"]:
            each = plain(base * options["responsibility_value"])
            zh = f"{SEAT_ZH[seat]}打出的责任鸡，算 {weight} 只，每只 {each}"
            en = f"the responsibility chicken that {seat} threw, as {weight} at {each} each"
            yield Payment(seat, claimer, unit * options["responsibility_value"], "bird", zh, en)
