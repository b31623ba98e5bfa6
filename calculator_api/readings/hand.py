"""One winner's tiles, and one way to read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar, overload

from ..round import SEATS, Meld, Player, Round, Table, Win
from ..tiles import KINDS, NUMBERS, Tile, Tiles, mask_of
from .blocks import Block, meld_block
from .division import STANDARD, Vocabulary

T = TypeVar("T")
BITS = tuple(1 << tile for tile in range(KINDS))


class once(Generic[T]):
    """A property that is worked out when it is first asked for: `functools.cached_property` without its lock."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.name = function.__name__
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> once[T] | T:
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.function(instance)
        return value


@dataclass(frozen=True, slots=True)
class Setting:
    """What a rule set fixes before the tiles are read.

    Attributes:
        vocabulary: what counts as a set.
        sets: how many sets a whole hand has (4, or 5 with sixteen tiles).
        wild_faces: the wildcards' faces in this round; the first is the turned tile's own where it is one.
        allowed: mask of the faces a wildcard may stand for.
        face_map: tiles that are another tile here.
        kinds: mask of the kinds that may be in a hand.
        seats: the seats of this table in turn order.
        waits: how the rule set finds the kinds that complete a hand.
    """

    vocabulary: Vocabulary = STANDARD
    sets: int = 4
    wild_faces: Tiles = ()
    allowed: int = -1
    face_map: Mapping[int, int] | None = None
    kinds: int = (1 << 34) - 1
    seats: tuple[str, ...] = SEATS
    waits: Callable[[Hand], int] | None = None


class Hand:
    """One winner's tiles before they are read: see `rulesets/README.md` for the words.

    `concealed`, `tile` and `tiles` are faces, stand-ins (`face_map`) already replaced; wildcards, which are picked by
    the physical tile, keep their own face. `raw` are the tiles as sent, sorted. `claims` is the number of valid claims
    of the winning tile. `notes` holds what was worked out once for this hand.
    """

    def __init__(self, round_: Round, win: Win, setting: Setting) -> None:
        self.round = round_
        self.win = win
        self.setting = setting
        self.seat = win.winner
        self.player: Player = round_.player(win.winner)
        self.options: Mapping[str, Any] = round_.options
        self.melds: tuple[Meld, ...] = self.player.melds
        self.claimed = win.by != "self_draw"
        self.self_drawn = not self.claimed
        self.claims = 1
        self.notes: dict[str, Any] = {}
        self.allowed: int = setting.allowed
        self.wild_faces: Tiles = setting.wild_faces
        given = tuple(sorted(self.player.concealed or ()))
        tile = win.tile
        self.raw: Tiles = given if tile is None else (*given, tile)
        faces, mapped = setting.wild_faces, setting.face_map
        self.tile_is_wild = tile in faces
        if mapped:
            given = tuple(t if t in faces else mapped.get(t, t) for t in given)
            tile = tile if tile is None or tile in faces else mapped.get(tile, tile)
        self.concealed: Tiles = given
        self.tile: Tile | None = tile
        self.tiles: Tiles = given if tile is None else (*given, tile)
        self.wilds: Tiles = ()
        self.naturals: Tiles = self.tiles
        if faces:
            self.wilds = tuple(t for t in self.raw if t in faces)
            self.naturals = tuple(t for t, physical in zip(self.tiles, self.raw, strict=True) if physical not in faces)

    def replaced(
        self,
        *,
        naturals: Tiles | None = None,
        wilds: Tiles | None = None,
        tile: Tile | None = None,
        tile_is_wild: bool | None = None,
        wild_faces: Tiles | None = None,
        allowed: int | None = None,
    ) -> Hand:
        """The same win, its tiles taken in another way: as real tiles of these faces (`naturals`) and as these `wilds`.

        With `wild_faces=()` alone every tile is what it shows. `tile` is the winning tile's face in this way of taking
        them.
        """
        made = copy(self)
        made.notes = {}
        for name in ("keys", "natural_kinds", "all_tiles", "kinds"):
            made.__dict__.pop(name, None)
        if wild_faces is not None:
            made.wild_faces = wild_faces
            if not wild_faces and naturals is None:
                made.naturals, made.wilds, made.tile_is_wild = self.tiles, (), False
        if naturals is not None:
            made.naturals = naturals
        if wilds is not None:
            made.wilds = wilds
        made.tiles = (*made.naturals, *made.wilds)
        if tile is not None:
            made.tile = tile
        if tile_is_wild is not None:
            made.tile_is_wild = tile_is_wild
        if allowed is not None:
            made.allowed = allowed
        return made

    def with_tile(self, tile: Tile) -> Hand:
        """The same hand with another winning tile, won in the same way."""
        return Hand(self.round, replace(self.win, tile=tile), self.setting)

    @once
    def waits(self) -> int:
        """Mask of the kinds that, in place of the winning tile, give one of the rule set's shapes in form; used-up
        copies are not taken off.
        """
        return self.setting.waits(self) if self.setting.waits is not None else 0

    @once
    def live_waits(self) -> int:
        """`waits` less the kinds of which the winner already holds all four without the winning tile, in hand and
        melds.
        """
        held = list(self.concealed)
        for made in self.meld_blocks:
            held += made.tiles
        return self.waits & ~mask_of(t for t in set(held) if held.count(t) >= 4)

    @property
    def sole_wait(self) -> bool:
        """独听: exactly one kind completes the hand, kinds held four times not counted."""
        return self.live_waits.bit_count() == 1

    @property
    def table(self) -> Table:
        return self.round.table

    @property
    def is_dealer(self) -> bool:
        return self.seat == "east"

    @property
    def seat_wind(self) -> Tile:
        """The tile of the winner's own wind."""
        return 27 + SEATS.index(self.seat)

    @property
    def round_wind(self) -> Tile:
        """The tile of the round's wind."""
        return 27 + SEATS.index(self.round.table.round_wind)

    def has(self, circumstance: str) -> bool:
        """Whether the request states this circumstance of the win."""
        return circumstance in self.win.circumstances

    @once
    def meld_blocks(self) -> tuple[Block, ...]:
        face = self.setting.face_map
        if not face:
            return tuple(meld_block(m, m.tiles) for m in self.melds)
        return tuple(meld_block(m, (face.get(t, t) for t in m.tiles)) for m in self.melds)

    @once
    def all_tiles(self) -> Tiles:
        """Concealed, winning tile and melds (a kong four times), as faces."""
        tiles = self.tiles
        for made in self.meld_blocks:
            tiles += made.tiles
        return tiles

    @once
    def kinds(self) -> int:
        """Mask of all the winner's tiles, wildcards as their own face."""
        return mask_of(self.all_tiles)

    @once
    def keys(self) -> tuple[int, ...] | None:
        """The real tiles packed for `division`; None where one fits no set."""
        return self.setting.vocabulary.keys(self.naturals)

    @once
    def natural_kinds(self) -> int:
        """Mask of the kinds among concealed and winning tile, wildcards left out."""
        return reduce(or_, map(BITS.__getitem__, self.naturals), 0)

    @property
    def sets_needed(self) -> int:
        """How many sets the concealed tiles must form."""
        return self.setting.sets - len(self.melds)

    @property
    def is_open(self) -> bool:
        """Whether a chow, pung, exposed or added kong was laid down."""
        return any(m.is_claimed for m in self.melds)

    def kongs(self, *types: str) -> int:
        """How many kongs of these types the winner has; of any type without arguments."""
        return sum(1 for m in self.melds if (m.type in types if types else m.is_kong))

    def reading(self, shape: str, blocks: Sequence[Block] = (), place: Block | None = None, **more: Any) -> Reading:
        """A reading of this hand: `blocks` are the concealed ones, the pair (if any) among them."""
        pairs = tuple(b for b in blocks if b.is_pair)
        sets = tuple(b for b in blocks if not b.is_pair)
        single = pairs[0] if len(pairs) == 1 else None
        return Reading(self, shape, sets + self.meld_blocks, single, () if single else pairs, place, **more)


class Reading:
    """One way to read a hand.

    Attributes:
        hand: the tiles.
        shape: `standard`, `seven_pairs`, `thirteen_orphans`, `knitted`, …
        sets: concealed sets first, then the melds.
        pair: the pair, or None; `pairs` the pairs of a hand of pairs.
        place: the block that holds the winning tile, None where none does.
        loose: faces that belong to no block (knitted tiles, orphans, misfits); `loose_wild` those that wildcards stand
            for.
    """

    __slots__ = ("hand", "shape", "sets", "pair", "pairs", "place", "loose", "loose_wild", "_kinds")

    def __init__(
        self,
        hand: Hand,
        shape: str,
        sets: tuple[Block, ...] = (),
        pair: Block | None = None,
        pairs: tuple[Block, ...] = (),
        place: Block | None = None,
        loose: Tiles = (),
        loose_wild: Tiles = (),
    ) -> None:
        self.hand = hand
        self.shape = shape
        self.sets = sets
        self.pair = pair
        self.pairs = pairs
        self.place = place
        self.loose = loose
        self.loose_wild = loose_wild
        self._kinds = 0

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks: sets, then the pair or pairs."""
        return (*self.sets, self.pair) if self.pair is not None else self.sets + self.pairs

    @property
    def kinds(self) -> int:
        """Mask of all faces, melds included."""
        if not self._kinds:
            mask = mask_of(self.loose)
            for made in self.blocks:
                mask |= made.mask
            self._kinds = mask
        return self._kinds

    @property
    def suits(self) -> int:
        """How many of the three suits occur."""
        kinds = self.kinds
        return bool(kinds & 0x1FF) + bool(kinds & 0x3FE00) + bool(kinds & 0x7FC0000)

    @property
    def numbers(self) -> int:
        """Mask of the number tiles among the faces."""
        return self.kinds & NUMBERS

    @property
    def faces(self) -> Tiles:
        """The faces of concealed and winning tile as read, in no fixed order."""
        out = self.loose
        for made in self.blocks:
            if made.meld is None:
                out += made.tiles
        return out

    def count(self, tile: Tile) -> int:
        """How often a face occurs, melds included (a kong four times)."""
        return sum(b.tiles.count(tile) for b in self.blocks) + self.loose.count(tile)

    @property
    def wild_faces(self) -> Tiles:
        """The faces that wildcards stand for."""
        out = self.loose_wild
        for made in self.blocks:
            if made.wild:
                out += made.wild_faces
        return out

    @property
    def substitutes(self) -> int:
        """How many wildcards stand for a face that is not their own."""
        wilds = list(self.hand.wilds)
        for face in self.wild_faces:
            if face in wilds:
                wilds.remove(face)
        return len(wilds)

    def is_concealed(self, made: Block) -> bool:
        """Neither melded (a concealed kong counts as concealed) nor completed by a claimed tile."""
        if made.meld is not None:
            return made.meld.type == "concealed_kong"
        return not (self.hand.claimed and made is self.place)

    def others(self, made: Block) -> Iterable[Block]:
        """All blocks but one occurrence of `made`."""
        blocks = list(self.blocks)
        blocks.remove(made)
        return blocks
