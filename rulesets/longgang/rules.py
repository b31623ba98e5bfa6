"""龙港麻将: tile points and doublings of winner and losers, wildcards with an own flower, limit hands, chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from calculator_api.patterns.flushes import is_full_flush, is_half_flush
from calculator_api.patterns.waits import is_single
from calculator_api.round import SEATS
from calculator_api.rules import (
    SEAT_ZH,
    Arithmetic,
    BaseRules,
    Block,
    CapUse,
    Counted,
    Fault,
    Hand,
    Pattern,
    Payment,
    Player,
    Predicate,
    Reading,
    Refused,
    Result,
    Round,
    Settlement,
    Step,
    Struck,
    Tally,
    Text,
    Tile,
    Tiles,
    Trait,
    divide,
    each_set,
    hand_pattern,
    listed,
    pair,
    pattern,
    places,
    plain,
    pung,
    shape,
    turns_after,
)
from calculator_api.tiles import (
    FIRST_FLOWER,
    GREEN,
    GREENS,
    HONORS,
    RED,
    TERMINALS,
    TERMINALS_AND_HONORS,
    WINDS,
    is_flower,
    is_number,
)

LIMIT = 300
BASE_HU = 20
HU_IN_A_CHIP = 10
FALSE_WIN_CHIPS, FALSE_WIN_CHIPS_WITH_DEALER = 10, 20
FOLLOW = {"normal": (30, 60, 90, 120), "topped_up": (50, 100, 150, 200)}
NOBODY_ELSE_COUNTS = ("heavenly_hand", "earthly_hand", "human_hand", "three_wildcards")
DRAGONS = 1 << GREEN | 1 << RED

# Of equal receipts the reading with more of these counts, compared in this order.
HU_ORDER = (
    "concealed_kong",
    "melded_kong",
    "concealed_pung",
    "melded_pung",
    "value_pair",
    "closed_wait",
    "self_draw",
    "edge_wait",
    "single_wait",
)


# -- wildcards: W, and the own flower F


def turned(round_: Round) -> Tile:
    """The tile turned over; its kind is W, or all other seasons are."""
    table = round_.table
    return table.indicator if table.indicator is not None else (table.wildcards or ())[0]


def own_flower(round_: Round, seat: str) -> Tile | None:
    """坐花: the seat's own season, unless it is the turned tile."""
    own = FIRST_FLOWER + SEATS.index(seat)
    return None if own == turned(round_) else own


def holds_flower(hand: Hand) -> bool:
    """Whether the winner has F."""
    return own_flower(hand.round, hand.seat) in hand.wilds


def wildcards_held(hand: Hand) -> int:
    """How many W the winner has; where a season was turned, F is one of them."""
    apart = holds_flower(hand) and not is_flower(turned(hand.round))
    return len(hand.wilds) - apart


def has_face(made: Block) -> bool:
    """Whether there is a real tile in it; a block of wildcards alone is of no suit and no rank."""
    return bool(made.natural)


def faces(r: Reading) -> int:
    """Mask of the faces of all blocks that have one."""
    mask = 0
    for made in r.blocks:
        if has_face(made):
            mask |= made.mask
    return mask


# -- shapes


@shape
def standard(hand: Hand) -> Iterator[Reading]:
    """五副一将, all that hu and tai can tell apart."""
    return sets_and_pair(hand, hu_and_tai(hand))


def sets_and_pair(hand: Hand, trait: Trait) -> Iterator[Reading]:
    """Divisions that differ in `trait`; of places of the winning tile that count the same only one is read."""
    if hand.keys is None or hand.sets_needed < 0 or len(hand.tiles) != 3 * hand.sets_needed + 2:
        return
    sets, wild = hand.sets_needed, len(hand.wilds)
    for blocks in divide(hand.setting.vocabulary, hand.keys, sets, wild, hand.allowed, trait):
        shown = tuple(made if has_face(made) else as_wildcard(made, hand) for made in blocks)
        seen: set[str] = set()
        for place in places(hand, shown):
            part = part_played(place, hand)
            if part not in seen:
                seen.add(part)
                yield Reading(hand, "standard", shown[:-1] + hand.meld_blocks, shown[-1], (), place)


def as_wildcard(made: Block, hand: Hand) -> Block:
    """A block of wildcards alone, shown as their own kind where that is a kind that can stand in a hand."""
    own = hand.wild_faces[0]
    if is_flower(own):
        return made
    return pair(own, 2) if made.is_pair else pung(own, 3)


@shape
def three_wildcards(hand: Hand) -> Iterator[Reading]:
    """推土机: three W, or with the option three W and F; the other tiles need not fit."""
    four = hand.options["limit_wildcards"] == 4 and not is_flower(turned(hand.round))
    if wildcards_held(hand) >= 3 and (holds_flower(hand) or not four):
        tiles = tuple(sorted(hand.tiles))
        yield Reading(hand, "three_wildcards", hand.meld_blocks, loose=tiles, loose_wild=hand.wilds)


@shape
def eight_pairs_half(hand: Hand) -> Iterator[Reading]:
    """八对半: seven pairs and a triplet, no melds. All readings count the same, so one is enough."""
    if "eight_pairs_half" not in hand.options["optional_hands"] or hand.melds or len(hand.tiles) != 17:
        return
    if any(is_flower(tile) for tile in hand.naturals):
        return
    counts, wild = Counter(hand.naturals), len(hand.wilds)
    triplets = [(tile, n) for tile in sorted(counts) for n in range(min(3, counts[tile]), 0, -1)]
    for tile, real in (*triplets, (hand.wild_faces[0], 0)):
        rest = counts - Counter({tile: real})
        spare = wild - (3 - real) - sum(n % 2 for n in rest.values())
        if spare >= 0:
            pairs = [pair(t) for t, n in sorted(rest.items()) for _ in range(n // 2)]
            pairs += [pair(t, 1) for t, n in sorted(rest.items()) if n % 2]
            blocks = (pung(tile, 3 - real), *pairs, *[pair(hand.wild_faces[0], 2)] * (spare // 2))
            yield hand.reading("eight_pairs_half", blocks, next(iter(places(hand, blocks)), None))
            return


# -- where the winning tile went


def part_played(made: Block | None, hand: Hand) -> str:
    """What the winning tile does in its block, as far as that is paid for: closed, edge, pung, pair or open."""
    if made is None:
        return ""
    if made.is_pair:
        return "pair"
    if not made.is_chow:
        return "pung" if hand.claimed else "open"
    at = positions(made, hand)
    if 1 in at:
        return "closed"
    end = 2 if made.tile % 9 == 0 else 0 if made.tile % 9 == 6 else -1
    return "edge" if end in at and hand.options["edge_wait_hu"] else "open"


def positions(made: Block, hand: Hand) -> list[int]:
    """The positions in a block that the winning tile can take."""
    if hand.tile is None:
        return []
    if hand.tile_is_wild:
        return [i for i in range(len(made.tiles)) if made.wild_at >> i & 1]
    return [i for i, tile in enumerate(made.tiles) if tile == hand.tile and not made.wild_at >> i & 1]


PARTS = ("closed", "edge", "open", "pung", "pair")


# -- what readings are told apart by: counters of three bits each, added up over the blocks


def hu_and_tai(hand: Hand) -> Trait:
    """Small and big pungs, those that double, a pair that counts, and what the winning tile can do."""
    valued, own_wind = value_kinds(hand.seat), hand.seat_wind
    straights = {start for wanted in wanted_in(hand, STRAIGHTS) for start in wanted.starts}

    def trait(made: Block) -> int:
        if not has_face(made):
            return 1 if made.is_pair else 1 << 3
        value = 0
        if positions(made, hand):
            value += 1 << 6 + 3 * PARTS.index(part_played(made, hand))
        if made.is_pair:
            return value + (bool(made.mask & valued) << 21)
        if made.is_pung:
            doubling = 1 << 30 if made.mask & DRAGONS else 1 << 33 if made.tile == own_wind else 0
            return value + doubling + (1 << (27 if is_big(made.tile) else 24))
        return value + (1 << 36 + made.tile if made.tile in straights else 0)

    return trait


def limits(hand: Hand) -> Trait:
    """Pungs and pairs, each wind, and what else the limit hands ask that does not lie in certain sets."""
    green = "all_green" in hand.options["optional_hands"]
    claimed = hand.claimed and "five_concealed_pungs" in hand.options["optional_hands"]

    def trait(made: Block) -> int:
        if not has_face(made):
            return 1 if made.is_pair else 1 << 3
        value = 1 << 6 if made.is_pung else 0
        if made.mask & WINDS:
            value += 1 << 9 + 6 * (made.tile - 27) + 3 * made.is_pair
        elif made.mask & HONORS:
            value += 1 << 33 + 3 * made.is_pair
        if green and made.mask & ~GREENS:
            value += 1 << 39
        if claimed and not made.is_pung and positions(made, hand):
            value += 1 << 42
        return value

    return trait


class Wanted(NamedTuple):
    """Sets that a hand asks for: chows or pungs that start with these tiles."""

    pattern: str
    kind: str
    starts: Tiles

    def is_near(self, hand: Hand) -> bool:
        """Whether the tiles, wildcards included, are there at all."""
        steps = (0, 1, 2) if self.kind == "chow" else (0, 0, 0)
        missing = Counter(start + step for start in self.starts for step in steps)
        missing.subtract(Counter(t for made in hand.meld_blocks for t in made.tiles))
        missing.subtract(Counter(hand.naturals))
        return sum(n for n in missing.values() if n > 0) <= len(hand.wilds)

    def trait(self, made: Block) -> int:
        """Each of these sets."""
        there = has_face(made) and made.kind == self.kind and made.tile in self.starts
        return 1 << 3 * self.starts.index(made.tile) if there else 0

    def is_in(self, r: Reading) -> bool:
        """Whether all of them are there."""
        alike = [made for made in r.sets if has_face(made) and (made.is_pung if self.kind == "pung" else made.is_chow)]
        return Counter(self.starts) <= Counter(made.tile for made in alike)


STRAIGHTS = tuple(Wanted("pure_straight", "chow", (first, first + 3, first + 6)) for first in (0, 9, 18))
SETS_OF_LIMITS = (
    *(Wanted("quadruple_chow", "chow", (first + i,) * 4) for first in (0, 9, 18) for i in range(7)),
    *(Wanted("golden_gate", "chow", (first, first + 2, first + 4, first + 6)) for first in (0, 9, 18)),
    *(Wanted("five_shifted_pungs", "pung", tuple(range(t, t + 5))) for f in (0, 9, 18) for t in range(f, f + 5)),
)


def wanted_in(hand: Hand, all_wanted: Iterable[Wanted]) -> Iterator[Wanted]:
    """Those that are played here and near enough."""
    played = hand.options["optional_hands"]
    return (wanted for wanted in all_wanted if wanted.pattern in played and wanted.is_near(hand))


def limit_readings(hand: Hand) -> Iterator[Reading]:
    """For every limit hand that can be seen in these tiles, a reading that shows it, among others."""
    yield from three_wildcards(hand)
    yield from eight_pairs_half(hand)
    yield from sets_and_pair(hand, limits(hand))
    for wanted in wanted_in(hand, SETS_OF_LIMITS):
        yield from filter(wanted.is_in, sets_and_pair(hand, wanted.trait))


# -- tile points


def is_big(tile: Tile) -> bool:
    """大子: ones, nines and honours."""
    return bool(TERMINALS_AND_HONORS >> tile & 1)


def points(tile: Tile, small: int) -> int:
    """A set's hu: twice as much of a big tile."""
    return 2 * small if is_big(tile) else small


def hu_of_set(made: Block, r: Reading) -> tuple[str, int]:
    """What a pung or kong counts as, and its hu."""
    if made.is_kong:
        concealed = made.meld is not None and not made.meld.is_claimed
        return ("concealed_kong", points(made.tile, 16)) if concealed else ("melded_kong", points(made.tile, 8))
    return ("concealed_pung", points(made.tile, 4)) if r.is_concealed(made) else ("melded_pung", points(made.tile, 2))


def hu_of_sets(r: Reading, name: str) -> list[int]:
    """The hu of every set that counts as `name`."""
    return [hu for what, hu in (hu_of_set(made, r) for made in r.sets if made.is_pung) if what == name]


def sets_that_count(name: str) -> Predicate:
    """How many sets count as `name`; 1 where they differ in value, which is then their sum."""

    def times(r: Reading) -> int:
        values = hu_of_sets(r, name)
        return len(values) if len(set(values)) == 1 else bool(values)

    return Predicate(name, times)


SET_PATTERNS = ("concealed_kong", "melded_kong", "concealed_pung", "melded_pung")
concealed_kong, melded_kong, concealed_pung, melded_pung = map(sets_that_count, SET_PATTERNS)


def value_kinds(seat: str) -> int:
    """中, 發 and the seat's own wind."""
    return DRAGONS | 1 << 27 + SEATS.index(seat)


@pattern
def value_pair(r: Reading) -> bool:
    """雀头: a pair of these kinds with a real tile in it."""
    return r.pair is not None and has_face(r.pair) and bool(r.pair.mask & value_kinds(r.hand.seat))


@pattern
def self_draw(r: Reading) -> bool:
    """自摸: not where the drawn tile completes the pair, unless the option grants it."""
    return r.hand.self_drawn and (not is_single(r) or r.hand.options["single_wait_self_draw_hu"] > 0)


@pattern
def closed_wait(r: Reading) -> bool:
    """卡档: the middle of a chow, whatever else would have won."""
    return part_played(r.place, r.hand) == "closed"


@pattern
def edge_wait(r: Reading) -> bool:
    """边张."""
    return part_played(r.place, r.hand) == "edge"


# -- doublings


@hand_pattern
def no_wildcards(hand: Hand) -> bool:
    """无财神: neither W nor F."""
    return not hand.wilds


@hand_pattern
def two_wildcards(hand: Hand) -> bool:
    """双财神."""
    return wildcards_held(hand) >= 2


@hand_pattern
def seat_flower(hand: Hand) -> bool:
    """坐花."""
    return holds_flower(hand)


@hand_pattern
def four_flowers(hand: Hand) -> bool:
    """四花: F in hand, the three others laid out."""
    return holds_flower(hand) and len(hand.player.flowers) == 3


dragon_pung = each_set("dragon_pung", lambda made, r: made.is_pung and has_face(made) and bool(made.mask & DRAGONS))
seat_wind = each_set("seat_wind", lambda made, r: made.is_pung and has_face(made) and made.tile == r.hand.seat_wind)


@pattern
def half_flush(r: Reading) -> bool:
    """混一色."""
    return is_half_flush(faces(r))


@hand_pattern
def out_with_replacement(hand: Hand) -> bool:
    """杠上开花: on a kong's or a flower's replacement."""
    return hand.self_drawn and (hand.has("kong_replacement") or hand.has("flower_replacement"))


# -- limit hands


@hand_pattern
def earthly_hand(hand: Hand) -> bool:
    """地胡: on the dealer's first discard."""
    return hand.has("earthly") and hand.win.by == "discard" and hand.win.source == "east"


@pattern
def by_three_wildcards(r: Reading) -> bool:
    """推土机."""
    return r.shape == "three_wildcards"


def only_pungs_of(r: Reading, kinds: int) -> bool:
    """五副刻子 of these kinds alone, the pair too."""
    return r.shape == "standard" and all(made.is_pung for made in r.sets) and not faces(r) & ~kinds


@pattern
def all_honors(r: Reading) -> bool:
    """字一色."""
    return only_pungs_of(r, HONORS)


@pattern
def all_terminals(r: Reading) -> bool:
    """清老头."""
    return only_pungs_of(r, TERMINALS)


@pattern
def all_terminals_and_honors(r: Reading) -> bool:
    """混老头: some of both."""
    return only_pungs_of(r, TERMINALS_AND_HONORS) and bool(faces(r) & TERMINALS) and bool(faces(r) & HONORS)


def wind_pungs(r: Reading) -> int:
    """Mask of the winds of which there is a pung with a real tile."""
    mask = 0
    for made in r.sets:
        if made.is_pung and has_face(made):
            mask |= made.mask & WINDS
    return mask


@pattern
def big_four_winds(r: Reading) -> bool:
    """大四喜."""
    return wind_pungs(r) == WINDS


@pattern
def little_four_winds(r: Reading) -> bool:
    """小四喜: the pair may be of wildcards alone, which the option restricts."""
    missing = WINDS & ~wind_pungs(r)
    if r.pair is None or missing.bit_count() != 1:
        return False
    if has_face(r.pair):
        return r.pair.mask == missing
    restricted = r.hand.options["four_winds_wildcard_limit"] and missing >> turned(r.hand.round) & 1
    return not restricted or len(r.hand.wilds) == 2


@pattern
def full_flush(r: Reading) -> bool:
    """清一色, in any shape that has sets or pairs."""
    return r.shape != "three_wildcards" and is_full_flush(faces(r))


@pattern
def wildcard_triplet(r: Reading) -> bool:
    """财神会: W, W and F as a set of their own."""
    return r.shape == "standard" and holds_flower(r.hand) and not all(has_face(made) for made in r.sets)


@pattern
def by_eight_pairs_half(r: Reading) -> bool:
    """八对半."""
    return r.shape == "eight_pairs_half"


@pattern
def all_green(r: Reading) -> bool:
    """绿一色."""
    return r.shape != "three_wildcards" and not faces(r) & ~GREENS


@pattern
def four_guardians(r: Reading) -> bool:
    """四金刚: a set or pair of wildcards alone fits among honours."""
    if r.shape != "standard" or r.pair is None:
        return False
    honors = sum(1 for made in r.sets if made.is_pung and (not has_face(made) or made.mask & HONORS))
    return honors + (not has_face(r.pair) or bool(r.pair.mask & HONORS)) >= 4


@hand_pattern
def five_kongs(hand: Hand) -> bool:
    """五杠子."""
    return hand.kongs() == 5


@hand_pattern
def four_kongs(hand: Hand) -> bool:
    """四杠子: at least four."""
    return hand.kongs() >= 4


@pattern
def five_shifted_pungs(r: Reading) -> bool:
    """五连刻."""
    tiles = sorted(made.tile for made in r.sets if made.is_pung and has_face(made) and is_number(made.tile))
    return len(tiles) == 5 and tiles == list(range(tiles[0], tiles[0] + 5)) and tiles[0] // 9 == tiles[4] // 9


@pattern
def quadruple_chow(r: Reading) -> bool:
    """四连太宝."""
    return max(Counter(made.tile for made in r.sets if made.is_chow).values(), default=0) >= 4


@pattern
def golden_gate(r: Reading) -> bool:
    """金门桥: 123 345 567 789."""
    chows = {made.tile for made in r.sets if made.is_chow}
    return any({first, first + 2, first + 4, first + 6} <= chows for first in (0, 9, 18))


# -- what a player who did not win counts


class Count(NamedTuple):
    """A loser's figure: `total` in hu, and what it is made of by pattern id."""

    total: int
    raw: int
    tai: int
    hu: int
    patterns: Mapping[str, int]


NOTHING = Count(0, 0, 0, 0, {})
MELD_HU = {
    "concealed_kong": ("concealed_kong", 16),
    "exposed_kong": ("melded_kong", 8),
    "added_kong": ("melded_kong", 8),
    "pung": ("melded_pung", 2),
}


def rounded(raw: int) -> int:
    """Up to whole tens, 300 at most."""
    return min(LIMIT, -(-raw // HU_IN_A_CHIP) * HU_IN_A_CHIP)


class Loser:
    """One seat that did not win: its melds, flowers, natural triples and pairs, and the best use of its wildcards."""

    def __init__(self, round_: Round, seat: str) -> None:
        self.options = round_.options
        self.player: Player = round_.player(seat)
        self.seat_wind = 27 + SEATS.index(seat)
        self.value_kinds = value_kinds(seat)
        self.seasons_wild = is_flower(turned(round_))
        concealed = self.player.concealed or ()
        wild = [t for t in concealed if (is_flower(t) if self.seasons_wild else t == turned(round_))]
        self.flower = int(own_flower(round_, seat) in concealed)
        self.wildcards = len(wild) - (self.flower if self.seasons_wild else 0)
        self.counts = Counter(t for t in concealed if not is_flower(t) and t not in wild)

    def best(self) -> Count:
        """The placement with the largest total, then the largest product, then the most doublings."""
        lone_allowed = self.options["nonwinner_single_tile_triplet"]
        singles = [t for t, n in self.counts.items() if n in (1, 4)] if lone_allowed else []
        pairs = [t for t, n in self.counts.items() if n == 2]
        wild = self.wildcards + self.flower
        found = [
            self._count((*beside_pair, *beside_single), flower, used - flower)
            for two in range(wild // 2 + 1)
            for beside_single in unlike(singles, two, self._likeness)
            for one in range(wild - 2 * two + 1)
            for beside_pair in unlike(pairs, one, self._likeness)
            for flower in range(self.flower + 1)
            if 0 <= (used := one + 2 * two) - flower <= self.wildcards
        ]
        return max(found, key=lambda count: count[:3])

    def _likeness(self, tile: Tile) -> tuple[bool, bool]:
        """Tiles that count the same when wildcards make a pung of them."""
        return is_big(tile), bool(self.value_kinds >> tile & 1)

    def _count(self, completed: Tiles, flower: int, wildcards: int) -> Count:
        """The figure when wildcards complete these pungs: F (where `flower` is 1) and so many W."""
        triples = [t for t, n in self.counts.items() if n >= 3]
        pungs = [*triples, *completed, *(m.tiles[0] for m in self.player.melds if m.type != "chow")]
        hu = self._hu([*triples, *completed])
        doublings = {
            "dragon_pung": sum(1 for t in pungs if DRAGONS >> t & 1),
            "seat_wind": pungs.count(self.seat_wind),
            "two_wildcards": int(wildcards + (flower if self.seasons_wild else 0) >= 2),
            **self._flower_tai(flower),
        }
        tai = sum(doublings.values())
        raw = sum(hu.values()) * 2**tai
        patterns = {name: n for name, n in (*hu.items(), *doublings.items()) if n}
        return Count(rounded(raw), raw, tai, sum(hu.values()), patterns)

    def _hu(self, concealed: Sequence[Tile]) -> Mapping[str, int]:
        """Hu by pattern id, with pungs of these tiles in hand."""
        found: dict[str, int] = dict.fromkeys(SET_PATTERNS, 0)
        for meld in self.player.melds:
            if meld.type in MELD_HU:
                name, small = MELD_HU[meld.type]
                found[name] += points(meld.tiles[0], small)
        found["concealed_pung"] = sum(points(t, 4) for t in concealed)
        pairs = [t for t, n in self.counts.items() if n == 2 and t not in concealed]
        found["value_pair"] = 2 * sum(1 for t in pairs if self.value_kinds >> t & 1)
        found["flower"] = 4 * len(self.player.flowers)
        return found

    def _flower_tai(self, flower: int) -> Mapping[str, int]:
        if not flower:
            return {}
        if len(self.player.flowers) == 3:
            return {"four_flowers": self.options["nonwinner_four_flowers_tai"]}
        return {"seat_flower": 1}


def unlike(tiles: Sequence[Tile], n: int, likeness: Callable[[Tile], Any]) -> Iterable[Tiles]:
    """Choices of `n` tiles; of choices that count the same only one."""
    return {tuple(sorted(map(likeness, chosen))): chosen for chosen in combinations(tiles, n)}.values()


def is_dead(player: Player) -> bool:
    """相公 or 诈胡: cannot win and counts nothing."""
    return bool(player.extra.get("dead_hand") or player.extra.get("false_win"))


# -- the rules


class Rules(BaseRules):
    """Tile points times doublings, a follow, and differences between the losers."""

    def faults(self, round_: Round) -> Iterator[Fault]:
        """Seasons that stay in the hand, and somebody liable who did not discard."""
        for seat, player in round_.players.items():
            if player.flowers and (is_flower(turned(round_)) or own_flower(round_, seat) in player.flowers):
                at = f"/players/{seat}/flowers"
                yield self.fault(at, "wild_season", "坐花和花财神留在手里", "an own or wild season stays in the hand")
        for i, win in enumerate(round_.wins):
            liable = win.extra.get("liable")
            if liable is not None and liable != win.source:
                at = f"/wins/{i}/liable"
                yield self.fault(at, "liable_not_payer", "包三家的是放炮者", "only the discarder can be liable")

    def wild_faces(self, round_: Round, seat: str) -> Tiles:
        """W and the seat's F; all other seasons where one was turned."""
        wild, own = turned(round_), own_flower(round_, seat)
        if is_flower(wild):
            return tuple(t for t in range(FIRST_FLOWER, FIRST_FLOWER + 4) if t != wild)
        return (wild,) if own is None else (wild, own)

    def objections(self, hand: Hand) -> Iterable[str]:
        """相公 cannot win; nothing else is asked of such a hand."""
        return ("dead_hand",) if is_dead(hand.player) else super().objections(hand)

    def looks_further(self, codes: Sequence[str]) -> bool:
        """A hand that may not win is not looked into."""
        return False

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        """Sets that differ in value are summed."""
        if pattern.id not in SET_PATTERNS:
            return super().value_of(pattern, r)
        values = hu_of_sets(r, pattern.id)
        return values[0] if len(set(values)) == 1 else sum(values)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        """（牌面胡数 + 20）× 2 to the doublings, up to whole tens; a limit hand is 300."""
        limit = self._limit_hand(r.hand, counted)
        if limit is not None:
            name = limit.pattern.name
            step = Step("limit", LIMIT, f"腊子：{name.zh}", f"Limit hand: {name.en}")
            return Arithmetic(LIMIT, (step,), LIMIT, CapUse("manguan", LIMIT, LIMIT, False))
        tile_points, doublings = [c for c in counted if c.unit == "hu"], [c for c in counted if c.unit == "tai"]
        hu, tai = sum(c.total for c in tile_points), sum(c.total for c in doublings)
        raw, (zh, en) = (hu + BASE_HU) * 2**tai, listed(doublings)
        total = rounded(raw)
        steps = [
            Step("hu", hu, *listed(tile_points)),
            Step("base", hu + BASE_HU, f"加底 {BASE_HU} 胡", f"plus the base of {BASE_HU}"),
            Step("tai", raw, f"× 2 的 {tai} 次方：{zh}", f"× 2 to the power of {tai}: {en}"),
        ]
        if raw > LIMIT:
            steps.append(Step("cap", total, f"满贯 {LIMIT} 胡", f"cut at {LIMIT}"))
        elif total != raw:
            steps.append(Step("rounding", total, "进为整十", "rounded up to tens"))
        return Arithmetic(total, tuple(steps), raw, CapUse("manguan", LIMIT, raw, raw > LIMIT))

    def _is_limit(self, hand: Hand, one: Pattern) -> bool:
        group = self.book_of(hand).group_of[one.id]
        return group is not None and group.id == "limit"

    def _limit_hand(self, hand: Hand, counted: Iterable[Counted]) -> Counted | None:
        return next((c for c in counted if self._is_limit(hand, c.pattern)), None)

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        """A limit hand, the first of the list; else what is received, the product, the doublings, then one by one."""
        limit = self._limit_hand(r.hand, tally.counted)
        if limit is not None:
            return 1, -limit.pattern.order
        shares, tai = 6 if r.hand.is_dealer else 4, self._tai(tally)
        received = shares * tally.score + 3 * self._follow(r.hand, tally)
        totals = {c.pattern.id: c.total for c in tally.counted}
        each_hu = tuple(totals.get(name, 0) for name in HU_ORDER)
        each_tai = tuple(totals.get(name, 0) for name in self.book_of(r.hand).members["tai"])
        return 0, received, tally.arithmetic.before, tai, each_hu, each_tai

    def _tai(self, tally: Tally) -> int:
        """The doublings; three for a limit hand."""
        return int(sum(c.total for c in tally.counted if c.unit == "tai"))

    def _follow(self, hand: Hand, tally: Tally) -> int:
        """跟胡 by the doublings, three at most."""
        return FOLLOW[hand.options["follow"]][min(self._tai(tally), 3)]

    def precedes(self, result: Result) -> tuple[int, int]:
        """天胡, then three wildcards as dealt, then turn order."""
        source = result.win.source
        if source is not None:
            return 2, turns_after(source, result.seat, self.sheet.seats)
        return (0 if result.hand.has("heavenly") else 1), SEATS.index(result.seat)

    def best(self, hand: Hand, readings: Iterable[Reading]) -> Tally | Refused | None:
        """A limit hand wherever one can be read, with the others that can; only without one what hu and tai come to."""
        tallies = [tally for r in limit_readings(hand) if isinstance(tally := self.weigh(r), Tally)]
        found = [tally for tally in tallies if self._limit_hand(hand, tally.counted) is not None]
        if not found:
            return super().best(hand, readings)
        best = max(found, key=lambda tally: self.rank(tally.reading, tally))
        named = best.counted[0].pattern
        known = {named.id, *(one.pattern.id for one in best.struck)}
        there = {one.pattern for tally in found for one in tally.counted}
        there |= {one.pattern for tally in found for one in tally.struck if self._is_limit(hand, one.pattern)}
        more = [Struck(p, named.id) for p in sorted(there, key=lambda p: p.order) if p.id not in known]
        return replace(best, struck=(*best.struck, *more))

    # -- payments, in chips

    def liable(self, result: Result) -> str | None:
        """包三家, as the request says."""
        liable: str | None = result.win.extra.get("liable")
        return liable

    def share(self, result: Result, payer: str) -> Any:
        """The total, doubled with the dealer, and the follow, which is not."""
        if result.tally is None:
            return 0
        hu = result.score * (2 if "east" in (payer, result.seat) else 1) + self._follow(result.hand, result.tally)
        return self._chips(result.hand.round, hu)

    def share_text(self, result: Result, payer: str) -> Text | None:
        """The total, the dealer's doubling, the follow, and what it is in chips."""
        if result.tally is None:
            return None
        with_dealer = "east" in (payer, result.seat)
        follow = self._follow(result.hand, result.tally)
        hu = result.score * (2 if with_dealer else 1) + follow
        doubled = ("×2（庄家）", "×2 (dealer)") if with_dealer else ("", "")
        in_chips = self._in_chips(result.hand.round, hu)
        return Text(
            f"{result.score} 胡{doubled[0]} + 跟胡 {follow} = {hu} 胡，{in_chips.zh}",
            f"{result.score} hu{doubled[1]} + follow {follow} = {hu} hu, {in_chips.en}",
        )

    def _in_chips(self, round_: Round, hu: int) -> Text:
        base, chips = self.base(round_.options), hu // HU_IN_A_CHIP
        named = "1 chip" if chips == 1 else f"{chips} chips"
        if base == 1:
            return Text(f"合 {chips} 子", named)
        each, total = plain(base), plain(base * chips)
        return Text(f"合 {chips} 子，每子 {each}，共 {total}", f"{named} at {each}, {total} in all")

    def _chips(self, round_: Round, hu: int) -> Any:
        return self.base(round_.options) * (hu // HU_IN_A_CHIP)

    def payments(self, settlement: Settlement) -> Iterator[Payment]:
        """The win, the losers' differences, false wins."""
        yield from super().payments(settlement)
        for result in settlement.winners:
            yield from self._differences(settlement.round, self._losers(settlement.round, result))
        yield from self._penalties(settlement.round)

    def _losers(self, round_: Round, result: Result) -> Mapping[str, Count]:
        """What each other seat counts."""
        nothing = result.tally is None or any(result.tally.has(name) for name in NOBODY_ELSE_COUNTS)
        return {
            seat: NOTHING if nothing or is_dead(round_.player(seat)) else Loser(round_, seat).best()
            for seat in self.sheet.seats
            if seat != result.seat
        }

    def _differences(self, round_: Round, losers: Mapping[str, Count]) -> Iterator[Payment]:
        """胡数差: of two losers the lower pays the higher, doubled where one of them deals."""
        for one, other in combinations(losers, 2):
            low, high = sorted((one, other), key=lambda seat: losers[seat].total)
            more, less, with_dealer = losers[high].total, losers[low].total, "east" in (one, other)
            hu = (more - less) * (2 if with_dealer else 1)
            in_chips = self._in_chips(round_, hu)
            doubled = ("，×2（庄家）", ", ×2 (dealer)") if with_dealer else ("", "")
            zh = f"{SEAT_ZH[high]} {more} 胡对{SEAT_ZH[low]} {less} 胡，差 {more - less} 胡{doubled[0]}，{in_chips.zh}"
            en = f"{high} has {more} hu, {low} {less}: a difference of {more - less}{doubled[1]}, {in_chips.en}"
            yield Payment(low, high, self._chips(round_, hu), "difference", zh, en)

    def _penalties(self, round_: Round) -> Iterator[Payment]:
        """诈胡: twice as much wherever the dealer takes part."""
        base = self.base(round_.options)
        for seat, player in round_.players.items():
            if player.extra.get("false_win"):
                for other in self.sheet.seats:
                    if other != seat:
                        chips = FALSE_WIN_CHIPS * (2 if "east" in (seat, other) else 1)
                        yield Payment(seat, other, base * chips, "penalty", "诈胡", "a false win")

    def extra(self, settlement: Settlement) -> Mapping[str, Any]:
        """What the losers count."""
        return {
            "losers": {
                seat: {"hu": count.hu, "tai": count.tai, "total": count.total, "patterns": count.patterns}
                for result in settlement.winners
                for seat, count in self._losers(settlement.round, result).items()
            }
        }
