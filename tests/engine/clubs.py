"""Rule sets made up for one question each, and the few words their rounds are written in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calculator_api.round import Meld, Player, Round, Table, Win
from calculator_api.rules import BaseRules
from calculator_api.ruleset import Sheet, load_sheet, merge
from calculator_api.tiles import parse

ALL_PUNGS = "111m222p333s4445z"
SHEET: dict[str, Any] = {
    "id": "club",
    "version": "1.0.0",
    "name": {"zh": "俱乐部", "en": "Club"},
    "region": {"zh": "本地", "en": "Here"},
    "completeness": "full",
    "summary": {"zh": "自订", "en": "Made up"},
    "table": {
        "seats": ["east", "south", "west", "north"],
        "tiles": "1-9m 1-9p 1-9s 1-7z",
        "flowers": "1-8f",
        "hand_size": 13,
        "melds": ["chow", "pung", "exposed_kong", "added_kong", "concealed_kong"],
    },
    "win": {"shapes": ["standard"]},
    "unit": "fan",
    "arithmetic": "sum",
    "patterns": {},
    "payments": {},
    "options": {},
    "decisions": [],
    "sources": [{"zh": "章程", "en": "Statutes"}],
}


def text(word: str) -> dict[str, str]:
    return {"zh": f"〔{word}〕", "en": word.capitalize()}


def option(default: Any, kind: str = "integer", **more: Any) -> dict[str, Any]:
    return {"type": kind, "default": default, "meaning": text("option"), **more}


def sheet(patterns: Mapping[str, Any] | None = None, **over: Any) -> Sheet:
    """The club's sheet with these patterns (a value, or all that is unusual about them) and other keys laid over."""
    made = {}
    for name, said in (patterns or {"plain": 1}).items():
        given = said if isinstance(said, dict) else {"value": said}
        made[name] = {"name": text(name), "definition": text(name), "when": "any_win", **given}
    return load_sheet(Path("club/ruleset.yaml"), data=merge({**SHEET, "patterns": made}, over))


def rules(patterns: Mapping[str, Any] | None = None, kind: type[BaseRules] = BaseRules, **over: Any) -> BaseRules:
    return kind(sheet(patterns, **over))


def melds(written: str, source: str | None = None) -> tuple[Meld, ...]:
    """`pung:111m chow:234p`; `concealed_kong:1111m`."""
    pairs = (part.split(":") for part in written.split())
    return tuple(Meld(kind, parse(tiles), source) for kind, tiles in pairs)


def player(concealed: str | None = ALL_PUNGS, melded: str = "", source: str | None = None, **more: Any) -> Player:
    """`flowers` and whatever else a Player has may follow."""
    more["flowers"] = parse(more.get("flowers", ""))
    return Player(None if concealed is None else parse(concealed), melds(melded, source), **more)


def win(
    tile: str | None = "5z",
    by: str = "self_draw",
    winner: str = "south",
    source: str | None = None,
    *circumstances: str,
    **more: Any,
) -> Win:
    return Win(winner, by, None if tile is None else parse(tile)[0], source, frozenset(circumstances), **more)


def round_(
    club: BaseRules, players: Mapping[str, Player], *wins: Win, options: Mapping[str, Any] | None = None, **table: Any
) -> Round:
    options = {**club.sheet.options.defaults, **(options or {})}
    return Round("club", options, Table(**table), players, wins)
