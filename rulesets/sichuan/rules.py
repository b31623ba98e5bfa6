"""四川麻将: a suit must be missing, who feeds a kong pays for its replacement, a drawn round checks who is ready."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from calculator_api.rules import (
    SEAT_ZH,
    BaseRules,
    Fault,
    Hand,
    Payment,
    Reading,
    Result,
    Round,
    Settlement,
    Tally,
    Tile,
    hand_pattern,
)
from calculator_api.tiles import SUIT_MASKS, code


@hand_pattern
def heavenly_hand(hand: Hand) -> bool:
    """天胡, without melds."""
    return hand.has("heavenly") and not hand.melds


@hand_pattern
def earthly_hand(hand: Hand) -> bool:
    """地胡, without melds."""
    return hand.has("earthly") and not hand.melds


class Rules(BaseRules):
    """缺一门, 引杠, 查叫."""

    def faults(self, round_: Round) -> Iterable[Fault]:
        yield from self.kong_index_faults(round_)
        for i, win in enumerate(round_.wins):
            if "opening" in win.circumstances or "earthly" in win.circumstances and win.winner == "east":
                yield self.fault(
                    f"/wins/{i}/circumstances",
                    "contradiction",
                    "这里没有起手胡，庄家没有地胡",
                    "there is no win on the dealt hand here, and no earthly hand for the dealer",
                )
        yield from self._unfed(round_)
        if not round_.wins:
            yield from self._unknown_hands(round_)

    def _unfed(self, round_: Round) -> Iterator[Fault]:
        """A kong whose feeder pays must say who that is."""
        for win in round_.wins:
            melds = round_.player(win.winner).melds
            kong = self.kong_behind(win, round_.player(win.winner)) if "kong_replacement" in win.circumstances else None
            if kong is not None and kong.type == "exposed_kong" and kong.source is None:
                yield self.fault(
                    f"/players/{win.winner}/melds/{melds.index(kong)}/from",
                    "from_missing",
                    "要说明这副杠是谁放的，由他付",
                    "say who fed this kong: that player pays",
                )

    def _unknown_hands(self, round_: Round) -> Iterator[Fault]:
        """The readiness check needs every hand, with thirteen tiles."""
        for seat in self.sheet.seats:
            player = round_.player(seat)
            if player.concealed is None:
                yield self.fault(
                    f"/players/{seat}",
                    "hand_missing",
                    "流局查叫要有四家的牌",
                    "a drawn round checks all four hands for readiness",
                )
            elif len(player.concealed) + 3 * len(player.melds) != 13:
                yield self.fault(
                    f"/players/{seat}/concealed",
                    "wrong_count",
                    "查叫时手牌应为十三张，每副碰杠算三张",
                    "a hand checked for readiness has 13 tiles, three for each meld",
                )

    def looks_further(self, codes: Sequence[str]) -> bool:
        return "illegal_meld" not in codes

    def no_shape(self, hand: Hand) -> Iterable[str]:
        yield from super().no_shape(hand)
        yield from self._missing_suit(hand)

    def verdict(self, hand: Hand, best: Tally) -> Iterable[str]:
        yield from self._missing_suit(hand)

    @staticmethod
    def _missing_suit(hand: Hand) -> Iterator[str]:
        if all(hand.kinds & suit for suit in SUIT_MASKS):
            yield "missing_suit_required"

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return tally.score, sum(made.is_pung for made in r.sets)

    def win_payments(self, result: Result) -> Iterator[Payment]:
        feeder = self._feeder(result)
        if feeder is None:
            yield from super().win_payments(result)
        else:
            zh, en = "引杠者算点炮，一家独付", "the one who fed the kong pays alone, as for a discard"
            text = self.share_text(result, feeder)
            if text is not None:
                zh, en = f"{zh}：{text.zh}", f"{en}: {text.en}"
            yield Payment(feeder, result.seat, self.share(result, feeder), "win", zh, en)

    def _feeder(self, result: Result) -> str | None:
        """引杠: who fed the kong whose replacement won."""
        kong = self.kong_behind(result.win, result.hand.player) if result.hand.has("kong_replacement") else None
        return kong.source if kong is not None and kong.type == "exposed_kong" else None

    def payments(self, settlement: Settlement) -> Iterable[Payment]:
        if settlement.round.wins:
            yield from super().payments(settlement)
        else:
            yield from self._readiness(settlement)

    def _readiness(self, settlement: Settlement) -> Iterator[Payment]:
        """查叫: the smallest of a hand's possible wins, from everyone who waits for nothing."""
        seats = self.sheet.seats
        claims = {seat: smallest for seat in seats if (smallest := self._smallest_win(settlement.round, seat))}
        for payer in (seat for seat in seats if seat not in claims):
            for ready, (tile, score) in claims.items():
                yield Payment(
                    payer,
                    ready,
                    self.base(settlement.options) * score,
                    "draw",
                    f"{SEAT_ZH[payer]}没听牌；{SEAT_ZH[ready]}最小的和法是和 {code(tile)}，{score} 分",
                    f"{payer} is not ready; {ready}'s smallest win is on {code(tile)}, worth {score}",
                )

    def _smallest_win(self, round_: Round, seat: str) -> tuple[Tile, int] | None:
        """The tile and the score of the least a waiting hand can win, None where it waits for nothing."""
        wins = ((tile, result.score) for tile, result in self.waits(round_, seat).items())
        return min(wins, key=lambda win: win[1], default=None)
