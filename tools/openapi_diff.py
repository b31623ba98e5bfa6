"""Says what a client that was written against the last release would stumble over: `python -m tools.openapi_diff`.

Compares `openapi.yaml` with the one of the last tag (or of `--since REVISION`). A client breaks when something that it
may send is no longer taken, or something that it relies on is no longer sent:

* an address, a method, a media type or a successful answer is gone;
* a request needs a field that it did not need, takes a field, a word or a range no more, or has another type;
* an answer has a field no more, may leave it out, or has another type. A new word in an answer is no break: clients are
  told to expect new ones.

Ends with 1 where there is a break and the version's first figure is the same (while it is 0: the second).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import yaml

Json = dict[str, Any]
METHODS = ("get", "put", "post", "delete", "patch")


def breaks(old: Json, new: Json) -> list[str]:
    """Every break, in words."""
    return list(_paths(old, new))


def _paths(old: Json, new: Json) -> Iterator[str]:
    for path, item in old.get("paths", {}).items():
        for method in METHODS:
            if method in item:
                where = f"{method.upper()} {path}"
                found = new.get("paths", {}).get(path, {}).get(method)
                if found is None:
                    yield f"{where} is gone"
                else:
                    yield from _operation(where, item[method], found, Pair(old, new))


def _operation(where: str, old: Json, new: Json, pair: Pair) -> Iterator[str]:
    for kind, content in old.get("requestBody", {}).get("content", {}).items():
        taken = new.get("requestBody", {}).get("content", {})
        if kind not in taken:
            yield f"{where} takes {kind} no more"
        else:
            yield from pair.request(f"{where} request", content.get("schema", {}), taken[kind].get("schema", {}))
    for status, answer in old.get("responses", {}).items():
        if not status.startswith("2"):
            continue
        if status not in new.get("responses", {}):
            yield f"{where} answers {status} no more"
            continue
        before, after = pair.old(answer), pair.new(new["responses"][status])
        for kind, content in before.get("content", {}).items():
            if kind not in after.get("content", {}):
                yield f"{where} answers with {kind} no more"
            else:
                schema = after["content"][kind].get("schema", {})
                yield from pair.answer(f"{where} {status}", content.get("schema", {}), schema)


class Pair:
    """Both documents, to follow references in."""

    def __init__(self, old: Json, new: Json) -> None:
        self._old, self._new = old, new
        self._seen: set[tuple[str, str, bool]] = set()

    def old(self, schema: Json) -> Json:
        return followed(self._old, schema)

    def new(self, schema: Json) -> Json:
        return followed(self._new, schema)

    def request(self, where: str, old: Json, new: Json) -> Iterator[str]:
        """What a client may send no more."""
        if self._known(old, new, True):
            return
        old, new = self.old(old), self.new(new)
        yield from _types(where, old, new)
        if "enum" in new:
            gone = set(map(str, old.get("enum", []))) - set(map(str, new["enum"]))
            if gone or "enum" not in old:
                yield f"{where} takes no more: {', '.join(sorted(gone)) or 'anything but a few words'}"
        yield from _narrower(where, old, new)
        needed = set(new.get("required", [])) - set(old.get("required", []))
        for name in sorted(needed):
            yield f"{where}.{name} is needed now"
        for name, schema in old.get("properties", {}).items():
            if name in new.get("properties", {}):
                yield from self.request(f"{where}.{name}", schema, new["properties"][name])
            else:
                yield f"{where}.{name} is taken no more"
        if "items" in old and "items" in new:
            yield from self.request(f"{where}[]", old["items"], new["items"])

    def answer(self, where: str, old: Json, new: Json) -> Iterator[str]:
        """What a client relies on and gets no more."""
        if self._known(old, new, False):
            return
        old, new = self.old(old), self.new(new)
        yield from _types(where, old, new)
        for name in sorted(set(old.get("required", [])) - set(new.get("required", []))):
            if name in new.get("properties", {}):
                yield f"{where}.{name} may be left out now"
        for name, schema in old.get("properties", {}).items():
            if name in new.get("properties", {}):
                yield from self.answer(f"{where}.{name}", schema, new["properties"][name])
            else:
                yield f"{where}.{name} is gone"
        if "items" in old and "items" in new:
            yield from self.answer(f"{where}[]", old["items"], new["items"])

    def _known(self, old: Json, new: Json, request: bool) -> bool:
        """Whether these two have been compared: schemas may hold themselves."""
        if "$ref" not in old or "$ref" not in new:
            return False
        key = (old["$ref"], new["$ref"], request)
        known = key in self._seen
        self._seen.add(key)
        return known


def followed(document: Json, schema: Json) -> Json:
    """A schema with its references and `allOf` put in."""
    while "$ref" in schema:
        target: Any = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    for part in schema.get("allOf", []):
        schema = {**followed(document, part), **{key: value for key, value in schema.items() if key != "allOf"}}
    return schema


def _types(where: str, old: Json, new: Json) -> Iterator[str]:
    before, after = old.get("type"), new.get("type")
    if before != after and (before, after) != ("integer", "number"):
        yield f"{where} is {after or 'of any type'} now, and was {before or 'of any type'}"


def _narrower(where: str, old: Json, new: Json) -> Iterator[str]:
    for name, sign in (("maximum", 1), ("maxLength", 1), ("maxItems", 1), ("minimum", -1), ("minLength", -1)):
        if name in new and (name not in old or sign * new[name] < sign * old[name]):
            yield f"{where}: {name} is {new[name]} now, and was {old.get(name, 'not limited')}"


def compatible(old: str, new: str) -> bool:
    """Whether a client of the old version may expect to get along with the new one."""
    before, after = old.split("."), new.split(".")
    return before[:2] == after[:2] if before[0] == "0" else before[0] == after[0]


def git(*words: str) -> str | None:
    done = subprocess.run(["git", *words], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--since", help="a tag or a commit; else the last tag")
    since = parser.parse_args().since or git("describe", "--tags", "--abbrev=0")
    if since is None:
        print("skipped: there is no release to compare with (no tag)")
        return 0
    text = git("show", f"{since}:openapi.yaml")
    if text is None:
        print(f"skipped: {since} has no openapi.yaml")
        return 0
    old = yaml.safe_load(text)
    with open("openapi.yaml", encoding="utf-8") as file:
        new = yaml.safe_load(file)
    found = breaks(old, new)
    for one in found:
        print(one)
    versions = old["info"]["version"], new["info"]["version"]
    print(f"{len(found)} breaks since {since} ({versions[0]} -> {versions[1]})")
    return 1 if found and compatible(*versions) else 0


if __name__ == "__main__":
    sys.exit(main())
