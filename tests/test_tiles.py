"""What a tile is, and every way of writing one."""

from __future__ import annotations

import pytest

from calculator_api import tiles
from calculator_api.tiles import CODES, KINDS, NotationError, compact, compact_run, mask_of, parse, parse_range


def kinds(mask: int) -> str:
    return compact(t for t in range(KINDS) if mask >> t & 1)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("123m45p6s", "123m45p6s"),
        ("1m 2m,3m，4m、5m", "12345m"),
        ("1 2 3m", "123m"),
        ("E S W N P F C", "1234567z"),
        ("东南西北白發中", "1234567z"),
        ("東発发", "166z"),
        ("红中白板青发东风北風", "75614z"),
        ("一万九筒五条", "1m9p5s"),
        ("二三四万", "234m"),
        ("壹贰叁萬", "123m"),
        ("两索", "2s"),
        ("123万 4饼", "123m4p"),
        ("春夏秋冬梅兰竹菊", "12345678f"),
        ("蘭", "6f"),
        ("🀇🀏🀐🀘🀙🀡", "19m19s19p"),
        ("🀀🀁🀂🀃🀄🀅🀆", "1234765z"),
        ("🀇️", "1m"),
        ("🀢🀦", "51f"),
        ("", ""),
        (" ", ""),
    ],
)
def test_tiles_are_read_however_people_write_them(written: str, meant: str) -> None:
    assert compact_run(parse(written)) == meant


@pytest.mark.parametrize(
    ("written", "unread"),
    [
        ("0m", "0m"),
        ("8z", "8z"),
        ("9f", "9f"),
        ("123", "123"),
        ("12x", "12x"),
        ("x", "x"),
        ("一二", "一二"),
        ("一x", "一x"),
        ("1m?", "?"),
        ("m", "m"),
        ("１m", "１"),
    ],
)
def test_what_cannot_be_read_is_named(written: str, unread: str) -> None:
    with pytest.raises(NotationError) as error:
        parse(written)
    assert error.value.text == unread
    assert str(error.value) == unread


def test_a_sheet_writes_ranges() -> None:
    assert compact_run(parse_range("1-9m 1-4z 6z")) == "123456789m12346z"
    assert compact_run(parse_range("2-3p 19s")) == "23p19s"
    with pytest.raises(NotationError):
        parse_range("1-9x")


def test_tiles_are_shown_in_one_way() -> None:
    assert compact(parse("5p1z3m4m1f")) == "34m5p1z1f"
    assert compact_run(parse("46m5m1p2m")) == "465m1p2m"
    assert [CODES[t] for t in (0, 8, 9, 26, 27, 33, 34, 41)] == ["1m", "9m", "1p", "9s", "1z", "7z", "1f", "8f"]
    assert tiles.code(4) == "5m"
    assert tiles.zh(parse("234m5m1p1z2s")) == "二三四五万一筒东二条"
    assert tiles.zh(parse("4m4m7z1f")) == "四四万中春"


def test_families_of_tiles() -> None:
    assert kinds(tiles.HONORS) == "1234567z"
    assert (kinds(tiles.WINDS), kinds(tiles.DRAGONS)) == ("1234z", "567z")
    assert kinds(tiles.TERMINALS) == "19m19p19s"
    assert kinds(tiles.TERMINALS_AND_HONORS) == "19m19p19s1234567z"
    assert kinds(tiles.SIMPLES) == "2345678m2345678p2345678s"
    assert kinds(tiles.RANK_258) == "258m258p258s"
    assert kinds(tiles.GREENS) == "23468s6z"
    assert kinds(tiles.FLOWERS) == "12345678f"
    assert [kinds(suit) for suit in tiles.SUIT_MASKS] == ["123456789m", "123456789p", "123456789s"]
    assert kinds(mask_of(parse("1m1m2p"))) == "1m2p"


@pytest.mark.parametrize(
    ("tile", "rank", "suit", "family"),
    [
        ("1m", 1, 0, "number"),
        ("9m", 9, 0, "number"),
        ("1p", 1, 1, "number"),
        ("9s", 9, 2, "number"),
        ("1z", 1, 3, "honor"),
        ("7z", 7, 3, "honor"),
        ("1f", 1, 4, "flower"),
        ("8f", 8, 4, "flower"),
    ],
)
def test_what_a_tile_is(tile: str, rank: int, suit: int, family: str) -> None:
    (one,) = parse(tile)
    assert (tiles.rank(one), tiles.suit(one)) == (rank, suit)
    assert [tiles.is_number(one), tiles.is_honor(one), tiles.is_flower(one)] == [
        family == name for name in ("number", "honor", "flower")
    ]


def test_tiles_are_counted_by_kind() -> None:
    counts = tiles.count(parse("1m1m8f"))
    assert (len(counts), counts[0], counts[1], counts[41]) == (42, 2, 0, 1)
