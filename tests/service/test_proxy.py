"""The shipped nginx.conf in front of real instances: its limits, its words, and what a failing replica means."""

from __future__ import annotations

import gzip
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tools.failover import failover
from tools.servers import HOST, NGINX, Service, free_port, proxied, proxy_text, running

# Where REQUIRE_PROXY is set, its absence is a failure.
pytestmark = pytest.mark.skipif(
    NGINX is None and not os.environ.get("REQUIRE_PROXY"), reason="left out: nginx is not installed on this machine"
)

JSON = {"Content-Type": "application/json"}
WIN = json.dumps(
    {
        "ruleset": "guangdong",
        "players": {"south": {"concealed": "123m456m99m11z222z"}},
        "wins": [{"winner": "south", "by": "self_draw", "tile": "1z"}],
    }
)


@pytest.fixture(scope="module")
def replica() -> Iterator[Service]:
    with running(WORKER_CLASS="gthread", THREADS="2", ACCESS_LOG="0") as one:
        yield one


@pytest.fixture(scope="module")
def port(replica: Service) -> Iterator[int]:
    """The proxy with its rate lifted, so that one test does not use up another's."""
    with proxied([replica.port], rate="100000r/s") as port:
        yield port


def ask(
    port: int, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection(HOST, port, timeout=20)
    connection.request(method, path, body, headers or {})  # type: ignore[arg-type]
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response, data


def problem(answer: tuple[HTTPResponse, bytes], status: int, code: str) -> HTTPResponse:
    """A problem as the service itself writes it, with the same headers."""
    response, data = answer
    assert (response.status, response.headers["Content-Type"]) == (status, "application/problem+json")
    found = json.loads(data)
    assert (found["status"], found["code"], found["type"]) == (status, code, f"urn:mahjong-score:problem:{code}")
    assert set(found) == {"type", "title", "status", "code", "detail", "zh", "en", "errors", "request_id"}
    assert found["request_id"] == response.headers["X-Request-Id"]
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options"):
        assert len(response.headers.get_all(name) or []) == 1, name
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    return response


def raw(port: int, text: str) -> tuple[HTTPResponse, bytes]:
    """Sends exactly this."""
    with socket.create_connection((HOST, port), timeout=10) as connection:
        connection.sendall(text.replace("\n", "\r\n").encode("latin-1"))
        response = HTTPResponse(connection)
        response.begin()
        return response, response.read()


def test_nginx_takes_the_configuration(tmp_path: Path) -> None:
    assert NGINX is not None
    (tmp_path / "nginx.conf").write_text(proxy_text(tmp_path, free_port(), [8000, 8001]), "utf-8")
    done = subprocess.run(
        [NGINX, "-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf", "-e", tmp_path / "error.log"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr


def test_a_round_is_settled_through_the_proxy(port: int) -> None:
    response, data = ask(port, "POST", "/v1/score", WIN, JSON | {"X-Request-Id": "game-7"})
    assert json.loads(data)["totals"]["south"] == 24
    assert response.headers["X-Request-Id"] == "game-7"
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "X-Request-Id", "Cache-Control"):
        assert len(response.headers.get_all(name) or []) == 1, name


def test_answers_are_compressed_and_still_checked_by_their_tag(port: int) -> None:
    plain = ask(port, "GET", "/v1/rulesets/mcr")[1]
    response, data = ask(port, "GET", "/v1/rulesets/mcr", headers={"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert len(data) < len(plain) / 3
    assert gzip.decompress(data) == plain
    again = {"Accept-Encoding": "gzip", "If-None-Match": response.headers["ETag"]}
    assert ask(port, "GET", "/v1/rulesets/mcr", headers=again)[0].status == 304


def test_what_nginx_refuses_itself_reads_like_the_service(port: int) -> None:
    problem(ask(port, "POST", "/v1/score", " " * 16385, JSON), 413, "too_large")
    problem(ask(port, "POST", "/v1/score", iter([b"{}"]), JSON), 411, "length_required")
    problem(ask(port, "GET", "/metrics"), 404, "not_found")
    problem(raw(port, f"GET /{'x' * 9000} HTTP/1.1\nHost: a\n\n"), 414, "too_large")
    problem(raw(port, f"GET / HTTP/1.1\nHost: a\nX-A: {'b' * 9000}\n\n"), 431, "too_large")
    problem(raw(port, "nonsense\n\n"), 400, "malformed_request")
    problem(raw(port, "GET /livez HTTP/1.1\n\n"), 400, "malformed_request")
    problem(raw(port, "TRACE /livez HTTP/1.1\nHost: a\n\n"), 405, "method_not_allowed")
    problem(raw(port, "GET /livez HTTP/9.1\nHost: a\n\n"), 505, "http_version")
    problem(
        raw(port, "POST /v1/score HTTP/1.1\nHost: a\nContent-Length: 2\nContent-Length: 3\n\n{}"),
        400,
        "malformed_request",
    )


def test_what_the_service_refuses_comes_through_as_it_is(port: int) -> None:
    problem(ask(port, "POST", "/v1/score", "{", JSON), 400, "malformed_json")
    problem(ask(port, "POST", "/v1/score", "{}", JSON), 422, "impossible_round")
    problem(ask(port, "GET", "/nowhere"), 404, "not_found")


def test_too_many_requests_from_one_address(replica: Service) -> None:
    with proxied([replica.port]) as port:
        answers = [ask(port, "GET", "/livez") for _ in range(400)]
    refused = [answer for answer in answers if answer[0].status != 200]
    assert 0 < len(refused) < 400
    for answer in refused:
        assert problem(answer, 429, "too_many_requests").headers["Retry-After"] == "1"


def test_when_no_replica_answers() -> None:
    with running(ACCESS_LOG="0") as only, proxied([only.port, free_port()], rate="100000r/s") as port:
        only.kill()
        response = problem(ask(port, "POST", "/v1/score", WIN, JSON), 502, "unavailable")
    assert response.headers["Retry-After"] == "2"


SLOW = [
    pytest.param("GET /livez HTTP/1.1\r\nHost: a\r\n", "X: 1\r\n", id="header by header"),
    pytest.param("POST /v1/score HTTP/1.1\r\nHost: a\r\nContent-Length: 16000\r\n\r\n", "", id="body never"),
]


@pytest.mark.parametrize("first, drip", SLOW)
def test_slow_clients_never_reach_the_replica(port: int, first: str, drip: str) -> None:
    """Forty at once, twenty for each of the replica's threads, and an ordinary client notices nothing."""
    slow = [socket.create_connection((HOST, port), timeout=20) for _ in range(40)]
    try:
        for connection in slow:
            connection.sendall(first.encode())
        until = time.monotonic() + 3
        while time.monotonic() < until:
            began = time.monotonic()
            assert ask(port, "POST", "/v1/score", WIN, JSON)[0].status == 200
            assert time.monotonic() - began < 2
            for connection in slow:
                connection.sendall(drip.encode())
            time.sleep(0.3)
        for connection in slow:
            assert dropped(connection)
    finally:
        for connection in slow:
            connection.close()


def dropped(connection: socket.socket) -> bool:
    """Whether the proxy ends the connection."""
    try:
        while connection.recv(4096):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def test_no_client_sees_a_replica_stop_die_return_or_reload() -> None:
    assert failover(pause=1.0) == []
