"""江南麻将: an imagined tile that completes the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator_api.rules import BaseRules, Fault, Hand, Reading, Round, Tile, divide, places
from calculator_api.tiles import code, count, mask_of


class Rules(BaseRules):
    """江南麻将."""

    def faults(self, round_: Round) -> Iterator[Fault]:
        for seat, player in round_.players.items():
            heart, discards = player.extra.get("heart_tile"), player.extra.get("discards", ())
            at = f"/players/{seat}"
            if heart is not None and not self.sheet.hand_tiles >> heart & 1:
                yield self._not_here(f"{at}/heart_tile", heart)
            drawn = tuple(w.tile for w in round_.wins if w.winner == seat and w.tile is not None and w.self_drawn)
            held = (*(player.concealed or ()), *drawn, *(t for meld in player.melds for t in meld.tiles))
            for tile in dict.fromkeys(discards):
                if not self.sheet.hand_tiles >> tile & 1:
                    yield self._not_here(f"{at}/discards", tile)
                elif discards.count(tile) + held.count(tile) > 4:
                    zh, en = f"{code(tile)} 超过四张", f"there are only four {code(tile)}"
                    yield self.fault(f"{at}/discards", "too_many_copies", zh, en)

    def _not_here(self, pointer: str, tile: Tile) -> Fault:
        return self.fault(
            pointer, "tile_not_used", f"这里不能有 {code(tile)}", f"{code(tile)} cannot be here under these rules"
        )

    def objections(self, hand: Hand) -> Iterator[str]:
        if hand.claimed and hand.tile in hand.player.extra.get("discards", ()):
            yield "own_discard"
            return
        yield from super().objections(hand)

    def looks_further(self, codes: Sequence[str]) -> bool:
        return "own_discard" not in codes

    def readings(self, hand: Hand) -> Iterator[Reading]:
        """Sets and a pair, the heart tile standing wherever one tile is missing."""
        keys, needed = hand.keys, hand.sets_needed
        if keys is None or needed < 0 or len(hand.tiles) != 3 * needed + 1:
            return
        for blocks in divide(hand.setting.vocabulary, keys, needed, 1, imaginable(hand)):
            for place in places(hand, blocks):
                yield hand.reading("standard", blocks, place)


def imaginable(hand: Hand) -> int:
    """Mask of the kinds the heart tile may be: the fixed one or any, but no fifth copy."""
    fixed = hand.player.extra.get("heart_tile")
    held = count(hand.all_tiles)
    kinds = range(34) if fixed is None else (fixed,)
    return mask_of(tile for tile in kinds if held[tile] < 4)
