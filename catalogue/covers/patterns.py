"""Patterns that fill the square of a cover, each for some mechanisms.

Each pattern is a function that takes a colour and the random numbers of the name, and returns SVG. Most
patterns draw one tile, which `_repeat` lays over the whole square.
"""

from collections.abc import Callable, Iterable
from math import cos, pi, sin
from zlib import crc32

SIDE = 400  # of the square
SERIF = (
    "Iowan Old Style,Palatino Linotype,Palatino,URW Palladio L,P052,Book Antiqua,Georgia,DejaVu "
    "Serif Condensed,serif"
)


class NameRandom:
    """Pseudo-random numbers that depend only on a text, so that a name always has the same drawing."""

    def __init__(self, text: str) -> None:
        self._state = crc32(text.encode("utf-8", "replace")) or 1

    def draw_below(self, limit: int) -> int:
        """The next number, which is at least 0 and below the limit."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % limit


Pattern = Callable[[str, NameRandom], str]
Point = tuple[float, float]


def draw_path(data: str, colour: str, width: float = 3) -> str:
    stroke = f'stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{data}" fill="none" {stroke}/>'


def _outline(shapes: str, colour: str, width: float = 2.5) -> str:
    return f'<g fill="none" stroke="{colour}" stroke-width="{width:g}">{shapes}</g>'


def _draw_rings(centres: Iterable[Point], radii: Iterable[int]) -> str:
    """A circle of each of these radii around each of the centres."""
    return "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in centres for radius in radii)


def _draw_dots(centres: Iterable[Point], radius: int, colour: str) -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>' for x, y in centres)


def _repeat(tile: str, width: float, height: float, angle: int = 0) -> str:
    """Fills the square with copies of a tile of this size."""
    return (
        f'<defs><pattern id="p" width="{width:g}" height="{height:g}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({angle})">{tile}</pattern></defs>'
        f'<rect width="{SIDE}" height="{SIDE}" fill="url(#p)"/>'
    )


def draw_waves(colour: str, random: NameRandom) -> str:
    rings = _draw_rings(((0, 40), (80, 40), (40, 60), (0, 80), (80, 80)), (38, 27, 16))
    return _repeat(_outline(rings, colour), 80, 40)


def draw_hexagons(colour: str, random: NameRandom) -> str:
    edges = "M30 0 60 17.3V52L30 69.3 0 52V17.3ZM30 69.3V104M0 52V17.3M60 52V17.3"
    return _repeat(draw_path(edges, colour, 2.5), 60, 104, angle=random.draw_below(2) * 30)


def draw_tiles(colour: str, random: NameRandom) -> str:
    edges = draw_path("M0 0H72V72H0Z", colour, 2)
    roads = draw_path("M36 0C36 24 48 36 72 36M0 36C24 36 36 48 36 72", colour, 9)
    return _repeat(edges + roads, 72, 72, angle=random.draw_below(4) * 90)


def draw_dice(colour: str, random: NameRandom) -> str:
    pips = _draw_dots(((24, 24), (40, 40), (56, 56), (56, 24), (24, 56)), 5, colour)
    die = f'<rect x="8" y="8" width="64" height="64" rx="13" fill="none" stroke="{colour}" stroke-width="3"/>'
    return _repeat(die + pips, 96, 96, angle=12 + random.draw_below(4) * 6)


def draw_cards(colour: str, random: NameRandom) -> str:
    """Three cards that a hand holds as a fan."""
    fan = ""
    for angle in (-22, 0, 22):
        card = '<rect x="-21" y="-30" width="42" height="60" rx="6"/>'
        fan += f'<g transform="translate({45 + angle * 0.7:g} 56) rotate({angle})">{card}</g>'
    return _repeat(_outline(fan, colour), 104, 100, angle=-8)


def draw_routes(colour: str, random: NameRandom) -> str:
    """Cities in six rows of six, each a little displaced, and roads between most neighbours."""
    cities = []
    for number in range(36):
        x = 20 + 72 * (number % 6) + random.draw_below(30)
        y = 20 + 72 * (number // 6) + random.draw_below(30)
        cities.append((x, y))
    roads = ""
    for number in range(len(cities) - 1):
        is_last_of_row = number % 6 == 5
        if not is_last_of_row and random.draw_below(4):
            roads += _draw_road(cities[number], cities[number + 1])
    for number in range(len(cities) - 6):
        if random.draw_below(3):
            roads += _draw_road(cities[number], cities[number + 6])
    return draw_path(roads, colour) + _draw_dots(cities, 6, colour)


def _draw_road(start: Point, end: Point) -> str:
    return f"M{start[0]} {start[1]}L{end[0]} {end[1]}"


def draw_coins(colour: str, random: NameRandom) -> str:
    coins = _outline(_draw_rings(((32, 32), (96, 96)), (27, 20)), colour, 3)
    jewels = draw_path("M96 20 108 32 96 44 84 32ZM32 84 44 96 32 108 20 96Z", colour, 2.5)
    return _repeat(coins + jewels, 128, 128, angle=random.draw_below(3) * 15)


def draw_chevrons(colour: str, random: NameRandom) -> str:
    chevrons = draw_path("M0 30 28 8 56 30M0 52 28 30 56 52", colour, 5)
    return _repeat(chevrons, 56, 44, angle=random.draw_below(2) * 90)


def draw_links(colour: str, random: NameRandom) -> str:
    rings = _draw_rings(((30, 30), (0, 0), (60, 0), (0, 60), (60, 60)), (25,))
    return _repeat(_outline(rings, colour, 4), 60, 60, angle=45)


def draw_people(colour: str, random: NameRandom) -> str:
    meeples = draw_meeple(10, 8, 36) + draw_meeple(53, 54, 36)
    return _repeat(_outline(meeples, colour), 86, 92)


def draw_rays(colour: str, random: NameRandom) -> str:
    """Eighteen of 36 sectors around a point in the upper half; the others between them stay empty."""
    centre_x, radius, step = 120 + random.draw_below(160), 600, pi / 18
    sectors = ""
    for number in range(0, 36, 2):
        start, end = number * step, (number + 1) * step
        # A triangle from the centre to the start of the sector, from there to its end, and back.
        start_x, start_y = radius * cos(start), radius * sin(start)
        end_x, end_y = radius * cos(end), radius * sin(end)
        sectors += f"M{centre_x} 170l{start_x:.0f} {start_y:.0f} {end_x - start_x:.0f} {end_y - start_y:.0f}Z"
    return f'<path d="{sectors}" fill="{colour}" opacity=".55"/>'


def draw_eyes(colour: str, random: NameRandom) -> str:
    outlines = "M8 22Q36-6 64 22 36 50 8 22ZM63 58Q91 30 119 58 91 86 63 58ZM-47 58Q-19 30 9 58-19 86-47 58Z"
    pupils = _draw_dots(((36, 22), (91, 58)), 8, colour)
    return _repeat(draw_path(outlines, colour) + pupils, 110, 72)


def draw_steps(colour: str, random: NameRandom) -> str:
    steps = draw_path("M0 48H16V32H32V16H48V0H64M0 64V48M-16 0V64M48 64V48H64V32", colour, 4)
    return _repeat(steps, 64, 64, angle=random.draw_below(2) * 90)


def draw_letters(colour: str, random: NameRandom) -> str:
    """Letters in six rows of six, each turned a little."""
    letters = ""
    for number in range(36):
        x, y = 66 * (number % 6), 66 * (number // 6)
        turn = f"rotate({random.draw_below(40) - 20} {30 + x} {40 + y})"
        letter = "AEGIKMNORSTUVZ?!"[random.draw_below(16)]
        letters += f'<text x="{16 + x}" y="{52 + y}" transform="{turn}">{letter}</text>'
    return f'<g font-family="{SERIF}" font-size="46" fill="{colour}" opacity=".8">{letters}</g>'


MEEPLE_OUTLINE = (
    "M16 2a5 5 0 0 1 5 5.4c0 1 .6 1.8 1.6 2.2 3 1.2 6.4 3 7.4 5 .7 1.6-.6 3-2.4 3h-5c.6 2.4 2.6 6 "
    "4.8 9.4.8 1.3 0 3-1.6"
    " 3h-6.2L16 24l-3.6 6H6.2c-1.6 0-2.4-1.7-1.6-3C6.8 23.6 8.8 20 9.4 17.6h-5c-1.8 0-3.1-1.4-2.4-3 "
    "1-2 4.4-3.8 7.4-5"
    " 1-.4 1.6-1.2 1.6-2.2A5 5 0 0 1 16 2Z"
)


def draw_meeple(x: float, y: float, size: float) -> str:
    """A wooden figure in a square of this size."""
    scale = size / 32  # The outline is drawn in a square of 32.
    return f'<path transform="translate({x:g} {y:g}) scale({scale:.3g})" d="{MEEPLE_OUTLINE}"/>'


# Each pattern with words. A word in the slug of a mechanism chooses the pattern; see `choose_pattern`.
PATTERNS: tuple[tuple[Pattern, str], ...] = (
    (draw_dice, "dice rolling"),
    (draw_tiles, "tile pattern"),
    (draw_routes, "route network pick-up"),
    (draw_hexagons, "hex area modular grid"),
    (draw_people, "worker"),
    (draw_steps, "action"),
    (draw_coins, "auction bidding trad market stock income"),
    (draw_links, "coop team"),
    (draw_eyes, "deduction bluff hidden traitor memory"),
    (draw_chevrons, "race movement roll"),
    (draw_rays, "push luck legacy"),
    (draw_letters, "storytelling word spelling trivia"),
    (draw_cards, "card hand deck draft trick set"),
)
# The patterns for covers whose mechanisms choose none.
OTHER_PATTERNS: tuple[Pattern, ...] = (
    draw_waves,
    draw_chevrons,
    draw_rays,
    draw_hexagons,
    draw_links,
    draw_steps,
)
