"""`mahjong-score`: the same calls from a terminal.

JSON Lines in and out: every line is one request, every line of the output its answer or its problem.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

import click

from . import ImpossibleRound, __version__
from .describe import outline
from .examples import compare, explained
from .registry import Region, catalogue, load_all, nearest_ids
from .round import SEAT_ZH, TooMuchWork
from .tiles import NotationError, compact, parse, zh
from .web.service import TOO_MUCH_WORK, score_under
from .web.service import score as settle_request
from .web.strictjson import BadJSON, encode, read
from .yamlfile import SheetError

FAULTY: Final = 1


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Scores finished rounds of Chinese mahjong under the rules of a region."""
    try:
        catalogue()
    except SheetError as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.argument("source", type=click.File(encoding="utf-8", errors="surrogateescape"), default="-")
@click.option("--text", "as_text", is_flag=True, help="Answers as text to read, in Chinese, instead of JSON.")
def score(source: TextIO, as_text: bool) -> None:
    """Settle the rounds in SOURCE, one JSON request a line (default: standard input).

    The exit status is 1 if a request was refused.
    """
    refused = False
    for line in source:
        if not line.strip():
            continue
        answer, good = answered(line.encode("utf-8", "surrogateescape"))
        refused |= not good
        if as_text and good:
            click.echo("\n".join(in_words(answer)))
        else:
            click.echo(encode(answer))
    sys.exit(FAULTY if refused else 0)


def answered(line: bytes) -> tuple[dict[str, Any], bool]:
    """The answer to one request, or what is wrong with it; and which of the two."""
    try:
        return settle_request(read(line)), True
    except BadJSON as error:
        return {"errors": [{"pointer": "", "code": error.code, "zh": error.zh, "en": error.en}]}, False
    except ImpossibleRound as error:
        faults = [{"pointer": f.pointer, "code": f.code, "zh": f.zh, "en": f.en} for f in error.faults]
        return {"errors": faults}, False
    except TooMuchWork:
        code, zh, en = TOO_MUCH_WORK
        return {"errors": [{"pointer": "", "code": code, "zh": zh, "en": en}]}, False


def in_words(answer: dict[str, Any]) -> Iterator[str]:
    """An answer as it is read aloud at a table."""
    yield answer["ruleset"]["name"]["zh"]
    for win in answer["wins"]:
        yield from win_in_words(win)
    yield from (f"  {payment_in_words(payment)}" for payment in answer["payments"])
    yield "  合计：" + "，".join(f"{SEAT_ZH[seat]} {amount:+}" for seat, amount in answer["totals"].items())
    yield from (f"  注意：{notice['zh']}" for notice in answer["notices"])


def win_in_words(win: dict[str, Any]) -> Iterator[str]:
    """One win: what counts, what does not, and the arithmetic."""
    seat = SEAT_ZH[win["winner"]]
    if not win["valid"]:
        yield f"  {seat}不能和：" + "；".join(reason["zh"] for reason in win["reasons"])
        return
    yield f"  {seat}和牌 {win['score']}"
    for p in win["patterns"]:
        times = f"×{p['count']}" if p["count"] > 1 else ""
        yield f"    {p['name']['zh']} {p['value']}{times}  {p['explain']['zh']}"
    yield from (f"    不计 {e['name']['zh']}：{e['explain']['zh']}" for e in win["excluded"])
    yield from (f"    {step['explain']['zh']} = {step['value']}" for step in win["steps"])


def payment_in_words(payment: dict[str, Any]) -> str:
    """Who pays whom how much, and why."""
    way = f"{SEAT_ZH[payment['from']]}付{SEAT_ZH[payment['to']]}"
    why = payment["explain"]["zh"]
    return str(why) if way in why else f"{way} {payment['amount']}：{why}"


@main.command()
@click.argument("ruleset", required=False)
def rulesets(ruleset: str | None) -> None:
    """List the rule sets, or print the sheet of one as JSON."""
    if ruleset is not None:
        click.echo(encode(known(ruleset).describe()))
        return
    for id_, region in catalogue().items():
        line = outline(region.sheet)
        click.echo(f"{id_:20} {line['version']:8} {line['completeness']:8} {line['name']['zh']}  {line['name']['en']}")


@main.command()
@click.argument("ruleset")
@click.option("--requests", is_flag=True, help="Only the requests, ready for `mahjong-score score`.")
def examples(ruleset: str, requests: bool) -> None:
    """Print the worked examples of RULESET, one a line."""
    for example in known(ruleset).examples():
        click.echo(encode(example["request"] if requests else example))


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def check(folder: Path) -> None:
    """Check the rule sheet in FOLDER, and say where it is wrong.

    FOLDER is one rule set (it has a ruleset.yaml) or holds several.
    """
    found = [folder] if (folder / "ruleset.yaml").exists() else sorted(p.parent for p in folder.glob("*/ruleset.yaml"))
    if not found:
        raise click.ClickException(f"there is no ruleset.yaml in {folder}")
    known_folders = {id_: region.folder for id_, region in catalogue().items()}
    failed = False
    for path in found:
        try:
            regions = load_all(known_folders | {path.resolve().name: path.resolve()})
            region = regions[path.resolve().name]
            wrong = list(wrong_examples(region, regions))
        except SheetError as error:
            failed = True
            click.echo(str(error), err=True)
            continue
        failed |= bool(wrong)
        for text in wrong:
            click.echo(text, err=True)
        patterns, worked = len(region.sheet.patterns), len(region.examples())
        click.echo(f"{region.id} {region.sheet.version}: {patterns} patterns, {worked} examples")
    sys.exit(FAULTY if failed else 0)


def wrong_examples(region: Region, regions: Mapping[str, Region]) -> Iterator[str]:
    """The worked examples that do not come out as they say, each in words."""
    for example in region.examples():
        differences = list(compare(example, lambda request: score_under(regions, request)))
        if differences:
            yield f"{region.id}/{example['id']}: {explained(example, differences)}"


@main.command()
@click.argument("text")
def tiles(text: str) -> None:
    """Read tiles in any notation: codes, Chinese names, Unicode."""
    try:
        found = parse(text)
    except NotationError as error:
        raise click.ClickException(f'"{error.text}" is not a tile') from None
    click.echo(f"{compact(found)}  {zh(sorted(found))}  ({len(found)})")


def known(ruleset: str) -> Region:
    """The region of an id on the command line."""
    region = catalogue().get(ruleset)
    if region is None:
        meant = nearest_ids(ruleset)
        hint = f"; the nearest are {', '.join(meant)}" if meant else ""
        raise click.ClickException(f'there is no rule set "{ruleset}"{hint}')
    return region
