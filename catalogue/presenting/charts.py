"""Charts as SVG: colours come from classes, so that they follow the theme; the numbers stand in a table beside them."""

from collections.abc import Sequence
from math import ceil, log10

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

WIDE, HIGH, LEFT, BOTTOM = 640, 280, 48, 44
ROW, LYING, LETTER, LONGEST = 25, 350, 7.2, 25  # narrow enough to be read on a phone as a whole
Data = Sequence[tuple[str, int]]


def step(largest: int) -> int:
    """A round distance between lines: four or five of them reach the largest number."""
    rough = max(1, largest / 4)
    power = 10 ** int(log10(rough))
    return int(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough))


def _text(x: float, y: float, words: object, kind: str = "", anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(kind: str, width: int, height: int, title: str, inner: str) -> SafeString:
    shape = format_html('data-kind="{}" viewBox="0 0 {} {}"', kind, width, height)
    start = format_html('<svg class="chart" {} role="img" aria-label="{}">', shape, title)
    return start + mark_safe(f"{inner}</svg>")  # every word in it went through escape


def columns(data: Data, title: str) -> SafeString:
    """Upright bars in the order given, for numbers that follow one another."""
    largest = max([1, *(count for _label, count in data)])
    distance = step(largest)
    top = ceil(largest / distance) * distance
    height, each = HIGH - BOTTOM - 16, (WIDE - LEFT) / max(1, len(data))
    lines = "".join(
        f'<path class="grid" d="M{LEFT} {(y := 16 + height * (1 - at / top)):.1f}H{WIDE}"/>'
        + _text(LEFT - 8, y + 4, at, "axis", "end")
        for at in range(0, top + 1, distance)
    )
    drawn = []
    for n, (label, count) in enumerate(data):
        x, size = LEFT + each * n, height * count / top
        box = f'x="{x + each * 0.14:.1f}" y="{16 + height - size:.1f}" width="{each * 0.72:.1f}" height="{size:.1f}"'
        drawn.append(f'<rect class="bar" {box} rx="3"/>')
        drawn.append(_text(x + each / 2, max(13, 10 + height - size), count, "value") if count else "")
        drawn += [
            _text(x + each / 2, HIGH - BOTTOM + 20 + 15 * at, word, "axis") for at, word in enumerate(_two(label))
        ]
    return _svg("columns", WIDE, HIGH, title, lines + "".join(drawn))


def _two(label: str) -> list[str]:
    """A label that is too long for its column in two lines, as equal as they can be."""
    words = label.split(" ")
    if len(label) < 9 or len(words) == 1:
        return [label]
    halves = ([" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words)))
    return min(halves, key=lambda two: max(map(len, two)))


def bars(data: Data, title: str) -> SafeString:
    """Lying bars, for names."""
    largest = max([1, *(count for _label, count in data)])
    names = 10 + LETTER * min(LONGEST, max([0, *(len(label) for label, _count in data)]))
    drawn = []
    for n, (label, count) in enumerate(data):
        y, size = n * ROW, (LYING - names - 40) * count / largest
        short = label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
        drawn.append(_text(names - 8, y + 17, short, "axis", "end"))
        drawn.append(f'<rect class="bar" x="{names:.1f}" y="{y + 4}" width="{size:.1f}" height="{ROW - 8}" rx="3"/>')
        drawn.append(_text(names + size + 7, y + 17, count, "value", "start"))
    return _svg("bars", LYING, max(1, len(data)) * ROW, title, "".join(drawn))
