"""Scores a finished round of Chinese mahjong under regional rules.

    from calculator_api import score
    answer = score({"ruleset": "guangdong", "players": {…}, "wins": […]})
"""

__version__ = "0.1.0"
