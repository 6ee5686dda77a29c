"""Covers drawn from facts: colour of the theme, pattern of the mechanisms, name in a serif, meeples for
players.

Pure: the same facts give the same drawing, byte for byte.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from importlib.resources import files

from catalogue.covers.lettering import UNBROKEN, break_lines, draw_text, split_name
from catalogue.covers.patterns import OTHERS, PATTERNS, SERIF, SIDE, NameRandom, Pattern, line, meeple

# It changes with every change of these modules, and so do the addresses of covers: browsers keep no old
# drawing.
_SOURCES = {
    file.name: file.read_bytes() for file in files(__package__).iterdir() if file.name.endswith(".py")
}
EDITION = sha256(b"".join(_SOURCES[name] for name in sorted(_SOURCES))).hexdigest()[:6]
CREAM, INK = "#faf3e3", "#1d2733"
# The ground, a deeper ground, and a light colour.
PALETTES = (
    ("#14304a", "#0b1c2e", "#d98e1f"), ("#7b1e3a", "#4d0f22", "#e8b04a"), ("#1f5a4c", "#103a31", "#e9c46a"),
    ("#3d3a78", "#25234f", "#f2a65a"), ("#8a4a1c", "#5a2d0e", "#f3d9a4"), ("#246a86", "#123f52", "#f4c95d"),
    ("#5c2a5e", "#391639", "#f0a7a0"), ("#4a5d23", "#2c3913", "#f1d06e"), ("#a23b2a", "#6b2015", "#f6cf8f"),
    ("#2b4c8c", "#182d57", "#9fd3c7"), ("#30434f", "#1a2831", "#e5a04c"), ("#6a5a17", "#41370c", "#f5e2a3"),
)  # fmt: skip
# By the number of a palette the words in the slugs of themes that choose it.
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
    """What a cover is drawn from."""

    name: str
    themes: Sequence[str] = ()
    mechanisms: Sequence[str] = ()
    players_min: int | None = None
    players_max: int | None = None
    year: str = ""
    people: str = ""


def choose_palette(cover: Cover) -> tuple[str, str, str]:
    """The palette of the themes, else one that depends on the name."""
    slugs = "-".join(cover.themes)
    for number, words in THEME_WORDS.items():
        if any(word in slugs for word in words.split()):
            return PALETTES[number]
    return PALETTES[NameRandom(cover.name).below(len(PALETTES))]


def choose_pattern(cover: Cover) -> Pattern:
    """The pattern of the mechanism that is named first, else one that depends on the name."""
    slugs = "-".join(cover.mechanisms)
    chosen, first_position = None, len(slugs)
    for pattern, words in PATTERNS:
        for word in words.split():
            position = slugs.find(word)
            if 0 <= position < first_position:
                chosen, first_position = pattern, position
    if chosen is not None:
        return chosen
    return OTHERS[NameRandom(cover.name[::-1]).below(len(OTHERS))]


def draw_cover(cover: Cover) -> str:
    """The cover as SVG."""
    cover = replace(
        cover, name="".join(letter for letter in cover.name if letter.isprintable() or letter in UNBROKEN)
    )
    random = NameRandom(cover.name)
    ground, deep, light = choose_palette(cover)
    plate, below = _plate(cover, random, deep, light)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" role="img">'
        f"<title>{escape(cover.name)}</title><defs>"
        f'<linearGradient id="g" x1="0" y1="0" x2="{random.below(2)}" y2="1"><stop stop-color="{ground}"/>'
        f'<stop offset="1" stop-color="{deep}"/></linearGradient></defs>'
        f'<rect width="{SIDE}" height="{SIDE}" fill="url(#g)"/>'
        f'<g opacity=".3">{choose_pattern(cover)(light, random)}</g>{plate}{_foot(cover, below, deep, light)}'
        f'<rect x="9" y="9" width="382" height="382" rx="6" fill="none" stroke="{light}" '
        f'stroke-opacity=".55" '
        'stroke-width="2"/></svg>'
    )


def _plate(cover: Cover, random: NameRandom, deep: str, light: str) -> tuple[str, float]:
    """The label with the name, a little above the middle, and the y at which it ends."""
    title, rest = split_name(cover.name)
    lines, size = break_lines(title, 292, 4, 68, 21)
    small, small_size = break_lines(rest, 286, 2, 21, 13) if rest else ([], 0.0)
    height = size * 1.08 * len(lines) + (small_size * 1.08 * len(small) + 12 if small else 0) + 44
    top = max(30, 150 + random.below(30) - height / 2)
    dark = random.below(3) == 0
    text, y = draw_text(lines, size, 200, top + 22, f'font-weight="700" fill="{CREAM if dark else INK}"')
    under = (
        draw_text(small, small_size, 200, y + 10, f'font-style="italic" fill="{light if dark else deep}"')[0]
        if small
        else ""
    )
    return (_band if dark else _label)(top, height, deep, light) + text + under, top + height


def _label(top: float, height: float, deep: str, light: str) -> str:
    return (
        f'<rect x="34" y="{top:.1f}" width="332" height="{height:.1f}" rx="10" fill="{CREAM}"/>'
        f'<rect x="41" y="{top + 7:.1f}" width="318" height="{height - 14:.1f}" rx="5" fill="none" '
        f'stroke="{light}" '
        'stroke-width="1.5"/>'
    )


def _band(top: float, height: float, deep: str, light: str) -> str:
    rules = "".join(line(f"M0 {y:.1f}H{SIDE}", light, 2) for y in (top + 6, top + height - 6))
    return (
        f'<rect y="{top:.1f}" width="{SIDE}" height="{height:.1f}" fill="{deep}" fill-opacity=".93"/>{rules}'
    )


def _foot(cover: Cover, top: float, deep: str, light: str) -> str:
    """Meeples for the players, and above them people and year when the label leaves room."""
    words = " · ".join(word for word in (cover.people, cover.year) if word)
    figures = _figures(cover, deep, light)
    if not words or top > 280:
        return figures
    lines, size = break_lines(words, 320, 1, 17, 13)
    style = f'fill="{CREAM}" stroke="{deep}" stroke-width="4" paint-order="stroke"'
    return figures + draw_text(lines, size, 200, max(top + 12, 288), style)[0]


def _figures(cover: Cover, deep: str, light: str) -> str:
    """A meeple for each player that is needed, a dim one for each that may join, and a plus for more than
    eight.
    """
    fewest = cover.players_min or cover.players_max or 0
    most = min(8, max(fewest, cover.players_max or 0))
    if not most:
        return ""
    size, left = 34, 200 - most * 17
    drawn = [f'<rect x="0" y="318" width="{SIDE}" height="54" fill="{deep}" fill-opacity=".72"/>']
    for n in range(most):
        opacity = 1 if n < fewest else 0.32
        figure = meeple(left + n * size + 2, 330, size - 4)
        drawn.append(
            f'<g fill="{light}" fill-opacity="{opacity}" stroke="{light}" stroke-width="1.5">{figure}</g>'
        )
    if (cover.players_max or 0) > 8:
        style = f'font-family="{SERIF}" font-size="24" font-weight="700" fill="{light}"'
        drawn.append(f'<text x="{left + most * size + 8}" y="356" {style}>+</text>')
    return "".join(drawn)
