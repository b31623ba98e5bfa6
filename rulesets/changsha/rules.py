"""长沙麻将: wins on the dealt hand, the pair of 2, 5 or 8 and what frees it, and birds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from calculator_api.patterns import pairs, sets
from calculator_api.patterns.flushes import is_full_flush
from calculator_api.rules import (
    BaseRules,
    Fault,
    Hand,
    Pattern,
    Payment,
    Reading,
    Refused,
    Result,
    Round,
    Tally,
    Text,
    Win,
    bird_seats,
    hand_pattern,
    pattern,
    plain,
    shape,
)
from calculator_api.tiles import RANK_258, SUIT_MASKS, count

SHAPES_BY_RANK = ("dealt", "all_258", "seven_pairs", "standard")


@shape
def generals(hand: Hand) -> Iterator[Reading]:
    """Nothing but 2, 5 and 8, however they fall: decision `all_258_shapeless`."""
    if not hand.kinds & ~RANK_258:
        yield hand.reading("all_258", loose=tuple(sorted(hand.tiles)))


@pattern
def all_258(r: Reading) -> bool:
    """将将胡. No chow can be made of these tiles, so none need be asked for."""
    return r.shape != "dealt" and not r.kinds & ~RANK_258


@pattern
def full_flush(r: Reading) -> bool:
    """清一色, in a shape."""
    return r.shape in ("standard", "seven_pairs") and is_full_flush(r.kinds)


@pattern
def seven_pairs(r: Reading) -> int:
    """七小对: once, and by option once more for each four alike."""
    if r.shape != "seven_pairs":
        return 0
    return 1 + (pairs.quads(r) if r.hand.options.get("deluxe_seven_pairs") else 0)


@hand_pattern
def opening_quad(hand: Hand) -> bool:
    """四喜."""
    return hand.has("opening") and 4 in count(hand.tiles)


@hand_pattern
def opening_no_258(hand: Hand) -> bool:
    """板板胡."""
    return hand.has("opening") and not hand.kinds & RANK_258


@hand_pattern
def opening_missing_suit(hand: Hand) -> bool:
    """缺一色."""
    return hand.has("opening") and any(not hand.kinds & suit for suit in SUIT_MASKS)


@hand_pattern
def opening_two_triplets(hand: Hand) -> bool:
    """六六顺: decision `quad_is_triplet`."""
    return hand.has("opening") and sum(n >= 3 for n in count(hand.tiles)) >= 2


class Rules(BaseRules):
    """起手胡, 小胡, 大胡, 扎鸟."""

    # What a hand may be with any pair.
    frees_the_pair = frozenset(("all_pungs", "full_flush", "seven_pairs", "all_258"))

    def faults(self, round_: Round) -> Iterable[Fault]:
        later = [win for win in round_.wins if "opening" not in win.circumstances]
        if len(later) > 1 and any(win.self_drawn for win in later):
            yield self.fault(
                "/wins",
                "wins_contradict",
                "有人自摸（天胡也是），别人就不能再和；起手胡除外",
                "beside a self-draw, the heavenly hand too, nobody else wins but on a dealt hand",
            )
        for i, win in enumerate(round_.wins):
            at = f"/wins/{i}/circumstances"
            melds = round_.player(win.winner).melds
            if self.is_dealt(win):
                yield from self._dealt_faults(win, i, bool(melds))
            elif self.uses("heavenly", win) and melds:
                yield self.fault(
                    at,
                    "contradiction",
                    "天胡是起手的牌，不会有吃碰杠",
                    "the heavenly hand is the dealt one and has no melds",
                )
            if self.uses("earthly", win) and (win.winner == "east" or win.by != "discard" or win.source != "east"):
                yield self.fault(
                    at,
                    "contradiction",
                    "地胡是闲家和庄家打出的第一张牌",
                    "the earthly hand is a non-dealer's win on the dealer's discard",
                )

    def uses(self, circumstance: str, win: Win) -> bool:
        """Whether the win states a circumstance that has an effect in this sheet."""
        return circumstance in win.circumstances and circumstance in self.sheet.uses

    def is_dealt(self, win: Win) -> bool:
        """起手胡 claimed. A dealer's dealt hand that wins as a whole is no such claim, but 天胡."""
        return "opening" in win.circumstances and not self.uses("heavenly", win)

    def _dealt_faults(self, win: Win, i: int, has_melds: bool) -> Iterator[Fault]:
        if win.tile is not None and "heavenly" in win.circumstances:
            # Where 天胡 is played the two words together may stand beside a winning tile; here they do not.
            yield self.fault(
                f"/wins/{i}/tile",
                "tile_not_allowed",
                "起手胡没有和的那张牌，所有的牌写在 concealed 里",
                "a win on the dealt hand has no winning tile: all tiles stand in concealed",
            )
        if has_melds:
            yield self.fault(
                f"/players/{win.winner}/melds",
                "contradiction",
                "起手胡还没有吃碰杠",
                "a win on the dealt hand has no melds",
            )
        if not win.self_drawn:
            yield self.fault(
                f"/wins/{i}/by", "opening_not_drawn", "起手胡算自摸", "a win on the dealt hand is by self_draw"
            )

    def readings(self, hand: Hand) -> Iterator[Reading]:
        if self.is_dealt(hand.win):
            yield hand.reading("dealt", loose=tuple(sorted(hand.tiles)))
        else:
            yield from super().readings(hand)

    def find(self, r: Reading) -> dict[str, int]:
        """Of a dealt hand only what was dealt counts: no wall has run out yet."""
        found = super().find(r)
        if r.shape != "dealt":
            return found
        return {name: n for name, n in found.items() if self.sheet.patterns[name].group == "opening"}

    def weigh(self, r: Reading) -> Tally | Refused:
        found = self.find(r)
        if r.shape == "dealt":
            return super().weigh(r) if found else Refused("no_opening_pattern")
        if r.shape == "standard" and not sets.pair_258(r) and not self.frees_the_pair & found.keys():
            return Refused("pair_not_258")
        return super().weigh(r)

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        if pattern.group != "big":
            return super().value_of(pattern, r)
        return r.hand.options["big_self_draw_points" if r.hand.self_drawn else "big_discard_points"]

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        """大胡 before 小胡, then the most of them, then the more regular shape."""
        big = sum(c.times for c in tally.counted if c.pattern.group == "big")
        return big, SHAPES_BY_RANK.index(r.shape)

    # -- payments --

    def share(self, result: Result, payer: str) -> Any:
        """庄家: the extra stands in every row of the table, so it comes once for each counted pattern."""
        extra = result.hand.options["dealer_extra"] if "east" in (payer, result.seat) else 0
        return result.score + extra * self.rows(result)

    def share_text(self, result: Result, payer: str) -> Text | None:
        extra = self.share(result, payer) - result.score
        return (
            Text(f"{result.score}，与庄家另加 {extra}", f"{result.score}, and {extra} more with the dealer")
            if extra
            else None
        )

    def rows(self, result: Result) -> int:
        """How many rows of the table of points this win takes."""
        return sum(c.times for c in result.tally.counted) if result.tally is not None else 0

    def win_payments(self, result: Result) -> Iterator[Payment]:
        birds = self.birds(result)
        for payment in super().win_payments(result):
            yield payment
            hits = sum(seat in (payment.source, payment.to) for seat in birds)
            if hits:
                factor = self.bird_factor(hits, result.hand.options)
                amount = payment.amount * (factor - 1)
                once, more = plain(payment.amount), plain(amount)
                zh = f"中鸟 {hits} 只，{once} 按 {factor} 倍付，另付 {more}"
                en = f"birds on winner or payer: {hits}, {once} is paid {factor} times, so {more} more"
                yield Payment(payment.source, payment.to, amount, "bird", zh, en)

    def birds(self, result: Result) -> Sequence[str]:
        """The seats that the birds fall on."""
        hand, tally = result.hand, result.tally
        if not hand.options["birds"]:
            return ()
        last = tally is not None and (tally.has("last_tile_draw") or tally.has("last_tile_claim"))
        if last and hand.options["last_tile_is_bird"] and hand.tile is not None:
            return bird_seats((hand.tile,), self.sheet.seats)
        return bird_seats(hand.table.birds, self.sheet.seats)

    @staticmethod
    def bird_factor(hits: int, options: Mapping[str, Any]) -> int:
        """How many times the payment is made."""
        return 2 if options.get("bird_stacking") == "once" else int(2**hits)
