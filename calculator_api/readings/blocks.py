"""Blocks: the sets and pairs a reading is made of.

A block is made once and shared, so two equal blocks are the same object, and comparing, counting and looking them up
is cheap.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import count as _counter

from ..round import Meld
from ..tiles import Tiles, code, compact_run, mask_of

_numbers = _counter()


class Block:
    """A chow, pung, kong, other run or pair, with the places that wildcards take.

    Attributes:
        kind: `chow`, `pung`, `kong`, `run` (a set that is neither, such as three different winds) or `pair`.
        tile: its lowest face.
        tiles: its faces in order; four for a kong.
        mask: the faces as a bit mask.
        wild: how many of the tiles are wildcards; `wild_at` which of `tiles` (bit mask over positions).
        wild_faces: the faces the wildcards stand for.
        natural: mask of the faces held as real tiles.
        meld: the meld it was laid down as, or None for a block in the hand.
        text: its faces as the answer shows them.
        number: unique small int, the same for the life of the process only; never shown.
    """

    __slots__ = (
        "kind",
        "tile",
        "tiles",
        "mask",
        "wild",
        "wild_at",
        "wild_faces",
        "natural",
        "meld",
        "is_chow",
        "is_pung",
        "is_kong",
        "is_set",
        "is_pair",
        "number",
        "text",
    )

    def __init__(self, kind: str, tiles: Tiles, wild_at: int = 0, meld: Meld | None = None) -> None:
        self.kind = kind
        self.tiles = tiles
        self.tile = tiles[0]
        self.mask = self.natural = mask_of(tiles)
        self.wild_at = wild_at
        self.wild_faces: Tiles = ()
        if wild_at:
            self.wild_faces = tuple(t for i, t in enumerate(tiles) if wild_at >> i & 1)
            self.natural = mask_of(t for i, t in enumerate(tiles) if not wild_at >> i & 1)
        self.wild = len(self.wild_faces)
        self.meld = meld
        self.is_chow = kind in ("chow", "run")
        self.is_pung = kind in ("pung", "kong")
        self.is_kong = kind == "kong"
        self.is_pair = kind == "pair"
        self.is_set = kind != "pair"
        self.text = compact_run(tiles)
        self.number = next(_numbers)

    def __repr__(self) -> str:
        stars = "".join(code(t) + ("*" if self.wild_at >> i & 1 else "") for i, t in enumerate(self.tiles))
        return f"<{self.kind} {stars}{' melded' if self.meld else ''}>"


@lru_cache(maxsize=8192)
def block(kind: str, tiles: Tiles, wild_at: int = 0) -> Block:
    """The one block of this kind, these faces and these wildcard places."""
    return Block(kind, tiles, wild_at)


def pung(tile: int, wild: int = 0) -> Block:
    """Three of `tile`, the first `wild` of them wildcards."""
    return block("pung", (tile, tile, tile), (1 << wild) - 1)


def pair(tile: int, wild: int = 0) -> Block:
    """Two of `tile`, the first `wild` of them wildcards."""
    return block("pair", (tile, tile), (1 << wild) - 1)


def chow(tile: int, wild_at: int = 0) -> Block:
    """`tile` and the two after it, wildcards at the positions of `wild_at`."""
    return block("chow", (tile, tile + 1, tile + 2), wild_at)


def run_kind(tiles: Tiles) -> str:
    """`chow` for three consecutive tiles, `run` for what else a region takes as a run."""
    a, b, c = tiles
    return "chow" if a < 27 and b == a + 1 and c == a + 2 else "run"


def meld_block(meld: Meld, tiles: Iterable[int]) -> Block:
    """The block a meld is, of the faces `tiles`."""
    faces = tuple(sorted(tiles))
    if meld.extra:
        return _meld_block(meld, faces)
    return _plain_meld_block(meld.type, meld.tiles, meld.source, faces)


@lru_cache(maxsize=8192)
def _plain_meld_block(type_: str, tiles: Tiles, source: str | None, faces: Tiles) -> Block:
    """One block for all equal melds, so that it is made once."""
    return _meld_block(Meld(type_, tiles, source), faces)


def _meld_block(meld: Meld, faces: Tiles) -> Block:
    kind = "kong" if meld.is_kong else "pung" if meld.type == "pung" else run_kind(faces)
    return Block(kind, faces, 0, meld)
