"""Looks for input that crashes, guided by coverage (atheris).

    python -m tools.fuzz tiles
    python -m tools.fuzz round

    --seconds 60      how long to look
    --corpus FOLDER   where what was found interesting is kept from one run to the next

`tiles` feeds the reader of tiles, `round` the whole way of a request's body, starting from the worked examples.
Whatever comes must be read or refused; anything else ends the run with the input that did it. Needs the dependency
group `deep` (`python .ci/venv.py deep`), and Linux.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

try:
    import atheris
except ImportError:
    sys.exit("atheris is not installed: python .ci/venv.py deep (Linux, Python 3.11 to 3.13)")

with atheris.instrument_imports(include=["calculator_api", "rulesets"]):
    from calculator_api import ImpossibleRound, score
    from calculator_api.registry import catalogue
    from calculator_api.tiles import NotationError, compact, parse
    from calculator_api.web import strictjson


def tiles(data: bytes) -> None:
    """Every text is read or refused, and what was read reads the same when it is written again."""
    text = data.decode("utf-8", "replace")[:64]
    try:
        read = parse(text)
    except NotationError:
        return
    if sorted(parse(compact(sorted(read)))) != sorted(read):
        raise AssertionError(f"{text!r} is written as {compact(sorted(read))!r}")


def body(data: bytes) -> None:
    """Every body is answered or refused, and the totals of an answer come to 0."""
    try:
        answer = score(strictjson.read(data))
    except (strictjson.BadJSON, ImpossibleRound):
        return
    strictjson.encode(answer)
    if abs(sum(answer["totals"].values())) > 1e-9:
        raise AssertionError(f"the totals are {answer['totals']}")


TARGETS = {"tiles": tiles, "round": body}


def seeds(target: str, folder: Path) -> None:
    """What to start from: the examples."""
    for region in catalogue().values():
        for example in region.examples()[:6]:
            request = example["request"]
            name = f"{region.id}-{example['id']}"
            if target == "round":
                (folder / name).write_text(json.dumps(request, ensure_ascii=False), "utf-8")
            else:
                for seat, player in request.get("players", {}).items():
                    if isinstance(player.get("concealed"), str):
                        (folder / f"{name}-{seat}").write_text(player["concealed"], "utf-8")


def words(folder: Path) -> Path:
    """The words of requests, so that they need not be found letter by letter."""
    found: set[str] = set()

    def collect(data: object) -> None:
        if isinstance(data, dict):
            for name, value in data.items():
                found.add(f'"{name}":')
                collect(value)
        elif isinstance(data, list):
            for value in data:
                collect(value)
        elif isinstance(data, str):
            found.add(f'"{data}"')

    for region in catalogue().values():
        for example in region.examples():
            collect(example["request"])
    lines = ('"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"\n' for word in sorted(found))
    path = folder / "words.dict"
    path.write_text("".join(lines), "ascii")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=Path)
    chosen = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="mahjong-fuzz-"))
    corpus = chosen.corpus or scratch / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    seeds(chosen.target, corpus)
    longest = 64 if chosen.target == "tiles" else 4096
    options = [
        f"-max_total_time={chosen.seconds}",
        f"-max_len={longest}",
        f"-dict={words(scratch)}",
        f"-artifact_prefix={scratch}/",
        "-timeout=10",
        str(corpus),
    ]
    atheris.Setup([sys.argv[0], *options], TARGETS[chosen.target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
