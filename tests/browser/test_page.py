"""The page as people use it: in a real browser, against the real service."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driving import Browser, Hand, Json, in_order, plain, tiles

from calculator_api.registry import catalogue
from calculator_api.tiles import NotationError, compact, parse

pytestmark = pytest.mark.browser

HANDS = 10
FIRST_LOAD = 150_000
NARROW = 360


def get(origin: str, path: str) -> Any:
    with urllib.request.urlopen(origin + path) as response:
        return json.load(response)


def score(origin: str, request: Json) -> Json:
    body = json.dumps(request).encode()
    asked = urllib.request.Request(f"{origin}/v1/score", body, {"content-type": "application/json"})
    with urllib.request.urlopen(asked) as response:
        answer: Json = json.load(response)
    return answer


def modular(script: str) -> str:
    """A script that imports modules of the page from MODULES."""
    return script.replace("MODULES", "document.querySelector('script[type=module]').src.replace(/[^/]+$/, '')")


def fragment(browser: Browser, request: Json) -> str:
    """The request as the page itself writes it into the address."""
    script = "async (request) => (await import(MODULES + 'fragment.js')).encode(request)"
    text: str = browser("run", script=modular(script), arg=request)
    return text


def features(request: Json) -> set[str]:
    """Which parts of the page it takes to enter the request."""
    found = {f"table.{k}" for k in request.get("table", {})} | {"option" for _ in request.get("options", {})}
    rounds = catalogue()[request["ruleset"]].describe()["win"].get("rounds")
    found |= {"drawn"} if not request["wins"] else {f"several {rounds}"} if len(request["wins"]) > 1 else set()
    for win in request["wins"]:
        found |= {win["by"], *win.get("circumstances", [])} | (
            win.keys() - {"winner", "tile", "by", "from", "circumstances"}
        )
        found |= {"dealer wins"} if win["winner"] == "east" else set()
    for player in request["players"].values():
        found |= player.keys() - {"concealed", "melds"}
        for meld in player.get("melds", []):
            found |= {meld["type"]} | (meld.keys() - {"type", "tiles", "from"})
            found |= {"honour chow"} if meld["type"] == "chow" and "z" in meld["tiles"] else set()
    found |= {"other players"} if len(request["players"]) > 1 else set()
    return found


def hands() -> list[tuple[str, Json]]:
    """Ten examples of ten regions that between them use as much of the page as ten can."""
    pool = [
        (region, example["request"], features(example["request"]))
        for region, one in catalogue().items()
        for example in one.examples()
        if "problem" not in example["expect"]
        and not any(isinstance(v, dict) for v in example["request"].get("options", {}).values())
    ]
    chosen: list[tuple[str, Json]] = []
    seen: set[str] = set()
    while len(chosen) < HANDS and pool:
        region, request, found = max(pool, key=lambda item: len(item[2] - seen))
        chosen.append((region, request))
        seen |= found
        pool = [item for item in pool if item[0] != region]
    return chosen


@pytest.fixture(scope="module")
def sample(origin: str) -> Json:
    """Some region's first example that is a win, and its answer."""
    for region in catalogue().values():
        for example in region.examples():
            wins = example["expect"].get("wins")
            if wins and wins[0].get("valid") and not example["request"].get("options"):
                return {"request": example["request"], "answer": score(origin, example["request"])}
    raise LookupError("no example is a win")


def shown(browser: Browser) -> Json:
    """The request that the page would send, from its own JSON view."""
    browser("run", script="() => { document.querySelector('.developer').open = true; }")
    request: Json = json.loads(browser("run", script="() => document.querySelector('.developer pre').textContent"))
    return request


def figures(browser: Browser) -> Json:
    """What the answer on the page says."""
    browser("wait", at=".answer.scored")
    read = """() => {
        const all = (at, root = document) => [...root.querySelectorAll(at)];
        const id = (row) => row.dataset.pattern;
        const figure = (cell) => Number(cell.textContent.replace('−', '-'));
        return {
            totals: Object.fromEntries(all('[data-total]').map((cell) => [cell.dataset.total, figure(cell)])),
            patterns: all('[data-win-result]').map((win) => all('[data-pattern]', win).map(id)),
            scores: all('[data-win-result] .figure').map((one) => one.textContent),
        };
    }"""
    found: Json = browser("run", script=read)
    return found


def same_figures(seen: Json, answer: Json) -> None:
    wins = in_order(answer["ruleset"]["id"], answer["wins"])
    assert seen["totals"] == answer["totals"]
    assert seen["patterns"] == [[pattern["id"] for pattern in win["patterns"]] for win in wins]
    for text, win in zip(seen["scores"], wins, strict=True):
        assert re.findall(r"\d+(?:\.\d+)?", text) == ([f"{win['score']:g}"] if win["valid"] else [])


@pytest.mark.parametrize("region, request_", hands(), ids=[region for region, _ in hands()])
def test_a_hand_entered_by_taps_is_the_request_and_shows_its_figures(
    browser: Browser, origin: str, region: str, request_: Json
) -> None:
    browser("open", url=origin)
    Hand(browser, get(origin, f"/v1/rulesets/{region}")).enter(request_)
    answer = score(origin, request_)
    browser("wait", at=".answer.scored")
    assert plain(shown(browser)) == plain(request_)
    same_figures(figures(browser), answer)


def test_every_example_survives_the_address(browser: Browser, origin: str) -> None:
    browser("open", url=f"{origin}/rules")
    examples = [example["request"] for region in catalogue().values() for example in region.examples()]
    script = """async (requests) => {
        const { encode, decode } = await import(MODULES + 'fragment.js');
        return requests.map((request) => [encode(request), decode('#' + encode(request))]);
    }"""
    for request, (text, back) in zip(examples, browser("run", script=modular(script), arg=examples), strict=True):
        assert back == request
        # Nothing at which a chat program would cut the address.
        assert re.fullmatch(r"[A-Za-z0-9._~=&%-]+", text)


def test_every_example_survives_the_model_of_the_page(browser: Browser, origin: str) -> None:
    browser("open", url=f"{origin}/rules")
    examples = [
        example["request"]
        for region in catalogue().values()
        for example in region.examples()
        if "problem" not in example["expect"]
    ]
    script = """async (requests) => {
        const { fromRequest, toRequest } = await import(MODULES + 'round.js');
        return requests.map((request) => toRequest(fromRequest(request)));
    }"""
    for request, back in zip(examples, browser("run", script=modular(script), arg=examples), strict=True):
        assert plain(back) == plain(request)


def test_a_copied_link_opens_the_same_round_for_somebody_else(browser: Browser, origin: str, sample: Json) -> None:
    browser("open", url=f"{origin}/#{fragment_of(browser, origin, sample['request'])}")
    first = figures(browser)
    same_figures(first, sample["answer"])
    browser("click", at="[data-tool=share]")
    browser("click", at="[data-copy='share.link']")
    link = browser("run", script="() => navigator.clipboard.readText()")
    browser("fresh", width=1200, height=800, locale="zh-CN")
    browser("open", url=link)
    second = figures(browser)
    assert (second["totals"], second["patterns"]) == (first["totals"], first["patterns"])
    assert plain(shown(browser)) == plain(sample["request"])


def fragment_of(browser: Browser, origin: str, request: Json) -> str:
    browser("open", url=f"{origin}/rules")
    return fragment(browser, request)


def test_a_link_that_holds_no_round_is_told_from_an_empty_page(browser: Browser, origin: str) -> None:
    browser("open", url=f"{origin}/#nonsense=1")
    browser("until", script="() => /no round/.test(document.body.innerText)")


@pytest.fixture
def standing(browser: Browser, origin: str, sample: Json) -> Browser:
    """The page with the sample round on it."""
    browser("open", url=f"{origin}/#{fragment_of(browser, origin, sample['request'])}")
    browser("wait", at=".answer.scored")
    return browser


def test_the_turned_tile_is_asked_for_where_wildcards_need_it(browser: Browser, origin: str) -> None:
    needs = (one for one in catalogue().values() if (one.describe()["wildcards"] or {}).get("required"))
    sheet = next(needs).describe()
    browser("open", url=f"{origin}/")
    browser("click", at=f"[data-region='{sheet['id']}']")
    for _ in range(3):
        for tile in ("1s", "2s", "3s", "4s"):
            browser("click", at=f"[data-tile='{tile}']")
    browser("click", at="[data-tile='9s']")
    browser("click", at="[data-tile='9s']")
    assert "turned over" in browser("text", at=".headline")
    browser("click", at="[data-tile='5p']")
    browser("wait", at=".answer.scored")
    assert shown(browser)["table"] == {"indicator": "5p"}


def test_undo_goes_back_one_tap_and_redo_forward(standing: Browser) -> None:
    before = shown(standing)
    standing("click", at="[data-hand]")
    standing("wait", at=".answer.todo")
    after = shown(standing)
    assert after != before
    standing("click", at="[data-tool=undo]")
    assert shown(standing) == before
    standing("wait", at=".answer.scored")
    standing("click", at="[data-tool=redo]")
    assert shown(standing) == after


def test_clear_can_be_undone(standing: Browser) -> None:
    before, address = shown(standing), standing("url")
    standing("click", at="[data-tool=clear]")
    assert standing("count", at="[data-hand]") == 0
    standing("press", key="Control+z")
    assert shown(standing) == before
    assert standing("url") == address


def test_used_up_tiles_are_grey_and_do_nothing(browser: Browser, origin: str) -> None:
    browser("open", url=f"{origin}/")
    browser("click", at="[data-region]")
    browser("wait", at="[data-tile]")
    for _ in range(6):
        browser("run", script="() => document.querySelector('[data-tile=\"5s\"]').click()")
    assert browser("count", at="[data-hand='5s']") == 4
    assert browser("get", at="[data-tile='5s']", name="aria-disabled") == "true"


def test_a_hand_can_be_typed(browser: Browser, origin: str) -> None:
    browser("open", url=f"{origin}/")
    browser("click", at="[data-region]")
    browser("focus", at="[data-tile='1m']")
    browser("press", key="ArrowDown")
    browser("press", key="ArrowRight")
    browser("press", key="Enter")
    browser("type", text="345s99p")
    assert browser(
        "run", script="() => [...document.querySelectorAll('[data-hand]')].map((one) => one.dataset.hand)"
    ) == ["2p", "9p", "9p", "3s", "4s", "5s"]
    browser("press", key="Backspace")
    assert browser("count", at="[data-hand]") == 5


def test_the_text_and_the_tiles_follow_each_other(standing: Browser, sample: Json) -> None:
    standing("run", script="() => { document.querySelector('.notation').open = true; }")
    text = standing("run", script="() => document.getElementById('notation').value")
    before = shown(standing)
    standing("click", at="[data-tool=clear]")
    winner = sample["request"]["wins"][0]["winner"]
    standing("click", at=f"[data-winner={winner}]")
    standing("run", script="() => { document.querySelector('.notation').open = true; }")
    standing("fill", at="#notation", text=text)
    assert plain(shown(standing))["players"][winner].get("concealed") == plain(before)["players"][winner].get(
        "concealed"
    )
    assert len(shown(standing)["players"][winner].get("melds", [])) == len(before["players"][winner].get("melds", []))
    standing("fill", at="#notation", text="12x")
    assert "12x" in standing("text", at="#notation-help")


def test_the_page_reads_every_notation_the_api_reads(browser: Browser, origin: str) -> None:
    texts = [
        "123m456p11z",
        "E S W N P F C",
        "一二三万东东红中白板發财",
        "五饼、两条，9 9 s",
        "🀇🀈🀀🀆🀢",
        "1 2 3 m",
        "春梅8f",
        "壹筒貳條",
    ]
    browser("open", url=f"{origin}/rules")
    script = """async (texts) => {
        const { parse } = await import(MODULES + 'tiles.js');
        return texts.map((text) => { try { return parse(text).join(''); } catch { return null; } });
    }"""
    bad = ["0m", "8z", "12", "x", "一", "9f", "万"]
    assert browser("run", script=modular(script), arg=texts) == ["".join(tiles(text)) for text in texts]
    assert browser("run", script=modular(script), arg=bad) == [None] * len(bad)
    for text in bad:
        with pytest.raises(NotationError):
            compact(parse(text))


def test_an_example_is_one_tap_away(standing: Browser, sample: Json) -> None:
    examples = catalogue()[sample["request"]["ruleset"]].examples()
    example = next(one for one in examples if "problem" not in one["expect"] and one["request"] != sample["request"])
    standing("click", at="[data-tool=examples]")
    standing("click", at=f"[data-example='{example['id']}']")
    standing("wait", at="aside.example")
    assert plain(shown(standing)) == plain(example["request"])
    assert example["title"]["en"] in standing("text", at="aside.example")


def test_an_impossible_round_is_explained_in_words(browser: Browser, origin: str, sample: Json) -> None:
    browser("open", url=f"{origin}/#{fragment_of(browser, origin, {**sample['request'], 'options': {'nonsense': 1}})}")
    browser("wait", at=".faults li")
    assert "/options/nonsense" in browser("text", at=".faults")


def test_another_region_keeps_the_tiles_it_knows(standing: Browser, sample: Json) -> None:
    before = shown(standing)
    other = next(region for region in catalogue() if region != sample["request"]["ruleset"])
    standing("click", at="[data-tool=regions]")
    standing("click", at=f"[data-region='{other}']")
    standing(
        "until", script="(id) => document.querySelector('.developer pre').textContent.includes(`\"${id}\"`)", arg=other
    )
    assert shown(standing)["ruleset"] == other
    known = set(catalogue()[other].describe()["table"]["tiles"])
    winner = sample["request"]["wins"][0]["winner"]
    kept = [tile for tile in tiles(before["players"][winner]["concealed"]) if tile in known]
    assert tiles(shown(standing)["players"][winner].get("concealed", "")) == kept
    standing("click", at="[data-tool=undo]")
    standing(
        "until",
        script="(id) => document.querySelector('.developer pre').textContent.includes(`\"${id}\"`)",
        arg=before["ruleset"],
    )
    assert shown(standing) == before


def test_moving_the_win_moves_the_hand(standing: Browser, sample: Json) -> None:
    winner = sample["request"]["wins"][0]["winner"]
    other = next(seat for seat in ("west", "east") if seat != winner)
    before = plain(shown(standing))["players"][winner]
    standing("click", at=f"[data-winner={other}]")
    after = plain(shown(standing))
    assert winner not in after["players"]
    assert after["players"][other].get("concealed") == before.get("concealed")


def test_language_follows_the_browser_and_the_switch(browser: Browser, origin: str) -> None:
    browser("fresh", width=360, height=720, locale="zh-CN")
    browser("open", url=f"{origin}/rules")
    assert browser("text", at="h1") == "各地规则"
    browser("click", at="[data-tool=lang]")
    assert browser("text", at="h1") == "Rule sheets"
    browser("open", url=f"{origin}/docs")
    assert browser("run", script="() => document.documentElement.lang") == "en"


def test_every_rule_sheet_is_listed_and_readable(browser: Browser, origin: str) -> None:
    browser("open", url=f"{origin}/rules")
    browser("wait", at=".ruleslist li")
    assert browser("count", at=".ruleslist li") == len(catalogue())
    for region, one in catalogue().items():
        assert browser("open", url=f"{origin}/rules/{region}") == 200
        browser("wait", at=".fan")
        assert browser("count", at=".fan") == len(one.describe()["patterns"])
        assert browser("run", script="() => document.documentElement.scrollWidth") <= NARROW


def test_the_longest_rule_sheets_print_on_two_sheets(browser: Browser, origin: str, tmp_path: Path) -> None:
    longest = sorted(catalogue(), key=lambda region: -len(json.dumps(catalogue()[region].describe())))[:2]
    for region in longest:
        for locale in ("zh-CN", "en-US"):
            browser("fresh", width=800, height=900, locale=locale)
            browser("open", url=f"{origin}/rules/{region}")
            browser("wait", at=".fan")
            browser("pdf", path=str(tmp_path / "sheet.pdf"))
            pages = len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "sheet.pdf").read_bytes()))
            assert 1 <= pages <= 2, (region, locale, pages)


def test_the_reference_can_be_tried(browser: Browser, origin: str) -> None:
    browser("open", url=f"{origin}/docs")
    browser("wait", at="[data-send]", state="attached")
    browser("run", script="() => document.querySelectorAll('.try').forEach((one) => { one.open = true; })")
    for operation in ("score", "listRulesets", "getRuleset"):
        browser("click", at=f"[data-send={operation}]")
        browser("wait", at=f"[data-answer={operation}]")
        assert "content-type: application/json" in browser("text", at=f"[data-answer={operation}]")


def reachable(browser: Browser, origin: str, sample: Json) -> Iterator[str]:
    """Every page and every state of one that looks different, one after the other."""
    browser("open", url=f"{origin}/")
    browser("wait", at="[data-region]")
    yield "the list of regions"
    browser("click", at="[data-region]")
    browser("wait", at="[data-tile]")
    yield "an empty hand"
    browser("open", url=f"{origin}/#{fragment_of(browser, origin, sample['request'])}")
    browser("wait", at=".answer.scored")
    browser("run", script="() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    yield "a scored hand"
    browser("click", at="[data-tool=examples]")
    browser("wait", at="[data-example]")
    yield "the examples"
    browser("press", key="Escape")
    browser("click", at="[data-tool=share]")
    yield "the share dialog"
    for path in ("/rules", f"/rules/{sample['request']['ruleset']}", "/docs"):
        browser("open", url=origin + path)
        browser("wait", at="main :nth-child(3)")
        browser("run", script="() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        yield path


@pytest.mark.parametrize("locale, dark, width", [("en-US", False, 360), ("zh-CN", True, 1200)])
def test_axe_finds_nothing_and_nothing_sticks_out(
    browser: Browser, origin: str, sample: Json, locale: str, dark: bool, width: int
) -> None:
    browser("fresh", width=width, height=720, locale=locale, dark=dark)
    for where in reachable(browser, origin, sample):
        assert browser("axe") == [], where
        assert browser("run", script="() => document.documentElement.scrollWidth") <= width, where


def test_the_first_load_is_light(browser: Browser, origin: str) -> None:
    browser("open", url=f"{origin}/")
    browser("click", at="[data-region]")
    browser("wait", at="[data-tile]")
    script = """() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
        .reduce((sum, one) => sum + one.transferSize, 0)"""
    assert 20_000 < browser("run", script=script) < FIRST_LOAD


def test_without_a_network_the_page_stays_and_says_so(browser: Browser, origin: str, sample: Json) -> None:
    address = f"{origin}/#{fragment_of(browser, origin, sample['request'])}"
    browser("fresh", width=360, height=720, worker=True)
    browser("open", url=address)
    browser("run", script="() => navigator.serviceWorker.ready.then(() => true)")
    browser("open", url=f"{origin}/rules")
    browser("open", url=address)
    browser("wait", at=".answer.scored")
    browser("offline", on=True)
    browser("open", url=f"{origin}/rules")
    browser("open", url=address)
    browser("wait", at=".answer.offline")
    assert browser("count", at=".answer .figure") == 0
    browser("offline", on=False)
    browser("wait", at=".answer.scored")
    same_figures(figures(browser), sample["answer"])
    forget_refusals(browser)


def forget_refusals(browser: Browser) -> None:
    """Requests that fail without a network are what the test is about."""
    browser("forget")
