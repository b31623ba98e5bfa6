"""Scores a finished round of Chinese mahjong under regional rules.

    from calculator_api import score
    answer = score({"ruleset": "guangdong", "players": {…}, "wins": […]})

`score` takes and returns what `POST /v1/score` does; `create_app` makes the Flask application around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .round import Fault, ImpossibleRound

if TYPE_CHECKING:
    from flask import Flask

__version__ = "0.1.0"
__all__ = ["Fault", "ImpossibleRound", "__version__", "create_app", "score"]


def score(request: dict[str, Any]) -> dict[str, Any]:
    """Settles one finished round.

    Args:
        request: the round, as JSON data.

    Returns:
        Wins with their patterns and arithmetic, payments, totals and notices, as JSON data.

    Raises:
        ImpossibleRound: the request describes no possible round; `.faults` names every fault by JSON pointer.
    """
    from .web.service import score as settle_request

    return settle_request(request)


def create_app() -> Flask:
    """The web service: a WSGI application."""
    from .web.app import create_app as make

    return make()
