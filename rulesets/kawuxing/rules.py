"""卡五星: the five between four and six, the fourth tile won, open hands and runs of kongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from calculator_api.patterns.waits import is_closed
from calculator_api.rules import (
    BaseRules,
    Fault,
    Hand,
    Meld,
    Pattern,
    Payment,
    Reading,
    Result,
    Round,
    Settlement,
    Tally,
    Text,
    hand_pattern,
    pattern,
    plain,
)
from calculator_api.tiles import DRAGONS, is_number, rank

DELUXE = ("deluxe_seven_pairs", "double_deluxe_seven_pairs", "triple_deluxe_seven_pairs")


@pattern
def ka_wu_xing(r: Reading) -> bool:
    """卡五星: won on the five of a 4-5-6."""
    tile = r.hand.tile
    return tile is not None and is_number(tile) and rank(tile) == 5 and is_closed(r)


@hand_pattern
def open_four_in_one(hand: Hand) -> bool:
    """明四归: won on the fourth tile of an own melded pung."""
    return any(meld.type == "pung" and meld.tiles[0] == hand.tile for meld in hand.melds)


@pattern
def concealed_four_in_one(r: Reading) -> bool:
    """暗四归: three of the winning tile are a pung in hand, and the fourth was won into a run."""
    if r.place is None or not r.place.is_chow:
        return False
    return any(b.is_pung and b.meld is None and b.tile == r.hand.tile for b in r.sets)


@pattern
def three_dragons_seven_pairs(r: Reading) -> bool:
    """三元七对: seven pairs with all three dragons."""
    return r.shape == "seven_pairs" and r.kinds & DRAGONS == DRAGONS


class Rules(BaseRules):
    def faults(self, round_: Round) -> Iterable[Fault]:
        pointer = "/table/first_exposed"
        first = round_.table.extra["first_exposed"]
        exposed = self.open_hands(round_)
        if first is not None and first not in exposed:
            yield self.fault(
                pointer,
                "not_exposed",
                "最先明牌的一家要有 exposed: true",
                "the seat named here must have `exposed: true`",
            )
        elif first is None and not round_.wins and len(exposed) > 1 and round_.options["draw_penalty"] == "first":
            yield self.fault(
                pointer,
                "required",
                "荒庄有几家明牌，要说明谁最先",
                "several hands are open in a drawn round: who opened first?",
            )

    def open_hands(self, round_: Round) -> list[str]:
        """The seats that play with an open hand."""
        return [seat for seat in self.sheet.seats if round_.player(seat).exposed]

    def find(self, r: Reading) -> dict[str, int]:
        found = super().find(r)
        if "ka_wu_xing" in found and r.hand.options["ka_wu_xing"] == "sole_wait" and not r.hand.sole_wait:
            del found["ka_wu_xing"]
        return found

    def value_of(self, pattern: Pattern, r: Reading) -> Any:
        value = super().value_of(pattern, r)
        # The factor of seven pairs stands inside both, and counts once.
        if pattern.id in DELUXE and three_dragons_seven_pairs(r):
            return value // self.book_of(r.hand).values["seven_pairs"]
        return value

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        return (tally.arithmetic.before, r.shape == "standard", len(tally.counted))

    def share(self, result: Result, payer: str) -> Any:
        amount = super().share(result, payer)
        if not self.doubles(result, payer):
            return amount
        return amount + self.base(result.hand.options) * self.multiplied(result)

    def share_text(self, result: Result, payer: str) -> Text | None:
        if not self.doubles(result, payer):
            return super().share_text(result, payer)
        score, doubled = result.score, self.multiplied(result)
        base, amount = plain(self.base(result.hand.options)), plain(self.share(result, payer))
        return Text(
            f"和牌 {score}，付的人明牌再加 {doubled}，乘底注 {base} 得 {amount}",
            f"{score} for the win, {doubled} more for the payer's open hand, times base {base}: {amount}",
        )

    def doubles(self, result: Result, payer: str) -> bool:
        """Whether this payer's open hand doubles what he owes."""
        hand = result.hand
        again = not hand.player.exposed or hand.options["exposed_doubling"] == "each"
        return again and hand.round.player(payer).exposed

    def multiplied(self, result: Result) -> Any:
        """The part of the score that an open hand doubles."""
        return result.score

    def kong_share(self, settlement: Settlement, owner: str, payer: str, meld: Meld, amount: Any) -> Any:
        return super().kong_share(settlement, owner, payer, meld, amount) * 2 ** (meld.extra["chain"] - 1)

    def payments(self, settlement: Settlement) -> Iterable[Payment]:
        yield from super().payments(settlement)
        if not settlement.results:
            yield from self.draw_penalties(settlement.round)

    def draw_penalties(self, round_: Round) -> Iterator[Payment]:
        """荒庄: the first open hand, or each of them, pays every other player one base."""
        owing = self.open_hands(round_)
        if round_.options["draw_penalty"] == "first" and len(owing) > 1:
            owing = [round_.table.extra["first_exposed"]]
        for payer in owing:
            for seat in self.sheet.seats:
                if seat != payer:
                    yield Payment(
                        payer, seat, self.base(round_.options), "draw", "荒庄，明牌的赔底注", "the open hand pays"
                    )
