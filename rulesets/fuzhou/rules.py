"""福州麻将: golds, flowers that score, the special hands, and who pays a dealer's streak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Block,
    Counted,
    Fault,
    Hand,
    Payment,
    Reading,
    Result,
    Round,
    Settlement,
    Step,
    Tally,
    Trait,
    Win,
    hand_pattern,
    mask_of,
    pattern,
    plain,
    read_standard,
    shape,
    turns_after,
)
from calculator_api.tiles import HONORS, is_number, suit

GOLDS_TO_WIN = 3
BEFORE_THE_SECOND_DISCARD = ("heavenly", "earthly", "human")
SEASONS = mask_of(range(34, 38))
PLANTS = mask_of(range(38, 42))


@shape
def three_golds(hand: Hand) -> Iterator[Reading]:
    """三金倒: three golds in hand, drawn or dealt, whatever the other tiles are."""
    if holds_three_golds.of_hand(hand):
        tiles = tuple(sorted(hand.tiles))
        yield Reading(hand, "three_golds", hand.meld_blocks, loose=tiles, loose_wild=hand.wilds)


@hand_pattern
def holds_three_golds(hand: Hand) -> bool:
    """三金倒 counts beside any shape."""
    return hand.self_drawn and len(hand.wilds) >= GOLDS_TO_WIN


@pattern
def golden_pair(r: Reading) -> bool:
    """金雀: two golds are the pair."""
    return r.pair is not None and r.pair.wild == 2


@hand_pattern
def robbing_gold(hand: Hand) -> bool:
    """抢金: before the dealer's first discard, or on it."""
    return any(hand.has(name) for name in BEFORE_THE_SECOND_DISCARD)


@hand_pattern
def flowerless_hand(hand: Hand) -> bool:
    """平胡: no flower tile and no kong of any kind."""
    return not hand.player.flowers and not hand.kongs()


@pattern
def flowerless_bonus(r: Reading) -> bool:
    """平胡加番: the same beside one of the three special hands."""
    return flowerless_hand(r) > 0 and any(test(r) for test in (golden_pair, holds_three_golds, robbing_gold))


@hand_pattern
def flower_kong(hand: Hand) -> int:
    """花暗杠: all four of an honour, of the seasons, of the plants."""
    flowers = hand.player.flowers
    kinds = mask_of(flowers)
    honors = sum(1 for tile in range(42) if HONORS >> tile & 1 and flowers.count(tile) == 4)
    return honors + sum(1 for whole in (SEASONS, PLANTS) if kinds & whole == whole)


@hand_pattern
def dealer_streak(hand: Hand) -> int:
    """连庄: the deals the winning dealer has kept."""
    return hand.table.dealer_streak if hand.is_dealer else 0


def anything(made: Block) -> int:
    """A trait by which all readings are one."""
    return 0


class Rules(BaseRules):
    """Doubled flowers and added special hands; the golden pair goes before the nearer claimant."""

    def faults(self, round_: Round) -> Iterator[Fault]:
        """What the golds, the first turn and several winners rule out."""
        table, golds = round_.table, self.wild_faces(round_, "east")
        if table.wildcards is not None and not all(is_number(tile) for tile in table.wildcards):
            yield self.fault("/table/wildcards", "gold_not_a_suit_tile", "金是数牌", "the gold is a suit tile")
        for seat, player in round_.players.items():
            for i, meld in enumerate(player.melds):
                if any(tile in golds for tile in meld.tiles):
                    at = f"/players/{seat}/melds/{i}"
                    yield self.fault(at, "gold_melded", "金不能吃、碰、杠", "a gold is never melded")
        for i, win in enumerate(round_.wins):
            yield from self._win_faults(round_, win, f"/wins/{i}/circumstances", golds)
        if len(round_.wins) > 1 and any(win.self_drawn for win in round_.wins):
            yield self.fault("/wins", "wins_contradict", "自摸时只有一家和", "beside a self-draw nobody else wins")

    def _win_faults(self, round_: Round, win: Win, at: str, golds: Sequence[int]) -> Iterator[Fault]:
        if win.winner == "east" and win.circumstances & {"earthly", "human"}:
            yield self.fault(at, "contradiction", "庄家没有地和、人和", "earthly and human are not for east")
        if "opening" in win.circumstances:
            concealed = round_.player(win.winner).concealed or ()
            if not win.self_drawn or sum(1 for tile in concealed if tile in golds) < GOLDS_TO_WIN:
                yield self.fault(at, "contradiction", "起手倒牌要有三张金", "opening needs three golds")

    def looks_further(self, codes: Sequence[str]) -> bool:
        """A claimed gold is reason enough."""
        return False

    def trait(self, hand: Hand) -> Trait:
        """Only a pair of two golds makes a difference."""
        return lambda made: int(made.is_pair and made.wild == 2)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        """Flowers and streak, doubled on a self-draw or beside a special hand, and the special hands added."""
        flowers = sum(c.total for c in counted if c.unit == "flower")
        special = sum(c.total for c in counted if c.unit == "fan")
        factor = self._factor(r.hand, counted)
        score = factor * flowers + special
        steps = [
            Step("flowers", flowers, "花数、杠与连庄", "flowers, kongs and streak"),
            Step("factor", factor * flowers, f"{plain(flowers)} × {factor}", f"{plain(flowers)} × {factor}"),
        ]
        if special:
            steps.append(Step("specials", score, f"加番 {plain(special)}", f"special hands {plain(special)}"))
        return Arithmetic(score, tuple(steps), score)

    def _factor(self, hand: Hand, counted: Sequence[Counted]) -> int:
        return 2 if hand.self_drawn or any(c.unit == "fan" for c in counted) else 1

    def verdict(self, hand: Hand, best: Tally) -> Iterator[str]:
        """跑百搭: a hand that waits for every kind may not claim, but for a golden pair."""
        if hand.claimed and hand.wilds and not golden_pair(best.reading) and self._waits_for_all(hand):
            yield "self_draw_only"

    def _waits_for_all(self, hand: Hand) -> bool:
        """Whether all 27 kinds would win in form. In a suit of which the hand has nothing one kind is like another."""
        held = {suit(tile) for tile in hand.concealed if tile not in hand.wild_faces}
        tiles = [tile for tile in range(27) if suit(tile) in held or tile % 9 == 0]
        return all(any(True for _ in read_standard(hand.with_tile(tile), anything)) for tile in tiles)

    def precedes(self, result: Result) -> tuple[bool, int]:
        """金雀 first, then the order of play from the payer."""
        golden = result.tally is not None and golden_pair(result.tally.reading) > 0
        source = result.win.source
        return not golden, turns_after(source, result.seat, self.sheet.seats) if source is not None else 0

    def payments(self, settlement: Settlement) -> Iterator[Payment]:
        """The win, and the streak that a losing dealer pays for."""
        yield from super().payments(settlement)
        streak = settlement.round.table.dealer_streak
        for result in settlement.winners:
            if result.seat != "east" and streak and result.tally is not None:
                base, factor = self.base(settlement.options), self._factor(result.hand, result.tally.counted)
                doubled = (" × 2（自摸或有加番）", " × 2 (self-draw or special hand)") if factor == 2 else ("", "")
                times = (f"，每番 {plain(base)}", f", at {plain(base)} each") if base != 1 else ("", "")
                zh = f"庄家连庄 {streak} 次{doubled[0]}{times[0]}"
                en = f"the dealer's streak of {streak}{doubled[1]}{times[1]}"
                yield Payment("east", result.seat, base * factor * streak, "bonus", zh, en)
