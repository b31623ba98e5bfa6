"""Dividing tiles agrees with a slow brute force that puts every tile in place of every wildcard."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from calculator_api.readings.blocks import Block
from calculator_api.readings.division import CHOWS, STANDARD, Group, Vocabulary, divide, standard_waits
from calculator_api.tiles import Tiles, mask_of, parse

WINDS_AS_RUNS = Vocabulary(
    (
        *STANDARD.groups[:3],
        Group(27, 7, ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3), (4, 5, 6))),
    )
)
FIFTEENS = tuple((a, b, c) for a in range(9) for b in range(a, 9) for c in range(b, 9) if a + b + c + 3 == 15)
SETS_OF_FIFTEEN = Vocabulary(
    (*(Group(f, 9, FIFTEENS, pungs=False, pairs=False) for f in (0, 9, 18)), Group(27, 7, ()), Group(34, 8, ()))
)
VOCABULARIES = {"standard": STANDARD, "honour runs": WINDS_AS_RUNS, "sets of fifteen": SETS_OF_FIFTEEN}

Division = tuple[Tiles, ...]


def set_faces(vocabulary: Vocabulary) -> frozenset[Tiles]:
    """Every set of three faces, written out."""
    sets = set()
    for group in vocabulary.groups:
        if group.free_sets and group.free_sets[0].kind == "pung":
            sets |= {(group.first + i,) * 3 for i in range(group.size)}
        sets |= {tuple(sorted(group.first + o for o in run)) for run in group.runs}
    return frozenset(sets)


def pair_faces(vocabulary: Vocabulary) -> frozenset[Tiles]:
    return frozenset((p.tile,) * 2 for group in vocabulary.groups for p in group.free_pairs)


def brute_force(vocabulary: Vocabulary, tiles: Tiles, wild: int, allowed: int, sets: int) -> set[Division]:
    three, two = set_faces(vocabulary), pair_faces(vocabulary)
    faces = [t for t in range(42) if allowed >> t & 1 and any(g.mask >> t & 1 for g in vocabulary.groups)]
    found: set[Division] = set()
    for chosen in combinations_with_replacement(faces, wild):
        found |= set(take_off(Counter((*tiles, *chosen)), sets, 1, three, two))
    return found


def take_off(
    counts: Counter[int], sets: int, pairs: int, three: frozenset[Tiles], two: frozenset[Tiles]
) -> Iterator[Division]:
    lowest = min((t for t, n in counts.items() if n), default=None)
    if lowest is None:
        if not sets and not pairs:
            yield ()
        return
    for faces in (*(three if sets else ()), *(two if pairs else ())):
        need = Counter(faces)
        if lowest in faces and all(counts[t] >= n for t, n in need.items()):
            is_pair = len(faces) == 2
            for rest in take_off(counts - need, sets - (not is_pair), pairs - is_pair, three, two):
                yield tuple(sorted((faces, *rest)))


def as_faces(blocks: tuple[Block, ...]) -> Division:
    return tuple(sorted(tuple(sorted(b.tiles)) for b in blocks))


def random_case(rng: random.Random, vocabulary: Vocabulary, sets: int, wild: int) -> Tiles:
    """Tiles of a complete hand with `wild` of them taken away, so that most cases can be divided."""
    three, two = sorted(set_faces(vocabulary)), sorted(pair_faces(vocabulary))
    group = rng.choice(vocabulary.groups[:4])
    near = [s for s in three if group.mask >> s[0] & 1] or three
    tiles = [t for _ in range(sets) for t in rng.choice(near if rng.random() < 0.8 else three)]
    tiles += rng.choice(two)
    rng.shuffle(tiles)
    return tuple(sorted(tiles[wild:]))


@pytest.mark.parametrize("name", VOCABULARIES)
def test_divisions_are_those_of_the_brute_force(name: str) -> None:
    vocabulary = VOCABULARIES[name]
    rng = random.Random(f"division {name}")
    compared = 0
    for _ in range(400):
        wild = rng.choice((0, 0, 1, 1, 2))
        sets = rng.choice((1, 2) if wild == 2 else (2, 3, 4))
        tiles = random_case(rng, vocabulary, sets, wild)
        allowed = -1 if rng.random() < 0.7 else mask_of(rng.sample(range(34), 20))
        keys = vocabulary.keys(tiles)
        if keys is None or max(Counter(tiles).values()) > 7:
            continue
        ours = [as_faces(b) for b in divide(vocabulary, keys, sets, wild, allowed)]
        assert set(ours) == brute_force(vocabulary, tiles, wild, allowed, sets), (tiles, wild)
        assert wild or len(ours) == len(set(ours)), "without wildcards no division comes twice"
        compared += len(ours)
    assert compared > 400


def test_wildcards_are_told_apart_by_where_they_stand() -> None:
    keys = STANDARD.keys(parse("1m22m"))
    assert keys is not None
    names = {repr(b) for blocks in divide(STANDARD, keys, 1, 2) for b in blocks}
    assert {"<chow 1m2m3m*>", "<pair 2m*2m>", "<pung 1m*1m*1m>", "<pair 2m2m>"} <= names


def test_a_trait_keeps_one_division_of_each_sum() -> None:
    """What is kept covers every sum that the full list has, and each only once."""
    rng = random.Random("trait")
    for _ in range(60):
        wild = rng.randrange(1, 4)
        tiles = random_case(rng, STANDARD, 3, wild)
        keys = STANDARD.keys(tiles)
        assert keys is not None

        def trait(b: Block) -> int:
            return (1 if b.is_pung else 0) + (16 if b.tile % 9 == 0 and b.is_chow else 0) + (256 if b.wild > 1 else 0)

        everything = {sum(map(trait, blocks)) for blocks in divide(STANDARD, keys, 3, wild)}
        kept = [sum(map(trait, blocks)) for blocks in divide(STANDARD, keys, 3, wild, -1, trait)]
        assert sorted(kept) == sorted(everything)


def test_waits_are_the_tiles_that_complete() -> None:
    rng = random.Random("waits")
    for _ in range(200):
        tiles = list(random_case(rng, STANDARD, 4, 1))
        if rng.random() < 0.3:
            tiles[rng.randrange(13)] = rng.randrange(34)
        keys = STANDARD.keys(tuple(tiles))
        assert keys is not None
        expected = 0
        for tile in range(34):
            more = STANDARD.keys((*tiles, tile))
            if more is not None and any(True for _ in divide(STANDARD, more, 4)):
                expected |= 1 << tile
        assert standard_waits(STANDARD, keys) == expected, tiles


def test_seven_wildcards_are_read_within_bounds() -> None:
    keys = STANDARD.keys(parse("2344567m"))
    assert keys is not None
    kept = list(divide(STANDARD, keys, 4, 7, -1, lambda b: b.is_pung))
    assert len(kept) <= 5
    assert all(len(blocks) == 5 for blocks in kept)


def test_chows_run_from_123_to_789() -> None:
    assert CHOWS[0] == (0, 1, 2)
    assert CHOWS[-1] == (6, 7, 8)
