"""What all rule sheets have in common: words, languages, examples, and that what lies there is what is served."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import rulesets
from calculator_api import ImpossibleRound, score
from calculator_api.registry import Region, catalogue
from calculator_api.ruleset import Pattern
from tools.rulesets_table import PAGE, page

Json = dict[str, Any]
HOME = Path(rulesets.__path__[0])
REGIONS = [pytest.param(region, id=name) for name, region in catalogue().items()]

# One id, one meaning. Regions call the same thing by different names; where two share neither the Chinese nor the
# English one, this says in which characters its Chinese names agree.
FAMILIES = {
    "all_258": "将",
    "all_chows": "平和|平胡|只吃不碰",
    "all_honors": "字|风一色",
    "all_pungs": "碰|对",
    "all_simples": "中张|断幺",
    "all_terminals": "清(幺九|老头)",
    "all_terminals_and_honors": "混|壹玖",
    "basic_win": "平|小胡|鸡|屁|推倒|提溜|和牌|基本",
    "catch_five": "五",
    "closed_wait": "卡|坎|嵌|夹",
    "concealed_hand": "门",
    "dealer": "庄",
    "deluxe_seven_pairs": "龙|豪华",
    "discard_win": "放冲|点炮",
    "double_deluxe_seven_pairs": "豪华",
    "dragon_pung": "三元|中发|箭",
    "earthly_hand": "地[胡和]|天和（闲家）",
    "edge_wait": "边",
    "float": "飘",
    "flower": "花",
    "flower_kong": "花.*杠",
    "hard_win": "硬",
    "human_hand": "人[胡和]",
    "last_tile_claim": "海底|河底",
    "last_tile_draw": "海底|妙手",
    "missing_suit": "缺",
    "no_wildcards": "无|素",
    "opening_no_258": "板板胡|无将",
    "opening_two_triplets": "六顺|六六顺",
    "out_with_replacement": "杠.*[花开]",
    "outside_hand": "幺",
    "prevalent_wind": "圈|令风",
    "pure_pungs": "清",
    "pure_straight": "龙",
    "quadruple_chow": "四同顺|四连太宝",
    "robbing_the_kong": "抢杠",
    "seat_flower": "花",
    "seat_wind": "[门座坐位]",
    "self_draw": "摸",
    "seven_pairs": "七",
    "single_tile_hand": "单吊|金钩|手.一|大吊车",
    "single_wait": "[单独]",
    "thirteen_misfits": "十三|打缺",
    "triple_deluxe_seven_pairs": "豪华",
    "unready_discard": "放[铳炮]",
}

# One name, one id, but for these words, which players of different regions use for different things.
HOMONYMS = {
    "平胡": {"basic_win", "flowerless_hand", "all_chows"},
    "平和": {"basic_win", "all_chows"},
    "海底捞月": {"last_tile_draw", "last_tile_claim"},
    "单吊": {"single_tile_hand", "single_wait"},
}


def patterns() -> Iterator[tuple[str, Pattern]]:
    """Every pattern of the rule sets that come with the project, with its rule set's id."""
    for name, region in catalogue().items():
        if region.folder.parent == HOME:
            for pattern in region.sheet.patterns.values():
                yield name, pattern


def test_a_pattern_id_means_the_same_in_every_region() -> None:
    by_id: dict[str, dict[str, Pattern]] = {}
    for ruleset, pattern in patterns():
        by_id.setdefault(pattern.id, {})[ruleset] = pattern
    strangers = []
    for id_, users in by_id.items():
        family = FAMILIES.get(id_)
        if family is not None:
            strangers += [
                f"{id_}: {r} calls it {p.name.zh}" for r, p in users.items() if not re.search(family, p.name.zh)
            ]
            continue
        for (first, a), (second, b) in combinations(users.items(), 2):
            if a.name.zh != b.name.zh and a.name.en.casefold() != b.name.en.casefold():
                strangers.append(f"{id_}: {a.name.zh}/{a.name.en} in {first}, {b.name.zh}/{b.name.en} in {second}")
    assert strangers == []


def test_a_chinese_name_stands_for_one_pattern_id() -> None:
    by_name: dict[str, set[str]] = {}
    for _, pattern in patterns():
        by_name.setdefault(pattern.name.zh, set()).add(pattern.id)
    assert {name: ids for name, ids in by_name.items() if len(ids) > 1 and not ids <= HOMONYMS.get(name, set())} == {}


def test_every_folder_is_served_and_nothing_else(client: FlaskClient) -> None:
    folders = {path.name for path in HOME.iterdir() if path.is_dir() and not path.name.startswith(("_", "."))}
    assert {one["id"] for one in client.get("/v1/rulesets").get_json()["rulesets"]} == folders
    for name in folders:
        assert client.get(f"/v1/rulesets/{name}").get_json()["id"] == name


def texts(data: Any, at: str = "") -> Iterator[tuple[str, str, str]]:
    """(where, zh, en) of every text in a sheet."""
    if isinstance(data, Mapping):
        if set(data) == {"zh", "en"}:
            yield at, data["zh"], data["en"]
            return
        for key, value in data.items():
            yield from texts(value, f"{at}.{key}".lstrip("."))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from texts(value, f"{at}[{i}]")


HAN, WORD = "[\u4e00-\u9fff]", "[A-Za-z]+"


@pytest.mark.parametrize("region", REGIONS)
def test_every_text_is_in_the_language_it_says(region: Region) -> None:
    """Chinese has Chinese characters; English names tiles and the like by them, but has more words than characters."""
    wrong = []
    for where, zh, en in texts(region.sheet.data):
        if not re.search(HAN, zh):
            wrong.append(f"{where}.zh: {zh}")
        if len(re.findall(WORD, en)) <= len(re.findall(HAN, en)):
            wrong.append(f"{where}.en: {en}")
    assert wrong == []


@pytest.mark.parametrize("region", REGIONS)
def test_whatever_a_client_is_told_about_has_a_text_in_both_languages(region: Region, client: FlaskClient) -> None:
    told = client.get(f"/v1/rulesets/{region.id}").get_json()
    inputs = [field for fields in told["inputs"].values() for field in fields]
    named = {
        **{f"pattern {one['id']}": (one["name"], one["definition"]) for one in told["patterns"]},
        **{f"option {one['name']}": (one["meaning"],) for one in told["options"]},
        **{f"input {one['name']}": (one["meaning"],) for one in inputs},
        **{f"reason {code}": (text,) for code, text in told["reasons"].items()},
        **{f"decision {one['id']}": (one["text"],) for one in told["decisions"]},
        "summary": (told["summary"], told["name"], told["region"]),
    }
    assert [what for what, found in named.items() if not all(text.get("zh") and text.get("en") for text in found)] == []


def own(region: Region, section: str) -> set[str]:
    """What the sheet declares there itself; a sheet built on another is not asked for the other's."""
    written = region.sheet.data.get(section) or {}
    below = region.sheet.data.get("based_on")
    inherited = catalogue()[below].sheet.data.get(section) or {} if below else {}
    return {name for name, value in written.items() if inherited.get(name) != value}


@pytest.mark.parametrize("region", REGIONS)
def test_every_pattern_counts_in_an_example(region: Region) -> None:
    counted = {id_ for e in region.examples() for win in e["expect"].get("wins", ()) for id_ in win.get("patterns", ())}
    assert own(region, "patterns") - counted == set()


@pytest.mark.parametrize("region", REGIONS)
def test_every_option_is_used_in_an_example(region: Region) -> None:
    used = {name for e in region.examples() for name in e["request"].get("options", ())}
    assert own(region, "options") - used == set()


@pytest.mark.parametrize("region", REGIONS)
def test_every_further_input_is_used_in_an_example(region: Region) -> None:
    declared = {name for fields in region.sheet.inputs.values() for name in fields}
    below = region.sheet.data.get("based_on")
    if below:
        declared -= {name for fields in catalogue()[below].sheet.inputs.values() for name in fields}
    used: set[str] = set()
    for request in (e["request"] for e in region.examples()):
        players = request.get("players", {}).values()
        objects = [request.get("table", {}), *players, *request.get("wins", ())]
        objects += [meld for player in players for meld in player.get("melds", ())]
        used.update(name for one in objects for name in one)
    assert declared - used == set()


def said(answer: Json, code: str) -> str:
    """All that the notices of this code say."""
    return " ".join(notice["zh"] for notice in answer["notices"] if notice["code"] == code)


@pytest.mark.parametrize("region", REGIONS)
def test_an_answer_names_every_inferred_value_and_payment_it_rests_on(region: Region) -> None:
    sheet = region.sheet
    silent = []
    for example in region.examples():
        try:
            answer = score(example["request"])
        except ImpossibleRound:
            continue
        values = said(answer, "inferred_value")
        for win in answer["wins"]:
            counted = [sheet.patterns[one["id"]] for one in win["patterns"]] if win["valid"] else []
            silent += [f"{example['id']}: {p.id}" for p in counted if p.inferred and p.name.zh not in values]
        ways = {
            one["by"]
            for one, win in zip(example["request"].get("wins", ()), answer["wins"], strict=True)
            if win["valid"]
        }
        rest = {way for way in ways | {p["for"] for p in answer["payments"]} if way in sheet.payments}
        if (
            answer["payments"]
            and any(sheet.payments[way].inferred for way in rest)
            and not said(answer, "inferred_payment")
        ):
            silent.append(f"{example['id']}: payments")
    assert silent == []


def test_the_page_of_rule_sets_is_what_the_sheets_say() -> None:
    assert PAGE.read_text("utf-8") == "\n".join(page()) + "\n", "python -m tools.rulesets_table --update writes it anew"
