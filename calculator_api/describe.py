"""A rule sheet as data for others: what `GET /v1/rulesets/<id>` answers, with a JSON Schema of the request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .fields import Fields, plain
from .round import CIRCUMSTANCES, WAYS
from .ruleset import Pattern, Sheet, pick
from .tiles import CODES

Json = dict[str, Any]


def codes(mask: int) -> list[str]:
    """The kinds of a mask as codes."""
    return [CODES[t] for t in range(42) if mask >> t & 1]


def outline(sheet: Sheet) -> Json:
    """A line of the list: what somebody needs to find their region."""
    data = sheet.data
    return {
        "id": sheet.id,
        "version": sheet.version,
        "name": data["name"],
        "region": data["region"],
        "completeness": sheet.completeness,
        "summary": data["summary"],
        "tags": list(data.get("tags") or ()),
        "seats": list(sheet.seats),
        "wildcards": sheet.wildcards is not None,
        "unit": sheet.score_unit,
        "patterns": len(sheet.patterns),
    }


def describe(sheet: Sheet) -> Json:
    """The whole rule sheet."""
    data = sheet.data
    table = data["table"]
    return {
        **{k: v for k, v in outline(sheet).items() if k not in ("patterns", "wildcards", "seats", "unit")},
        "table": {
            "seats": list(sheet.seats),
            "tiles": codes(sheet.tiles),
            "hand_tiles": codes(sheet.hand_tiles),
            "hand_size": table["hand_size"],
            "melds": table["melds"],
            "flowers": codes(sheet.flowers),
            "runs": table.get("runs") or [],
        },
        "wildcards": data.get("wildcards"),
        "win": {**data["win"], "by": list(data["win"].get("by") or WAYS)},
        "unit": sheet.unit,
        "score_unit": sheet.score_unit,
        "groups": [{"id": k, **v} for k, v in (data.get("groups") or {}).items()],
        "patterns": [_pattern(p, sheet) for p in sheet.patterns.values()],
        "cap": data.get("cap"),
        "payments": {k: dict(v) for k, v in data["payments"].items()},
        "options": _fields(sheet.options),
        "inputs": {where: _fields(fields) for where, fields in sheet.inputs.items()},
        "uses": sorted(sheet.uses),
        "limits": dict(sheet.limits),
        "reasons": {code: {"zh": text.zh, "en": text.en} for code, text in sheet.reasons.items()},
        "decisions": [dict(d) for d in data["decisions"]],
        "sources": [dict(s) for s in data["sources"]],
        "request_schema": request_schema(sheet),
    }


def _pattern(p: Pattern, sheet: Sheet) -> Json:
    data = sheet.data["patterns"][p.id]
    value = p.value
    if isinstance(value, Mapping) and "option" in value:
        value = pick(value, sheet.options.defaults)
    made: Json = {
        "id": p.id,
        "name": dict(data["name"]),
        "value": value if isinstance(value, (int, float)) else None,
        "unit": p.unit,
        "group": pick(p.group, sheet.options.defaults),
        "definition": dict(data["definition"]),
        "excludes": list(p.excludes),
        "unless": list(p.unless),
        "inferred": p.inferred,
    }
    if isinstance(p.value, Mapping):
        made["value_option"] = p.value.get("option")
    if p.enabled is not None:
        made["enabled"] = dict(p.enabled)
    return made


def _fields(fields: Fields) -> list[Json]:
    made = []
    for f in fields.values():
        one: Json = {
            "name": f.name,
            "type": f.type,
            "default": plain(f.default, f.type),
            "meaning": {"zh": f.meaning.zh, "en": f.meaning.en},
        }
        for key in ("minimum", "maximum", "above", "exactly"):
            if getattr(f, key) is not None:
                one[key] = getattr(f, key)
        if f.values:
            one["values"] = list(f.values)
        if f.nullable:
            one["nullable"] = True
        if f.items is not None:
            one["items"] = dict(f.items)
        if f.keys:
            one["keys"] = list(f.keys)
        made.append(one)
    return made


def _object(properties: Json, required: list[str] | None = None) -> Json:
    made: Json = {"type": "object", "properties": properties, "additionalProperties": False}
    return made | ({"required": required} if required else {})


def _schemas(fields: Fields) -> Json:
    return {name: f.json_schema() for name, f in fields.items()}


def request_schema(sheet: Sheet) -> Json:
    """JSON Schema (2020-12) of a request to this rule set: the standard fields, its options and its further
    inputs.
    """
    tiles: Json = {"$ref": "#/$defs/tiles"}
    tile: Json = {"$ref": "#/$defs/tile"}
    seat: Json = {"type": "string", "enum": list(sheet.seats)}
    small: Json = {"type": "integer", "minimum": 0, "maximum": 1000}
    stake: Json = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
    flag: Json = {"type": "boolean"}
    meld = _object(
        {
            "type": {"type": "string", "enum": ["chow", "pung", "exposed_kong", "added_kong", "concealed_kong"]},
            "tiles": tiles,
            "from": seat,
            **_schemas(sheet.inputs["meld"]),
        },
        ["type", "tiles"],
    )
    player = _object(
        {
            "concealed": tiles,
            "melds": {"type": "array", "items": meld, "maxItems": 8},
            "flowers": tiles,
            "ready": flag,
            "exposed": flag,
            "raise": _limited(stake, sheet, "raise"),
            "wildcards_thrown": _limited(small, sheet, "wildcards_thrown"),
            **_schemas(sheet.inputs["player"]),
        }
    )
    win = _object(
        {
            "winner": seat,
            "tile": tile,
            "by": {"type": "string", "enum": list(WAYS)},
            "from": seat,
            "circumstances": {
                "type": "array",
                "items": {"type": "string", "enum": list(CIRCUMSTANCES)},
                "uniqueItems": True,
            },
            "kong_chain": {"type": "integer", "minimum": 1, "maximum": 16},
            **_schemas(sheet.inputs["win"]),
        },
        ["winner", "by"],
    )
    table = _object(
        {
            "round_wind": {"type": "string", "enum": ["east", "south", "west", "north"]},
            "dealer_streak": _limited(small, sheet, "dealer_streak"),
            "indicator": tile,
            "wildcards": tiles,
            "birds": tiles,
            **_schemas(sheet.inputs["table"]),
        }
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{sheet.name.en}: a finished round",
        "$defs": {
            "tile": {"type": "string", "maxLength": 64, "description": "One tile, e.g. 5p"},
            "tiles": {
                "anyOf": [
                    {"type": "string", "maxLength": 64},
                    {"type": "array", "items": {"type": "string", "maxLength": 64}, "maxItems": 64},
                ],
                "description": "Tiles, e.g. 123m456p11z",
            },
        },
        **_object(
            {
                "ruleset": {"const": sheet.id},
                "options": _object(_schemas(sheet.options)),
                "table": table,
                "players": _object(dict.fromkeys(sheet.seats, player)),
                "wins": {"type": "array", "items": win, "maxItems": 32},
            },
            ["ruleset"],
        ),
    }


def _limited(schema: Json, sheet: Sheet, name: str) -> Json:
    limit = sheet.limits.get(name) or {}
    return schema | {k: v for k, v in limit.items() if k in ("minimum", "maximum")}
