"""Setting names in lines, without knowing the reader's fonts."""

import re
from html import escape
from unicodedata import normalize

from catalogue.covers.patterns import SERIF

UNBROKEN = "\u00a0\u202f"  # spaces at which no line ends, as before a French exclamation mark
BREAKS = re.compile(rf"[^\S{UNBROKEN}]+")
# As wide as the widest of the reader's likely serifs in bold, so that no name runs out of its label.
WIDTHS = {
    letter: wide
    for wide, letters in (
        (0.34, "ijl.,:;'’| " + UNBROKEN),
        (0.44, "ftrIJ!?()[]-–"),
        (0.55, "csvxyz"),
        (0.60, "aeo"),
        (0.98, "mwMW@%&—…"),
    )
    for letter in letters
}


def width(text: str) -> float:
    """About how wide the text is set in a bold serif of size 1; an accent adds nothing."""
    return sum(map(_letter, text))


def _letter(letter: str) -> float:
    plain = normalize("NFD", letter)[0]
    if plain >= "\u2e80":
        return 1.0
    return WIDTHS.get(plain, 0.76 if plain.isupper() else 0.65)


def set_lines(text: str, wide: float, most: int, largest: float, smallest: float) -> tuple[list[str], float]:
    """The text in lines that fill the width well, and their size; what does not fit at all ends in an ellipsis."""
    words = [word for word in BREAKS.split(text) if word] or ["·"]
    if len(words) == 1 and width(text) * smallest > wide:
        words = [f"{text[at : at + 13]}-" for at in range(0, len(text) - 13, 13)] + [text[len(text) // 13 * 13 :]]
    best: tuple[float, list[str]] = (0.0, [])
    for count in range(1, min(most, len(words)) + 1):
        lines = _split(words, count)
        size = min(largest, wide / max(width(line) for line in lines), largest * 1.75 / len(lines) ** 0.75)
        if size > best[0] * 1.08:
            best = size, lines
    size, lines = best
    while size < smallest and len(words) > 1:
        words = [*words[:-2], words[-2] + "…"] if len(words) > 2 else [words[0][:12] + "…"]
        lines = _split(words, min(most, len(words)))
        size = min(largest, wide / max(width(line) for line in lines))
    return lines, size


def _split(words: list[str], count: int) -> list[str]:
    """In so many lines, the widest as narrow as can be."""
    goal = width(" ".join(words)) / count
    lines: list[list[str]] = [[]]
    for at, word in enumerate(words):
        room = count - len(lines)
        line = " ".join([*lines[-1], word])
        if lines[-1] and room and (width(line) > goal * 1.12 or len(words) - at <= room):
            lines.append([word])
        else:
            lines[-1].append(word)
    return [" ".join(line) for line in lines]


def text_block(lines: list[str], size: float, x: float, y: float, style: str) -> tuple[str, float]:
    """The lines as text, and where the next thing may begin."""
    drawn = "".join(
        f'<text x="{x:g}" y="{y + size * (0.8 + 1.08 * n):.1f}">{escape(line)}</text>' for n, line in enumerate(lines)
    )
    return (
        f'<g font-family="{SERIF}" font-size="{size:.1f}" text-anchor="middle" {style}>{drawn}</g>',
        y + size * 1.08 * len(lines),
    )


def parts(name: str) -> tuple[str, str]:
    """The title and what stands behind a colon or a dash."""
    for mark in (": ", " – ", " — ", " - ", " ("):
        head, found, tail = name.partition(mark)
        if found and len(head) > 2:
            return head.strip(), tail.strip().rstrip(")")
    return name, ""
