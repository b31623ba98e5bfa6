"""What can be seen in a reading: one small predicate per pattern id, grouped by family.

`PREDICATES` holds all of them by id. A rule set's `rules.py` may define its own of the same name, which then wins for
that rule set.
"""

from __future__ import annotations

from types import MappingProxyType

from . import circumstances, flushes, honors, kongs, pairs, sets, waits
from .words import Predicate

PREDICATES = MappingProxyType(
    {
        predicate.name: predicate
        for module in (circumstances, flushes, honors, kongs, pairs, sets, waits)
        for predicate in vars(module).values()
        if isinstance(predicate, Predicate)
    }
)

__all__ = ["PREDICATES", "Predicate"]
