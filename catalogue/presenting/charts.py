"""Draws charts as SVG. CSS classes give the colours, so that the charts follow the theme."""

from collections.abc import Sequence
from math import ceil, log10

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

# Columns: the size of the drawing, and the space for the numbers on the left and the labels below.
COLUMNS_WIDTH, COLUMNS_HEIGHT = 640, 280
LEFT_MARGIN, TOP_MARGIN, BOTTOM_MARGIN = 48, 16, 44
COLUMN_SHARE = 0.72  # of the space for a column that its bar fills
LABEL_LINE_HEIGHT = 15
HIGHEST_BASELINE = 13  # of a number above a bar, so that it does not leave the drawing
MAX_LINE_LETTERS = 8  # A longer label of a column takes two lines.
# Bars: a drawing that is narrow enough to be read as a whole on a phone.
BARS_WIDTH, BAR_ROW_HEIGHT = 350, 25
LETTER_WIDTH, MAX_LABEL_LETTERS = 7.2, 25
COUNT_WIDTH = 40  # the space for the number behind a bar
BASELINE = 4  # from the middle of the letters of a text down to the line on which they stand

LabelledCounts = Sequence[tuple[str, int]]


def draw_columns(counts: LabelledCounts, title: str) -> SafeString:
    """Draws upright bars in the given order, for numbers that follow one another."""
    largest = max([1, *(count for _label, count in counts)])
    line_distance = _choose_line_distance(largest)
    top_value = ceil(largest / line_distance) * line_distance
    bottom = COLUMNS_HEIGHT - BOTTOM_MARGIN
    pixels_per_count = (bottom - TOP_MARGIN) / top_value
    column_width = (COLUMNS_WIDTH - LEFT_MARGIN) / max(1, len(counts))
    parts = []
    for value in range(0, top_value + 1, line_distance):
        y = bottom - value * pixels_per_count
        parts.append(f'<path class="grid" d="M{LEFT_MARGIN} {y:.1f}H{COLUMNS_WIDTH}"/>')
        parts.append(_draw_text(LEFT_MARGIN - 8, y + BASELINE, value, "axis", anchor="end"))
    for index, (label, count) in enumerate(counts):
        left = LEFT_MARGIN + column_width * index
        middle = left + column_width / 2
        height = count * pixels_per_count
        top = bottom - height
        bar_left = left + column_width * (1 - COLUMN_SHARE) / 2
        parts.append(_draw_bar(bar_left, top, width=column_width * COLUMN_SHARE, height=height))
        if count:
            parts.append(_draw_text(middle, max(HIGHEST_BASELINE, top - 6), count, "value"))
        for line_number, line in enumerate(_split_label(label)):
            y = bottom + 20 + LABEL_LINE_HEIGHT * line_number
            parts.append(_draw_text(middle, y, line, "axis"))
    return _wrap_svg("columns", COLUMNS_WIDTH, COLUMNS_HEIGHT, title, "".join(parts))


def draw_bars(counts: LabelledCounts, title: str) -> SafeString:
    """Draws horizontal bars, for names."""
    largest = max([1, *(count for _label, count in counts)])
    labels = [_shorten_label(label) for label, _count in counts]
    labels_width = 10 + LETTER_WIDTH * max([0, *(len(label) for label in labels)])
    parts = []
    for index, (label, (_label, count)) in enumerate(zip(labels, counts, strict=True)):
        top = index * BAR_ROW_HEIGHT
        baseline = top + 17
        width = (BARS_WIDTH - labels_width - COUNT_WIDTH) * count / largest
        parts.append(_draw_text(labels_width - 8, baseline, label, "axis", anchor="end"))
        parts.append(_draw_bar(labels_width, top + 4, width=width, height=BAR_ROW_HEIGHT - 8))
        parts.append(_draw_text(labels_width + width + 7, baseline, count, "value", anchor="start"))
    return _wrap_svg("bars", BARS_WIDTH, max(1, len(counts)) * BAR_ROW_HEIGHT, title, "".join(parts))


def _choose_line_distance(largest: int) -> int:
    """A round distance between grid lines, for which four or five lines reach up to the largest number."""
    least = max(1, largest / 4)
    power_of_ten = 10 ** int(log10(least))
    for factor in (1, 2, 5):
        if power_of_ten * factor >= least:
            return power_of_ten * factor
    return power_of_ten * 10


def _shorten_label(label: str) -> str:
    return label if len(label) <= MAX_LABEL_LETTERS else f"{label[: MAX_LABEL_LETTERS - 1]}…"


def _split_label(label: str) -> list[str]:
    """The lines of a label. A label that is too long for its column has two lines of similar length.

    It may break at a no-break space too, because otherwise it would run into its neighbours.
    """
    words = label.split()
    if len(label) <= MAX_LINE_LETTERS or len(words) == 1:
        return [label]
    splits = []
    for word_count in range(1, len(words)):
        splits.append([" ".join(words[:word_count]), " ".join(words[word_count:])])
    return min(splits, key=lambda lines: max(len(line) for line in lines))


def _draw_text(x: float, y: float, words: object, css_class: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{css_class}" text-anchor="{anchor}">{escape(words)}</text>'


def _draw_bar(left: float, top: float, *, width: float, height: float) -> str:
    corner = f'x="{left:.1f}" y="{top:.1f}"'
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="bar" {corner} {size} rx="3"/>'


def _wrap_svg(kind: str, width: int, height: int, title: str, content: str) -> SafeString:
    attributes = format_html('data-kind="{}" viewBox="0 0 {} {}"', kind, width, height)
    start = format_html('<svg class="chart" {} role="img" aria-label="{}">', attributes, title)
    return start + mark_safe(f"{content}</svg>")  # `_draw_text` has escaped every word in it.
