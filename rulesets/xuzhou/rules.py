"""徐州麻将: the white dragon as the wildcard's face, and a missing suit that is anything less than three."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calculator_api.rules import BaseRules, Block, Hand, Reading, Round, Tally, Trait, pattern
from calculator_api.tiles import HONORS, SUIT_MASKS, WHITE, mask_of

STRAIGHT_STARTS = (0, 3, 6, 9, 12, 15, 18, 21, 24)


@pattern
def basic_win(r: Reading) -> bool:
    """平胡: sets and a pair."""
    return r.shape == "standard"


@pattern
def missing_suit(r: Reading) -> bool:
    """缺门: at least one of the three suits is absent."""
    return r.suits < 3


@pattern
def concealed_hand(r: Reading) -> bool:
    """门清: sets and a pair, nothing melded but concealed kongs."""
    return r.shape == "standard" and not r.hand.is_open


class Rules(BaseRules):
    """徐州麻将."""

    def face_map(self, round_: Round) -> Mapping[int, int]:
        """白板 is the wildcard's face, unless it is the wildcard."""
        faces = self.wild_faces(round_, "east")
        return {WHITE: faces[0]} if faces and WHITE not in faces else {}

    def looks_further(self, codes: Sequence[str]) -> bool:
        return "illegal_meld" not in codes

    def trait(self, hand: Hand) -> Trait:
        tile, tile_is_wild = hand.tile, hand.tile_is_wild
        held = mask_of(hand.naturals)
        # Elsewhere the wildcards do not reach for a straight, and its parts need not be told apart.
        starts = [t for t in STRAIGHT_STARTS if (held & SUIT_MASKS[t // 9]).bit_count() + len(hand.wilds) >= 9]

        def told_apart(made: Block) -> int:
            """Suits and honours, chows, parts of a straight, and the wait the winning tile would have in this block."""
            value = sum(1 << 4 * i for i, mask in enumerate((*SUIT_MASKS, HONORS)) if made.mask & mask)
            value |= made.is_chow << 16
            if made.is_chow and made.tile in starts:
                value |= 1 << 20 + 4 * STRAIGHT_STARTS.index(made.tile)
            at = [
                i
                for i, face in enumerate(made.tiles)
                if (made.wild_at >> i & 1) == tile_is_wild and (tile_is_wild or face == tile)
            ]
            if at:
                edge = made.is_chow and (made.tile % 9 == 0 and 2 in at or made.tile % 9 == 6 and 0 in at)
                waits = (made.is_chow and 1 in at, edge, made.is_pair, True)
                value |= sum(wait << 56 + 4 * i for i, wait in enumerate(waits))
            return value

        return told_apart

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.score, len(tally.counted), r.shape == "standard", *(-c.pattern.order for c in tally.counted))
