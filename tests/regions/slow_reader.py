"""A second, slow way to read hands, which shares nothing with the engine: every wildcard is tried as every tile.

Tiles are indices into KINDS. Used by the tests of regions with wildcards to check the engine's answers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
NUMBER_OF = {code: i for i, code in enumerate(KINDS)}
SEATS = ("east", "south", "west", "north")
Blocks = tuple[tuple[str, tuple[int, ...]], ...]


@lru_cache(maxsize=200_000)
def divisions(tiles: tuple[int, ...], pair_wanted: bool = True) -> tuple[Blocks, ...]:
    """Every way to divide sorted tiles into chows, pungs and (where wanted) one pair."""
    if not tiles:
        return () if pair_wanted else ((),)
    first, found = tiles[0], []
    for kind, taken in (("pung", (first,) * 3), ("chow", (first, first + 1, first + 2)), ("pair", (first,) * 2)):
        if kind == "chow" and (first >= 27 or first % 9 > 6) or kind == "pair" and not pair_wanted:
            continue
        rest = Counter(tiles)
        rest.subtract(taken)
        if min(rest.values()) >= 0:
            left = tuple(sorted(rest.elements()))
            found += [((kind, taken), *more) for more in divisions(left, pair_wanted and kind != "pair")]
    return tuple(found)


def assignments(
    tiles: Iterable[int], wild: int | None, allowed: Iterable[int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """(all faces sorted, the faces the wildcards take) for every way to use them."""
    tiles = tuple(tiles)
    real = [t for t in tiles if t != wild]
    for faces in combinations_with_replacement(sorted(allowed), len(tiles) - len(real)):
        yield tuple(sorted((*real, *faces))), faces


def codes(tiles: Iterable[int]) -> str:
    """Tiles as a request has them."""
    return "".join(KINDS[t] for t in tiles)


def meld(kind: str, tile: int) -> dict[str, str]:
    """A meld of a request; `tile` is its lowest."""
    size = 3 if kind in ("pung", "chow") else 4
    tiles = (tile, tile + 1, tile + 2) if kind == "chow" else (tile,) * size
    return {"type": kind, "tiles": codes(tiles)}


def tiles_of(made: dict[str, str]) -> tuple[int, ...]:
    """The tiles of such a meld."""
    text = made["tiles"]
    return tuple(NUMBER_OF[text[i : i + 2]] for i in range(0, len(text), 2))


class Deal:
    """A random hand that is nearly a win: blocks are drawn, some tiles become wildcards, sometimes one is wrong.

    Args:
        meld_kinds: the melds to draw from, `melded` how many of them.
        most_wild: how many wildcards at most.
        next_of: turned tile -> wildcard.
        stand_in: a tile that is the wildcard's face in hands and melds, if there is one.

    Attributes:
        concealed, tile: the hand and the winning tile. wild: the wildcard. melds: as in a request.
        turned: the indicator. No kind is held more than four times, the indicator included.
    """

    def __init__(
        self,
        rng: random.Random,
        next_of: dict[int, int],
        *,
        most_wild: int = 2,
        meld_kinds: tuple[str, ...] = (),
        melded: tuple[int, ...] = (0, 1, 2, 3, 4),
        stand_in: int | None = None,
    ) -> None:
        self.rng, self.next_of = rng, next_of
        self.most_wild, self.stand_in = most_wild, stand_in
        while not self._draw(meld_kinds, rng.choice(melded) if meld_kinds else 0):
            pass

    def _draw(self, meld_kinds: tuple[str, ...], melded: int) -> bool:
        rng = self.rng
        suits = rng.sample(range(3), rng.choice((1, 1, 2, 3)))
        numbers = [9 * s + r for s in suits for r in range(9)]
        generals = [t for t in numbers if t % 9 in (1, 4, 7)]
        favoured = rng.choice((numbers, numbers, generals, [*numbers, *range(27, 34)], [*range(27, 34)]))
        self.melds: list[dict[str, str]] = []
        hand: list[int] = []
        if not melded and rng.random() < 0.2:
            hand += [rng.choice(favoured) for _ in range(7)] * 2
        else:
            hand += self._sets(favoured, meld_kinds, melded) + [rng.choice(favoured)] * 2
        self.turned = rng.choice(list(self.next_of))
        if self.stand_in is not None and rng.random() < 0.5:
            face = rng.choice(hand)
            self.turned = next(t for t, after in self.next_of.items() if after == face)
        self.wild = self.next_of[self.turned]
        if self.stand_in is not None:
            hand = [self.stand_in if t == self.wild else t for t in hand]
        for i in rng.sample(range(len(hand)), min(rng.randint(0, self.most_wild), len(hand))):
            hand[i] = self.wild
        if rng.random() < 0.15:
            hand[rng.randrange(len(hand))] = rng.randrange(34)
        rng.shuffle(hand)
        self.tile, self.concealed = hand[0], tuple(sorted(hand[1:]))
        held = Counter((self.turned, *hand, *(t for m in self.melds for t in tiles_of(m))))
        return max(held.values()) <= 4 and hand.count(self.wild) <= self.most_wild

    def _sets(self, favoured: list[int], meld_kinds: tuple[str, ...], melded: int) -> list[int]:
        """Tiles of the concealed sets; fills `melds`."""
        rng, hand = self.rng, []
        pungs = rng.choice((0.0, 0.3, 0.5, 1.0))
        starts = [t for t in favoured if t < 27 and t % 9 < 7]
        straight = starts and rng.random() < 0.2
        for i in range(4):
            chow = bool(starts) and (straight or rng.random() >= pungs)
            tile = rng.choice(starts if chow else favoured)
            if straight and i < 3:
                tile = starts[0] - starts[0] % 9 + 3 * i
            kinds = [k for k in meld_kinds if (k == "chow") == chow]
            if len(self.melds) < melded and kinds:
                self.melds.append(meld(rng.choice(kinds), tile))
            else:
                hand += [tile, tile + 1, tile + 2] if chow else [tile] * 3
        return hand

    def request(self, ruleset: str, **more: object) -> dict[str, object]:
        """A request in which somebody wins with it."""
        rng, tile = self.rng, self.tile
        held = (self.turned, *self.concealed, *(t for m in self.melds for t in tiles_of(m)))
        winner = rng.choice(SEATS)
        by = rng.choice(("self_draw", "discard", "discard" if tile in held else "robbed_kong"))
        win: dict[str, object] = {"winner": winner, "tile": KINDS[tile], "by": by}
        if by != "self_draw":
            win["from"] = rng.choice([s for s in SEATS if s != winner])
        player = {"concealed": codes(self.concealed), "melds": self.melds}
        return {
            "ruleset": ruleset,
            "table": {"indicator": KINDS[self.turned]},
            "players": {winner: player},
            "wins": [win],
            **more,
        }


def next_tiles(honors: str) -> dict[int, int]:
    """Turned tile -> wildcard: 1…9 in a circle, and the cycles of honours, separated by blanks."""
    made = {t: t - 8 if t % 9 == 8 else t + 1 for t in range(27)}
    for cycle in honors.split():
        tiles = [NUMBER_OF[cycle[i : i + 2]] for i in range(0, len(cycle), 2)]
        made |= dict(zip(tiles, tiles[1:] + tiles[:1], strict=True))
    return made


def outcome(answer: dict[str, object]) -> dict[str, object]:
    """What the comparison looks at in an answer with one win."""
    win = answer["wins"][0]  # type: ignore[index]
    found: dict[str, object] = {
        "valid": win["valid"],
        "reasons": [r["code"] for r in win["reasons"]],
        "totals": answer["totals"],
    }
    if win["valid"]:
        found["patterns"] = {p["id"]: p["value"] * p["count"] for p in win["patterns"]}
        found["score"] = win["score"]
    return found
