"""Chengdu: random rounds of several wins, kongs and an exhausted wall against a slow, step-by-step reckoning."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from plain_hands import Dealt, deal
from slow_reader import KINDS, SEATS, tiles_of

from calculator_api import ImpossibleRound, score

MELDS = ("pung", "exposed_kong", "added_kong", "concealed_kong")
GENERALS = {t for t in range(27) if t % 9 in (1, 4, 7)}
ENDS = {t for t in range(27) if t % 9 in (0, 8)}
CHOICES = {
    "base": (1, 2),
    "cap_fan": (2, 3, 5, None),
    "self_draw_bonus": ("base", "fan", "none"),
    "fed_kong_win": ("self_draw", "discard"),
    "discarded_kong": ("refund", "keep", "transfer"),
    "last_tile_fan": (0, 1),
    "clean_and_middle": (True, False),
    "check_flower_pig": (True, False),
    "check_ready": (True, False),
    "kong_refund": (True, False),
}


def structure(dealt: Dealt, options: dict) -> list[dict[str, int]]:
    """The hand types of each reading, with their fan."""
    everything = set(dealt.everything)
    always = {"full_flush": 2} if len({t // 9 for t in everything}) == 1 else {}
    if options["clean_and_middle"] and not ENDS & everything:
        always["all_simples"] = 1
    if len(dealt.melds) == 4:
        always["single_tile_hand"] = 1
    found = [{**always, "seven_pairs": 2}] if dealt.pairs() else []
    for blocks in dealt.readings():
        made = dict(always)
        if all(kind != "chow" for kind, _ in blocks):
            made |= {"all_258_pungs": 3} if everything <= GENERALS else {"all_pungs": 1}
        if all(ENDS & set(tiles) for _, tiles in blocks):
            made["outside_hand"] = 2
        if options["clean_and_middle"] and all(m["type"] == "concealed_kong" for m in dealt.melds):
            made["concealed_hand"] = 1
        found.append(made)
    return found


def worth(dealt: Dealt, win: dict, options: dict, void: str | None) -> tuple[int, dict[str, int]] | list[str]:
    """Score and what counts, or the reasons."""
    readings = structure(dealt, options)
    reasons = [] if readings else ["not_a_winning_shape"]
    if len({t // 9 for t in dealt.everything}) == 3:
        reasons.append("missing_suit_required")
    if void is not None and "mps".index(void) in {t // 9 for t in dealt.everything}:
        reasons.append("void_suit_in_hand")
    if reasons:
        return reasons
    circumstances, by = win["circumstances"], win["by"]
    extras = {"root": list(Counter(dealt.everything).values()).count(4)}
    if not dealt.melds:
        extras |= {f"{c}_hand": 5 for c in ("heavenly", "earthly") if c in circumstances}
    extras["out_with_replacement"] = "kong_replacement" in circumstances
    extras["discarded_on_kong"] = "kong_discard" in circumstances
    extras["robbing_the_kong"] = by == "robbed_kong"
    if "last_tile" in circumstances and by != "robbed_kong":
        extras["last_tile_draw" if by == "self_draw" else "last_tile_claim"] = options["last_tile_fan"]
    kept = {name: int(n) for name, n in extras.items() if n or name.startswith("last_tile")}
    bonus = 0
    if by == "self_draw" and feeder_of(dealt, win, options) is None and options["self_draw_bonus"] != "none":
        kept["self_draw"] = 1
        bonus = options["self_draw_bonus"] == "base"
    best = max(readings, key=lambda made: sum(made.values())) or {"basic_win": 0}
    counted = best | kept
    fan = sum(counted.values()) - bonus
    cap = options["cap_fan"]
    return 2 ** (fan if cap is None else min(fan, cap)) + bonus, counted


def feeder_of(dealt: Dealt, win: dict, options: dict) -> str | None:
    """Who pays alone for a self-draw."""
    if options["fed_kong_win"] != "discard" or "kong_replacement" not in win["circumstances"]:
        return None
    kong = dealt.melds[kong_of(dealt, win)]
    return kong["from"] if kong["type"] == "exposed_kong" else None


def kong_of(dealt: Dealt | None, win: dict) -> int | None:
    if "kong_index" in win:
        return win["kong_index"]
    kongs = [i for i, m in enumerate(dealt.melds if dealt else ()) if m["type"] != "pung"]
    return kongs[-1] if kongs else None


class Reckoning:
    """A round settled one event after the other; `paid` is (from, to, what for) -> amount."""

    def __init__(self, hands: dict[str, Dealt], wins: list[dict], options: dict, exhausted: bool, voids: dict) -> None:
        self.hands, self.wins, self.options, self.exhausted, self.voids = hands, wins, options, exhausted, voids
        self.base = options["base"]
        self.paid: Counter = Counter()
        self.values: list[tuple[int, dict[str, int]] | list[str]] = []
        self.gone: list[set[str]] = [set()]
        self.stakes: dict[tuple[str, int], str] = {}
        for win in wins:
            self.win(win)
        self.still = [s for s in SEATS if s not in self.gone[-1]]
        self.refunding: set[str] = set()
        if exhausted and len(self.still) > 1:
            self.check()
        for owner, dealt in hands.items():
            for i, made in enumerate(dealt.melds):
                if made["type"] != "pung":
                    self.kong(owner, i, made)

    def request(self) -> dict:
        voids = {seat: {"void_suit": suit} for seat, suit in self.voids.items()}
        return {
            "ruleset": "chengdu",
            "options": self.options,
            "table": {"wall_exhausted": self.exhausted},
            "players": {seat: dealt.player(**voids.get(seat, {})) for seat, dealt in self.hands.items()},
            "wins": self.wins,
        }

    def win(self, win: dict) -> None:
        winner = win["winner"]
        value = worth(self.hands[winner], win, self.options, self.voids.get(winner))
        self.values.append(value)
        gone = self.gone[-1]
        if isinstance(value, list):
            self.gone.append(gone)
            return
        payer = win.get("from") or feeder_of(self.hands[winner], win, self.options)
        for seat in [payer] if payer else [s for s in SEATS if s != winner and s not in gone]:
            self.paid[seat, winner, "win"] += self.base * value[0]
        if "kong_discard" in win["circumstances"]:
            kong = kong_of(self.hands[payer], win)
            if kong is not None:
                rivals = [winner, *([self.stakes[payer, kong]] if (payer, kong) in self.stakes else [])]
                self.stakes[payer, kong] = min(rivals, key=lambda s: (SEATS.index(s) - SEATS.index(payer)) % 4)
        self.gone.append(gone | {winner})

    def is_pig(self, seat: str) -> bool:
        suits = {t // 9 for t in self.own(seat)}
        void = self.voids.get(seat)
        return len(suits) == 3 or void is not None and "mps".index(void) in suits

    def own(self, seat: str) -> tuple[int, ...]:
        dealt = self.hands[seat]
        return (*dealt.concealed, *(t for m in dealt.melds for t in tiles_of(m)))

    def largest(self, seat: str) -> int | None:
        dealt = self.hands[seat]
        plain = {"by": "discard", "circumstances": ()}
        values = [
            worth(Dealt(dealt.concealed, t, dealt.melds), plain, self.options, self.voids.get(seat))
            for t in range(27)
            if self.own(seat).count(t) < 4
        ]
        return max((value[0] for value in values if isinstance(value, tuple)), default=None)

    def check(self) -> None:
        pigs = [s for s in self.still if self.is_pig(s)]
        claims = {s: self.largest(s) for s in self.still if s not in pigs}
        unready = [s for s, claim in claims.items() if claim is None]
        cap, pigs_pay = self.options["cap_fan"], self.options["check_flower_pig"]
        for pig in pigs if pigs_pay else ():
            for seat in claims:
                self.paid[pig, seat, "penalty"] += self.base * (16 if cap is None else 2**cap)
        for payer in (unready if pigs_pay else unready + pigs) if self.options["check_ready"] else ():
            for seat, claim in claims.items():
                if claim is not None:
                    self.paid[payer, seat, "draw"] += self.base * claim
        if self.options["kong_refund"]:
            self.refunding = {*pigs, *unready}

    def kong(self, owner: str, index: int, made: dict) -> None:
        to: str | None = None if owner in self.refunding else owner
        if (owner, index) in self.stakes and self.options["discarded_kong"] != "keep":
            to = self.stakes[owner, index] if self.options["discarded_kong"] == "transfer" else None
        payers = [made["from"]] if made["type"] == "exposed_kong" else [s for s in SEATS if s != owner]
        for seat in payers:
            if to is not None and seat not in (to, *self.gone[made["after_wins"]]):
                self.paid[seat, to, "kong"] += self.base * (1 if made["type"] == "added_kong" else 2)

    def late_kongs(self) -> set[str]:
        """Pointers of kongs that somebody fed who had left."""
        return {
            f"/players/{seat}/melds/{i}/after_wins"
            for seat, dealt in self.hands.items()
            for i, made in enumerate(dealt.melds)
            if made["type"] == "exposed_kong" and made["from"] in self.gone[made["after_wins"]]
        }


def draw_win(rng: random.Random, dealt: Dealt, winner: str, others: list[str], first: bool) -> dict:
    """Somehow won with these tiles; `others` have not won yet."""
    win: dict = {"winner": winner, "tile": KINDS[dealt.tile], "by": rng.choice(("self_draw", "discard"))}
    circumstances = win["circumstances"] = ["last_tile"] if rng.random() < 0.2 else []
    kongs = [j for j, m in enumerate(dealt.melds) if m["type"] != "pung"]
    if win["by"] == "discard":
        win["from"] = rng.choice(others)
        circumstances += ["kong_discard"] * (rng.random() < 0.5)
    elif kongs and rng.random() < 0.5:
        circumstances.append("kong_replacement")
        win |= {"kong_index": rng.choice(kongs)} if rng.random() < 0.5 else {}
    if first and winner != "east" and rng.random() < 0.1:
        circumstances.append("earthly")
    return win


def draw_round(rng: random.Random) -> Reckoning:
    """A round of up to three wins, with kongs made between them."""
    used: Counter[int] = Counter()
    hands: dict[str, Dealt] = {}
    order = rng.sample(SEATS, 4)
    number = rng.choice((0, 1, 1, 2, 3))
    for seat in SEATS:
        kinds = [9 * s + r for s in rng.sample(range(3), rng.choice((1, 2, 2, 2, 3))) for r in range(9)]
        hands[seat] = deal(rng, kinds, MELDS, feeders=[s for s in SEATS if s != seat], broken=0.3, used=used)
        used += Counter(hands[seat].everything)
        for made in hands[seat].melds:
            if made["type"] != "pung":
                made["after_wins"] = rng.randint(0, min(order.index(seat), number))
    wins = [draw_win(rng, hands[w], w, order[i + 1 :], i == 0) for i, w in enumerate(order[:number])]
    options = {name: rng.choice(choices) for name, choices in CHOICES.items()}
    voids = {seat: rng.choice("mps") for seat in SEATS if rng.random() < 0.2}
    return Reckoning(hands, wins, options, number == 0 or rng.random() < 0.3, voids)


@pytest.mark.parametrize("seed", range(250))
def test_random_round(seed: int) -> None:
    made = draw_round(random.Random(seed))
    late = made.late_kongs()
    if late:
        with pytest.raises(ImpossibleRound) as refused:
            score(made.request())
        assert {f.pointer for f in refused.value.faults} == late
        return
    answer = score(made.request())
    for value, win in zip(made.values, answer["wins"], strict=True):
        if isinstance(value, list):
            assert (win["valid"], [r["code"] for r in win["reasons"]]) == (False, value)
        else:
            counted = {p["id"]: p["value"] * p["count"] for p in win["patterns"]}
            assert (win["valid"], win["score"], counted) == (True, *value)
    paid: Counter = Counter()
    for payment in answer["payments"]:
        paid[payment["from"], payment["to"], payment["for"]] += payment["amount"]
    assert paid == made.paid
