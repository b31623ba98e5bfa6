"""How a region plays: the hooks that `rulesets/<id>/rules.py` may override, with what the sheet says as default.

Everything a `rules.py` needs can be imported from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from .patterns import PREDICATES, Predicate
from .patterns.waits import waited_on_wildcards
from .patterns.words import each_set, every_set, every_tile, hand_pattern, pattern
from .payments import Payment, bird_seats, each_other, exact, next_seat, one_for_all, turns_after
from .readings.blocks import Block, block, chow, pair, pung
from .readings.division import Trait, divide, standard_waits
from .readings.hand import Hand, Reading, Setting
from .readings.shapes import SHAPES, Shape, places, read_pairs, read_standard, shape
from .round import NOBODY, SEAT_ZH, Fault, Meld, Player, Round, TooMuchWork, Win
from .ruleset import Pattern, Sheet, SheetError, Text, holds, pick
from .scoring import (
    MODELS,
    Arithmetic,
    Book,
    CapUse,
    Counted,
    Refused,
    Step,
    Struck,
    Tally,
    capped,
    jsonable,
    listed,
    plain,
)
from .tiles import Tile, Tiles, mask_of

if TYPE_CHECKING:
    from types import ModuleType


@dataclass(slots=True)
class Result:
    """What became of one claim to have won."""

    win: Win
    hand: Hand
    valid: bool
    reasons: tuple[str, ...] = ()
    tally: Tally | None = None

    @property
    def seat(self) -> str:
        return self.win.winner

    @property
    def score(self) -> Any:
        return self.tally.score if self.tally is not None and self.valid else 0


@dataclass(slots=True)
class Settlement:
    """A whole round, settled. `winners` are the valid results in the order given."""

    round: Round
    rules: BaseRules
    results: list[Result]
    payments: list[Payment] = field(default_factory=list)
    totals: dict[str, Any] = field(default_factory=dict)
    notices: list[tuple[str, Text]] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def winners(self) -> list[Result]:
        return [r for r in self.results if r.valid]

    @property
    def options(self) -> Mapping[str, Any]:
        return self.round.options

    @property
    def seats(self) -> tuple[str, ...]:
        return self.rules.sheet.seats


class BaseRules:
    """A region's rules: its sheet, and what the sheet cannot say.

    Attributes:
        counts_claims: True where a pattern depends on how many valid claims of the tile there are (`hand.claims`):
            wins are then weighed a second time.
        most_readings: how many readings of one hand are weighed before the request is given up.
        infers: whether the sheet has values or payments that its sources do not give.
        own_weigh: True where `weigh` is overridden as a whole and the sheet's patterns need no predicates.
    """

    counts_claims = False
    own_weigh = False
    most_readings = 50_000

    def __init__(self, sheet: Sheet, modules: Sequence[ModuleType] = ()) -> None:
        self.sheet = sheet
        own: dict[str, Predicate] = {}
        shapes: dict[str, Shape] = dict(SHAPES)
        for module in reversed(modules):
            for thing in vars(module).values():
                if isinstance(thing, Predicate):
                    own[thing.name] = thing
                elif isinstance(thing, Shape):
                    shapes[thing.name] = thing
        self.predicates: Mapping[str, Predicate] = {**PREDICATES, **own}
        self.shapes: Mapping[str, Shape] = shapes
        self._fixed_shapes = tuple(shapes[n] for n in sheet.shapes if isinstance(n, str))
        if len(self._fixed_shapes) < len(sheet.shapes):
            self._fixed_shapes = ()  # some depend on an option
        self.infers = any(p.inferred for p in sheet.patterns.values()) or any(
            p.inferred for p in sheet.payments.values()
        )
        self._plain_setting = lru_cache(maxsize=None)(self._setting_without_wildcards)
        self._book = Book(sheet, sheet.options.defaults)
        self._check_predicates()
        self._check_models()

    def _check_predicates(self) -> None:
        missing = [
            p.id for p in self.sheet.patterns.values() if p.when not in self.predicates and not self._is_fallback(p)
        ]
        if missing and not self.own_weigh and type(self).find is BaseRules.find:
            raise SheetError(f"{self.sheet.path}: no predicate for {', '.join(missing)}")

    def _check_models(self) -> None:
        """Shapes, arithmetic and values that would only fail at the first request."""
        own, path = type(self), self.sheet.path
        for name in self.sheet.shapes:
            listed_names = list(name["values"].values()) if isinstance(name, Mapping) else [name]
            flat = [n for one in listed_names for n in ((one,) if isinstance(one, str) else one or ())]
            for one in flat:
                if one not in self.shapes:
                    raise SheetError(f"{path}: win.shapes: there is no shape {one}")
        if self.sheet.arithmetic == "rules" and own.arithmetic is BaseRules.arithmetic and not self._weighs_itself():
            raise SheetError(f"{path}: arithmetic is missing: one of {', '.join(MODELS)}, or a method in rules.py")
        for p in self.sheet.patterns.values():
            if p.value is not None and not isinstance(p.value, (int, float, Mapping)):
                raise SheetError(f"{path}: patterns.{p.id}.value: a number is wanted")

    def _weighs_itself(self) -> bool:
        return self.own_weigh or type(self).weigh is not BaseRules.weigh or type(self).best is not BaseRules.best

    @staticmethod
    def _is_fallback(p: Pattern) -> bool:
        return bool(p.unless)

    def book(self, options: Mapping[str, Any]) -> Book:
        """The sheet under these options."""
        return (
            self._book
            if options is self.sheet.options.defaults or options == self.sheet.options.defaults
            else Book(self.sheet, options)
        )

    # -- before the tiles are read

    def fault(self, pointer: str, code: str, zh: str, en: str) -> Fault:
        """A fault of the request at a JSON pointer."""
        return Fault(pointer, code, zh, en)

    def faults(self, round_: Round) -> Iterable[Fault]:
        """What makes this round impossible here, beyond the checks every region shares."""
        return ()

    def set_out(self, round_: Round) -> Iterable[tuple[str, Tiles]]:
        """Tiles that lie on the table beside melds, flowers and hands: (pointer of the field, tiles)."""
        return ()

    def kongs_of(self, player: Player) -> int:
        """How many kongs a player has made, whatever the region calls a kong."""
        return sum(1 for m in player.melds if m.is_kong)

    def wild_faces(self, round_: Round, seat: str) -> Tiles:
        """The wildcards' faces for this seat; the turned tile's own first."""
        wildcards = self.sheet.wildcards
        if wildcards is None:
            return ()
        table = round_.table
        if table.wildcards is not None and table.indicator is None:
            return self.order_faces(table.wildcards, round_.options)
        if table.indicator is None:
            named = pick(wildcards.faces, round_.options)
            return tuple(t for name in named if name not in ("same", "next") for t in self.code(name))
        return self.faces_of(table.indicator, round_.options)

    def faces_of(self, indicator: Tile, options: Mapping[str, Any]) -> Tiles:
        """The wildcards that a turned tile makes."""
        wildcards = self.sheet.wildcards
        assert wildcards is not None
        out: list[int] = []
        for name in pick(wildcards.faces, options):
            if name == "same":
                out.append(indicator)
            elif name == "next":
                out.append(wildcards.next(indicator))
            else:
                out.extend(self.code(name))
        return tuple(dict.fromkeys(out))

    @staticmethod
    def code(name: str) -> Tiles:
        from .tiles import parse

        return parse(name)

    def order_faces(self, faces: Tiles, options: Mapping[str, Any]) -> Tiles:
        """Wildcards named in any order, the turned face first where there are two."""
        wildcards = self.sheet.wildcards
        if (
            wildcards is not None
            and len(faces) == 2
            and wildcards.next(faces[1]) == faces[0]
            and wildcards.next(faces[0]) != faces[1]
        ):
            return (faces[1], faces[0])
        return faces

    def face_map(self, round_: Round) -> Mapping[int, int]:
        """Tiles that are another tile in this round."""
        return {}

    def setting(self, round_: Round, seat: str) -> Setting:
        """What is fixed before the tiles are read."""
        sheet = self.sheet
        size = pick(sheet.hand_size, round_.options)
        faces = self.wild_faces(round_, seat)
        mapped = self.face_map(round_)
        if not faces and not mapped:
            return self._plain_setting(size)
        allowed = -1
        if faces and sheet.wildcards is not None:
            allowed = sheet.wildcards.stands_for & ~mask_of(mapped) | mask_of(faces)
        return Setting(
            sheet.vocabulary,
            -(-(size - 1) // 3),
            faces,
            allowed,
            mapped or None,
            sheet.hand_tiles,
            sheet.seats,
            self.completing,
        )

    def _setting_without_wildcards(self, size: int) -> Setting:
        sheet = self.sheet
        return Setting(
            sheet.vocabulary, -(-(size - 1) // 3), (), -1, None, sheet.hand_tiles, sheet.seats, self.completing
        )

    def hand(self, round_: Round, win: Win) -> Hand:
        """The winner's tiles."""
        return Hand(round_, win, self.setting(round_, win.winner))

    def hands(self, hand: Hand) -> Iterable[Hand]:
        """Every way to take the tiles before they are read."""
        return (hand,)

    def objections(self, hand: Hand) -> Iterable[str]:
        """Reason codes before any shape is looked at."""
        if any(not self.is_legal(meld, hand) for meld in hand.melds):
            yield "illegal_meld"
        if (
            hand.claimed
            and hand.win.tile in hand.setting.wild_faces
            and self.sheet.wildcards is not None
            and not self.sheet.wildcards.claimable
        ):
            yield "wildcard_claimed"

    def is_legal(self, meld: Meld, hand: Hand) -> bool:
        """Whether the region allows this meld: its kind, its tiles, no wildcard in it where that is forbidden."""
        if meld.type not in pick(self.sheet.melds, hand.options):
            return False
        wildcards = self.sheet.wildcards
        if wildcards is not None and not wildcards.meldable and any(t in hand.setting.wild_faces for t in meld.tiles):
            return False
        return self.sheet.unformed_melds != "illegal_meld" or self.is_formed(meld, hand.setting.face_map or {})

    def is_formed(self, meld: Meld, mapped: Mapping[int, int]) -> bool:
        """Whether the tiles form the set that the meld is said to be, stand-ins replaced."""
        tiles = tuple(sorted(mapped.get(t, t) for t in meld.tiles))
        if meld.type != "chow":
            return len(set(tiles)) == 1
        for group in self.sheet.vocabulary.groups:
            if group.mask >> tiles[0] & 1:
                return tuple(t - group.first for t in tiles) in group.runs
        return False

    def looks_further(self, codes: Sequence[str]) -> bool:
        """Whether the shape is examined although these codes apply."""
        return True

    # -- reading and weighing

    def readings(self, hand: Hand) -> Iterator[Reading]:
        """Every reading in the sheet's shapes."""
        melds = len(hand.melds)
        for one in self._fixed_shapes or self._shapes_of(hand.options):
            if one is SHAPES["standard"]:
                yield from read_standard(hand, self.trait(hand) if hand.wilds else None)
            elif melds <= one.most_melds:
                yield from one.read(hand)

    def _shapes_of(self, options: Mapping[str, Any]) -> Iterator[Shape]:
        for name in self.sheet.shapes:
            chosen = pick(name, options)
            for one in (chosen,) if isinstance(chosen, str) else chosen or ():
                yield self.shapes[one]

    def trait(self, hand: Hand) -> Trait | None:
        """What the region can tell apart in a block; None: everything."""
        return None

    def tests(self, hand: Hand) -> tuple[tuple[str, int, Callable[[Any], int]], ...]:
        """The predicates to ask of each reading of a hand; those of the hand itself are answered already (as their
        count).
        """
        book = self.book_of(hand)
        made: list[tuple[str, int, Callable[[Any], int]]] = []
        for p in book.patterns:
            test = self.predicates.get(p.when)
            if test is None:
                made.append((p.id, 1, _always))
            elif test.of == "hand":
                made.append((p.id, test.of_hand(hand), _always))
            else:
                made.append((p.id, -1, test.test))
        return tuple(made)

    def book_of(self, hand: Hand) -> Book:
        """The sheet under the options of this hand's round, made once a hand."""
        book = hand.notes.get("book")
        if book is None:
            book = hand.notes["book"] = self.book(hand.options)
        return cast(Book, book)

    def find(self, r: Reading) -> dict[str, int]:
        """How often each pattern is there in this reading, in the sheet's order."""
        hand = r.hand
        tests = hand.notes.get("tests")
        if tests is None:
            tests = hand.notes["tests"] = self.tests(hand)
        found: dict[str, int] = {}
        for name, known, test in tests:
            n = known if known >= 0 else int(test(r))
            if n:
                found[name] = n
        return found

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        """What one count of the pattern is worth."""
        return self.book_of(r.hand).values[pattern.id]

    def unit_of(self, pattern: Pattern, r: Reading) -> str:
        """The unit it is worth that in."""
        return pattern.unit

    def strike(self, found: Mapping[str, int], r: Reading) -> tuple[Mapping[str, int], Mapping[str, Any]]:
        """What counts, and what is struck: `{id: by}`, by being a pattern id, None, or `(by, Text)` with a reason of
        its own.
        """
        return self.book_of(r.hand).strike(found)

    def weigh(self, r: Reading) -> Tally | Refused:
        """What the reading comes to, or why it may not win."""
        book = self.book_of(r.hand)
        kept, struck = self.strike(self.find(r), r)
        counted = tuple(
            Counted(p, self.value_of(p, r), n, self.unit_of(p, r))
            for name, n in kept.items()
            if (p := book.played[name]) is not None
        )
        return self.tally(r, counted, struck)

    def tally(self, r: Reading, counted: tuple[Counted, ...], struck: Mapping[str, Any], extra: Any = None) -> Tally:
        """The tally of these patterns."""
        patterns = self.sheet.patterns
        gone = tuple(
            Struck(patterns[name], *by) if isinstance(by, tuple) else Struck(patterns[name], by)
            for name, by in struck.items()
        )
        return Tally(r, counted, gone, self.arithmetic(r, counted), extra)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        """The figure these patterns come to, by the sheet's model."""
        return MODELS[self.sheet.arithmetic](self.sheet, self.limit(r.hand), counted)

    def limit(self, hand: Hand) -> Any:
        """The first cap's limit under the options, or None."""
        for cap in self.sheet.caps.values():
            return pick(cap.limit, hand.options) if holds(cap.enabled, hand.options) else None
        return None

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        """What makes one reading better than another: larger is better."""
        return (tally.arithmetic.score, tally.arithmetic.before)

    def refusal(self, refused: Sequence[Refused]) -> tuple[str, ...]:
        """The reasons when no reading may win: those of the nearest one, fewest first, then in the sheet's order of
        reasons.
        """
        order = {code: i for i, code in enumerate(self.sheet.reasons)}
        return min(refused, key=lambda one: (len(one.codes), [order.get(c, 99) for c in one.codes])).codes

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        """Reason codes for the best reading, such as `below_minimum`."""
        return ()

    def judge(self, hand: Hand) -> Result:
        """One claim: the best reading and whether it wins."""
        codes = tuple(self.objections(hand))
        if codes and not self.looks_further(codes):
            return Result(hand.win, hand, False, codes)
        best = self.best(hand, (r for variant in self.hands(hand) for r in self.readings(variant)))
        if best is None or isinstance(best, Refused):
            codes += best.codes if best is not None else tuple(self.no_shape(hand))
            return Result(hand.win, hand, False, codes)
        codes += tuple(self.verdict(hand, best))
        return Result(hand.win, best.reading.hand, not codes, codes, best)

    def best(self, hand: Hand, readings: Iterable[Reading]) -> Tally | Refused | None:
        """The best reading's tally; why not where none may win; None where there is none. Of equal ones the first."""
        best: Tally | None = None
        best_rank: tuple[Any, ...] = ()
        refused: list[Refused] = []
        for number, r in enumerate(readings):
            if number >= self.most_readings:
                raise TooMuchWork(f"more than {self.most_readings} readings of one hand")
            tally = self.weigh(r)
            if isinstance(tally, Refused):
                refused.append(tally)
                continue
            rank = self.rank(r, tally)
            if best is None or rank > best_rank:
                best, best_rank = tally, rank
        if best is None and refused:
            return Refused(*self.refusal(refused))
        return best

    def no_shape(self, hand: Hand) -> Iterable[str]:
        """Reason codes when the hand has no reading at all."""
        return ("not_a_winning_shape",)

    # -- waits

    def would_win(self, round_: Round, seat: str, tile: Tile, by: str = "discard") -> Result:
        """What this seat's hand would be worth with `tile`, without circumstances."""
        return self.judge(self.hand(round_, Win(seat, by, tile)))

    def waits(self, round_: Round, seat: str, by: str = "discard") -> dict[Tile, Result]:
        """Every kind that would win for this seat (thirteen tiles in hand), with what it would be worth; kinds it
        holds four times are left out.
        """
        player = round_.player(seat)
        held = (*(player.concealed or ()), *(t for m in player.melds for t in m.tiles))
        found: dict[Tile, Result] = {}
        for tile in range(34):
            if self.sheet.hand_tiles >> tile & 1 and held.count(tile) < 4:
                result = self.would_win(round_, seat, tile, by)
                if result.valid:
                    found[tile] = result
        return found

    def completing(self, hand: Hand) -> int:
        """Mask of the kinds that, in place of the winning tile, give one of the sheet's shapes in form.

        Used-up copies are not taken off. Seen by predicates as `hand.waits`, `hand.live_waits` and `hand.sole_wait`.
        """
        mask = 0
        own = type(self)
        as_sent = own.hands is BaseRules.hands and own.readings is BaseRules.readings
        if as_sent and not hand.wilds and not hand.wild_faces and self.sheet.shapes[:1] == ("standard",):
            before = list(hand.naturals)
            if hand.tile is not None:
                before.remove(hand.tile)
            keys = self.sheet.vocabulary.keys(tuple(before))
            mask = standard_waits(self.sheet.vocabulary, keys) & self.sheet.hand_tiles if keys is not None else 0
            if len(self.sheet.shapes) == 1:
                return mask
        for tile in range(34):
            if self.sheet.hand_tiles & ~mask & 1 << tile and self._has_reading(hand.with_tile(tile)):
                mask |= 1 << tile
        return mask

    def _has_reading(self, hand: Hand) -> bool:
        return any(True for variant in self.hands(hand) for _ in self.readings(variant))

    def sole_wait(self, hand: Hand) -> bool:
        """独听: exactly one kind completes the hand, kinds of which the winner holds all four not counted."""
        return hand.sole_wait

    # -- winners and payments

    def precedes(self, result: Result) -> Any:
        """Sort key among several valid winners where only one may win: smaller comes first."""
        source = result.win.source
        return turns_after(source, result.seat, self.sheet.seats) if source is not None else 0

    def winners_allowed(self, options: Mapping[str, Any]) -> str:
        """`all` or `nearest`."""
        return str(pick(self.sheet.winners, options))

    def base(self, options: Mapping[str, Any]) -> Any:
        """The stake, exact."""
        return exact(options.get("base", 1))

    def share(self, result: Result, payer: str) -> Any:
        """What one payer owes this winner."""
        options = result.hand.options
        amount = self.base(options) * result.score
        if "dealer_factor" in options and "east" in (payer, result.seat):
            amount *= options["dealer_factor"]
        return amount

    def share_text(self, result: Result, payer: str) -> Text | None:
        """Why this share is what it is, where it is not just the score: `4 × 底 2 × 与庄家往来 2 = 16`."""
        options = result.hand.options
        base, factor = self.base(options), options.get("dealer_factor", 1)
        if "east" not in (payer, result.seat):
            factor = 1
        if base == factor == 1:
            return None
        amount = self.share(result, payer)
        if amount != base * factor * result.score:  # the region reckons otherwise, and has its own words for it
            return None
        zh = en = plain(result.score)
        if base != 1:
            zh, en = f"{zh} × 底 {plain(base)}", f"{en} × base {plain(base)}"
        if factor != 1:
            zh, en = f"{zh} × 与庄家往来 {plain(factor)}", f"{en} × {plain(factor)} with the dealer"
        return Text(f"{zh} = {plain(amount)}", f"{en} = {plain(amount)}")

    def liable(self, result: Result) -> str | None:
        """承包: the seat that pays everybody's share of this win (asked for every win, drawn or claimed)."""
        return None

    def pays(self, result: Result) -> str:
        """The sheet's word for who pays this win: `each_other`, `payer`, `payer_for_all`."""
        rule = self.sheet.payments.get(result.win.by)
        default = "each_other" if result.win.self_drawn else "payer"
        return str(pick(rule.pays, result.hand.options)) if rule is not None and rule.pays is not None else default

    def win_payments(self, result: Result) -> Iterator[Payment]:
        """Who pays one valid win, and why so much."""
        payments = list(self.plain_win_payments(result))
        others = [seat for seat in self.sheet.seats if seat != result.seat]
        owing = others if len(payments) == len(others) else [p.source for p in payments]
        for seat, payment in zip(owing, payments, strict=True):
            text = self.share_text(result, seat) if payment.for_ in ("win", "liability") else None
            if text is None:
                yield payment
            elif seat == payment.source:
                yield payment._replace(zh=text.zh, en=text.en)
            else:
                yield payment._replace(zh=f"{payment.zh}：{text.zh}", en=f"{payment.en}: {text.en}")

    def plain_win_payments(self, result: Result) -> Iterator[Payment]:
        """Who pays one valid win, by the sheet's words."""
        seats, winner = self.sheet.seats, result.seat

        def share(payer: str) -> Any:
            return self.share(result, payer)

        how = self.pays(result)
        payer = result.win.source
        liable = self.liable(result)
        if liable is not None:
            yield from one_for_all(liable, winner, seats, share)
        elif how == "each_other" or payer is None:
            yield from each_other(winner, seats, share)
        elif how == "payer_for_all":
            yield from one_for_all(payer, winner, seats, share)
        else:
            yield Payment(payer, winner, share(payer), "win")

    def kong_share(self, settlement: Settlement, owner: str, payer: str, meld: Meld, amount: Any) -> Any:
        """One kong payment: `amount` is the sheet's, in bases."""
        return self.base(settlement.options) * amount

    def kong_payments(self, settlement: Settlement) -> Iterator[Payment]:
        """杠钱, as `payments.kong` of the sheet says."""
        rule = self.sheet.payments.get("kong")
        if rule is None or "rates" not in rule.data:
            return
        options = settlement.options
        paid = pick(rule.data.get("paid", "always"), options)
        if paid == "never" or paid == "with_win" and not settlement.winners:
            return
        owners = pick(rule.data.get("owners", "all"), options)
        winning = {result.seat for result in settlement.winners}
        for owner in self.sheet.seats:
            if owners == "winners" and owner not in winning or owners == "losers" and owner in winning:
                continue
            for meld in settlement.round.player(owner).melds:
                rate = pick(rule.data["rates"].get(meld.type), options) if meld.is_kong else None
                if rate:
                    yield from self._one_kong(settlement, owner, meld, rate)

    def _one_kong(self, settlement: Settlement, owner: str, meld: Meld, rate: Mapping[str, Any]) -> Iterator[Payment]:
        for who, raw in rate.items():
            amount = pick(raw, settlement.options)
            payers = (
                [s for s in self.sheet.seats if s != owner]
                if who == "each_other"
                else [meld.source]
                if meld.source
                else []
            )
            for payer in payers:
                share = self.kong_share(settlement, owner, payer, meld, amount)
                if share:
                    yield Payment(payer, owner, share, "kong")

    def payments(self, settlement: Settlement) -> Iterable[Payment]:
        """Every payment of the round: wins in their order, then kongs."""
        for result in settlement.winners:
            yield from self.win_payments(result)
        yield from self.kong_payments(settlement)

    def rests_on(self, settlement: Settlement) -> Iterable[str]:
        """The payment rules (keys of the sheet) that this settlement made use of."""
        for result in settlement.winners:
            yield result.win.by
        yield from dict.fromkeys(p.for_ for p in settlement.payments)
        if len(settlement.results) > 1:
            yield "several"

    def extra(self, settlement: Settlement) -> Mapping[str, Any]:
        """Further fields of the answer."""
        return {}

    # -- kongs that fed a win

    def kong_behind(self, win: Win, player: Player) -> Meld | None:
        """The kong whose replacement or discard this was: `kong_index` of the win, else the player's last kong."""
        index = win.extra.get("kong_index")
        if index is not None:
            return player.melds[index] if index < len(player.melds) and player.melds[index].is_kong else None
        kongs = [m for m in player.melds if m.is_kong]
        return kongs[-1] if kongs else None

    def kong_index_faults(
        self, round_: Round, seat_of: Callable[[Win], str | None] = lambda win: win.winner
    ) -> Iterator[Fault]:
        """A `kong_index` that names no kong of the seat."""
        for i, win in enumerate(round_.wins):
            index = win.extra.get("kong_index")
            seat = seat_of(win)
            if index is None or seat is None or seat not in round_.players:
                continue
            melds = round_.player(seat).melds
            if index >= len(melds) or not melds[index].is_kong:
                yield self.fault(
                    f"/wins/{i}/kong_index", "not_a_kong", "这个序号不是杠", "this index names no kong of that player"
                )


def _always(_: Any) -> int:
    return 0


__all__ = [
    "NOBODY",
    "SEAT_ZH",
    "Arithmetic",
    "BaseRules",
    "Block",
    "Book",
    "CapUse",
    "Counted",
    "Fault",
    "Hand",
    "Meld",
    "Pattern",
    "Payment",
    "Player",
    "Predicate",
    "Reading",
    "Refused",
    "Result",
    "Round",
    "Setting",
    "Settlement",
    "Shape",
    "Sheet",
    "Step",
    "Struck",
    "Tally",
    "Text",
    "Tile",
    "Tiles",
    "Trait",
    "Win",
    "bird_seats",
    "block",
    "capped",
    "chow",
    "divide",
    "each_other",
    "each_set",
    "every_set",
    "every_tile",
    "exact",
    "hand_pattern",
    "jsonable",
    "listed",
    "mask_of",
    "next_seat",
    "one_for_all",
    "pair",
    "pattern",
    "pick",
    "places",
    "plain",
    "pung",
    "read_pairs",
    "read_standard",
    "shape",
    "standard_waits",
    "turns_after",
    "waited_on_wildcards",
]
