"""Shows on this machine that no client sees a replica stop, die, come back or read new rule sets.

    python -m tools.failover            one minute under load, then the throughput of two replicas and of one
    python -m tools.failover --quick    half as long, without the throughput

nginx with the shipped configuration (only its rate limit lifted, since all load comes from one address) in front of two
instances on the loopback. The load comes from the same machine and takes its share of the cores.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tools.load import Load, rounds
from tools.servers import Service, proxied, running, start

SETTINGS = {"WORKER_CLASS": "gthread", "ACCESS_LOG": "0"}
RATE = "100000r/s"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="half as long, without the throughput")
    quick = parser.parse_args().quick
    failures = failover(pause=2.0 if quick else 5.0)
    if not quick:
        throughput(seconds=15)
    return 1 if failures else 0


def failover(pause: float) -> list[str]:
    """What went wrong for the clients while the replicas went through everything."""
    bodies = rounds()
    first, second = start(**SETTINGS), start(**SETTINGS)
    replicas = [first, second]
    try:
        with proxied([first.port, second.port], RATE) as port, Load(port, 8, bodies) as load:
            for words, step in steps(replicas):
                time.sleep(pause)
                before, failed = len(load.seconds), len(load.failures)
                step()
                time.sleep(pause)
                seen = len(load.failures) - failed
                print(f"{words}: {len(load.seconds) - before} rounds answered, {seen} failed", flush=True)
    finally:
        for replica in replicas:
            replica.stop()
            replica.output.unlink(missing_ok=True)
    print(load.report())
    for failure in load.failures[:20]:
        print("  ", failure)
    return load.failures


def steps(replicas: list[Service]) -> list[tuple[str, Callable[[], None]]]:
    """What happens to the replicas, one after the other."""

    def again(index: int) -> Callable[[], None]:
        def step() -> None:
            replicas[index].output.unlink(missing_ok=True)
            replicas[index] = start(replicas[index].port, **SETTINGS)

        return step

    return [
        ("the first is stopped (SIGTERM)", lambda: replicas[0].stop()),
        ("the first starts again", again(0)),
        ("the second is killed (SIGKILL)", lambda: replicas[1].kill()),
        ("the second starts again", again(1)),
        ("the first reads its rule sets anew (SIGHUP)", lambda: replicas[0].reload()),
        ("both read them anew at once", lambda: both(replicas)),
    ]


def both(replicas: list[Service]) -> None:
    """Has both read their rule sets at the same time."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(Service.reload, replicas))


def throughput(seconds: float) -> None:
    """Rounds a second with one replica and with two."""
    bodies = rounds()
    found = []
    with running(**SETTINGS) as first, running(**SETTINGS) as second:
        for ports in ([first.port], [first.port, second.port]):
            with proxied(ports, RATE) as port:
                with Load(port, 8, bodies) as load:
                    time.sleep(seconds)
                print(f"{len(ports)} replica{'s' if len(ports) > 1 else ''}: {load.report()}", flush=True)
                found.append(len(load.seconds) / load.lasted)
    cores = os.cpu_count() or 1
    busy = os.getloadavg()[0]
    print(f"two serve {found[1] / found[0]:.2f} times what one serves; {cores} cores, load average {busy:.1f}")
    if cores < 4 or busy > cores + 3:
        print("the replicas, the proxy and the load share these cores: more of them, or fewer others, would show more")


if __name__ == "__main__":
    sys.exit(main())
