"""内蒙麻将: three conditions on the reading."""

from __future__ import annotations

from collections.abc import Iterator

from calculator_api.rules import BaseRules, Reading, Refused, Tally
from calculator_api.tiles import DRAGONS, TERMINALS


def missed(r: Reading) -> Iterator[str]:
    """The conditions the reading does not meet, in the order of the sheet's reasons."""
    pungs = [made for made in r.sets if made.is_pung]
    if not pungs:
        yield "no_triplet"
    if not r.hand.is_open:
        yield "not_opened"
    if not r.kinds & TERMINALS and not any(made.mask & DRAGONS for made in pungs):
        yield "no_terminal_or_dragon_pung"


class Rules(BaseRules):
    """内蒙麻将."""

    def weigh(self, r: Reading) -> Tally | Refused:
        codes = tuple(missed(r))
        return Refused(*codes) if codes else super().weigh(r)
