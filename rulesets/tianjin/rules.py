"""天津麻将: where the last tile went, 捉五与龙相加其余相乘, and who pays whom between 坐庄 and 拉庄."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any

from calculator_api.patterns.sets import straight_blocks
from calculator_api.rules import (
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
    Trait,
    divide,
    hand_pattern,
    listed,
    pattern,
    places,
)

FOUR_OF_CHARACTERS = 3  # 4m, the lowest tile of 456m
MIDDLE = 1
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


def waited_on_wildcards(made: Block, hand: Hand) -> bool:
    """Nothing but wildcards beside the winning tile."""
    others = len(made.tiles) - 1
    if hand.tile_is_wild:
        return made.wild == others + 1
    return made.wild == others and hand.tile is not None and bool(made.natural >> hand.tile & 1)


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


def possible_straights(hand: Hand) -> dict[int, int]:
    """The lowest tiles of the chows that can still belong to a straight, each with its number among them."""
    if hand.sets_needed < 3:
        return {}
    beside = 3 * (hand.sets_needed - 3) + 2
    found: dict[int, int] = {}
    for first in (0, 9, 18):
        ranks = {t for t in hand.naturals if first <= t < first + 9}
        if 9 - len(ranks) <= len(hand.wilds) and len(hand.naturals) - len(ranks) <= beside:
            for lowest in (first, first + 3, first + 6):
                found[lowest] = len(found)
    return found


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
        """Decision `heavenly_last_tile`: the dealt hand is read with each of its tiles as the last one."""
        if not hand.has("heavenly"):
            yield from super().readings(hand)
            return
        hands = [hand.replaced(tile=t, tile_is_wild=False) for t in dict.fromkeys(hand.naturals)]
        if hand.wilds:
            hands.append(hand.replaced(tile=hand.wilds[0], tile_is_wild=True))
        setting = hand.setting
        if hand.keys is None or hand.melds or len(hand.tiles) != 14:
            return
        for blocks in divide(
            setting.vocabulary, hand.keys, setting.sets, len(hand.wilds), hand.allowed, self.trait(hand)
        ):
            for taken in hands:
                for place in places(taken, blocks):
                    yield Reading(taken, "standard", blocks[:-1], blocks[-1], (), place)

    def trait(self, hand: Hand) -> Trait:
        """Parts of a straight, and what the block would be if it held the winning tile."""
        straights = possible_straights(hand)
        role = self._dealt_role if hand.has("heavenly") else self._role

        def of(made: Block) -> int:
            part = straights.get(made.tile) if made.kind == "chow" else None
            value = 0 if part is None else 1 << 3 * part
            kind = role(made, hand)
            return value if not kind else value + (1 << 27 + 3 * kind)

        return of

    @staticmethod
    def _role(made: Block, hand: Hand) -> int:
        waited = waited_on_wildcards(made, hand)
        return caught_five(made, hand) + 2 * waited if made.is_set else 4 * waited

    @staticmethod
    def _dealt_role(made: Block, hand: Hand) -> int:
        """Any tile may have come last, so that what counts is which places wildcards take."""
        if made.is_pair:
            return made.wild > 0
        if made.kind == "chow" and made.tile == FOUR_OF_CHARACTERS:
            return 3 + made.wild_at
        return 2 * (made.wild >= 2)

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
        if kongs:
            steps.append(Step("kongs", kong_fan, *listed(kongs)))
        score = product + kong_fan
        steps.append(Step("score", score, f"{product} + {kong_fan} 番", f"{product} + {kong_fan} fan"))
        return Arithmetic(score, tuple(steps), product)

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.score, *(tally.has(name) for name in PREFERRED))

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        if best.arithmetic.before < 2:
            yield "plain_win_with_wildcards"

    def doubling(self, round_: Round, one: str, other: str) -> int:
        """坐庄、拉庄: what multiplies everything that passes between two seats."""
        if "east" not in (one, other):
            return 1
        sits = round_.options["forced_sit"] or round_.player("east").stake > 0
        pulls = round_.player(other if one == "east" else one).stake
        return int(2 ** (bool(sits) + pulls))

    def share(self, result: Result, payer: str) -> Any:
        return super().share(result, payer) * self.doubling(result.hand.round, result.seat, payer)

    def kong_share(self, settlement: Settlement, owner: str, payer: str, meld: Meld, amount: Any) -> Any:
        if meld.type == "concealed_kong" and meld.tiles[0] in self.wild_faces(settlement.round, owner):
            amount = settlement.options["golden_kong"]
        share = super().kong_share(settlement, owner, payer, meld, amount)
        return share * self.doubling(settlement.round, owner, payer)

    def payments(self, settlement: Settlement) -> Iterator[Payment]:
        yield from super().payments(settlement)
        if settlement.round.table.extra["chan"]:
            yield from self._chan(settlement)
        fine = self.base(settlement.options) * settlement.options["thrown_wildcard_fine"]
        for seat in settlement.seats:
            thrown = settlement.round.player(seat).wildcards_thrown
            for other in settlement.seats:
                if other != seat:
                    yield Payment(seat, other, fine * thrown, "penalty", f"打出 {thrown} 张混", f"{thrown} wildcard(s) thrown")

    def _chan(self, settlement: Settlement) -> Iterator[Payment]:
        """铲: payable like a win of one fan, the other way round."""
        for seat in settlement.seats:
            if seat == "east":
                continue
            amount = self.base(settlement.options)
            if settlement.options["chan_multiplied"]:
                amount *= self.doubling(settlement.round, "east", seat)
            yield Payment("east", seat, amount, "penalty", "铲：庄家头张被三家跟打", "chan: all three followed the dealer's first discard")

