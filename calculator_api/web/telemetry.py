"""What the operator sees: a line of JSON for every request, and `/metrics`. Never a body, never an address.

Under gunicorn every worker counts in a file of its own, and `/metrics` adds them up; `serving` says where.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from typing import Any, Final

from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

MULTIPROCESS: Final = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LOG: Final = logging.getLogger("mahjong.request")
# A client may make up methods; each label costs memory for ever.
METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "mahjong_requests",
            "Requests by route, method and status",
            ("route", "method", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "mahjong_request_seconds", "Time to answer, by route", ("route",), buckets=BUCKETS, registry=self.registry
        )
        self.wins = Counter(
            "mahjong_wins",
            "Claims scored, by rule set and whether they were valid",
            ("ruleset", "valid"),
            registry=self.registry,
        )
        self.slowest = Gauge(
            "mahjong_slowest_score_seconds",
            "The slowest round so far, by rule set",
            ("ruleset",),
            registry=self.registry,
            multiprocess_mode="max",
        )
        self.overworked = Counter(
            "mahjong_overworked", "Requests given up because they would have cost too much", registry=self.registry
        )
        self._slowest: dict[str, float] = {}

    def note(self, route: str, status: int, seconds: float) -> None:
        """One request, answered."""
        method = request.method if request.method in METHODS else "other"
        self.requests.labels(route, method, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def note_score(self, answer: dict[str, Any], seconds: float) -> None:
        """One round, scored."""
        ruleset = answer["ruleset"]["id"]
        for win in answer["wins"]:
            self.wins.labels(ruleset, "true" if win["valid"] else "false").inc()
        if seconds > self._slowest.get(ruleset, 0.0):
            self._slowest[ruleset] = seconds
            self.slowest.labels(ruleset).set(seconds)

    def text(self) -> bytes:
        """What Prometheus reads: of all workers where there are several."""
        if not os.environ.get(MULTIPROCESS):
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def register(app: Flask) -> None:
    """Counts and logs every request of the application, and serves `/metrics`."""
    metrics = Metrics()
    app.extensions["metrics"] = metrics

    def start() -> None:
        g.started = time.perf_counter()

    def finish(response: Response) -> Response:
        seconds = time.perf_counter() - g.get("started", time.perf_counter())
        route = request.url_rule.rule if request.url_rule is not None else "none"
        metrics.note(route, response.status_code, seconds)
        if not LOG.isEnabledFor(logging.INFO):
            return response
        LOG.info(
            json.dumps(
                {
                    "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                    "request_id": response.headers.get("X-Request-Id"),
                    "method": request.method[:16],
                    "route": route,
                    "status": response.status_code,
                    "ruleset": g.get("ruleset"),
                    "milliseconds": round(seconds * 1000, 3),
                }
            )
        )
        return response

    def serve() -> Response:
        return Response(metrics.text(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})

    app.before_request(start)
    app.after_request(finish)
    app.add_url_rule("/metrics", "metrics", serve)


def log_to_stdout() -> None:
    """Writes the line of every request to standard output; without this call there are none."""
    if LOG.handlers:
        return
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(logging.Formatter("%(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
