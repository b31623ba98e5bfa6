"""Which rule sets there are: the folders there are, nothing else."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from .describe import describe
from .rules import BaseRules
from .ruleset import Sheet, SheetError, load_sheet
from .yamlfile import load

ENVIRONMENT = "MAHJONG_RULESETS"


@dataclass(frozen=True)
class Region:
    """One rule set: its sheet, its rules, its examples."""

    sheet: Sheet
    rules: BaseRules
    folder: Path

    @property
    def id(self) -> str:
        return self.sheet.id

    def examples(self) -> list[dict[str, Any]]:
        """The worked examples: requests with what they are answered."""
        return self._examples

    @cached_property
    def _examples(self) -> list[dict[str, Any]]:
        path = self.folder / "examples.yaml"
        return list(load(path) or []) if path.exists() else []

    def describe(self) -> dict[str, Any]:
        """The whole rule sheet as JSON data, with the JSON Schema of a request."""
        return self._description

    @cached_property
    def _description(self) -> dict[str, Any]:
        return describe(self.sheet)


def home() -> Path:
    """The folder of the rule sets that come with the project."""
    import rulesets

    return Path(rulesets.__path__[0])


def folders() -> dict[str, Path]:
    """Every rule set's folder by id: our own, then those of MAHJONG_RULESETS, later ones replacing earlier ones."""
    found: dict[str, Path] = {}
    for root in (home(), *(Path(p) for p in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if p)):
        if not root.is_dir():
            raise SheetError(f"{ENVIRONMENT}: there is no folder {root}")
        for sheet in sorted(root.glob("*/ruleset.yaml")):
            found[sheet.parent.name] = sheet.parent
    return dict(sorted(found.items()))


@lru_cache(maxsize=1)
def catalogue() -> Mapping[str, Region]:
    """All rule sets by id, loaded and checked once.

    Raises:
        SheetError: a sheet cannot be used; the message names file, line and key.
    """
    return load_all(folders())


def load_all(paths: Mapping[str, Path]) -> Mapping[str, Region]:
    """Loads these folders."""
    sheets: dict[str, Sheet] = {}
    for name in paths:
        _load_one(name, paths, sheets, ())
    return MappingProxyType({name: Region(sheets[name], _rules(name, paths, sheets), paths[name]) for name in paths})


def _load_one(name: str, paths: Mapping[str, Path], sheets: dict[str, Sheet], above: tuple[str, ...]) -> Sheet:
    if name in sheets:
        return sheets[name]
    path = paths[name] / "ruleset.yaml"
    data = load(path)
    base_name = data.get("based_on") if isinstance(data, Mapping) else None
    base = None
    if base_name is not None:
        if base_name not in paths or base_name in above:
            raise SheetError(f"{path}: based_on: there is no rule set {base_name} to build on")
        base = _load_one(base_name, paths, sheets, (*above, name))
    sheets[name] = load_sheet(path, base, data)
    return sheets[name]


def _rules(name: str, paths: Mapping[str, Path], sheets: Mapping[str, Sheet]) -> BaseRules:
    """The rules of a region: its own module's class, over that of the region it is based on."""
    chain = [name]
    while (below := sheets[chain[-1]].data.get("based_on")) is not None:
        chain.append(below)
    modules = [m for link in chain if (m := _module(link, paths[link])) is not None]
    classes = [m.Rules for m in modules if hasattr(m, "Rules")]
    made = classes[0] if len(classes) == 1 else type("Rules", tuple(classes), {}) if classes else BaseRules
    rules: BaseRules = made(sheets[name], modules)
    return rules


def _module(name: str, folder: Path) -> ModuleType | None:
    path = folder / "rules.py"
    if not path.exists():
        return None
    full = f"rulesets.{name}.rules" if folder.parent == home() else f"mahjong_rulesets:{folder.parent}:{name}"
    if full in sys.modules:
        return sys.modules[full]
    spec = importlib.util.spec_from_file_location(full, path)
    if spec is None or spec.loader is None:
        raise SheetError(f"{path}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[full] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        del sys.modules[full]
        raise SheetError(f"{path}:{error.lineno}: {error.msg}") from error
    except ImportError as error:
        del sys.modules[full]
        raise SheetError(f"{path}: {error}") from error
    return module


def nearest_ids(text: str) -> list[str]:
    """The ids most like `text`, best first."""
    return get_close_matches(text.lower(), list(catalogue()), 3, 0.5)
