"""The browser tests need chromium, node and two node modules; without them they are left out, and a line says so."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from driving import Browser, missing, serve

HOW = "sh tests/browser/install.sh && ./test tests/browser"
REQUIRED = os.environ.get("CI") == "true" or os.environ.get("REQUIRE_BROWSER") == "1"
# What chromium itself writes: that the driver keeps service workers out, and that the API refused a round, which the
# page explains.
EXPECTED = re.compile(r"Service Worker registration blocked|the server responded with a status of 422")
left_out: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs chromium and node")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lacks = missing()
    if not lacks or REQUIRED:
        return
    reason = f"no {', no '.join(lacks)}: {HOW}"
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=reason))
            left_out.append(item.nodeid)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if left_out:
        terminalreporter.section("browser tests left out")
        terminalreporter.line(
            f"{len(left_out)} tests of the page were not run: this machine has no {', no '.join(missing())}."
        )
        terminalreporter.line(f"To run them: {HOW}")


@pytest.fixture(scope="session")
def origin() -> Iterator[str]:
    with serve() as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    lacks = missing()
    if lacks:
        pytest.fail(f"no {', no '.join(lacks)}: {HOW}")
    with Browser() as browser:
        yield browser


@pytest.fixture
def browser(chromium: Browser, origin: str) -> Iterator[Browser]:
    """A fresh profile on a phone. Whatever the test does, the page never complains and never asks another server."""
    chromium("fresh", width=360, height=720)
    yield chromium
    seen = chromium("log")
    foreign = [url for url in seen["requests"] if not url.startswith((origin, "data:"))]
    assert foreign == []
    assert seen["errors"] == []
    assert [line for line in seen["console"] if not EXPECTED.search(line)] == []
    assert seen["failed"] == []
