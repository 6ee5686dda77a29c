"""Charts as SVG. Their colours come from CSS classes, so that they follow the theme."""

from collections.abc import Sequence
from math import ceil, log10

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

# Columns: the size of the drawing, and the room for the numbers at the left and for the labels below.
COLUMNS_WIDTH, COLUMNS_HEIGHT = 640, 280
LEFT_MARGIN, TOP_MARGIN, BOTTOM_MARGIN = 48, 16, 44
# Bars: narrow enough to be read whole on a phone.
BARS_WIDTH, ROW_HEIGHT = 350, 25
LETTER_WIDTH, MAX_LABEL = 7.2, 25
Data = Sequence[tuple[str, int]]


def draw_columns(data: Data, title: str) -> SafeString:
    """Upright bars in the given order, for numbers that follow one another."""
    largest = max([1, *(count for _label, count in data)])
    distance = _grid_distance(largest)
    top_value = ceil(largest / distance) * distance
    height = COLUMNS_HEIGHT - BOTTOM_MARGIN - TOP_MARGIN
    width = (COLUMNS_WIDTH - LEFT_MARGIN) / max(1, len(data))
    parts = []
    for value in range(0, top_value + 1, distance):
        y = TOP_MARGIN + height * (1 - value / top_value)
        parts.append(f'<path class="grid" d="M{LEFT_MARGIN} {y:.1f}H{COLUMNS_WIDTH}"/>')
        parts.append(_text(LEFT_MARGIN - 8, y + 4, value, "axis", "end"))
    for number, (label, count) in enumerate(data):
        x = LEFT_MARGIN + width * number
        column_height = height * count / top_value
        y = TOP_MARGIN + height - column_height
        parts.append(_bar(x=x + width * 0.14, y=y, width=width * 0.72, height=column_height))
        if count:
            parts.append(_text(x + width / 2, max(13, y - 6), count, "value"))
        for line_number, line in enumerate(_split_label(label)):
            label_y = COLUMNS_HEIGHT - BOTTOM_MARGIN + 20 + 15 * line_number
            parts.append(_text(x + width / 2, label_y, line, "axis"))
    return _svg("columns", COLUMNS_WIDTH, COLUMNS_HEIGHT, title, "".join(parts))


def draw_bars(data: Data, title: str) -> SafeString:
    """Horizontal bars, for names."""
    largest = max([1, *(count for _label, count in data)])
    longest_label = min(MAX_LABEL, max([0, *(len(label) for label, _count in data)]))
    labels_width = 10 + LETTER_WIDTH * longest_label
    parts = []
    for number, (label, count) in enumerate(data):
        y = number * ROW_HEIGHT
        width = (BARS_WIDTH - labels_width - 40) * count / largest
        short_label = label if len(label) <= MAX_LABEL else f"{label[: MAX_LABEL - 1]}…"
        parts.append(_text(labels_width - 8, y + 17, short_label, "axis", "end"))
        parts.append(_bar(x=labels_width, y=y + 4, width=width, height=ROW_HEIGHT - 8))
        parts.append(_text(labels_width + width + 7, y + 17, count, "value", "start"))
    return _svg("bars", BARS_WIDTH, max(1, len(data)) * ROW_HEIGHT, title, "".join(parts))


def _grid_distance(largest: int) -> int:
    """A round distance between the lines of the grid: four or five lines reach the largest number."""
    exact = max(1, largest / 4)
    power = 10 ** int(log10(exact))
    return int(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= exact))


def _split_label(label: str) -> list[str]:
    """A label that is too long for its column as two lines that are as equal as possible."""
    words = label.split(" ")
    if len(label) < 9 or len(words) == 1:
        return [label]
    splits = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(splits, key=lambda lines: max(len(line) for line in lines))


def _text(x: float, y: float, words: object, css_class: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{css_class}" text-anchor="{anchor}">{escape(words)}</text>'


def _bar(x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}"'
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="bar" {place} {size} rx="3"/>'


def _svg(kind: str, width: int, height: int, title: str, content: str) -> SafeString:
    shape = format_html('data-kind="{}" viewBox="0 0 {} {}"', kind, width, height)
    start = format_html('<svg class="chart" {} role="img" aria-label="{}">', shape, title)
    return start + mark_safe(f"{content}</svg>")  # `_text` has escaped every word in it.
