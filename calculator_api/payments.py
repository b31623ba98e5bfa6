"""The words in which regions say who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .round import SEAT_ZH


class Payment(NamedTuple):
    """One transfer: `source` pays `to`. `for_` says what for, in a word of `WORD_EN`."""

    source: str
    to: str
    amount: Any
    for_: str
    zh: str = ""
    en: str = ""


WORD_ZH = {
    "win": "和牌",
    "kong": "杠",
    "flower": "花",
    "bird": "鸟",
    "bonus": "奖",
    "liability": "包牌",
    "draw": "流局",
    "penalty": "罚",
    "difference": "胡数差",
}
WORD_EN = {
    "win": "the win",
    "kong": "a kong",
    "flower": "flowers",
    "bird": "birds",
    "bonus": "a bonus",
    "liability": "liability",
    "draw": "the drawn round",
    "penalty": "a penalty",
    "difference": "the difference",
}


def exact(value: Any) -> Any:
    """A stake that may have decimals, as an exact number: 0.1 is one tenth."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else Fraction(str(value))
    return value


def each_other(
    winner: str, seats: Sequence[str], share: Callable[[str], Any], for_: str = "win", zh: str = "", en: str = ""
) -> Iterator[Payment]:
    """每家各付: every other seat pays its own share."""
    for seat in seats:
        if seat != winner:
            yield Payment(seat, winner, share(seat), for_, zh, en)


def one_for_all(
    payer: str,
    winner: str,
    seats: Sequence[str],
    share: Callable[[str], Any],
    own: str = "win",
    others: str = "liability",
    zh: str = "",
    en: str = "",
) -> Iterator[Payment]:
    """一家包: one seat pays everybody's share, its own as `own`, the others' as `others`."""
    for seat in seats:
        if seat == winner:
            continue
        if seat == payer:
            yield Payment(payer, winner, share(seat), own, zh, en)
        else:
            yield Payment(
                payer,
                winner,
                share(seat),
                others,
                zh or f"{SEAT_ZH[payer]}替{SEAT_ZH[seat]}付",
                en or f"{payer} pays {seat}'s share",
            )


def next_seat(seat: str, seats: Sequence[str], steps: int = 1) -> str:
    """The seat `steps` further in turn order."""
    return seats[(seats.index(seat) + steps) % len(seats)]


def turns_after(seat: str, other: str, seats: Sequence[str]) -> int:
    """How many turns after `seat` it is `other`'s: 1 for the next player."""
    return (seats.index(other) - seats.index(seat)) % len(seats)


def bird_seats(tiles: Sequence[int], seats: Sequence[str]) -> list[str]:
    """扎鸟: the seat each bird falls on, counting 1, 5, 9 from the dealer counter-clockwise."""
    return [seats[(tile % 9) % 4 % len(seats)] for tile in tiles]
