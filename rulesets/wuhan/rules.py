"""武汉麻将: small and big wins, kongs that are no melds, and the payer's own doublings in each payment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from calculator_api.rules import (
    SEAT_ZH,
    Arithmetic,
    BaseRules,
    Block,
    CapUse,
    Counted,
    Fault,
    Hand,
    Payment,
    Player,
    Reading,
    Refused,
    Result,
    Round,
    Settlement,
    Step,
    Struck,
    Tally,
    Tiles,
    Trait,
    every_tile,
    exact,
    hand_pattern,
    listed,
    mask_of,
    pattern,
    plain,
    shape,
)
from calculator_api.tiles import HONORS, RANK_258, RED, SUIT_MASKS

FREE_PAIR = ("all_pungs", "full_flush", "all_258", "all_honors")
BIG = (*FREE_PAIR, "melded_hand", "out_with_replacement", "last_tile_draw", "robbing_the_kong")
DEALER = 2
DISCARDER_SMALL, DISCARDER_BIG = 2, Fraction(3, 2)

all_258 = every_tile("all_258", RANK_258)


def read_shapeless(hand: Hand, name: str, kinds: int) -> Iterator[Reading]:
    """Every tile among `kinds`, sets or not. A wildcard is its own face where that fits, else the first fitting one."""
    if mask_of(hand.naturals) & ~kinds or any(made.mask & ~kinds for made in hand.meld_blocks):
        return
    first = (kinds & -kinds).bit_length() - 1
    wild = tuple(tile if kinds >> tile & 1 else first for tile in hand.wilds)
    yield Reading(hand, name, hand.meld_blocks, loose=tuple(sorted((*hand.naturals, *wild))), loose_wild=wild)


@shape
def shapeless_258(hand: Hand) -> Iterator[Reading]:
    """将一色 without sets."""
    return read_shapeless(hand, "shapeless_258", RANK_258)


@shape
def shapeless_honors(hand: Hand) -> Iterator[Reading]:
    """风一色 without sets."""
    return read_shapeless(hand, "shapeless_honors", HONORS)


@pattern
def full_flush(r: Reading) -> bool:
    """清一色: sets and a pair within one suit."""
    return r.shape == "standard" and any(not r.kinds & ~suit for suit in SUIT_MASKS)


def has_258_pair(r: Reading) -> bool:
    """Whether the pair is a number tile of rank 2, 5 or 8."""
    return r.pair is not None and bool(r.pair.mask & RANK_258)


@pattern
def melded_hand(r: Reading) -> bool:
    """全求人: four open melds, and a discard that makes a 2-5-8 pair with the last tile."""
    return r.hand.win.by == "discard" and open_melds_of(r.hand.player) == 4 and has_258_pair(r)


@hand_pattern
def open_melds(hand: Hand) -> int:
    """开口: each open meld, or once."""
    return openings(hand.player, hand.options)


@hand_pattern
def red_kong(hand: Hand) -> int:
    """红中杠: each red dragon set out."""
    return laid_out(hand.player, "red_kongs")


@hand_pattern
def wild_kong(hand: Hand) -> int:
    """癞子杠: each wildcard set out."""
    return laid_out(hand.player, "wild_kongs")


@pattern
def hard_win(r: Reading) -> bool:
    """硬胡: no wildcard stands for another tile."""
    return r.substitutes == 0


def laid_out(player: Player, field: str) -> int:
    """How many red dragons (`red_kongs`) or wildcards (`wild_kongs`) lie before a player; unknown means none."""
    return int(player.extra.get(field, 0))


def open_melds_of(player: Player) -> int:
    """Chows, pungs, exposed and added kongs."""
    return sum(1 for meld in player.melds if meld.is_claimed)


def openings(player: Player, options: Mapping[str, Any]) -> int:
    """The doublings a player's open melds give."""
    melds = open_melds_of(player)
    return min(melds, 1) if options["opening_mode"] == "once" else melds


def doubled_by(player: Player, options: Mapping[str, Any]) -> dict[str, int]:
    """How often a player has each of the patterns that double for winners and payers alike."""
    return {
        "open_melds": openings(player, options),
        "melded_kong": sum(1 for meld in player.melds if meld.is_kong and meld.is_claimed),
        "concealed_kong": sum(1 for meld in player.melds if meld.type == "concealed_kong"),
        "red_kong": laid_out(player, "red_kongs"),
        "wild_kong": laid_out(player, "wild_kongs"),
    }


class Factor(NamedTuple):
    """What multiplies the winner's figure for one payer, and why."""

    value: Any
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Bill:
    """What a reading costs: `figure` before any limit, and for each payer the `raw` amount, which is cut at `limit`."""

    figure: Any
    big: int
    raw: Mapping[str, Any]
    limit: int
    golden: bool

    def amount(self, payer: str) -> Any:
        return min(self.raw[payer], self.limit)

    @property
    def income(self) -> Any:
        return sum(self.amount(payer) for payer in self.raw)

    @property
    def before(self) -> Any:
        return max(self.raw.values())


def figure_steps(counted: tuple[Counted, ...]) -> Iterator[Step]:
    """分 × 2^番, and × 1.5 for a big self-draw; the last step's value is the winner's figure."""
    points = [c for c in counted if c.unit == "points"]
    doubled = [c for c in counted if c.unit == "doubling"]
    total: Any = sum(c.total for c in points)
    yield Step("sum", total, *listed(points))
    if doubled:
        times = sum(c.total for c in doubled)
        total *= 2**times
        zh, en = listed(doubled)
        yield Step("doublings", total, f"翻 {times} 次（{zh}）", f"doubled {times} times ({en})")
    for c in counted:
        if c.unit == "multiplier":
            total *= c.total
            factor = plain(c.total)
            yield Step("product", total, f"{c.pattern.name.zh} × {factor}", f"{c.pattern.name.en} × {factor}")


class Rules(BaseRules):
    """武汉麻将."""

    def faults(self, round_: Round) -> Iterator[Fault]:
        if RED in (round_.table.wildcards or ()):
            yield self.fault(
                "/table/wildcards",
                "red_dragon_wildcard",
                "红中固定当杠，不做癞子",
                "the red dragon is a kong tile and never wild",
            )
        faces = self.wild_faces(round_, "east")
        for seat, player in round_.players.items():
            yield from self._player_faults(f"/players/{seat}", player, faces)
        if round_.options["golden_cap"] < round_.options["cap"]:
            yield self.fault(
                "/options/golden_cap",
                "below_cap",
                "金顶不能低于封顶",
                "the golden limit may not be lower than the limit",
            )

    def _player_faults(self, pointer: str, player: Player, faces: Tiles) -> Iterator[Fault]:
        for i, meld in enumerate(player.melds):
            if any(tile == RED or tile in faces for tile in meld.tiles):
                yield self.fault(
                    f"{pointer}/melds/{i}/tiles",
                    "kong_tile_melded",
                    "红中、癞子不能吃碰杠，摆出的写在 red_kongs、wild_kongs",
                    "red dragons and wildcards are never melded; those set out are counted in red_kongs and wild_kongs",
                )
        if laid_out(player, "wild_kongs") and not faces:
            yield self.fault(
                f"{pointer}/wild_kongs",
                "no_wildcard",
                "没有癞子，就没有癞子杠",
                "there is no wildcard in this round to set out",
            )

    def set_out(self, round_: Round) -> Iterator[tuple[str, Tiles]]:
        faces = self.wild_faces(round_, "east")
        for seat, player in round_.players.items():
            yield f"/players/{seat}/red_kongs", (RED,) * laid_out(player, "red_kongs")
            yield f"/players/{seat}/wild_kongs", faces[:1] * laid_out(player, "wild_kongs")

    def kongs_of(self, player: Player) -> int:
        return super().kongs_of(player) + laid_out(player, "red_kongs") + laid_out(player, "wild_kongs")

    def objections(self, hand: Hand) -> Iterator[str]:
        if RED in hand.tiles:
            yield "red_dragon_in_hand"
        yield from super().objections(hand)
        if not hand.is_open:
            yield "not_opened"

    def looks_further(self, codes: Sequence[str]) -> bool:
        return False

    def trait(self, hand: Hand) -> Trait:
        own = hand.wild_faces

        def told_apart(made: Block) -> int:
            """Suits and honours, chows, tiles that are no 2-5-8, a 2-5-8 pair, wildcards as another tile."""
            suits = sum(1 << 4 * i for i, mask in enumerate((*SUIT_MASKS, HONORS)) if made.mask & mask)
            other = sum(face not in own for face in made.wild_faces)
            marks = (made.is_chow, bool(made.mask & ~RANK_258), made.is_pair and bool(made.mask & RANK_258))
            return suits | sum(mark << 16 + 4 * i for i, mark in enumerate(marks)) | other << 28

        return told_apart

    def weigh(self, r: Reading) -> Tally | Refused:
        kept, struck = self.strike(self.find(r), r)
        big = sum(1 for name in BIG if name in kept)
        if r.shape == "standard" and not has_258_pair(r) and not any(name in kept for name in FREE_PAIR):
            return Refused("pair_not_258")
        if not big and len(r.hand.wilds) > 1:
            return Refused("too_many_wildcards")
        counted = tuple(self._counted(name, n, bool(big), r) for name, n in kept.items())
        steps = list(figure_steps(counted))
        bill = self._bill(r.hand, steps[-1].value, big)
        gone = tuple(Struck(self.sheet.patterns[name], by) for name, by in struck.items())
        return Tally(r, counted, gone, self._capped(bill, steps), bill)

    def _counted(self, name: str, n: int, big: bool, r: Reading) -> Counted:
        one = self.sheet.patterns[name]
        if name == "self_draw" and not big:
            return Counted(one, 1, 1, "doubling")
        return Counted(one, exact(self.value_of(one, r)), n, one.unit)

    def _bill(self, hand: Hand, figure: Any, big: int) -> Bill:
        payers = [seat for seat in self.sheet.seats if seat != hand.seat]
        raw = {payer: prod((f.value for f in self._factors(hand, payer, big)), start=figure) for payer in payers}
        cap, golden_cap = hand.options["cap"], hand.options["golden_cap"]
        golden = min(raw.values()) >= cap
        return Bill(figure, big, raw, golden_cap if golden else cap, golden)

    def _factors(self, hand: Hand, payer: str, big: int) -> list[Factor]:
        """The payer's own openings and kongs, the deal in a small win, and having given the tile."""
        found = []
        counts = doubled_by(hand.round.player(payer), hand.options)
        if times := sum(self.sheet.patterns[name].value * n for name, n in counts.items()):
            zh, en = f"自家开口、杠翻 {times} 次", "own openings and kongs"
            found.append(Factor(2**times, f"{2**times}（{zh}）", f"{2**times} ({en})"))
        if not big and "east" in (payer, hand.seat):
            found.append(Factor(DEALER, f"{DEALER}（庄家）", f"{DEALER} (dealer)"))
        if payer == hand.win.source:
            value = DISCARDER_BIG if big else DISCARDER_SMALL
            zh, en = ("抢杠", "robbed") if hand.win.by == "robbed_kong" else ("点炮", "discarder")
            found.append(Factor(value, f"{plain(value)}（{zh}）", f"{plain(value)} ({en})"))
        return found

    def _capped(self, bill: Bill, steps: list[Step]) -> Arithmetic:
        """The winner's figure, cut at the limit that the payers' amounts decide."""
        cap = self.sheet.caps["golden_top" if bill.golden else "top"]
        score = min(bill.figure, bill.limit)
        if score < bill.figure:
            before = plain(bill.figure)
            zh, en = f"{cap.name.zh}：{before} 以 {bill.limit} 封顶", f"{cap.name.en}: {before} is cut to {bill.limit}"
            steps.append(Step("cap", score, zh, en))
        use = CapUse(cap.id, bill.limit, bill.before, bill.before > bill.limit)
        return Arithmetic(score, tuple(steps), bill.before, use)

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        bill: Bill = tally.extra
        return (bill.income, bill.figure, bill.big, tally.has("hard_win"), r.shape == "standard")

    def verdict(self, hand: Hand, best: Tally) -> Iterator[str]:
        if best.extra.income < hand.options["minimum"]:
            yield "below_minimum"

    def share(self, result: Result, payer: str) -> Any:
        assert result.tally is not None
        return self.base(result.hand.options) * result.tally.extra.amount(payer)

    def win_payments(self, result: Result) -> Iterator[Payment]:
        """Each payment with the way from the score to it."""
        owing = [seat for seat in self.sheet.seats if seat != result.seat]
        for payment, seat in zip(super().win_payments(result), owing, strict=True):
            zh, en = self._how(result, seat)
            if payment.source != seat:
                zh, en = f"替{SEAT_ZH[seat]}付：{zh}", f"{seat}'s share: {en}"
            yield payment._replace(zh=zh, en=en) if zh != plain(payment.amount) else payment

    def _how(self, result: Result, payer: str) -> tuple[str, str]:
        """The payer's amount in words, from the winner's figure on."""
        assert result.tally is not None
        bill: Bill = result.tally.extra
        terms = self._factors(result.hand, payer, bill.big)
        zh = en = plain(bill.figure)
        if terms:
            amount = plain(bill.raw[payer])
            zh = f"{zh} × {' × '.join(f.zh for f in terms)} = {amount}"
            en = f"{en} × {' × '.join(f.en for f in terms)} = {amount}"
        if bill.raw[payer] > bill.limit:
            zh, en = f"{zh}，封顶 {bill.limit}", f"{en}, cut to {bill.limit}"
        if (base := self.base(result.hand.options)) != 1:
            zh, en = f"{zh}；× 底分 {plain(base)}", f"{en}; × base {plain(base)}"
        return zh, en

    def rests_on(self, settlement: Settlement) -> Iterator[str]:
        yield from super().rests_on(settlement)
        bills: list[Bill] = [result.tally.extra for result in settlement.winners if result.tally is not None]
        if any(not bill.big for bill in bills):
            yield "dealer"
        if any(bill.before > bill.limit for bill in bills):
            yield "cap"
