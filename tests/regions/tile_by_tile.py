"""A slow way to read a hand with several wildcards, for the tests of regions that pay for where each tile went.

Every wildcard is tried as every tile, and sets are taken away one by one from tiles that know what they show, whether
they are wildcards and whether they came last. Shares nothing with the engine but the numbers of the tiles.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from calculator_api import score

CODES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
RUNS = tuple((first, first + 1, first + 2) for suit in (0, 9, 18) for first in range(suit, suit + 7))
CYCLES = (*((f, f + 9) for f in (0, 9, 18)), (27, 31))
NOTHING: Mapping[int, int] = {}
WHITE = 31
DRAGONS_AFTER = {33: 32, 32: 31, 31: 33}


class Piece(NamedTuple):
    """One tile of a hand: the face it stands for and shows, whether it is a wildcard and whether it came last."""

    face: int
    shown: int
    wild: bool
    last: bool


Set = tuple[Piece, ...]


def next_of(tile: int) -> int:
    """The wildcard after a turned tile."""
    if tile in DRAGONS_AFTER:
        return DRAGONS_AFTER[tile]
    first, end = next(c for c in CYCLES if c[0] <= tile < c[1])
    return first if tile + 1 == end else tile + 1


def divisions(
    pieces: Sequence[Piece], sets: int, pairs: int = 1, runs: tuple[tuple[int, ...], ...] = RUNS
) -> tuple[tuple[Set, ...], ...]:
    """Every way to part the tiles into so many sets and pairs."""
    return _parted(tuple(sorted(pieces)), sets, pairs, runs)


@lru_cache(maxsize=100_000)
def _parted(pieces: Set, sets: int, pairs: int, runs: tuple[tuple[int, ...], ...]) -> tuple[tuple[Set, ...], ...]:
    if not pieces:
        return () if sets or pairs else ((),)
    first, *rest = pieces
    return tuple(
        ((first, *chosen), *others)
        for wanted, sets_left, pairs_left in _partners(first.face, sets, pairs, runs)
        for chosen, left in _take(rest, wanted)
        for others in _parted(tuple(left), sets_left, pairs_left, runs)
    )


def _partners(
    face: int, sets: int, pairs: int, runs: Sequence[tuple[int, ...]]
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    if pairs:
        yield (face,), sets, pairs - 1
    if sets:
        yield (face, face), sets - 1, pairs
        for run in runs:
            if run[0] == face:
                yield run[1:], sets - 1, pairs


def _take(pieces: Sequence[Piece], faces: tuple[int, ...]) -> Iterator[tuple[Set, list[Piece]]]:
    if not faces:
        yield (), list(pieces)
        return
    tried = set()
    for i, piece in enumerate(pieces):
        if piece.face == faces[0] and piece not in tried:
            tried.add(piece)
            for chosen, left in _take([*pieces[:i], *pieces[i + 1 :]], faces[1:]):
                yield (piece, *chosen), left


def substitutions(
    concealed: Sequence[int], tile: int, wild_faces: Sequence[int], taken_for: Mapping[int, int] = NOTHING
) -> Iterator[list[Piece]]:
    """The hand with every face in place of every wildcard; `taken_for` are real tiles that are another face."""
    last = [
        Piece(f, tile, tile in wild_faces, True)
        for f in (range(34) if tile in wild_faces else (taken_for.get(tile, tile),))
    ]
    real = [Piece(taken_for.get(t, t), t, False, False) for t in concealed if t not in wild_faces]
    wild = Counter(t for t in concealed if t in wild_faces)
    choices = [
        [tuple(Piece(f, t, True, False) for f in faces) for faces in combinations_with_replacement(range(34), n)]
        for t, n in wild.items()
    ]
    for drawn in last:
        for chosen in product(*choices):
            yield [*real, drawn, *(piece for group in chosen for piece in group)]


def is_run(made: Set) -> bool:
    """Three tiles that are not all of one face."""
    return len(made) == 3 and made[0].face != made[1].face


def waited_on_wildcards(made: Set) -> bool:
    """The winning tile lies here with wildcards only."""
    return any(p.last for p in made) and all(p.wild for p in made if not p.last)


@dataclass
class Deal:
    """A hand that is nearly always a win: random sets, some of them melded, some tiles exchanged for wildcards."""

    concealed: tuple[int, ...]
    tile: int
    melds: list[dict[str, str]]
    wild_faces: tuple[int, ...]
    turned: int

    def request(self, ruleset: str, winner: str = "south", by: str = "self_draw", **more: Any) -> dict[str, Any]:
        """A request in which `winner` wins with it; `more` goes into the win."""
        win: dict[str, Any] = {"winner": winner, "tile": CODES[self.tile], "by": by, **more}
        if by != "self_draw":
            win["from"] = "east" if winner != "east" else "south"
        return {
            "ruleset": ruleset,
            "table": {"indicator": CODES[self.turned]},
            "players": {winner: {"concealed": codes(self.concealed), "melds": self.melds}},
            "wins": [win],
        }


def codes(tiles: Sequence[int]) -> str:
    """Tiles as a request has them."""
    return "".join(CODES[t] for t in tiles)


def deal(
    rng: random.Random,
    *faces: str,
    melds: int,
    wild: int,
    chows: bool = True,
    white: bool = False,
    runs: Sequence[tuple[int, ...]] = RUNS,
) -> Deal:
    """Draws until no tile is there more than four times.

    Args:
        faces: which of the turned tile's own face (`same`) and the one after it (`next`) are wildcards.
        melds: how many sets are laid down.
        wild: how many wildcards the hand ends up with.
        chows: whether chows may be laid down.
        white: whether white lies where the wildcard's face would lie as a real tile.
        runs: what chows there are.
    """
    while True:
        turned = rng.randrange(34)
        wild_faces = tuple(t for name, t in (("same", turned), ("next", next_of(turned))) if name in faces)
        suit = rng.choice(
            (range(9), range(9, 18), range(18, 27), range(34), range(27, 34), (*range(9), *range(27, 34)))
        )
        sets = [_set(rng, suit, runs) for _ in range(4)]
        laid, kept = sets[:melds], sets[melds:]
        hand = [t for made in kept for t in made] + [rng.choice(suit)] * 2
        if white:
            hand = [WHITE if t in wild_faces else t for t in hand]
        for i in rng.sample(range(len(hand)), min(wild, len(hand))):
            hand[i] = rng.choice(wild_faces)
        if rng.random() < 0.1:
            hand[rng.randrange(len(hand))] = rng.randrange(34)
        rng.shuffle(hand)
        melded = [{"type": "pung" if m[0] == m[1] else "chow", "tiles": codes(m)} for m in laid]
        held = Counter((turned, *hand, *(t for m in laid for t in m)))
        legal = not any(t in wild_faces for m in laid for t in m) and (chows or all(m[0] == m[1] for m in laid))
        if legal and max(held.values()) <= 4 and sum(t in wild_faces for t in hand) == wild:
            return Deal(tuple(sorted(hand[1:])), hand[0], melded, wild_faces, turned)


def _set(rng: random.Random, faces: Sequence[int], runs: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    inside = [r for r in runs if r[0] in faces and r[2] in faces]
    if inside and rng.random() < 0.6:
        return rng.choice(inside)
    return (rng.choice(faces),) * 3


def figures(request: dict[str, Any]) -> tuple[Any, ...]:
    """Of an answer with one win, what may not depend on how many readings were looked at."""
    answer = score(request)
    win = answer["wins"][0]
    return win["valid"], win["score"], {p["id"] for p in win["patterns"]}, answer["totals"]


def seconds(request: dict[str, Any]) -> float:
    """The processor's time for one request, whatever else the machine does; the least of a few."""
    times = []
    for _ in range(4):
        began = time.process_time()
        score(request)
        times.append(time.process_time() - began)
    return min(times)
