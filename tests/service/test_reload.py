"""SIGHUP reads the rule sets anew: the new values serve, a faulty sheet does not, and no request is dropped."""

from __future__ import annotations

import json
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from calculator_api.registry import catalogue
from tools.servers import HOST, Service, running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A club's own copy of a rule set."""
    shutil.copytree(catalogue()["guangdong"].folder, tmp_path / "guangdong")
    return tmp_path / "guangdong"


@pytest.fixture
def service(folder: Path) -> Iterator[Service]:
    with running(WEB_CONCURRENCY="2", MAHJONG_RULESETS=str(folder.parent), ACCESS_LOG="0") as one:
        yield one


def version(service: Service) -> str:
    """The rule set's version, asked for on a new connection."""
    connection = HTTPConnection(HOST, service.port, timeout=10)
    connection.request("GET", "/v1/rulesets/guangdong")
    found: str = json.loads(connection.getresponse().read())["version"]
    connection.close()
    return found


def change(folder: Path, old: str, new: str) -> None:
    sheet = folder / "ruleset.yaml"
    text = sheet.read_text("utf-8")
    assert old in text
    sheet.write_text(text.replace(old, new, 1), "utf-8")


def until(condition: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.2)
    return False


def test_new_values_serve_after_a_reload_without_a_dropped_request(service: Service, folder: Path) -> None:
    old = version(service)
    failed: list[object] = []
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            try:
                version(service)
            except Exception as error:
                failed.append(error)

    client = threading.Thread(target=ask)
    client.start()
    try:
        change(folder, f"version: {old}", "version: 99.0.0")
        service.signal(signal.SIGHUP)
        assert until(lambda: {version(service) for _ in range(10)} == {"99.0.0"})
    finally:
        stop.set()
        client.join()
    assert failed == []


def test_a_faulty_sheet_does_not_stop_the_service(service: Service, folder: Path) -> None:
    old = version(service)
    change(folder, f"version: {old}", "version: 99.0.0\nno_such_key: 1")
    service.signal(signal.SIGHUP)
    assert until(lambda: "not reloaded" in service.output.read_text())
    assert "no_such_key" in service.output.read_text()
    assert {version(service) for _ in range(10)} == {old}
    change(folder, "no_such_key: 1", "")
    service.signal(signal.SIGHUP)
    assert until(lambda: {version(service) for _ in range(10)} == {"99.0.0"})
