"""JSON as strict as a settlement needs it: one meaning for every text, and no text that costs more than its length.

Python's reader takes duplicate names (the last wins), NaN and any depth; here each is refused with its own code.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NoReturn

from calculator_api.round import Fault, ImpossibleRound

DEEPEST: Final = 8
LONGEST_TEXT: Final = 64
LARGEST_INTEGER: Final = 2**53 - 1

_STRING: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"')
_LONG_STRING: Final = re.compile(r'"[^"\\]{65}|\\')  # or one with escapes, whose length shows only when it is read
_LONG_NUMBER: Final = re.compile(r"[0-9]{16}|[eE]\+?[0-9]{2}")
_TOO_LONG_NUMBER: Final = re.compile(r"[0-9]{64}|[eE][+-]?[0-9]{4}")
_BRACKET: Final = re.compile(r"[\[\]{}]")
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


class BadJSON(ValueError):
    """A body that is no JSON text, or one with two meanings."""

    def __init__(self, code: str, zh: str, en: str) -> None:
        super().__init__(en)
        self.code, self.zh, self.en = code, zh, en


def read(body: bytes) -> Any:
    """The data of a JSON text.

    Raises:
        BadJSON: no JSON text, or an ambiguous one.
        ImpossibleRound: a text or a number in it is too long; every such place is named.
    """
    text = _decoded(body)
    bare = _STRING.sub("", text)
    _check_depth(bare)
    if _TOO_LONG_NUMBER.search(bare):
        raise BadJSON("number_too_long", "数字太长", "a number has too many digits")
    try:
        data = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        zh = f"不是合法的 JSON：第{error.lineno}行第{error.colno}列"
        raise BadJSON("malformed_json", zh, f"not valid JSON: {error.msg} at {where}") from None
    if _SURROGATE.search(text):
        _check_surrogates(data)
    if _LONG_STRING.search(text) or _LONG_NUMBER.search(bare):
        faults = list(_excess(data, ""))
        if faults:
            raise ImpossibleRound(faults)
    return data


def _decoded(body: bytes) -> str:
    if body.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise BadJSON("byte_order_mark", "开头不能有字节顺序标记（BOM）", "must not begin with a byte order mark")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start
        raise BadJSON("not_utf8", f"第{at}字节处不是 UTF-8", f"not UTF-8 at byte {at}") from None


def _check_depth(bare: str) -> None:
    depth = 0
    for bracket in _BRACKET.findall(bare):
        if bracket in "[{":
            depth += 1
            if depth > DEEPEST:
                raise BadJSON("too_deep", f"嵌套超过{DEEPEST}层", f"nested more than {DEEPEST} levels deep")
        else:
            depth -= 1


def _check_surrogates(data: Any) -> None:
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        en = "a \\u escape names half a character (a lone surrogate)"
        raise BadJSON("lone_surrogate", "\\u 转义只写了半个字符（孤立的代理码点）", en) from None


def _excess(data: Any, pointer: str) -> Any:
    if isinstance(data, dict):
        for name, value in data.items():
            if len(name) > LONGEST_TEXT:
                yield Fault(
                    pointer,
                    "too_long",
                    f"名称最多{LONGEST_TEXT}个字符",
                    f"names have at most {LONGEST_TEXT} characters",
                )
            else:
                yield from _excess(value, f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from _excess(value, f"{pointer}/{i}")
    elif isinstance(data, str) and len(data) > LONGEST_TEXT:
        yield Fault(pointer, "too_long", f"最多{LONGEST_TEXT}个字符", f"at most {LONGEST_TEXT} characters")
    elif isinstance(data, (int, float)) and abs(data) > LARGEST_INTEGER:
        yield Fault(pointer, "out_of_range", "数字太大", "the number is too large")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    names = [name for name, _ in pairs]
    twice = next(name for name in names if names.count(name) > 1)[:LONGEST_TEXT]
    shown = twice.encode("utf-8", "replace").decode()
    raise BadJSON("duplicate_key", f"“{shown}”写了两次", f'the name "{shown}" is given twice')


def _constant(word: str) -> NoReturn:
    raise BadJSON("not_a_number", f"{word} 不是 JSON 的数字", f"{word} is no JSON number")


def _float(text: str) -> float | int:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise BadJSON("number_too_long", "数字太大", "a number is too large")
    return int(number) if number.is_integer() else number


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)

# Always the same bytes for the same data: no spaces, names in the order they were put in, Chinese as it is.
encode: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
).encode
