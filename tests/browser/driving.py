"""Drives a real browser from Python: `Browser` passes orders to `driver.mjs`, `serve` runs the service on a port."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

Json = dict[str, Any]


def missing() -> list[str]:
    """What a machine lacks to run the browser tests."""
    lacks = []
    if not shutil.which(CHROMIUM):
        lacks.append("chromium")
    if not shutil.which("node"):
        lacks.append("node 20 or newer")
    if not (ROOT / "node_modules" / "playwright-core").is_dir():
        lacks.append("the node modules of package.json")
    return lacks


class Browser:
    """One chromium; an order that fails raises AssertionError with what the driver says."""

    def __init__(self) -> None:
        self._driver = subprocess.Popen(
            ["node", str(HERE / "driver.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "CHROMIUM": CHROMIUM},
        )

    def __call__(self, do: str, **order: Any) -> Any:
        assert self._driver.stdin is not None
        assert self._driver.stdout is not None
        self._driver.stdin.write(json.dumps({"do": do, **order}) + "\n")
        self._driver.stdin.flush()
        line = self._driver.stdout.readline()
        assert line, "the browser is gone"
        answer = json.loads(line)
        if "error" in answer:
            raise AssertionError(f"{do} {order}: {answer['error']}")
        return answer["value"]

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._driver.stdin is not None
        assert self._driver.stdout is not None
        self._driver.stdin.close()
        self._driver.stdout.close()
        try:
            self._driver.wait(20)
        except subprocess.TimeoutExpired:
            self._driver.kill()
            self._driver.wait()


@contextmanager
def serve() -> Iterator[str]:
    """The service on a free port of this machine, in this process; gives its origin."""
    from werkzeug.serving import WSGIRequestHandler, make_server

    from calculator_api import create_app

    class Silent(WSGIRequestHandler):
        protocol_version = "HTTP/1.1"

        def log(self, type: str, message: str, *args: Any) -> None:
            """Requests are none of the test report's business."""

    server = make_server("127.0.0.1", 0, create_app(), threaded=True, request_handler=Silent)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Hand:
    """Enters a request as a person would: by taps on the page, guided by the region's rule sheet."""

    def __init__(self, browser: Browser, sheet: Json) -> None:
        self.browser, self.sheet = browser, sheet

    def enter(self, request: Json) -> None:
        """Everything the request says, beginning with the region's name in the list."""
        self.click(f"[data-region='{request['ruleset']}']")
        self.browser("wait", at="[data-tile]")
        self.fields("options", "", request.get("options", {}), self.sheet["options"])
        self.table(request.get("table", {}))
        self.wins(request.get("wins", []))
        for seat, player in request.get("players", {}).items():
            self.player(seat, player, request)

    def click(self, at: str) -> None:
        self.browser("click", at=at)

    def tap(self, tile: str) -> None:
        self.click(f"[data-tile='{tile}']")

    def unfold(self) -> None:
        """Opens everything that is folded away."""
        self.browser("run", script="() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")

    def table(self, table: Json) -> None:
        standard = [
            {"name": "indicator", "type": "tile"},
            {"name": "wildcards", "type": "tiles"},
            {"name": "birds", "type": "tiles"},
            {"name": "round_wind", "type": "string", "values": self.sheet["table"]["seats"]},
            {"name": "dealer_streak", "type": "integer"},
        ]
        self.fields("table", "", table, standard + self.sheet["inputs"]["table"])

    def fields(self, scope: str, place: str, values: Mapping[str, Any], declared: list[Json]) -> None:
        known = {field["name"]: field for field in declared}
        for name, value in values.items():
            self.unfold()
            self.field(f"#field-{scope}-{place}-{name}", known[name], value)

    def field(self, at: str, field: Json, value: Any) -> None:
        kind = "choice" if "values" in field and field["type"] != "boolean" else field["type"]
        if kind == "boolean":
            if value != field.get("default", False):
                self.click(at)
        elif kind in ("choice", "seat"):
            values = self.sheet["table"]["seats"] if kind == "seat" else field["values"]
            nullable = kind == "seat" or field.get("nullable", False)
            self.browser("pick", at=at, value=str([*([None] if nullable else []), *values].index(value)))
        elif kind in ("integer", "number"):
            self.browser("fill", at=at, text="" if value is None else str(value))
            self.browser("press", key="Tab")
        elif kind in ("tile", "tiles"):
            self.click(at if value else f"{at}-none")
            for tile in tiles(value):
                self.tap(tile)
            if kind == "tiles" and value:
                self.click("[data-pen=hand]")
        elif kind == "object":
            for name, part in value.items():
                self.unfold()
                self.field(f"{at}-{name}", {"name": name, **field["items"][name]}, part)
        else:
            raise NotImplementedError(kind)

    def wins(self, wins: list[Json]) -> None:
        if not wins:
            self.click("[data-winner=none]")
        if len(wins) > 1:
            self.click("[data-tool=several]")
            self.click("[data-winner=south]")  # chosen from the start
        for win in wins:
            self.click(f"[data-winner={win['winner']}]")
        for win in wins:
            box = f"[data-win-of={win['winner']}]"
            self.click(f"{box} [data-by={win['by']}]")
            if "from" in win:
                self.click(f"{box} [data-payer={win['from']}]")
            for name in win.get("circumstances", []):
                self.click(f"{box} [data-circumstance={name}]")
            further = {k: v for k, v in win.items() if k not in ("winner", "by", "from", "tile", "circumstances")}
            self.fields(
                "win", win["winner"], further, [{"name": "kong_chain", "type": "integer"}, *self.sheet["inputs"]["win"]]
            )

    def player(self, seat: str, player: Json, request: Json) -> None:
        self.click(f"[data-tab={seat}]")
        for at, meld in enumerate(player.get("melds", [])):
            self.meld(seat, at, meld)
        for tile in tiles(player.get("concealed", "")):
            self.tap(tile)
        if player.get("flowers"):
            self.click("[data-pen=flowers]")
            for tile in tiles(player["flowers"]):
                self.tap(tile)
            self.click("[data-pen=hand]")
        flags = [{"name": name, "type": "boolean"} for name in ("ready", "exposed")]
        counts = [{"name": name, "type": "integer"} for name in ("raise", "wildcards_thrown")]
        further = {k: v for k, v in player.items() if k not in ("concealed", "melds", "flowers")}
        self.fields("player", seat, further, flags + counts + self.sheet["inputs"]["player"])
        for win in request["wins"]:
            if (
                win["winner"] == seat
                and "tile" in win
                and self.browser("get", at="[data-win]", name="data-win") != win["tile"]
            ):
                self.click("[data-pen=win]")
                self.tap(win["tile"])

    def meld(self, seat: str, at: int, meld: Json) -> None:
        lowest, *_ = run = sorted(tiles(meld["tiles"]), key=lambda code: (code[1], code[0]))
        self.click(f"[data-pen={meld['type']}]")
        self.tap(lowest)
        if self.browser("count", at=".choices"):
            self.click(f"[data-run='{''.join(run)}']")
        further = {k: v for k, v in meld.items() if k not in ("type", "tiles", "from")}
        self.fields("meld", f"{seat}{at}", further, self.sheet["inputs"]["meld"])
        if "from" in meld and meld["type"] != "chow":
            self.click(f"[data-from={meld['from']}]")


def tiles(value: Any) -> list[str]:
    """Codes, from any of the forms a request may have them in."""
    from calculator_api.tiles import code, parse

    text = "".join(value) if isinstance(value, list) else value
    return [code(tile) for tile in parse(text)]


HAND = ("concealed", "flowers", "melds")


def seen(meld: Json) -> Json:
    """A chow always comes from the seat before, so whether that is said makes no difference."""
    return {k: v for k, v in meld.items() if not (k == "from" and meld["type"] == "chow")}


def spelled(value: Any) -> Any:
    """Tiles as one text, whichever way they were written; other values as they are."""
    try:
        return "".join(tiles(value)) if isinstance(value, (str, list)) else value
    except ValueError:
        return value


def plain(request: Json) -> Json:
    """A request in one form: tiles sorted and compact, defaults and empty parts left out."""
    from calculator_api.tiles import compact, parse

    def row(value: Any) -> str:
        return compact(parse("".join(value) if isinstance(value, list) else value))

    out: Json = {"ruleset": request["ruleset"]}
    out["options"] = request.get("options") or {}
    table = {k: v for k, v in request.get("table", {}).items() if v not in ([], None)}
    out["table"] = {k: "".join(tiles(v)) if k in ("indicator", "wildcards", "birds") else v for k, v in table.items()}
    out["players"] = {}
    for seat, player in request.get("players", {}).items():
        one = {
            k: (row(v) if k in HAND[:2] else v if k == "melds" else spelled(v))
            for k, v in player.items()
            if v is not None and (v or k not in HAND)
        }
        if "melds" in one:
            one["melds"] = [{**seen(meld), "tiles": row(meld["tiles"])} for meld in player["melds"]]
        if one or any(win["winner"] == seat for win in request.get("wins", [])):
            out["players"][seat] = one
    wins = [{k: (sorted(v) if k == "circumstances" else v) for k, v in win.items()} for win in request.get("wins", [])]
    out["wins"] = in_order(request["ruleset"], wins)
    return out


def in_order(ruleset: str, wins: list[Json]) -> list[Json]:
    """Wins that follow each other as they are, claims of one tile in the order of the seats, as the page has them."""
    from calculator_api.registry import catalogue
    from calculator_api.round import SEATS

    if catalogue()[ruleset].describe()["win"].get("rounds") == "successive":
        return wins
    return sorted(wins, key=lambda win: SEATS.index(win["winner"]))
