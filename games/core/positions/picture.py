"""Draws the parts of positions: SVG without scripts and style sheets, on a background of its own, so that a
drawing looks the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

WIDTH = 480
LETTERS_IN_A_LINE = 64
INK, PAPER, EDGE = "#1d2733", "#faf6ee", "#cdbf9f"
#: seat -> its colour
SEAT_COLOURS = ("#b3261e", "#1f5fa8", "#2e7d32", "#8a5a00")
#: colour of a card -> its background, and the colour of letters on it
COLOURS = {
    "red": ("#c0392b", "#fff"),
    "lightblue": ("#8cc4e8", INK),
    "blue": ("#2c5aa0", "#fff"),
    "yellow": ("#f0c53a", INK),
    "orange": ("#e58a2b", INK),
    "purple": ("#7d4a9e", "#fff"),
    "green": ("#3c7d3a", "#fff"),
    "grey": ("#8d949c", INK),
    "white": ("#fff", INK),
    "black": (INK, "#fff"),
}
#: value of a die -> the places of its pips, in quarters of the side
_PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}


def wrap_drawing(height: float, parts: Iterable[str], *, width: int = WIDTH) -> str:
    """The whole drawing, which contains these parts."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0f}" width="{width}" '
        f'height="{height:.0f}" role="img" font-family="system-ui, \'DejaVu Sans\', sans-serif" '
        f'font-size="15" fill="{INK}">\n'
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2:.0f}" rx="10" fill="{PAPER}" '
        f'stroke="{EDGE}" stroke-width="2"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def measure_height(svg: str) -> int:
    """The height of a drawing that `wrap_drawing` has made."""
    return int(svg.partition(' height="')[2].partition('"')[0])


def draw_text(
    x: float, y: float, words: object, *, size: float = 15, fill: str = INK, anchor: str = "start"
) -> str:
    weight = ' font-weight="700"' if size > 15 else ""
    anchor_attribute = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}"{anchor_attribute}{weight}>'
        f"{escape(str(words))}</text>"
    )


def shorten(name: str, max_letters: int) -> str:
    """A name that fits where nobody can make it smaller."""
    return name if len(name) <= max_letters else name[: max_letters - 1].rstrip() + "…"


def draw_box(x: float, y: float, width: float, height: float, fill: str, *, stroke: str = INK) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="5" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="1.2"/>'
    )


def draw_circle(x: float, y: float, radius: float, fill: str, *, stroke: str = INK) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{stroke}"/>'


def draw_card(
    x: float, y: float, width: float, height: float, colour: str, words: object, *, largest: float = 22
) -> str:
    """A card with a few letters in its middle, as large as they fit."""
    fill, ink = COLOURS[colour]
    size = min(largest, height * 0.55, 1.5 * width / len(str(words)))
    letters = draw_text(
        x + width / 2, y + height / 2 + size * 0.36, words, size=size, fill=ink, anchor="middle"
    )
    return draw_box(x, y, width, height, fill) + letters


def draw_die(x: float, y: float, size: float, value: int, fill: str) -> str:
    quarter, radius = size / 4, size / 11
    drawing = draw_box(x, y, size, size, fill)
    for across, down in _PIPS[value]:
        centre_x, centre_y = x + quarter * across, y + quarter * down
        drawing += f'<circle cx="{centre_x:.1f}" cy="{centre_y:.1f}" r="{radius:.1f}" fill="#fff"/>'
    return drawing


def wrap_words(words: Iterable[str], max_letters: int) -> list[str]:
    """The words in lines of at most `max_letters` letters."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) < max_letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def draw_lines(parts: Iterable[Mapping[str, Any]]) -> str:
    """A position in words, for games that have no drawing: headings, each with its lines."""
    lines = []
    y = 12.0
    for part in parts:
        y += 22
        lines.append(draw_text(14, y, part["heading"], size=16))
        for line in part["lines"]:
            for piece in wrap_words(line.split(), LETTERS_IN_A_LINE):
                y += 19
                lines.append(draw_text(22, y, piece, size=13))
    return wrap_drawing(y + 16, lines)
