"""Random hands without wildcards, wins or nearly so, to compare regions with a slow reckoning of their rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from slow_reader import Blocks, codes, divisions, meld, tiles_of


@dataclass(frozen=True)
class Dealt:
    """A hand: tiles are indices into `slow_reader.KINDS`, melds as in a request, `tile` the winning one."""

    concealed: tuple[int, ...]
    tile: int
    melds: tuple[dict[str, str], ...]

    @property
    def hand(self) -> tuple[int, ...]:
        """Concealed and winning tile, sorted."""
        return tuple(sorted((*self.concealed, self.tile)))

    @property
    def everything(self) -> tuple[int, ...]:
        """All tiles, a kong's four."""
        return (*self.hand, *(t for m in self.melds for t in tiles_of(m)))

    def player(self, **more: object) -> dict[str, object]:
        """The player of a request."""
        return {"concealed": codes(self.concealed), "melds": [dict(m) for m in self.melds], **more}

    def readings(self) -> list[Blocks]:
        """Every division into sets and a pair, melds included (a kong as `kong`)."""
        melded = tuple(("chow" if m["type"] == "chow" else "pung", tiles_of(m)[:3]) for m in self.melds)
        return [(*blocks, *melded) for blocks in divisions(self.hand)]

    def pairs(self) -> bool:
        """Seven pairs."""
        return not self.melds and all(n % 2 == 0 for n in Counter(self.hand).values())


def deal(
    rng: random.Random,
    kinds: Sequence[int],
    meld_kinds: Sequence[str],
    *,
    feeders: Sequence[str] = (),
    broken: float = 0.2,
    used: Counter[int] | None = None,
) -> Dealt:
    """Four sets and a pair, or seven pairs, of `kinds`; sometimes one tile is wrong.

    Args:
        kinds: what the hand is made of; where too few are left, of any number tiles.
        meld_kinds: what may be melded.
        feeders: seats, one of which is named as the `from` of each claimed pung or kong.
        broken: how often a tile is exchanged for another.
        used: tiles that others hold already.
    """
    for attempt in range(10_000):
        table = _Table(rng, kinds if attempt < 50 else range(27), used or Counter())
        made = _draw(table, meld_kinds, feeders, broken)
        if made is not None:
            return made
    raise ValueError("too few tiles are left for another hand")


class _Table:
    """The tiles that are left, and chance."""

    def __init__(self, rng: random.Random, kinds: Sequence[int], used: Counter[int]) -> None:
        self.rng = rng
        self.left = {t: 4 - used[t] for t in kinds}

    def take(self, offsets: Sequence[int]) -> list[int] | None:
        """Any tiles that lie so to each other, or None."""
        wanted = Counter(offsets)
        fitting = [
            t
            for t in self.left
            if (max(offsets) == 0 or t < 27 and t % 9 + max(offsets) < 9)
            and all(self.left.get(t + o, 0) >= n for o, n in wanted.items())
        ]
        if not fitting:
            return None
        tile = self.rng.choice(fitting)
        for offset in offsets:
            self.left[tile + offset] -= 1
        return [tile + offset for offset in offsets]


def _draw(table: _Table, meld_kinds: Sequence[str], feeders: Sequence[str], broken: float) -> Dealt | None:
    rng = table.rng
    hand: list[int] = []
    melds: list[dict[str, str]] = []
    shapes: list[tuple[int, ...]] = [(0, 0)] * 7
    if rng.random() < 0.75:
        pungs = rng.choice((0.2, 0.5, 1.0))
        shapes = [(0, 0, 0) if rng.random() < pungs else (0, 1, 2) for _ in range(4)] + [(0, 0)]
    melded = rng.choice((0, 0, 1, 2, 3, 4)) if meld_kinds and len(shapes) == 5 else 0
    for shape in shapes:
        fitting = [k for k in meld_kinds if (k == "chow") == (shape == (0, 1, 2))]
        kind = rng.choice(fitting) if len(melds) < melded and fitting and len(shape) == 3 else None
        tiles = table.take((0,) * 4 if kind in ("exposed_kong", "added_kong", "concealed_kong") else shape)
        if tiles is None:
            return None
        if kind is None:
            hand += tiles
            continue
        melds.append(meld(kind, tiles[0]))
        if feeders and kind not in ("chow", "concealed_kong"):
            melds[-1]["from"] = rng.choice(feeders)
    if rng.random() < broken:
        wrong = table.take((0,))
        if wrong is not None:
            hand[rng.randrange(len(hand))] = wrong[0]
    rng.shuffle(hand)
    return Dealt(tuple(sorted(hand[1:])), hand[0], tuple(melds))
