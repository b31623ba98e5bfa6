"""Takes the README's picture of the page and draws the app's icons: `python tools/screenshot.py [--icons]`.

Serves the project on a free port, opens the page in Debian's chromium with an example, and writes `docs/page.png`;
with `--icons` it writes `calculator_api/web/static/icon-192.png` and `icon-512.png` from `icon.svg` instead.
Needs what the browser tests need: `tests/browser/install.sh` brings it.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "calculator_api" / "web" / "static"
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from driving import Browser, serve  # noqa: E402

ROUND = (
    "ruleset=guangdong&south.concealed=23456m99m&south.melds.0.type=pung&south.melds.0.tiles=222z&south.melds.0.from=west"
    "&south.melds.1.type=concealed_kong&south.melds.1.tiles=7777z&wins.0.winner=south&wins.0.by=self_draw&wins.0.tile=1m"
)


def page(browser: Browser) -> None:
    """The calculator with a scored hand, beside a phone's view of the same."""
    with serve() as origin:
        browser("fresh", width=1120, height=830, locale="en-US")
        browser("open", url=f"{origin}/#{ROUND}")
        browser("wait", at=".answer.scored")
        (ROOT / "docs").mkdir(exist_ok=True)
        browser("shot", path=str(ROOT / "docs" / "page.png"))


def icons(browser: Browser) -> None:
    """The icon at the sizes that phones ask for."""
    for size in (192, 512):
        browser("fresh", width=size, height=size)
        browser("open", url=f"file://{STATIC / 'icon.svg'}")
        browser("shot", path=str(STATIC / f"icon-{size}.png"))


def main(arguments: list[str]) -> int:
    with Browser() as browser:
        (icons if "--icons" in arguments else page)(browser)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
