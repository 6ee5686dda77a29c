"""Breaks names into lines and draws them, without knowing the fonts of the reader."""

import re
from html import escape
from unicodedata import normalize

from catalogue.covers.patterns import SERIF

UNBROKEN = "\u00a0\u202f"  # spaces at which no line ends, as before a French exclamation mark
BREAKS = re.compile(rf"[^\S{UNBROKEN}]+")
# The widths of letters in the widest serif that readers are likely to have, in bold, so that every name fits.
WIDTHS = {
    letter: width
    for width, letters in (
        (0.34, "ijl.,:;'’| " + UNBROKEN),
        (0.44, "ftrIJ!?()[]-–"),
        (0.55, "csvxyz"),
        (0.60, "aeo"),
        (0.98, "mwMW@%&—…"),
    )
    for letter in letters
}


def measure_width(text: str) -> float:
    """The approximate width of the text in a bold serif of size 1. Accents add nothing."""
    return sum(map(_measure_letter, text))


def _measure_letter(letter: str) -> float:
    plain = normalize("NFD", letter)[0]
    if plain >= "\u2e80":
        return 1.0
    return WIDTHS.get(plain, 0.76 if plain.isupper() else 0.65)


def break_lines(
    text: str, max_width: float, max_lines: int, largest: float, smallest: float
) -> tuple[list[str], float]:
    """The lines of the text, and their size: as large as the width allows. What does not fit is left out."""
    words = [word for word in BREAKS.split(text) if word] or ["·"]
    if len(words) == 1 and measure_width(text) * smallest > max_width:
        words = [f"{text[at : at + 13]}-" for at in range(0, len(text) - 13, 13)] + [
            text[len(text) // 13 * 13 :]
        ]
    best: tuple[float, list[str]] = (0.0, [])
    for count in range(1, min(max_lines, len(words)) + 1):
        lines = _split(words, count)
        size = min(
            largest,
            max_width / max(measure_width(line) for line in lines),
            largest * 1.75 / len(lines) ** 0.75,
        )
        if size > best[0] * 1.08:
            best = size, lines
    size, lines = best
    while size < smallest and len(words) > 1:
        words = [*words[:-2], words[-2] + "…"] if len(words) > 2 else [words[0][:12] + "…"]
        lines = _split(words, min(max_lines, len(words)))
        size = min(largest, max_width / max(measure_width(line) for line in lines))
    return lines, size


def _split(words: list[str], count: int) -> list[str]:
    """The words in this number of lines of similar width."""
    width_per_line = measure_width(" ".join(words)) / count
    lines: list[list[str]] = [[]]
    for at, word in enumerate(words):
        room = count - len(lines)
        line = " ".join([*lines[-1], word])
        if lines[-1] and room and (measure_width(line) > width_per_line * 1.12 or len(words) - at <= room):
            lines.append([word])
        else:
            lines[-1].append(word)
    return [" ".join(line) for line in lines]


def draw_text(lines: list[str], size: float, x: float, y: float, style: str) -> tuple[str, float]:
    """The lines as SVG text, and the y at which they end."""
    drawn = "".join(
        f'<text x="{x:g}" y="{y + size * (0.8 + 1.08 * n):.1f}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    return (
        f'<g font-family="{SERIF}" font-size="{size:.1f}" text-anchor="middle" {style}>{drawn}</g>',
        y + size * 1.08 * len(lines),
    )


def split_name(name: str) -> tuple[str, str]:
    """The title and the subtitle: what follows a colon, a dash or a bracket."""
    for mark in (": ", " – ", " — ", " - ", " ("):
        head, found, tail = name.partition(mark)
        if found and len(head) > 2:
            return head.strip(), tail.strip().rstrip(")")
    return name, ""
