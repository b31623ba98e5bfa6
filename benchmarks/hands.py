"""Random hands that do win, as requests under the competition rules: the same seed gives the same hands everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

Tile = str
Request = dict[str, Any]

SUITS = "mps"
SEATS = ("east", "south", "west", "north")
HONORS = tuple(f"{n}z" for n in range(1, 8))
NUMBERS = tuple(f"{n}{suit}" for suit in SUITS for n in range(1, 10))
ORPHANS = tuple(f"{n}{suit}" for suit in SUITS for n in (1, 9)) + HONORS


class Hand:
    """Tiles of a winning hand: `melds` laid down, `concealed` with the winning tile among them."""

    def __init__(self, concealed: list[Tile], melds: list[tuple[str, list[Tile]]]) -> None:
        self.concealed = concealed
        self.melds = melds

    @property
    def is_possible(self) -> bool:
        """No tile is there five times."""
        return max(Counter(self.concealed + [t for _, tiles in self.melds for t in tiles]).values()) <= 4


def requests(seed: int, how_many: int) -> list[Request]:
    """`how_many` requests of hands that have one of the five shapes; whether they reach the minimum is left open."""
    rng = Random(seed)
    made: list[Request] = []
    while len(made) < how_many:
        hand = rng.choices(MAKERS, WEIGHTS)[0](rng)
        if hand.is_possible:
            made.append(request(rng, hand))
    return made


def standard(rng: Random) -> Hand:
    """Four sets and a pair out of a few neighbouring numbers, so that fans of several sets occur often."""
    suits = rng.sample(SUITS, rng.choice((1, 1, 2, 3, 3)))
    low = rng.randint(1, 7)
    high = min(9, low + rng.choice((2, 3, 4, 8)))
    pungs, honors = rng.choice((0, 0, 0.2, 0.5, 1)), rng.choice((0, 0, 0.1, 0.3, 0.6))
    sets = [_set(rng, suits, low, high, pungs, honors) for _ in range(4)]
    melds = [_meld(rng, sets.pop()) for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3, 4)))]
    pair = _kind(rng, suits, low, high, honors)
    return Hand([t for tiles in sets for t in tiles] + [pair, pair], melds)


def copies(rng: Random) -> Hand:
    """Four chows or four pungs that step up, cross the suits or repeat."""
    first, suits = rng.randint(1, 7), rng.sample(SUITS, 3)
    step, turn = rng.choice((0, 1, 1, 2, 3)), rng.choice((0, 0, 1))
    is_pung = rng.random() < 0.4
    sets = []
    for i in range(4):
        number = (first - 1 + i * step) % (9 if is_pung else 7) + 1
        suit = suits[i * turn % 3]
        sets.append([f"{number}{suit}"] * 3 if is_pung else [f"{number + k}{suit}" for k in range(3)])
    if rng.random() < 0.5:
        sets[-1] = _set(rng, list(SUITS), 1, 9, 0.4, 0.2)
    melds = [_meld(rng, sets.pop()) for _ in range(rng.choice((0, 0, 1, 2)))]
    pair = rng.choice(NUMBERS + HONORS)
    return Hand([t for tiles in sets for t in tiles] + [pair, pair], melds)


def terminal_chows(rng: Random) -> Hand:
    """123 and 789 twice and a pair of 5."""
    a, b, c = rng.sample(SUITS, 3)
    if rng.random() < 0.5:
        b = c = a
    tiles = [f"{n}{suit}" for suit in (a, b) for n in (1, 2, 3, 7, 8, 9)]
    return Hand([*tiles, f"5{c}", f"5{c}"], [])


def honor_pungs(rng: Random) -> Hand:
    """Pungs of honours and terminals."""
    kinds = rng.sample(HONORS if rng.random() < 0.6 else ORPHANS, 5)
    sets = [[kind] * 3 for kind in kinds[:4]]
    if rng.random() < 0.4:
        sets[0] = _set(rng, [rng.choice(SUITS)], 1, 9, 0, 0)
    rng.shuffle(sets)
    melds = [_meld(rng, sets.pop()) for _ in range(rng.choice((0, 1, 2, 3)))]
    return Hand([t for tiles in sets for t in tiles] + [kinds[4]] * 2, melds)


def greens(rng: Random) -> Hand:
    """Only green tiles."""
    sets = [
        rng.choice([["2s", "3s", "4s"]] * 3 + [[t] * 3 for t in ("2s", "3s", "4s", "6s", "8s", "6z")]) for _ in range(4)
    ]
    melds = [_meld(rng, sets.pop()) for _ in range(rng.choice((0, 1, 2)))]
    return Hand([t for tiles in sets for t in tiles] + [rng.choice(("2s", "3s", "4s", "6s", "8s", "6z"))] * 2, melds)


def nine_gates(rng: Random) -> Hand:
    """1112345678999 and one more."""
    suit = rng.choice(SUITS)
    return Hand([f"{n}{suit}" for n in "1112345678999" + rng.choice("123456789")], [])


def pairs(rng: Random) -> Hand:
    """Seven pairs, often close together so that they are four sets and a pair as well."""
    if rng.random() < 0.3:
        first, suit = rng.randint(1, 3), rng.choice(SUITS)
        return Hand([f"{first + k}{suit}" for k in range(7) for _ in range(2)], [])
    kinds = rng.choice(
        (
            NUMBERS + HONORS,
            ORPHANS,
            tuple(f"{n}{s}" for s in rng.sample(SUITS, 2) for n in range(4, 10)),
            HONORS + NUMBERS[:9],
        )
    )
    return Hand([t for t in rng.choices(kinds, k=7) for _ in range(2)], [])


def orphans(rng: Random) -> Hand:
    """Thirteen orphans."""
    return Hand([*ORPHANS, rng.choice(ORPHANS)], [])


def _order(rng: Random) -> list[Tile]:
    return [
        f"{n}{suit}" for suit, numbers in zip(rng.sample(SUITS, 3), ("147", "258", "369"), strict=True) for n in numbers
    ]


def knitted(rng: Random) -> Hand:
    """Fourteen of the sixteen tiles of one knitted order and the honours."""
    return Hand(rng.sample([*_order(rng), *HONORS], 14), [])


def knitted_straight(rng: Random) -> Hand:
    """The nine tiles of a knitted order, a set and a pair."""
    tiles = _set(rng, list(SUITS), 1, 9, 0.4, 0.3)
    pair = rng.choice(NUMBERS + HONORS)
    concealed = [*_order(rng), pair, pair]
    return Hand(concealed, [_meld(rng, tiles)]) if rng.random() < 0.4 else Hand(concealed + tiles, [])


MAKERS: tuple[Callable[[Random], Hand], ...] = (
    standard,
    copies,
    terminal_chows,
    honor_pungs,
    greens,
    nine_gates,
    pairs,
    orphans,
    knitted,
    knitted_straight,
)
WEIGHTS = (60, 14, 1, 5, 2, 1, 7, 1, 3, 6)


def _kind(rng: Random, suits: list[str], low: int, high: int, honors: float) -> Tile:
    return rng.choice(HONORS) if rng.random() < honors else f"{rng.randint(low, high)}{rng.choice(suits)}"


def _set(rng: Random, suits: list[str], low: int, high: int, pungs: float, honors: float) -> list[Tile]:
    kind = _kind(rng, suits, low, high, honors)
    if kind[1] == "z" or rng.random() < pungs:
        return [kind] * 3
    first = rng.randint(min(low, high - 2), high - 2)
    return [f"{first + k}{kind[1]}" for k in range(3)]


def _meld(rng: Random, tiles: list[Tile]) -> tuple[str, list[Tile]]:
    if tiles[0] != tiles[1]:
        return "chow", tiles
    kind = rng.choice(("pung", "pung", "exposed_kong", "added_kong", "concealed_kong", "concealed_kong"))
    return kind, tiles if kind == "pung" else [*tiles, tiles[0]]


def request(rng: Random, hand: Hand) -> Request:
    """The hand as a request, won in a way that is possible for it."""
    seat = rng.choice(SEATS)
    others = [s for s in SEATS if s != seat]
    tile = rng.choice(hand.concealed)
    concealed = sorted(hand.concealed, key=lambda t: (t[1], t[0]))
    concealed.remove(tile)
    flowers = rng.sample(range(1, 9), rng.choice((0, 0, 0, 1, 2)))
    by, circumstances = _way(rng, tile, concealed, hand, bool(flowers))
    win: Request = {"winner": seat, "tile": tile, "by": by, "circumstances": circumstances}
    if by != "self_draw":
        win["from"] = rng.choice(others)
    melds = [_laid_down(rng, seat, others, kind, tiles) for kind, tiles in hand.melds]
    player = {"concealed": "".join(concealed), "melds": melds, "flowers": "".join(f"{n}f" for n in flowers)}
    return {"ruleset": "mcr", "table": {"round_wind": rng.choice(SEATS)}, "players": {seat: player}, "wins": [win]}


def _laid_down(rng: Random, seat: str, others: list[str], kind: str, tiles: list[Tile]) -> Request:
    meld: Request = {"type": kind, "tiles": "".join(tiles)}
    if kind == "chow":
        meld["from"] = SEATS[SEATS.index(seat) - 1]
    elif kind != "concealed_kong":
        meld["from"] = rng.choice(others)
    return meld


def _way(rng: Random, tile: Tile, concealed: list[Tile], hand: Hand, flowers: bool) -> tuple[str, list[str]]:
    held = tile in concealed
    laid = [t for _, tiles in hand.melds for t in tiles]
    ways = ["self_draw", "discard"] + ([] if held or tile in laid else ["robbed_kong"])
    by = rng.choices(ways, (9, 9, 2)[: len(ways)])[0]
    circumstances = []
    if by != "robbed_kong" and rng.random() < 0.08:
        circumstances.append("last_tile")
    if by == "self_draw" and any("kong" in kind for kind, _ in hand.melds) and rng.random() < 0.2:
        circumstances.append("kong_replacement")
    if by == "self_draw" and flowers and rng.random() < 0.2:
        circumstances.append("flower_replacement")
    if by != "robbed_kong" and not held and rng.random() < 0.1:
        circumstances.append("last_of_kind")
    return by, circumstances
