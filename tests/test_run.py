"""`./run` as a newcomer uses it: one command, then the README's request."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator

import pytest

import calculator_api

WIN = {
    "ruleset": "guangdong",
    "players": {"south": {"concealed": "123m456m99m11z222z"}},
    "wins": [{"winner": "south", "by": "self_draw", "tile": "1z"}],
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server started by `./run` on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(["./run"], env=os.environ | {"PORT": str(port)}, stderr=subprocess.PIPE)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/readyz", server)
        yield address
    finally:
        server.terminate()
        server.communicate(timeout=30)


def wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    """Until the server answers, for at most a minute."""
    for _ in range(600):
        assert server.poll() is None, "the server stopped: " + server.communicate()[1].decode()
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"{url} did not answer within a minute")


def test_a_round_is_settled_over_http(address: str) -> None:
    request = urllib.request.Request(
        f"{address}/v1/score", json.dumps(WIN).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        assert json.load(response) == calculator_api.score(WIN)


def raw(address: str, text: str) -> tuple[str, bytes]:
    """What the server sends back for exactly these bytes: the status line, and the rest."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(text.replace("\n", "\r\n").encode())
        answer = b""
        while part := connection.recv(65536):
            answer += part
    status, _, rest = answer.partition(b"\r\n")
    return status.decode(), rest


HEAD = "POST /v1/score HTTP/1.1\nHost: localhost\nConnection: close\nContent-Type: application/json\n"


@pytest.mark.parametrize(
    "text, status, code",
    [
        (HEAD + "Transfer-Encoding: chunked\n\n2\n{}\n0\n\n", 411, b"length_required"),
        (HEAD + "\n", 411, b"length_required"),
        (HEAD + "Content-Length: 16385\n\n", 413, b"too_large"),
        (HEAD + "Content-Length: 2\nContent-Encoding: gzip\n\n{}", 415, b"content_encoding"),
        (HEAD + "Content-Length: 2\n\n{]", 400, b"malformed_json"),
        (HEAD + "Content-Length: 2\n\n{}", 422, b"impossible_round"),
        ("GET /v1/score HTTP/1.1\nHost: localhost\nConnection: close\n\n", 405, b"method_not_allowed"),
        ("BREW /v1/score HTTP/1.1\nHost: localhost\nConnection: close\n\n", 405, b"method_not_allowed"),
        ("GET /%00%ff HTTP/1.1\nHost: localhost\nConnection: close\n\n", 404, b"not_found"),
    ],
)
def test_what_reaches_the_service_is_refused_in_its_words(address: str, text: str, status: int, code: bytes) -> None:
    line, rest = raw(address, text)
    assert line.startswith(f"HTTP/1.1 {status} ")
    assert b"application/problem+json" in rest
    assert code in rest


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "Content-Length: two\n\n{}",
        HEAD + "Content-Length: 2\nContent-Length: 3\n\n{}",
        HEAD + "Content-Length: 2\nTransfer-Encoding: chunked\n\n2\n{}\n0\n\n",
        "nonsense\n\n",
        f"GET /{'x' * 5000} HTTP/1.1\nHost: localhost\n\n",
    ],
)
def test_what_is_no_http_is_refused(address: str, text: str) -> None:
    line, rest = raw(address, text)
    assert line.split()[1].startswith("4")
    assert b"Traceback" not in rest
