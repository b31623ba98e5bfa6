"""台灣麻將: flowers as a win of their own, the dealer's tai, waits by form, and the stakes held against the dealer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
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
    Tally,
    hand_pattern,
    listed,
    mask_of,
    pattern,
    shape,
    standard_waits,
)
from calculator_api.tiles import FLOWERS, HONORS

SEASONS, PLANTS = mask_of(range(34, 38)), mask_of(range(38, 42))
SEAT_FLOWERS = {
    "east": mask_of((34, 38)),
    "south": mask_of((35, 39)),
    "west": mask_of((36, 40)),
    "north": mask_of((37, 41)),
}


@shape
def flowers(hand: Hand) -> Iterator[Reading]:
    """Seven flowers set aside and the eighth as the winning tile; the hand need not fit."""
    if hand.tile is not None and FLOWERS >> hand.tile & 1:
        yield hand.reading("flowers")


@hand_pattern
def dealer(hand: Hand) -> bool:
    """The winner deals and that is worth something."""
    return hand.is_dealer and dealer_tai(hand.round) > 0


def dealer_tai(round_: Round) -> int:
    """What the dealer's seat is worth: its own tai and those of the kept deals."""
    options = round_.options
    each = 2 if options["streak_tai"] == "2n" else 1
    return int(options["dealer_tai"]) + each * round_.table.dealer_streak


@pattern
def eight_flowers(r: Reading) -> bool:
    """The eighth flower drawn, or all eight set aside in an ordinary win."""
    return r.hand.self_drawn if r.shape == "flowers" else len(r.hand.player.flowers) == 8


@pattern
def seven_robs_one(r: Reading) -> bool:
    """The eighth flower taken from another player."""
    return r.shape == "flowers" and r.hand.claimed


@hand_pattern
def flower_kong(hand: Hand) -> int:
    """Complete groups of four."""
    return sum(1 for group in (SEASONS, PLANTS) if not group & ~mask_of(hand.player.flowers))


@hand_pattern
def seat_flower(hand: Hand) -> int:
    """Own flowers, but those of a complete group."""
    held = mask_of(hand.player.flowers)
    loose = sum(group & held for group in (SEASONS, PLANTS) if group & ~held)
    return (loose & SEAT_FLOWERS[hand.seat]).bit_count()


@hand_pattern
def out_with_replacement(hand: Hand) -> bool:
    """Drawn in place of a kong's or a flower's tile."""
    return hand.self_drawn and (hand.has("kong_replacement") or hand.has("flower_replacement"))


@hand_pattern
def half_melded_hand(hand: Hand) -> bool:
    """Five melds, none a concealed kong, and self-drawn."""
    return hand.self_drawn and hand.sets_needed == 0 and all(m.is_claimed for m in hand.melds)


@pattern
def all_chows(r: Reading) -> bool:
    """Five chows without honours or flowers, claimed on a wait open on both sides where more than one kind wins."""
    hand = r.hand
    if hand.self_drawn or hand.player.flowers or r.kinds & HONORS or not all(b.is_chow for b in r.sets):
        return False
    return _is_open(r) and waits(hand).bit_count() > 1


def _is_open(r: Reading) -> bool:
    """Whether the winning tile ends a chow whose other two tiles are open on both sides."""
    chow, tile = r.place, r.hand.tile
    if chow is None or not chow.is_chow or tile is None:
        return False
    return tile == chow.tile and chow.tile % 9 != 6 or tile == chow.tile + 2 and chow.tile % 9 != 0


@pattern
def single_wait(r: Reading) -> bool:
    """One kind alone completes the hand, and it completes a chow or the pair."""
    return r.place is not None and not r.place.is_pung and waits(r.hand).bit_count() == 1


def waits(hand: Hand) -> int:
    """Mask of the kinds that complete five sets and a pair in form; copies already used are not taken off."""
    known = hand.notes.get("standard_waits")
    if known is None:
        keys = hand.setting.vocabulary.keys(hand.concealed)
        known = hand.notes["standard_waits"] = standard_waits(hand.setting.vocabulary, keys) if keys is not None else 0
    return int(known)


class Rules(BaseRules):
    """The dealer's tai and the stakes against the dealer."""

    def faults(self, round_: Round) -> Iterator[Fault]:
        """A flower to win on that does not complete the eight, and first-round wins that cannot be."""
        for i, win in enumerate(round_.wins):
            player = round_.player(win.winner)
            at = f"/wins/{i}"
            if (
                win.tile is not None
                and FLOWERS >> win.tile & 1
                and mask_of(player.flowers) != FLOWERS & ~(1 << win.tile)
            ):
                yield self.fault(
                    f"{at}/tile",
                    "flower_as_tile",
                    "要有另外七张花才能胡第八张",
                    "only the eighth flower can be won on, beside the seven others",
                )
            if "flower_replacement" in win.circumstances and not player.flowers:
                yield self.fault(
                    f"{at}/circumstances", "contradiction", "没有花牌，不会补花", "the winner has no flowers to replace"
                )
            if _is_impossible_start(win, any(m.is_claimed for m in player.melds)):
                yield self.fault(
                    f"{at}/circumstances",
                    "contradiction",
                    "天胡、地胡、人胡各有其位，且不能已有吃碰明杠",
                    "heavenly is east's self-draw, earthly another seat's, human another seat's claim of a discard; "
                    "nothing may be melded",
                )

    def find(self, r: Reading) -> dict[str, int]:
        """A win on the eighth flower has nothing but itself and the dealer's tai."""
        found = super().find(r)
        return (
            {k: n for k, n in found.items() if k in ("dealer", "eight_flowers", "seven_robs_one")}
            if r.shape == "flowers"
            else found
        )

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        """The dealer's tai depend on the streak."""
        return dealer_tai(r.hand.round) if pattern.id == "dealer" else super().value_of(pattern, r)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        """Base and tai."""
        options = r.hand.options
        tai = sum(c.total for c in counted)
        zh, en = listed(counted)
        score = options["base"] + options["per_tai"] * tai
        line = f"{options['base']} + {options['per_tai']} × {tai}"
        return Arithmetic(
            score,
            (
                Step("sum", tai, zh, en),
                Step("score", score, f"底 + 每台 × 台数：{line}", f"base + points per tai × tai: {line}"),
            ),
            tai,
        )

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        """The most tai; of equals the one with the larger single values."""
        return tally.arithmetic.before, sorted((c.value for c in tally.counted for _ in range(c.times)), reverse=True)

    def share(self, result: Result, payer: str) -> Any:
        """The base is added within the score."""
        return result.score

    def payments(self, settlement: Settlement) -> Iterator[Payment]:
        """Wins, what a losing dealer adds, and the stakes against the dealer."""
        for result in settlement.winners:
            yield from self.win_payments(result)
            if result.seat != "east" and (result.win.self_drawn or result.win.source == "east"):
                added = settlement.options["per_tai"] * dealer_tai(settlement.round)
                yield Payment(
                    "east",
                    result.seat,
                    added,
                    "bonus",
                    f"庄家多付庄家台 {added}",
                    f"the dealer adds {added} for the dealer's tai",
                )
        yield from self._stakes(settlement)

    def _stakes(self, settlement: Settlement) -> Iterator[Payment]:
        winning = {result.seat for result in settlement.winners}
        for seat in self.sheet.seats:
            stake = settlement.round.player(seat).stake
            if "east" in winning:
                yield Payment(
                    seat,
                    "east",
                    stake,
                    "bonus",
                    f"拉庄：庄家赢得 {stake}",
                    f"{seat}'s stake of {stake} goes to the dealer, who won",
                )
            if seat in winning:
                yield Payment(
                    "east",
                    seat,
                    stake,
                    "bonus",
                    f"拉庄：{stake} 由庄家赔",
                    f"the dealer pays {seat}'s stake of {stake}",
                )


def _is_impossible_start(win: Any, melded: bool) -> bool:
    happened = win.circumstances
    if not happened & {"heavenly", "earthly", "human"}:
        return False
    if melded:
        return True
    drawn, dealing = win.by == "self_draw", win.winner == "east"
    return (
        "heavenly" in happened
        and not (dealing and drawn)
        or "earthly" in happened
        and (dealing or not drawn)
        or "human" in happened
        and (dealing or win.by != "discard")
    )
