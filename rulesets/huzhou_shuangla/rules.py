"""湖州双辣: 台 added up, four of them one 辣 and five or more two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Block,
    CapUse,
    Counted,
    Hand,
    Reading,
    Step,
    Tally,
    Trait,
    hand_pattern,
    listed,
    mask_of,
    pattern,
)
from calculator_api.tiles import DRAGONS, HONORS, NUMBERS, SUIT_MASKS

MINIMUM = 4
PREFERRED = ("full_flush", "half_flush", "all_pungs", "dragon_pung", "prevalent_wind", "seat_wind")


def pung_kinds(r: Reading) -> int:
    """Mask of the faces that have a pung or kong."""
    return mask_of(made.tile for made in r.sets if made.is_pung)


@pattern
def seat_wind(r: Reading) -> bool:
    """座风刻."""
    return bool(pung_kinds(r) >> r.hand.seat_wind & 1)


@pattern
def prevalent_wind(r: Reading) -> bool:
    """风圈刻."""
    return bool(pung_kinds(r) >> r.hand.round_wind & 1)


@pattern
def dragon_pung(r: Reading) -> int:
    """中发白刻, each face once."""
    return (pung_kinds(r) & DRAGONS).bit_count()


@hand_pattern
def no_wildcards(hand: Hand) -> bool:
    """无花."""
    return not hand.wilds


def real_kinds(hand: Hand) -> int:
    """Mask of the kinds that are no wildcards, melds included."""
    return mask_of((*hand.naturals, *(t for m in hand.melds for t in m.tiles)))


class Rules(BaseRules):
    """湖州双辣."""

    def hands(self, hand: Hand) -> Iterator[Hand]:
        """With wildcards standing for honours and the hand's own suits only.

        A set of wildcards in another suit spoils a flush as honours do and brings nothing, where a dragon brings 台.
        A hand without a suit may take any one.
        """
        suits = [mask for mask in SUIT_MASKS if real_kinds(hand) & mask] or [SUIT_MASKS[0]]
        yield hand.replaced(allowed=hand.allowed & sum(suits, HONORS))

    def trait(self, hand: Hand) -> Trait:
        """Pungs, those that bring 台, and whatever suit or honour the real tiles do not settle already."""
        real = real_kinds(hand)
        is_open = not real & NUMBERS
        is_pure = sum(bool(real & mask) for mask in SUIT_MASKS) < 2 and not real & ~NUMBERS
        faces = tuple(dict.fromkeys((31, 32, 33, hand.seat_wind, hand.round_wind)))

        def of(made: Block) -> int:
            value = int(made.is_pung)
            if is_open and made.mask & NUMBERS:
                value += 1 << 3
            if is_pure and not made.mask & NUMBERS:
                value += 1 << 6
            if made.is_pung and made.tile in faces:
                value += 1 << 9 + 3 * faces.index(made.tile)
            return value

        return of

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        tai = sum(c.total for c in counted)
        top = self.limit(r.hand)
        la = 0 if tai < MINIMUM else 1 if tai < top else 2
        zh = ("不到四台", "一辣", "双辣")[la]
        en = ("below four tai", "one la", "double la")[la]
        steps = (Step("tai", tai, *listed(counted)), Step("la", la, f"{tai} 台：{zh}", f"{tai} tai: {en}"))
        return Arithmetic(la, steps, tai, CapUse("shuangla", top, tai, tai > top))

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.score, tally.arithmetic.before, *(tally.total(name) for name in PREFERRED))

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        if best.arithmetic.before < MINIMUM:
            yield "below_minimum"
