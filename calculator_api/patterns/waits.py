"""Where the winning tile went. The place in the reading decides; whether other tiles would have won too is a rule
set's own question.
"""

from __future__ import annotations

from ..readings.blocks import Block
from ..readings.hand import Hand, Reading
from .words import pattern


def last_face_positions(r: Reading) -> list[int]:
    """The positions in its block that the winning tile may take."""
    made, hand = r.place, r.hand
    if made is None or hand.tile is None:
        return []
    if hand.tile_is_wild:
        return [i for i in range(len(made.tiles)) if made.wild_at >> i & 1]
    return [i for i, t in enumerate(made.tiles) if t == hand.tile and not made.wild_at >> i & 1]


def is_closed(r: Reading) -> bool:
    """The winning tile is the middle of a chow."""
    return r.place is not None and r.place.kind == "chow" and 1 in last_face_positions(r)


def is_edge(r: Reading) -> bool:
    """The winning tile is the 3 of 123 or the 7 of 789."""
    made = r.place
    if made is None or made.kind != "chow":
        return False
    wanted = 2 if made.tile % 9 == 0 else 0 if made.tile % 9 == 6 else -1
    return wanted in last_face_positions(r)


def is_single(r: Reading) -> bool:
    """The winning tile is one of the pair of a standard hand."""
    return r.place is not None and r.place is r.pair


def waited_on_wildcards(made: Block, hand: Hand) -> bool:
    """混吊, 爆头: nothing but wildcards beside the winning tile in its block: any tile would have done."""
    if hand.tile_is_wild:
        return made.wild == len(made.tiles)
    return made.wild == len(made.tiles) - 1 and hand.tile is not None and bool(made.natural >> hand.tile & 1)


@pattern
def closed_wait(r: Reading) -> bool:
    """坎张: the middle of a chow."""
    return is_closed(r)


@pattern
def edge_wait(r: Reading) -> bool:
    """边张: the 3 of 123 or the 7 of 789."""
    return is_edge(r)


@pattern
def single_wait(r: Reading) -> bool:
    """单钓: one of the pair."""
    return is_single(r)


def wait_name(r: Reading) -> str:
    """The word for the wait: `pair`, `dual_pung`, `closed`, `edge`, `open` or `any`."""
    made = r.place
    if made is None:
        return "any"
    if made.is_pair:
        return "pair"
    if made.is_pung:
        return "dual_pung"
    return "closed" if is_closed(r) else "edge" if is_edge(r) else "open"
