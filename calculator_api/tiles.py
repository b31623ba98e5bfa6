"""What a tile is, and every way of writing one.

A tile is a small int: 0-8 are 1m-9m, 9-17 1p-9p, 18-26 1s-9s, 27-33 1z-7z (东南西北白發中),
34-41 1f-8f (春夏秋冬梅兰竹菊). Bit `1 << tile` stands for it in a mask.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Tile = int
Tiles = tuple[int, ...]

SUITS = "mps"
FIRST = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}
SIZE = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
CODES: tuple[str, ...] = tuple(f"{n + 1}{s}" for s in FIRST for n in range(SIZE[s]))
CODE_TO_TILE: dict[str, int] = {code: tile for tile, code in enumerate(CODES)}
KINDS = 42

EAST_WIND, SOUTH_WIND, WEST_WIND, NORTH_WIND = 27, 28, 29, 30
WHITE, GREEN, RED = 31, 32, 33
FIRST_HONOR, FIRST_FLOWER = 27, 34


def mask_of(tiles: Iterable[int]) -> int:
    """The kinds among `tiles` as a bit mask."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


M_MASK = 0x1FF
P_MASK = 0x1FF << 9
S_MASK = 0x1FF << 18
SUIT_MASKS = (M_MASK, P_MASK, S_MASK)
NUMBERS = M_MASK | P_MASK | S_MASK
WINDS = mask_of((27, 28, 29, 30))
DRAGONS = mask_of((31, 32, 33))
HONORS = WINDS | DRAGONS
FLOWERS = mask_of(range(34, 42))
TERMINALS = mask_of((0, 8, 9, 17, 18, 26))
TERMINALS_AND_HONORS = TERMINALS | HONORS
SIMPLES = NUMBERS & ~TERMINALS
RANK_258 = mask_of(s + r for s in (0, 9, 18) for r in (1, 4, 7))
GREENS = mask_of((19, 20, 21, 23, 25, 32))


def is_number(tile: int) -> bool:
    """Whether the tile belongs to one of the three suits."""
    return tile < FIRST_HONOR


def is_honor(tile: int) -> bool:
    """Whether the tile is a wind or a dragon."""
    return FIRST_HONOR <= tile < FIRST_FLOWER


def is_flower(tile: int) -> bool:
    """Whether the tile is one of the eight flowers and seasons."""
    return tile >= FIRST_FLOWER


def rank(tile: int) -> int:
    """1-9 for a number tile, 1-7 for an honour, 1-8 for a flower."""
    return (tile % 9 if tile < 27 else tile - 27 if tile < 34 else tile - 34) + 1


def suit(tile: int) -> int:
    """0 万, 1 筒, 2 条, 3 honours, 4 flowers."""
    return tile // 9 if tile < 27 else 3 if tile < 34 else 4


def code(tile: int) -> str:
    """The two-character code, `5p`."""
    return CODES[tile]


def compact(tiles: Iterable[int]) -> str:
    """Tiles in the compact notation, sorted: `123m45p11z`. Flowers come last."""
    return compact_run(tuple(sorted(tiles)))


@lru_cache(maxsize=4096)
def compact_run(tiles: Tiles) -> str:
    """Tiles in the compact notation in the order given: `46m5m` stays `465m`."""
    out: list[str] = []
    for i, tile in enumerate(tiles):
        digit, letter = CODES[tile][0], CODES[tile][1]
        out.append(digit)
        if i + 1 == len(tiles) or CODES[tiles[i + 1]][1] != letter:
            out.append(letter)
    return "".join(out)


def count(tiles: Iterable[int]) -> list[int]:
    """How often each of the 42 kinds occurs."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


class NotationError(ValueError):
    """A text that names no tiles; `.text` is the part that cannot be read."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


_LETTERS = {"E": 27, "S": 28, "W": 29, "N": 30, "P": 31, "F": 32, "C": 33}
_HONOR_NAMES = {
    "东": 27,
    "東": 27,
    "南": 28,
    "西": 29,
    "北": 30,
    "白": 31,
    "發": 32,
    "发": 32,
    "発": 32,
    "中": 33,
    "春": 34,
    "夏": 35,
    "秋": 36,
    "冬": 37,
    "梅": 38,
    "兰": 39,
    "蘭": 39,
    "竹": 40,
    "菊": 41,
}
_LONG_NAMES = {
    "红中": 33,
    "紅中": 33,
    "白板": 31,
    "白皮": 31,
    "青发": 32,
    "發财": 32,
    "发财": 32,
    "發財": 32,
    "青發": 32,
    "东风": 27,
    "東風": 27,
    "南风": 28,
    "南風": 28,
    "西风": 29,
    "西風": 29,
    "北风": 30,
    "北風": 30,
}
_NUMERALS = {c: i + 1 for i, c in enumerate("一二三四五六七八九")} | {
    c: i + 1 for i, c in enumerate("壹贰叁肆伍陆柒捌玖")
}
_NUMERALS |= {"貳": 2, "叄": 3, "參": 3, "陸": 6, "两": 2, "兩": 2}
_SUIT_NAMES = {"万": 0, "萬": 0, "筒": 9, "饼": 9, "餅": 9, "条": 18, "條": 18, "索": 18}
# U+1F000: 东南西北中發白, 一万-九万, 一索-九索, 一筒-九筒, 梅兰竹菊, 春夏秋冬
_UNICODE: dict[str, int] = {
    chr(0x1F000 + i): t
    for i, t in enumerate(
        [27, 28, 29, 30, 33, 32, 31, *range(9), *range(18, 27), *range(9, 18), 38, 39, 40, 41, 34, 35, 36, 37]
    )
}
_SKIP = frozenset(" \t\n\r,，、\ufe0e\ufe0f\u3000")


@lru_cache(maxsize=8192)
def parse(text: str) -> Tiles:
    """Every tile that `text` names, in its order.

    Reads codes (`123m`), letters (`E S W N P F C`), Chinese names (`一万`, `东`, `红中`) and the Unicode mahjong tiles,
    freely mixed; blanks and commas between tiles are skipped.

    Raises:
        NotationError: a part of the text names no tile.
    """
    out: list[int] = []
    i, n = 0, len(text)
    while i < n:
        ch = text[i]
        if ch in _SKIP:
            i += 1
        elif "0" <= ch <= "9":
            i = _read_digits(text, i, out)
        else:
            i = _read_name(text, i, out)
    return tuple(out)


def _read_digits(text: str, i: int, out: list[int]) -> int:
    start = i
    while i < len(text) and ("0" <= text[i] <= "9" or text[i] in _SKIP):
        i += 1
    letter = text[i] if i < len(text) else ""
    if letter in _SUIT_NAMES:
        letter = SUITS[_SUIT_NAMES[letter] // 9]
    if letter not in FIRST or not letter:
        raise NotationError(text[start : i + 1])
    for ch in text[start:i]:
        if ch in _SKIP:
            continue
        if not 1 <= int(ch) <= SIZE[letter]:
            raise NotationError(ch + letter)
        out.append(FIRST[letter] + int(ch) - 1)
    return i + 1


def _read_name(text: str, i: int, out: list[int]) -> int:
    two = text[i : i + 2]
    if two in _LONG_NAMES:
        out.append(_LONG_NAMES[two])
        return i + 2
    ch = text[i]
    if ch in _NUMERALS:
        end = i
        while end < len(text) and text[end] in _NUMERALS:
            end += 1
        base = _SUIT_NAMES.get(text[end]) if end < len(text) else None
        if base is None:
            raise NotationError(text[i : end + 1])
        out.extend(base + _NUMERALS[c] - 1 for c in text[i:end])
        return end + 1
    for table in (_HONOR_NAMES, _LETTERS, _UNICODE):
        if ch in table:
            out.append(table[ch])
            return i + 1
    raise NotationError(ch)


def parse_range(text: str) -> Tiles:
    """Tiles of a rule sheet: `1-9m 1-4z 6z` is every kind from 1m to 9m, the winds and 6z.

    Raises:
        NotationError: a part names no tiles.
    """
    out: list[int] = []
    for part in text.split():
        if len(part) == 4 and part[1] == "-" and part[3] in FIRST:
            first, last = parse(part[0] + part[3])[0], parse(part[2:])[0]
            out.extend(range(first, last + 1))
        else:
            out.extend(parse(part))
    return tuple(out)


_ZH_RANK = "一二三四五六七八九"
ZH_NAMES: tuple[str, ...] = (
    *(f"{r}{s}" for s in "万筒条" for r in _ZH_RANK),
    "东",
    "南",
    "西",
    "北",
    "白",
    "發",
    "中",
    "春",
    "夏",
    "秋",
    "冬",
    "梅",
    "兰",
    "竹",
    "菊",
)


def zh(tiles: Iterable[int]) -> str:
    """Tiles in Chinese words, for texts: `二三四万`, `东东东`."""
    out: list[str] = []
    ordered = tuple(tiles)
    for i, tile in enumerate(ordered):
        if tile >= 27:
            out.append(ZH_NAMES[tile])
            continue
        out.append(_ZH_RANK[tile % 9])
        if i + 1 == len(ordered) or suit(ordered[i + 1]) != suit(tile):
            out.append("万筒条"[suit(tile)])
    return "".join(out)
