"""安庆麻将: kong tiles that are set aside, the red dragon in the wildcard's place, and two stakes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from calculator_api.readings.shapes import fill_misfits, misfit
from calculator_api.rules import (
    SEAT_ZH,
    Arithmetic,
    BaseRules,
    Counted,
    Fault,
    Hand,
    Meld,
    Player,
    Reading,
    Result,
    Round,
    Step,
    Text,
    Tile,
    exact,
    hand_pattern,
    mask_of,
    pattern,
    plain,
    read_standard,
    shape,
)
from calculator_api.tiles import DRAGONS, GREEN, HONORS, NUMBERS, RED, WHITE

RAISE_OF_A_DRAWN_ROUND = 4


def kong_tiles(wild: Tile) -> tuple[Tile, ...]:
    """杠牌: the two dragons that are neither wild nor the red one in the wildcard's place."""
    if DRAGONS >> wild & 1:
        return tuple(t for t in (GREEN, WHITE, RED) if t != wild)
    return (GREEN, WHITE)


@shape
def standard(hand: Hand) -> Iterator[Reading]:
    """四副一将 without a kong tile. All readings pay alike, so one is enough."""
    barred = kong_tiles(hand.wild_faces[0])
    if not any(tile in barred for tile in hand.naturals):
        yield from read_standard(hand.replaced(allowed=hand.allowed & ~mask_of(barred)), lambda made: 0)


@shape
def thirteen_misfits(hand: Hand) -> Iterator[Reading]:
    """打缺: kong tiles are ordinary honours here, and one red dragon may be itself."""
    if hand.melds or len(hand.raw) != 14:
        return
    mapped = hand.setting.face_map or {}
    naturals = [tile for tile in hand.raw if tile not in hand.wild_faces]
    reds = naturals.count(RED) if RED in mapped else 0
    rest = [tile for tile in naturals if tile not in mapped]
    for red in range(min(reds, 1), -1, -1):
        faces = (*rest, *[RED] * red, *[mapped.get(RED, RED)] * (reds - red))
        wild = fill_misfits(faces, len(hand.wilds), HONORS | NUMBERS) if misfit(faces) else None
        if wild is not None:
            yield Reading(hand, "thirteen_misfits", loose=tuple(sorted((*faces, *wild))), loose_wild=wild)
            return


@pattern
def basic_win(r: Reading) -> bool:
    """平胡: sets and a pair."""
    return r.shape == "standard"


@hand_pattern
def fa_kong(hand: Hand) -> int:
    """发: the kong tiles set aside that are paid."""
    return counted_kong_tiles(hand)


def counted_kong_tiles(hand: Hand) -> int:
    """All of them, or only green ones, whose part the red dragon plays where green is wild."""
    flowers = hand.player.flowers
    if hand.options["counted_kong_tiles"] == "all":
        return len(flowers)
    return flowers.count(RED if hand.wild_faces[0] == GREEN else GREEN)


class Rules(BaseRules):
    """Stakes of the dealer and the others, and money for each kong tile."""

    def face_map(self, round_: Round) -> Mapping[int, int]:
        """红中 is the wildcard's own tile, unless a dragon is wild."""
        wild = self.wild_faces(round_, "east")[0]
        return {} if DRAGONS >> wild & 1 else {RED: wild}

    def kongs_of(self, player: Player) -> int:
        """Setting a kong tile aside is a kong too: it is replaced from the wall's end."""
        return super().kongs_of(player) + len(player.flowers)

    def faults(self, round_: Round) -> Iterator[Fault]:
        """Only kong tiles may be set aside."""
        barred = kong_tiles(self.wild_faces(round_, "east")[0])
        for seat, player in round_.players.items():
            if any(tile not in barred for tile in player.flowers):
                yield self.fault(
                    f"/players/{seat}/flowers", "no_kong_tile", "这里只能放杠牌", "only kong tiles may be set aside"
                )

    def is_legal(self, meld: Meld, hand: Hand) -> bool:
        """Kong tiles are never melded."""
        barred = kong_tiles(hand.wild_faces[0])
        return super().is_legal(meld, hand) and not any(tile in barred for tile in meld.tiles)

    def no_shape(self, hand: Hand) -> Iterable[str]:
        """A kong tile still in hand is the reason where there is one."""
        barred = kong_tiles(hand.wild_faces[0])
        return ("kong_tile_in_hand" if any(tile in barred for tile in hand.raw) else "not_a_winning_shape",)

    def arithmetic(self, r: Reading, counted: tuple[Counted, ...]) -> Arithmetic:
        """What one player who does not deal pays another; a stake that is only multiplied stays out of it."""
        options, tiles = r.hand.options, counted_kong_tiles(r.hand)
        if options["fa_mode"] == "double":
            score = 2**tiles
            steps = (
                Step("base", 1, "底子在付账时再乘", "the stake multiplies the payments"),
                Step(
                    "fa",
                    score,
                    f"每张杠牌翻倍：2 的 {tiles} 次方",
                    f"doubled {tiles} times, by each kong tile",
                ),
            )
            return Arithmetic(score, steps, score)
        base, value = self.base(options), exact(options["fa_value"])
        score = base + value * tiles
        steps = (
            Step("base", base, f"闲底子 {plain(base)}", f"stake {plain(base)}"),
            Step("fa", score, f"加 {tiles} 张杠牌，每张 {plain(value)}", f"plus {tiles} kong tiles at {plain(value)}"),
        )
        return Arithmetic(score, steps, score)

    def share(self, result: Result, payer: str) -> Any:
        """The stake between these two, with the winner's kong tiles added or doubling it."""
        options, tiles = result.hand.options, counted_kong_tiles(result.hand)
        stake = self._stake(result.hand.round, "east" in (payer, result.seat))
        return stake * 2**tiles if options["fa_mode"] == "double" else stake + exact(options["fa_value"]) * tiles

    def share_text(self, result: Result, payer: str) -> Text | None:
        """Which stake it is, and what the kong tiles do to it."""
        options, tiles = result.hand.options, counted_kong_tiles(result.hand)
        with_dealer = "east" in (payer, result.seat)
        zh, en = ("庄底子", "dealer's stake") if with_dealer else ("闲底子", "stake")
        draws = result.hand.table.extra.get("dealer_draws", 0)
        if with_dealer and draws:
            grown = RAISE_OF_A_DRAWN_ROUND * draws
            zh, en = f"{zh}（荒庄 {draws} 次，已加 {grown}）", f"{en} (grown by {grown} in drawn rounds: {draws})"
        stake, amount = plain(self._stake(result.hand.round, with_dealer)), plain(self.share(result, payer))
        value = plain(exact(options["fa_value"]))
        more_zh, more_en = (
            (f" × 2 的 {tiles} 次方", f" × 2 to the power of {tiles}")
            if options["fa_mode"] == "double"
            else (f" + 杠牌 {tiles} 张 × {value}", f" + {tiles} × {value} for kong tiles")
        )
        if not tiles:
            more_zh = more_en = ""
        return Text(
            f"{SEAT_ZH[payer]}付{SEAT_ZH[result.seat]} {amount}：{zh} {stake}{more_zh}",
            f"{payer} pays {result.seat} {amount}: {en} {stake}{more_en}",
        )

    def _stake(self, round_: Round, with_dealer: bool) -> Any:
        options = round_.options
        if not with_dealer:
            return self.base(options)
        first = options["dealer_base"] if options["dealer_base"] is not None else options["base"]
        return exact(first) + RAISE_OF_A_DRAWN_ROUND * round_.table.extra.get("dealer_draws", 0)
