"""Draws the tiles: writes the sprite `calculator_api/web/static/tiles.svg` and the app's icon `icon.svg`.

    python tools/make_tiles.py [--check]

Every tile is a `<symbol>` on a 30 × 40 grid whose id is `t` + its code (`t5p`), the back is `tback`. Dots and bamboos
are geometry, characters and honours are glyphs of the reader's own serif font, flowers are simple drawings. Face and
edge take their colours from the page (`--tile-face`, `--tile-edge`): one sprite serves light, dark and paper.
`--check` changes nothing and fails when the files are not what this script would write.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "calculator_api" / "web" / "static"

INK, BLUE, RED, GREEN, GOLD = "#1d2a44", "#1f4e9c", "#c3272b", "#15803d", "#b7791f"
SERIF = (
    "'Noto Serif CJK SC','Noto Serif SC','Source Han Serif SC','Songti SC','STSong','Noto Serif CJK TC','Songti TC',"
    "'SimSun','PMingLiU',serif"
)
NUMERALS = "一二三四五六七八九"
WINDS = "東南西北"
SEASONS, PLANTS = "春夏秋冬", "梅蘭竹菊"

X = (8.0, 15.0, 22.0)


def num(value: float) -> str:
    """A coordinate with no more digits than can be seen."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def circle(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"{more}/>'


def path(d: str, fill: str = "none", stroke: str = "", width: float = 1.2) -> str:
    line = (
        f' stroke="{stroke}" stroke-width="{num(width)}" stroke-linecap="round" stroke-linejoin="round"'
        if stroke
        else ""
    )
    return f'<path d="{d}" fill="{fill}"{line}/>'


def glyph(char: str, x: float, baseline: float, size: float, fill: str) -> str:
    return (
        f'<text x="{num(x)}" y="{num(baseline)}" font-size="{num(size)}" fill="{fill}" font-family="{SERIF}" '
        f'font-weight="700" text-anchor="middle">{char}</text>'
    )


def body(face: str = "var(--tile-face,#fdfaf0)") -> str:
    """The tile itself: a coloured back that shows at the lower edge, and the face."""
    return (
        '<rect x=".5" y=".5" width="29" height="39" rx="3.6" fill="var(--tile-back,#2f7d5b)"/>'
        f'<rect x=".5" y=".5" width="29" height="37" rx="3.6" fill="{face}" '
        'stroke="var(--tile-edge,#a89f86)" stroke-width=".8"/>'
    )


def dot(x: float, y: float, r: float, colour: str) -> str:
    """A coin: ring, gap, centre."""
    ring = (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r * 0.76)}" fill="none" '
        f'stroke="{colour}" stroke-width="{num(r * 0.48)}"/>'
    )
    return ring + circle(x, y, r * 0.26, colour)


def one_dot() -> str:
    """The great coin, with petals so that it is never taken for a small one."""
    petals = "".join(
        circle(15 + 6.7 * math.cos(a), 19 + 6.7 * math.sin(a), 1.5, RED) for a in (math.pi * k / 4 for k in range(8))
    )
    return (
        f'<circle cx="15" cy="19" r="10" fill="none" stroke="{BLUE}" stroke-width="1.7"/>'
        + petals
        + f'<circle cx="15" cy="19" r="3.6" fill="none" stroke="{GREEN}" stroke-width="1.5"/>'
        + circle(15, 19, 1.6, RED)
    )


def dots(n: int) -> str:
    if n == 1:
        return one_dot()
    left, mid, right = 9.2, 15.0, 20.8
    places: dict[int, tuple[float, list[tuple[float, float, str]]]] = {
        2: (6.2, [(mid, 11, GREEN), (mid, 27, BLUE)]),
        3: (4.8, [(7.7, 8.2, BLUE), (mid, 19, RED), (22.3, 29.8, GREEN)]),
        4: (5.2, [(left, 11, BLUE), (right, 11, GREEN), (left, 27, GREEN), (right, 27, BLUE)]),
        5: (4.7, [(8, 9, BLUE), (22, 9, GREEN), (mid, 19, RED), (8, 29, GREEN), (22, 29, BLUE)]),
        6: (
            4.6,
            [(left, 8, GREEN), (right, 8, GREEN), (left, 20, RED), (right, 20, RED), (left, 30, RED), (right, 30, RED)],
        ),
        7: (
            3.4,
            [
                (7, 6.2, GREEN),
                (mid, 9.6, GREEN),
                (23, 13, GREEN),
                (left, 22.6, RED),
                (right, 22.6, RED),
                (left, 31.4, RED),
                (right, 31.4, RED),
            ],
        ),
        8: (3.7, [(x, y, BLUE) for y in (6.4, 14.8, 23.2, 31.6) for x in (left, right)]),
        9: (3.7, [(x, y, c) for y, c in ((7.6, GREEN), (19.0, RED), (30.4, BLUE)) for x in (6.4, mid, 23.6)]),
    }
    r, at = places[n]
    return "".join(dot(x, y, r, c) for x, y, c in at)


def stick(x: float, y: float, half: float, colour: str, lean: float = 0) -> str:
    """A bamboo stick around (x, y), leaning by `lean` units over its half length: two joints and a waist."""

    def joint(k: float) -> str:
        ax, ay, bx, by = x - lean * k, y - half * k, x - lean * k * 0.12, y - half * k * 0.12
        return f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"

    node = circle(x, y, 1.95, colour)
    return path(joint(1) + joint(-1), stroke=colour, width=3.3) + node


def bird() -> str:
    """One bamboo is a bird, as on every set."""
    return (
        path("M6.5 33C8.5 26 11.5 23 16.5 22.5", stroke=GREEN, width=2.2)
        + path("M9.8 34.2C11.2 28.4 13.6 25.4 18 24.4", stroke=BLUE, width=2.2)
        + path("M13.6 34C14.6 30 16.2 27.6 19 26.4", stroke=RED, width=2.2)
        + path(
            "M12.2 21.2C11.4 15.6 14 11.8 17.4 10.6C21.4 9.4 23.6 12.6 22.6 15.4"
            "C24 19.4 23 25.4 19 26.4C15.6 27 12.8 25 12.2 21.2Z",
            GREEN,
        )
        + path("M13.4 15.4C9.6 14 7.2 15.2 6.2 17.6C7.8 20.4 10.4 22 13.6 21.6C15.6 19.6 15.4 16.8 13.4 15.4Z", BLUE)
        + circle(19.6, 9.8, 4.3, GREEN)
        + path("M23.2 8.4L27 10.4L23.4 11.8Z", RED)
        + path("M18.2 6L16.6 2.8M20 5.6L20 2.4M21.6 6.2L23.2 3.4", stroke=RED, width=1.3)
        + circle(20.6, 9, 1.5, "#fff")
        + circle(20.9, 9, 0.8, INK)
        + path("M18 26L18 30M21 25.6L21.6 29.6", stroke=INK, width=1.1)
    )


def bamboos(n: int) -> str:
    if n == 1:
        return bird()
    a, b, c = X[0] - 0.6, X[1], X[2] + 0.6
    l2, r2 = 9.5, 20.5
    half2, half3 = 6.0, 4.2
    rows2, rows3 = (10.0, 28.0), (7.0, 19.0, 31.0)
    up = [
        (a, 10.0, half2, GREEN, 0.0),
        (12.2, 9.6, half2 - 0.8, GREEN, 3.2),
        (17.8, 9.6, half2 - 0.8, GREEN, -3.2),
        (c, 10.0, half2, GREEN, 0.0),
    ]
    down = [
        (a, 28.0, half2, BLUE, 0.0),
        (12.2, 28.4, half2 - 0.8, BLUE, -3.2),
        (17.8, 28.4, half2 - 0.8, BLUE, 3.2),
        (c, 28.0, half2, BLUE, 0.0),
    ]
    at: dict[int, list[tuple[float, float, float, str, float]]] = {
        2: [(b, rows2[0], half2, GREEN, 0), (b, rows2[1], half2, BLUE, 0)],
        3: [(b, rows2[0], half2, BLUE, 0), (l2, rows2[1], half2, GREEN, 0), (r2, rows2[1], half2, GREEN, 0)],
        4: [
            (l2, rows2[0], half2, GREEN, 0),
            (r2, rows2[0], half2, BLUE, 0),
            (l2, rows2[1], half2, BLUE, 0),
            (r2, rows2[1], half2, GREEN, 0),
        ],
        5: [
            (a, rows2[0], half2, GREEN, 0),
            (c, rows2[0], half2, BLUE, 0),
            (b, 19, half2, RED, 0),
            (a, rows2[1], half2, BLUE, 0),
            (c, rows2[1], half2, GREEN, 0),
        ],
        6: [(x, y, half2, col, 0) for y, col in zip(rows2, (GREEN, BLUE), strict=True) for x in (a, b, c)],
        7: [(b, rows3[0], half3, RED, 0)]
        + [(x, y, half3, BLUE if x == b else GREEN, 0) for y in rows3[1:] for x in (a, b, c)],
        8: up + down,
        9: [(x, y, half3, col, 0) for y in rows3 for x, col in zip((a, b, c), (GREEN, RED, BLUE), strict=True)],
    }
    return "".join(stick(*s) for s in at[n])


def character(n: int) -> str:
    return glyph(NUMERALS[n - 1], 15, 17.2, 17, INK) + glyph("萬", 15, 34.4, 17, RED)


def honour(n: int) -> str:
    if n <= 4:
        return glyph(WINDS[n - 1], 15, 28.2, 25.5, INK)
    if n == 5:
        return (
            f'<rect x="6" y="6" width="18" height="26" rx="1.4" fill="none" stroke="{BLUE}" stroke-width="2"/>'
            f'<rect x="9" y="9" width="12" height="20" rx=".6" fill="none" stroke="{BLUE}" stroke-width=".8"/>'
        )
    return glyph("發", 15, 28.2, 25.5, GREEN) if n == 6 else glyph("中", 15, 28.4, 26.5, RED)


def blossom(x: float, y: float, r: float, petals: int, colour: str, heart: str) -> str:
    around = "".join(
        circle(x + r * 0.62 * math.cos(a), y + r * 0.62 * math.sin(a), r * (0.46 if petals < 7 else 0.34), colour)
        for a in (2 * math.pi * k / petals - math.pi / 2 for k in range(petals))
    )
    return around + circle(x, y, r * 0.3, heart)


def season(n: int) -> str:
    """A sprouting branch, a lotus, a maple leaf, a snowflake."""
    if n == 1:
        leaves = (
            "M15 34.6V22.6M15 29C10 29 7.4 26.4 7 22C11.6 22 14.4 24.4 15 29ZM15 26.6"
            "C15.4 22 18.2 19.6 23 19.6C22.8 24.2 19.8 26.6 15 26.6Z"
        )
        return path(leaves, GREEN, GREEN, 1.2)
    if n == 2:
        return path(
            "M15 34C10 34 7 31 6.4 26C9 26 10.6 27 11.6 28.4C11.8 24.6 13 22 15 20"
            "C17 22 18.2 24.6 18.4 28.4C19.4 27 21 26 23.6 26C23 31 20 34 15 34Z",
            "#d6457b",
        ) + path("M8 35.4H22", stroke=GREEN, width=1.6)
    if n == 3:
        return path(
            "M15 20L17.2 24L21.4 22.8L20.4 26.6L24 28.4L20.4 30.2L15 31.4L9.6 30.2L6 28.4L9.6 26.6"
            "L8.6 22.8L12.8 24ZM15 26V35.4",
            GOLD,
            GOLD,
            1,
        )
    arms = "".join(
        f"M15 27.6L{num(15 + 7.4 * math.cos(a))} {num(27.6 + 7.4 * math.sin(a))}"
        for a in (math.pi * k / 3 + math.pi / 6 for k in range(6))
    )
    return path(arms, stroke="#2b7fb8", width=1.7) + circle(15, 27.6, 2.1, "#2b7fb8")


def plant(n: int) -> str:
    """Plum blossom, orchid, bamboo, chrysanthemum."""
    if n == 1:
        return path("M6 35C10 33 12 30 15 27", stroke="#6b4226", width=1.6) + blossom(16, 27, 7.4, 5, RED, "#f6c945")
    if n == 2:
        return path(
            "M15 35C14 28 10 24 6 23M15 35C15.6 28 19 24 24 23.4M15 35C15 30 14.6 26 15 21", stroke=GREEN, width=1.5
        ) + blossom(15, 22.6, 4.6, 5, "#7b3fa0", "#f6c945")
    if n == 3:
        return (
            path("M11.4 35.4V20M18 35.4V22.6", stroke=GREEN, width=2.4)
            + path("M9.8 27.4H13M16.4 29H19.6", stroke="#fdfaf0", width=0.9)
            + path(
                "M11.4 24.6C8.6 24.4 6.8 23 6 20.4C9 20.4 10.8 21.8 11.4 24.6ZM18 27"
                "C20.8 26.8 22.8 25.4 23.8 22.6C20.6 22.8 18.6 24.2 18 27Z",
                GREEN,
            )
        )
    return path("M15 35.4V28", stroke=GREEN, width=1.6) + blossom(15, 26, 8, 11, "#d9911a", "#8a4b08")


def flower(n: int) -> str:
    char = (SEASONS + PLANTS)[n - 1]
    colour = RED if n > 4 else BLUE
    drawing = season(n) if n <= 4 else plant(n - 4)
    number = (
        f'<text x="4" y="10" font-size="8" fill="{INK}" font-family="Georgia,serif" font-weight="700">'
        f"{(n - 1) % 4 + 1}</text>"
    )
    return number + glyph(char, 18, 15.4, 14.5, colour) + drawing


def back() -> str:
    lattice = "".join(f"M{x} 5V33" for x in (9, 15, 21)) + "".join(f"M4.6 {y}H25.4" for y in (11, 19, 27))
    return (
        '<rect x="4" y="4" width="22" height="30" rx="2" fill="none" stroke="#fff" stroke-opacity=".55"/>'
        f'<path d="{lattice}" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="1"/>'
    )


def symbol(name: str, inner: str) -> str:
    return f'<symbol id="t{name}" viewBox="0 0 30 40">{inner}</symbol>'


def sprite() -> str:
    """The whole sprite as SVG text."""
    symbols = [symbol(f"{n}m", body() + character(n)) for n in range(1, 10)]
    symbols += [symbol(f"{n}p", body() + dots(n)) for n in range(1, 10)]
    symbols += [symbol(f"{n}s", body() + bamboos(n)) for n in range(1, 10)]
    symbols += [symbol(f"{n}z", body() + honour(n)) for n in range(1, 8)]
    symbols += [symbol(f"{n}f", body() + flower(n)) for n in range(1, 9)]
    symbols.append(symbol("back", body("var(--tile-back,#2f7d5b)") + back()))
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


def icon() -> str:
    """The app's icon: three coins on a tile, on the green of the table; nothing in it needs a font."""
    tile = body("#fdfaf0").replace("var(--tile-back,#2f7d5b)", "#d9b44a").replace("var(--tile-edge,#a89f86)", "#a89f86")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
        '<rect width="512" height="512" rx="96" fill="#14532d"/>'
        f'<g transform="translate(118.5 72.7) scale(9.16)">{tile}{dots(3)}</g></svg>\n'
    )


def main(arguments: list[str]) -> int:
    files = {"tiles.svg": sprite(), "icon.svg": icon()}
    if "--check" in arguments:
        stale = [
            name
            for name, text in files.items()
            if not (STATIC / name).exists() or (STATIC / name).read_text("utf-8") != text
        ]
        for name in stale:
            print(f"{name} is not what tools/make_tiles.py writes: run it", file=sys.stderr)
        return 1 if stale else 0
    STATIC.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (STATIC / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
