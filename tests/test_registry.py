"""Rule sets are folders: a club's own are served beside ours, and a faulty one is named by file, line and key."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from calculator_api.registry import catalogue, folders, home, load_all, nearest_ids
from calculator_api.round import Player, Round, Win
from calculator_api.settlement import settle
from calculator_api.tiles import parse
from calculator_api.yamlfile import SheetError

SHEET = """\
id: club
version: 2.1.0
name: {zh: 俱乐部, en: Our club}
region: {zh: 本地, en: Here}
completeness: full
summary: {zh: 只有碰碰和, en: All pungs and nothing else}
table:
  seats: [east, south, west, north]
  tiles: 1-9m 1-9p 1-9s 1-7z
  hand_size: 13
  melds: [pung, exposed_kong, added_kong, concealed_kong]
win: {shapes: [standard]}
unit: fan
arithmetic: sum
patterns:
  all_pungs:
    name: {zh: 碰碰和, en: All pungs}
    value: 5
    definition: {zh: 四副刻子, en: Four pungs}
    excludes: [plain]
  plain:
    name: {zh: 平和, en: Plain}
    value: 1
    when: any_win
    definition: {zh: 和了, en: A win}
payments:
  self_draw: {pays: each_other, text: {zh: 三家付, en: Three pay}}
options:
  base: {type: integer, minimum: 1, default: 1, meaning: {zh: 底, en: Stake}}
decisions: []
sources:
  - {zh: 章程, en: The statutes}
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(SHEET, "utf-8")
    return folder


def broken(club: Path, old: str, new: str) -> str:
    """What loading says when `old` in the sheet is written as `new`."""
    path = club / "ruleset.yaml"
    assert old in SHEET
    path.write_text(SHEET.replace(old, new, 1), "utf-8")
    with pytest.raises(SheetError) as error:
        load_all({"club": club})
    return str(error.value)


def test_what_is_served_is_the_folders_there_are() -> None:
    there = {path.parent.name for path in home().glob("*/ruleset.yaml")}
    assert set(catalogue()) == set(folders()) == there


def test_a_club_serves_its_own_rules(club: Path) -> None:
    region = load_all({"club": club})["club"]
    player = Player(parse("111m222p333s4445z"))
    options = region.sheet.options.defaults
    round_ = Round("club", options, players={"south": player}, wins=(Win("south", "self_draw", parse("5z")[0]),))
    settlement = settle(round_, region.rules)
    assert settlement.totals == {"east": -5, "south": 15, "west": -5, "north": -5}


def test_its_folder_is_named_in_the_environment(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAHJONG_RULESETS", str(club.parent))
    assert folders()["club"] == club
    assert set(catalogue()) < set(folders())


def test_a_club_builds_on_a_rule_set_of_ours(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    base = next(iter(sorted(catalogue())))
    (folder / "ruleset.yaml").write_text(
        f"id: ours\nbased_on: {base}\nversion: 1.0.0\nname: {{zh: 我们的, en: Ours}}\nregion: {{zh: 本地, en: Here}}\n"
        "summary: {zh: 同上, en: The same}\ndecisions: []\nsources: []\n",
        "utf-8",
    )
    region = load_all({base: folders()[base], "ours": folder})["ours"]
    assert region.sheet.patterns.keys() == catalogue()[base].sheet.patterns.keys()
    assert region.sheet.name.en == "Ours"


def test_a_changed_copy_of_a_rule_set_fails_its_examples_in_words(tmp_path: Path) -> None:
    shutil.copytree(folders()["shanghai"], tmp_path / "shanghai", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "shanghai" / "ruleset.yaml"
    text = path.read_text("utf-8")
    assert "limit: 10" in text
    path.write_text(text.replace("limit: 10", "limit: 12"), "utf-8")
    region = load_all({"shanghai": tmp_path / "shanghai"})["shanghai"]
    assert region.rules.sheet.caps["lazi"].limit == 12


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("unit: fan", "unit: fun", 13, "unit: 'fun' is none of fan"),
        ("    value: 5", "    valeu: 5", 18, "patterns.all_pungs.valeu: unknown key"),
        (
            "{zh: 四副刻子, en: Four pungs}",
            "{zh: 四副刻子}",
            19,
            "patterns.all_pungs.definition: the key en is missing",
        ),
        ("excludes: [plain]", "excludes: [plane]", 20, "there is no pattern or group plane"),
        ("default: 1, ", "", 29, "options.base: the key default is missing"),
        ("pays: each_other", "pays: everybody", 27, "'everybody' is none of each_other"),
        ("tiles: 1-9m 1-9p 1-9s 1-7z", "tiles: 1-9m 1-9x", 9, "table.tiles: no such tile"),
        ("id: club", "id: clubs", 1, "the folder is named club"),
        ("completeness: full", "completeness: nearly", 5, "completeness: 'nearly'"),
        (
            "decisions: []",
            "decisions: [{id: a, text: {zh: 甲, en: a}, concerns: [nothing]}]",
            30,
            "there is no nothing in this sheet",
        ),
    ],
)
def test_a_faulty_sheet_is_named_by_file_line_and_key(club: Path, old: str, new: str, line: int, says: str) -> None:
    message = broken(club, old, new)
    assert f"ruleset.yaml:{line}:" in message, message
    assert says in message


def test_a_key_that_stands_twice_is_refused(club: Path) -> None:
    assert "line 19: the key 'value' stands twice" in broken(club, "    value: 5", "    value: 5\n    value: 6")


def test_a_pattern_nobody_can_recognise_is_refused(club: Path) -> None:
    assert "no predicate for plain" in broken(club, "when: any_win", "when: no_such_thing")


def test_the_nearest_ids_are_offered() -> None:
    assert "guangdong" in nearest_ids("guandong")
    assert nearest_ids("zzzzzz") == []
