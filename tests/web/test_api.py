"""The API as a client sees it: routes, headers, caching, and twenty-odd ways of getting a request wrong."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import calculator_api
from calculator_api.registry import catalogue

WIN: dict[str, Any] = {
    "ruleset": "guangdong",
    "players": {"south": {"concealed": "123m456m99m11z222z"}},
    "wins": [{"winner": "south", "by": "self_draw", "tile": "1z"}],
}
JSON = "application/json"


def post(client: FlaskClient, body: Any, **kwargs: Any) -> TestResponse:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post("/v1/score", data=data, **{"content_type": JSON, **kwargs})


def problem(response: TestResponse, status: int, code: str) -> dict[str, Any]:
    """The problem document of a response that must be one."""
    assert response.status_code == status, response.get_data(as_text=True)
    assert response.mimetype == "application/problem+json"
    found: dict[str, Any] = json.loads(response.data)
    assert (found["status"], found["code"]) == (status, code)
    assert found["type"].endswith(code)
    assert found["zh"]
    assert found["detail"] == found["en"] != ""
    assert found["request_id"] == response.headers["X-Request-Id"]
    for error in found["errors"]:
        assert set(error) == {"pointer", "code", "zh", "en"}
        assert error["zh"]
        assert error["en"]
    return found


def test_a_round_is_settled(client: FlaskClient) -> None:
    response = post(client, WIN)
    assert response.status_code == 200
    assert response.mimetype == JSON
    answer = json.loads(response.data)
    assert answer["ruleset"]["id"] == "guangdong"
    assert answer["totals"] == {"east": -8, "south": 24, "west": -8, "north": -8}
    assert response.headers["X-Ruleset-Version"] == answer["ruleset"]["version"]
    assert response.headers["X-Engine-Version"] == calculator_api.__version__
    assert response.headers["Cache-Control"] == "no-store"


def test_python_users_get_the_same_answer(client: FlaskClient) -> None:
    assert calculator_api.score(WIN) == json.loads(post(client, WIN).data)


def test_python_users_get_the_same_faults(client: FlaskClient) -> None:
    bad = WIN | {"wins": [{"winner": "east", "by": "self_draw", "tile": "1z"}]}
    with pytest.raises(calculator_api.ImpossibleRound) as refused:
        calculator_api.score(bad)
    errors = json.loads(post(client, bad).data)["errors"]
    assert [fault.pointer for fault in refused.value.faults] == [error["pointer"] for error in errors]


def test_the_same_request_gets_the_same_bytes(client: FlaskClient) -> None:
    assert post(client, WIN).data == post(client, json.dumps(WIN, indent=2).encode()).data


@pytest.mark.parametrize("flowers, status", [("", 200), ("1m", 422)])
def test_the_order_of_names_in_a_request_changes_no_byte(client: FlaskClient, flowers: str, status: int) -> None:
    players = {
        "south": {**WIN["players"]["south"], "exposed": True},
        "west": {"raise": 3, "flowers": flowers},
        "north": {"ready": True, "flowers": flowers},
    }
    request = WIN | {"ruleset": "hebei", "players": players}
    other = dict(reversed(request.items())) | {"players": dict(reversed(players.items()))}
    one, two = (post(client, sent, headers={"X-Request-Id": "one"}) for sent in (request, other))
    assert one.status_code == two.status_code == status
    assert one.data == two.data


def test_answers_are_compact_and_in_plain_chinese(client: FlaskClient) -> None:
    text = post(client, WIN).data.decode()
    assert text.startswith('{"ruleset":{"id":"guangdong"')
    assert "混一色" in text


# What is wrong with the text ------------------------------------------------------------------------------------------

TEXTS = [
    pytest.param(b" ", "malformed_json", "not valid JSON", id="blank"),
    pytest.param(b"{", "malformed_json", "line 1 column 2", id="cut off"),
    pytest.param(b"ruleset=guangdong", "malformed_json", "not valid JSON", id="a form"),
    pytest.param(b'{"ruleset": "mcr", "ruleset": "mcr"}', "duplicate_key", '"ruleset" is given twice', id="name twice"),
    pytest.param(b'{"table": {"dealer_streak": NaN}}', "not_a_number", "NaN", id="NaN"),
    pytest.param(b'{"table": {"dealer_streak": -Infinity}}', "not_a_number", "-Infinity", id="Infinity"),
    pytest.param(b"\xef\xbb\xbf{}", "byte_order_mark", "byte order mark", id="BOM"),
    pytest.param(b'{"ruleset": "\xe5\xb9"}', "not_utf8", "byte 13", id="broken UTF-8"),
    pytest.param('{"ruleset": "广东"}'.encode("gb18030"), "not_utf8", "byte 13", id="GB 18030"),
    pytest.param(b'{"ruleset": "\\ud83c"}', "lone_surrogate", "half a character", id="half a character"),
    pytest.param(b"[" * 9 + b"]" * 9, "too_deep", "8 levels", id="nine levels"),
    pytest.param(b"[" * 16000, "too_deep", "8 levels", id="16000 levels"),
    pytest.param(b"1" * 10000, "number_too_long", "digits", id="10000 digits"),
]


@pytest.mark.parametrize("body, code, words", TEXTS)
def test_texts_that_are_no_json(client: FlaskClient, body: bytes, code: str, words: str) -> None:
    found = problem(post(client, body), 400, code)
    assert words in found["en"]
    assert [error["pointer"] for error in found["errors"]] == [""]


# What is wrong with the round -----------------------------------------------------------------------------------------


def changed(**fields: Any) -> dict[str, Any]:
    return WIN | fields


def won(**fields: Any) -> dict[str, Any]:
    return changed(wins=[WIN["wins"][0] | fields])


def held(**fields: Any) -> dict[str, Any]:
    return changed(players={"south": WIN["players"]["south"] | fields})


ROUNDS = [
    pytest.param([], "", "an object", id="a list"),
    pytest.param({}, "/ruleset", "required", id="nothing"),
    pytest.param(changed(ruleset="guangdon"), "/ruleset", "guangdong", id="misspelt rule set"),
    pytest.param(changed(ruleset="Guangdong"), "/ruleset", "guangdong", id="capital letter"),
    pytest.param(changed(riichi=True), "/riichi", "no field", id="unknown field"),
    pytest.param(changed(win=[]), "/win", "wins", id="misspelt field"),
    pytest.param(changed(options={"basis": 1}), "/options/basis", "base", id="misspelt option"),
    pytest.param(changed(options={"base": "1"}), "/options/base", "base", id="option of a wrong type"),
    pytest.param(changed(options={"base": 0}), "/options/base", "1", id="option out of range"),
    pytest.param(changed(table={"previous_drow": True}), "/table/previous_drow", "no field", id="no such input"),
    pytest.param(held(void_suit="m"), "/players/south/void_suit", "no field", id="another rule set's input"),
    pytest.param(held(concealed="123m456m99m11z22z0m"), "/players/south/concealed", "0m", id="no such tile"),
    pytest.param(held(concealed="123m456m99m11z22z1f"), "/players/south/concealed", "1f", id="tile not used here"),
    pytest.param(held(concealed="123m456m9m11111z22z"), "/players/south/concealed", "", id="a fifth copy"),
    pytest.param(held(concealed="123m456m99m11z22z"), "/players/south/concealed", "13", id="a tile missing"),
    pytest.param(held(concealed="123m456m99m11z2222z"), "/players/south/concealed", "13", id="a tile too many"),
    pytest.param(
        held(concealed="123m456m99m11z", melds=[{"type": "pung", "tiles": "223z"}]),
        "/players/south/melds/0", "", id="a pung that is none"),
    pytest.param(
        held(concealed="99m456m11z222z", melds=[{"type": "chow", "tiles": "124m"}]),
        "/players/south/melds/0", "", id="a chow that is none"),
    pytest.param(
        held(concealed="123m456m99m11z", melds=[{"type": "pung", "tiles": "2222z"}]),
        "/players/south/melds/0", "", id="a pung of four"),
    pytest.param(won(winner="west"), "/wins/0/winner", "", id="a winner without a hand"),
    pytest.param(won(by="discard", **{"from": "south"}), "/wins/0/from", "", id="a payer who wins"),
    pytest.param(won(by="discard"), "/wins/0/from", "", id="nobody pays"),
    pytest.param(won(**{"from": "west"}), "/wins/0/from", "", id="a payer of a self-draw"),
    pytest.param(won(by="robbed_kong"), "/wins/0/from", "", id="a robbed kong of nobody"),
    pytest.param(won(circumstances=["heavenly"]), "/wins/0/circumstances", "", id="heavenly for another than east"),
    pytest.param(won(circumstances=["kong_replacement"]), "/wins/0/circumstances", "", id="after no kong"),
    pytest.param(
        won(by="discard", circumstances=["kong_replacement"], **{"from": "west"}),
        "/wins/0/circumstances", "", id="a kong's replacement tile discarded"),
    pytest.param(won(circumstances=["kong_discard"]), "/wins/0/circumstances", "", id="a kong's discard drawn"),
    pytest.param(changed(wins=WIN["wins"] * 2), "/wins/1/winner", "", id="a winner twice"),
    pytest.param(won(tile=None), "/wins/0/tile", "one tile", id="null"),
    pytest.param({k: v for k, v in WIN.items() if k != "players"}, "/wins/0/winner", "", id="no players"),
]  # fmt: skip


@pytest.mark.parametrize("body, pointer, words", ROUNDS)
def test_rounds_that_cannot_be(client: FlaskClient, body: Any, pointer: str, words: str) -> None:
    found = problem(post(client, body), 422, "impossible_round")
    errors = {error["pointer"]: error["en"] for error in found["errors"]}
    assert pointer in errors
    assert words in errors[pointer]


def test_faults_of_form_and_of_the_round_come_together(client: FlaskClient) -> None:
    body = changed(riichi=True, players={"south": {"concealed": "123m456m99m11z22z"}})
    found = problem(post(client, body), 422, "impossible_round")
    assert [error["pointer"] for error in found["errors"]] == ["/riichi", "/players/south/concealed"]


def test_no_request_is_answered_with_more_faults_than_anybody_reads(client: FlaskClient) -> None:
    found = problem(post(client, changed(**{f"field{i}": 1 for i in range(500)})), 422, "impossible_round")
    assert "500 faults" in found["en"]
    assert len(found["errors"]) == 100


# What is wrong with the request ---------------------------------------------------------------------------------------


def test_a_body_of_16_kib_is_read_and_one_byte_more_is_not(client: FlaskClient) -> None:
    body = json.dumps(WIN).encode()
    assert post(client, body + b" " * (16384 - len(body))).status_code == 200
    problem(post(client, body + b" " * (16385 - len(body))), 413, "too_large")


def announced(client: FlaskClient, body: BytesIO, length: str) -> TestResponse:
    """A body with a Content-Length of its own."""
    environ = {"wsgi.input": body, "CONTENT_LENGTH": length}
    return client.post("/v1/score", content_type=JSON, environ_overrides=environ)


def test_a_large_body_is_refused_unread(client: FlaskClient) -> None:
    body = BytesIO(b"{}")
    problem(announced(client, body, str(10**12)), 413, "too_large")
    assert body.tell() == 0


def test_no_length(client: FlaskClient) -> None:
    problem(announced(client, BytesIO(b"{}"), ""), 411, "length_required")


@pytest.mark.parametrize("length", ["-1", "2.0", "two", "٢"])
def test_a_length_that_is_none(client: FlaskClient, length: str) -> None:
    problem(announced(client, BytesIO(b"{}"), length), 400, "malformed_request")


def test_an_empty_body(client: FlaskClient) -> None:
    problem(announced(client, BytesIO(b""), "0"), 400, "malformed_json")


def test_chunks(client: FlaskClient) -> None:
    problem(post(client, WIN, headers={"Transfer-Encoding": "chunked"}), 411, "length_required")


def test_a_body_that_stops_early(client: FlaskClient) -> None:
    problem(announced(client, BytesIO(b"{}"), "3"), 400, "incomplete_body")


@pytest.mark.parametrize(
    "kind",
    [None, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=gbk", "application/xml"],
)
def test_other_media_types(client: FlaskClient, kind: str | None) -> None:
    problem(post(client, WIN, content_type=kind), 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "kind", ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"]
)
def test_ways_of_saying_json(client: FlaskClient, kind: str) -> None:
    assert post(client, WIN, content_type=kind).status_code == 200


@pytest.mark.parametrize("coding", ["gzip", "identity", "br"])
def test_content_encodings(client: FlaskClient, coding: str) -> None:
    problem(post(client, WIN, headers={"Content-Encoding": coding}), 415, "content_encoding")


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "application/json;q=0", "application/yaml"])
def test_clients_that_want_something_else(client: FlaskClient, accept: str) -> None:
    problem(post(client, WIN, headers={"Accept": accept}), 406, "not_acceptable")
    problem(client.get("/v1/rulesets", headers={"Accept": accept}), 406, "not_acceptable")


@pytest.mark.parametrize(
    "accept",
    [
        "*/*",
        "application/*",
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON;charset=UTF-8, text/plain",
        "text/html, application/json;q=0.1",
        "",
    ],
)
def test_clients_that_take_json(client: FlaskClient, accept: str) -> None:
    assert post(client, WIN, headers={"Accept": accept}).status_code == 200


@pytest.mark.parametrize(
    "method, path, allow",
    [
        ("GET", "/v1/score", {"POST", "OPTIONS"}),
        ("PUT", "/v1/score", {"POST", "OPTIONS"}),
        ("DELETE", "/v1/rulesets/guangdong", {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/openapi.json", {"GET", "HEAD", "OPTIONS"}),
        ("TRACE", "/livez", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_wrong_methods(client: FlaskClient, method: str, path: str, allow: set[str]) -> None:
    response = client.open(path, method=method)
    problem(response, 405, "method_not_allowed")
    assert set(response.headers["Allow"].split(", ")) == allow


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/", "/v1/score/", "/v1/rulesets/", "//v1/score", "/v2/score", "/v1/rulesets/a/b"]
)
def test_no_such_address(client: FlaskClient, path: str) -> None:
    problem(client.get(path), 404, "not_found")


def test_no_such_rule_set(client: FlaskClient) -> None:
    for path in ("/v1/rulesets/guangdon", "/v1/rulesets/guangdon/examples"):
        assert "guangdong" in problem(client.get(path), 404, "unknown_ruleset")["en"]


@pytest.mark.parametrize("path", ["/rules/guangdon", "/rules/__class__"])
def test_a_page_of_no_rule_set_is_never_said_to_be_unchanged(client: FlaskClient, path: str) -> None:
    kept = client.get("/rules/guangdong").headers["ETag"]
    response = client.get(path, headers={"If-None-Match": kept})
    assert response.status_code == 404
    assert b"<html" in response.data
    assert "ETag" not in response.headers


@pytest.mark.parametrize("path", ["/", "/rules/guangdong", "/v1/rulesets/guangdong", "/openapi.json"])
def test_another_version_than_the_one_asked_for(client: FlaskClient, path: str) -> None:
    problem(client.get(path, headers={"If-Match": '"another"'}), 412, "precondition_failed")
    etag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-Match": etag}).status_code == 200


@pytest.mark.parametrize("ruleset", ["guangdong", "shaanxi", "taiwan", "shanghai"])
@pytest.mark.parametrize(
    "where, name", [("player", "raise"), ("player", "wildcards_thrown"), ("table", "dealer_streak")]
)
def test_the_schema_of_a_sheet_ends_where_the_service_does(
    client: FlaskClient, ruleset: str, where: str, name: str
) -> None:
    known = json.loads(client.get(f"/v1/rulesets/{ruleset}").data)["request_schema"]["properties"]
    place = known["players"]["properties"]["south"] if where == "player" else known["table"]
    most = place["properties"][name]["maximum"]
    for value, taken in ((most, True), (most + 1, False)):
        sent = {"players": {"south": {name: value}}} if where == "player" else {"table": {name: value}}
        answer = json.loads(post(client, {"ruleset": ruleset, **sent}).data)
        pointers = [error["pointer"] for error in answer.get("errors", ())]
        assert (f"/{'players/south' if where == 'player' else 'table'}/{name}" not in pointers) == taken


def test_a_fault_of_ours_shows_nothing_of_itself(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(request: Any) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("calculator_api.web.api.score", broken)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    response = post(client, WIN)
    problem(response, 500, "internal_error")
    assert b"secret" not in response.data


# Every response -------------------------------------------------------------------------------------------------------

EVERYWHERE = ["/v1/rulesets", "/v1/rulesets/guangdong", "/livez", "/nowhere", "/v1/score"]


@pytest.mark.parametrize("path", EVERYWHERE)
def test_headers_of_every_response(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Engine-Version"] == calculator_api.__version__
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["X-Request-Id"]


def test_a_sane_request_id_is_taken_over(client: FlaskClient) -> None:
    assert client.get("/livez", headers={"X-Request-Id": "game-7.round:3"}).headers["X-Request-Id"] == "game-7.round:3"


@pytest.mark.parametrize("sent", ["", "a b", "<script>", "x" * 65, "万", "-"])
def test_another_request_id_is_replaced(client: FlaskClient, sent: str) -> None:
    made = client.get("/livez", headers={"X-Request-Id": sent.encode().decode("latin-1")}).headers["X-Request-Id"]
    assert made != sent
    assert len(made) == 32


def test_browsers_may_call_from_anywhere(client: FlaskClient) -> None:
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    response = client.options("/v1/score", headers=asked | {"Access-Control-Request-Headers": "content-type"})
    assert response.status_code == 204
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in response.headers["Access-Control-Allow-Headers"]
    assert "GET" in client.options("/v1/rulesets").headers["Access-Control-Allow-Methods"]


# Rule sheets ----------------------------------------------------------------------------------------------------------


def test_the_list_has_every_rule_set(client: FlaskClient) -> None:
    listed = json.loads(client.get("/v1/rulesets").data)["rulesets"]
    assert [sheet["id"] for sheet in listed] == sorted(catalogue())
    assert {"id", "version", "name", "region", "completeness", "tags"} <= set(listed[0])


@pytest.mark.parametrize("ruleset", sorted(catalogue()))
def test_every_sheet_and_its_examples_are_served(client: FlaskClient, ruleset: str) -> None:
    sheet = client.get(f"/v1/rulesets/{ruleset}")
    assert json.loads(sheet.data)["id"] == ruleset
    assert sheet.headers["X-Ruleset-Version"] == catalogue()[ruleset].sheet.version
    examples = json.loads(client.get(f"/v1/rulesets/{ruleset}/examples").data)
    assert [example["id"] for example in examples["examples"]] == [one["id"] for one in catalogue()[ruleset].examples()]


CACHED = ["/v1/rulesets", "/v1/rulesets/guangdong", "/v1/rulesets/guangdong/examples", "/openapi.yaml", "/openapi.json"]


@pytest.mark.parametrize("path", CACHED)
def test_what_has_not_changed_is_not_sent_again(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    etag = first.headers["ETag"]
    assert etag.startswith('"')
    assert "max-age" in first.headers["Cache-Control"]
    again = client.get(path, headers={"If-None-Match": f'"other", {etag}'})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == etag
    assert client.get(path, headers={"If-None-Match": '"other"'}).data == first.data


def test_the_description_is_served_as_it_was_written(client: FlaskClient) -> None:
    written = Path("openapi.yaml").read_bytes()
    assert client.get("/openapi.yaml").data == written
    assert json.loads(client.get("/openapi.json").data) == yaml.safe_load(written)


def test_health(client: FlaskClient) -> None:
    assert json.loads(client.get("/livez").data) == {"status": "ok"}
    assert json.loads(client.get("/readyz").data) == {"status": "ready", "rulesets": len(catalogue())}
