"""The table of rule sets: one line for each, so that a reader finds the own region and sees how much of it is known.

python -m tools.rulesets_table --update     writes docs/rulesets.md anew
python -m tools.rulesets_table              prints it
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from calculator_api.registry import Region, catalogue, home
from calculator_api.ruleset import holds, pick

PAGE = Path(__file__).parent.parent / "docs" / "rulesets.md"
COMPLETENESS = {
    "full": "the sources give the rules and the values",
    "partial": "the sources give most of the rules; some values or payments are filled in",
    "thin": "the sources give little; most values and payments are filled in",
}
COLUMNS = (
    "id",
    "名称",
    "name",
    "region",
    "completeness",
    "unit",
    "cap",
    "wildcards",
    "seats",
    "patterns",
    "examples",
)


def cap(region: Region) -> str:
    """The limits that hold under the default options, or a dash."""
    sheet, options = region.sheet, region.sheet.options.defaults
    limits = [str(pick(one.limit, options)) for one in sheet.caps.values() if holds(one.enabled, options)]
    shown = [limit for limit in limits if limit != "None"]
    return " / ".join(shown) if shown else "option" if limits else "–"


def wildcards(region: Region) -> str:
    """What makes the wildcards, or a dash."""
    if region.sheet.wildcards is None:
        return "–"
    faces = pick(region.sheet.wildcards.faces, region.sheet.options.defaults)
    return ", ".join(str(face) for face in faces)


def row(region: Region) -> tuple[Any, ...]:
    """One line of the table."""
    sheet = region.sheet
    return (
        f"[`{sheet.id}`](../rulesets/{sheet.id}/ruleset.yaml)",
        sheet.name.zh,
        sheet.name.en,
        sheet.data["region"]["en"],
        sheet.completeness,
        sheet.score_unit,
        cap(region),
        wildcards(region),
        len(sheet.seats),
        len(sheet.patterns),
        len(region.examples()),
    )


def page() -> Iterator[str]:
    """The lines of docs/rulesets.md."""
    regions = [region for region in catalogue().values() if region.folder.parent == home()]
    yield "# Rule sets"
    yield ""
    yield "Written by `python -m tools.rulesets_table --update` from the rule sheets; change a sheet, not this page."
    yield "`GET /v1/rulesets/<id>` has the whole of each: every pattern with its value, options, decisions and sources."
    yield ""
    for word, meaning in COMPLETENESS.items():
        count = sum(region.sheet.completeness == word for region in regions)
        yield f"* **{word}** ({count}): {meaning}."
    yield ""
    yield "Unit: what the score is counted in. Cap: under the default options. Wildcards: `same` is the turned tile's"
    yield "own face, `next` the one after it; a code is a kind that is always wild. An answer that rests on a value or"
    yield "payment which the sources do not give says so in its `notices`."
    yield ""
    yield "| " + " | ".join(COLUMNS) + " |"
    yield "|" + "---|" * len(COLUMNS)
    for region in regions:
        yield "| " + " | ".join(map(str, row(region))) + " |"
    patterns = sum(len(region.sheet.patterns) for region in regions)
    examples = sum(len(region.examples()) for region in regions)
    yield ""
    yield f"{len(regions)} rule sets, {patterns} patterns, {examples} worked examples."


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="The table of rule sets.")
    parser.add_argument("--update", action="store_true", help="write docs/rulesets.md")
    text = "\n".join(page()) + "\n"
    if parser.parse_args().update:
        PAGE.write_text(text, "utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
