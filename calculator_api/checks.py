"""What no region's table can have seen: checks that every request must pass, whatever the rules.

Each check yields faults; all of them are reported together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .fields import Fields
from .round import KONG_TYPES, Fault, Meld, Player, Round, Win
from .rules import BaseRules
from .ruleset import pick
from .tiles import FIRST_FLOWER, KINDS, Tiles, code, is_flower

MELD_SIZE = {"chow": 3, "pung": 3, "exposed_kong": 4, "added_kong": 4, "concealed_kong": 4}


def check(round_: Round, rules: BaseRules) -> list[Fault]:
    """Everything that makes the round impossible, in the order of the request."""
    faults = [*_table(round_, rules)]
    for seat, player in round_.players.items():
        faults += _player(round_, rules, seat, player)
    faults += _wins(round_, rules)
    if not faults:
        faults += _copies(round_, rules)
    faults += rules.faults(round_) if not _unreadable(faults) else ()
    return list(dict.fromkeys(faults))


def _unreadable(faults: list[Fault]) -> bool:
    """Whether something is missing without which a region's own checks cannot be asked."""
    return any(
        f.code
        in (
            "no_such_seat",
            "winner_unknown",
            "hand_missing",
            "tile_missing",
            "meld_size",
            "indicator_missing",
            "wildcards_wrong",
            "wildcards_disagree",
            "indicator_not_allowed",
        )
        for f in faults
    )


def _table(round_: Round, rules: BaseRules) -> Iterator[Fault]:
    sheet, table = rules.sheet, round_.table
    at = "/table"
    for pointer, tiles in (
        (f"{at}/indicator", () if table.indicator is None else (table.indicator,)),
        (f"{at}/wildcards", table.wildcards or ()),
        (f"{at}/birds", table.birds),
    ):
        yield from _foreign(tiles, sheet.tiles, pointer)
    yield from _declared_foreign(sheet.inputs["table"], table.extra, sheet.tiles, at)
    if sheet.wildcards is not None:
        yield from _wildcards(round_, rules)
    yield from _in_limits(table.dealer_streak, "dealer_streak", f"{at}/dealer_streak", rules, "east")
    if table.round_wind not in sheet.seats and len(sheet.seats) == 4:
        yield Fault(f"{at}/round_wind", "no_such_seat", "没有这个座位", "there is no such seat")


def _wildcards(round_: Round, rules: BaseRules) -> Iterator[Fault]:
    wildcards, table = rules.sheet.wildcards, round_.table
    assert wildcards is not None
    named = pick(wildcards.faces, round_.options)
    turned = any(n in ("same", "next") for n in named)
    if table.indicator is not None and not wildcards.indicator >> table.indicator & 1:
        yield Fault(
            "/table/indicator",
            "indicator_not_allowed",
            f"{code(table.indicator)} 不能作翻牌",
            f"{code(table.indicator)} cannot be the turned tile",
        )
        return
    if table.indicator is None and table.wildcards is None:
        if wildcards.required and turned:
            yield Fault(
                "/table/indicator",
                "indicator_missing",
                "要给出翻牌（indicator）或癞子（wildcards）",
                "the turned tile (indicator) or the wildcards are needed",
            )
        return
    if table.wildcards is None:
        return
    faces = tuple(dict.fromkeys(table.wildcards))
    if len(faces) != len(table.wildcards) or not _fits_faces(faces, round_, rules):
        yield Fault(
            "/table/wildcards",
            "wildcards_wrong",
            f"这里的癞子应是 {len(named)} 种牌，且前后相接",
            f"here the wildcards are {len(named)} kind(s), following each other",
        )
    elif table.indicator is not None and set(faces) != set(rules.faces_of(table.indicator, round_.options)):
        expected = "".join(code(t) for t in rules.faces_of(table.indicator, round_.options))
        yield Fault(
            "/table/wildcards",
            "wildcards_disagree",
            f"翻牌定出的癞子是 {expected}",
            f"the turned tile makes {expected} the wildcards",
        )


def _fits_faces(faces: Tiles, round_: Round, rules: BaseRules) -> bool:
    wildcards = rules.sheet.wildcards
    assert wildcards is not None
    named = pick(wildcards.faces, round_.options)
    if len(faces) != len(named):
        return False
    return len(faces) != 2 or wildcards.next(faces[0]) == faces[1] or wildcards.next(faces[1]) == faces[0]


def _player(round_: Round, rules: BaseRules, seat: str, player: Player) -> Iterator[Fault]:
    sheet = rules.sheet
    at = f"/players/{seat}"
    if seat not in sheet.seats:
        yield Fault(at, "no_such_seat", f"这种麻将没有 {seat} 这个座位", f"there is no seat {seat} at this table")
        return
    yield from _foreign(player.concealed or (), sheet.hand_tiles, f"{at}/concealed")
    yield from _foreign(player.flowers, sheet.flowers, f"{at}/flowers")
    yield from _declared_foreign(sheet.inputs["player"], player.extra, sheet.tiles, at)
    yield from _in_limits(player.stake, "raise", f"{at}/raise", rules, seat)
    yield from _in_limits(player.wildcards_thrown, "wildcards_thrown", f"{at}/wildcards_thrown", rules, seat)
    mapped = rules.face_map(round_) if _wildcards_known(round_, rules) else {}
    for i, meld in enumerate(player.melds):
        yield from _meld(round_, rules, seat, meld, f"{at}/melds/{i}", mapped)
    yield from _hand_size(round_, rules, seat, player)


def _wildcards_known(round_: Round, rules: BaseRules) -> bool:
    wildcards = rules.sheet.wildcards
    return (
        wildcards is None
        or not wildcards.required
        or round_.table.indicator is not None
        or bool(round_.table.wildcards)
    )


def _hand_size(round_: Round, rules: BaseRules, seat: str, player: Player) -> Iterator[Fault]:
    if player.concealed is None:
        return
    size = pick(rules.sheet.hand_size, round_.options)
    have = len(player.concealed) + 3 * len(player.melds)
    own = [w for w in round_.wins if w.winner == seat]
    opening = any("opening" in w.circumstances and w.tile is None for w in own)
    if opening:
        wanted = {size + 1} if seat == "east" else {size}
    elif own:
        wanted = {size}
    else:
        wanted = {size, size + 1}
    if have not in wanted:
        number = min(wanted)
        yield Fault(
            f"/players/{seat}/concealed",
            "wrong_count",
            f"手牌 {len(player.concealed)} 张加 {len(player.melds)} 副（每副算 3 张）共 {have} 张，"
            f"应为 {number} 张（和的那张不算）",
            f"{len(player.concealed)} concealed tiles and {len(player.melds)} melds (three tiles each) make {have}; "
            f"{number} are needed, without the winning tile",
        )


def _in_limits(value: int, name: str, pointer: str, rules: BaseRules, seat: str) -> Iterator[Fault]:
    limit = rules.sheet.limits.get(name)
    if limit is None:
        return
    low, high = limit.get("minimum", 0), limit.get("maximum")
    if "seats" in limit and seat not in limit["seats"] and value:
        yield Fault(pointer, "out_of_range", f"{seat} 没有这一项", f"{seat} has no {name}")
    elif value < low or high is not None and value > high:
        yield Fault(
            pointer, "out_of_range", f"{name} 应在 {low} 到 {high} 之间", f"{name} must be from {low} to {high}"
        )


def _foreign(tiles: Tiles, allowed: int, pointer: str) -> Iterator[Fault]:
    strange = [t for t in tiles if not allowed >> t & 1]
    if strange:
        names = "、".join(code(t) for t in dict.fromkeys(strange))
        yield Fault(
            pointer,
            "tile_not_used",
            f"这里不能有 {names}",
            f"{names.replace('、', ', ')} cannot be here under these rules",
        )


def _meld(
    round_: Round, rules: BaseRules, seat: str, meld: Meld, at: str, mapped: Mapping[int, int]
) -> Iterator[Fault]:
    sheet = rules.sheet
    size = MELD_SIZE[meld.type]
    if len(meld.tiles) != size:
        yield Fault(at, "meld_size", f"这副要 {size} 张牌", f"a {meld.type} has {size} tiles")
        return
    strange = list(_foreign(meld.tiles, sheet.hand_tiles, at))
    yield from strange
    if (
        not strange
        and (sheet.unformed_melds == "refused" or not _wins_here(round_, seat))
        and not rules.is_formed(meld, mapped)
    ):
        yield Fault(
            at,
            "no_meld",
            f"{''.join(code(t) for t in meld.tiles)} 不成一副",
            f"{''.join(code(t) for t in meld.tiles)} is no {meld.type.replace('_', ' ')}",
        )
    if meld.source is not None:
        yield from _meld_source(rules, seat, meld, at)
    elif meld.type in sheet.feeder_required or _is_fed(rules, round_, seat, meld):
        yield Fault(
            f"{at}/from",
            "from_missing",
            "要说明这副杠是谁打的（from），由他付钱",
            "say who fed this kong (from): that player pays for it",
        )


def _wins_here(round_: Round, seat: str) -> bool:
    return any(w.winner == seat for w in round_.wins)


def _is_fed(rules: BaseRules, round_: Round, seat: str, meld: Meld) -> bool:
    rule = rules.sheet.payments.get("kong")
    if rule is None or "rates" not in rule.data or not meld.is_kong:
        return False
    paid = pick(rule.data.get("paid", "always"), round_.options)
    if paid == "never" or paid == "with_win" and not round_.wins:
        return False
    owners = pick(rule.data.get("owners", "all"), round_.options)
    won = _wins_here(round_, seat)
    if owners == "winners" and not won or owners == "losers" and won:
        return False
    rate = pick(rule.data["rates"].get(meld.type), round_.options)
    return bool(rate and "feeder" in rate)


def _meld_source(rules: BaseRules, seat: str, meld: Meld, at: str) -> Iterator[Fault]:
    seats = rules.sheet.seats
    pointer = f"{at}/from"
    if meld.source not in seats:
        yield Fault(
            pointer, "no_such_seat", f"没有 {meld.source} 这个座位", f"there is no seat {meld.source} at this table"
        )
    elif meld.source == seat:
        yield Fault(pointer, "from_self", "不能是自己打的", "a meld is never fed by its owner")
    elif meld.type == "concealed_kong":
        yield Fault(pointer, "from_not_allowed", "暗杠没有人打", "nobody feeds a concealed kong")
    elif meld.type == "chow" and meld.source != seats[seats.index(seat) - 1]:
        previous = seats[seats.index(seat) - 1]
        yield Fault(
            pointer, "chow_from", f"只能吃上家（{previous}）的牌", f"a chow comes from the previous seat, {previous}"
        )


def _wins(round_: Round, rules: BaseRules) -> Iterator[Fault]:
    seen: set[str] = set()
    for i, win in enumerate(round_.wins):
        at = f"/wins/{i}"
        yield from _win(round_, rules, win, at)
        if win.winner in seen and rules.sheet.rounds != "successive":
            yield Fault(
                f"{at}/winner", "winner_twice", f"{win.winner} 已经和过了", f"{win.winner} is already among the winners"
            )
            yield Fault("/wins", "winner_twice", f"{win.winner} 出现了两次", f"{win.winner} stands in it twice")
        seen.add(win.winner)
        if i and rules.sheet.rounds == "single":
            yield Fault(at, "one_win_only", "这里一局只有一家和", "only one win a round is possible here")
    if len(round_.wins) > 1 and rules.sheet.rounds == "claims":
        yield from _together(round_)
    if len(round_.wins) > 1 and rules.sheet.rounds == "opening":
        yield from _beside_openings(round_)


def _together(round_: Round) -> Iterator[Fault]:
    wins = round_.wins
    if len({(w.by, w.tile, w.source) for w in wins}) > 1 or len(wins) > 1 and wins[0].self_drawn:
        yield Fault(
            "/wins",
            "wins_contradict",
            "几家同时和，只能是同一家打出（或补杠）的同一张牌",
            "several wins can only be claims of one tile from one player, all by discard or all by robbed kong",
        )


def _beside_openings(round_: Round) -> Iterator[Fault]:
    ordinary = [w for w in round_.wins if not w.circumstances & {"opening", "heavenly"}]
    if len({(w.by, w.tile, w.source) for w in ordinary}) > 1 or len(ordinary) > 1 and ordinary[0].self_drawn:
        yield Fault(
            "/wins",
            "wins_contradict",
            "几家同时和，只能是同一家打出的同一张牌",
            "several wins can only be claims of one tile from one player",
        )


def _win(round_: Round, rules: BaseRules, win: Win, at: str) -> Iterator[Fault]:
    sheet = rules.sheet
    if win.winner not in sheet.seats:
        yield Fault(
            f"{at}/winner",
            "no_such_seat",
            f"没有 {win.winner} 这个座位",
            f"there is no seat {win.winner} at this table",
        )
        return
    if win.winner not in round_.players:
        yield Fault(
            f"{at}/winner",
            "winner_unknown",
            f"players 里没有 {win.winner} 的牌",
            f"{win.winner} wins, but is not among the players",
        )
    elif round_.player(win.winner).concealed is None:
        yield Fault(
            f"/players/{win.winner}/concealed",
            "hand_missing",
            "和牌的人要给出手牌",
            "the winner's concealed tiles are needed",
        )
    yield from _win_source(round_, rules, win, at)
    yield from _win_tile(round_, rules, win, at)
    yield from _contradictions(round_, rules, win, at)


def _win_source(round_: Round, rules: BaseRules, win: Win, at: str) -> Iterator[Fault]:
    pointer = f"{at}/from"
    if win.self_drawn:
        if win.source is not None:
            yield Fault(pointer, "from_not_allowed", "自摸没有放炮的人", "a self-draw has no payer")
    elif win.source is None:
        yield Fault(
            pointer,
            "from_missing",
            "要说明是谁打出的（或谁的杠被抢）",
            "say who discarded the tile, or whose kong was robbed",
        )
    elif win.source not in rules.sheet.seats:
        yield Fault(
            pointer, "no_such_seat", f"没有 {win.source} 这个座位", f"there is no seat {win.source} at this table"
        )
    elif win.source == win.winner:
        yield Fault(pointer, "from_self", "不能和自己打的牌", "nobody wins on an own discard")


def _win_tile(round_: Round, rules: BaseRules, win: Win, at: str) -> Iterator[Fault]:
    pointer = f"{at}/tile"
    if win.tile is None:
        if "opening" not in win.circumstances:
            yield Fault(pointer, "tile_missing", "要给出和的那张牌", "the winning tile is needed")
        elif win.by != "self_draw":
            yield Fault(f"{at}/by", "opening_not_drawn", "起手胡算自摸", "a win on the dealt hand is by self_draw")
        return
    if "opening" in win.circumstances and "heavenly" not in win.circumstances and "opening" in rules.sheet.uses:
        yield Fault(
            pointer,
            "tile_not_allowed",
            "起手胡没有和的那张牌，所有的牌写在 concealed 里",
            "a win on the dealt hand has no winning tile: all tiles stand in concealed",
        )
        return
    if is_flower(win.tile) and rules.sheet.winning_flowers:
        return
    strange = list(_foreign((win.tile,), rules.sheet.hand_tiles, pointer))
    yield from strange
    if win.by == "robbed_kong" and not strange and not is_flower(win.tile):
        player = round_.player(win.winner)
        held = (*(player.concealed or ()), *(t for m in player.melds for t in m.tiles))
        if win.tile in held:
            yield Fault(
                f"{at}/by",
                "robbed_tile_held",
                f"被抢的人碰了三张 {code(win.tile)}，和家手里不会还有",
                f"the robbed player holds three {code(win.tile)}, so the winner cannot hold one too",
            )


def _contradictions(round_: Round, rules: BaseRules, win: Win, at: str) -> Iterator[Fault]:
    pointer = f"{at}/circumstances"
    has = win.circumstances.__contains__
    kongs = rules.kongs_of(round_.player(win.winner))
    if not win.self_drawn:
        for name, zh in (("kong_replacement", "杠上开花"), ("flower_replacement", "补花开花")):
            if has(name):
                yield Fault(pointer, "contradiction", f"{zh}只能是自摸", f"{name} goes with self_draw only")
    elif has("kong_replacement") and not kongs:
        yield Fault(
            pointer, "contradiction", "和家没有杠，不会有杠上开花", "kong_replacement without a kong of the winner"
        )
    if has("kong_discard") and win.by != "discard":
        yield Fault(pointer, "contradiction", "杠上炮只能是点炮", "kong_discard goes with discard only")
    if has("heavenly") and (win.winner != "east" or not win.self_drawn):
        yield Fault(pointer, "contradiction", "天和只能是庄家自摸", "heavenly is for east by self_draw only")
    if has("heavenly") and has("earthly") or has("heavenly") and has("human"):
        yield Fault(
            pointer, "contradiction", "天和、地和、人和只能有一样", "only one of heavenly, earthly, human can be"
        )
    yield from _kong_chain(round_, rules, win, at)


def _kong_chain(round_: Round, rules: BaseRules, win: Win, at: str) -> Iterator[Fault]:
    """More kongs in a row than there are: the winner's where a replacement won, else all that are known."""
    chain = win.kong_chain
    if chain is None or chain < 2 or ("kong_discard" in win.circumstances and win.source not in round_.players):
        return
    seats = (win.winner,) if "kong_replacement" in win.circumstances else tuple(round_.players)
    kongs = sum(rules.kongs_of(round_.player(seat)) for seat in seats)
    if chain > kongs:
        yield Fault(
            f"{at}/kong_chain",
            "kong_chain_too_long",
            f"一共只有 {kongs} 副杠",
            f"there are only {kongs} kongs to chain",
        )


def _copies(round_: Round, rules: BaseRules) -> Iterator[Fault]:
    """More copies of a tile than there are: four of each kind, one of each flower."""
    fields_with_tiles = tuple(_fields_with_tiles(round_, rules))
    counts = [0] * KINDS
    for _, tiles in fields_with_tiles:
        for tile in tiles:
            counts[tile] += 1
    if max(counts[:FIRST_FLOWER]) <= 4 and max(counts[FIRST_FLOWER:]) <= 1:
        return
    held: dict[int, dict[str, int]] = {}
    for pointer, tiles in fields_with_tiles:
        for tile in tiles:
            fields = held.setdefault(tile, {})
            fields[pointer] = fields.get(pointer, 0) + 1
    for tile, fields in sorted(held.items()):
        most = 1 if is_flower(tile) else 4
        total = sum(fields.values())
        if total <= most:
            continue
        alone = [p for p, n in fields.items() if n > most]
        held_by_players = any(not p.startswith("/table/") for p in fields)
        pointer = alone[0] if alone else "/players" if held_by_players else list(fields)[-1]
        where = "、".join(fields)
        yield Fault(
            pointer,
            "too_many_copies",
            f"{code(tile)} 出现了 {total} 张（{where}），最多 {most} 张",
            f"there are {total} copies of {code(tile)} ({', '.join(fields)}), at most {most} are possible",
        )


def _fields_with_tiles(round_: Round, rules: BaseRules) -> Iterator[tuple[str, Tiles]]:
    sheet, table = rules.sheet, round_.table
    if table.indicator is not None:
        yield "/table/indicator", (table.indicator,)
    elif table.wildcards and sheet.wildcards is not None and sheet.wildcards.turned == "always":
        yield "/table/wildcards", rules.order_faces(table.wildcards, round_.options)[:1]
    yield "/table/birds", table.birds
    yield from _declared(sheet.inputs["table"], table.extra, "/table")
    for seat, player in round_.players.items():
        at = f"/players/{seat}"
        yield f"{at}/concealed", player.concealed or ()
        for i, meld in enumerate(player.melds):
            yield f"{at}/melds/{i}", meld.tiles
        yield f"{at}/flowers", player.flowers
        yield from _declared(sheet.inputs["player"], player.extra, at)
    yield from _winning_tiles(round_, rules)
    yield from rules.set_out(round_)


def _declared_foreign(fields: Fields, extra: Mapping[str, Any], tiles: int, at: str) -> Iterator[Fault]:
    for name, field in fields.items():
        value = extra.get(name) if field.type in ("tile", "tiles") else None
        if value is not None:
            yield from _foreign(value if isinstance(value, tuple) else (value,), tiles, f"{at}/{name}")


def _declared(fields: Fields, extra: Mapping[str, Any], at: str) -> Iterator[tuple[str, Tiles]]:
    for name, field in fields.items():
        value = extra.get(name) if field.counted else None
        if value is not None:
            yield f"{at}/{name}", value if isinstance(value, tuple) else (value,)


def _can_be_robbed(round_: Round, rules: BaseRules, win: Win) -> bool:
    """Whether there is a pung behind the robbed tile: none of flowers, nor of wildcards where they cannot be melded."""
    if win.tile is None or is_flower(win.tile):
        return False
    wildcards = rules.sheet.wildcards
    return wildcards is None or wildcards.meldable or win.tile not in rules.wild_faces(round_, win.winner)


def _winning_tiles(round_: Round, rules: BaseRules) -> Iterator[tuple[str, Tiles]]:
    claimed: set[tuple[str | None, int]] = set()
    robbed: set[tuple[str, int]] = set()
    for i, win in enumerate(round_.wins):
        if win.tile is None:
            continue
        key = (win.source, win.tile)
        if win.self_drawn or key not in claimed:
            claimed.add(key)
            yield f"/wins/{i}/tile", (win.tile,)
        if win.by == "robbed_kong" and win.source is not None and _can_be_robbed(round_, rules, win):
            robbed.add((win.source, win.tile))
    for seat, tile in sorted(robbed):
        if not any(tile in m.tiles and (m.type == "pung" or m.type in KONG_TYPES) for m in round_.player(seat).melds):
            yield f"/players/{seat}/melds", (tile,) * 3
