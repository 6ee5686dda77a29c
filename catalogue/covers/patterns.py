"""Patterns that fill the square of a cover, each for some mechanisms."""

from collections.abc import Callable
from math import cos, pi, sin
from zlib import crc32

SIDE = 400
SERIF = (
    "Iowan Old Style,Palatino Linotype,Palatino,URW Palladio L,P052,Book Antiqua,Georgia,DejaVu "
    "Serif Condensed,serif"
)


class NameRandom:
    """Pseudo-random numbers that depend only on a text, so that a name has always the same drawing."""

    def __init__(self, text: str) -> None:
        self._state = crc32(text.encode("utf-8", "replace")) or 1

    def below(self, n: int) -> int:
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % n


def line(data: str, colour: str, width: float = 3, fill: str = "none") -> str:
    stroke = f'stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{data}" fill="{fill}" {stroke}/>'


def _tile(angle: int, size: tuple[float, float], content: str) -> str:
    """A pattern that repeats over the square."""
    width, height = size
    return (
        f'<defs><pattern id="p" width="{width:g}" height="{height:g}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({angle})">{content}</pattern></defs>'
        f'<rect width="{SIDE}" height="{SIDE}" fill="url(#p)"/>'
    )


def waves(colour: str, random: NameRandom) -> str:
    rings = "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}"/>'
        for x, y in ((0, 40), (80, 40), (40, 60), (0, 80), (80, 80))
        for r in (38, 27, 16)
    )
    return _tile(0, (80, 40), f'<g fill="none" stroke="{colour}" stroke-width="2.5">{rings}</g>')


def hexes(colour: str, random: NameRandom) -> str:
    return _tile(
        random.below(2) * 30,
        (60, 104),
        line("M30 0 60 17.3V52L30 69.3 0 52V17.3ZM30 69.3V104M0 52V17.3M60 52V17.3", colour, 2.5),
    )


def tiles(colour: str, random: NameRandom) -> str:
    roads = f"{line('M0 0H72V72H0Z', colour, 2)}{line('M36 0C36 24 48 36 72 36M0 36C24 36 36 48 36 72', colour, 9)}"
    return _tile(random.below(4) * 90, (72, 72), roads)


def dice(colour: str, random: NameRandom) -> str:
    pips = "".join(
        f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'
        for x, y in ((24, 24), (40, 40), (56, 56), (56, 24), (24, 56))
    )
    return _tile(
        12 + random.below(4) * 6,
        (96, 96),
        (
            f'<rect x="8" y="8" width="64" height="64" rx="13" fill="none" stroke="{colour}" '
            f'stroke-width="3"/>{pips}'
        ),
    )


def cards(colour: str, random: NameRandom) -> str:
    one = '<rect x="-21" y="-30" width="42" height="60" rx="6"/>'
    fan = "".join(
        f'<g transform="translate({45 + a * 0.7:g} 56) rotate({a})">{one}</g>' for a in (-22, 0, 22)
    )
    return _tile(-8, (104, 100), f'<g fill="none" stroke="{colour}" stroke-width="2.5">{fan}</g>')


def routes(colour: str, random: NameRandom) -> str:
    points = [
        (20 + 72 * (n % 6) + random.below(30), 20 + 72 * (n // 6) + random.below(30)) for n in range(36)
    ]
    lines = "".join(
        f"M{x} {y}L{points[n + 1][0]} {points[n + 1][1]}"
        for n, (x, y) in enumerate(points[:-1])
        if n % 6 != 5 and random.below(4)
    )
    lines += "".join(
        f"M{x} {y}L{points[n + 6][0]} {points[n + 6][1]}"
        for n, (x, y) in enumerate(points[:-6])
        if random.below(3)
    )
    return line(lines, colour, 3) + "".join(
        f'<circle cx="{x}" cy="{y}" r="6" fill="{colour}"/>' for x, y in points
    )


def coins(colour: str, random: NameRandom) -> str:
    rings = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y in ((32, 32), (96, 96)) for r in (27, 20))
    jewels = line("M96 20 108 32 96 44 84 32ZM32 84 44 96 32 108 20 96Z", colour, 2.5)
    angle = random.below(3) * 15
    return _tile(angle, (128, 128), f'<g fill="none" stroke="{colour}" stroke-width="3">{rings}</g>{jewels}')


def chevrons(colour: str, random: NameRandom) -> str:
    return _tile(90 * random.below(2), (56, 44), line("M0 30 28 8 56 30M0 52 28 30 56 52", colour, 5))


def links(colour: str, random: NameRandom) -> str:
    centres = ((30, 30), (0, 0), (60, 0), (0, 60), (60, 60))
    rings = "".join(f'<circle cx="{x}" cy="{y}" r="25"/>' for x, y in centres)
    return _tile(45, (60, 60), f'<g fill="none" stroke="{colour}" stroke-width="4">{rings}</g>')


def people(colour: str, random: NameRandom) -> str:
    return _tile(
        0,
        (86, 92),
        f'<g fill="none" stroke="{colour}" stroke-width="2.5">{meeple(10, 8, 36)}{meeple(53, 54, 36)}</g>',
    )


def rays(colour: str, random: NameRandom) -> str:
    centre, parts = 120 + random.below(160), []
    for n in range(0, 36, 2):
        x, y, u, v = (600 * f((n + d) * pi / 18) for d in (0, 1) for f in (cos, sin))
        parts.append(f"M{centre} 170l{x:.0f} {y:.0f} {u - x:.0f} {v - y:.0f}Z")
    return f'<path d="{"".join(parts)}" fill="{colour}" opacity=".55"/>'


def eyes(colour: str, random: NameRandom) -> str:
    lids = line(
        "M8 22Q36-6 64 22 36 50 8 22ZM63 58Q91 30 119 58 91 86 63 58ZM-47 58Q-19 30 9 58-19 86-47 58Z",
        colour,
        3,
    )
    pupils = "".join(f'<circle cx="{x}" cy="{y}" r="8" fill="{colour}"/>' for x, y in ((36, 22), (91, 58)))
    return _tile(0, (110, 72), lids + pupils)


def steps(colour: str, random: NameRandom) -> str:
    return _tile(
        random.below(2) * 90,
        (64, 64),
        line("M0 48H16V32H32V16H48V0H64M0 64V48M-16 0V64M48 64V48H64V32", colour, 4),
    )


def letters(colour: str, random: NameRandom) -> str:
    glyphs = []
    for n in range(36):
        x, y = 66 * (n % 6), 66 * (n // 6)
        turn = f"rotate({random.below(40) - 20} {30 + x} {40 + y})"
        glyphs.append(
            f'<text x="{16 + x}" y="{52 + y}" '
            f'transform="{turn}">{"AEGIKMNORSTUVZ?!"[random.below(16)]}</text>'
        )
    return f'<g font-family="{SERIF}" font-size="46" fill="{colour}" opacity=".8">{"".join(glyphs)}</g>'


MEEPLE = (
    "M16 2a5 5 0 0 1 5 5.4c0 1 .6 1.8 1.6 2.2 3 1.2 6.4 3 7.4 5 .7 1.6-.6 3-2.4 3h-5c.6 2.4 2.6 6 "
    "4.8 9.4.8 1.3 0 3-1.6"
    " 3h-6.2L16 24l-3.6 6H6.2c-1.6 0-2.4-1.7-1.6-3C6.8 23.6 8.8 20 9.4 17.6h-5c-1.8 0-3.1-1.4-2.4-3 "
    "1-2 4.4-3.8 7.4-5"
    " 1-.4 1.6-1.2 1.6-2.2A5 5 0 0 1 16 2Z"
)


def meeple(x: float, y: float, size: float) -> str:
    """A wooden figure in a square of this size."""
    return f'<path transform="translate({x:g} {y:g}) scale({size / 32:.3g})" d="{MEEPLE}"/>'


Pattern = Callable[[str, NameRandom], str]
# Each pattern with the words in the slugs of mechanisms that choose it; see `choose_pattern`.
PATTERNS: tuple[tuple[Pattern, str], ...] = (
    (dice, "dice rolling"),
    (tiles, "tile pattern"),
    (routes, "route network pick-up"),
    (hexes, "hex area modular grid"),
    (people, "worker"),
    (steps, "action"),
    (coins, "auction bidding trad market stock income"),
    (links, "coop team"),
    (eyes, "deduction bluff hidden traitor memory"),
    (chevrons, "race movement roll"),
    (rays, "push luck legacy"),
    (letters, "storytelling word spelling trivia"),
    (cards, "card hand deck draft trick set"),
)
OTHERS: tuple[Pattern, ...] = (waves, chevrons, rays, hexes, links, steps)
