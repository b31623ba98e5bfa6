"""广东麻将（鸡平和）: the limit that hands beyond it ignore, spoiled blessings, three winners on one discard, and who
is liable for a self-draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from calculator_api.rules import (
    Arithmetic,
    BaseRules,
    Counted,
    Fault,
    Hand,
    Meld,
    Payment,
    Reading,
    Result,
    Round,
    Step,
    Tally,
    Text,
    hand_pattern,
    mask_of,
    next_seat,
)
from calculator_api.tiles import DRAGONS, WINDS

BLESSINGS = ("heavenly_hand", "earthly_hand", "human_hand")
SEVERAL_SHARES = {
    "robbed_kong": Text("被抢杠的包三家", "a robbed kong is paid for by the robbed player alone"),
    "discard": Text("打全铳，放炮的包三家", "the discarder pays for all three at this table"),
}
FED_KONG = Text("杠开包牌：和的那张是他喂的杠补来的", "the winning tile replaced a kong that was fed by this player")
LAST_DRAGON = Text("包大三元：第三副三元牌是他打的", "this player fed the third set of dragons")
LAST_WIND = Text("包大四喜：第四副风牌是他打的", "this player fed the fourth set of winds")
TWELFTH_TILE = Text("十二张落地：第四副是他打的", "this player fed the fourth claimed meld")
SPOILED = Text("和牌之前已有人吃、碰或开杠", "somebody had made a meld before the win")


@hand_pattern
def triple_win(hand: Hand) -> bool:
    """一炮三响: three valid wins on one discard."""
    return hand.win.by == "discard" and hand.claims == 3


class Rules(BaseRules):
    """鸡平和."""

    counts_claims = True

    def faults(self, round_: Round) -> Iterator[Fault]:
        """A kong that is none, and blessings that another seat or another way of winning has."""
        yield from self.kong_index_faults(round_)
        for i, win in enumerate(round_.wins):
            at, other_seat = f"/wins/{i}/circumstances", win.winner != "east"
            if "earthly" in win.circumstances and not (other_seat and win.self_drawn):
                yield self.fault(
                    at, "contradiction", "地和只能是闲家自摸", "earthly: another seat than east, by self_draw"
                )
            if "human" in win.circumstances and not (other_seat and win.by == "discard"):
                yield self.fault(
                    at, "contradiction", "人和只能是闲家点炮和", "human: another seat than east, by discard"
                )

    def strike(self, found: Mapping[str, int], r: Reading) -> tuple[Mapping[str, int], Mapping[str, Any]]:
        """As the sheet says, once the blessings that a meld has spoiled are out of the way."""
        spoiled = [name for name in BLESSINGS if name in found]
        if not spoiled or not any(player.melds for player in r.hand.round.players.values()):
            return super().strike(found, r)
        kept, struck = super().strike({name: n for name, n in found.items() if name not in spoiled}, r)
        return kept, {**struck, **dict.fromkeys(spoiled, (None, SPOILED))}

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        """爆和以外 stands alone and is not cut; inside the limit the fan are added and cut."""
        special = self._special(r, counted)
        if special is None:
            return super().arithmetic(r, counted)
        fan, name = special.value, special.pattern.name
        score = 2**fan
        steps = (
            Step("special", fan, f"爆和以外：{name.zh} {fan}番", f"Beyond the limit: {name.en} {fan} fan"),
            Step("score", score, f"2 的 {fan} 次方", f"2 to the power of {fan}"),
        )
        return Arithmetic(score, steps, fan)

    def _special(self, r: Reading, counted: Iterable[Counted]) -> Counted | None:
        groups = self.book_of(r.hand).group_of
        for one in counted:
            group = groups[one.pattern.id]
            if group is not None and group.id == "special":
                return one
        return None

    def rank(self, r: Reading, tally: Tally) -> tuple[Any, ...]:
        """The score, the fan before the limit, the special hand that the sheet names first, the most pungs."""
        special = self._special(r, tally.counted)
        order = -special.pattern.order if special is not None else 0
        return tally.score, tally.arithmetic.before, order, sum(1 for made in r.sets if made.is_pung)

    def liable(self, result: Result) -> str | None:
        """包自摸: who fed the kong that gave the tile, else who brought about the earliest of the other liabilities."""
        found = self._liability(result.hand)
        return found[0] if found is not None else None

    def _liability(self, hand: Hand) -> tuple[str, Text] | None:
        """Who is liable for a self-draw, and for what."""
        if not hand.self_drawn or not hand.options["liability"]:
            return None
        if hand.has("kong_replacement"):
            kong = self.kong_behind(hand.win, hand.player)
            if kong is not None and kong.type == "exposed_kong" and kong.source is not None:
                return kong.source, FED_KONG
        arisen = [
            *((index, seat, LAST_DRAGON) for index, seat in self._last_honor(hand, DRAGONS)),
            *((index, seat, LAST_WIND) for index, seat in self._last_honor(hand, WINDS)),
            *((index, seat, TWELFTH_TILE) for index, seat in self._twelve_down(hand)),
        ]
        return min(arisen, key=lambda one: one[0])[1:] if arisen else None

    def win_payments(self, result: Result) -> Iterator[Payment]:
        """Who pays; where one seat pays the others' shares too, why."""
        found = self._liability(result.hand)
        why = found[1] if found is not None else SEVERAL_SHARES.get(result.win.by)
        for payment in super().win_payments(result):
            if payment.for_ == "liability" and why is not None:
                payment = payment._replace(zh=f"{payment.zh}（{why.zh}）", en=f"{payment.en} ({why.en})")
            yield payment

    def _feeder(self, seat: str, meld: Meld) -> str | None:
        """Who fed a claimed meld; a chow can only come from the previous seat."""
        return next_seat(seat, self.sheet.seats, -1) if meld.type == "chow" else meld.source

    def _last_honor(self, hand: Hand, kinds: int) -> Iterator[tuple[int, str]]:
        """大三元, 大四喜: all these honours claimed: the last one's place among the melds, and who fed it."""
        held = [(i, meld) for i, meld in enumerate(hand.melds) if meld.is_claimed and kinds >> meld.tiles[0] & 1]
        if mask_of(meld.tiles[0] for _, meld in held) == kinds:
            index, last = held[-1]
            if last.source is not None:
                yield index, last.source

    def _twelve_down(self, hand: Hand) -> Iterator[tuple[int, str]]:
        """十二张落地: who fed the fourth claimed meld, unless he had made another seat's twelve tiles first."""
        feeder = self._fourth_feeder(hand.round, hand.seat)
        if feeder is None:
            return
        rank = hand.player.extra.get("twelve_down_rank")
        for seat, player in hand.round.players.items():
            earlier = player.extra.get("twelve_down_rank")
            if rank and earlier and earlier < rank and self._fourth_feeder(hand.round, seat) == feeder:
                return
        yield 3, feeder

    def _fourth_feeder(self, round_: Round, seat: str) -> str | None:
        melds = round_.player(seat).melds
        return self._feeder(seat, melds[3]) if len(melds) == 4 and all(meld.is_claimed for meld in melds) else None
