"""Mutation testing: small faults are put into the engine one by one, and the tests must notice each.

    python -m tools.mutants                      scoring, payments, settlement, patterns
    python -m tools.mutants checks payments      these modules
    python -m tools.mutants scoring --line 152   one line of one module

The faults are those of mutmut's operators, and a few more: a condition turned round, `any` for `all`, `max` for `min`.
mutmut's own runner leaves out decorated functions and what stands outside functions, which is where most patterns are;
so each fault is given to a process of its own here, that imports the faulty source and runs the fast tests and, if
those notice nothing, some regions' examples.

`tools/mutants.yaml` names the faults that make no difference, and says why. Ends with 1 where others survive.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import libcst as cst
import pytest
import yaml
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "calculator_api"
USUAL = ("scoring", "payments", "settlement", "patterns")
FAST = "tests/engine"
ALONE = ("--noconftest", "--assert=plain", "-p", "no:cacheprovider")
REGIONS = ("tianjin", "changsha", "guangdong", "longgang", "qiabazhang")
SECONDS = 180
UNWATCHED = (cst.Annotation, cst.Import, cst.ImportFrom, cst.Decorator, cst.Assert, cst.Param)
SWAPPED = {"any": "all", "all": "any", "max": "min", "min": "max"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: the function it is in, the line as it was and as it is, the whole source with it."""

    path: Path
    where: str
    line: int
    was: str
    now: str
    source: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.where, self.was, self.now


class _Finder(cst.CSTVisitor):
    """Collects (node, changed node, function) of one statement of a module."""

    def __init__(self, words: bool) -> None:
        super().__init__()
        self.words = words
        self.names: list[str] = []
        self.table: set[cst.CSTNode] = set()
        self.found: list[tuple[cst.CSTNode, cst.CSTNode, str]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, (*UNWATCHED,)) or _is_prose(node):
            return False
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            self.names.append(node.name.value)
        if isinstance(node, cst.DictElement) and not self.names:
            self.table.add(node.value)  # a table of words: a test could only repeat it
        for changed in self._changes(node):
            self.found.append((node, changed, ".".join(self.names)))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, (cst.FunctionDef, cst.ClassDef)):
            self.names.pop()

    def _changes(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        if isinstance(node, cst.SimpleString):
            if node not in self.table and (self.words or _is_code_word(node)):
                yield node.with_changes(value=node.value[0] + "XX" + node.value[1:-1] + "XX" + node.value[-1])
            return
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                yield from (changed for changed in operator(node) if self._asks_something(node, changed))
        if isinstance(node, (cst.If, cst.CompIf)):
            yield node.with_changes(test=cst.UnaryOperation(cst.Not(), node.test.with_changes(**_brackets())))
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in SWAPPED:
            yield node.with_changes(func=cst.Name(SWAPPED[node.func.value]))

    def _asks_something(self, node: cst.CSTNode, changed: cst.CSTNode) -> bool:
        """An argument left out asks what None in its place asks; texts are looked at where `words` says so."""
        if not isinstance(node, cst.Call):
            return True
        if not isinstance(changed, cst.Call) or len(changed.args) < len(node.args):
            return False
        return self.words or not any(
            a is not b and isinstance(a.value, cst.BaseString) for a, b in zip(node.args, changed.args, strict=True)
        )


def _brackets() -> dict[str, Any]:
    return {"lpar": [cst.LeftParen()], "rpar": [cst.RightParen()]}


def _is_prose(node: cst.CSTNode) -> bool:
    """A docstring, or the list of what a module exports."""
    if isinstance(node, cst.Expr):
        return isinstance(node.value, cst.SimpleString)
    return isinstance(node, cst.Assign) and cst.Module([]).code_for_node(node.targets[0].target) == "__all__"


def _is_code_word(node: cst.CSTNode) -> bool:
    if not isinstance(node, cst.SimpleString):
        return False
    text = str(node.evaluated_value)
    return text.isascii() and " " not in text


def mutants(path: Path, words: bool = True) -> Iterator[Mutant]:
    """Every fault of one module. `words`: also in the texts that people read."""
    wrapper = MetadataWrapper(cst.parse_module(path.read_text("utf-8")), unsafe_skip_copy=True)
    module = wrapper.module
    lines = wrapper.resolve(PositionProvider)
    name = ".".join(path.relative_to(ENGINE).with_suffix("").parts)
    parts = [module.code_for_node(statement) for statement in module.body]
    head = "".join(module.code_for_node(line) for line in module.header)
    for i, statement in enumerate(module.body):
        finder = _Finder(words)
        statement.visit(finder)
        for node, changed, where in finder.found:
            faulty = module.code_for_node(cst.ensure_type(statement.deep_replace(node, changed), cst.CSTNode))
            source = "".join((head, *parts[:i], faulty, *parts[i + 1 :]))
            try:
                compile(source, str(path), "exec")
            except SyntaxError:
                continue
            was, now = _differing(parts[i].splitlines(), faulty.splitlines())
            yield Mutant(path, f"{name}.{where}" if where else name, lines[node].start.line, was, now, source)


def _differing(was: list[str], now: list[str]) -> tuple[str, str]:
    first = next((i for i, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), 0)
    rest = min(len(was), len(now)) - first
    last = next((i for i in range(rest) if was[-1 - i] != now[-1 - i]), rest)
    return tuple(" ".join(" ".join(side[first : len(side) - last]).split()) for side in (was, now))  # type: ignore


def run(path: Path | None, source: str, tests: Sequence[str]) -> tuple[int, str]:
    """Runs tests in a process of its own in which the module at `path` has this source: (exit code, output)."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        child = os.fork()
        if child == 0:
            _run_here(path, source, tests, output.fileno())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        output.seek(0)
        return status, output.read()


def _run_here(path: Path | None, source: str, tests: Sequence[str], output: int) -> None:
    code = 99
    try:
        os.dup2(output, 1)
        os.dup2(output, 2)
        signal.alarm(SECONDS)
        read = SourceFileLoader.get_code

        def get_code(self: SourceFileLoader, fullname: str) -> Any:
            if path is not None and Path(self.path) == path:
                return compile(source, self.path, "exec", dont_inherit=True)
            return read(self, fullname)

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
        sys.dont_write_bytecode = True
        code = int(pytest.main(["-x", "-q", "--no-header", "--tb=no", *tests]))
    finally:
        os._exit(code)


def stages(path: Path) -> Iterator[tuple[str, ...]]:
    """The tests a module has to pass, those first that are most likely to notice."""
    name = path.parent.name if path.parent != ENGINE else path.stem
    if (ROOT / FAST / f"test_{name}.py").exists():
        yield *ALONE, f"{FAST}/test_{name}.py"
    yield *ALONE, FAST
    yield "tests/test_examples.py", "-k", " or ".join(REGIONS)


def survives(mutant: Mutant) -> bool:
    """Whether no test notices."""
    return not any(run(mutant.path, mutant.source, tests)[0] for tests in stages(mutant.path))


def answered() -> Mapping[tuple[str, str, str], str]:
    """The faults that are known to make no difference, and why."""
    listed = yaml.safe_load((ROOT / "tools" / "mutants.yaml").read_text("utf-8")) or []
    return {(one["in"], one["was"], one["now"]): group["why"] for group in listed for one in group["faults"]}


def modules(names: Sequence[str]) -> Iterator[Path]:
    for name in names:
        path = ENGINE / name
        yield from sorted(path.glob("[!_]*.py")) if path.is_dir() else [path.with_suffix(".py")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("modules", nargs="*", default=USUAL, help="modules or folders of calculator_api")
    parser.add_argument("--line", type=int, help="only the faults of this line")
    parser.add_argument("--list", action="store_true", help="only list the faults")
    chosen = parser.parse_args()
    os.chdir(ROOT)
    known = answered()
    figures: Counter[str] = Counter()
    began = time.monotonic()
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for tests in () if chosen.list else dict.fromkeys(t for path in modules(chosen.modules) for t in stages(path)):
        code, output = run(None, "", tests)
        if code:
            sys.exit(f"the tests fail as things are:\n{output}")
    for path in modules(chosen.modules):
        for mutant in mutants(path, words=path.stem != "checks"):
            if chosen.line not in (None, mutant.line):
                continue
            figures["faults"] += 1
            told = f"{path.relative_to(ROOT)}:{mutant.line} {mutant.where}\n  - {mutant.was}\n  + {mutant.now}"
            if chosen.list:
                print(told)
            elif mutant.key in known:
                figures["make no difference"] += 1
            elif survives(mutant):
                figures["unnoticed"] += 1
                print(told, flush=True)
            else:
                figures["noticed"] += 1
    print(", ".join(f"{n} {what}" for what, n in figures.items()), f"in {time.monotonic() - began:.0f} s")
    return 1 if figures["unnoticed"] else 0


if __name__ == "__main__":
    sys.exit(main())
