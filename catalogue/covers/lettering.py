"""Breaks names into lines and draws them, without knowing the fonts of the reader."""

import re
from html import escape
from unicodedata import normalize

from catalogue.covers.patterns import SERIF

UNBROKEN = "\u00a0\u202f"  # spaces at which no line ends, as before a French exclamation mark
BREAKS = re.compile(rf"[^\S{UNBROKEN}]+")
# The widths of bold letters in the widest serif that readers are likely to have, so that every name fits. A
# width of 1 is the size of the font.
LETTERS_BY_WIDTH = {
    0.34: "ijl.,:;'’| " + UNBROKEN,
    0.44: "ftrIJ!?()[]-–",
    0.55: "csvxyz",
    0.60: "aeo",
    0.98: "mwMW@%&—…",
}
WIDTH_BY_LETTER = {letter: width for width, letters in LETTERS_BY_WIDTH.items() for letter in letters}
OTHER_UPPER_CASE_WIDTH, OTHER_WIDTH, ASIAN_WIDTH = 0.76, 0.65, 1.0
FIRST_ASIAN_LETTER = "\u2e80"

LINE_HEIGHT = 1.08  # in sizes of the font
BASELINE = 0.8  # below the top of a line
MAX_PIECE_LETTERS = 13  # of a word that is too long for a line
MIN_GAIN = 1.08  # A further line must make the letters larger by this factor.


def measure_width(text: str) -> float:
    """The approximate width of the text in a bold serif of size 1. Accents are ignored."""
    return sum(_measure_letter(letter) for letter in text)


def _measure_letter(letter: str) -> float:
    plain_letter = normalize("NFD", letter)[0]
    if plain_letter >= FIRST_ASIAN_LETTER:
        return ASIAN_WIDTH
    if plain_letter in WIDTH_BY_LETTER:
        return WIDTH_BY_LETTER[plain_letter]
    return OTHER_UPPER_CASE_WIDTH if plain_letter.isupper() else OTHER_WIDTH


def break_lines(
    text: str, max_width: float, max_lines: int, largest_size: float, smallest_size: float
) -> tuple[list[str], float]:
    """The lines of the text, and the font size at which they fit. Words that do not fit are left out."""
    words = [word for word in BREAKS.split(text) if word] or ["·"]
    if len(words) == 1 and measure_width(text) * smallest_size > max_width:
        words = _cut_word(text)
    lines: list[str] = []
    size = 0.0
    for line_count in range(1, min(max_lines, len(words)) + 1):
        candidate = _split_evenly(words, line_count)
        # Three or more lines are smaller than the largest size, so that a long name does not fill the cover.
        largest_for_lines = largest_size * 1.75 / line_count**0.75
        candidate_size = min(largest_size, _find_size(candidate, max_width), largest_for_lines)
        if candidate_size > size * MIN_GAIN:
            lines, size = candidate, candidate_size
    while size < smallest_size and len(words) > 1:
        words = _drop_last_word(words)
        lines = _split_evenly(words, min(max_lines, len(words)))
        size = min(largest_size, _find_size(lines, max_width))
    return lines, size


def _find_size(lines: list[str], max_width: float) -> float:
    """The size at which the widest line fits."""
    return max_width / max(measure_width(line) for line in lines)


def _cut_word(word: str) -> list[str]:
    """The pieces of a long word. All but the last end with a hyphen."""
    pieces = [word[start : start + MAX_PIECE_LETTERS] for start in range(0, len(word), MAX_PIECE_LETTERS)]
    return [f"{piece}-" for piece in pieces[:-1]] + pieces[-1:]


def _drop_last_word(words: list[str]) -> list[str]:
    """The words without the last one, which is replaced by an ellipsis."""
    if len(words) > 2:
        return [*words[:-2], words[-2] + "…"]
    return [words[0][: MAX_PIECE_LETTERS - 1] + "…"]


def _split_evenly(words: list[str], line_count: int) -> list[str]:
    """The words on this number of lines, which are about equally wide."""
    max_line_width = 1.12 * measure_width(" ".join(words)) / line_count
    lines = [words[0]]
    for index, word in enumerate(words[1:], start=1):
        lines_left = line_count - len(lines)
        words_left = len(words) - index
        longer_line = f"{lines[-1]} {word}"
        is_full = measure_width(longer_line) > max_line_width
        is_needed_below = words_left <= lines_left  # Each of the lines that are left needs a word.
        if lines_left and (is_full or is_needed_below):
            lines.append(word)
        else:
            lines[-1] = longer_line
    return lines


def draw_text(lines: list[str], size: float, x: float, y: float, style: str) -> tuple[str, float]:
    """The lines as SVG text, and the y at which they end."""
    drawn_lines = ""
    for index, line in enumerate(lines):
        baseline = y + size * (BASELINE + LINE_HEIGHT * index)
        drawn_lines += f'<text x="{x:g}" y="{baseline:.1f}">{escape(line)}</text>'
    font = f'font-family="{SERIF}" font-size="{size:.1f}" text-anchor="middle"'
    return f"<g {font} {style}>{drawn_lines}</g>", y + size * LINE_HEIGHT * len(lines)


def split_name(name: str) -> tuple[str, str]:
    """The title and the subtitle: what follows a colon, a dash or a bracket."""
    for mark in (": ", " – ", " — ", " - ", " ("):
        title, separator, subtitle = name.partition(mark)
        if separator and len(title) > 2:
            return title.strip(), subtitle.strip().rstrip(")")
    return name, ""
