"""温州麻将: three grades of a win, the white dragon in the wildcard's place, and money for kongs and wildcards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from calculator_api.rules import (
    SEAT_ZH,
    BaseRules,
    Block,
    Hand,
    Meld,
    Payment,
    Reading,
    Result,
    Round,
    Settlement,
    Text,
    Tiles,
    Trait,
    pair,
    pattern,
    places,
    plain,
    shape,
)
from calculator_api.tiles import WHITE

WILDCARDS_TO_WIN = 3
MOST_STREAK = 3


@shape
def eight_pairs(hand: Hand) -> Iterator[Reading]:
    """八对: eight pairs and a single tile, no melds; with every wildcard as itself where that is enough."""
    if hand.melds or len(hand.tiles) != 17:
        return
    for pairs, loose, wild in (as_themselves(hand), standing_in(hand)):
        if len(pairs) == 8:
            place = next(iter(places(hand, pairs)), None)
            yield Reading(hand, "eight_pairs", pairs=pairs, place=place, loose=loose, loose_wild=wild)
            return


def as_themselves(hand: Hand) -> tuple[tuple[Block, ...], Tiles, Tiles]:
    """Pairs, single tiles, and those of them that are wild, when every wildcard is its own face."""
    pairs: list[Block] = []
    loose: list[int] = []
    wild: list[int] = []
    for face in sorted(set(hand.tiles)):
        is_wild = [0] * hand.naturals.count(face) + [1] * hand.wilds.count(face)
        pairs += [pair(face, sum(is_wild[i : i + 2])) for i in range(0, len(is_wild) - 1, 2)]
        if len(is_wild) % 2:
            loose.append(face)
            wild += [face] * is_wild[-1]
    return tuple(pairs), tuple(loose), tuple(wild)


def standing_in(hand: Hand) -> tuple[tuple[Block, ...], Tiles, Tiles]:
    """The same when the wildcards pair odd tiles; those left over pair each other."""
    counts = Counter(hand.naturals)
    odd = sorted(tile for tile, n in counts.items() if n % 2)
    helped = len(odd[: len(hand.wilds)])
    spare = hand.wilds[helped:]
    pairs = [pair(tile) for tile in sorted(counts) for _ in range(counts[tile] // 2)]
    pairs += [pair(tile, 1) for tile in odd[:helped]] + [pair(tile, 2) for tile in spare[1::2]]
    wild = spare[: len(spare) % 2]
    return tuple(pairs), (*odd[helped:], *wild), wild


@shape
def three_wildcards(hand: Hand) -> Iterator[Reading]:
    """三财神: three wildcards in hand, whatever the other tiles are."""
    if len(hand.wilds) >= WILDCARDS_TO_WIN:
        tiles = tuple(sorted(hand.tiles))
        yield Reading(hand, "three_wildcards", hand.meld_blocks, loose=tiles, loose_wild=hand.wilds)


@pattern
def double_win(r: Reading) -> bool:
    """双番: a shape with three wildcards in hand, or eight pairs that are self-drawn or without a stand-in."""
    if r.shape == "three_wildcards":
        return False
    return (
        len(r.hand.wilds) >= WILDCARDS_TO_WIN or r.shape == "eight_pairs" and (r.hand.self_drawn or not r.substitutes)
    )


@pattern
def hard_win(r: Reading) -> bool:
    """硬和: sets and a pair, self-drawn or without a stand-in; or the three wildcards alone."""
    return r.shape == "three_wildcards" or r.shape == "standard" and (r.hand.self_drawn or not r.substitutes)


@pattern
def soft_win(r: Reading) -> bool:
    """软和: a shape in which a wildcard stands for another tile, not self-drawn."""
    return r.shape != "three_wildcards" and bool(r.substitutes) and not r.hand.self_drawn


class Rules(BaseRules):
    """The dealer's factor grows with the streak; kongs and wildcards are paid in every round."""

    def face_map(self, round_: Round) -> Mapping[int, int]:
        """白板 is the wildcard's own tile, unless it is wild itself."""
        wild = self.wild_faces(round_, "east")[0]
        return {} if wild == WHITE else {WHITE: wild}

    def looks_further(self, codes: Sequence[str]) -> bool:
        """A hand that may not win is not looked into."""
        return False

    def trait(self, hand: Hand) -> Trait:
        """How many wildcards stay themselves is all that matters."""
        own = hand.wild_faces[0]
        return lambda made: made.wild_faces.count(own)

    def _factor(self, round_: Round, *seats: str) -> int:
        """庄家: 2, 4, 6, 8 by the streak, wherever the dealer takes part."""
        return 2 * (min(round_.table.dealer_streak, MOST_STREAK) + 1) if "east" in seats else 1

    def share(self, result: Result, payer: str) -> Any:
        """Base times grade, times the dealer's factor."""
        return super().share(result, payer) * self._factor(result.hand.round, payer, result.seat)

    def share_text(self, result: Result, payer: str) -> Text | None:
        """With the dealer: base, grade and factor."""
        round_ = result.hand.round
        if self._factor(round_, payer, result.seat) == 1:
            return None
        amount = self.share(result, payer)
        return self._with_dealer(round_, payer, result.seat, amount, f"× {result.score}", f"× {result.score}")

    def _with_dealer(self, round_: Round, payer: str, to: str, amount: Any, zh: str, en: str) -> Text:
        base, factor = plain(self.base(round_.options)), self._factor(round_, payer, to)
        paid, streak = plain(amount), round_.table.dealer_streak
        return Text(
            f"{SEAT_ZH[payer]}付{SEAT_ZH[to]} {paid}：底 {base} {zh} × {factor}（与庄家，连庄 {streak} 次）",
            f"{payer} pays {to} {paid}: base {base} {en} × {factor} (with the dealer, deals kept: {streak})",
        )

    def kong_share(self, settlement: Settlement, owner: str, payer: str, meld: Meld, amount: Any) -> Any:
        """The dealer's factor holds for kongs too."""
        share = super().kong_share(settlement, owner, payer, meld, amount)
        return share * self._factor(settlement.round, owner, payer)

    def kong_payments(self, settlement: Settlement) -> Iterator[Payment]:
        """Kong money; with the dealer, why so much."""
        round_ = settlement.round
        for one in super().kong_payments(settlement):
            factor = self._factor(round_, one.source, one.to)
            if factor > 1:
                times = one.amount // (self.base(round_.options) * factor)
                text = self._with_dealer(round_, one.source, one.to, one.amount, f"× 杠 {times}", f"× kong {times}")
                one = one._replace(zh=text.zh, en=text.en)
            yield one

    def payments(self, settlement: Settlement) -> Iterator[Payment]:
        """Wins and kongs, then the wildcards that each player holds."""
        yield from super().payments(settlement)
        if settlement.options["wildcard_points"]:
            yield from self._wildcard_payments(settlement)

    def _wildcard_payments(self, settlement: Settlement) -> Iterator[Payment]:
        base = self.base(settlement.options)
        at = plain(base)
        for seat in settlement.seats:
            held = self._wildcards_of(settlement.round, seat)
            for payer in settlement.seats:
                if payer != seat:
                    zh = f"{SEAT_ZH[seat]}有财神 {held} 张，每张 {at}"
                    en = f"wildcards held by {seat}: {held}, {at} each"
                    yield Payment(payer, seat, base * held, "bonus", zh, en)

    def _wildcards_of(self, round_: Round, seat: str) -> int:
        """How many this seat holds, one that it has just drawn included."""
        faces = self.wild_faces(round_, seat)
        drawn = [win.tile for win in round_.wins if win.winner == seat and win.self_drawn]
        return sum(1 for tile in (*(round_.player(seat).concealed or ()), *drawn) if tile in faces)
