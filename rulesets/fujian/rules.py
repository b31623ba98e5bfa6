"""福建麻将: the white dragon as the turned tile, and wildcards that are only themselves once they are claimed."""

from __future__ import annotations

from collections.abc import Iterator

from calculator_api.rules import BaseRules, Block, Fault, Hand, Reading, Round, Tiles, Trait, mask_of, read_standard
from calculator_api.tiles import FIRST_HONOR, HONORS, TERMINALS, WHITE, code, is_number, suit

# 1112345678999 of each suit
GATES = tuple(
    tuple(first + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)) for first in range(0, FIRST_HONOR, 9)
)


class Rules(BaseRules):
    """Wildcards on the chicken and all-chows game."""

    def set_out(self, round_: Round) -> Iterator[tuple[str, Tiles]]:
        """The turned tile, where the wildcard that is named in its place is of the same kind."""
        table = round_.table
        if table.indicator is None and table.wildcards and round_.options["wildcard_mode"] == "moving":
            yield "/table/wildcards", table.wildcards

    def faults(self, round_: Round) -> Iterator[Fault]:
        """A fifth copy is pointed at where the players' tiles are counted together, even when one hand has all five."""
        yield from super().faults(round_)
        for player in round_.players.values():
            held = player.concealed or ()
            for tile in sorted({t for t in held if held.count(t) > 4}):
                zh, en = f"{code(tile)} 超过四张", f"there are only four {code(tile)}"
                yield self.fault("/players", "too_many_copies", zh, en)

    def hands(self, hand: Hand) -> Iterator[Hand]:
        """A claimed wildcard is its own face; some of the white dragons may be the turned kind."""
        if hand.claimed and hand.tile_is_wild and hand.tile is not None:
            face = hand.tile
            wilds = list(hand.wilds)
            wilds.remove(face)
            hand = hand.replaced(naturals=(*hand.naturals, face), wilds=tuple(wilds), tile_is_wild=False)
        yield hand
        for whites in range(1, self._substitutes(hand) + 1):
            yield self._with_whites(hand, whites)

    def _substitutes(self, hand: Hand) -> int:
        """How many white dragons of this hand may be the turned kind."""
        options = hand.options
        if options["wildcard_mode"] != "moving" or WHITE in hand.wild_faces or options["blank_substitutes"] == "none":
            return 0
        held = hand.naturals.count(WHITE) - (hand.claimed and hand.tile == WHITE)
        return min(held, 1) if options["blank_substitutes"] == "one" else held

    def _with_whites(self, hand: Hand, whites: int) -> Hand:
        """So many white dragons taken as the turned kind's ordinary tile, the drawn one last."""
        (face,) = hand.wild_faces
        rest = list(hand.naturals)
        for _ in range(whites):
            rest.remove(WHITE)
        drawn = hand.tile == WHITE and WHITE not in rest
        return hand.replaced(naturals=(*rest, *[face] * whites), tile=face if drawn else None)

    def readings(self, hand: Hand) -> Iterator[Reading]:
        """Every reading that differs in some pattern. Nine gates alone depends on every face, so it is read apart."""
        yield from super().readings(hand)
        missing = self._missing_gates(hand)
        if missing:
            yield from read_standard(hand.replaced(allowed=missing), face_trait)

    def trait(self, hand: Hand) -> Trait:
        """What all patterns but nine gates can tell apart."""
        return kind_trait

    def _missing_gates(self, hand: Hand) -> int:
        """The kinds that the wildcards would have to be for nine gates, as a mask; 0 where no wildcard could help."""
        before = list(hand.naturals)
        if hand.tile is not None and not hand.tile_is_wild:
            before.remove(hand.tile)
        suits = {suit(tile) for tile in hand.naturals}
        if hand.melds or not hand.wilds or len(suits) != 1 or not is_number(before[0]):
            return 0
        missing = list(GATES[suits.pop()])
        for tile in before:
            if tile not in missing:
                return 0
            missing.remove(tile)
        # a drawn wildcard completes nine gates as any tile of the suit
        return mask_of(missing) | (1 << before[0] if hand.tile_is_wild else 0)


def kind_trait(made: Block) -> int:
    """Three bits each for pungs, the three suits, and blocks that are neither terminal nor honour; four bits for each
    honour: its pungs and its pair."""
    if made.mask & HONORS:
        return made.is_pung + (8 if made.is_pair else 1) * (1 << 15 + 4 * (made.tile - FIRST_HONOR))
    inner = bool(made.mask & ~TERMINALS)
    return made.is_pung + (1 << 3 + 3 * suit(made.tile)) + (inner << 12)


def face_trait(made: Block) -> int:
    """Four bits for each number tile: how often it is there."""
    return sum(1 << 4 * tile for tile in made.tiles)
