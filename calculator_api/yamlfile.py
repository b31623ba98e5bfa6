"""YAML as our sheets use it: C parser, duplicate keys refused, and the line of any key on demand."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import yaml

try:
    from yaml import CSafeLoader as _Base
except ImportError:  # a PyYAML without its C part is slower, not different
    from yaml import SafeLoader as _Base  # type: ignore[assignment]


class SheetError(Exception):
    """A rule sheet that cannot be used; says in which file, at which line and key, and why."""


class _Loader(_Base):
    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise SheetError(f"line {key.start_mark.line + 1}: the key {key.value!r} stands twice")
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def load(path: Path) -> Any:
    """The file's data.

    Raises:
        SheetError: it is no YAML, or a key stands twice.
    """
    return load_text(path.read_text("utf-8"), str(path))


def load_text(text: str, name: str) -> Any:
    """The same for a text; `name` is named in errors."""
    try:
        return yaml.load(text, Loader=_Loader)
    except SheetError as error:
        raise SheetError(f"{name}: {error}") from None
    except yaml.YAMLError as error:
        raise SheetError(f"{name}: {error}") from None


def line_of(path: Path, keys: Sequence[str | int]) -> int:
    """The line (from 1) where the value at `keys` begins, or of the last key that exists."""
    node: Any = yaml.compose(path.read_text("utf-8"), Loader=_Base)
    line = 1
    for key in keys:
        if isinstance(node, yaml.MappingNode):
            found = next(((k, v) for k, v in node.value if k.value == str(key)), None)
            if found is None:
                return line
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            node = node.value[key]
            line = node.start_mark.line + 1
        else:
            return line
    return line
