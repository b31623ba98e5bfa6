"""Every answer of the corpus is still given. A wanted change: `python -m tools.corpus --update`, and read the diff."""

from __future__ import annotations

import json

import pytest

from calculator_api.registry import catalogue
from tools.corpus import FOLDER, figures

ROWS = [
    pytest.param(json.loads(line), id=f"{path.stem}-{i}")
    for path in sorted(FOLDER.glob("*.jsonl"))
    for i, line in enumerate(path.read_text("utf-8").splitlines())
]


@pytest.mark.parametrize("row", ROWS)
def test_the_answer_is_the_one_on_record(row: dict[str, dict[str, object]]) -> None:
    assert json.loads(json.dumps(figures(row["request"]))) == row["answer"]


def test_every_rule_set_is_in_the_corpus() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(catalogue())
    assert len(ROWS) == 500
