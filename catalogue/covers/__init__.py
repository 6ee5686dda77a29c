"""Draws covers from facts: the themes choose the colours, the mechanisms the pattern, and there are a name in
a serif and a meeple (a wooden figure) for each player.

The same facts always give the same drawing, byte for byte.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from importlib.resources import files

from catalogue.covers.lettering import LINE_HEIGHT, UNBROKEN, break_lines, draw_text, split_name
from catalogue.covers.patterns import (
    OTHER_PATTERNS,
    PATTERNS,
    SERIF,
    SIDE,
    NameRandom,
    Pattern,
    draw_meeple,
    draw_path,
)

# It changes with every change of these modules, and so do the addresses of covers. So browsers show no old
# drawing.
_SOURCES = {
    file.name: file.read_bytes() for file in files(__package__).iterdir() if file.name.endswith(".py")
}
EDITION = sha256(b"".join(_SOURCES[name] for name in sorted(_SOURCES))).hexdigest()[:6]
CREAM, INK = "#faf3e3", "#1d2733"
MAX_MEEPLES = 8
# Each has the colour of the ground, a deeper colour, and a light colour.
PALETTES = (
    ("#14304a", "#0b1c2e", "#d98e1f"), ("#7b1e3a", "#4d0f22", "#e8b04a"), ("#1f5a4c", "#103a31", "#e9c46a"),
    ("#3d3a78", "#25234f", "#f2a65a"), ("#8a4a1c", "#5a2d0e", "#f3d9a4"), ("#246a86", "#123f52", "#f4c95d"),
    ("#5c2a5e", "#391639", "#f0a7a0"), ("#4a5d23", "#2c3913", "#f1d06e"), ("#a23b2a", "#6b2015", "#f6cf8f"),
    ("#2b4c8c", "#182d57", "#9fd3c7"), ("#30434f", "#1a2831", "#e5a04c"), ("#6a5a17", "#41370c", "#f5e2a3"),
)  # fmt: skip
# By number of a palette: the words in the slugs of themes that choose it.
THEME_WORDS = {
    0: "pirate econom trade harbour harbor colon",
    1: "medieval renaissance asia china japan",
    2: "nature animal environment garden forest",
    3: "myth space abstract",
    4: "ancient egypt prehist west",
    5: "sea naut ocean water river fish",
    6: "fantasy magic party",
    7: "farm",
    8: "civil race sport food",
    9: "science city travel word number",
    10: "horror zombie murder spies train industry",
    11: "war army",
}


@dataclass(frozen=True, slots=True)
class Cover:
    """The facts that a cover is drawn from."""

    name: str
    themes: Sequence[str] = ()
    mechanisms: Sequence[str] = ()
    players_min: int | None = None
    players_max: int | None = None
    year: str = ""
    people: str = ""


def choose_palette(cover: Cover) -> tuple[str, str, str]:
    """The palette of the themes. If they choose none, a palette that depends on the name."""
    slugs = "-".join(cover.themes)
    for number, words in THEME_WORDS.items():
        if any(word in slugs for word in words.split()):
            return PALETTES[number]
    return PALETTES[NameRandom(cover.name).draw_below(len(PALETTES))]


def choose_pattern(cover: Cover) -> Pattern:
    """The pattern for the first of the mechanisms. If none has one, a pattern that depends on the name."""
    slugs = "-".join(cover.mechanisms)
    first_pattern, first_position = None, len(slugs)
    for pattern, words in PATTERNS:
        for word in words.split():
            position = slugs.find(word)
            if 0 <= position < first_position:
                first_pattern, first_position = pattern, position
    if first_pattern is not None:
        return first_pattern
    return OTHER_PATTERNS[NameRandom(cover.name[::-1]).draw_below(len(OTHER_PATTERNS))]


def draw_cover(cover: Cover) -> str:
    """The cover as SVG."""
    printable_name = "".join(letter for letter in cover.name if letter.isprintable() or letter in UNBROKEN)
    cover = replace(cover, name=printable_name)
    # The drawing depends on the order of these draws: another order would give another cover.
    random = NameRandom(cover.name)
    ground, deep, light = choose_palette(cover)
    plate, plate_end = _draw_plate(cover, random, deep, light)
    ground_defs = _define_ground(random.draw_below(2), ground, deep)
    pattern = choose_pattern(cover)(light, random)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" role="img">'
        f"<title>{escape(cover.name)}</title>{ground_defs}"
        f'<rect width="{SIDE}" height="{SIDE}" fill="url(#g)"/>'
        f'<g opacity=".3">{pattern}</g>{plate}{_draw_foot(cover, plate_end, deep, light)}'
        f'<rect x="9" y="9" width="382" height="382" rx="6" fill="none" stroke="{light}" '
        'stroke-opacity=".55" stroke-width="2"/></svg>'
    )


def _define_ground(end_x: int, ground: str, deep: str) -> str:
    """The gradient of the ground: straight down, or to the corner if `end_x` is 1."""
    return (
        f'<defs><linearGradient id="g" x1="0" y1="0" x2="{end_x}" y2="1"><stop stop-color="{ground}"/>'
        f'<stop offset="1" stop-color="{deep}"/></linearGradient></defs>'
    )


def _draw_plate(cover: Cover, random: NameRandom, deep: str, light: str) -> tuple[str, float]:
    """The label with the name, a little above the middle, and the y at which it ends."""
    title, subtitle = split_name(cover.name)
    title_lines, title_size = break_lines(
        title, max_width=292, max_lines=4, largest_size=68, smallest_size=21
    )
    height = title_size * LINE_HEIGHT * len(title_lines) + 44
    subtitle_lines: list[str] = []
    if subtitle:
        subtitle_lines, subtitle_size = break_lines(
            subtitle, max_width=286, max_lines=2, largest_size=21, smallest_size=13
        )
        height += subtitle_size * LINE_HEIGHT * len(subtitle_lines) + 12
    top = max(30, 150 + random.draw_below(30) - height / 2)
    is_dark = random.draw_below(3) == 0
    style = f'font-weight="700" fill="{CREAM if is_dark else INK}"'
    text, title_end = draw_text(title_lines, title_size, 200, top + 22, style)
    if subtitle_lines:
        style = f'font-style="italic" fill="{light if is_dark else deep}"'
        subtitle_text, _end = draw_text(subtitle_lines, subtitle_size, 200, title_end + 10, style)
        text += subtitle_text
    background = _draw_band(top, height, deep, light) if is_dark else _draw_label(top, height, light)
    return background + text, top + height


def _draw_label(top: float, height: float, light: str) -> str:
    return (
        f'<rect x="34" y="{top:.1f}" width="332" height="{height:.1f}" rx="10" fill="{CREAM}"/>'
        f'<rect x="41" y="{top + 7:.1f}" width="318" height="{height - 14:.1f}" rx="5" fill="none" '
        f'stroke="{light}" stroke-width="1.5"/>'
    )


def _draw_band(top: float, height: float, deep: str, light: str) -> str:
    band = f'<rect y="{top:.1f}" width="{SIDE}" height="{height:.1f}" fill="{deep}" fill-opacity=".93"/>'
    for y in (top + 6, top + height - 6):
        band += draw_path(f"M0 {y:.1f}H{SIDE}", light, 2)
    return band


def _draw_foot(cover: Cover, plate_end: float, deep: str, light: str) -> str:
    """The meeples of the players; above them the people and the year, if the label leaves space."""
    meeples = _draw_meeples(cover, deep, light)
    words = " · ".join(word for word in (cover.people, cover.year) if word)
    if not words or plate_end > 280:
        return meeples
    lines, size = break_lines(words, max_width=320, max_lines=1, largest_size=17, smallest_size=13)
    style = f'fill="{CREAM}" stroke="{deep}" stroke-width="4" paint-order="stroke"'
    text, _end = draw_text(lines, size, 200, max(plate_end + 12, 288), style)
    return meeples + text


def count_meeples(cover: Cover) -> tuple[int, int]:
    """The number of players that are needed, and the number that may play, at most eight."""
    fewest = cover.players_min or cover.players_max or 0
    return fewest, min(MAX_MEEPLES, max(fewest, cover.players_max or 0))


def _draw_meeples(cover: Cover, deep: str, light: str) -> str:
    """A meeple for each player that is needed, a dim one for each that may join, and a plus if more than
    eight may play.
    """
    fewest, most = count_meeples(cover)
    if not most:
        return ""
    size = 34
    left = (SIDE - most * size) // 2
    drawing = f'<rect x="0" y="318" width="{SIDE}" height="54" fill="{deep}" fill-opacity=".72"/>'
    for index in range(most):
        opacity = 1 if index < fewest else 0.32
        meeple = draw_meeple(left + index * size + 2, 330, size - 4)
        style = f'fill="{light}" fill-opacity="{opacity}" stroke="{light}" stroke-width="1.5"'
        drawing += f"<g {style}>{meeple}</g>"
    if (cover.players_max or 0) > MAX_MEEPLES:
        style = f'font-family="{SERIF}" font-size="24" font-weight="700" fill="{light}"'
        drawing += f'<text x="{left + most * size + 8}" y="356" {style}>+</text>'
    return drawing
