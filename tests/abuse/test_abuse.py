"""Abuses over a raw socket, against both kinds of worker as they are shipped: each is refused in so many words.

Each row is exactly what is sent, and what comes back first. After every one the same server settles a round.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest

import calculator_api
from tools.servers import HOST, Service, running

WIN = json.dumps(
    {
        "ruleset": "guangdong",
        "players": {"south": {"concealed": "123m456m99m11z222z"}},
        "wins": [{"winner": "south", "by": "self_draw", "tile": "1z"}],
    }
).encode()


@pytest.fixture(scope="module", params=["gevent", "gthread"])
def service(request: pytest.FixtureRequest) -> Iterator[Service]:
    with running(WORKER_CLASS=request.param, READ_TIMEOUT="2", WRITE_TIMEOUT="2", KEEPALIVE="2") as one:
        yield one


def exchange(service: Service, data: bytes, hang_up: bool = False) -> bytes:
    """What comes back until the server closes, or until 10 seconds have passed."""
    with socket.create_connection((HOST, service.port), timeout=10) as connection:
        answer = b""
        try:
            connection.sendall(data)
            if hang_up:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                answer += part
        except ConnectionError:
            pass
        return answer


def settles(service: Service, within: float = 5) -> None:
    """An ordinary client gets its answer, and soon."""
    connection = HTTPConnection(HOST, service.port, timeout=within)
    connection.request("POST", "/v1/score", WIN, {"Content-Type": "application/json"})
    response = connection.getresponse()
    assert json.loads(response.read())["totals"]["south"] == 24
    connection.close()


def head(*more: str, method: str = "POST", path: str = "/v1/score", version: str = "HTTP/1.1") -> bytes:
    lines = [f"{method} {path} {version}", "Host: localhost", "Connection: close", *more]
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1") + b"\r\n"


def json_head(*more: str) -> bytes:
    return head("Content-Type: application/json", *more)


def body(data: bytes, *more: str) -> bytes:
    return json_head(f"Content-Length: {len(data)}", *more) + data


BOTH = "Content-Length: 2\r\nTransfer-Encoding: chunked"
ABUSES = [
    # What is no HTTP
    pytest.param(b"\r\n\r\n\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, id="TLS to a plain port"),
    pytest.param(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, id="HTTP/2 preface"),
    pytest.param(b"GET /livez\r\n\r\n", 400, id="no version"),
    pytest.param(head(method="GET", path="/livez", version="HTTP/9.9"), 400, id="a version to come"),
    pytest.param(b"\x00" * 3000 + b"\r\n\r\n", (400, 414), id="zero bytes"),
    pytest.param(head(method="G\x00T", path="/livez"), 400, id="zero byte in the method"),
    pytest.param(head(method="get", path="/livez"), (400, 405), id="method in small letters"),
    pytest.param(head(method="A" * 300, path="/livez"), (400, 405), id="method of 300 letters"),
    # What smuggles one request in another
    pytest.param(json_head(BOTH) + b"2\r\n{}\r\n0\r\n\r\n", 400, id="length and chunks"),
    pytest.param(json_head("Content-Length: 2", "Content-Length: 3") + b"{}", 400, id="two lengths"),
    pytest.param(json_head("Content-Length: 2, 2") + b"{}", 400, id="a list of lengths"),
    pytest.param(json_head("Content-Length: +2") + b"{}", 400, id="a length with a sign"),
    pytest.param(json_head("Content-Length: -1") + b"{}", 400, id="a length below zero"),
    pytest.param(json_head("Content-Length: 0x2") + b"{}", 400, id="a hexadecimal length"),
    pytest.param(json_head("Content-Length : 2") + b"{}", 400, id="a space before the colon"),
    pytest.param(json_head("Transfer-Encoding: xchunked") + b"0\r\n\r\n", (400, 411), id="a coding nobody knows"),
    pytest.param(json_head("Transfer-Encoding: chunked, identity") + b"0\r\n\r\n", (400, 411), id="chunks not last"),
    pytest.param(json_head("X-A: b\r\n c: d", "Content-Length: 2") + b"{}", 400, id="a folded header"),
    pytest.param(json_head("X-A: b\nContent-Length: 2") + b"{}", 400, id="a bare line feed"),
    pytest.param(json_head("X-A: b\x00c", "Content-Length: 2") + b"{}", 400, id="zero byte in a header"),
    # What is too much
    pytest.param(head(method="GET", path="/" + "x" * 4000), 414, id="a long address"),
    pytest.param(head(*(f"X-{i}: 1" for i in range(200)), method="GET", path="/livez"), 431, id="200 headers"),
    pytest.param(head("X-A: " + "b" * 9000, method="GET", path="/livez"), 431, id="a header of 9000 letters"),
    pytest.param(json_head("Content-Length: 16385") + b" " * 16385, 413, id="a body of 16385 bytes"),
    pytest.param(json_head("Content-Length: 99999999999999999999"), 413, id="a body of 100 exabytes"),
    pytest.param(json_head("Transfer-Encoding: chunked") + b"ffffffffffffffff\r\n", 411, id="a chunk of 16 exabytes"),
    # What is no round
    pytest.param(json_head(), 411, id="no length"),
    pytest.param(head("Content-Length: 2") + b"{}", 415, id="no media type"),
    pytest.param(body(b"\x1f\x8b\x08\x00", "Content-Encoding: gzip"), 415, id="gzip"),
    pytest.param(body(b"[" * 16000), 400, id="16000 brackets"),
    pytest.param(body(b'{"a":' * 9 + b"1" + b"}" * 9), 400, id="nine levels"),
    pytest.param(body(b'{"ruleset":"' + b"9" * 16000 + b'"}'), 422, id="a text of 16000 digits"),
    pytest.param(body(b"-" + b"9" * 16000), 400, id="a number of 16000 digits"),
    pytest.param(body(b'{"table":{"dealer_streak":1e308}}'), 422, id="a streak of 1e308"),
    pytest.param(body(b'{"__proto__":{},"ruleset":"../../etc/passwd"}'), 422, id="a path for a rule set"),
    pytest.param(body(b'{"ruleset":"\\ud800"}'), 400, id="half a character"),
    pytest.param(body(WIN, "Accept: image/png"), 406, id="an answer as a picture"),
    pytest.param(body(WIN, "Expect: 200-ok"), 417, id="an expectation nobody knows"),
    pytest.param(head(method="GET", path="/v1/rulesets/..%2f..%2fetc%2fpasswd"), 404, id="a path out of the folder"),
    pytest.param(head(method="GET", path="/static/x/../../serving.py"), 404, id="a source file"),
    pytest.param(head(method="GET", path="/v1/rulesets/%00%ff%f0"), 404, id="an address that is no UTF-8"),
    pytest.param(head(method="TRACE", path="/livez"), 405, id="TRACE"),
    pytest.param(head(method="CONNECT", path="127.0.0.1:22"), (400, 404, 405), id="CONNECT"),
]


@pytest.mark.parametrize("data, status", ABUSES)
def test_an_abuse_is_refused(service: Service, data: bytes, status: int | tuple[int, ...]) -> None:
    answer = exchange(service, data)
    top, _, content = answer.partition(b"\r\n\r\n")
    assert top, "nothing came back"
    line, *headers = top.decode().split("\r\n")
    assert int(line.split()[1]) in (status if isinstance(status, tuple) else (status,)), line
    assert "Content-Type: application/problem+json" in headers
    assert "X-Content-Type-Options: nosniff" in headers
    assert f"Content-Length: {len(content)}" in headers, "one answer, and nothing after it"
    problem = json.loads(content)
    assert problem["status"] == int(line.split()[1])
    assert problem["request_id"]
    assert b"gunicorn" not in answer
    assert b"Traceback" not in answer
    settles(service)


def test_what_stands_behind_a_refused_request_is_not_a_request(service: Service) -> None:
    smuggled = head(method="GET", path="/livez")
    answer = exchange(service, json_head(BOTH) + b"0\r\n\r\n" + smuggled)
    assert answer.count(b"HTTP/1.1") == 1


def test_a_body_that_is_not_read_is_no_further_request(service: Service) -> None:
    inside = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
    refused = b"POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
    answer = exchange(service, refused + f"Content-Length: {len(inside)}\r\n\r\n".encode() + inside, hang_up=True)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith(b"HTTP/1.1 415 ")


def test_a_client_that_hangs_up_in_the_middle_harms_nobody(service: Service) -> None:
    for cut in range(0, len(body(WIN)), 40):
        with socket.create_connection((HOST, service.port), timeout=10) as connection:
            connection.sendall(body(WIN)[:cut])
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    settles(service)
    written = service.output.read_text()
    assert "Traceback" not in written
    assert '"status": 500' not in written


def test_the_log_has_nothing_of_a_request_but_its_outline(service: Service) -> None:
    exchange(service, body(b'{"ruleset": "a-secret-word"}', "X-Request-Id: followed.from:outside"))
    exchange(service, head("Cookie: a-secret-word", method="GET", path="/a-secret-word?a-secret-word"))
    exchange(service, b"a-secret-word\r\n\r\n")
    time.sleep(0.5)
    written = service.output.read_text()
    assert "a-secret-word" not in written
    assert HOST not in written
    line = next(line for line in written.splitlines() if "followed.from:outside" in line)
    found = json.loads(line)
    assert (found["method"], found["route"], found["status"]) == ("POST", "/v1/score", 422)


# Clients that take their time -----------------------------------------------------------------------------------------


def stall(service: Service, first: bytes, drip: bytes, seconds: float) -> float:
    """Sends `first`, then `drip` every half second. How long the server put up with it."""
    began = time.monotonic()
    with socket.create_connection((HOST, service.port), timeout=0.5) as connection:
        connection.sendall(first)
        while time.monotonic() - began < seconds:
            try:
                if connection.recv(65536) == b"":
                    break
            except TimeoutError:
                try:
                    connection.sendall(drip)
                except OSError:
                    break
            except OSError:
                break
    return time.monotonic() - began


SLOW = [
    pytest.param(b"", b"", id="idle"),
    pytest.param(b"GET /livez HTTP/1.1\r\n", b"X: 1\r\n", id="header by header"),
    pytest.param(b"GET /livez HT", b"T", id="letter by letter"),
    pytest.param(json_head("Content-Length: 16000"), b" ", id="body byte by byte"),
    pytest.param(json_head("Content-Length: 16000"), b"", id="body never"),
]


@pytest.mark.parametrize("first, drip", SLOW)
def test_slow_clients_are_dropped_and_hold_nobody_up(service: Service, first: bytes, drip: bytes) -> None:
    # More slow ones than a threaded worker has threads would fill it: that worker is for behind a proxy.
    threaded = "gthread" in service.settings.values()
    with ThreadPoolExecutor(40) as pool:
        slow = [pool.submit(stall, service, first, drip, 15.0) for _ in range(2 if threaded else 40)]
        time.sleep(0.5)
        for _ in range(5):
            settles(service, within=2)
        assert max(one.result() for one in slow) < 10
    settles(service)


def test_a_client_that_does_not_read_is_dropped(service: Service) -> None:
    ask = b"GET /v1/rulesets/mcr/examples HTTP/1.1\r\nHost: localhost\r\n\r\n"
    began = time.monotonic()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(1)
        connection.connect((HOST, service.port))
        dropped = False
        while not dropped and time.monotonic() - began < 20:
            try:
                connection.sendall(ask * 50)
            except TimeoutError:
                continue
            except OSError:
                dropped = True
            settles(service)
        assert dropped
    settles(service)


def test_a_head_without_a_body_is_sent_at_once(service: Service) -> None:
    ask = "{} /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for method, status in (("HEAD", b"200"), ("OPTIONS", b"204"), ("GET", b"200")):
        with socket.create_connection((HOST, service.port), timeout=1) as connection:
            connection.sendall(ask.format(method).encode())
            assert connection.recv(4096).split()[1] == status


def test_the_answer_through_all_this_is_the_one_python_gets(service: Service) -> None:
    answer = exchange(service, body(WIN))
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == calculator_api.score(json.loads(WIN))
