"""Full load on one instance for ten minutes: memory must stay flat, and nothing may fail.

    python -m tools.soak               ten minutes
    python -m tools.soak --minutes 2   less

Every example of every region, spoilt copies of them, and pages; memory is that of master and workers together.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time

from tools.load import Load, rounds
from tools.servers import running

# What may be added to memory from the end of the first fifth, when every cache has been filled, to the end.
GROWTH = 0.05


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--worker-class", default="gevent", choices=("gevent", "gthread"))
    chosen = parser.parse_args()
    seconds = chosen.minutes * 60
    memory: list[tuple[float, int]] = []
    with running(WORKER_CLASS=chosen.worker_class, ACCESS_LOG="0") as service:
        began = time.monotonic()
        with Load(service.port, 4, rounds()) as load:
            while (now := time.monotonic() - began) < seconds:
                memory.append((now, service.memory()))
                if len(memory) % 12 == 1:
                    print(f"{now:4.0f} s  {memory[-1][1] / 2**20:6.1f} MiB  {len(load.seconds)} rounds", flush=True)
                time.sleep(5)
        failed = load.failures + ["traceback in the log"] * ("Traceback" in service.output.read_text())
    print(load.report())
    settled = [size for at, size in memory if at >= seconds / 5]
    early, late = (statistics.median(part) for part in (settled[: len(settled) // 4], settled[-len(settled) // 4 :]))
    growth = late / early - 1
    print(
        f"memory {early / 2**20:.1f} -> {late / 2**20:.1f} MiB ({growth:+.1%}); load average {os.getloadavg()[0]:.1f}"
    )
    for failure in failed[:20]:
        print("  ", failure)
    return 1 if failed or growth > GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
