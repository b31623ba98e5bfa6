"""Prints a digest of the answers to the worked examples, byte by byte: `python -m tools.digest [how many a region]`.

Two runs that print the same gave the same bytes for every request, whatever the machine, the hash seed and the Python.
Needs the engine alone, no web framework.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from typing import Any

from calculator_api import ImpossibleRound, score
from calculator_api.registry import catalogue
from calculator_api.web.strictjson import encode


def requests(each: int) -> Iterator[Any]:
    """The first examples of every region."""
    for region in catalogue().values():
        for example in region.examples()[:each]:
            yield example["request"]


def answer(request: Any) -> bytes:
    """The body of the answer, or the faults of a refused request."""
    try:
        return encode(score(request)).encode()
    except ImpossibleRound as refused:
        return encode([[fault.pointer, fault.code, fault.zh, fault.en] for fault in refused.faults]).encode()


def main(each: int) -> None:
    digest = hashlib.sha256()
    answers = [answer(request) for request in requests(each)]
    for one in answers:
        digest.update(one + b"\n")
    print(len(answers), digest.hexdigest())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
