"""南昌麻将: a hand read with its 精 as wildcards and as themselves, and the prizes of all four seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from calculator_api.readings.shapes import fill_misfits, misfit
from calculator_api.rules import (
    SEAT_ZH,
    Arithmetic,
    BaseRules,
    Block,
    Counted,
    Fault,
    Hand,
    Payment,
    Player,
    Reading,
    Result,
    Round,
    Settlement,
    Step,
    Tally,
    Text,
    Tile,
    Tiles,
    Trait,
    listed,
    next_seat,
    pattern,
    plain,
    read_pairs,
    shape,
    waited_on_wildcards,
)
from calculator_api.tiles import HONORS, code

FLAT = ("heavenly_hand", "earthly_hand")
CHONGGUAN = 5
PREFERRED = (
    "seven_stars",
    "thirteen_misfits",
    "all_pungs",
    "seven_pairs",
    "de_zhong_de",
    "deguo",
    "jing_wait",
)


@shape
def seven_pairs(hand: Hand) -> Iterator[Reading]:
    """小七对. Only the winning tile's pair is worth breaking up, for a 精 beside it."""
    broken = () if hand.tile is None else (hand.tile,)
    return read_pairs(hand, 7, "seven_pairs", free=hand.wild_faces[:1], broken=broken)


@shape
def thirteen_misfits(hand: Hand) -> Iterator[Reading]:
    """十三烂. Honours among the 精 are tried as themselves, which 七星 asks for, then as anything that fits."""
    if hand.melds or len(hand.tiles) != 14 or not misfit(hand.naturals):
        return
    own = tuple(sorted({t for t in hand.wilds if HONORS >> t & 1 and t not in hand.naturals}))
    for kept in dict.fromkeys((own, ())):
        more = fill_misfits((*hand.naturals, *kept), len(hand.wilds) - len(kept), hand.allowed)
        if more is not None:
            loose = tuple(sorted((*hand.naturals, *kept, *more)))
            yield Reading(hand, "thirteen_misfits", loose=loose, loose_wild=(*kept, *more))


@pattern
def seven_stars(r: Reading) -> bool:
    """七星: seven honours, none of them a 精 in place of another tile."""
    if r.shape != "thirteen_misfits" or r.kinds & HONORS != HONORS:
        return False
    return all(t in r.hand.wilds for t in r.loose_wild if HONORS >> t & 1)


@pattern
def jing_wait(r: Reading) -> bool:
    """精钓: self-drawn, a 精 beside the winning tile in its pair."""
    made, hand = r.place, r.hand
    if made is None or not made.is_pair or not hand.self_drawn:
        return False
    return waited_on_wildcards(made, hand) if hand.wilds else made.tile in hand.setting.wild_faces


@pattern
def deguo(r: Reading) -> bool:
    """德国: no 精 stands for another tile."""
    return r.substitutes == 0


@pattern
def de_zhong_de(r: Reading) -> bool:
    """德中德: 德国, and nobody has a 精."""
    return r.substitutes == 0 and no_jing_anywhere(r.hand)


def no_jing_anywhere(hand: Hand) -> bool:
    """Whether it is known of all four seats that they have no 精 in hand, as winning tile or in a meld."""
    faces = hand.setting.wild_faces
    if any(t in faces for t in hand.tiles):
        return False
    players = [hand.round.player(seat) for seat in hand.setting.seats]
    return all(is_known(p) and not any(t in faces for t in held(p)) for p in players)


def is_known(player: Player) -> bool:
    """Whether the 精 in this player's hand are known."""
    return player.concealed is not None or player.extra.get("wildcards_held") is not None


def held(player: Player) -> Tiles:
    """Tiles in hand, as far as known, and in melds."""
    hand = player.concealed if player.concealed is not None else player.extra.get("wildcards_held") or ()
    return (*hand, *(t for m in player.melds for t in m.tiles))


@dataclass(frozen=True, slots=True)
class Prize:
    """One seat's 精: `times` for 冲关, `alone` 2 for the only holder, `feeder` who fed the fifth point."""

    seat: str
    points: int
    times: int
    alone: int
    feeder: str | None

    @property
    def full(self) -> int:
        """What every other player pays as a rule."""
        return self.points * self.times * self.alone

    def owed(self, payer: str) -> tuple[int, str, str, str]:
        """What one other player pays before the base, for what, and why (zh, en)."""
        line = self.step()
        if self.feeder is None:
            multiplied = f" = {self.full}" if self.full != self.points else ""
            return self.full, "bonus", line.zh + multiplied, line.en + multiplied
        if payer == self.feeder:
            zh = f"{SEAT_ZH[payer]}喂精使{SEAT_ZH[self.seat]}冲关，付三份 {self.full}"
            return (
                3 * self.full,
                "liability",
                zh,
                f"{payer} fed {self.seat}'s fifth point and pays {self.full} three times",
            )
        plain_points = self.points * self.alone
        zh = f"{SEAT_ZH[self.seat]}的精 {plain_points} 子，冲关由喂精者付"
        return (
            plain_points,
            "bonus",
            zh,
            f"{self.seat}'s jing: {plain_points}; what five points multiply is the feeder's",
        )

    def step(self) -> Step:
        """The line that explains it."""
        zh, en = f"{SEAT_ZH[self.seat]}的精 {self.points} 子", f"{self.seat}'s jing: {self.points}"
        if self.times > 1:
            zh, en = f"{zh}，冲关 × {self.times}", f"{en}, × {self.times} from five points on"
        if self.alone > 1:
            zh, en = f"{zh}，霸王精 × 2", f"{en}, × 2 as the only holder"
        return Step(f"prize_{self.seat}", self.full, zh, en)


class Rules(BaseRules):
    """南昌麻将."""

    def faults(self, round_: Round) -> Iterator[Fault]:
        for seat, player in round_.players.items():
            faces = self.wild_faces(round_, seat)
            for name in ("wildcards_held", "discarded_wildcards"):
                strange = [t for t in player.extra.get(name) or () if t not in faces]
                if strange:
                    yield self.fault(
                        f"/players/{seat}/{name}",
                        "no_wildcard",
                        f"{code(strange[0])} 不是精",
                        f"{code(strange[0])} is no jing in this round",
                    )
            for i, meld in enumerate(player.melds):
                claimed = meld.extra.get("claimed")
                if meld.type == "chow" and claimed is not None and claimed not in meld.tiles:
                    yield self.fault(
                        f"/players/{seat}/melds/{i}/claimed",
                        "not_in_meld",
                        f"{code(claimed)} 不在这副里",
                        f"{code(claimed)} is not in this chow",
                    )
        yield from self._circumstances(round_)

    def _circumstances(self, round_: Round) -> Iterator[Fault]:
        for i, win in enumerate(round_.wins):
            melded = bool(round_.player(win.winner).melds)
            at = f"/wins/{i}/circumstances"
            if "heavenly" in win.circumstances and melded:
                yield self.fault(at, "contradiction", "天胡的手牌没有亮出的副", "a heavenly hand has no melds")
            if "earthly" in win.circumstances and (win.by != "discard" or win.source != "east" or melded):
                yield self.fault(
                    at,
                    "contradiction",
                    "地胡是和庄家打的第一张牌，没有亮出的副",
                    "earthly is a win on east's first discard, without melds",
                )

    def set_out(self, round_: Round) -> Iterator[tuple[str, Tiles]]:
        for seat, player in round_.players.items():
            if player.concealed is None:
                yield f"/players/{seat}/wildcards_held", player.extra.get("wildcards_held") or ()

    def hands(self, hand: Hand) -> Iterable[Hand]:
        """With the 精 as wildcards, and as the tiles they show, which finds every 德国."""
        yield hand
        if hand.wilds:
            yield hand.replaced(wild_faces=())

    def trait(self, hand: Hand) -> Trait:
        """Pungs, and whether the pair waited on a 精."""

        def of(made: Block) -> int:
            if made.is_pair:
                return 8 * (hand.self_drawn and waited_on_wildcards(made, hand))
            return int(made.is_pung)

        return of

    @staticmethod
    def is_flat(hand: Hand) -> bool:
        """天胡、地胡 that nothing multiplies."""
        return not hand.options["heavenly_multiplied"] and (hand.has("heavenly") or hand.has("earthly"))

    def find(self, r: Reading) -> dict[str, int]:
        found = super().find(r)
        return {k: n for k, n in found.items() if k in FLAT} if self.is_flat(r.hand) else found

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        base = [c for c in counted if c.unit == "points"]
        factors = [c for c in counted if c.unit == "multiplier"]
        points, times = sum(c.total for c in base), prod(c.total for c in factors)
        zh, en = listed(factors, " × ") if factors else ("没有翻倍", "nothing multiplies it")
        steps = (
            Step("points", points, *listed(base)),
            Step("multipliers", times, zh, en),
            Step("score", points * times, f"{points} × {times}", f"{points} × {times}"),
        )
        return Arithmetic(points * times, steps, points * times)

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.score, *(tally.has(name) for name in PREFERRED))

    def share(self, result: Result, payer: str) -> Any:
        return super().share(result, payer) * 2 ** len(self.doubled_for(result, payer))

    def doubled_for(self, result: Result, payer: str) -> list[tuple[str, str]]:
        """What doubles this payer's share: the dealer, the discard."""
        reasons = []
        if "east" in (payer, result.seat) and not self.is_flat(result.hand):
            reasons.append(("庄家", "dealer"))
        if result.win.by == "discard" and payer == result.win.source and not result.hand.has("earthly"):
            reasons.append(("点炮", "discarder"))
        return reasons

    def share_text(self, result: Result, payer: str) -> Text | None:
        base, doubled = self.base(result.hand.options), self.doubled_for(result, payer)
        if base == 1 and not doubled:
            return None
        zh, en = f"{plain(result.score)} 分", f"{plain(result.score)} points"
        if base != 1:
            zh, en = f"{zh} × 底 {plain(base)}", f"{en} × base {plain(base)}"
        zh += "".join(f" × {of} 2" for of, _ in doubled)
        en += "".join(f" × {of} 2" for _, of in doubled)
        amount = plain(self.share(result, payer))
        return Text(f"{zh} = {amount}", f"{en} = {amount}")

    def payments(self, settlement: Settlement) -> Iterator[Payment]:
        prizes = self.prizes(settlement)
        for i, result in enumerate(settlement.results):
            settlement.results[i] = told(result, prizes)
        yield from super().payments(settlement)
        for prize in prizes:
            yield from self.prize_payments(settlement, prize)

    def prizes(self, settlement: Settlement) -> list[Prize]:
        """The 精 of every seat that has any, in turn order."""
        points = {seat: self.points(settlement, self.jing(settlement, seat)) for seat in settlement.seats}
        holders = [seat for seat, n in points.items() if n]
        known = all(is_known(settlement.round.player(seat)) for seat in settlement.seats)
        alone = 2 if known and len(holders) == 1 else 1
        return [
            Prize(
                seat,
                points[seat],
                points[seat] - 3 if points[seat] >= CHONGGUAN else 1,
                alone,
                self.feeder(settlement, seat, points[seat]),
            )
            for seat in holders
        ]

    def points(self, settlement: Settlement, tiles: Iterable[Tile]) -> int:
        """正精 2, 副精 1."""
        primary, secondary = self.wild_faces(settlement.round, "east")
        return sum({primary: 2, secondary: 1}.get(t, 0) for t in tiles)

    def jing(self, settlement: Settlement, seat: str) -> Tiles:
        """Every tile of a seat that may be a 精: its hand, melds, thrown 精, and the tile it won with."""
        player = settlement.round.player(seat)
        won = tuple(r.win.tile for r in settlement.winners if r.seat == seat and r.win.tile is not None)
        return (*held(player), *player.extra.get("discarded_wildcards", ()), *won)

    def received(self, settlement: Settlement, seat: str) -> Iterator[tuple[Tile, str | None]]:
        """The tiles a seat had from others and who gave them: those of its melds in order, then the winning tile."""
        for meld in settlement.round.player(seat).melds:
            if meld.type == "chow":
                if (claimed := meld.extra.get("claimed")) is not None:
                    yield claimed, next_seat(seat, settlement.seats, -1)
            elif meld.is_claimed:
                yield meld.tiles[0], meld.source
        for result in settlement.winners:
            if result.seat == seat and result.win.tile is not None and not result.win.self_drawn:
                yield result.win.tile, result.win.source

    def feeder(self, settlement: Settlement, seat: str, points: int) -> str | None:
        """喂精: who gave the tile with which this seat's points first reached five."""
        fed = [(self.points(settlement, (t,)), giver) for t, giver in self.received(settlement, seat)]
        reached = points - sum(n for n, _ in fed)
        if points < CHONGGUAN or reached >= CHONGGUAN:
            return None
        for n, giver in fed:
            reached += n
            if reached >= CHONGGUAN:
                return giver
        return None

    def prize_payments(self, settlement: Settlement, prize: Prize) -> Iterator[Payment]:
        """精的奖励, for one seat."""
        base = self.base(settlement.options)
        stake = (f"，× 底 {plain(base)}", f", × base {plain(base)}") if base != 1 else ("", "")
        for payer in settlement.seats:
            if payer != prize.seat:
                points, for_, zh, en = prize.owed(payer)
                yield Payment(payer, prize.seat, base * points, for_, zh + stake[0], en + stake[1])


def told(result: Result, prizes: Sequence[Prize]) -> Result:
    """The result with the prizes' lines after its own: they depend on who won, and are known last."""
    tally = result.tally
    if tally is None or not result.valid:
        return result
    steps = (*tally.arithmetic.steps, *(p.step() for p in prizes))
    return replace(result, tally=replace(tally, arithmetic=tally.arithmetic._replace(steps=steps)))
