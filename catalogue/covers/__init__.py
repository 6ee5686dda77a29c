"""Covers drawn from facts: colour of the theme, pattern of the mechanisms, name in a serif, meeples for players.

Pure: the same facts give the same drawing, byte for byte.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from importlib.resources import files

from catalogue.covers.patterns import OTHERS, PATTERNS, SERIF, SIDE, Chance, Pattern, line, meeple
from catalogue.covers.setting import UNBROKEN, parts, set_lines, text_block

#: changes with every change of how covers are drawn, so that no browser keeps an old one
_SOURCES = {file.name: file.read_bytes() for file in files(__package__).iterdir() if file.name.endswith(".py")}
EDITION = sha256(b"".join(_SOURCES[name] for name in sorted(_SOURCES))).hexdigest()[:6]
CREAM, INK = "#faf3e3", "#1d2733"
# Ground, deep ground, light: three tones of one mood.
PALETTES = (
    ("#14304a", "#0b1c2e", "#d98e1f"), ("#7b1e3a", "#4d0f22", "#e8b04a"), ("#1f5a4c", "#103a31", "#e9c46a"),
    ("#3d3a78", "#25234f", "#f2a65a"), ("#8a4a1c", "#5a2d0e", "#f3d9a4"), ("#246a86", "#123f52", "#f4c95d"),
    ("#5c2a5e", "#391639", "#f0a7a0"), ("#4a5d23", "#2c3913", "#f1d06e"), ("#a23b2a", "#6b2015", "#f6cf8f"),
    ("#2b4c8c", "#182d57", "#9fd3c7"), ("#30434f", "#1a2831", "#e5a04c"), ("#6a5a17", "#41370c", "#f5e2a3"),
)  # fmt: skip
# Words in a theme's slug that choose a palette.
MOODS = {
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


def mood(cover: Cover) -> tuple[str, str, str]:
    words = "-".join(cover.themes)
    found = next((number for number, known in MOODS.items() if any(word in words for word in known.split())), None)
    return PALETTES[Chance(cover.name).below(len(PALETTES)) if found is None else found]


def pattern(cover: Cover) -> Pattern:
    words = "-".join(cover.mechanisms)
    known = [(words.index(word), drawing) for drawing, told in PATTERNS for word in told.split() if word in words]
    if known:
        return min(known, key=lambda pair: pair[0])[1]
    return OTHERS[Chance(cover.name[::-1]).below(len(OTHERS))]


def draw(cover: Cover) -> str:
    """The cover as SVG."""
    cover = replace(cover, name="".join(letter for letter in cover.name if letter.isprintable() or letter in UNBROKEN))
    chance = Chance(cover.name)
    ground, deep, light = mood(cover)
    plate, below = _plate(cover, chance, deep, light)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" role="img">'
        f"<title>{escape(cover.name)}</title><defs>"
        f'<linearGradient id="g" x1="0" y1="0" x2="{chance.below(2)}" y2="1"><stop stop-color="{ground}"/>'
        f'<stop offset="1" stop-color="{deep}"/></linearGradient></defs>'
        f'<rect width="{SIDE}" height="{SIDE}" fill="url(#g)"/>'
        f'<g opacity=".3">{pattern(cover)(light, chance)}</g>{plate}{_foot(cover, below, deep, light)}'
        f'<rect x="9" y="9" width="382" height="382" rx="6" fill="none" stroke="{light}" stroke-opacity=".55" '
        'stroke-width="2"/></svg>'
    )


def _plate(cover: Cover, chance: Chance, deep: str, light: str) -> tuple[str, float]:
    """The label with the name, somewhere above the middle; and where it ends."""
    title, rest = parts(cover.name)
    lines, size = set_lines(title, 292, 4, 68, 21)
    small, small_size = set_lines(rest, 286, 2, 21, 13) if rest else ([], 0.0)
    height = size * 1.08 * len(lines) + (small_size * 1.08 * len(small) + 12 if small else 0) + 44
    top = max(30, 150 + chance.below(30) - height / 2)
    dark = chance.below(3) == 0
    text, y = text_block(lines, size, 200, top + 22, f'font-weight="700" fill="{CREAM if dark else INK}"')
    under = (
        text_block(small, small_size, 200, y + 10, f'font-style="italic" fill="{light if dark else deep}"')[0]
        if small
        else ""
    )
    return (_band if dark else _label)(top, height, deep, light) + text + under, top + height


def _label(top: float, height: float, deep: str, light: str) -> str:
    return (
        f'<rect x="34" y="{top:.1f}" width="332" height="{height:.1f}" rx="10" fill="{CREAM}"/>'
        f'<rect x="41" y="{top + 7:.1f}" width="318" height="{height - 14:.1f}" rx="5" fill="none" stroke="{light}" '
        'stroke-width="1.5"/>'
    )


def _band(top: float, height: float, deep: str, light: str) -> str:
    rules = "".join(line(f"M0 {y:.1f}H{SIDE}", light, 2) for y in (top + 6, top + height - 6))
    return f'<rect y="{top:.1f}" width="{SIDE}" height="{height:.1f}" fill="{deep}" fill-opacity=".93"/>{rules}'


def _foot(cover: Cover, top: float, deep: str, light: str) -> str:
    """Meeples for the players; people and year above them where the label leaves room."""
    words = " · ".join(word for word in (cover.people, cover.year) if word)
    figures = _figures(cover, deep, light)
    if not words or top > 280:
        return figures
    lines, size = set_lines(words, 320, 1, 17, 13)
    style = f'fill="{CREAM}" stroke="{deep}" stroke-width="4" paint-order="stroke"'
    return figures + text_block(lines, size, 200, max(top + 12, 288), style)[0]


def _figures(cover: Cover, deep: str, light: str) -> str:
    """A meeple for each player needed, a dim one for each that may join, a plus beyond eight."""
    fewest = cover.players_min or cover.players_max or 0
    most = min(8, max(fewest, cover.players_max or 0))
    if not most:
        return ""
    size, left = 34, 200 - most * 17
    drawn = [f'<rect x="0" y="318" width="{SIDE}" height="54" fill="{deep}" fill-opacity=".72"/>']
    for n in range(most):
        opacity = 1 if n < fewest else 0.32
        figure = meeple(left + n * size + 2, 330, size - 4)
        drawn.append(f'<g fill="{light}" fill-opacity="{opacity}" stroke="{light}" stroke-width="1.5">{figure}</g>')
    if (cover.players_max or 0) > 8:
        style = f'font-family="{SERIF}" font-size="24" font-weight="700" fill="{light}"'
        drawn.append(f'<text x="{left + most * size + 8}" y="356" {style}>+</text>')
    return "".join(drawn)
