"""The same hands for other scorers: PyMahjongGB for the competition rules, `mahjong` for Japanese ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

Request = dict[str, Any]

SEATS = ("east", "south", "west", "north")
_RUN = re.compile(r"(\d+)([mpsz])")
# PyMahjongGB writes W T B for the suits and F1-F4 J1-J3 for winds and dragons (中發白).
_LETTERS = {"m": "W", "p": "B", "s": "T"}
_HONORS = {"1": "F1", "2": "F2", "3": "F3", "4": "F4", "5": "J3", "6": "J2", "7": "J1"}

# PyMahjongGB's names, by this project's ids.
NAMES = {
    "大四喜": "big_four_winds", "大三元": "big_three_dragons", "绿一色": "all_green", "九莲宝灯": "nine_gates",
    "四杠": "four_kongs", "连七对": "seven_shifted_pairs", "十三幺": "thirteen_orphans", "清幺九": "all_terminals",
    "小四喜": "little_four_winds", "小三元": "little_three_dragons", "字一色": "all_honors",
    "四暗刻": "four_concealed_pungs", "一色双龙会": "pure_terminal_chows", "一色四同顺": "quadruple_chow",
    "一色四节高": "four_pure_shifted_pungs", "一色四步高": "four_pure_shifted_chows", "三杠": "three_kongs",
    "混幺九": "all_terminals_and_honors", "七对": "seven_pairs", "七星不靠": "greater_honors_and_knitted_tiles",
    "全双刻": "all_even_pungs", "清一色": "full_flush", "一色三同顺": "pure_triple_chow",
    "一色三节高": "pure_shifted_pungs", "全大": "upper_tiles", "全中": "middle_tiles", "全小": "lower_tiles",
    "清龙": "pure_straight", "三色双龙会": "three_suited_terminal_chows", "一色三步高": "pure_shifted_chows",
    "全带五": "all_fives", "三同刻": "triple_pung", "三暗刻": "three_concealed_pungs",
    "全不靠": "lesser_honors_and_knitted_tiles", "组合龙": "knitted_straight", "大于五": "upper_four",
    "小于五": "lower_four", "三风刻": "big_three_winds", "花龙": "mixed_straight", "推不倒": "reversible_tiles",
    "三色三同顺": "mixed_triple_chow", "三色三节高": "mixed_shifted_pungs", "无番和": "chicken_hand",
    "妙手回春": "last_tile_draw", "海底捞月": "last_tile_claim", "杠上开花": "out_with_replacement",
    "抢杠和": "robbing_the_kong", "碰碰和": "all_pungs", "混一色": "half_flush", "三色三步高": "mixed_shifted_chows",
    "五门齐": "all_types", "全求人": "melded_hand", "双暗杠": "two_concealed_kongs", "双箭刻": "two_dragon_pungs",
    "明暗杠": "melded_and_concealed_kongs", "全带幺": "outside_hand", "不求人": "fully_concealed",
    "双明杠": "two_melded_kongs", "和绝张": "last_tile_of_kind", "箭刻": "dragon_pung", "圈风刻": "prevalent_wind",
    "门风刻": "seat_wind", "门前清": "concealed_hand", "平和": "all_chows", "四归一": "tile_hog",
    "双同刻": "double_pung", "双暗刻": "two_concealed_pungs", "暗杠": "concealed_kong", "断幺": "all_simples",
    "一般高": "pure_double_chow", "喜相逢": "mixed_double_chow", "连六": "short_straight",
    "老少副": "two_terminal_chows", "幺九刻": "pung_of_terminals_or_honors", "明杠": "melded_kong",
    "缺一门": "missing_suit", "无字": "no_honors", "独听・边张": "edge_wait", "独听・嵌张": "closed_wait",
    "独听・单钓": "single_wait", "自摸": "self_draw", "花牌": "flower",
}  # fmt: skip


def tiles(text: str) -> list[str]:
    """The tiles of a compact text as PyMahjongGB writes them."""
    return [_HONORS[n] if suit == "z" else _LETTERS[suit] + n for numbers, suit in _RUN.findall(text) for n in numbers]


def mahjong_gb_arguments(request: Request) -> dict[str, Any]:
    """The first win of a request under the competition rules, in PyMahjongGB's words."""
    win = request["wins"][0]
    player = request["players"][win["winner"]]
    circumstances = win.get("circumstances", ())
    melds = player.get("melds", ())
    last = tiles(win["tile"])[0]
    drawn = win["by"] == "self_draw"
    open_copies = Counter(t for meld in melds if meld["type"] in ("chow", "pung") for t in tiles(meld["tiles"]))
    return {
        "pack": tuple(_pack(meld) for meld in melds),
        "hand": tuple(tiles(player["concealed"])),
        "winTile": last,
        "flowerCount": len(player.get("flowers", "")) // 2,
        "isSelfDrawn": drawn,
        "is4thTile": "last_of_kind" in circumstances or open_copies[last] == 3,
        "isAboutKong": win["by"] == "robbed_kong"
        or ("kong_replacement" in circumstances and "flower_replacement" not in circumstances),
        "isWallLast": "last_tile" in circumstances,
        "seatWind": SEATS.index(win["winner"]),
        "prevalentWind": SEATS.index(request.get("table", {}).get("round_wind", "east")),
        "verbose": True,
    }


def _pack(meld: Request) -> tuple[str, str, int]:
    laid = tiles(meld["tiles"])
    if meld["type"] == "chow":
        return "CHI", sorted(laid)[1], 1
    if meld["type"] == "pung":
        return "PENG", laid[0], 1
    return "GANG", laid[0], 0 if meld["type"] == "concealed_kong" else 1


def mahjong_gb(request: Request) -> dict[str, int]:
    """What PyMahjongGB finds in the first win: fan id -> value x count. Import errors are the caller's to handle.

    Raises:
        TypeError: PyMahjongGB sees no winning hand.
    """
    return mahjong_gb_fans(mahjong_gb_arguments(request))


def mahjong_gb_fans(arguments: dict[str, Any]) -> dict[str, int]:
    """The same of arguments that are in PyMahjongGB's words already."""
    from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found]

    found = MahjongFanCalculator(**arguments)
    return {NAMES[name]: value * count for value, count, name, _ in found}


def riichi(request: Request) -> Callable[[], Any]:
    """The first win of a request as a call of `mahjong`'s calculator of Japanese hands (without the flowers)."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld

    win = request["wins"][0]
    player = request["players"][win["winner"]]
    pool: dict[str, int] = {}

    def numbers(text: str) -> list[int]:
        taken = []
        for ranks, suit in _RUN.findall(text):
            for rank in ranks:
                first = {"m": 0, "p": 36, "s": 72, "z": 108}[suit] + 4 * (int(rank) - 1)
                taken.append(first + pool.get(rank + suit, 0))
                pool[rank + suit] = pool.get(rank + suit, 0) + 1
        return taken

    concealed, last = numbers(player["concealed"]), numbers(win["tile"])[0]
    melds = []
    tiles136 = [*concealed, last]
    for meld in player.get("melds", ()):
        laid = numbers(meld["tiles"])
        kind = {"chow": Meld.CHI, "pung": Meld.PON}.get(meld["type"], Meld.KAN)
        melds.append(Meld(kind, laid, opened=meld["type"] != "concealed_kong"))
        tiles136 += laid
    config = HandConfig(is_tsumo=win["by"] == "self_draw", is_riichi=not melds)
    calculator = HandCalculator()
    return lambda: calculator.estimate_hand_value(tiles136, last, melds=melds, config=config)
