"""The corpus: 500 requests with the figures they get, so that every change of behaviour is a diff in review.

    python -m tools.corpus --update     writes tests/corpus/<id>.jsonl anew; read the diff before committing it
    python -m tools.corpus              says what differs

Half of the requests are worked examples, half are examples with something changed: another way of winning,
another option, another streak.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from calculator_api import ImpossibleRound, score
from calculator_api.fields import Field
from calculator_api.registry import Region, catalogue

Json = dict[str, Any]
FOLDER = Path(__file__).parent.parent / "tests" / "corpus"
TOTAL = 500


def figures(request: Json) -> Json:
    """The answer without its texts; for a refused request its faults."""
    try:
        answer = score(request)
    except ImpossibleRound as error:
        return {"faults": [[f.pointer, f.code] for f in error.faults]}
    return {
        "version": answer["ruleset"]["version"],
        "wins": [_win(w) for w in answer["wins"]],
        "payments": [[p["from"], p["to"], p["amount"], p["for"]] for p in answer["payments"]],
        "totals": answer["totals"],
        "notices": [n["code"] for n in answer["notices"]],
    }


def _win(win: Json) -> Json:
    hand = win["hand"] or {}
    return {
        "winner": win["winner"],
        "reasons": [r["code"] for r in win["reasons"]],
        "shape": hand.get("shape"),
        "sets": [s["tiles"] + "*" * len(s["wildcards"]) for s in hand.get("sets", ())],
        "patterns": {p["id"]: [p["value"], p["count"]] for p in win["patterns"]},
        "excluded": {e["id"]: e["by"] for e in win["excluded"]},
        "steps": {s["id"]: s["value"] for s in win["steps"]},
        "cap": win["cap"]["id"] if win["cap"] and win["cap"]["applied"] else None,
        "score": win["score"],
    }


def requests(region: Region, number: int) -> list[Json]:
    """`number` different requests of a region, always the same ones."""
    rng = random.Random(f"corpus {region.id}")
    examples = [e["request"] for e in region.examples()]
    chosen = rng.sample(examples, min(len(examples), number // 2))
    seen = {json.dumps(r, sort_keys=True) for r in chosen}
    for changed in _changes(region, examples, rng):
        if len(chosen) >= number:
            break
        name = json.dumps(changed, sort_keys=True)
        if name not in seen:
            seen.add(name)
            chosen.append(changed)
    return chosen


def _changes(region: Region, examples: list[Json], rng: random.Random) -> Iterator[Json]:
    for _ in range(400):
        request = copy.deepcopy(rng.choice(examples))
        rng.choice((_other_way, _other_option, _other_streak))(region, request, rng)
        yield request


def _other_way(region: Region, request: Json, rng: random.Random) -> None:
    for win in request.get("wins", ()):
        others = [s for s in region.sheet.seats if s != win["winner"]]
        win["by"] = rng.choice(("self_draw", "discard"))
        win.pop("circumstances", None)
        win.pop("from", None)
        if win["by"] == "discard":
            win["from"] = rng.choice(others)


def _other_option(region: Region, request: Json, rng: random.Random) -> None:
    options = [f for f in region.sheet.options.values() if f.type in ("boolean", "string", "integer")]
    if options:
        chosen = rng.choice(options)
        request.setdefault("options", {})[chosen.name] = _value(chosen, rng)


def _value(field: Field, rng: random.Random) -> Any:
    if field.type == "boolean":
        return not field.default
    if field.values:
        return rng.choice(field.values)
    low = int(field.minimum or 0)
    return rng.randint(low, int(field.maximum) if field.maximum is not None else low + 5)


def _other_streak(region: Region, request: Json, rng: random.Random) -> None:
    request.setdefault("table", {})["dealer_streak"] = rng.randint(0, 3)
    request["table"]["round_wind"] = rng.choice(("east", "south"))


def written(region: Region, number: int) -> str:
    """The region's part of the corpus: a line a request."""
    rows = ({"request": r, "answer": figures(r)} for r in requests(region, number))
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def share(ids: list[str], name: str) -> int:
    """How many of the 500 a region gets."""
    return TOTAL // len(ids) + (ids.index(name) < TOTAL % len(ids))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--update", action="store_true")
    update = parser.parse_args().update
    FOLDER.mkdir(exist_ok=True)
    ids = sorted(catalogue())
    differ = 0
    for name in ids:
        path, text = FOLDER / f"{name}.jsonl", written(catalogue()[name], share(ids, name))
        if not path.exists() or path.read_text("utf-8") != text:
            differ += 1
            print(f"{name}: {'written anew' if update else 'differs'}")
            if update:
                path.write_text(text, "utf-8")
    return 0 if update else min(differ, 1)


if __name__ == "__main__":
    sys.exit(main())
