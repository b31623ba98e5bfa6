"""Every worked example of every region is scored and compared with what it says. One region: `./test -k tianjin`."""

from __future__ import annotations

from typing import Any

import pytest

from calculator_api import score
from calculator_api.examples import compare, explained
from calculator_api.registry import catalogue

EXAMPLES = [
    pytest.param(example, id=f"{ruleset}/{example['id']}")
    for ruleset, region in catalogue().items()
    for example in region.examples()
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: dict[str, Any]) -> None:
    differences = list(compare(example, score))
    assert not differences, "\n  " + explained(example, differences)
