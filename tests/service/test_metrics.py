"""What the operator sees: counters and log lines, over all workers, and never anything a client could blow up."""

from __future__ import annotations

import json
import logging
import re
import signal
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from calculator_api.cli import answered
from calculator_api.round import TooMuchWork
from tools.servers import HOST, Service, running

WIN: dict[str, Any] = {
    "ruleset": "guangdong",
    "players": {"south": {"concealed": "123m456m99m11z222z"}},
    "wins": [{"winner": "south", "by": "self_draw", "tile": "1z"}],
}


def value(text: str, name: str) -> float:
    """What a counter says; 0 where there is none yet."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_rounds_are_counted_by_rule_set_and_validity(client: FlaskClient) -> None:
    won = 'mahjong_wins_total{ruleset="guangdong",valid="true"}'
    lost = 'mahjong_wins_total{ruleset="guangdong",valid="false"}'
    before = client.get("/metrics").text
    client.post("/v1/score", json=WIN)
    client.post("/v1/score", json=WIN | {"players": {"south": {"concealed": "1379m1379p137s11z"}}})
    after = client.get("/metrics").text
    assert value(after, won) - value(before, won) == 1
    assert value(after, lost) - value(before, lost) == 1
    assert value(after, 'mahjong_slowest_score_seconds{ruleset="guangdong"}') > 0


def test_requests_are_counted_by_route_and_status(client: FlaskClient) -> None:
    ok = 'mahjong_requests_total{method="GET",route="/v1/rulesets/<ruleset>",status="200"}'
    missing = 'mahjong_requests_total{method="GET",route="/v1/rulesets/<ruleset>",status="404"}'
    took = 'mahjong_request_seconds_count{route="/v1/rulesets/<ruleset>"}'
    before = client.get("/metrics").text
    client.get("/v1/rulesets/guangdong")
    client.get("/v1/rulesets/atlantis")
    after = client.get("/metrics").text
    assert [value(after, name) - value(before, name) for name in (ok, missing, took)] == [1, 1, 2]


def test_made_up_methods_addresses_and_rule_sets_make_no_counters(client: FlaskClient) -> None:
    def lines() -> int:
        return len(client.get("/metrics").text.splitlines())

    def abuse(name: str) -> None:
        client.open("/livez", method=name)
        client.get(f"/{name}")
        client.get(f"/v1/rulesets/{name}")
        client.post("/v1/score", json={"ruleset": name})

    abuse("FIRST")
    before = lines()
    for number in range(50):
        abuse(f"M{number}")
    assert lines() == before


def test_a_round_that_costs_too_much_is_given_up_and_counted(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(request: Any) -> None:
        raise TooMuchWork("more than 10 readings of one hand")

    before = value(client.get("/metrics").text, "mahjong_overworked_total")
    monkeypatch.setattr("calculator_api.web.api.score", endless)
    response = client.post("/v1/score", json=WIN)
    assert (response.status_code, response.mimetype) == (503, "application/problem+json")
    problem = json.loads(response.data)
    assert (problem["code"], problem["title"]) == ("too_much_work", "Too much work")
    assert problem["zh"]
    assert value(client.get("/metrics").text, "mahjong_overworked_total") - before == 1


def test_the_terminal_command_goes_on_after_a_round_that_costs_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(request: Any) -> None:
        raise TooMuchWork("more than 10 readings of one hand")

    monkeypatch.setattr("calculator_api.cli.settle_request", endless)
    answer, good = answered(json.dumps(WIN).encode())
    assert not good
    assert answer["errors"][0]["code"] == "too_much_work"


def test_the_line_of_a_request(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "mahjong.request"):
        client.post("/v1/score", json=WIN, headers={"X-Request-Id": "game-7"})
    line = json.loads(caplog.records[-1].getMessage())
    assert line.pop("time").endswith("Z")
    assert 0 < line.pop("milliseconds") < 60_000
    assert line == {
        "request_id": "game-7",
        "method": "POST",
        "route": "/v1/score",
        "status": 200,
        "ruleset": "guangdong",
    }


# Several workers ------------------------------------------------------------------------------------------------------


def get(service: Service, path: str) -> str:
    connection = HTTPConnection(HOST, service.port, timeout=10)
    connection.request("GET", path)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def rounds_of(text: str) -> float:
    return value(text, 'mahjong_requests_total{method="GET",route="/livez",status="200"}')


def test_counters_add_up_over_workers_and_outlive_them(tmp_path: Path, app: Flask) -> None:
    """Two workers, each ending after some 20 requests, and a reload: nothing is forgotten, and no files pile up."""
    settings = {"WEB_CONCURRENCY": "2", "MAX_REQUESTS": "20", "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    with running(**settings, ACCESS_LOG="0") as service:
        for number in range(120):
            get(service, "/livez")
            if number == 60:
                service.signal(signal.SIGHUP)
        time.sleep(1)
        assert rounds_of(get(service, "/metrics")) == 120
        slots = {path.stem.rsplit("_", 1)[1] for path in tmp_path.glob("*.db")}
        assert {"1", "2"} <= slots
        assert len(slots) <= 7
        assert "Traceback" not in service.output.read_text()
