"""Which JSON texts are read, and in which words the others are refused."""

from __future__ import annotations

import pytest

from calculator_api.round import ImpossibleRound
from calculator_api.web.strictjson import BadJSON, read


@pytest.mark.parametrize(
    "body, code",
    [
        (b"", "malformed_json"),
        (b"{", "malformed_json"),
        (b'{"a": 1,}', "malformed_json"),
        (b"{'a': 1}", "malformed_json"),
        (b'{"a": 1} {"a": 1}', "malformed_json"),
        (b'{"a": "\x00"}', "malformed_json"),
        (b'{"a": "\\x41"}', "malformed_json"),
        (b'{"a": 01}', "malformed_json"),
        (b"\xef\xbb\xbf{}", "byte_order_mark"),
        ("{}".encode("utf-16"), "byte_order_mark"),
        (b'{"a": "\xff"}', "not_utf8"),
        (b'{"a": "\xed\xa0\x80"}', "not_utf8"),
        (b'{"a": "\xc0\xaf"}', "not_utf8"),
        (b'{"a": "\\ud800"}', "lone_surrogate"),
        (b'{"\\udc00": 1}', "lone_surrogate"),
        (b'{"a": 1, "a": 1}', "duplicate_key"),
        (b'{"b": {"a": 1, "\\u0061": 2}}', "duplicate_key"),
        (b'{"a": NaN}', "not_a_number"),
        (b'{"a": Infinity}', "not_a_number"),
        (b'{"a": -Infinity}', "not_a_number"),
        (b'{"a": 1e400}', "number_too_long"),
        (b'{"a": 1e999999999}', "number_too_long"),
        (b'{"a": ' + b"9" * 5000 + b"}", "number_too_long"),
        (b"[" * 9 + b"]" * 9, "too_deep"),
        (b"[" * 16000, "too_deep"),
        (b'{"a":' * 9 + b"1" + b"}" * 9, "too_deep"),
    ],
)
def test_refused(body: bytes, code: str) -> None:
    with pytest.raises(BadJSON) as refused:
        read(body)
    assert refused.value.code == code
    assert refused.value.zh
    assert refused.value.en


@pytest.mark.parametrize(
    "body, data",
    [
        (b' {"a": [1, -2, 3.5, true, null]} ', {"a": [1, -2, 3.5, True, None]}),
        (b"[[[[[[[[1]]]]]]]]", [[[[[[[[1]]]]]]]]),
        (b'{"a": "[[[[[[[[[["}', {"a": "[[[[[[[[[["}),
        (b'{"a": "\\"[{[{[{[{[{[{"}', {"a": '"[{[{[{[{[{[{'}),
        (b'{"a": "\\ud83c\\udc07"}', {"a": "\U0001f007"}),
        ('{"a": "万"}'.encode(), {"a": "万"}),
        (b'{"a": 1.0, "b": 2e3}', {"a": 1, "b": 2000}),
        (b'{"a": 9007199254740991}', {"a": 2**53 - 1}),
        (b'"' + b"x" * 64 + b'"', "x" * 64),
        (b'"' + b"\\u4e07" * 64 + b'"', "万" * 64),
    ],
)
def test_read(body: bytes, data: object) -> None:
    assert read(body) == data


def test_a_whole_number_written_with_a_point_is_whole() -> None:
    assert type(read(b"1.0")) is int


@pytest.mark.parametrize(
    "body, pointer, code",
    [
        (b'{"a": ["' + b"x" * 65 + b'"]}', "/a/0", "too_long"),
        (b'{"a": "' + b'\\"' * 65 + b'"}', "/a", "too_long"),
        (b'{"a": {"' + b"x" * 65 + b'": 1}}', "/a", "too_long"),
        (b'{"a/b": 9007199254740993}', "/a~1b", "out_of_range"),
        (b'{"a": -1e30}', "/a", "out_of_range"),
    ],
)
def test_what_is_too_long_is_named_by_its_place(body: bytes, pointer: str, code: str) -> None:
    with pytest.raises(ImpossibleRound) as refused:
        read(body)
    assert [(fault.pointer, fault.code) for fault in refused.value.faults] == [(pointer, code)]
