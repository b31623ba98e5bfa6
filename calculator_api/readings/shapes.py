"""The shapes a winning hand can have. Each is a function from a Hand to its readings; a rule set names those it
allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations, product
from types import MappingProxyType

from ..tiles import HONORS, NUMBERS, TERMINALS_AND_HONORS, Tiles, count, is_number, mask_of
from .blocks import Block, pair
from .division import Trait, divide
from .hand import Hand, Reading

ShapeFunction = Callable[[Hand], Iterator[Reading]]


@dataclass(frozen=True, slots=True)
class Shape:
    """A named shape. A hand with more than `most_melds` melds never has it, and is not asked."""

    name: str
    read: ShapeFunction
    most_melds: int = 5

    def __call__(self, hand: Hand) -> Iterator[Reading]:
        return self.read(hand) if len(hand.melds) <= self.most_melds else iter(())


def shape(function: ShapeFunction) -> Shape:
    """Marks a function as a shape, named as the function is."""
    return Shape(function.__name__, function)


def shape_of(*, most_melds: int) -> Callable[[ShapeFunction], Shape]:
    """The same for a shape that hands with more melds never have."""
    return lambda function: Shape(function.__name__, function, most_melds)


def places(hand: Hand, blocks: Sequence[Block]) -> list[Block | None]:
    """The concealed blocks that may hold the winning tile, each once."""
    tile = hand.tile
    if tile is None:
        return [None]
    found: list[Block | None] = []
    for made in blocks:
        if (made.wild if hand.tile_is_wild else made.natural >> tile & 1) and made not in found:
            found.append(made)
    return found


def read_standard(hand: Hand, trait: Trait | None = None) -> Iterator[Reading]:
    """Sets and a pair: every division, and in each every place of the winning tile."""
    keys = hand.keys
    needed = hand.sets_needed
    if keys is None or needed < 0 or len(hand.tiles) != 3 * needed + 2:
        return
    melded = hand.meld_blocks
    for blocks in divide(hand.setting.vocabulary, keys, needed, len(hand.wilds), hand.allowed, trait):
        sets = blocks[:-1] + melded
        for place in places(hand, blocks):
            yield Reading(hand, "standard", sets, blocks[-1], (), place)


@shape
def standard(hand: Hand) -> Iterator[Reading]:
    """四副一将: sets and a pair."""
    return read_standard(hand)


ODD = 0o111111111  # of packed counts: there is a kind with an odd number of tiles


def read_pairs(
    hand: Hand, pairs: int, name: str, free: Tiles | None = None, broken: Tiles | None = None
) -> Iterator[Reading]:
    """A closed hand of `pairs` pairs, four equal tiles being two; wildcards may complete any pair or form their own.

    `free` narrows the faces of pairs made of wildcards alone, `broken` the faces whose real pairs may be broken up
    between wildcards, to those that make a difference to the region.
    """
    if hand.melds or len(hand.tiles) != 2 * pairs:
        return
    wild = len(hand.wilds)
    if not wild:
        for key in hand.keys or ():
            if key & ODD:
                return
    counts = count(hand.naturals)
    held = [(tile, n) for tile, n in enumerate(counts) if n]
    if sum(n % 2 for _, n in held) > wild:
        return
    may_break = [wild and (broken is None or tile in broken) for tile, _ in held]
    free_pairs = _free_pairs(hand) if free is None else tuple(pair(t, 2) for t in free)
    for natural_pairs in product(
        *(range(n // 2, -1, -1) if b else (n // 2,) for (_, n), b in zip(held, may_break, strict=True))
    ):
        singles = [n - 2 * k for (_, n), k in zip(held, natural_pairs, strict=True)]
        left = wild - sum(singles)
        if left < 0:
            continue
        blocks: list[Block] = []
        for (tile, _), k, single in zip(held, natural_pairs, singles, strict=True):
            blocks += [pair(tile)] * k + [pair(tile, 1)] * single
        for added in combinations_with_replacement(free_pairs, left // 2):
            whole = (*blocks, *added)
            for place in places(hand, whole):
                yield Reading(hand, name, (), None, whole, place)


def _free_pairs(hand: Hand) -> tuple[Block, ...]:
    """Pairs of two wildcards that can matter: every face already in the hand, the wildcards' own, and one of each
    kind of tile.
    """
    wanted = mask_of(hand.naturals) | mask_of(hand.wild_faces) | mask_of((0, 9, 18, 27, 4, 13, 22)) if hand.wilds else 0
    wanted &= hand.allowed & hand.setting.kinds | mask_of(hand.wild_faces)
    return tuple(pair(t, 2) for t in range(34) if wanted >> t & 1)


@shape_of(most_melds=0)
def seven_pairs(hand: Hand) -> Iterator[Reading]:
    """七对: seven pairs, no melds."""
    return read_pairs(hand, 7, "seven_pairs")


@shape_of(most_melds=0)
def thirteen_orphans(hand: Hand) -> Iterator[Reading]:
    """十三幺: all thirteen kinds of terminals and honours, one of them twice, no melds."""
    if hand.melds or len(hand.tiles) != 14:
        return
    naturals = hand.naturals
    kinds = hand.natural_kinds
    if kinds & ~TERMINALS_AND_HONORS:
        return
    missing = [t for t in range(34) if TERMINALS_AND_HONORS >> t & 1 and not kinds >> t & 1]
    doubled = len(naturals) - kinds.bit_count()
    if doubled > 1 or len(missing) > len(hand.wilds):
        return
    if any(not hand.allowed >> t & 1 for t in missing):
        return
    spare = len(hand.wilds) - len(missing)
    extra = (missing[0] if missing else 0,) * spare
    wild = (*missing, *extra)
    yield Reading(hand, "thirteen_orphans", loose=tuple(sorted((*naturals, *wild))), loose_wild=wild)


# The six ways to give 147, 258 and 369 to the three suits.
KNITTED_ORDERS: tuple[Tiles, ...] = tuple(
    tuple(sorted(9 * suit + offset + 3 * step for suit, offset in enumerate(order) for step in range(3)))
    for order in permutations(range(3))
)
KNITTED_MASKS: tuple[int, ...] = tuple(mask_of(order) for order in KNITTED_ORDERS)


@shape_of(most_melds=0)
def knitted(hand: Hand) -> Iterator[Reading]:
    """全不靠, 七星不靠: fourteen different tiles, honours and number tiles of one knitted order, no melds."""
    if hand.melds or len(hand.tiles) != 14 or hand.wilds:
        return
    kinds = hand.natural_kinds
    if kinds.bit_count() != 14:
        return
    if any(not kinds & ~(HONORS | order) for order in KNITTED_MASKS):
        yield Reading(hand, "knitted", loose=tuple(sorted(hand.tiles)))


@shape_of(most_melds=1)
def knitted_straight(hand: Hand) -> Iterator[Reading]:
    """组合龙: the nine tiles of one knitted order, a set (melded or not) and a pair."""
    if len(hand.melds) > 1 or hand.wilds or len(hand.tiles) != 14 - 3 * len(hand.melds):
        return
    kinds = hand.natural_kinds
    if (kinds & NUMBERS).bit_count() < 9:
        return
    for order, mask in zip(KNITTED_ORDERS, KNITTED_MASKS, strict=True):
        if kinds & mask != mask:
            continue
        rest = list(hand.tiles)
        for tile in order:
            rest.remove(tile)
        keys = hand.setting.vocabulary.keys(tuple(rest))
        if keys is None:
            continue
        for blocks in divide(hand.setting.vocabulary, keys, 1 - len(hand.melds)):
            where: list[Block | None] = places(hand, blocks)
            if hand.tile is not None and mask >> hand.tile & 1:
                where.append(None)
            for place in where:
                yield Reading(hand, "knitted_straight", blocks[:-1] + hand.meld_blocks, blocks[-1], (), place, order)


def misfit(tiles: Tiles) -> bool:
    """Whether all tiles differ and any two of one suit are at least three ranks apart."""
    kinds = mask_of(tiles)
    if kinds.bit_count() != len(tiles):
        return False
    numbers = [t for t in tiles if is_number(t)]
    return not any(a // 9 == b // 9 and 0 < b - a < 3 for a in numbers for b in numbers)


@shape_of(most_melds=0)
def thirteen_misfits(hand: Hand) -> Iterator[Reading]:
    """十三烂: fourteen different tiles, any two of one suit at least three ranks apart, no melds. Wildcards take
    further fitting faces.
    """
    if hand.melds or len(hand.tiles) != 14 or not misfit(hand.naturals):
        return
    wild = fill_misfits(hand.naturals, len(hand.wilds), hand.allowed, hand.wild_faces)
    if wild is not None:
        yield Reading(hand, "thirteen_misfits", loose=tuple(sorted((*hand.naturals, *wild))), loose_wild=wild)


def fill_misfits(naturals: Tiles, wild: int, allowed: int, own: Tiles = ()) -> Tiles | None:
    """Faces for `wild` wildcards that keep the condition, or None; honours first, then suits in order. `own` is not
    preferred.
    """
    kinds = mask_of(naturals)
    free_honors = [t for t in range(27, 34) if allowed >> t & 1 and not kinds >> t & 1]
    chosen = free_honors[:wild]
    missing = wild - len(chosen)
    for suit in range(3):
        if not missing:
            break
        held = [t - 9 * suit for t in naturals if t // 9 == suit and t < 27]
        more = _more_ranks(held, missing, allowed >> 9 * suit)
        chosen += [9 * suit + r for r in more]
        missing -= len(more)
    return tuple(chosen) if not missing else None


def _more_ranks(held: list[int], most: int, allowed: int) -> list[int]:
    """As many further ranks (at most `most`) as keep three apart from `held` and each other."""
    best: list[int] = []
    for triple in _spaced():
        if (
            len(best) < len(triple) <= most
            and all(allowed >> r & 1 for r in triple)
            and all(abs(r - h) >= 3 for r in triple for h in held)
        ):
            best = list(triple)
    return best


def _spaced() -> Iterator[Tiles]:
    for a in range(9):
        yield (a,)
        for b in range(a + 3, 9):
            yield (a, b)
            for c in range(b + 3, 9):
                yield (a, b, c)


SHAPES = MappingProxyType(
    {s.name: s for s in (standard, seven_pairs, thirteen_orphans, knitted, knitted_straight, thirteen_misfits)}
)

__all__ = [
    "KNITTED_MASKS",
    "KNITTED_ORDERS",
    "SHAPES",
    "Shape",
    "fill_misfits",
    "knitted",
    "knitted_straight",
    "misfit",
    "places",
    "read_pairs",
    "read_standard",
    "seven_pairs",
    "shape",
    "shape_of",
    "standard",
    "thirteen_misfits",
    "thirteen_orphans",
]
