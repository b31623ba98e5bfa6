"""From a request's JSON data to a `Round`.

The marshmallow schemas are built once and know the fields that every rule set has. What they do not know goes to the
rule sheet, which types its own options and inputs or refuses them. All faults come back together, each at its pointer.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol, cast

from marshmallow import EXCLUDE, Schema, ValidationError, fields
from marshmallow.types import UnknownOption

from calculator_api.round import (
    CIRCUMSTANCES,
    MELD_TYPES,
    NOTHING,
    SEATS,
    WAYS,
    Fault,
    ImpossibleRound,
    Meld,
    Player,
    Round,
    Table,
    Win,
)
from calculator_api.tiles import NotationError, Tile, parse

LONGEST_TEXT: Final = 64
MOST_TILES: Final = 64
MOST_MELDS: Final = 8
MOST_WINS: Final = 32
MOST_STAKE: Final = 1_000_000
MOST_COUNT: Final = 1000
MOST_CHAIN: Final = 16

Data = dict[str, Any]


class Sheet(Protocol):
    """What a rule sheet says about the fields that only some rule sets have."""

    def check_options(self, raw: Mapping[str, Any], pointer: str) -> tuple[Mapping[str, Any], list[Fault]]:
        """The options with defaults filled in, and what is wrong with those sent."""

    def check_inputs(self, where: str, raw: Mapping[str, Any], pointer: str) -> tuple[Mapping[str, Any], list[Fault]]:
        """The further inputs of a table, player, meld or win, with defaults, and what is wrong with those sent."""


class Flaw(NamedTuple):
    """A fault whose place is not known yet."""

    code: str
    zh: str
    en: str


REQUIRED: Final = Flaw("required", "必须填写", "this field is required")
NOT_BOOLEAN: Final = Flaw("wrong_type", "应为 true 或 false", "must be true or false")
NOT_INTEGER: Final = Flaw("wrong_type", "应为整数", "must be an integer")
NOT_TEXT: Final = Flaw("wrong_type", "应为文字", "must be a string")
NOT_OBJECT: Final = Flaw("wrong_type", "应为对象", "must be an object")
NOT_LIST: Final = Flaw("wrong_type", "应为数组", "must be an array")
NOT_TILES: Final = Flaw(
    "wrong_type", '应为牌的写法，如 "123m55z"，或牌码的数组', 'must be tiles, such as "123m55z", or an array of codes'
)
TOO_LONG: Final = Flaw("too_long", f"最多{LONGEST_TEXT}个字符", f"at most {LONGEST_TEXT} characters")
ONE_TILE: Final = Flaw("one_tile", '应为一张牌，如 "5m"', 'must be exactly one tile, such as "5m"')
TWICE: Final = Flaw("duplicate", "重复", "is named twice")


def refuse(*flaws: Flaw) -> ValidationError:
    """The flaws as marshmallow carries them."""
    return ValidationError(list(flaws))


def quoted(text: str) -> str:
    """A piece of the request, short enough to repeat."""
    return text if len(text) <= 20 else text[:20] + "…"


def too_many(most: int) -> Flaw:
    """That an array is too long."""
    return Flaw("too_many", f"最多{most}项", f"at most {most} items")


def near(text: str, words: Iterable[str]) -> list[str]:
    """The words that `text` may have been meant for, nearest first."""
    return difflib.get_close_matches(text, list(words), n=3, cutoff=0.6)


class Open(Schema):
    """A schema that leaves the fields it does not know to the rule sheet. Loads to names as in the request.

    Fields load partially, which leaves absent ones out at no cost: their defaults are the dataclasses'.
    """

    class Meta:
        unknown: UnknownOption = EXCLUDE

    def __init__(self) -> None:
        super().__init__(partial=True)
        self.known = frozenset(self.load_fields)
        self.needed = frozenset(name for name, field in self.load_fields.items() if field.required)


class Strict(fields.Field[Any]):
    """A field that takes its own JSON type alone: no text for a number, no null."""

    wrong: Flaw = NOT_TEXT

    def __init__(self, **kwargs: Any) -> None:
        messages: Any = {"required": [REQUIRED], "null": [self.wrong]}
        super().__init__(error_messages=messages, **kwargs)

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        """Straight to the type's own check: nothing here has validators, hooks or defaults."""
        if value is None:
            raise self.make_error("null")
        return self._deserialize(value, attr, data)


class Flag(Strict):
    """true or false; 1, 0 and "yes" are neither."""

    wrong = NOT_BOOLEAN

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if value is True or value is False:
            return value is True
        raise refuse(NOT_BOOLEAN)


class Count(Strict):
    """A whole number within bounds; a boolean is none."""

    wrong = NOT_INTEGER

    def __init__(self, most: int, least: int = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if type(value) is not int:
            raise refuse(NOT_INTEGER)
        if self.least <= value <= self.most:
            return value
        raise refuse(
            Flaw("out_of_range", f"应在{self.least}到{self.most}之间", f"must be between {self.least} and {self.most}")
        )


class Choice(Strict):
    """One word of a fixed list, exactly as written there."""

    def __init__(self, words: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = words

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        raise refuse(self.flaw(value))

    def flaw(self, value: Any) -> Flaw:
        """Why the value is none of the words."""
        if not isinstance(value, str):
            return NOT_TEXT
        words = ", ".join(self.words)
        text = quoted(value)
        return Flaw("unknown_value", f"“{text}”不在可选值之中：{words}", f'"{text}" is none of: {words}')


class Text(Strict):
    """A short text."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise refuse(NOT_TEXT)
        if len(value) > LONGEST_TEXT:
            raise refuse(TOO_LONG)
        return value


def read_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles a text names; refuses it where it names something else."""
    if len(text) > LONGEST_TEXT:
        raise refuse(TOO_LONG)
    try:
        return parse(text)
    except NotationError as error:
        part = quoted(error.text)
        raise refuse(Flaw("unknown_tile", f"“{part}”不是牌", f'"{part}" is not a tile')) from None


class TilesField(Strict):
    """Tiles in any notation: one text, or an array of codes."""

    wrong = NOT_TILES

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> tuple[Tile, ...]:
        if isinstance(value, str):
            return read_tiles(value)
        if isinstance(value, list):
            return self.from_codes(value)
        raise refuse(NOT_TILES)

    def from_codes(self, codes: list[Any]) -> tuple[Tile, ...]:
        """The tiles of an array, each code of which names one."""
        if len(codes) > MOST_TILES:
            raise refuse(Flaw("too_many", f"最多{MOST_TILES}张", f"at most {MOST_TILES} tiles"))
        tiles: list[Tile] = []
        flaws: dict[int, Any] = {}
        for i, text in enumerate(codes):
            try:
                tiles.append(read_tile(text))
            except ValidationError as error:
                flaws[i] = error.messages
        if flaws:
            raise ValidationError(flaws)
        return tuple(tiles)


def read_tile(text: Any) -> Tile:
    """The one tile a text names."""
    if not isinstance(text, str):
        raise refuse(ONE_TILE)
    tiles = read_tiles(text)
    if len(tiles) != 1:
        raise refuse(ONE_TILE)
    return tiles[0]


class TileField(Strict):
    """Exactly one tile."""

    wrong = ONE_TILE

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Tile:
        return read_tile(value)


class Circumstances(Choice):
    """A set of circumstances, each named once."""

    wrong = NOT_LIST

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(CIRCUMSTANCES, **kwargs)

    def _deserialize(  # type: ignore[override]
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> frozenset[str]:
        if not isinstance(value, list):
            raise refuse(NOT_LIST)
        if len(value) > len(CIRCUMSTANCES):
            raise refuse(too_many(len(CIRCUMSTANCES)))
        flaws: dict[int, Any] = {}
        seen: set[str] = set()
        for i, word in enumerate(value):
            if not isinstance(word, str) or word not in CIRCUMSTANCES:
                flaws[i] = [self.flaw(word)]
            elif word in seen:
                flaws[i] = [TWICE]
            else:
                seen.add(word)
        if flaws:
            raise ValidationError(flaws)
        return frozenset(seen)


class Anything(Strict):
    """An object whose fields the rule sheet declares."""

    wrong = NOT_OBJECT

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Data:
        if isinstance(value, dict):
            return value
        raise refuse(NOT_OBJECT)


class Record(Strict):
    """An object with a schema of its own."""

    wrong = NOT_OBJECT

    def __init__(self, schema: Open, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schema = schema

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Data:
        return load(self.schema, value)


class Records(Record):
    """An array of such objects. A refused one leaves a gap, so that the others keep their places."""

    wrong = NOT_LIST

    def __init__(self, schema: Open, most: int, **kwargs: Any) -> None:
        super().__init__(schema, **kwargs)
        self.most = most

    def _deserialize(  # type: ignore[override]
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> list[Data]:
        if not isinstance(value, list):
            raise refuse(NOT_LIST)
        if len(value) > self.most:
            raise refuse(too_many(self.most))
        return cast(list[Data], loaded(enumerate(value), self.schema, [None] * len(value)))


class Seats(Record):
    """An object of such objects by seat."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Data:
        if not isinstance(value, dict):
            raise refuse(NOT_OBJECT)
        strangers = {seat: [unknown_seat(seat)] for seat in value if seat not in SEATS}
        known = value.items() if not strangers else [(seat, value[seat]) for seat in value if seat in SEATS]
        return cast(Data, loaded(known, self.schema, {}, strangers))


def unknown_seat(text: str) -> Flaw:
    """That a seat has one of four names."""
    seats = ", ".join(SEATS)
    return Flaw("unknown_seat", f"“{quoted(text)}”不是座位：{seats}", f'"{quoted(text)}" is no seat: {seats}')


def load(schema: Open, value: Any) -> Data:
    """One object through its schema. What the schema does not know is kept under `extra`."""
    if not isinstance(value, dict):
        raise refuse(NOT_OBJECT)
    names = value.keys()
    flaws: dict[str, Any] = {}
    if not schema.needed <= names:
        flaws = {name: [REQUIRED] for name in sorted(schema.needed - names)}
    try:
        read: Data = schema.load(value)
    except ValidationError as error:
        flaws.update(error.messages_dict)
        read = cast(Data, error.valid_data)
    if not names <= schema.known:
        read["extra"] = {name: value[name] for name in sorted(names - schema.known)}
    if flaws:
        raise ValidationError(flaws, valid_data=read)
    return read


def loaded(items: Iterable[tuple[Any, Any]], schema: Open, into: Any, flaws: dict[Any, Any] | None = None) -> Any:
    """Several objects through one schema, put `into` the container at their keys."""
    flaws = flaws or {}
    for key, value in items:
        try:
            into[key] = load(schema, value)
        except ValidationError as error:
            flaws[key] = error.messages
            into[key] = error.valid_data
    if flaws:
        raise ValidationError(flaws, valid_data=into)
    return into


def schema(**declared: Any) -> Open:
    """One schema, built once. A trailing underscore keeps `from_` clear of Python's own words."""
    return cast(type[Open], Open.from_dict({name.rstrip("_"): field for name, field in declared.items()}))()


MELD: Final = schema(
    type=Choice(MELD_TYPES, required=True),
    tiles=TilesField(required=True),
    from_=Choice(SEATS),
)
PLAYER: Final = schema(
    concealed=TilesField(),
    melds=Records(MELD, MOST_MELDS),
    flowers=TilesField(),
    ready=Flag(),
    exposed=Flag(),
    raise_=Count(MOST_STAKE),
    wildcards_thrown=Count(MOST_COUNT),
)
WIN: Final = schema(
    winner=Choice(SEATS, required=True),
    by=Choice(WAYS, required=True),
    tile=TileField(),
    from_=Choice(SEATS),
    circumstances=Circumstances(),
    kong_chain=Count(MOST_CHAIN, least=1),
)
TABLE: Final = schema(
    round_wind=Choice(SEATS),
    dealer_streak=Count(MOST_COUNT),
    indicator=TileField(),
    wildcards=TilesField(),
    birds=TilesField(),
)
REQUEST: Final = schema(
    ruleset=Text(required=True),
    options=Anything(),
    table=Record(TABLE),
    players=Seats(PLAYER),
    wins=Records(WIN, MOST_WINS),
)


def load_round(
    data: Any,
    sheet_lookup: Callable[[str], Sheet | None],
    nearest: Callable[[str], list[str]] = lambda text: [],
) -> Round:
    """The round that a request describes.

    Raises:
        ImpossibleRound: the request is not in the form of a round; every fault found is named.
    """
    round_, faults = read_round(data, sheet_lookup, nearest)
    if faults:
        raise ImpossibleRound(faults)
    return round_


def read_round(
    data: Any,
    sheet_lookup: Callable[[str], Sheet | None],
    nearest: Callable[[str], list[str]] = lambda text: [],
) -> tuple[Round, list[Fault]]:
    """What can be read of a request, and all that is wrong with its form.

    Args:
        data: the request as JSON data.
        sheet_lookup: the rule sheet of an id, or None where there is no such rule set.
        nearest: ids of rule sets that an unknown id may have been meant for.
    """
    faults: list[Fault] = []
    try:
        read: Data = load(REQUEST, data)
    except ValidationError as error:
        faults += flatten(error.messages, "")
        read = error.valid_data if isinstance(error.valid_data, dict) else {}
    sheet = None
    if isinstance(ruleset := read.get("ruleset"), str):
        sheet = sheet_lookup(ruleset)
        if sheet is None:
            faults.append(unknown_ruleset(ruleset, nearest(ruleset)))
    faults += [unknown_field("", name, REQUEST.known) for name in read.get("extra", ())]
    return Builder(sheet, faults).round(read), faults


class Builder:
    """Puts loaded data together into the engine's dataclasses; the sheet judges what is not standard on the way."""

    __slots__ = ("faults", "sheet")

    def __init__(self, sheet: Sheet | None, faults: list[Fault]) -> None:
        self.sheet, self.faults = sheet, faults

    def round(self, read: Data) -> Round:
        """The whole; of a refused request the parts that could be read, so that all that is wrong is found at once."""
        players = read.get("players") or {}
        wins = read.get("wins") or ()
        return Round(
            ruleset=read.get("ruleset", ""),
            options=self.options(read.get("options") or NOTHING),
            table=self.table(read.get("table") or {}),
            # In turn order, so that the order in which a request names them changes no byte of the answer.
            players={
                seat: self.player(player, f"/players/{seat}")
                for seat in SEATS
                if (player := players.get(seat)) is not None
            },
            wins=tuple([self.win(win, f"/wins/{i}") for i, win in enumerate(wins) if win is not None]),
        )

    def options(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """The house rules, with the sheet's defaults."""
        if self.sheet is None:
            return raw
        options, faults = self.sheet.check_options(raw, "/options")
        self.faults += faults
        return options

    def extra(self, where: str, read: Data, pointer: str) -> Mapping[str, Any]:
        """The further inputs of one object, with the sheet's defaults."""
        if self.sheet is None:
            return {}
        inputs, faults = self.sheet.check_inputs(where, read.get("extra", NOTHING), pointer)
        if faults:
            self.faults += faults
        return inputs

    def table(self, read: Data) -> Table:
        """What holds for the whole round."""
        return Table(
            read.get("round_wind", "east"),
            read.get("dealer_streak", 0),
            read.get("indicator"),
            read.get("wildcards"),
            read.get("birds", ()),
            self.extra("table", read, "/table"),
        )

    def player(self, read: Data, pointer: str) -> Player:
        """One seat."""
        melds = read.get("melds") or ()
        return Player(
            read.get("concealed"),
            tuple([self.meld(meld, f"{pointer}/melds/{i}") for i, meld in enumerate(melds) if meld is not None]),
            read.get("flowers", ()),
            read.get("ready", False),
            read.get("exposed", False),
            read.get("raise", 0),
            read.get("wildcards_thrown", 0),
            self.extra("player", read, pointer),
        )

    def meld(self, read: Data, pointer: str) -> Meld:
        """One set laid down."""
        return Meld(read.get("type", ""), read.get("tiles", ()), read.get("from"), self.extra("meld", read, pointer))

    def win(self, read: Data, pointer: str) -> Win:
        """One claim to have won."""
        return Win(
            read.get("winner", ""),
            read.get("by", ""),
            read.get("tile"),
            read.get("from"),
            read.get("circumstances", frozenset()),
            read.get("kong_chain"),
            self.extra("win", read, pointer),
        )


def escape(part: object) -> str:
    """One step of a JSON pointer."""
    return str(part).replace("~", "~0").replace("/", "~1")


def flatten(messages: Any, pointer: str) -> Iterator[Fault]:
    """marshmallow's nested messages as faults at their pointers."""
    if isinstance(messages, dict):
        for part, inner in messages.items():
            yield from flatten(inner, pointer if part == "_schema" else f"{pointer}/{escape(part)}")
        return
    for flaw in messages:
        yield Fault(pointer, *flaw)


def unknown_field(pointer: str, name: str, known: Iterable[str]) -> Fault:
    """That a request has a field which nothing here knows, with the names it may have been meant for."""
    meant = near(name, known)
    hint_zh = f"；是不是 {'、'.join(meant)}？" if meant else ""
    hint_en = f"; did you mean {' or '.join(meant)}?" if meant else ""
    shown = quoted(name)
    return Fault(
        f"{pointer}/{escape(name)}",
        "unknown_field",
        f"没有“{shown}”这一项{hint_zh}",
        f'there is no field "{shown}"{hint_en}',
    )


def unknown_ruleset(text: str, meant: list[str]) -> Fault:
    """That no rule set has this id, with the nearest ids."""
    hint_zh = f"；相近的有 {'、'.join(meant)}" if meant else ""
    hint_en = f"; the nearest are {', '.join(meant)}" if meant else ""
    shown = quoted(text)
    return Fault(
        "/ruleset", "unknown_ruleset", f"没有“{shown}”这套规则{hint_zh}", f'there is no rule set "{shown}"{hint_en}'
    )
