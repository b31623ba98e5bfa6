"""天津麻将: where the last tile went, 捉五与龙相加其余相乘, and who pays whom between 坐庄 and 拉庄."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any, NamedTuple

from calculator_api.patterns.sets import straight_blocks
from calculator_api.rules import (
    SEAT_ZH,
    Arithmetic,
    BaseRules,
    Block,
    Counted,
    Fault,
    Hand,
    Meld,
    Payment,
    Reading,
    Result,
    Round,
    Settlement,
    Step,
    Tally,
    Text,
    chow,
    divide,
    hand_pattern,
    listed,
    pair,
    pattern,
    places,
    plain,
    pung,
    waited_on_wildcards,
)
from calculator_api.tiles import count

FOUR_OF_CHARACTERS = 3  # 4m, the lowest tile of 456m
MIDDLE = 1
STRAIGHT_PARTS = tuple(range(0, 27, 3))
ADDED = ("catch_five", "pure_straight", "basic_win")
KONGS = ("melded_kong", "concealed_kong", "golden_kong")
PREFERRED = (
    "pure_straight",
    "catch_five",
    "wildcard_suit",
    "double_wildcard_wait",
    "wildcard_wait",
    "basic_win",
)


def is_last(made: Block, position: int, hand: Hand) -> bool:
    """Whether the winning tile may be the one at this position of the block."""
    if hand.tile_is_wild:
        return bool(made.wild_at >> position & 1)
    return made.tiles[position] == hand.tile and not made.wild_at >> position & 1


def caught_five(made: Block, hand: Hand) -> bool:
    """456m with the winning tile in its middle."""
    return made.kind == "chow" and made.tile == FOUR_OF_CHARACTERS and is_last(made, MIDDLE, hand)


@pattern
def catch_five(r: Reading) -> bool:
    """捉五."""
    return r.place is not None and caught_five(r.place, r.hand)


@pattern
def wildcard_wait(r: Reading) -> bool:
    """混吊: the pair."""
    return r.place is not None and r.place.is_pair and waited_on_wildcards(r.place, r.hand)


@pattern
def double_wildcard_wait(r: Reading) -> bool:
    """双混吊: a set."""
    return r.place is not None and r.place.is_set and waited_on_wildcards(r.place, r.hand)


@pattern
def wildcard_suit(r: Reading) -> bool:
    """本混: the straight's suit is the wildcards'."""
    straight = straight_blocks(r)
    return bool(straight) and straight[0].tile // 9 == r.hand.wild_faces[0] // 9


@hand_pattern
def no_wildcards(hand: Hand) -> bool:
    """素: not even in a kong."""
    return not any(t in hand.wild_faces for t in hand.all_tiles)


@hand_pattern
def concealed_kong(hand: Hand) -> int:
    """暗杠, 金杠 apart."""
    return hand.kongs("concealed_kong") - golden_kongs(hand)


@hand_pattern
def golden_kong(hand: Hand) -> int:
    """金杠."""
    return golden_kongs(hand)


def golden_kongs(hand: Hand) -> int:
    """How many concealed kongs of a wildcard face the winner has."""
    return sum(1 for m in hand.melds if m.type == "concealed_kong" and m.tiles[0] in hand.wild_faces)


class Stakes(NamedTuple):
    """What 坐庄 and 拉庄 multiply between two seats: 1 where nobody staked anything."""

    sitting: int
    pulling: int

    def multiplied(self, zh: str, en: str, base: Any, amount: Any) -> Text | None:
        """So many fan, the base, sitting and pulling, and the amount they make; None where nothing multiplies."""
        factors = (
            (base, "底", "base"),
            (self.sitting, "坐庄", "sitting"),
            (self.pulling, "拉庄", "pulling"),
        )
        there = [(plain(n), of_zh, of_en) for n, of_zh, of_en in factors if n != 1]
        if not there:
            return None
        zh += "".join(f" × {of_zh} {n}" for n, of_zh, _ in there)
        en += "".join(f" × {of_en} {n}" for n, _, of_en in there)
        return Text(f"{zh} = {plain(amount)}", f"{en} = {plain(amount)}")


class Pool(NamedTuple):
    """Tiles still to be laid: how many real ones of each face, and wildcards."""

    real: tuple[int, ...]
    wild: int

    def without(self, made: Block) -> Pool | None:
        """What is left when this block is laid; None where it cannot be."""
        real = list(self.real)
        for i, tile in enumerate(made.tiles):
            if not made.wild_at >> i & 1:
                if not real[tile]:
                    return None
                real[tile] -= 1
        return Pool(tuple(real), self.wild - made.wild) if made.wild <= self.wild else None

    def chow(self, lowest: int, last: int = 0) -> Block:
        """The chow, wildcards only where no real tile is left and at the positions `last`.

        A real tile that is left goes into it without harm: where it would have lain, a wildcard can lie as well.
        """
        return chow(lowest, last | sum(1 << i for i in range(3) if not self.real[lowest + i]))


def around_last(hand: Hand) -> Iterator[tuple[str, Block | None]]:
    """The blocks worth having around the winning tile, each with what it would be."""
    pool = Pool(tuple(count(hand.naturals)), len(hand.wilds))
    yield "any", None
    if hand.tile_is_wild:
        yield "five", pool.chow(FOUR_OF_CHARACTERS, 0b010)
        yield "double five", chow(FOUR_OF_CHARACTERS, 0b111)
        yield "double", pung(hand.wild_faces[0], 3)
        for lowest in STRAIGHT_PARTS:
            yield "double", chow(lowest, 0b111)
        yield "wait", pair(hand.wild_faces[0], 2)
    elif hand.tile is not None:
        if hand.tile == FOUR_OF_CHARACTERS + 1:
            yield "five", pool.chow(FOUR_OF_CHARACTERS)
            yield "double five", chow(FOUR_OF_CHARACTERS, 0b101)
        yield "double", pung(hand.tile, 2)
        if hand.tile < 27:
            yield "double", chow(hand.tile - hand.tile % 3, 0b111 & ~(1 << hand.tile % 3))
        yield "wait", pair(hand.tile, 1)


def lay_straight(first: int | None, laid: Block | None, pool: Pool) -> tuple[list[Block], Pool] | None:
    """The chows of the straight that begins at `first` (None: no straight) which `laid` is not, and what is left."""
    blocks: list[Block] = []
    for lowest in () if first is None else (first, first + 3, first + 6):
        if laid is not None and laid.kind == "chow" and laid.tile == lowest:
            continue
        blocks.append(pool.chow(lowest))
        left = pool.without(blocks[-1])
        if left is None:
            return None
        pool = left
    return blocks, pool


def _anyhow(_: Block) -> int:
    return 0


class Rules(BaseRules):
    """天津麻将."""

    def faults(self, round_: Round) -> Iterator[Fault]:
        for seat, player in round_.players.items():
            most = 1 if seat == "east" else round_.options["max_pulls"]
            if not 0 <= player.stake <= most:
                yield self.fault(
                    f"/players/{seat}/raise",
                    "out_of_range",
                    f"{'坐庄' if seat == 'east' else '拉庄'}最多 {most} 次",
                    f"{'sitting' if seat == 'east' else 'pulling'} is possible at most {most} time(s)",
                )
        for i, win in enumerate(round_.wins):
            melded = bool(round_.player(win.winner).melds)
            at = f"/wins/{i}/circumstances"
            if "heavenly" in win.circumstances and melded:
                yield self.fault(at, "contradiction", "天和的手牌没有亮出的副", "a heavenly hand has no melds")
            if "earthly" in win.circumstances and (melded or win.winner == "east" or not win.self_drawn):
                yield self.fault(
                    at,
                    "contradiction",
                    "earthly 是闲家第一摸就和：自摸，没有亮出的副",
                    "earthly is a non-dealer's first draw: by self_draw and without melds",
                )

    def objections(self, hand: Hand) -> Iterator[str]:
        if hand.claimed:
            yield "self_draw_only"
        yield from super().objections(hand)
        if hand.player.wildcards_thrown:
            yield "threw_wildcard"

    def is_legal(self, meld: Meld, hand: Hand) -> bool:
        claimed_wildcard = meld.is_claimed and meld.tiles[0] in hand.setting.wild_faces
        return super().is_legal(meld, hand) and not claimed_wildcard

    def readings(self, hand: Hand) -> Iterator[Reading]:
        """Of everything that scores alike one reading: with a straight in each suit and without one, with each kind of
        place for the winning tile.
        """
        if not hand.wilds and not hand.has("heavenly"):
            yield from super().readings(hand)
            return
        seen: set[tuple[int | None, str]] = set()
        for taken in self.last_tiles(hand):
            for role, laid in around_last(taken):
                for first in (None, 0, 9, 18):
                    if (first, role) in seen:
                        continue
                    for r in self._laid(taken, laid, first):
                        seen.add((first, role))
                        yield r

    @staticmethod
    def last_tiles(hand: Hand) -> Iterator[Hand]:
        """Decision `heavenly_last_tile`: of a dealt hand any tile may be the last one."""
        if not hand.has("heavenly"):
            yield hand
            return
        for tile in dict.fromkeys(hand.naturals):
            yield hand.replaced(tile=tile, tile_is_wild=False)
        if hand.wilds:
            yield hand.replaced(tile=hand.wilds[0], tile_is_wild=True)

    def _laid(self, hand: Hand, laid: Block | None, first: int | None) -> Iterator[Reading]:
        """The hand with these blocks and the rest divided anyhow."""
        pool: Pool | None = Pool(tuple(count(hand.naturals)), len(hand.wilds))
        if laid is not None and pool is not None:
            pool = pool.without(laid)
        straight = lay_straight(first, laid, pool) if pool is not None else None
        if straight is None:
            return
        blocks, pool = straight
        if laid is not None:
            blocks.append(laid)
        sets = hand.sets_needed - sum(made.is_set for made in blocks)
        pairs = 0 if laid is not None and laid.is_pair else 1
        keys = hand.setting.vocabulary.keys(tuple(t for t, n in enumerate(pool.real) for _ in range(n)))
        if sets < 0 or keys is None or sum(pool.real) + pool.wild != 3 * sets + 2 * pairs:
            return
        for rest in divide(hand.setting.vocabulary, keys, sets, pool.wild, hand.allowed, _anyhow, pairs):
            whole = (*blocks, *rest)
            for place in places(hand, whole) if laid is None else (laid,):
                yield hand.reading("standard", whole, place)
            return

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        added = [c for c in counted if c.pattern.id in ADDED]
        kongs = [c for c in counted if c.pattern.id in KONGS]
        factors = [c for c in counted if c.unit == "multiplier"]
        base = sum(c.total for c in added)
        product = base * prod(c.total for c in factors)
        kong_fan = sum(c.total for c in kongs)
        steps = [Step("base", base, *listed(added))]
        if factors:
            zh, en = listed(factors, " × ")
            steps.append(Step("product", product, f"{base} × {zh}", f"{base} × {en}"))
        else:
            steps.append(Step("product", product, f"{base}，没有翻倍", f"{base}, nothing multiplies it"))
        steps.append(Step("kongs", kong_fan, *(listed(kongs) if kongs else ("没有杠", "no kongs"))))
        score = product + kong_fan
        steps.append(Step("score", score, f"{product} + {kong_fan} 番", f"{product} + {kong_fan} fan"))
        return Arithmetic(score, tuple(steps), product)

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.score, *(tally.has(name) for name in PREFERRED))

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        if best.arithmetic.before < 2:
            yield "plain_win_with_wildcards"

    @staticmethod
    def stakes(round_: Round, one: str, other: str) -> Stakes:
        """坐庄、拉庄 between two seats."""
        if "east" not in (one, other):
            return Stakes(1, 1)
        sits = round_.options["forced_sit"] or round_.player("east").stake > 0
        pulls = round_.player(other if one == "east" else one).stake
        return Stakes(2 if sits else 1, int(2**pulls))

    def doubling(self, round_: Round, one: str, other: str) -> int:
        """What multiplies everything that passes between two seats."""
        stakes = self.stakes(round_, one, other)
        return stakes.sitting * stakes.pulling

    def share(self, result: Result, payer: str) -> Any:
        return super().share(result, payer) * self.doubling(result.hand.round, result.seat, payer)

    def share_text(self, result: Result, payer: str) -> Text | None:
        stakes = self.stakes(result.hand.round, result.seat, payer)
        fan = plain(result.score)
        return stakes.multiplied(f"{fan} 番", f"{fan} fan", self.base(result.hand.options), self.share(result, payer))

    def kong_share(self, settlement: Settlement, owner: str, payer: str, meld: Meld, amount: Any) -> Any:
        if meld.type == "concealed_kong" and meld.tiles[0] in self.wild_faces(settlement.round, owner):
            amount = settlement.options["golden_kong"]
        share = super().kong_share(settlement, owner, payer, meld, amount)
        return share * self.doubling(settlement.round, owner, payer)

    def kong_payments(self, settlement: Settlement) -> Iterator[Payment]:
        """杠钱, each with what it comes from."""
        base = self.base(settlement.options)
        for payment in super().kong_payments(settlement):
            stakes = self.stakes(settlement.round, payment.source, payment.to)
            fan = plain(payment.amount / (base * stakes.sitting * stakes.pulling))
            zh, en = f"{SEAT_ZH[payment.to]}的杠 {fan} 番", f"{payment.to}'s kong, {fan} fan"
            text = stakes.multiplied(zh, en, base, payment.amount) or Text(zh, en)
            yield payment._replace(zh=text.zh, en=text.en)

    def payments(self, settlement: Settlement) -> Iterator[Payment]:
        yield from super().payments(settlement)
        if settlement.round.table.extra["chan"]:
            yield from self._chan(settlement)
        yield from self._fines(settlement)

    def _fines(self, settlement: Settlement) -> Iterator[Payment]:
        """打混罚番."""
        base, fan = self.base(settlement.options), settlement.options["thrown_wildcard_fine"]
        for seat in settlement.seats:
            thrown = settlement.round.player(seat).wildcards_thrown
            zh = f"打出 {thrown} 张混，每张 {fan} 番 × 底 {plain(base)}"
            en = f"{thrown} wildcard(s) thrown, {fan} fan each × base {plain(base)}"
            for other in settlement.seats:
                if other != seat:
                    yield Payment(seat, other, base * fan * thrown, "penalty", zh, en)

    def _chan(self, settlement: Settlement) -> Iterator[Payment]:
        """铲: one fan to everybody, by option as much more as a win would be."""
        base = self.base(settlement.options)
        for seat in settlement.seats:
            if seat == "east":
                continue
            times = self.doubling(settlement.round, "east", seat) if settlement.options["chan_multiplied"] else 1
            zh = f"铲：庄家头张被三家跟打，1 番 × 底 {plain(base)}"
            en = f"chan: all three followed the dealer's first discard, 1 fan × base {plain(base)}"
            if times > 1:
                zh, en = f"{zh} × {times}（坐庄、拉庄）", f"{en} × {times} for sitting and pulling"
            yield Payment("east", seat, base * times, "penalty", zh, en)
