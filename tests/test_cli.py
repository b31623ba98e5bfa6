"""The terminal command: JSON Lines in and out."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import calculator_api
from calculator_api.cli import main
from calculator_api.registry import catalogue

WIN = {
    "ruleset": "guangdong",
    "players": {"south": {"concealed": "123m456m99m11z222z"}},
    "wins": [{"winner": "south", "by": "self_draw", "tile": "1z"}],
}


def run(*arguments: str, text: str | bytes = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=text)


def test_every_line_gets_a_line() -> None:
    line = json.dumps(WIN, ensure_ascii=False)
    result = run("score", text=f"{line}\n\n{line}\n")
    assert result.exit_code == 0
    assert [json.loads(answer) for answer in result.output.splitlines()] == [calculator_api.score(WIN)] * 2


@pytest.mark.parametrize(
    "line, pointer, code",
    [
        (b"{", "", "malformed_json"),
        (b'{"ruleset": "\xff"}', "", "not_utf8"),
        (b'{"ruleset": "guangdong", "ruleset": "mcr"}', "", "duplicate_key"),
        (b"{}", "/ruleset", "required"),
    ],
)
def test_a_refused_line_does_not_stop_the_others(line: bytes, pointer: str, code: str) -> None:
    result = run("score", text=line + b"\n" + json.dumps(WIN).encode())
    refused, answer = map(json.loads, result.output.splitlines())
    assert [(error["pointer"], error["code"]) for error in refused["errors"]] == [(pointer, code)]
    assert answer["totals"]["south"] == 24
    assert result.exit_code == 1


def test_a_file_of_requests(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(json.dumps(WIN))
    assert json.loads(run("score", str(path)).output)["totals"]["south"] == 24


def test_an_answer_to_read() -> None:
    text = run("score", "--text", text=json.dumps(WIN)).output
    for words in ("混一色", "南家和牌 8", "东家付南家 8", "南家 +24"):
        assert words in text


def test_a_hand_that_does_not_win_says_why() -> None:
    lost = WIN | {"wins": [{"winner": "south", "by": "self_draw", "tile": "9s"}]}
    assert "不能和" in run("score", "--text", text=json.dumps(lost)).output


def test_rule_sets_are_listed_and_printed() -> None:
    listed = run("rulesets").output.splitlines()
    assert [line.split()[0] for line in listed] == list(catalogue())
    assert json.loads(run("rulesets", "guangdong").output) == json.loads(
        json.dumps(catalogue()["guangdong"].describe())
    )


def test_examples_can_be_piped_into_score() -> None:
    requests = run("examples", "guangdong", "--requests").output
    answers = run("score", text=requests).output.splitlines()
    assert len(answers) == len(catalogue()["guangdong"].examples())


def test_an_unknown_rule_set_names_the_nearest() -> None:
    result = run("examples", "guangdon")
    assert result.exit_code == 1
    assert "guangdong" in result.output


@pytest.mark.parametrize("text", ["123m55z", "一二三万白白", "🀇🀈🀉🀆🀆"])
def test_tiles_in_any_notation(text: str) -> None:
    assert run("tiles", text).output == "123m55z  一二三万白白  (5)\n"


def test_no_tile() -> None:
    result = run("tiles", "9z")
    assert result.exit_code == 1
    assert "9z" in result.output


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A club's own folder with a copy of one region."""
    copied = tmp_path / "guangdong"
    shutil.copytree(catalogue()["guangdong"].folder, copied)
    return copied


def test_a_good_sheet_is_found_good(folder: Path) -> None:
    for path in (folder, folder.parent):
        result = run("check", str(path))
        assert (result.exit_code, result.output.split()[0]) == (0, "guangdong")


def test_a_faulty_sheet_is_named_by_file_and_key(folder: Path) -> None:
    sheet = folder / "ruleset.yaml"
    sheet.write_text(sheet.read_text().replace("completeness: full", "completeness: nearly"))
    result = run("check", str(folder))
    assert result.exit_code == 1
    assert "ruleset.yaml" in result.output
    assert "completeness" in result.output


def test_a_folder_without_sheets(tmp_path: Path) -> None:
    assert run("check", str(tmp_path)).exit_code == 1


def test_a_club_is_told_which_of_its_examples_do_not_come_out(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    base = next(iter(catalogue()))
    (folder / "ruleset.yaml").write_text(
        f"id: ours\nbased_on: {base}\nversion: 1.0.0\nname: {{zh: 我们的, en: Ours}}\nregion: {{zh: 本地, en: Here}}\n"
        "summary: {zh: 同上, en: The same}\ndecisions: []\nsources: []\n",
        "utf-8",
    )
    example = next(e for e in catalogue()[base].examples() if e["expect"].get("wins", [{}])[0].get("score"))
    wrong = json.loads(json.dumps(example))
    wrong["request"]["ruleset"] = "ours"
    wrong["expect"]["wins"][0]["score"] += 1
    (folder / "examples.yaml").write_text(json.dumps([wrong], ensure_ascii=False), "utf-8")
    result = run("check", str(folder))
    assert result.exit_code == 1
    assert f"should score {wrong['expect']['wins'][0]['score']}" in result.stderr
