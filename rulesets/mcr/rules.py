"""国标麻将: the fans, the account-once rule, and the striking of what another fan contains.

The fans of a hand are one bit mask: bit n is the sheet's n-th pattern. Whether a fan is there, what strikes it and what
all of them come to are then single operations, and what a group of sets comes to is remembered by the sets. Three
things decide a fan:

* the hand, however it is read (`of_hand`): which kinds of tiles occur, melds, kongs, how it was won;
* the sets and the pair (`divided`), where the account-once rule chooses among what can be combined;
* the place of the winning tile (`of_place`): concealed pungs and the wait.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from calculator_api.readings.shapes import KNITTED_MASKS
from calculator_api.rules import (
    SEAT_ZH,
    Arithmetic,
    BaseRules,
    Block,
    Counted,
    Fault,
    Hand,
    Payment,
    Reading,
    Result,
    Round,
    Sheet,
    Step,
    Struck,
    Tally,
    Win,
    divide,
    listed,
    mask_of,
    standard_waits,
)
from calculator_api.tiles import (
    DRAGONS,
    GREENS,
    HONORS,
    M_MASK,
    P_MASK,
    S_MASK,
    SIMPLES,
    TERMINALS,
    TERMINALS_AND_HONORS,
    WINDS,
    parse,
)

if TYPE_CHECKING:
    from types import ModuleType


class Fan:
    """Every fan as a bit, in the order of the sheet."""

    (
        BIG_FOUR_WINDS, BIG_THREE_DRAGONS, ALL_GREEN, NINE_GATES, FOUR_KONGS, SEVEN_SHIFTED_PAIRS, THIRTEEN_ORPHANS,
        ALL_TERMINALS, LITTLE_FOUR_WINDS, LITTLE_THREE_DRAGONS, ALL_HONORS, FOUR_CONCEALED_PUNGS, PURE_TERMINAL_CHOWS,
        QUADRUPLE_CHOW, FOUR_PURE_SHIFTED_PUNGS, FOUR_PURE_SHIFTED_CHOWS, THREE_KONGS, ALL_TERMINALS_AND_HONORS,
        SEVEN_PAIRS, GREATER_HONORS_AND_KNITTED_TILES, ALL_EVEN_PUNGS, FULL_FLUSH, PURE_TRIPLE_CHOW,
        PURE_SHIFTED_PUNGS, UPPER_TILES, MIDDLE_TILES, LOWER_TILES, PURE_STRAIGHT, THREE_SUITED_TERMINAL_CHOWS,
        PURE_SHIFTED_CHOWS, ALL_FIVES, TRIPLE_PUNG, THREE_CONCEALED_PUNGS, LESSER_HONORS_AND_KNITTED_TILES,
        KNITTED_STRAIGHT, UPPER_FOUR, LOWER_FOUR, BIG_THREE_WINDS, MIXED_STRAIGHT, REVERSIBLE_TILES,
        MIXED_TRIPLE_CHOW, MIXED_SHIFTED_PUNGS, CHICKEN_HAND, LAST_TILE_DRAW, LAST_TILE_CLAIM, OUT_WITH_REPLACEMENT,
        ROBBING_THE_KONG, ALL_PUNGS, HALF_FLUSH, MIXED_SHIFTED_CHOWS, ALL_TYPES, MELDED_HAND, TWO_CONCEALED_KONGS,
        TWO_DRAGON_PUNGS, MELDED_AND_CONCEALED_KONGS, OUTSIDE_HAND, FULLY_CONCEALED, TWO_MELDED_KONGS,
        LAST_TILE_OF_KIND, DRAGON_PUNG, PREVALENT_WIND, SEAT_WIND, CONCEALED_HAND, ALL_CHOWS, TILE_HOG, DOUBLE_PUNG,
        TWO_CONCEALED_PUNGS, CONCEALED_KONG, ALL_SIMPLES, PURE_DOUBLE_CHOW, MIXED_DOUBLE_CHOW, SHORT_STRAIGHT,
        TWO_TERMINAL_CHOWS, PUNG_OF_TERMINALS_OR_HONORS, MELDED_KONG, MISSING_SUIT, NO_HONORS, EDGE_WAIT, CLOSED_WAIT,
        SINGLE_WAIT, SELF_DRAW, FLOWER,
    ) = (1 << n for n in range(82))  # fmt: skip


NAMES = tuple(name.lower() for name in vars(Fan) if name.isupper())

FIVES = mask_of(parse("5m5p5s"))
EVENS = mask_of(parse("2468m2468p2468s"))
REVERSIBLE = mask_of(parse("1234589p245689s5z"))


def _of_ranks(ranks: int) -> int:
    """The fans that ask which numbers occur, for a mask of numbers (bit 0 is the 1) of a hand without honours."""
    fans = 0
    for allowed, fan in (
        ("19", Fan.ALL_TERMINALS),
        ("789", Fan.UPPER_TILES),
        ("456", Fan.MIDDLE_TILES),
        ("123", Fan.LOWER_TILES),
        ("6789", Fan.UPPER_FOUR),
        ("1234", Fan.LOWER_FOUR),
        ("2345678", Fan.ALL_SIMPLES),
    ):
        if not ranks & ~sum(1 << int(n) - 1 for n in allowed):
            fans |= fan
    return fans


OF_RANKS = tuple(map(_of_ranks, range(512)))


def of_kinds(kinds: int) -> int:
    """The fans that ask only which kinds of tiles occur (a mask)."""
    suits = bool(kinds & M_MASK) + bool(kinds & P_MASK) + bool(kinds & S_MASK)
    fans = Fan.MISSING_SUIT if suits == 2 else 0
    if not kinds & HONORS:
        fans |= Fan.NO_HONORS | OF_RANKS[(kinds | kinds >> 9 | kinds >> 18) & 0x1FF]
        if suits == 1:
            fans |= Fan.FULL_FLUSH
    elif suits == 0:
        fans |= Fan.ALL_HONORS
    else:
        if suits == 1:
            fans |= Fan.HALF_FLUSH
        elif suits == 3 and kinds & WINDS and kinds & DRAGONS:
            fans |= Fan.ALL_TYPES
        if not kinds & SIMPLES:
            fans |= Fan.ALL_TERMINALS_AND_HONORS
    if not kinds & ~GREENS:
        fans |= Fan.ALL_GREEN
    if not kinds & ~REVERSIBLE:
        fans |= Fan.REVERSIBLE_TILES
    return fans


class Combination(NamedTuple):
    """A fan and the sets it is made of, as a mask over their positions."""

    fan: int
    sets: int


def chow_combinations(chows: tuple[int, ...], five: int | None) -> Iterator[Combination]:
    """What can be seen among chows (their lowest tiles, rising); `five` is the pair where that is a 5."""
    for sets, some in _choices(chows, 2):
        yield from _named(sets, _of_two_chows(*some))
    for sets, some in _choices(chows, 3):
        yield from _named(sets, _of_three_chows(some))
    for sets, some in _choices(chows, 4):
        yield from _named(sets, _of_four_chows(some, five))


def pung_combinations(pungs: tuple[int, ...]) -> Iterator[Combination]:
    """What can be seen among pungs of number tiles (their tiles, rising)."""
    for sets, some in _choices(pungs, 2):
        yield from _named(sets, Fan.DOUBLE_PUNG if some[0] % 9 == some[1] % 9 else 0)
    for sets, some in _choices(pungs, 3):
        yield from _named(sets, _of_three_pungs(some))
    for sets, some in _choices(pungs, 4):
        yield from _named(sets, Fan.FOUR_PURE_SHIFTED_PUNGS if _step(some) == 1 else 0)


def _choices(sets: tuple[int, ...], size: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    for positions in combinations(range(len(sets)), size):
        yield sum(1 << p for p in positions), tuple(sets[p] for p in positions)


def _named(sets: int, fan: int) -> Iterator[Combination]:
    if fan:
        yield Combination(fan, sets)


def _step(tiles: Sequence[int]) -> int | None:
    """By how much tiles of one suit rise each time; None where they do not rise evenly within a suit."""
    step = tiles[1] - tiles[0]
    even = all(b - a == step for a, b in zip(tiles, tiles[1:], strict=False))
    return step if even and tiles[0] // 9 == tiles[-1] // 9 else None


def _across(tiles: Sequence[int]) -> tuple[int, ...] | None:
    """The numbers of three tiles of three suits, rising; None for other tiles."""
    return tuple(sorted(t % 9 for t in tiles)) if len({t // 9 for t in tiles}) == 3 else None


def _of_two_chows(a: int, b: int) -> int:
    if a == b:
        return Fan.PURE_DOUBLE_CHOW
    if a % 9 == b % 9:
        return Fan.MIXED_DOUBLE_CHOW
    if a // 9 == b // 9:
        return {3: Fan.SHORT_STRAIGHT, 6: Fan.TWO_TERMINAL_CHOWS}.get(b - a, 0)
    return 0


def _of_three_chows(chows: tuple[int, ...]) -> int:
    step = _step(chows)
    if step is not None:
        return {
            0: Fan.PURE_TRIPLE_CHOW,
            1: Fan.PURE_SHIFTED_CHOWS,
            2: Fan.PURE_SHIFTED_CHOWS,
            3: Fan.PURE_STRAIGHT,
        }.get(step, 0)
    numbers = _across(chows)
    if numbers is None:
        return 0
    if numbers == (0, 3, 6):
        return Fan.MIXED_STRAIGHT
    return {(0, 0): Fan.MIXED_TRIPLE_CHOW, (1, 1): Fan.MIXED_SHIFTED_CHOWS}.get(
        (numbers[1] - numbers[0], numbers[2] - numbers[1]), 0
    )


def _of_four_chows(chows: tuple[int, ...], five: int | None) -> int:
    step = _step(chows)
    if step is not None:
        return {0: Fan.QUADRUPLE_CHOW, 1: Fan.FOUR_PURE_SHIFTED_CHOWS, 2: Fan.FOUR_PURE_SHIFTED_CHOWS}.get(step, 0)
    if five is None or sorted(c % 9 for c in chows) != [0, 0, 6, 6]:
        return 0
    suits = Counter(c // 9 for c in chows)
    if len(suits) == 1 and five // 9 in suits:
        return Fan.PURE_TERMINAL_CHOWS
    low = {c // 9 for c in chows if c % 9 == 0}
    high = {c // 9 for c in chows if c % 9 == 6}
    return Fan.THREE_SUITED_TERMINAL_CHOWS if len(low) == 2 and low == high and five // 9 not in low else 0


def _of_three_pungs(pungs: tuple[int, ...]) -> int:
    if _step(pungs) == 1:
        return Fan.PURE_SHIFTED_PUNGS
    numbers = _across(pungs)
    if numbers is None:
        return 0
    return {(0, 0): Fan.TRIPLE_PUNG, (1, 1): Fan.MIXED_SHIFTED_PUNGS}.get(
        (numbers[1] - numbers[0], numbers[2] - numbers[1]), 0
    )


class Found(NamedTuple):
    """Fans that are there. `more` says of which there are several: (fan, how many beyond the first)."""

    fans: int
    more: tuple[tuple[int, int], ...] = ()
    left_out: int = 0  # combinations that the account-once rule leaves out
    first: int = 0  # the most valuable combination that counts


def account_once(found: Sequence[Combination], value: Mapping[int, int]) -> Found:
    """套算一次: the most valuable combinations that form a row in which each shares at most one set with all before it.

    Of rows of equal value the one with more different fans counts, then the one with more of the earlier fans.
    """
    rows = {0: (0, 0)}  # the chosen combinations as a mask -> the sets they use, their value
    ends = [0]
    while ends:
        row = ends.pop()
        used, worth = rows[row]
        for i, one in enumerate(found):
            longer = row | 1 << i
            if longer not in rows and (not row or (one.sets & used).bit_count() <= 1):
                rows[longer] = used | one.sets, worth + value[one.fan]
                ends.append(longer)
    most = max(worth for _, worth in rows.values())
    best = max(
        (
            Counter(one.fan for i, one in enumerate(found) if row >> i & 1)
            for row, (_, worth) in rows.items()
            if worth == most
        ),
        key=_precedence,
    )
    there = 0
    for one in found:
        there |= one.fan
    counted = sum(best)
    more = tuple((fan, n - 1) for fan, n in best.items() if n > 1)
    return Found(counted, more, there & ~counted, max(best, key=lambda fan: (value[fan], -fan), default=0))


def _precedence(fans: Counter[int]) -> tuple[int, list[tuple[int, int]]]:
    return len(fans), sorted(((-fan, n) for fan, n in fans.items()), reverse=True)


# (concealed kongs, melded kongs) -> the fan for that many kongs.
KONGS = {
    (0, 0): 0,
    (1, 0): Fan.CONCEALED_KONG,
    (0, 1): Fan.MELDED_KONG,
    (2, 0): Fan.TWO_CONCEALED_KONGS,
    (0, 2): Fan.TWO_MELDED_KONGS,
    (1, 1): Fan.CONCEALED_KONG | Fan.MELDED_KONG,
    **{(n, 3 - n): Fan.THREE_KONGS for n in range(4)},
    **{(n, 4 - n): Fan.FOUR_KONGS for n in range(5)},
}
CONCEALED_PUNGS = (0, 0, Fan.TWO_CONCEALED_PUNGS, Fan.THREE_CONCEALED_PUNGS, Fan.FOUR_CONCEALED_PUNGS)
CONCEALED_BY_NATURE = (
    Fan.NINE_GATES, Fan.SEVEN_SHIFTED_PAIRS, Fan.THIRTEEN_ORPHANS, Fan.FOUR_CONCEALED_PUNGS, Fan.SEVEN_PAIRS,
    Fan.GREATER_HONORS_AND_KNITTED_TILES, Fan.LESSER_HONORS_AND_KNITTED_TILES,
)  # fmt: skip
ONES = tuple(1 << 3 * tile for tile in range(34))  # counts of all kinds in one number, three bits a kind
FOURS = sum(4 * one for one in ONES)
CHOWS_WITH_TERMINAL = mask_of(parse("17m17p17s"))
CHOWS_WITH_FIVE = mask_of(parse("345m345p345s"))


More = tuple[tuple[int, int], ...]  # fans of which there are several: (fan, how many beyond the first)


class Whole(NamedTuple):
    """What holds for a hand however it is read."""

    fans: int
    more: More
    concealed_kongs: int


class Divided(NamedTuple):
    """What the sets and the pair decide, wherever the winning tile lies."""

    fans: int
    more: More
    concealed_pungs: int  # with kongs, and with a pung that the winning tile may complete
    left_out: tuple[tuple[int, int], ...]  # combinations that do not count: (fans, the one that does)


class Settled(NamedTuple):
    """What is left of a mask of fans after striking, what one of each comes to, and (what was struck, by which fan)."""

    fans: int
    worth: int
    struck: tuple[tuple[int, int], ...]


class Scored(NamedTuple):
    """One reading and what it comes to without flowers."""

    reading: Reading
    worth: int
    settled: Settled
    divided: Divided


def bits(fans: int) -> Iterator[int]:
    """The single fans of a mask, in the order of the sheet."""
    while fans:
        fan = fans & -fans
        yield fan
        fans ^= fan


class Rules(BaseRules):
    """Readings are compared by masks and sums; only the best one is told in words."""

    own_weigh = True

    def __init__(self, sheet: Sheet, modules: Sequence[ModuleType] = ()) -> None:
        super().__init__(sheet, modules)
        if tuple(sheet.patterns) != NAMES:
            raise LookupError(f"{sheet.path}: the patterns and their order must be those of rules.py")
        bit = {name: 1 << n for n, name in enumerate(sheet.patterns)}
        self._patterns = {bit[name]: p for name, p in sheet.patterns.items()}
        self._value = {bit[name]: p.value for name, p in sheet.patterns.items()}
        self._once = {bit[name]: Counted(p, p.value, 1, p.unit) for name, p in sheet.patterns.items()}
        self._chicken_hand = Settled(Fan.CHICKEN_HAND, self._value[Fan.CHICKEN_HAND], ())
        self._strikes = {bit[name]: sum(bit[other] for other in p.excludes) for name, p in sheet.patterns.items()}
        self.of_chows = lru_cache(maxsize=1 << 15)(self._of_chows)
        self.of_pungs = lru_cache(maxsize=1 << 15)(self._of_pungs)
        self.settle = lru_cache(maxsize=1 << 16)(self._settle)
        self.once_each = lru_cache(maxsize=1 << 16)(self._once_each)

    # -- fans

    def of_hand(self, hand: Hand) -> Whole:
        """What can be said before the tiles are read."""
        kinds, loose = hand.natural_kinds, hand.tiles
        concealed_kongs = melded_kongs = 0
        for made in hand.meld_blocks:
            kinds |= made.mask
            if not made.is_kong:
                loose += made.tiles
            elif made.meld is not None and made.meld.is_claimed:
                melded_kongs += 1
            else:
                concealed_kongs += 1
        fans = of_kinds(kinds) | KONGS[concealed_kongs, melded_kongs]
        if concealed_kongs == melded_kongs == 1 and hand.options["mixed_kongs"] == "five":
            fans |= Fan.MELDED_AND_CONCEALED_KONGS
            fans &= ~(Fan.CONCEALED_KONG | Fan.MELDED_KONG)
        if fans & Fan.FULL_FLUSH and not hand.melds and _is_nine_gates(hand.concealed):
            fans |= Fan.NINE_GATES
        fans |= self.of_win(hand.win, len(hand.melds) - concealed_kongs)
        if "last_of_kind" in hand.win.circumstances:
            fans |= Fan.LAST_TILE_OF_KIND
        counts = sum(map(ONES.__getitem__, loose))
        hogs = (counts & FOURS).bit_count()
        if not hogs:
            return Whole(fans, (), concealed_kongs)
        if hand.tile is not None and counts >> 3 * hand.tile & 4 and hand.tile not in hand.concealed:
            fans |= Fan.LAST_TILE_OF_KIND
        return Whole(fans | Fan.TILE_HOG, ((Fan.TILE_HOG, hogs - 1),), concealed_kongs)

    @staticmethod
    def of_win(win: Win, melded: int) -> int:
        """The fans for how the hand was won, with `melded` chows, pungs and melded kongs."""
        happened = win.circumstances
        if win.by == "self_draw":
            fans = Fan.SELF_DRAW if melded else Fan.SELF_DRAW | Fan.FULLY_CONCEALED
            if "last_tile" in happened:
                fans |= Fan.LAST_TILE_DRAW
            if "kong_replacement" in happened and "flower_replacement" not in happened:
                fans |= Fan.OUT_WITH_REPLACEMENT
            return fans
        fans = Fan.MELDED_HAND if melded == 4 else 0 if melded else Fan.CONCEALED_HAND
        if win.by == "robbed_kong":
            return fans | Fan.ROBBING_THE_KONG
        return fans | Fan.LAST_TILE_CLAIM if "last_tile" in happened else fans

    def _of_chows(self, chows: tuple[int, ...], five: int | None) -> Found:
        return account_once(tuple(chow_combinations(chows, five)), self._value)

    def _of_pungs(self, pungs: int) -> Found:
        """The fans that ask only which pungs there are (a mask)."""
        numbers = tuple(t for t in range(27) if pungs >> t & 1)
        made = account_once(tuple(pung_combinations(numbers)), self._value)
        winds, dragons = (pungs & WINDS).bit_count(), (pungs & DRAGONS).bit_count()
        fans, more = made.fans, made.more
        if pungs.bit_count() == 4:
            fans |= Fan.ALL_PUNGS
        if winds >= 3:
            fans |= Fan.BIG_THREE_WINDS if winds == 3 else Fan.BIG_THREE_WINDS | Fan.BIG_FOUR_WINDS
        if dragons:
            fans |= (
                Fan.DRAGON_PUNG,
                Fan.DRAGON_PUNG | Fan.TWO_DRAGON_PUNGS,
                Fan.DRAGON_PUNG | Fan.TWO_DRAGON_PUNGS | Fan.BIG_THREE_DRAGONS,
            )[dragons - 1]
            more = (*more, (Fan.DRAGON_PUNG, dragons - 1))
        return Found(fans, more, made.left_out, made.first)

    def divided(self, r: Reading, whole: Whole) -> Divided:
        """What is decided before the winning tile has its place: by the shape, the sets and the pair."""
        if r.pair is None:
            return of_whole_shape(r, whole)
        chows: list[int] = []
        pungs = starts = in_hand = 0
        for made in r.sets:
            if made.is_pung:
                pungs |= 1 << made.tile
                in_hand += made.meld is None
            else:
                chows.append(made.tile)
                starts |= 1 << made.tile
        chows.sort()
        pair = 1 << r.pair.tile
        fans, more, left_out, first = self.of_chows(
            tuple(chows), r.pair.tile if pair & FIVES and len(chows) == 4 else None
        )
        pung_fans, pung_more, pungs_left_out, first_of_pungs = self.of_pungs(pungs)
        fans |= pung_fans | whole.fans
        if pungs:
            fans |= _of_pungs_and_pair(pung_fans, pungs, pair)
        elif not pair & HONORS:
            fans |= Fan.ALL_CHOWS
        if r.shape != "standard":
            fans |= Fan.KNITTED_STRAIGHT
        elif not (starts & ~CHOWS_WITH_TERMINAL or (pungs | pair) & ~TERMINALS_AND_HONORS):
            fans |= Fan.OUTSIDE_HAND
        elif not (starts & ~CHOWS_WITH_FIVE or (pungs | pair) & ~FIVES):
            fans |= Fan.ALL_FIVES
        more += pung_more + whole.more
        if pungs & TERMINALS_AND_HONORS:
            fans, more = _with_terminal_and_wind_pungs(r.hand, fans, more, pungs)
        return Divided(
            fans, more, in_hand + whole.concealed_kongs, ((left_out, first), (pungs_left_out, first_of_pungs))
        )

    def of_place(self, r: Reading, divided: Divided) -> int:
        """The fans that the place of the winning tile decides: how many pungs are concealed, and the wait."""
        place, hand = r.place, r.hand
        concealed = divided.concealed_pungs
        if place is None:
            return CONCEALED_PUNGS[concealed]
        if place.is_pung:
            return CONCEALED_PUNGS[concealed - 1 if hand.claimed else concealed]
        wait = Fan.SINGLE_WAIT if place.is_pair else _wait_in_chow(place, hand.tile)
        return CONCEALED_PUNGS[concealed] | (wait if wait and self.is_only_wait(r) else 0)

    def is_only_wait(self, r: Reading) -> bool:
        """Whether one kind of tile alone completes the hand, in form: a fifth copy counts."""
        waits = r.hand.notes.get(r.shape)
        if waits is None:
            waits = r.hand.notes[r.shape] = (
                standard_or_pairs_waits(r.hand) if r.shape == "standard" else knitted_straight_waits(r.hand)
            )
        return int(waits).bit_count() == 1

    # -- from fans to figures

    def _settle(self, fans: int, closed_self_draw: str) -> Settled:
        """Strikes, in the order of the sheet: what is struck already strikes nothing."""
        struck: list[tuple[int, int]] = []
        left = fans
        while left:
            fan = left & -left
            gone = fans & self._strikes[fan]
            if gone:
                if closed_self_draw == "fully_concealed" and fan in CONCEALED_BY_NATURE:
                    gone &= ~Fan.FULLY_CONCEALED
                fans &= ~gone
                left &= fans
                struck.append((gone, fan))
            left &= ~fan
        if not fans:
            return self._chicken_hand
        return Settled(fans, sum([self._value[fan] for fan in bits(fans)]), tuple(struck))

    def _once_each(self, fans: int) -> tuple[Counted, ...]:
        return tuple([self._once[fan] for fan in bits(fans)])

    def scored(self, r: Reading, divided: Divided) -> Scored:
        """A reading with what it comes to without flowers."""
        fans = divided.fans if r.pair is None else divided.fans | self.of_place(r, divided)
        settled = self.settle(fans, r.hand.options["closed_self_draw"])
        worth = settled.worth
        for fan, n in divided.more:
            if fan & settled.fans:
                worth += n * self._value[fan]
        return Scored(r, worth, settled, divided)

    def best(self, hand: Hand, readings: Iterable[Reading]) -> Tally | None:
        """The reading of the greatest worth; of equals the greater single values decide, then the earlier fans."""
        best: Scored | None = None
        whole = self.of_hand(hand)
        sets = pair = None
        for r in readings:
            # The places of the winning tile in one division follow each other.
            if r.sets is not sets or r.pair is not pair or pair is None:
                sets, pair, divided = r.sets, r.pair, self.divided(r, whole)
            one = self.scored(r, divided)
            if (
                best is None
                or one.worth > best.worth
                or (one.worth == best.worth and self._listed(one) > self._listed(best))
            ):
                best = one
        return self.told(best) if best is not None else None

    def weigh(self, r: Reading) -> Tally:
        """What this reading comes to."""
        return self.told(self.scored(r, self.divided(r, self.of_hand(r.hand))))

    def _listed(self, one: Scored) -> tuple[list[int], list[int]]:
        times = dict(one.divided.more)
        singles = [fan for fan in bits(one.settled.fans) for _ in range(times.get(fan, 0) + 1)]
        return sorted((self._value[fan] for fan in singles), reverse=True), [-fan for fan in singles]

    def verdict(self, hand: Hand, best: Tally) -> Iterator[str]:
        """Flowers do not help to reach the minimum."""
        if best.score - len(hand.player.flowers) < hand.options["min_fan"]:
            yield "below_minimum"

    def told(self, one: Scored) -> Tally:
        """The tally of a reading: what counts, what was struck by what, and the sum with the flowers."""
        settled, divided = one.settled, one.divided
        once, patterns = self._once, self._patterns
        counted = list(self.once_each(settled.fans))
        for fan, n in divided.more:
            if n and fan & settled.fans:
                counted[counted.index(once[fan])] = once[fan]._replace(times=n + 1)
        flowers = len(one.reading.hand.player.flowers)
        if flowers:
            counted.append(once[Fan.FLOWER]._replace(times=flowers))
        struck = [Struck(patterns[fan], patterns[by].id) for fans, by in settled.struck for fan in bits(fans)]
        for fans, by in divided.left_out:
            # What is struck by another fan is named with that one.
            for fan in bits(fans & ~settled.fans) if fans else ():
                if not any(gone.pattern is patterns[fan] for gone in struck):
                    struck.append(Struck(patterns[fan], patterns[by].id))
        zh, en = listed(counted)
        score = one.worth + flowers
        return Tally(
            one.reading, tuple(counted), tuple(struck), Arithmetic(score, (Step("sum", score, zh, en),), score)
        )

    def win_payments(self, result: Result) -> Iterator[Payment]:
        """Every loser pays the base; the discarder, or on a self-draw each of them, the fans too."""
        win, base = result.win, self.base(result.hand.options)
        for seat in self.sheet.seats:
            if seat != win.winner:
                yield owed(seat, win.winner, base, result.score if win.self_drawn or seat == win.source else 0)

    # -- impossible rounds

    def faults(self, round_: Round) -> Iterator[Fault]:
        """Circumstances that contradict the winner's own tiles."""
        for i, win in enumerate(round_.wins):
            player = round_.player(win.winner)
            concealed = player.concealed or ()
            at = f"/wins/{i}/circumstances"
            if "opening" in win.circumstances:
                yield self.fault(
                    at, "impossible_circumstance", "国标没有起手胡", "no win is declared on the dealt hand here"
                )
            if "last_of_kind" in win.circumstances and win.tile in concealed:
                yield self.fault(
                    at,
                    "impossible_circumstance",
                    "手里还有同样的牌，不是绝张",
                    "the winner holds another copy, so the tile is not the last of its kind",
                )
            if "last_tile" in win.circumstances and win.by == "robbed_kong":
                yield self.fault(
                    at, "impossible_circumstance", "最后一张之后不能补杠", "no kong is made after the last tile"
                )
            if "flower_replacement" in win.circumstances and not player.flowers:
                yield self.fault(
                    at, "impossible_circumstance", "没有花牌，不会补花", "the winner has no flowers to replace"
                )
        if len(round_.wins) > 1 and any("heavenly" in win.circumstances for win in round_.wins):
            yield self.fault("/wins", "wins_contradict", "一盘只有一位和牌者", "a self-drawn win stands alone")


@lru_cache(maxsize=1 << 14)
def owed(payer: str, winner: str, base: int, fans: int) -> Payment:
    """What one loser pays: the base, and the fans where they are his to pay."""
    amount = base + fans
    zh, en = (f"底分 {base} + {fans} 番", f"base {base} + {fans} fan") if fans else ("底分", "the base")
    return Payment(
        payer,
        winner,
        amount,
        "win",
        f"{SEAT_ZH[payer]}付{SEAT_ZH[winner]} {amount}（{zh}）",
        f"{payer} pays {winner} {amount} ({en})",
    )


def _is_nine_gates(concealed: Sequence[int]) -> bool:
    """Whether thirteen tiles of one suit are 1112345678999."""
    first = concealed[0] - concealed[0] % 9
    return sorted(concealed) == [first + int(n) - 1 for n in "1112345678999"]


def _of_pungs_and_pair(fans: int, pungs: int, pair: int) -> int:
    """The fans that pungs make with the pair; `fans` are those of the pungs alone."""
    if pair & WINDS:
        return Fan.LITTLE_FOUR_WINDS if fans & Fan.BIG_THREE_WINDS else 0
    if pair & DRAGONS:
        return Fan.LITTLE_THREE_DRAGONS if fans & Fan.TWO_DRAGON_PUNGS else 0
    return Fan.ALL_EVEN_PUNGS if fans & Fan.ALL_PUNGS and not (pungs | pair) & ~EVENS else 0


def _with_terminal_and_wind_pungs(hand: Hand, fans: int, more: More, pungs: int) -> tuple[int, More]:
    """Adds seat wind, prevalent wind, and the pungs of terminals and winds that are part of no other fan."""
    own, prevalent = 1 << hand.seat_wind, 1 << hand.round_wind
    if pungs & own:
        fans |= Fan.SEAT_WIND
    if pungs & prevalent:
        fans |= Fan.PREVALENT_WIND
    winds = 0 if fans & (Fan.BIG_THREE_WINDS | Fan.LITTLE_FOUR_WINDS) else WINDS & ~(own | prevalent)
    left = (pungs & (TERMINALS | winds)).bit_count()
    if fans & Fan.NINE_GATES:
        left -= 1
    if left > 0:
        fans |= Fan.PUNG_OF_TERMINALS_OR_HONORS
        more = (*more, (Fan.PUNG_OF_TERMINALS_OR_HONORS, left - 1))
    return fans, more


def of_whole_shape(r: Reading, whole: Whole) -> Divided:
    """The fans of a reading without sets: seven pairs, thirteen orphans, knitted tiles."""
    fans, kinds = whole.fans, r.kinds
    if r.shape == "seven_pairs":
        fans |= Fan.SEVEN_PAIRS
        if fans & Fan.FULL_FLUSH and kinds // (kinds & -kinds) == 0b1111111:
            fans |= Fan.SEVEN_SHIFTED_PAIRS
    elif r.shape == "thirteen_orphans":
        fans |= Fan.THIRTEEN_ORPHANS
    elif kinds & HONORS == HONORS:
        fans |= Fan.GREATER_HONORS_AND_KNITTED_TILES
    else:
        fans |= Fan.LESSER_HONORS_AND_KNITTED_TILES
        if any(kinds & order == order for order in KNITTED_MASKS):
            fans |= Fan.KNITTED_STRAIGHT
    return Divided(fans, whole.more, 0, ())


def _wait_in_chow(chow: Block, tile: int | None) -> int:
    assert tile is not None
    position, lowest = tile - chow.tile, chow.tile % 9
    if position == 1:
        return Fan.CLOSED_WAIT
    return Fan.EDGE_WAIT if (position, lowest) in ((2, 0), (0, 6)) else 0


def _keys_before(hand: Hand) -> tuple[int, ...]:
    """The packed counts of the concealed tiles without the winning one."""
    keys = hand.setting.vocabulary.keys(hand.concealed)
    assert keys is not None
    return keys


def standard_or_pairs_waits(hand: Hand) -> int:
    """What completes a hand that was won as sets and a pair, as a mask: sets and a pair, or seven pairs.

    The other shapes are too far from it to be completed by one tile.
    """
    waits = standard_waits(hand.setting.vocabulary, _keys_before(hand))
    if not hand.melds:
        odd = 0
        for tile in hand.concealed:
            odd ^= 1 << tile
        if not odd & odd - 1:
            waits |= odd
    return waits


def knitted_straight_waits(hand: Hand) -> int:
    """What completes a hand that was won as a knitted straight, as a mask: nothing but knitted straights."""
    kinds = mask_of(hand.concealed)
    keys = hand.setting.vocabulary.keys
    waits = 0
    for order in KNITTED_MASKS:
        missing = order & ~kinds
        if missing.bit_count() > 1:
            continue
        rest = list(hand.concealed)
        for tile in range(27):
            if order & kinds & 1 << tile:
                rest.remove(tile)
        packed = keys(tuple(rest))
        assert packed is not None
        if not missing:
            waits |= standard_waits(hand.setting.vocabulary, packed)
        elif any(True for _ in divide(hand.setting.vocabulary, packed, 1 - len(hand.melds))):
            waits |= missing
    return waits
