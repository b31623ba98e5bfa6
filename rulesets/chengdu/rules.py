"""成都麻将: wins follow each other in one round, kongs are paid apart, an exhausted wall brings three checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from calculator_api.rules import (
    SEAT_ZH,
    Arithmetic,
    BaseRules,
    Counted,
    Fault,
    Hand,
    Pattern,
    Payment,
    Reading,
    Result,
    Round,
    Settlement,
    Step,
    Tally,
    Text,
    Tile,
    Win,
    each_other,
    hand_pattern,
    pattern,
    plain,
    turns_after,
)
from calculator_api.scoring import doubling_model
from calculator_api.tiles import SUIT_MASKS, SUITS, code, count, mask_of

MOST_WINNERS = 3
PIG_UNCAPPED = 16


@hand_pattern
def root(hand: Hand) -> int:
    """根: decision `kong_is_root`."""
    return count(hand.all_tiles).count(4)


@hand_pattern
def heavenly_hand(hand: Hand) -> bool:
    """天胡, without melds."""
    return hand.has("heavenly") and not hand.melds


@hand_pattern
def earthly_hand(hand: Hand) -> bool:
    """地胡, without melds."""
    return hand.has("earthly") and not hand.melds


@pattern
def concealed_hand(r: Reading) -> bool:
    """门清: sets and a pair with nothing claimed; seven pairs have it in their name."""
    return r.shape == "standard" and not r.hand.is_open


@dataclass(frozen=True, slots=True)
class WallCheck:
    """What the end of the wall finds among the seats still in the round; nothing where the wall did not run out.

    Attributes:
        pigs: 花猪.
        ready: the seats that wait for something, each with the tile and the score of its largest possible win.
        unready: all others.
    """

    pigs: tuple[str, ...] = ()
    ready: Mapping[str, tuple[Tile, int]] = field(default_factory=dict)
    unready: tuple[str, ...] = ()


def is_exhausted(round_: Round) -> bool:
    """Whether the wall ran out: as the request says, else where nobody won."""
    said = round_.table.extra.get("wall_exhausted")
    return not round_.wins if said is None else bool(said)


class Rules(BaseRules):
    """血战到底: who has won leaves."""

    # -- requests that cannot be --

    def faults(self, round_: Round) -> Iterable[Fault]:
        for i, win in enumerate(round_.wins):
            if "opening" in win.circumstances or "earthly" in win.circumstances and win.winner == "east":
                yield self.fault(
                    f"/wins/{i}/circumstances",
                    "contradiction",
                    "这里没有起手胡，庄家没有地胡",
                    "there is no win on the dealt hand here, and no earthly hand for the dealer",
                )
        yield from self.kong_index_faults(round_, self._owner_of_kong)
        won = [self.judge(self.hand(round_, win)).valid for win in round_.wins]
        yield from self._order_faults(round_, won)
        yield from self._kong_faults(round_, won)
        yield from self._hand_faults(round_, won)

    @staticmethod
    def _owner_of_kong(win: Win) -> str | None:
        """Whose melds `kong_index` counts."""
        if "kong_replacement" in win.circumstances:
            return win.winner
        return win.source if "kong_discard" in win.circumstances else None

    def _order_faults(self, round_: Round, won: Sequence[bool]) -> Iterator[Fault]:
        gone: list[str] = []
        for i, win in enumerate(round_.wins):
            if len(gone) >= MOST_WINNERS:
                yield self.fault(
                    f"/wins/{i}",
                    "round_over",
                    "三家已和，这一局结束了",
                    "three players have won, and the round is over",
                )
            if win.winner in gone:
                yield self.fault(
                    f"/wins/{i}/winner",
                    "winner_left",
                    f"{SEAT_ZH[win.winner]}已经和了离场",
                    f"{win.winner} has won before and left",
                )
            if win.source is not None and win.source in gone:
                yield self.fault(
                    f"/wins/{i}/from",
                    "payer_left",
                    f"{SEAT_ZH[win.source]}已经和了离场",
                    f"{win.source} has won before and left",
                )
            if won[i] and win.winner not in gone:
                gone.append(win.winner)

    def _kong_faults(self, round_: Round, won: Sequence[bool]) -> Iterator[Fault]:
        for seat, player in round_.players.items():
            for j, meld in enumerate(player.melds):
                after = meld.extra.get("after_wins", 0) if meld.is_kong else 0
                gone = {win.winner for win, valid in zip(round_.wins[:after], won, strict=False) if valid}
                if after > len(round_.wins) or seat in gone or meld.type == "exposed_kong" and meld.source in gone:
                    yield self.fault(
                        f"/players/{seat}/melds/{j}/after_wins",
                        "kong_too_late",
                        "和了离场的人不能再开杠、放杠，也没有这么多次和牌",
                        "who has left makes and feeds no kong, and there are no more wins than the request has",
                    )

    def _hand_faults(self, round_: Round, won: Sequence[bool]) -> Iterator[Fault]:
        """The checks at the end of the wall need the hands of all who are still in."""
        gone = {win.winner for win, valid in zip(round_.wins, won, strict=True) if valid}
        seats = [seat for seat in self.sheet.seats if seat not in gone]
        if not is_exhausted(round_) or len(seats) < 2:
            return
        for seat in seats:
            player = round_.player(seat)
            if player.concealed is None or len(player.concealed) + 3 * len(player.melds) != 13:
                yield self.fault(
                    f"/players/{seat}",
                    "hand_missing",
                    "牌墙摸完要查叫，还在局里的各家都要有十三张牌（每副碰杠算三张）",
                    "the checks at the end of the wall need 13 tiles (a meld counts three) of everyone still in",
                )

    # -- what wins, and what it is worth --

    def looks_further(self, codes: Sequence[str]) -> bool:
        return "illegal_meld" not in codes

    def no_shape(self, hand: Hand) -> Iterable[str]:
        yield from super().no_shape(hand)
        yield from self._suit_reasons(hand)

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        yield from self._suit_reasons(hand)

    def _suit_reasons(self, hand: Hand) -> Iterator[str]:
        if has_three_suits(hand.kinds):
            yield "missing_suit_required"
        if hand.kinds & void_mask(hand.round, hand.seat):
            yield "void_suit_in_hand"

    def strike(self, found: Mapping[str, int], r: Reading) -> tuple[Mapping[str, int], Mapping[str, Any]]:
        kept, struck = super().strike(found, r)
        if "self_draw" not in kept or self._paying_feeder(r.hand) is None:
            return kept, struck
        why = Text("点杠花算点炮，不计自摸", "out on a fed kong counts as a discard here, so it is no self-draw")
        return {n: times for n, times in kept.items() if n != "self_draw"}, {**struck, "self_draw": (None, why)}

    def unit_of(self, pattern: Pattern, r: Reading) -> str:
        if pattern.id == "self_draw" and r.hand.options["self_draw_bonus"] == "base":
            return "points"
        return super().unit_of(pattern, r)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        """Two to the power of the fan, cut at the cap; 自摸加底 comes on top."""
        made = doubling_model(self.sheet, self.limit(r.hand), [c for c in counted if c.unit == "fan"])
        bonus = sum(c.total for c in counted if c.unit != "fan")
        if not bonus:
            return made
        score = made.score + bonus
        return made._replace(
            score=score, steps=(*made.steps, Step("self_draw", score, f"自摸加底：+ {bonus}", f"self-draw: + {bonus}"))
        )

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (*super().rank(r, tally), sum(made.is_pung for made in r.sets))

    # -- payments --

    def payments(self, settlement: Settlement) -> Iterable[Payment]:
        check = self._check_wall(settlement)
        for i, result in enumerate(settlement.results):
            if result.valid:
                for payment in self._win(result, left_after(settlement, i)):
                    yield self._explained(result, payment)
        yield from self._kong_money(settlement, check)
        yield from self._pigs(settlement, check)
        yield from self._readiness(settlement, check)

    def _explained(self, result: Result, payment: Payment) -> Payment:
        """The payment with the way from the score to its amount, where that is not the score itself."""
        text = self.share_text(result, payment.source)
        if text is None:
            return payment
        if not payment.zh:
            return payment._replace(zh=text.zh, en=text.en)
        return payment._replace(zh=f"{payment.zh}：{text.zh}", en=f"{payment.en}: {text.en}")

    def _win(self, result: Result, gone: set[str]) -> Iterator[Payment]:
        feeder = self._paying_feeder(result.hand)
        if feeder is not None:
            yield Payment(
                feeder,
                result.seat,
                self.share(result, feeder),
                "win",
                "点杠花算点炮，放杠的一家独付",
                "out on a fed kong counts as a discard: the one who fed it pays alone",
            )
        elif (payer := result.win.source) is not None:
            yield Payment(payer, result.seat, self.share(result, payer), "win")
        else:
            seats = [seat for seat in self.sheet.seats if seat not in gone]
            yield from each_other(result.seat, seats, lambda seat: self.share(result, seat))

    def _paying_feeder(self, hand: Hand) -> str | None:
        """点杠花当点炮: who fed the kong whose replacement won, where that counts as a discard."""
        if hand.options["fed_kong_win"] != "discard" or hand.claimed or not hand.has("kong_replacement"):
            return None
        kong = self.kong_behind(hand.win, hand.player)
        return kong.source if kong is not None and kong.type == "exposed_kong" else None

    def _kong_money(self, settlement: Settlement, check: WallCheck) -> Iterator[Payment]:
        """刮风下雨, with 退税 and what becomes of a kong before a 杠上炮."""
        options = settlement.options
        refunding = {*check.pigs, *check.unready} if options["kong_refund"] else set()
        before_discard = self._kongs_before_discards(settlement) if options["discarded_kong"] != "keep" else {}
        for owner in self.sheet.seats:
            for index, meld in enumerate(settlement.round.player(owner).melds):
                if not meld.is_kong:
                    continue
                recipient = before_discard.get((owner, index))
                if recipient is None:
                    if owner not in refunding:
                        yield from self._paid_kong(settlement, owner, index)
                elif options["discarded_kong"] == "transfer":
                    for payment in self._paid_kong(settlement, owner, index):
                        if payment.source != recipient:
                            yield payment._replace(
                                to=recipient, zh="呼叫转移：杠钱转给和家", en="the kong's money goes to the winner"
                            )

    def _paid_kong(self, settlement: Settlement, owner: str, index: int) -> Iterator[Payment]:
        """One kong, paid by those who had not left when it was made."""
        meld = settlement.round.player(owner).melds[index]
        gone = left_after(settlement, meld.extra.get("after_wins", 0))
        rate = self.sheet.payments["kong"].data["rates"][meld.type]
        for payment in self._one_kong(settlement, owner, meld, rate):
            if payment.source not in gone:
                yield payment

    def _kongs_before_discards(self, settlement: Settlement) -> dict[tuple[str, int], str]:
        """杠上炮: each kong (owner, index) after which a winning tile was discarded, with the winner next in turn."""
        found: dict[tuple[str, int], str] = {}
        for result in settlement.winners:
            payer = result.win.source
            if payer is None or not result.hand.has("kong_discard"):
                continue
            player = settlement.round.player(payer)
            kong = self.kong_behind(result.win, player)
            if kong is None:
                continue
            key = payer, player.melds.index(kong)
            rivals = [seat for seat in (found.get(key), result.seat) if seat is not None]
            found[key] = min(rivals, key=lambda seat: turns_after(payer, seat, self.sheet.seats))
        return found

    def _check_wall(self, settlement: Settlement) -> WallCheck:
        round_ = settlement.round
        gone = left_after(settlement, len(settlement.results))
        seats = [seat for seat in self.sheet.seats if seat not in gone]
        if not is_exhausted(round_) or len(seats) < 2:
            return WallCheck()
        pigs = tuple(seat for seat in seats if is_pig(round_, seat))
        ready: dict[str, tuple[Tile, int]] = {}
        for seat in seats:
            waits = self.waits(round_, seat) if seat not in pigs else {}
            if waits:
                ready[seat] = max(((tile, r.score) for tile, r in waits.items()), key=lambda wait: wait[1])
        return WallCheck(pigs, ready, tuple(seat for seat in seats if seat not in pigs and seat not in ready))

    def _pigs(self, settlement: Settlement, check: WallCheck) -> Iterator[Payment]:
        """查花猪."""
        options = settlement.options
        if not options["check_flower_pig"]:
            return
        cap = options["cap_fan"]
        amount = self.base(options) * (PIG_UNCAPPED if cap is None else 2**cap)
        for pig in check.pigs:
            by_zh, by_en = ("没有封顶，", "without a cap") if cap is None else ("按封顶", "as at the cap")
            zh = f"{SEAT_ZH[pig]}是花猪，{by_zh}赔 {plain(amount)}"
            en = f"{pig} is a flower pig and, {by_en}, pays {plain(amount)}"
            for seat in self.sheet.seats:
                if seat in check.ready or seat in check.unready:
                    yield Payment(pig, seat, amount, "penalty", zh, en)

    def _readiness(self, settlement: Settlement, check: WallCheck) -> Iterator[Payment]:
        """查大叫."""
        options = settlement.options
        if not options["check_ready"]:
            return
        payers = check.unready if options["check_flower_pig"] else (*check.pigs, *check.unready)
        for payer in payers:
            for seat, (tile, score) in check.ready.items():
                base = self.base(options)
                zh = f"{SEAT_ZH[payer]}没有叫；{SEAT_ZH[seat]}最大的和法是和 {code(tile)}，{score} 倍"
                en = f"{payer} is not ready; {seat}'s largest win is on {code(tile)}, worth {score}"
                if base != 1:
                    zh, en = f"{zh} × 底 {plain(base)}", f"{en} × base {plain(base)}"
                yield Payment(payer, seat, base * score, "draw", zh, en)


def left_after(settlement: Settlement, wins: int) -> set[str]:
    """Who has left the round after its first so many wins."""
    return {result.seat for result in settlement.results[:wins] if result.valid}


def has_three_suits(kinds: int) -> bool:
    """Whether all three suits occur in the mask."""
    return all(kinds & suit for suit in SUIT_MASKS)


def void_mask(round_: Round, seat: str) -> int:
    """定缺: mask of the suit the seat gave up, 0 where it declared none."""
    suit = round_.player(seat).extra.get("void_suit")
    return SUIT_MASKS[SUITS.index(suit)] if suit is not None else 0


def is_pig(round_: Round, seat: str) -> bool:
    """花猪: three suits at the end of the wall, or a tile of the suit given up."""
    player = round_.player(seat)
    kinds = mask_of((*(player.concealed or ()), *(tile for meld in player.melds for tile in meld.tiles)))
    return has_three_suits(kinds) or bool(kinds & void_mask(round_, seat))
