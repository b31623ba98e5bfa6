"""Typed fields: the options and further inputs that a rule sheet declares, checked without a schema per request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from .round import SEATS, Fault
from .tiles import CODES, NotationError, parse

TYPES = ("integer", "number", "boolean", "string", "tile", "tiles", "seat", "array", "object")
MOST = 1_000_000
MOST_TILES = 64


@dataclass(frozen=True, slots=True)
class Text:
    """What a person reads, in Chinese and English."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Field:
    """One declared option or input.

    `minimum`, `maximum` and `above` (exclusive) bound numbers, the number of tiles where `exactly` is not set, and
    nothing else.
    `keys` types the members of an object: each an `items` description, all of them required where `all_keys` is set.
    """

    name: str
    type: str
    default: Any
    meaning: Text
    values: tuple[Any, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    nullable: bool = False
    exactly: int | None = None
    items: Mapping[str, Any] | None = None
    keys: tuple[str, ...] = ()
    all_keys: bool = False
    counted: bool = False

    def check(self, value: Any, pointer: str) -> tuple[Any, list[Fault]]:
        """The value in the engine's form (tiles as ints), or the faults at `pointer`."""
        if value is None:
            return (None, []) if self.nullable else (None, [self._fault(pointer)])
        problem, made = _read(self, value)
        return (made, []) if not problem else (None, [self._fault(pointer)])

    def _fault(self, pointer: str) -> Fault:
        zh, en = self.wanted()
        return Fault(pointer, "invalid_value", f"{self.name} 应为{zh}", f"{self.name} must be {en}")

    def wanted(self) -> tuple[str, str]:
        """What the field takes, in words (zh, en)."""
        zh, en = _WORDS[self.type]
        if self.type == "object" and (self.keys or self.items):
            names = ", ".join(self.keys or [k for k, v in (self.items or {}).items() if isinstance(v, Mapping)])
            if names:
                zh, en = f"{zh}，可有 {names}", f"{en} with {names}"
        members = (self.items or {}).get("values") if self.type == "array" else None
        if members:
            zh, en = f"列表，每项是 {'、'.join(map(str, members))} 之一", f"a list of {', '.join(map(str, members))}"
        if self.values:
            listed = "、".join(map(str, self.values))
            zh, en = f"下列之一：{listed}", "one of " + ", ".join(map(str, self.values))
        elif self.exactly is not None:
            zh, en = f"正好 {self.exactly} 张牌", f"exactly {self.exactly} tiles"
        else:
            bounds_zh, bounds_en = _bounds(self)
            zh, en = zh + bounds_zh, en + bounds_en
        return (zh + "或 null", en + " or null") if self.nullable else (zh, en)

    def json_schema(self) -> dict[str, Any]:
        """The field as JSON Schema."""
        made = _SCHEMAS[self.type] | {}
        if self.values:
            made["enum"] = list(self.values)
        for key, value in (("minimum", self.minimum), ("maximum", self.maximum), ("exclusiveMinimum", self.above)):
            if value is not None and self.type in ("integer", "number"):
                made[key] = value
        if self.nullable:
            made = {"anyOf": [made, {"type": "null"}]}
        return made | {"default": plain(self.default, self.type), "description": self.meaning.en}


_WORDS = {
    "integer": ("整数", "a whole number"),
    "number": ("数字", "a number"),
    "boolean": ("true 或 false", "true or false"),
    "string": ("文字", "a text"),
    "tile": ("一张牌", "one tile"),
    "tiles": (f"牌的列表，最多 {MOST_TILES} 张", f"a list of at most {MOST_TILES} tiles"),
    "seat": ("座位（east、south、west、north）", "a seat (east, south, west, north)"),
    "array": ("列表", "a list"),
    "object": ("对象", "an object"),
}
_TILES_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "string", "maxLength": 64},
        {"type": "array", "items": {"type": "string", "maxLength": 64}, "maxItems": MOST_TILES},
    ]
}
_SCHEMAS: dict[str, dict[str, Any]] = {
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "string": {"type": "string"},
    "tile": {"type": "string", "maxLength": 64},
    "tiles": _TILES_SCHEMA,
    "seat": {"type": "string", "enum": list(SEATS)},
    "array": {"type": "array"},
    "object": {"type": "object"},
}


def plain(value: Any, kind: str) -> Any:
    """A default as JSON data: tiles as codes."""
    if kind == "tiles" and isinstance(value, tuple):
        return "".join(CODES[t] for t in value)
    if kind == "tile" and isinstance(value, int):
        return CODES[value]
    return list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value


def _bounds(field: Field) -> tuple[str, str]:
    low, high = field.minimum, field.maximum
    if field.above is not None:
        return f"，大于 {field.above:g}", f" above {field.above:g}"
    if low is not None and high is not None:
        return f"，{low:g} 到 {high:g}", f" from {low:g} to {high:g}"
    if low is not None:
        return f"，不小于 {low:g}", f" of at least {low:g}"
    return ("", "") if high is None else (f"，不大于 {high:g}", f" of at most {high:g}")


def read_tiles(value: Any) -> tuple[int, ...] | None:
    """Tiles from compact text or an array of texts; None where they cannot be read, or are more than any field
    takes.
    """
    parts = value if isinstance(value, list) else [value]
    if len(parts) > MOST_TILES or not all(isinstance(part, str) for part in parts):
        return None
    try:
        tiles = tuple(t for part in parts for t in parse(part))
    except NotationError:
        return None
    return tiles if len(tiles) <= MOST_TILES else None


def _read(field: Field, value: Any) -> tuple[bool, Any]:
    """(is it wrong, the value read)."""
    if value is None:
        return not field.nullable, None
    kind = field.type
    if kind in ("integer", "number"):
        return _read_number(field, value)
    if kind == "boolean":
        return not isinstance(value, bool), value
    if kind == "string":
        return not isinstance(value, str) or bool(field.values) and value not in field.values, value
    if kind == "seat":
        return value not in SEATS, value
    if kind in ("tile", "tiles"):
        tiles = read_tiles(value)
        if tiles is None or kind == "tile" and len(tiles) != 1:
            return True, None
        wrong = field.exactly is not None and len(tiles) != field.exactly
        return wrong, tiles[0] if kind == "tile" else tiles
    if kind == "array":
        return _read_array(field, value)
    return _read_object(field, value)


def _read_number(field: Field, value: Any) -> tuple[bool, Any]:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return True, None
    if field.type == "integer" and not isinstance(value, int):
        if not value.is_integer():
            return True, None
        value = int(value)
    if field.type == "number" and isinstance(value, float) and value.is_integer():
        value = int(value)
    low = -MOST if field.minimum is None else field.minimum
    high = MOST if field.maximum is None else field.maximum
    wrong = not low <= value <= high or field.above is not None and value <= field.above
    return wrong or bool(field.values) and value not in field.values, value


def _item(field: Field, name: str) -> Field:
    described = field.items or {}
    return Field(
        name,
        described.get("type", "string"),
        None,
        field.meaning,
        tuple(described.get("values", ())),
        described.get("minimum"),
        described.get("maximum"),
        described.get("above"),
        described.get("nullable", False),
        described.get("exactly"),
        items=described.get("items"),
    )


def _read_array(field: Field, value: Any) -> tuple[bool, Any]:
    if not isinstance(value, list) or len(value) > 64 or field.exactly is not None and len(value) != field.exactly:
        return True, None
    item = _item(field, field.name)
    read = [_read(item, v) for v in value]
    return any(wrong for wrong, _ in read), tuple(v for _, v in read)


def _read_object(field: Field, value: Any) -> tuple[bool, Any]:
    if not isinstance(value, dict) or len(value) > 64:
        return True, None
    if field.keys and not set(value) <= set(field.keys) or field.all_keys and set(value) != set(field.keys):
        return True, None
    if field.items and isinstance(next(iter(field.items.values()), None), Mapping):
        members = {name: Field(name, **_member(described, field)) for name, described in field.items.items()}
        read = {k: _read(members[k], v) if k in members else (True, None) for k, v in value.items()}
        missing = any(name not in value and described.get("required") for name, described in field.items.items())
        return missing or any(wrong for wrong, _ in read.values()), MappingProxyType(
            {k: v for k, (_, v) in read.items()}
        )
    read = {k: _read(_item(field, k), v) for k, v in value.items()}
    return any(wrong for wrong, _ in read.values()), MappingProxyType({k: v for k, (_, v) in read.items()})


def _member(described: Mapping[str, Any], field: Field) -> dict[str, Any]:
    return {
        "type": described.get("type", "string"),
        "default": None,
        "meaning": field.meaning,
        "values": tuple(described.get("values", ())),
        "nullable": not described.get("required", False),
    }


class Fields(Mapping[str, Field]):
    """The declared fields of one place: all options, or all further inputs of a table, player, meld or win."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self._fields = dict(fields)
        self.defaults: Mapping[str, Any] = MappingProxyType({name: f.default for name, f in fields.items()})

    def __getitem__(self, name: str) -> Field:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def check(self, raw: Mapping[str, Any], pointer: str) -> tuple[Mapping[str, Any], list[Fault]]:
        """Values with defaults filled in, and the faults of what was sent; unknown names are faults."""
        if not raw:
            return self.defaults, []
        values, faults = dict(self.defaults), []
        for name, value in raw.items():
            field = self._fields.get(name)
            if field is None:
                faults.append(self.unknown(name, pointer))
                continue
            values[name], found = field.check(value, f"{pointer}/{escape(name)}")
            faults += found
        return values, faults

    def unknown(self, name: str, pointer: str) -> Fault:
        """The fault of a field that nobody declared, with the nearest names."""
        near = get_close_matches(name, self._fields, 3, 0.6)
        zh, en = f"没有 {name} 这一项", f"there is no field {name} here"
        if near:
            zh, en = f"{zh}，是不是 {'、'.join(near)}？", f"{en}; did you mean {', '.join(near)}?"
        return Fault(f"{pointer}/{escape(name)}", "unknown_field", zh, en)


def escape(name: str) -> str:
    """A member name as a JSON pointer token."""
    return name.replace("~", "~0").replace("/", "~1")


NO_FIELDS = Fields({})
