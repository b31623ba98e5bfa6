"""What a region declares: `ruleset.yaml`, checked when it is loaded.

Values that follow a house rule are written `{option: name}` or `{option: name, values: {…}}`; `pick` resolves them
against the options of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from .fields import NO_FIELDS, TYPES, Field, Fields, Text, read_tiles
from .readings.division import CHOWS, STANDARD, Group, Vocabulary
from .round import CIRCUMSTANCES, MELD_TYPES, SEATS, WAYS
from .tiles import NotationError, Tiles, is_flower, mask_of, parse, parse_range
from .yamlfile import SheetError, line_of, load

COMPLETENESS = ("full", "partial", "thin")
UNITS = ("fan", "doubling", "multiplier", "points", "tai", "hu", "flower")
ARITHMETICS = ("sum", "doubling", "product", "highest", "rules")
PAYMENT_KEYS = (
    "self_draw",
    "discard",
    "robbed_kong",
    "kong",
    "flower",
    "bird",
    "bonus",
    "liability",
    "draw",
    "penalty",
    "difference",
    "dealer",
    "several",
    "win",
    "cap",
)
PAYS = ("each_other", "payer", "payer_for_all")
PATH = ("id", "version")


def pick(value: Any, options: Mapping[str, Any]) -> Any:
    """A sheet value under the options of a round: `{option: x}`, `{option: x, values: {…}}`, or the value itself."""
    if type(value) is dict and "option" in value:  # as YAML reads it; cheaper to ask than whether it is a Mapping
        chosen = options[value["option"]]
        return pick(value["values"][chosen], options) if "values" in value else chosen
    return value


def holds(condition: Mapping[str, Any] | None, options: Mapping[str, Any]) -> bool:
    """Whether `{option: x}`, `{option: x, is: …}`, `{…, not: …}` or `{…, has: …}` holds."""
    if condition is None:
        return True
    value = options[condition["option"]]
    if "is" in condition:
        return bool(value == condition["is"])
    if "not" in condition:
        return bool(value != condition["not"])
    if "has" in condition:
        return condition["has"] in value
    return bool(value)


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """One line of the pattern table."""

    id: str
    name: Text
    definition: Text
    value: Any
    unit: str
    group: Any
    when: str
    excludes: tuple[str, ...]
    unless: tuple[str, ...]
    enabled: Mapping[str, Any] | None
    inferred: bool
    order: int


@dataclass(frozen=True, slots=True)
class PatternGroup:
    """Patterns that are treated alike: of a group with `only: highest` one counts; `excludes` holds for every
    member.
    """

    id: str
    name: Text
    only: str | None
    excludes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cap:
    """A limit of the score."""

    id: str
    name: Text
    limit: Any
    text: Text | None
    enabled: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PaymentRule:
    """How one kind of payment is shared out."""

    key: str
    text: Text | None
    pays: Any
    inferred: bool
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wildcards:
    """How a round's wildcards are fixed."""

    faces: Any
    required: bool
    winds: Tiles
    dragons: Tiles
    honors: Tiles
    after: Mapping[int, int]
    turned: str
    claimable: bool
    meldable: bool
    stands_for: int
    indicator: int

    def next(self, tile: int) -> int:
        """The tile after `tile` in its cycle."""
        if tile in self.after:
            return self.after[tile]
        if tile < 27:
            return tile - 8 if tile % 9 == 8 else tile + 1
        for cycle in (self.honors, self.winds, self.dragons):
            if tile in cycle:
                return cycle[(cycle.index(tile) + 1) % len(cycle)]
        return tile


@dataclass(frozen=True)
class Sheet:
    """A rule sheet. `data` is the whole of it as written, for those who read it."""

    id: str
    path: Path
    data: Mapping[str, Any]
    version: str
    name: Text
    completeness: str
    seats: tuple[str, ...]
    tiles: int
    hand_tiles: int
    flowers: int
    hand_size: Any
    melds: Any
    vocabulary: Vocabulary
    unformed_melds: str
    feeder_required: frozenset[str]
    winning_flowers: bool
    wildcards: Wildcards | None
    shapes: tuple[Any, ...]
    winners: Any
    rounds: str
    unit: str
    score_unit: str
    groups: Mapping[str, PatternGroup]
    patterns: Mapping[str, Pattern]
    caps: Mapping[str, Cap]
    arithmetic: str
    payments: Mapping[str, PaymentRule]
    options: Fields
    inputs: Mapping[str, Fields]
    limits: Mapping[str, Mapping[str, Any]]
    uses: frozenset[str]
    reasons: Mapping[str, Text]
    has_cap: bool

    def check_options(self, raw: Mapping[str, Any], pointer: str = "/options") -> tuple[Mapping[str, Any], list[Any]]:
        """All options with their values, and the faults of what was sent."""
        return self.options.check(raw, pointer)

    def check_inputs(self, where: str, raw: Mapping[str, Any], pointer: str) -> tuple[Mapping[str, Any], list[Any]]:
        """The further inputs of a `table`, `player`, `meld` or `win`, and the faults of what was sent."""
        return self.inputs[where].check(raw, pointer)


class _Reader:
    """Reads one sheet's data; every complaint names file, line and key."""

    def __init__(self, path: Path, data: Mapping[str, Any]) -> None:
        self.path = path
        self.data = data

    def fail(self, keys: Sequence[str | int], why: str) -> NoReturn:
        raise SheetError(f"{self.path}:{line_of(self.path, keys)}: {'.'.join(map(str, keys))}: {why}")

    def mapping(
        self, data: Any, keys: Sequence[str | int], known: Sequence[str] | None = None, required: Sequence[str] = ()
    ) -> Mapping[str, Any]:
        if not isinstance(data, Mapping):
            self.fail(keys, "a mapping of keys is wanted")
        for key in data:
            if known is not None and key not in known:
                self.fail((*keys, key), f"unknown key; known are {', '.join(known)}")
        for key in required:
            if key not in data:
                self.fail(keys, f"the key {key} is missing")
        return data

    def text(self, data: Any, keys: Sequence[str | int]) -> Text:
        self.mapping(data, keys, ("zh", "en"), ("zh", "en"))
        for language in ("zh", "en"):
            if not isinstance(data[language], str) or not data[language].strip():
                self.fail((*keys, language), "a text is wanted")
        return Text(data["zh"], data["en"])

    def tiles(self, data: Any, keys: Sequence[str | int]) -> Tiles:
        try:
            return parse_range(str(data or ""))
        except NotationError as error:
            self.fail(keys, f"no such tile: {error.text}")

    def one_of(self, value: Any, choices: Sequence[Any], keys: Sequence[str | int]) -> Any:
        if value not in choices:
            self.fail(keys, f"{value!r} is none of {', '.join(map(str, choices))}")
        return value


SHEET_KEYS = (
    "id",
    "version",
    "name",
    "region",
    "completeness",
    "summary",
    "tags",
    "table",
    "wildcards",
    "win",
    "unit",
    "score_unit",
    "groups",
    "patterns",
    "cap",
    "arithmetic",
    "payments",
    "options",
    "inputs",
    "limits",
    "uses",
    "reasons",
    "decisions",
    "sources",
    "based_on",
    "inferred",
    "extra",
)
USES = (
    "raise",
    "ready",
    "exposed",
    "wildcards_thrown",
    "round_wind",
    "dealer_streak",
    "birds",
    "kong_chain",
    *CIRCUMSTANCES,
)


def merge(base: Any, over: Any) -> Any:
    """`over` laid over `base`: mappings key by key, everything else replaced; a null takes a mapping out."""
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        gone = {k for k, v in over.items() if v is None and isinstance(base.get(k), Mapping)}
        laid = {k: merge(base[k], v) if k in base else v for k, v in over.items() if k not in gone}
        return {**{k: v for k, v in base.items() if k not in gone}, **laid}
    return over


def load_sheet(path: Path, base: Sheet | None = None, data: Any = None) -> Sheet:
    """Reads `ruleset.yaml`.

    Args:
        path: the file.
        base: the sheet that `based_on` names, over which this one is laid.
        data: the file's data where it has been read already.

    Raises:
        SheetError: something in it cannot be used.
    """
    data = load(path) if data is None else data
    if not isinstance(data, Mapping):
        raise SheetError(f"{path}: a rule sheet is a mapping")
    if base is not None:
        inherited = {
            k: v
            for k, v in base.data.items()
            if k not in ("decisions", "sources", "summary", "region", "tags", "based_on")
        }
        data = merge(inherited, data)
    return _sheet(_Reader(path, data), path)


def _sheet(r: _Reader, path: Path) -> Sheet:
    data = r.mapping(
        r.data,
        (),
        SHEET_KEYS,
        (
            "id",
            "version",
            "name",
            "region",
            "completeness",
            "summary",
            "table",
            "win",
            "unit",
            "patterns",
            "payments",
            "options",
            "decisions",
            "sources",
        ),
    )
    if data["id"] != path.parent.name:
        r.fail(("id",), f"the folder is named {path.parent.name}")
    for key in ("region", "summary"):
        r.text(data[key], (key,))
    _check_lists(r)
    table = r.mapping(
        data["table"],
        ("table",),
        (
            "seats",
            "tiles",
            "hand_size",
            "melds",
            "flowers",
            "runs",
            "only",
            "flowers_in_hand",
            "unformed_melds",
            "feeder_required",
            "winning_flowers",
            "one_kind",
            "suits_alike",
        ),
        ("seats", "tiles", "hand_size", "melds"),
    )
    kinds = mask_of(r.tiles(table["tiles"], ("table", "tiles")))
    flowers = mask_of(r.tiles(table.get("flowers"), ("table", "flowers")))
    win = r.mapping(data["win"], ("win",), ("shapes", "winners", "rounds", "by"), ("shapes",))
    options = _fields(r, data.get("options") or {}, ("options",))
    caps = _caps(r)
    groups = _groups(r)
    sheet = Sheet(
        id=data["id"],
        path=path,
        data=data,
        version=str(data["version"]),
        name=r.text(data["name"], ("name",)),
        completeness=r.one_of(data["completeness"], COMPLETENESS, ("completeness",)),
        seats=tuple(r.one_of(s, SEATS, ("table", "seats")) for s in table["seats"]),
        tiles=kinds | flowers,
        hand_tiles=kinds if table.get("flowers_in_hand") else kinds & ~flowers,
        flowers=flowers,
        hand_size=table["hand_size"],
        melds=_melds(r, table["melds"]),
        vocabulary=_vocabulary(r, table),
        unformed_melds=r.one_of(
            table.get("unformed_melds", "refused"), ("refused", "illegal_meld"), ("table", "unformed_melds")
        ),
        feeder_required=frozenset(table.get("feeder_required", ())),
        winning_flowers=bool(table.get("winning_flowers", False)),
        wildcards=_wildcards(r, kinds & ~flowers),
        shapes=tuple(win["shapes"]),
        winners=win.get("winners", "all"),
        rounds=r.one_of(win.get("rounds", "claims"), ("claims", "successive", "opening", "single"), ("win", "rounds")),
        unit=r.one_of(data["unit"], UNITS, ("unit",)),
        score_unit=data.get("score_unit", data["unit"]),
        groups=groups,
        patterns=_patterns(r, data["unit"], groups, options),
        caps=caps,
        arithmetic=r.one_of(data.get("arithmetic", "rules"), ARITHMETICS, ("arithmetic",)),
        payments=_payments(r),
        options=options,
        inputs={
            where: _fields(r, (data.get("inputs") or {}).get(where) or {}, ("inputs", where))
            for where in ("table", "player", "meld", "win")
        },
        limits=r.mapping(data.get("limits") or {}, ("limits",), ("raise", "wildcards_thrown", "dealer_streak")),
        uses=frozenset(r.one_of(u, USES, ("uses",)) for u in data.get("uses") or ()),
        reasons={code: r.text(text, ("reasons", code)) for code, text in (data.get("reasons") or {}).items()},
        has_cap=bool(caps),
    )
    _check_references(r, sheet)
    return sheet


def _check_lists(r: _Reader) -> None:
    for i, decision in enumerate(r.data["decisions"]):
        keys: tuple[str | int, ...] = ("decisions", i)
        r.mapping(decision, keys, ("id", "text", "concerns"), ("id", "text"))
        r.text(decision["text"], (*keys, "text"))
    for i, source in enumerate(r.data["sources"]):
        r.text(source, ("sources", i))
    ids = [d["id"] for d in r.data["decisions"]]
    for i, name in enumerate(ids):
        if name in ids[:i]:
            r.fail(("decisions", i, "id"), f"the decision {name} stands twice")


def _melds(r: _Reader, data: Any) -> Any:
    if isinstance(data, Mapping):
        return data
    return frozenset(r.one_of(m, MELD_TYPES, ("table", "melds")) for m in data)


def _vocabulary(r: _Reader, table: Mapping[str, Any]) -> Vocabulary:
    runs: dict[int, list[Tiles]] = {}
    more = table.get("runs") or ()
    only = more.get("only") if isinstance(more, Mapping) else table.get("only")
    for key, listed in (("runs", () if isinstance(more, Mapping) else more), ("only", only)):
        for text in listed or ():
            tiles = r.tiles(text, ("table", key))
            first = next(
                (f for f, size in ((0, 9), (9, 9), (18, 9), (27, 7), (34, 8)) if all(f <= t < f + size for t in tiles)),
                None,
            )
            if len(tiles) != 3 or first is None:
                r.fail(("table", key), f"{text} is not three tiles of one group")
            runs.setdefault(first, []).append(tuple(sorted(t - first for t in tiles)))
    if not runs:
        return STANDARD if not table.get("one_kind") else Vocabulary((*STANDARD.groups, Group(34, 8, ())))
    suits = only is None
    groups = [
        Group(f, 9, (*CHOWS, *runs.get(f, ())) if suits else runs.get(f, ()), pungs=suits, pairs=suits)
        for f in (0, 9, 18)
    ]
    return Vocabulary((*groups, Group(27, 7, runs.get(27, ())), Group(34, 8, runs.get(34, ()))))


def _wildcards(r: _Reader, kinds: int) -> Wildcards | None:
    data = r.data.get("wildcards")
    if not data:
        return None
    at = ("wildcards",)
    r.mapping(
        data,
        at,
        (
            "faces",
            "required",
            "winds",
            "dragons",
            "honors",
            "turned",
            "claimable",
            "meldable",
            "as",
            "never_worse",
            "after",
            "indicator",
            "text",
        ),
        ("faces",),
    )
    after = {parse(k)[0]: parse(v)[0] for k, v in (data.get("after") or {}).items()}
    return Wildcards(
        faces=data["faces"],
        required=bool(data.get("required", False)),
        winds=r.tiles(data.get("winds", "1z2z3z4z"), (*at, "winds")),
        dragons=r.tiles(data.get("dragons", "7z6z5z"), (*at, "dragons")),
        honors=r.tiles(data.get("honors"), (*at, "honors")),
        after=after,
        turned=r.one_of(data.get("turned", "indicator"), ("always", "indicator"), (*at, "turned")),
        claimable=bool(data.get("claimable", False)),
        meldable=bool(data.get("meldable", False)),
        stands_for=mask_of(r.tiles(data["as"], (*at, "as")))
        if "as" in data
        else mask_of(t for t in range(34) if kinds >> t & 1),
        indicator=mask_of(r.tiles(data["indicator"], (*at, "indicator"))) if "indicator" in data else -1,
    )


def _fields(r: _Reader, data: Any, keys: tuple[str | int, ...]) -> Fields:
    return (
        Fields({name: _field(r, name, d, (*keys, name)) for name, d in r.mapping(data, keys).items()})
        if data
        else NO_FIELDS
    )


def _field(r: _Reader, name: str, data: Any, keys: tuple[str | int, ...]) -> Field:
    r.mapping(
        data,
        keys,
        (
            "type",
            "values",
            "default",
            "meaning",
            "minimum",
            "maximum",
            "above",
            "nullable",
            "exactly",
            "items",
            "keys",
            "all_keys",
            "counted",
            "factor",
            "inferred",
            "factor",
        ),
        ("type", "default", "meaning"),
    )
    kind = r.one_of(data["type"], TYPES, (*keys, "type"))
    default = data["default"]
    if kind in ("tile", "tiles") and default is not None:
        tiles = read_tiles(default)
        default = tiles if kind == "tiles" else tiles[0] if tiles else None
    if isinstance(default, list):
        default = tuple(default)
    return Field(
        name=name,
        type=kind,
        default=default,
        meaning=r.text(data["meaning"], (*keys, "meaning")),
        values=tuple(data.get("values") or ()),
        minimum=data.get("minimum"),
        maximum=data.get("maximum"),
        above=data.get("above"),
        nullable=bool(data.get("nullable", data["default"] is None)),
        exactly=data.get("exactly"),
        items=data.get("items"),
        keys=tuple(data.get("keys") or ()),
        all_keys=bool(data.get("all_keys", False)),
        counted=bool(data.get("counted", False)),
    )


def _groups(r: _Reader) -> Mapping[str, PatternGroup]:
    made = {}
    for name, data in (r.data.get("groups") or {}).items():
        r.mapping(data, ("groups", name), ("name", "only", "excludes"), ("name",))
        made[name] = PatternGroup(
            name, r.text(data["name"], ("groups", name, "name")), data.get("only"), tuple(data.get("excludes") or ())
        )
    return made


def _patterns(r: _Reader, unit: str, groups: Mapping[str, PatternGroup], options: Fields) -> Mapping[str, Pattern]:
    known = (
        "name",
        "value",
        "unit",
        "group",
        "definition",
        "excludes",
        "when",
        "unless",
        "enabled",
        "inferred",
        "number",
        "optional",
        "text",
    )
    made = {}
    for order, (name, data) in enumerate(r.mapping(r.data["patterns"], ("patterns",)).items()):
        keys = ("patterns", name)
        r.mapping(data, keys, known, ("name", "definition"))
        unless = data.get("unless") or ()
        value = data.get("value")
        if isinstance(value, Mapping) and value.get("option") not in options:
            r.fail((*keys, "value"), f"there is no option {value.get('option')}")
        if isinstance(data.get("enabled"), Mapping) and data["enabled"].get("option") not in options:
            r.fail((*keys, "enabled"), "it names no option")
        if isinstance(data.get("group"), str) and data["group"] not in groups:
            r.fail((*keys, "group"), f"there is no group {data['group']}")
        made[name] = Pattern(
            id=name,
            name=r.text(data["name"], (*keys, "name")),
            definition=r.text(data["definition"], (*keys, "definition")),
            value=value,
            unit=r.one_of(data.get("unit", unit), UNITS, (*keys, "unit")),
            group=data.get("group"),
            when=data.get("when", name),
            excludes=tuple(data.get("excludes") or ()),
            unless=(unless,) if isinstance(unless, str) else tuple(unless),
            enabled=data.get("enabled"),
            inferred=bool(data.get("inferred", False)),
            order=order,
        )
    return made


def _caps(r: _Reader) -> Mapping[str, Cap]:
    data = r.data.get("cap")
    if not data:
        return {}
    made = {}
    for i, one in enumerate(data if isinstance(data, list) else [data]):
        keys: tuple[str | int, ...] = ("cap", i) if isinstance(data, list) else ("cap",)
        r.mapping(one, keys, ("id", "name", "limit", "text", "inferred", "enabled"), ("id", "name", "limit"))
        text = r.text(one["text"], (*keys, "text")) if "text" in one else None
        made[one["id"]] = Cap(one["id"], r.text(one["name"], (*keys, "name")), one["limit"], text, one.get("enabled"))
    return made


def _payments(r: _Reader) -> Mapping[str, PaymentRule]:
    made = {}
    for key, data in r.mapping(r.data["payments"], ("payments",), PAYMENT_KEYS).items():
        keys = ("payments", key)
        r.mapping(data, keys, ("pays", "text", "inferred", "paid", "owners", "rates"))
        text = r.text(data["text"], (*keys, "text")) if "text" in data else None
        pays = data.get("pays")
        if isinstance(pays, str):
            r.one_of(pays, PAYS, (*keys, "pays"))
        made[key] = PaymentRule(key, text, pays, bool(data.get("inferred", False)), data)
    return made


def _names(references: Sequence[str], sheet: Sheet) -> Iterator[str]:
    for name in references:
        if name.startswith("group:"):
            if name[6:] not in sheet.groups:
                yield name
        elif name != "any" and name not in sheet.patterns:
            yield name


def _check_references(r: _Reader, sheet: Sheet) -> None:
    for one in sheet.patterns.values():
        for key, names in (("excludes", one.excludes), ("unless", one.unless)):
            for name in _names(names, sheet):
                r.fail(("patterns", one.id, key), f"there is no pattern or group {name}")
    for group in sheet.groups.values():
        for name in _names(group.excludes, sheet):
            r.fail(("groups", group.id, "excludes"), f"there is no pattern or group {name}")
    known = {
        *sheet.patterns,
        *sheet.options,
        *PAYMENT_KEYS,
        *sheet.caps,
        *sheet.reasons,
        *(s for s in sheet.shapes if isinstance(s, str)),
        *USES,
        *WAYS,
        *MELD_TYPES,
        "wildcards",
        "tiles",
        *sheet.groups,
        *(name for fields in sheet.inputs.values() for name in fields),
        "table",
        "win",
        "score",
        "readings",
    }
    for i, decision in enumerate(sheet.data["decisions"]):
        for name in decision.get("concerns") or ():
            if name not in known:
                r.fail(("decisions", i, "concerns"), f"there is no {name} in this sheet")


__all__ = [
    "Cap",
    "Pattern",
    "PatternGroup",
    "PaymentRule",
    "Sheet",
    "SheetError",
    "Text",
    "Wildcards",
    "holds",
    "is_flower",
    "load_sheet",
    "merge",
    "pick",
]
