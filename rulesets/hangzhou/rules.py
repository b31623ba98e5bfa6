"""杭州麻将: 白板顶财神的本位, 爆头与财飘, 三老庄才能放冲, 承包."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Counted,
    Fault,
    Hand,
    Pattern,
    Reading,
    Result,
    Round,
    Step,
    Tally,
    Text,
    Trait,
    hand_pattern,
    listed,
    next_seat,
    pattern,
    plain,
    read_pairs,
    shape,
    waited_on_wildcards,
)
from calculator_api.tiles import WHITE

THIRD_ROUND = 2  # kept the deal twice
PREFERRED = (
    "triple_deluxe_seven_pairs",
    "double_deluxe_seven_pairs",
    "deluxe_seven_pairs",
    "seven_pairs",
    "blasting_head",
)


@shape
def seven_pairs(hand: Hand) -> Iterator[Reading]:
    """七对. Only the winning tile's pair is worth breaking up, and pairs of 财神 are best as themselves."""
    broken = () if hand.tile is None else (hand.tile,)
    return read_pairs(hand, 7, "seven_pairs", free=hand.wild_faces[:1], broken=broken)


def fours(r: Reading) -> int:
    """Faces of which a hand of pairs has four real tiles; a 财神 is real as its own face."""
    if r.shape != "seven_pairs":
        return 0
    own = r.hand.wild_faces
    real = Counter(made.tile for made in r.pairs if not made.wild or made.tile in own)
    return sum(n // 2 for n in real.values())


@pattern
def deluxe_seven_pairs(r: Reading) -> bool:
    """豪华七对."""
    return fours(r) == 1


@pattern
def double_deluxe_seven_pairs(r: Reading) -> bool:
    """两豪华七对."""
    return fours(r) == 2


@pattern
def triple_deluxe_seven_pairs(r: Reading) -> bool:
    """三豪华七对."""
    return fours(r) == 3


@pattern
def blasting_head(r: Reading) -> bool:
    """爆头: self-drawn, a 财神 beside the winning tile in its pair."""
    made = r.place
    return made is not None and made.is_pair and r.hand.self_drawn and waited_on_wildcards(made, r.hand)


@pattern
def float(r: Reading) -> bool:
    """财飘."""
    return r.hand.player.wildcards_thrown > 0 and blasting_head(r) > 0


@pattern
def kong_before_float(r: Reading) -> bool:
    """杠飘: the kong before it."""
    return r.hand.win.extra["kongs_before_float"] > 0 and float(r) > 0


@hand_pattern
def out_with_replacement(hand: Hand) -> bool:
    """杠开."""
    return hand.self_drawn and hand.has("kong_replacement")


class Rules(BaseRules):
    """杭州麻将."""

    def faults(self, round_: Round) -> Iterator[Fault]:
        faces = self.wild_faces(round_, "east")
        most = 4 if round_.table.indicator is None else 3
        thrown = sum(p.wildcards_thrown for p in round_.players.values())
        tiles = [
            t for p in round_.players.values() for t in (*(p.concealed or ()), *(t for m in p.melds for t in m.tiles))
        ]
        tiles += {w.tile for w in round_.wins if w.tile is not None}
        there = sum(t in faces for t in tiles)
        if thrown + there <= most:
            return
        throwers = [(seat, p.wildcards_thrown) for seat, p in round_.players.items() if p.wildcards_thrown]
        # Named are those whose own number is too many; where only the sum is, all of them.
        too_many = [seat for seat, n in throwers if n + there > most] or [seat for seat, _ in throwers]
        for seat in too_many:
            yield self.fault(
                f"/players/{seat}/wildcards_thrown",
                "too_many_wildcards",
                f"财神只有 {most} 张，打出的和各家手里的合计 {thrown + there} 张",
                f"there are {most} wildcards; thrown and held ones make {thrown + there}",
            )

    def face_map(self, round_: Round) -> Mapping[int, int]:
        faces = self.wild_faces(round_, "east")
        return {WHITE: faces[0]} if faces and faces[0] != WHITE else {}

    def objections(self, hand: Hand) -> Iterator[str]:
        yield from super().objections(hand)
        if not hand.claimed:
            return
        if hand.table.dealer_streak < THIRD_ROUND:
            yield "discard_not_allowed"
        elif "east" not in (hand.seat, hand.win.source):
            yield "discard_between_non_dealers"

    def trait(self, hand: Hand) -> Trait:
        """Whether the pair is a blasting head."""
        return lambda made: int(made.is_pair and hand.self_drawn and waited_on_wildcards(made, hand))

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        hand = r.hand
        steps = {
            "float": hand.player.wildcards_thrown,
            "out_with_replacement": self._kongs(hand.win.kong_chain or 1, hand),
            "kong_before_float": self._kongs(hand.win.extra["kongs_before_float"], hand),
        }.get(pattern.id)
        return super().value_of(pattern, r) if steps is None else 2**steps

    @staticmethod
    def _kongs(row: int, hand: Hand) -> int:
        return row if hand.options["kong_chain_doubles"] else min(row, 1)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        multiple = prod(c.total for c in counted)
        factor = dealer_factor(r.hand.round)
        steps = (
            Step("multiple", multiple, *listed(counted, " × ")),
            Step("dealer_factor", factor, f"与庄家往来再 × {factor}", f"to or from the dealer × {factor} more"),
        )
        return Arithmetic(multiple, steps, multiple)

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.score, *(tally.has(name) for name in PREFERRED))

    def share(self, result: Result, payer: str) -> Any:
        share = super().share(result, payer)
        return share * dealer_factor(result.hand.round) if "east" in (payer, result.seat) else share

    def share_text(self, result: Result, payer: str) -> Text | None:
        base, round_ = self.base(result.hand.options), result.hand.round
        dealer = dealer_factor(round_) if "east" in (payer, result.seat) else 1
        if base == dealer == 1:
            return None
        zh, en = f"{plain(result.score)} 倍", f"multiple {plain(result.score)}"
        if base != 1:
            zh, en = f"{zh} × 底 {plain(base)}", f"{en} × base {plain(base)}"
        if dealer != 1:
            zh, en = f"{zh} × 与庄家往来 {dealer}", f"{en} × dealer {dealer}"
        amount = plain(self.share(result, payer))
        return Text(f"{zh} = {amount}", f"{en} = {amount}")

    def liable(self, result: Result) -> str | None:
        """承包: who fed three or more of the melds of a self-drawn hand."""
        if not result.win.self_drawn:
            return None
        previous = next_seat(result.seat, self.sheet.seats, -1)
        fed = Counter(previous if m.type == "chow" else m.source for m in result.hand.melds if m.is_claimed)
        return next((seat for seat, n in fed.items() if seat is not None and n >= 3), None)


def dealer_factor(round_: Round) -> int:
    """平庄 2, 二连庄 4, from 三连庄 on 8."""
    return int(2 ** (1 + min(round_.table.dealer_streak, THIRD_ROUND)))
