"""The same request gives the same bytes: in every worker, after a restart, for every hash seed, on every Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from calculator_api.registry import catalogue
from tools.digest import answer
from tools.servers import HOST, Service, running

EACH = 2


def digest(python: str, **environment: str) -> str:
    """What `tools.digest` prints under this Python."""
    done = subprocess.run(
        [python, "-m", "tools.digest", str(EACH)], env=os.environ | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def ours() -> str:
    return digest(sys.executable, PYTHONHASHSEED="0")


@pytest.mark.parametrize("seed", ["1", "4294967295"])
def test_hash_seeds(seed: str) -> None:
    assert digest(sys.executable, PYTHONHASHSEED=seed) == ours()


def interpreter(version: str) -> str | None:
    """A Python of this version on this machine: on the PATH, or one that pyenv installed."""
    named = shutil.which(f"python{version}")
    installed = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    for path in [*([named] if named else []), *map(str, installed)]:
        done = subprocess.run([path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True)
        if done.stdout.decode().strip() == version:
            return path
    return None


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_pythons(version: str) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"left out: there is no Python {version} on this machine")
    # What the engine needs is pure Python, so another version can use what is installed for this one.
    assert digest(python, PYTHONPATH=sysconfig.get_paths()["purelib"]) == ours()


def requests() -> Iterator[Any]:
    for region in catalogue().values():
        yield region.examples()[0]["request"]


def post(service: Service, request: Any) -> bytes:
    """The body of the answer, on a connection of its own, so that any worker may take it."""
    connection = HTTPConnection(HOST, service.port, timeout=30)
    connection.request("POST", "/v1/score", json.dumps(request), {"Content-Type": "application/json"})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    assert response.status == 200
    return body


def test_workers_and_restarts(tmp_path: Path) -> None:
    expected = [answer(request) for request in requests()]
    for start in ("first", "second"):
        folder = tmp_path / start
        folder.mkdir()
        settings = {"WEB_CONCURRENCY": "2", "ACCESS_LOG": "0", "PROMETHEUS_MULTIPROC_DIR": str(folder)}
        with running(**settings) as service:
            for _ in range(3):
                assert [post(service, request) for request in requests()] == expected
            # Both workers have counted rounds of their own.
            assert {"counter_1", "counter_2"} <= {path.stem for path in folder.glob("counter_*.db")}
