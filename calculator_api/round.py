"""What a finished round is: frozen data that the engine scores.

A `Round` comes from `web.schemas` (JSON) or from code. `table.extra`, `player.extra`, `meld.extra` and `win.extra`
hold the further
inputs a rule set declares, already typed and with their defaults filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .tiles import Tile, Tiles

SEATS: Final = ("east", "south", "west", "north")
SEAT_ZH: Final = {"east": "东家", "south": "南家", "west": "西家", "north": "北家"}
MELD_TYPES: Final = ("chow", "pung", "exposed_kong", "added_kong", "concealed_kong")
KONG_TYPES: Final = frozenset(("exposed_kong", "added_kong", "concealed_kong"))
CLAIMED_TYPES: Final = frozenset(("chow", "pung", "exposed_kong", "added_kong"))
WAYS: Final = ("self_draw", "discard", "robbed_kong")
CIRCUMSTANCES: Final = (
    "kong_replacement",
    "flower_replacement",
    "kong_discard",
    "last_tile",
    "heavenly",
    "earthly",
    "human",
    "last_of_kind",
    "opening",
)
NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Meld:
    """A set laid down: chow, pung or kong. `source` is the seat that fed it, where known."""

    type: str
    tiles: Tiles
    source: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_kong(self) -> bool:
        return self.type in KONG_TYPES

    @property
    def is_claimed(self) -> bool:
        """Made with another player's tile: all but the concealed kong."""
        return self.type != "concealed_kong"


@dataclass(frozen=True, slots=True)
class Player:
    """What is known about one seat. `concealed` is None where the hand was not given."""

    concealed: Tiles | None = None
    melds: tuple[Meld, ...] = ()
    flowers: Tiles = ()
    ready: bool = False
    exposed: bool = False
    stake: int = 0
    wildcards_thrown: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Win:
    """One claim to have won. `tile` is None only for a win declared on the dealt hand."""

    winner: str
    by: str
    tile: Tile | None = None
    source: str | None = None
    circumstances: frozenset[str] = frozenset()
    kong_chain: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def self_drawn(self) -> bool:
        return self.by == "self_draw"


@dataclass(frozen=True, slots=True)
class Table:
    """What holds for the whole round. `wildcards` and `indicator` are as sent; the rule set turns them into faces."""

    round_wind: str = "east"
    dealer_streak: int = 0
    indicator: Tile | None = None
    wildcards: Tiles | None = None
    birds: Tiles = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Round:
    """One finished round. `players` holds only the seats something is known about."""

    ruleset: str
    options: Mapping[str, Any] = field(default_factory=dict)
    table: Table = Table()
    players: Mapping[str, Player] = field(default_factory=dict)
    wins: tuple[Win, ...] = ()

    def player(self, seat: str) -> Player:
        """The seat, or an empty one where nothing is known about it."""
        return self.players.get(seat, NOBODY)


NOBODY: Final = Player()


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a request, at a JSON pointer, in words a person can act on."""

    pointer: str
    code: str
    zh: str
    en: str


class ImpossibleRound(Exception):
    """A request that describes no possible round; `.faults` names everything that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{f.pointer}: {f.en}" for f in faults))
        self.faults = faults


class TooMuchWork(Exception):
    """A request that would cost more than any request may; the last line of defence, never reached by a real hand."""
