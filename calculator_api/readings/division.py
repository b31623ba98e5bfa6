"""Dividing tiles into sets and a pair, with any number of wildcards.

Groups of tiles that share no set (the three suits, the honours) are independent: each is divided by itself, through a
memo keyed by its counts
(three bits a face) and the wildcards it may use, and the results are combined. Wildcards left over form sets of their
own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from ..tiles import Tiles
from .blocks import Block, block, run_kind

Trait = Callable[[Block], int]


class Choice(NamedTuple):
    """One block that can hold the lowest tile of a group: what it takes away and what it costs."""

    taken: int  # packed counts
    needs: tuple[tuple[int, int], ...]  # (shift, how many) for every face it takes
    wild: int
    wild_mask: int  # faces wildcards stand for, as a mask over all kinds
    block: Block
    is_pair: bool


class Part(NamedTuple):
    """One division of one group."""

    sets: int
    pairs: int
    wild: int
    trait: int
    blocks: tuple[Block, ...]


class Group:
    """Tiles that can form sets among themselves: `first` is its first face, `runs` the triples of offsets that are
    runs.
    """

    def __init__(self, first: int, size: int, runs: Sequence[Tiles], pungs: bool = True, pairs: bool = True) -> None:
        self.first = first
        self.size = size
        self.runs = tuple(runs)
        self.choices = tuple(tuple(self._choices(i, pungs, pairs)) for i in range(size))
        self.real_choices = tuple(tuple(c for c in choices if not c.wild) for choices in self.choices)
        self.mask = ((1 << size) - 1) << first
        self.free_sets = tuple(self._free_sets(pungs))
        self.free_pairs = tuple(block("pair", (first + i,) * 2, 3) for i in range(size)) if pairs else ()

    def _choices(self, i: int, pungs: bool, pairs: bool) -> Iterator[Choice]:
        face = self.first + i
        if pungs:
            for real in (3, 2, 1):
                yield self._choice({i: real}, block("pung", (face,) * 3, (1 << 3 - real) - 1))
        for run in self.runs:
            if i in run:
                yield from self._run_choices(i, run)
        if pairs:
            for real in (2, 1):
                yield self._choice({i: real}, block("pair", (face,) * 2, (1 << 2 - real) - 1))

    def _run_choices(self, i: int, run: Tiles) -> Iterator[Choice]:
        """Every way to lay the run with at least one real `i` and no real tile below it."""
        seen: set[int] = set()
        for real in product((False, True), repeat=3):
            taken: dict[int, int] = {}
            for offset, is_real in zip(run, real, strict=True):
                if is_real:
                    taken[offset] = taken.get(offset, 0) + 1
            if i not in taken or min(taken) < i:
                continue
            wild_at = sum(1 << k for k, is_real in enumerate(real) if not is_real)
            tiles = tuple(self.first + o for o in run)
            key = sum(n << 3 * o for o, n in taken.items())
            if key not in seen:
                seen.add(key)
                yield self._choice(taken, block(run_kind(tiles), tiles, wild_at))

    def _choice(self, taken: dict[int, int], made: Block) -> Choice:
        needs = tuple((3 * o, n) for o, n in taken.items())
        wild_mask = 0
        for face in made.wild_faces:
            wild_mask |= 1 << face
        return Choice(sum(n << s for s, n in needs), needs, made.wild, wild_mask, made, made.is_pair)

    def _free_sets(self, pungs: bool) -> Iterator[Block]:
        if pungs:
            for i in range(self.size):
                yield block("pung", (self.first + i,) * 3, 7)
        for run in self.runs:
            tiles = tuple(self.first + o for o in run)
            yield block(run_kind(tiles), tiles, 7)


CHOWS = tuple((i, i + 1, i + 2) for i in range(7))


STRIDE = 27  # bits between the groups of one packed number: nine faces of three bits each
WHOLE = (1 << STRIDE) - 1


class Vocabulary:
    """What counts as a set in a region: its groups of tiles."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = tuple(groups)
        self.ones = {
            group.first + offset: 1 << STRIDE * number + 3 * offset
            for number, group in enumerate(self.groups)
            for offset in range(group.size)
        }
        self.shifts = tuple(STRIDE * number for number in range(len(self.groups)))

    def keys(self, tiles: Tiles) -> tuple[int, ...] | None:
        """The counts of each group, packed three bits a face; None when a tile belongs to no group."""
        try:
            total = sum(map(self.ones.__getitem__, tiles))
        except KeyError:
            return None
        return tuple([total >> shift & WHOLE for shift in self.shifts])


STANDARD = Vocabulary((Group(0, 9, CHOWS), Group(9, 9, CHOWS), Group(18, 9, CHOWS), Group(27, 7, ())))


@lru_cache(maxsize=32768)
def split(group: Group, key: int, wild: int, allowed: int, most: int) -> tuple[Part, ...]:
    """Every division of a group's tiles into at most `most` sets and one pair, using at most `wild` wildcards.

    `allowed` masks the faces wildcards may stand for. Each division is given once, blocks in a fixed order.
    """
    if not key:
        return (Part(0, 0, 0, 0, ()),)
    lowest = ((key & -key).bit_length() - 1) // 3
    found: dict[tuple[int, ...], Part] = {}
    for choice in group.choices[lowest]:
        if choice.wild > wild or choice.wild_mask & ~allowed or not fits(key, choice.needs):
            continue
        pairs, sets = (1, 0) if choice.is_pair else (0, 1)
        for rest in split(group, key - choice.taken, wild - choice.wild, allowed, most):
            if rest.sets + sets > most or rest.pairs + pairs > 1:
                continue
            blocks = (choice.block, *rest.blocks)
            name = tuple(sorted([b.number for b in blocks]))
            if name not in found:
                found[name] = Part(rest.sets + sets, rest.pairs + pairs, rest.wild + choice.wild, 0, blocks)
    return tuple(found.values())


def fits(key: int, needs: tuple[tuple[int, int], ...]) -> bool:
    """Whether the packed counts hold what a block takes."""
    for shift, n in needs:  # noqa: SIM110 - a generator would cost more than it says
        if (key >> shift & 7) < n:
            return False
    return True


class _Merger:
    """The same as `split`, but of divisions whose blocks' traits add up to the same number only one is kept."""

    def __init__(self, trait: Trait, allowed: int, most: int, wild: int) -> None:
        self.trait = trait
        self.allowed = allowed
        self.most = most
        self.wild = wild
        self.memo: dict[tuple[Group, int], tuple[Part, ...]] = {}
        self.traits: dict[Block, int] = {}

    def of(self, made: Block) -> int:
        value = self.traits.get(made)
        if value is None:
            value = self.traits[made] = self.trait(made)
        return value

    def split(self, group: Group, key: int) -> tuple[Part, ...]:
        """The group's divisions with whatever wildcards they need: those follow from the tiles, sets and pairs."""
        if not key:
            return (Part(0, 0, 0, 0, ()),)
        known = self.memo.get((group, key))
        if known is not None:
            return known
        lowest = ((key & -key).bit_length() - 1) // 3
        found: dict[tuple[int, int, int], Part] = {}
        for choice in group.choices[lowest]:
            if choice.wild_mask & ~self.allowed or not fits(key, choice.needs):
                continue
            value = self.of(choice.block)
            pairs, sets = (1, 0) if choice.is_pair else (0, 1)
            spare = self.wild - choice.wild
            for rest in self.split(group, key - choice.taken):
                if rest.wild > spare:
                    continue
                name = (rest.sets + sets, rest.pairs + pairs, rest.trait + value)
                if name[0] <= self.most and name[1] <= 1 and name not in found:
                    found[name] = Part(name[0], name[1], rest.wild + choice.wild, name[2], (choice.block, *rest.blocks))
        result = self.memo[group, key] = tuple(found.values())
        return result

    def combine(self, parts: Sequence[tuple[Part, ...]], wild: int) -> tuple[Part, ...]:
        total: dict[tuple[int, int, int, int], Part] = {(0, 0, 0, 0): Part(0, 0, 0, 0, ())}
        for group_parts in parts:
            found: dict[tuple[int, int, int, int], Part] = {}
            for left in total.values():
                for right in group_parts:
                    name = (
                        left.sets + right.sets,
                        left.pairs + right.pairs,
                        left.wild + right.wild,
                        left.trait + right.trait,
                    )
                    if name[0] <= self.most and name[1] <= 1 and name[2] <= wild and name not in found:
                        found[name] = Part(*name, left.blocks + right.blocks)
            total = found
        return tuple(total.values())

    def one_each(self, blocks: Sequence[Block]) -> tuple[Block, ...]:
        kept: dict[int, Block] = {}
        for made in blocks:
            kept.setdefault(self.of(made), made)
        return tuple(kept.values())


def divide(
    vocabulary: Vocabulary,
    keys: tuple[int, ...],
    sets: int,
    wild: int = 0,
    allowed: int = -1,
    trait: Trait | None = None,
    pairs: int = 1,
) -> Iterator[tuple[Block, ...]]:
    """Every division of the tiles into exactly `sets` sets and `pairs` (0 or 1) pairs; every wildcard is used.

    Args:
        vocabulary: what counts as a set.
        keys: the real tiles, packed as `Vocabulary.keys` does.
        sets: how many sets the concealed tiles must form.
        wild: how many wildcards there are.
        allowed: mask of the faces they may stand for.
        trait: see `rulesets/README.md`, "Many wildcards".

    Returns:
        Each division as its blocks, sets first, the pair last.
    """
    if not wild:
        return iter(_divide_plain(vocabulary, keys, sets, pairs))
    if trait is None:
        return _divide_wild(vocabulary, keys, sets, wild, allowed, pairs)
    return _divide_merged(vocabulary, keys, sets, wild, allowed, trait, pairs)


@lru_cache(maxsize=1 << 16)
def split_real(group: Group, key: int) -> tuple[tuple[tuple[Block, ...], tuple[Block, ...]], ...]:
    """Every division of one group's tiles without wildcards: (its sets in the order of their faces, its pair)."""
    if not key:
        return (((), ()),)
    lowest = ((key & -key).bit_length() - 1) // 3
    found: dict[tuple[tuple[Block, ...], tuple[Block, ...]], None] = {}
    for choice in group.real_choices[lowest]:
        if not fits(key, choice.needs):
            continue
        made = choice.block
        for sets, paired in split_real(group, key - choice.taken):
            if choice.is_pair:
                if not paired:
                    found[sets, (made,)] = None
            elif not sets or _face_order(made) <= _face_order(sets[0]):  # each division once, its sets in order
                found[(made, *sets), paired] = None
    return tuple(found)


def _divide_plain(vocabulary: Vocabulary, keys: tuple[int, ...], sets: int, pairs: int) -> list[tuple[Block, ...]]:
    parts = []
    for group, key in zip(vocabulary.groups, keys, strict=True):
        if key:
            found = split_real(group, key)
            if not found:
                return []
            parts.append(found)
    divisions = []
    for chosen in product(*parts):
        # Groups follow each other in the order of their faces, so their blocks need no sorting.
        made: tuple[Block, ...] = ()
        paired: tuple[Block, ...] = ()
        for own_sets, own_pair in chosen:
            made += own_sets
            paired += own_pair
        if len(paired) == pairs and len(made) == sets:
            divisions.append(made + paired)
    return divisions


def _divide_wild(
    vocabulary: Vocabulary, keys: tuple[int, ...], sets: int, wild: int, allowed: int, pairs: int
) -> Iterator[tuple[Block, ...]]:
    parts = [split(g, k, wild, allowed, sets) for g, k in zip(vocabulary.groups, keys, strict=True) if k]

    def walk(
        i: int, sets_left: int, pairs_left: int, wild_left: int, blocks: tuple[Block, ...]
    ) -> Iterator[tuple[Block, ...]]:
        if i == len(parts):
            if wild_left == 3 * sets_left + 2 * pairs_left:
                for free in _free(vocabulary, sets_left, pairs_left, allowed):
                    yield _ordered([*blocks, *free])
            return
        for part in parts[i]:
            if part.sets <= sets_left and part.pairs <= pairs_left and part.wild <= wild_left:
                yield from walk(
                    i + 1, sets_left - part.sets, pairs_left - part.pairs, wild_left - part.wild, blocks + part.blocks
                )

    yield from walk(0, sets, pairs, wild, ())


def _divide_merged(
    vocabulary: Vocabulary, keys: tuple[int, ...], sets: int, wild: int, allowed: int, trait: Trait, pairs: int
) -> Iterator[tuple[Block, ...]]:
    merger = _Merger(trait, allowed, sets, wild)
    parts = [merger.split(g, k) for g, k in zip(vocabulary.groups, keys, strict=True) if k]
    seen: set[int] = set()
    for part in merger.combine(parts, wild):
        sets_left, pairs_left = sets - part.sets, pairs - part.pairs
        if wild - part.wild != 3 * sets_left + 2 * pairs_left:
            continue
        for free in _free(vocabulary, sets_left, pairs_left, allowed, merger):
            total = part.trait + sum(merger.of(b) for b in free)
            if total not in seen:
                seen.add(total)
                yield _ordered([*part.blocks, *free])


def _free(
    vocabulary: Vocabulary, sets: int, pairs: int, allowed: int, merger: _Merger | None = None
) -> Iterator[tuple[Block, ...]]:
    """Every choice of `sets` sets and `pairs` pairs made of wildcards alone."""
    if not sets and not pairs:
        yield ()
        return
    free_sets: Sequence[Block] = (
        [b for g in vocabulary.groups for b in g.free_sets if not b.mask & ~allowed] if sets else ()
    )
    free_pairs: Sequence[Block] = (
        [b for g in vocabulary.groups for b in g.free_pairs if not b.mask & ~allowed] if pairs else ()
    )
    if merger is not None:
        free_sets, free_pairs = merger.one_each(free_sets), merger.one_each(free_pairs)
    for chosen in combinations_with_replacement(free_sets, sets):
        if pairs:
            for made in free_pairs:
                yield (*chosen, made)
        else:
            yield chosen


def _ordered(blocks: list[Block]) -> tuple[Block, ...]:
    """The pair last; sets in the order of their faces, so that equal hands read equally whatever the order of the
    tiles.
    """
    blocks.sort(key=_face_order)
    return tuple(blocks)


def _face_order(made: Block) -> tuple[bool, int, Tiles, int]:
    return made.is_pair, made.tile, made.tiles, made.wild_at


@lru_cache(maxsize=1 << 17)
def is_complete(group: Group, key: int, pairs: int) -> bool:
    """Whether the group's real tiles divide into sets and exactly `pairs` pairs."""
    if not key:
        return not pairs
    lowest = ((key & -key).bit_length() - 1) // 3
    for choice in group.real_choices[lowest]:
        left = pairs - choice.is_pair
        if left >= 0 and fits(key, choice.needs) and is_complete(group, key - choice.taken, left):
            return True
    return False


@lru_cache(maxsize=1 << 16)
def group_waits(group: Group, key: int, pairs: int) -> int:
    """Mask of the faces that complete the group's tiles to sets and exactly `pairs` pairs."""
    mask = 0
    for i in range(group.size):
        if (key >> 3 * i & 7) < 7 and is_complete(group, key + (1 << 3 * i), pairs):
            mask |= 1 << group.first + i
    return mask


def standard_waits(vocabulary: Vocabulary, keys: tuple[int, ...]) -> int:
    """Mask of the kinds that complete the real tiles (one short of sets and a pair) in form; used-up copies are not
    taken off.
    """
    broken = [
        (group, key)
        for group, key in zip(vocabulary.groups, keys, strict=True)
        if key and not is_complete(group, key, 0)
    ]
    if len(broken) == 1:
        return group_waits(*broken[0], 1)
    if len(broken) != 2:
        return 0
    mask = 0
    for one, other in (broken, broken[::-1]):
        if is_complete(*other, 1):
            mask |= group_waits(*one, 0)
    return mask
