"""Gunicorn's settings: `gunicorn -c python:calculator_api.web.serving 'calculator_api:create_app()'`.

Every setting that depends on the machine comes from the environment; the defaults suit one small machine.
`docs/operations.md` lists them.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from typing import Any

from prometheus_client import values

from calculator_api.web import telemetry

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
# gevent where clients come directly: a slow one costs a greenlet, not a worker. gthread behind a proxy that buffers.
worker_class = {
    "gevent": "calculator_api.web.workers.GeventWorker",
    "gthread": "calculator_api.web.workers.ThreadWorker",
}[os.environ.get("WORKER_CLASS", "gevent")]
worker_connections = int(os.environ.get("WORKER_CONNECTIONS", "1000"))
threads = int(os.environ.get("THREADS", "4"))
# Rule sets are loaded before the workers start: they share that memory, and a faulty sheet stops the start.
preload_app = True

timeout = int(os.environ.get("TIMEOUT", "30"))
graceful_timeout = int(os.environ.get("GRACEFUL_TIMEOUT", "30"))
keepalive = int(os.environ.get("KEEPALIVE", "5"))
# Memory stays flat, so a worker need not end; with a number here each ends after about so many requests.
max_requests = int(os.environ.get("MAX_REQUESTS", "0"))
max_requests_jitter = int(os.environ.get("MAX_REQUESTS_JITTER", str(max_requests // 10)))

limit_request_line = 2048
limit_request_fields = 64
limit_request_field_size = 4096

worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None
# Nobody steers a worker from outside its container.
control_socket_disable = True
# The application writes its own line for every request, without the client's address.
accesslog = None
loglevel = os.environ.get("LOG_LEVEL", "warning")


class Slot:
    """Which of the files of counters this process writes: 0 is the master's."""

    number = 0
    own_folder: str | None = None


# Before the first counter is made. A worker takes over the file of one that has ended: the counters go on where they
# were, and there are never more files than there were workers at one time.
if telemetry.MULTIPROCESS not in os.environ:
    Slot.own_folder = os.environ[telemetry.MULTIPROCESS] = tempfile.mkdtemp(
        prefix="mahjong-metrics-", dir=worker_tmp_dir
    )
values.ValueClass = values.MultiProcessValue(lambda: Slot.number)  # type: ignore[no-untyped-call]


def on_starting(server: Any) -> None:
    """The lines of the requests go to standard output, unless ACCESS_LOG=0."""
    if os.environ.get("ACCESS_LOG", "1") != "0":
        telemetry.log_to_stdout()


def pre_fork(server: Any, worker: Any) -> None:
    """The new worker gets the first file that no living one writes, and leaves the memory that it shares untouched."""
    gc.freeze()
    taken = {other.slot for other in server.WORKERS.values()}
    worker.slot = next(number for number in range(1, len(taken) + 2) if number not in taken)


def post_fork(server: Any, worker: Any) -> None:
    """Counts in its own file from here on."""
    Slot.number = worker.slot


def worker_exit(server: Any, worker: Any) -> None:
    """Python takes a process down in good order only if nothing is kept from its collector."""
    gc.unfreeze()


def on_reload(server: Any) -> None:
    """After SIGHUP the rule sets and the program are read anew; with a fault in them the old ones go on serving."""
    kept = {name: module for name, module in sys.modules.items() if is_ours(name)}
    for name in kept:
        del sys.modules[name]
    serving, server.app.callable = server.app.callable, None
    try:
        server.app.wsgi()
    except Exception as error:
        server.log.error("not reloaded, the old rule sets stay: %s", error)
        for name in [name for name in sys.modules if is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(kept)
        server.app.callable = serving
    del kept, serving
    gc.unfreeze()
    gc.collect()


def is_ours(name: str) -> bool:
    """Whether a module is the project's or a rule set's; these settings themselves stay."""
    top = name.split(".")[0].split(":")[0]
    return top in ("calculator_api", "rulesets", "mahjong_rulesets") and not name.endswith((".serving", ".workers"))


def on_exit(server: Any) -> None:
    """Takes away the folder of counters, unless a new master has taken it over."""
    if Slot.own_folder and not server.reexec_pid:
        shutil.rmtree(Slot.own_folder, ignore_errors=True)
