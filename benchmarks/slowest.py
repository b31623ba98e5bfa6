"""Looks for the slowest request of every rule set, by climbing from one request to a slower one.

    ./.venv/bin/python -m benchmarks.slowest [--seconds 20] [--seed 1] [RULESET …]

Starts from the worked examples and from hands full of wildcards, changes a tile, a meld, a winner, the wildcards or an
option at a time, and keeps what costs more. What was found is kept in `slowest.yaml`, where a later search goes on.
"""

from __future__ import annotations

import argparse
import copy
import json
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import yaml

from calculator_api import ImpossibleRound
from calculator_api.readings import division
from calculator_api.registry import Region, catalogue
from calculator_api.round import TooMuchWork
from calculator_api.ruleset import pick
from calculator_api.tiles import CODES, parse
from calculator_api.web.service import score

Json = dict[str, Any]

KEPT = Path(__file__).with_name("slowest.yaml")
WORN_OUT = 60  # changes in a row that made nothing slower, after which the search starts anew
MEMOS = (division.split, division.split_real, division.is_complete, division.group_waits)


def cost(request: Json) -> float:
    """Processor seconds of a request that finds no division remembered; 0 for one that is refused."""
    best = float("inf")
    for _ in range(2):
        for memo in MEMOS:
            memo.cache_clear()
        start = process_time()
        try:
            score(request)
        except ImpossibleRound:
            return 0.0
        except TooMuchWork:
            pass
        best = min(best, process_time() - start)
    return best


class Climber:
    """One rule set's search."""

    def __init__(self, region: Region, rng: Random) -> None:
        self.region = region
        self.rng = rng
        self.sheet = region.sheet
        self.kinds = [CODES[t] for t in range(42) if self.sheet.hand_tiles >> t & 1]
        self.flowers = [CODES[t] for t in range(42) if self.sheet.flowers >> t & 1]

    def search(self, seconds: float, known: list[Json]) -> tuple[Json, float]:
        """The slowest request that was found within so many processor seconds."""
        starts = [*known, *(e["request"] for e in self.region.examples() if "problem" not in e["expect"])]
        ranked = sorted(((cost(spelled_out(start)), i) for i, start in enumerate(starts)), reverse=True)
        slowest, most = spelled_out(starts[ranked[0][1]]), ranked[0][0]
        end = process_time() + seconds
        while process_time() < end:
            here = copy.deepcopy(slowest) if self.rng.random() < 0.4 else self.start(starts)
            height, idle = cost(here), 0
            while idle < WORN_OUT and process_time() < end:
                there = self.changed(here)
                steps = cost(there)
                idle = 0 if steps > height * 1.02 else idle + 1
                if steps > height:
                    here, height = there, steps
            if height > most:
                slowest, most = here, height
        return slowest, most

    def start(self, starts: list[Json]) -> Json:
        """An example, or a closed hand out of one or two suits with as many wildcards as there are."""
        request = spelled_out(copy.deepcopy(self.rng.choice(starts)))
        if self.rng.random() < 0.5:
            for win in request.get("wins", ()):
                player = request["players"][win["winner"]]
                if "concealed" in player:
                    self.fill(request, player)
        return request

    def fill(self, request: Json, player: Json) -> None:
        """Gives a player a closed hand of neighbouring tiles and wildcards."""
        size = len(player["concealed"]) + 3 * len(player.get("melds", ()))
        suits = self.rng.sample("mps", self.rng.choice((1, 1, 2, 3)))
        near = [k for k in self.kinds if k[1] in suits] or self.kinds
        wild = self.wildcards(request)
        pool = [w for w in wild for _ in range(4)][: self.rng.choice((0, 4, 7, 8))]
        pool += [self.rng.choice(near) for _ in range(40)]
        hand: list[str] = []
        for tile in pool:
            if len(hand) < size and hand.count(tile) < 3:
                hand.append(tile)
        player["melds"] = []
        player["concealed"] = hand

    def wildcards(self, request: Json) -> list[str]:
        """The wildcards' faces in this request, as far as they can be told."""
        table, wildcards = request.get("table", {}), self.sheet.wildcards
        if wildcards is None:
            return []
        if "wildcards" in table:
            return list(table["wildcards"])
        indicator = table.get("indicator")
        if indicator is None:
            return [n for n in pick(wildcards.faces, self.options(request)) if n not in ("same", "next")]
        return [CODES[t] for t in self.region.rules.faces_of(CODES.index(indicator), self.options(request))]

    def options(self, request: Json) -> Json:
        """The options of the request with what it leaves out."""
        return {**self.sheet.options.defaults, **request.get("options", {})}

    def changed(self, request: Json) -> Json:
        """The request with one or two things changed."""
        made = copy.deepcopy(request)
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            self.rng.choices(
                (self.change_tile, self.change_winning_tile, self.open_meld, self.close_meld, self.change_table,
                 self.add_winner, self.drop_winner, self.change_way, self.change_option),
                (12, 4, 1, 3, 3, 3, 1, 2, 1),
            )[0](made)  # fmt: skip
        return made

    def winner(self, request: Json) -> Json | None:
        wins = request.get("wins") or []
        player = request["players"].get(self.rng.choice(wins)["winner"]) if wins else None
        return player if player and player.get("concealed") else None

    def tile(self, request: Json, player: Json) -> str:
        """A wildcard, a neighbour of what the player holds, or any tile."""
        wild = self.wildcards(request)
        if wild and self.rng.random() < 0.4:
            return self.rng.choice(wild)
        if self.rng.random() < 0.7:
            held = self.rng.choice(player["concealed"])
            near = [k for k in self.kinds if k[1] == held[1] and abs(int(k[0]) - int(held[0])) <= 2]
            if near:
                return self.rng.choice(near)
        return self.rng.choice(self.kinds)

    def change_tile(self, request: Json) -> None:
        player = self.winner(request)
        if player:
            player["concealed"][self.rng.randrange(len(player["concealed"]))] = self.tile(request, player)

    def change_winning_tile(self, request: Json) -> None:
        player = self.winner(request)
        wins = [w for w in request.get("wins", ()) if "tile" in w]
        if player and wins:
            tile = self.tile(request, player)
            for win in wins:
                win["tile"] = tile

    def close_meld(self, request: Json) -> None:
        player = self.winner(request)
        if player and player.get("melds"):
            meld = player["melds"].pop(self.rng.randrange(len(player["melds"])))
            player["concealed"] += meld["tiles"][:3]

    def open_meld(self, request: Json) -> None:
        player = self.winner(request)
        if player and len(player["concealed"]) > 3:
            tile = self.rng.choice(player["concealed"])
            same = [t for t in player["concealed"] if t == tile]
            if len(same) >= 3:
                for _ in range(3):
                    player["concealed"].remove(tile)
                player.setdefault("melds", []).append({"type": "concealed_kong", "tiles": [tile] * 4})

    def change_table(self, request: Json) -> None:
        table = request.setdefault("table", {})
        before = self.wildcards(request)
        if "indicator" in table:
            table["indicator"] = self.rng.choice(self.kinds)
        elif "wildcards" in table:
            table["wildcards"] = [self.rng.choice(self.kinds) for _ in table["wildcards"]]
        swap = dict(zip(before, self.wildcards(request), strict=False))
        for player in request["players"].values():
            if player.get("concealed"):
                player["concealed"] = [swap.get(t, t) for t in player["concealed"]]

    def add_winner(self, request: Json) -> None:
        wins = request.get("wins") or []
        taken = {w["winner"] for w in wins} | {w.get("from") for w in wins}
        free = [seat for seat in self.sheet.seats if seat not in taken]
        if wins and free and "from" in wins[0]:
            seat = self.rng.choice(free)
            request["players"][seat] = copy.deepcopy(request["players"][wins[0]["winner"]])
            for win in wins:
                player = request["players"][win["winner"]]
                if player.get("concealed"):
                    self.fill(request, player)
            wins.append({**copy.deepcopy(wins[0]), "winner": seat})

    def drop_winner(self, request: Json) -> None:
        if len(request.get("wins") or []) > 1:
            win = request["wins"].pop()
            request["players"].pop(win["winner"], None)

    def change_way(self, request: Json) -> None:
        wins = request.get("wins") or []
        if len(wins) == 1:
            win = wins[0]
            win["circumstances"] = []
            if win["by"] == "self_draw":
                win["by"], win["from"] = "discard", self.rng.choice([s for s in self.sheet.seats if s != win["winner"]])
            else:
                win["by"] = "self_draw"
                win.pop("from", None)

    def change_option(self, request: Json) -> None:
        fields = [f for f in self.sheet.options.values() if f.values or f.type == "boolean"]
        if fields:
            field = self.rng.choice(fields)
            if field.type in ("string", "boolean", "integer"):
                value = self.rng.choice(list(field.values) or [True, False])
                request["options"] = {**request.get("options", {}), field.name: value}


def spelled_out(request: Json) -> Json:
    """The request with every list of tiles as a list of codes."""

    def codes(tiles: str | list[str]) -> list[str]:
        return [CODES[t] for t in parse(tiles if isinstance(tiles, str) else "".join(tiles))]

    made = copy.deepcopy(request)
    for player in made.get("players", {}).values():
        for field in ("concealed", "flowers"):
            if player.get(field):
                player[field] = codes(player[field])
        for meld in player.get("melds", ()):
            meld["tiles"] = codes(meld["tiles"])
    if made.get("table", {}).get("wildcards"):
        made["table"]["wildcards"] = codes(made["table"]["wildcards"])
    if isinstance(made.get("wins"), tuple):
        made["wins"] = list(made["wins"])
    return made


def compact(request: Json) -> Json:
    """The request with every list of tiles as one text."""
    made = copy.deepcopy(request)
    for player in made.get("players", {}).values():
        for field in ("concealed", "flowers"):
            if isinstance(player.get(field), list):
                player[field] = "".join(player[field])
        for meld in player.get("melds", ()):
            meld["tiles"] = "".join(meld["tiles"])
    return made


def kept() -> dict[str, Json]:
    """The slowest request known of each rule set."""
    return yaml.safe_load(KEPT.read_text()) or {} if KEPT.exists() else {}


def keep(found: dict[str, Json]) -> None:
    """Writes them, one a line."""
    lines = ["# The slowest request known of each rule set, found by `python -m benchmarks.slowest`."]
    lines += [f"{ruleset}: {json.dumps(request, ensure_ascii=False)}" for ruleset, request in sorted(found.items())]
    KEPT.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Searches, rule set by rule set, and keeps what is slower than what was known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", help="default: all")
    parser.add_argument("--seconds", type=float, default=20.0, help="processor time for each rule set")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    regions = catalogue()
    for ruleset in arguments.rulesets or sorted(regions):
        found = kept()
        known = [found[ruleset]] if ruleset in found else []
        request, seconds = Climber(regions[ruleset], Random(arguments.seed)).search(arguments.seconds, known)
        if not known or seconds > cost(known[0]):
            found[ruleset] = compact(request)
            keep(found)
        print(f"{ruleset:16s} {seconds * 1e3:8.2f} ms", flush=True)


if __name__ == "__main__":
    main()
