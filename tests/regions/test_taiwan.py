"""Taiwan: random hands of sixteen tiles with flowers, stakes and streaks against a slow reading of its table of tai."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from slow_reader import KINDS, SEATS, Blocks, codes, divisions, meld, outcome, tiles_of

from calculator_api import score

HONORS, WINDS, DRAGONS = range(27, 34), range(27, 31), range(31, 34)
MELDS = ("pung", "exposed_kong", "added_kong", "concealed_kong")
GROUPS = (set(range(1, 5)), set(range(5, 9)))
SINGLE = {"dragon_pung": 1, "seat_flower": 1, "flower_kong": 2}  # what one of several is worth
START = {"heavenly": 24, "earthly": 16, "human": 16}


class Game:
    """A random win: everything the request says, and the tiles as numbers."""

    def __init__(self, seed: int) -> None:
        rng = self.rng = random.Random(seed)
        while not self._draw():
            pass
        self.winner = rng.choice(SEATS)
        self.round_wind = rng.choice(SEATS)
        self.streak = rng.randint(0, 2)
        self.flowers = rng.choice(([], [], rng.sample(range(1, 9), rng.randint(1, 7)), [1, 2, 3, 4], list(range(1, 9))))
        self.stakes = {seat: rng.randint(0, 2) for seat in SEATS if seat != "east"}
        self.options = {
            "base": rng.randint(0, 3),
            "per_tai": rng.randint(1, 3),
            "dealer_tai": rng.randint(0, 1),
            "streak_tai": rng.choice(("n", "2n")),
        }
        alone = Counter(self.everything)[self.tile] == 1
        self.by = rng.choice(("self_draw", "discard", "robbed_kong" if alone else "discard"))
        self.payer = None if self.by == "self_draw" else rng.choice([s for s in SEATS if s != self.winner])
        self.happened = self._happened()

    def _draw(self) -> bool:
        rng = self.rng
        suit = [9 * rng.randrange(3) + r for r in range(9)]
        kinds = rng.choice((suit, [*suit, *HONORS], [*HONORS], list(range(27)), list(range(34))))
        pungs, melded = rng.choice((0.1, 0.4, 1.0)), rng.choice((0, 0, 1, 3, 5))
        self.melds: list[dict[str, str]] = []
        hand = [rng.choice(kinds)] * 2
        for _ in range(5):
            tile = rng.choice(kinds)
            chow = tile < 27 and rng.random() > pungs
            if chow:
                tile -= max(0, tile % 9 - 6)
            if len(self.melds) < melded:
                self.melds.append(meld("chow" if chow else rng.choice(MELDS), tile))
            else:
                hand += [tile, tile + 1, tile + 2] if chow else [tile] * 3
        rng.shuffle(hand)
        self.tile, self.concealed = hand[0], sorted(hand[1:])
        self.everything = [*hand, *(t for m in self.melds for t in tiles_of(m))]
        return max(Counter(self.everything).values()) <= 4

    def _happened(self) -> list[str]:
        rng, possible = self.rng, ["last_tile"]
        if self.by == "self_draw":
            possible += ["flower_replacement"] * bool(self.flowers)
            possible += ["kong_replacement"] * any("kong" in m["type"] for m in self.melds)
        happened = [c for c in possible if rng.random() < 0.3]
        if not self.claimed_melds and rng.random() < 0.3:
            first = {"self_draw": "heavenly" if self.winner == "east" else "earthly", "discard": "human"}.get(self.by)
            happened += [first] if first and (first != "human" or self.winner != "east") else []
        return happened

    @property
    def claimed_melds(self) -> list[dict[str, str]]:
        return [m for m in self.melds if m["type"] != "concealed_kong"]

    @property
    def dealer_tai(self) -> int:
        return self.options["dealer_tai"] + self.streak * (2 if self.options["streak_tai"] == "2n" else 1)

    def request(self) -> dict:
        players: dict[str, dict] = {seat: {"raise": stake} for seat, stake in self.stakes.items()}
        hand = {
            "concealed": codes(self.concealed),
            "melds": self.melds,
            "flowers": "".join(f"{f}f" for f in self.flowers),
        }
        players[self.winner] = players.get(self.winner, {}) | hand
        win = {"winner": self.winner, "tile": KINDS[self.tile], "by": self.by, "circumstances": self.happened}
        return {
            "ruleset": "taiwan",
            "options": self.options,
            "table": {"round_wind": self.round_wind, "dealer_streak": self.streak},
            "players": players,
            "wins": [win | ({"from": self.payer} if self.payer else {})],
        }

    def waits(self) -> int:
        """How many kinds complete the hand in form."""
        return sum(bool(divisions(tuple(sorted((*self.concealed, kind))))) for kind in range(34))


def tai_of_hand(game: Game) -> Counter[str]:
    """What does not depend on the reading."""
    tai: Counter[str] = Counter()
    seat, drawn, own = SEATS.index(game.winner), game.by == "self_draw", set(game.flowers)
    tai["dealer"] = game.dealer_tai * (seat == 0)
    tai["concealed_hand"] = not game.claimed_melds
    tai["fully_concealed"] = not game.claimed_melds and drawn
    tai["self_draw"] = drawn
    whole = [group for group in GROUPS if group <= own]
    tai["flower_kong"] = 2 * len(whole)
    tai["seat_flower"] = len((own - set().union(*whole)) & {seat + 1, seat + 5})
    if len(own) == 8:
        tai |= Counter(eight_flowers=8)
        del tai["flower_kong"], tai["seat_flower"]
    tai["robbing_the_kong"] = game.by == "robbed_kong"
    tai["out_with_replacement"] = drawn and any("replacement" in c for c in game.happened)
    tai["last_tile_draw"] = drawn and "last_tile" in game.happened
    tai["last_tile_claim"] = game.by == "discard" and "last_tile" in game.happened
    if len(game.claimed_melds) == 5:
        tai["half_melded_hand" if drawn else "melded_hand"] = 1 if drawn else 2
    suits, honors = {t // 9 for t in game.everything if t < 27}, any(t >= 27 for t in game.everything)
    if len(suits) < 2:
        tai["all_honors" if not suits else "half_flush" if honors else "full_flush"] = (
            16 if not suits else 8 - 4 * honors
        )
    return tai


def tai_of_reading(game: Game, blocks: Blocks, place: tuple[str, tuple[int, ...]]) -> Counter[str]:
    """What lies in the sets, with the winning tile in `place`."""
    tai: Counter[str] = Counter()
    melded = [("chow" if m["type"] == "chow" else "pung", tiles_of(m)) for m in game.melds]
    sets, pair = [b for b in (*blocks, *melded) if b[0] != "pair"], next(t[0] for kind, t in blocks if kind == "pair")
    pungs = [tiles[0] for kind, tiles in sets if kind == "pung"]
    drawn, waits = game.by == "self_draw", game.waits()
    winds, dragons = [t for t in pungs if t in WINDS], [t for t in pungs if t in DRAGONS]
    if len(dragons) == 3 or len(dragons) == 2 and pair in DRAGONS:
        tai["big_three_dragons" if len(dragons) == 3 else "little_three_dragons"] = 4 * len(dragons) - 4
    else:
        tai["dragon_pung"] = len(dragons)
    if len(winds) == 4 or len(winds) == 3 and pair in WINDS:
        tai["big_four_winds" if len(winds) == 4 else "little_four_winds"] = 8 * len(winds) - 16
    else:
        tai["seat_wind"] = 27 + SEATS.index(game.winner) in winds
        tai["prevalent_wind"] = 27 + SEATS.index(game.round_wind) in winds
    tai["all_pungs"] = 4 * (len(pungs) == 5)
    hidden = sum(kind == "pung" for kind, _ in blocks) + sum(m["type"] == "concealed_kong" for m in game.melds)
    hidden -= not drawn and place[0] == "pung"
    if hidden > 2:
        tai[f"{('three', 'four', 'five')[hidden - 3]}_concealed_pungs"] = (2, 5, 8)[hidden - 3]
    tai["single_wait"] = waits == 1 and place[0] != "pung" and len(game.claimed_melds) < 5
    plain = not pungs and pair < 27 and not game.flowers and not drawn and waits > 1 and place[0] == "chow"
    first = place[1][0]
    if plain and (game.tile == first and first % 9 != 6 or game.tile == first + 2 and first % 9 != 0):
        tai["all_chows"] = 2
    return tai


def slowly(game: Game) -> list[dict[str, int]]:
    """What counts in the best reading; several where readings are worth the same in the same single values."""
    found = []
    for blocks in divisions(tuple(sorted((*game.concealed, game.tile)))):
        for place in {block for block in blocks if game.tile in block[1]}:
            tai = tai_of_hand(game) + tai_of_reading(game, blocks, place)
            for word, value in START.items():
                if word in game.happened:
                    tai[f"{word}_hand"] = value
                    for gone in ("concealed_hand", "fully_concealed", "single_wait", "out_with_replacement"):
                        del tai[gone]
            singles = sorted(
                (SINGLE.get(n, v) for n, v in tai.items() for _ in range(v // SINGLE.get(n, v))), reverse=True
            )
            found.append((sum(tai.values()), singles, dict(tai)))
    best = max(one[:2] for one in found)
    return [tai for *rank, tai in found if tuple(rank) == best]


def totals(game: Game, points: int) -> dict[str, int]:
    paid = dict.fromkeys(SEATS, 0)

    def pay(payer: str, to: str, amount: int) -> None:
        paid[payer] -= amount
        paid[to] += amount

    for seat in [game.payer] if game.payer else [s for s in SEATS if s != game.winner]:
        pay(seat, game.winner, points + game.options["per_tai"] * game.dealer_tai * (seat == "east"))
    for seat, stake in game.stakes.items():
        if game.winner == "east":
            pay(seat, "east", stake)
        elif game.winner == seat:
            pay("east", seat, stake)
    return paid


@pytest.mark.parametrize("seed", range(300))
def test_random_win(seed: int) -> None:
    game = Game(seed)
    answer = outcome(score(game.request()))
    expected = slowly(game)
    assert answer["patterns"] in expected
    points = game.options["base"] + game.options["per_tai"] * sum(expected[0].values())
    assert (answer["score"], answer["totals"]) == (points, totals(game, points))


@pytest.mark.parametrize("by", ["self_draw", "discard", "robbed_kong"])
@pytest.mark.parametrize("winner", SEATS)
def test_eighth_flower(winner: str, by: str) -> None:
    """Whatever the sixteen tiles are, the dealer's tai alone come beside it."""
    seven = {"concealed": "159m159p159s1234567z", "flowers": "1f2f3f4f5f6f7f"}
    win = {"winner": winner, "tile": "8f", "by": by}
    if by != "self_draw":
        win["from"] = "west" if winner != "west" else "north"
    answer = outcome(
        score({"ruleset": "taiwan", "table": {"dealer_streak": 1}, "players": {winner: seven}, "wins": [win]})
    )
    tai = {"eight_flowers" if by == "self_draw" else "seven_robs_one": 8} | ({"dealer": 2} if winner == "east" else {})
    assert answer["patterns"] == tai
