"""Starts the service and the shipped proxy on this machine's loopback, for tests and measurements."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Service:
    """One running instance: gunicorn with the shipped settings."""

    port: int
    process: subprocess.Popen[bytes]
    output: Path
    settings: dict[str, str]

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        """Ends master and workers at once, as a lost machine would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Lets it finish what it has begun."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()

    def reload(self, seconds: float = 90) -> None:
        """Has the rule sets read anew, and waits until the workers with the old ones have ended."""
        old = set(family(self.process.pid)[1:])
        self.signal(signal.SIGHUP)
        until = time.monotonic() + seconds
        while old & set(family(self.process.pid)):
            if time.monotonic() > until:
                raise RuntimeError("the old workers did not end")
            time.sleep(0.1)

    def memory(self) -> int:
        """Bytes that are this instance's own, of master and workers together."""
        total = 0
        for pid in family(self.process.pid):
            with contextlib.suppress(OSError):
                rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
                total += sum(int(line.split()[1]) * 1024 for line in rollup.splitlines() if line.startswith("Pss:"))
        return total


def family(pid: int) -> list[int]:
    """A process and its children."""
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(member for child in children for member in family(int(child)))]
    return [pid]


def start(port: int | None = None, **environment: str) -> Service:
    """Starts an instance and waits until it can score. Settings go by their names in the environment."""
    port = port or free_port()
    handle, name = tempfile.mkstemp(prefix="mahjong-service-", suffix=".log")
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", "python:calculator_api.web.serving", "calculator_api:create_app()"],
        cwd=ROOT,
        env=os.environ | {"HOST": HOST, "PORT": str(port), "PYTHONUNBUFFERED": "1"} | environment,
        stdout=handle,
        stderr=handle,
        start_new_session=True,
    )
    os.close(handle)
    service = Service(port, process, Path(name), environment)
    if not answers(port, "/readyz", 90, process):
        service.kill()
        raise RuntimeError(f"the service did not start: {Path(name).read_text()[-2000:]}")
    return service


@contextlib.contextmanager
def running(port: int | None = None, **environment: str) -> Iterator[Service]:
    """An instance for the time of a `with`."""
    service = start(port, **environment)
    try:
        yield service
    finally:
        service.stop()
        service.output.unlink(missing_ok=True)


def answers(port: int, path: str, seconds: float, process: subprocess.Popen[bytes]) -> bool:
    """Whether something answers 200 within this time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        connection = http.client.HTTPConnection(HOST, port, timeout=5)
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
            connection.request("GET", path)
            if connection.getresponse().status == 200:
                return True
        time.sleep(0.1)
    return False


def proxy_text(folder: Path, port: int, replicas: Sequence[int], rate: str | None = None) -> str:
    """The shipped nginx.conf with its paths, its port and its replicas changed to those of this machine.

    `rate` lifts the limits on one client, which a measurement from a single address would meet at once.
    """
    text = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    servers = " ".join(f"server {HOST}:{replica} max_fails=0;" for replica in replicas)
    changes = {
        "/tmp/": f"{folder}/",
        "/dev/stderr": f"{folder}/error.log",
        "/dev/stdout": f"{folder}/access.log",
        "listen 8080 default_server;": f"listen {HOST}:{port} default_server;",
        "server app:8000 max_fails=0;": servers,
    }
    if rate:
        changes |= {"rate=50r/s": f"rate={rate}", "limit_conn connections 50": "limit_conn connections 5000"}
    for old, new in changes.items():
        if old not in text:
            raise RuntimeError(f"deploy/nginx.conf has no {old!r} any more")
        text = text.replace(old, new)
    return ("user root;\n" if os.geteuid() == 0 else "") + "daemon off;\n" + text


@contextlib.contextmanager
def proxied(replicas: Sequence[int], rate: str | None = None) -> Iterator[int]:
    """nginx in front of instances on these ports, for the time of a `with`; gives its port."""
    if NGINX is None:
        raise RuntimeError("nginx is not installed; on Debian and Ubuntu: apt-get install nginx-light")
    folder = Path(tempfile.mkdtemp(prefix="mahjong-nginx-"))
    port = free_port()
    (folder / "nginx.conf").write_text(proxy_text(folder, port, replicas, rate), "utf-8")
    process = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"])
    try:
        if not answers(port, "/livez", 20, process):
            raise RuntimeError(f"nginx did not start: {(folder / 'error.log').read_text()[-2000:]}")
        yield port
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)
