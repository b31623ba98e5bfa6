"""A bounded load of rounds against a server on this machine: how many a second, how slow, how many failed."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

from calculator_api.registry import catalogue
from tools.servers import HOST

HEADERS = {"Content-Type": "application/json"}


def rounds() -> list[bytes]:
    """The examples of all regions that are answered with 200."""
    return [
        json.dumps(example["request"]).encode()
        for region in catalogue().values()
        for example in region.examples()
        if "problem" not in example["expect"]
    ]


@dataclass
class Load:
    """Clients that ask one round after the other, each on a connection that it keeps, until `stop`."""

    port: int
    clients: int
    bodies: list[bytes] = field(default_factory=rounds)
    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(self.clients)]

    def __enter__(self) -> Load:
        self._began = time.monotonic()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self.lasted = time.monotonic() - self._began

    def _ask(self, number: int) -> None:
        connection = HTTPConnection(HOST, self.port, timeout=30)
        position = number * 17
        while not self._stop.is_set():
            position += 1
            began = time.monotonic()
            try:
                connection.request("POST", "/v1/score", self.bodies[position % len(self.bodies)], HEADERS)
                response = connection.getresponse()
                response.read()
            except (OSError, HTTPException) as error:
                # Only a connection that had been idle may be tried again, as every client of HTTP does.
                self.failures.append(f"{time.monotonic() - self._began:.1f}s {error!r}")
                connection.close()
                continue
            self.seconds.append(time.monotonic() - began)
            self.statuses[str(response.status)] += 1
            if response.status != 200:
                self.failures.append(f"{time.monotonic() - self._began:.1f}s status {response.status}")
        connection.close()

    def report(self) -> str:
        """One line of figures."""
        ordered = sorted(self.seconds) or [0.0]
        per_second = len(self.seconds) / self.lasted
        p50, p99 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99))
        return (
            f"{len(self.seconds)} rounds in {self.lasted:.0f} s: {per_second:.0f} a second, "
            f"median {p50:.1f} ms, 99th {p99:.1f} ms, slowest {ordered[-1] * 1000:.0f} ms, "
            f"statuses {dict(self.statuses)}, {len(self.failures)} failed"
        )
