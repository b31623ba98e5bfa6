"""洛书麻将: sets that add up to fifteen, head tiles, and the stake of those who declared ready."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from calculator_api.readings.division import Group, Vocabulary
from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Block,
    Counted,
    Hand,
    Meld,
    Payment,
    Reading,
    Settlement,
    Step,
    Tiles,
    block,
    divide,
    places,
    plain,
    shape,
)
from calculator_api.tiles import FIRST_FLOWER, FLOWERS, NUMBERS, is_flower

FIVES = (4, 13, 22)


def as_one_kind(tiles: Tiles) -> Tiles:
    """The tiles with every flower tile as the first: the four of them are one kind."""
    return tuple(FIRST_FLOWER if is_flower(tile) else tile for tile in tiles)


def divisions(hand: Hand, vocabulary: Vocabulary) -> Iterator[tuple[Block, ...]]:
    """Every division into sets and a pair, flower tiles as what they are."""
    keys = vocabulary.keys(as_one_kind(hand.tiles))
    if keys is None or hand.sets_needed < 0:
        return
    flowers = tuple(sorted(tile for tile in hand.tiles if is_flower(tile)))
    for blocks in divide(vocabulary, keys, hand.sets_needed):
        yield tuple(block(b.kind, flowers) if b.mask & FLOWERS else b for b in blocks)


@shape
def sets_of_fifteen(hand: Hand) -> Iterator[Reading]:
    """Sets of fifteen or of head tiles, and a pair of head tiles."""
    for blocks in divisions(hand, hand.setting.vocabulary):
        for place in places(hand, blocks):
            yield hand.reading("sets_of_fifteen", blocks, place)


# One object for all requests: divisions are remembered by the groups of their vocabulary.
@lru_cache(maxsize=8)
def with_number_pairs(vocabulary: Vocabulary) -> Vocabulary:
    """The same sets, and number tiles as the pair too."""
    return Vocabulary(
        [Group(g.first, g.size, g.runs, pungs=False) if g.mask & NUMBERS else g for g in vocabulary.groups]
    )


class Rules(BaseRules):
    """洛书麻将."""

    def is_formed(self, meld: Meld, mapped: Mapping[int, int]) -> bool:
        """A chow adds up to fifteen; other melds are of head tiles, or three 5s."""
        tiles = as_one_kind(meld.tiles)
        if meld.type == "chow":
            return super().is_formed(meld, mapped)
        return len(set(tiles)) == 1 and (not NUMBERS >> tiles[0] & 1 or meld.type == "pung" and tiles[0] in FIVES)

    def objections(self, hand: Hand) -> Iterator[str]:
        codes = tuple(super().objections(hand))
        yield from codes
        if not codes and hand.options["ready_required"] and not hand.player.ready:
            yield "not_ready"

    def looks_further(self, codes: Sequence[str]) -> bool:
        return "illegal_meld" not in codes

    def no_shape(self, hand: Hand) -> Iterator[str]:
        numbers_too = with_number_pairs(hand.setting.vocabulary)
        yield "pair_not_head_tile" if any(True for _ in divisions(hand, numbers_too)) else "not_a_winning_shape"

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        stake = r.hand.player.stake
        step = (
            Step("stake", stake, f"叫听时押 {stake}", f"staked {stake} when declaring ready")
            if stake
            else Step("stake", 1, "没有押，算 1", "no stake: 1")
        )
        return Arithmetic(step.value, (step,), step.value)

    def payments(self, settlement: Settlement) -> Iterator[Payment]:
        yield from super().payments(settlement)
        base = plain(self.base(settlement.options))
        for result in settlement.winners:
            for seat in settlement.seats:
                player = settlement.round.player(seat)
                if seat != result.seat and player.ready and player.stake:
                    yield Payment(
                        seat,
                        result.seat,
                        self.base(settlement.options) * player.stake,
                        "bonus",
                        f"叫听未和，输所押 {player.stake}，每个筹码 {base}",
                        f"was ready and did not win: loses the stake of {player.stake}, a chip being {base}",
                    )
