"""Draws a position of Les Ombres de Macao for the screen in the middle of the table.

The centre is above, the players are below. The screen is seen from three metres. Therefore each card in front
of a player is a strip with one line. The cost of an informant is drawn on the piles only; later its owner
reads it on the phone or on the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from games.core.contract import Json
from games.core.positions.picture import (
    COLOURS,
    INK,
    SEAT_COLOURS,
    draw_box,
    draw_circle,
    draw_text,
    shorten,
    wrap_drawing,
)
from games.macao.words.drawing import COLOUR_BY_FACE, DOT_COLOURS
from games.macao.words.names import RESOURCES, TILES, TYPES, say_number

WIDTH, HEIGHT, MARGIN, GAP = 700, 450, 12, 4
PILE_WIDTH, PILE_HEIGHT = 112, 96
DOT_RADIUS, LETTER_SIZE = 11, 15
TILES_LEFT = MARGIN + 4 * (PILE_WIDTH + GAP) + 8
MAX_STRIP_HEIGHT, MAX_LETTER_SIZE, MIN_LETTER_SIZE = 34, 22, 13
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
#: of letters, compared with their size
BOLD_LETTER_WIDTH, THIN_LETTER_WIDTH = 0.68, 0.6
LARGEST_THIN = 15
TILE_HEIGHT = 24  # in the centre
NAME_HEIGHT = 60  # of a player, with the numbers of cards
MIN_COLUMN, ENOUGH_HEIGHT = 145, 26
MAX_NAME = 11


class Strip(NamedTuple):
    """A card or a tile, drawn in one line: its face, its name, the resources on it, and its coins."""

    face: str
    name: str
    resources: Sequence[str] = ()
    end: str = ""


def draw_wide(view: Json, names: list[str]) -> str:
    parts: list[str] = []
    for index, pile in enumerate(view["piles"]):
        if pile["top"]:
            parts += _draw_pile(view, pile["top"], MARGIN + index * (PILE_WIDTH + GAP))
    tiles = [_describe_tile(view, tile, "green") for tile in view["tiles"]]
    tiles_width = WIDTH - MARGIN - TILES_LEFT
    tiles_height = max(PILE_HEIGHT, TILE_HEIGHT * len(tiles))
    parts += _draw_strips(tiles, TILES_LEFT, MARGIN, tiles_width, tiles_height)
    top = MARGIN + tiles_height + 10
    width = (WIDTH - 2 * MARGIN - (len(names) - 1) * MARGIN) / len(names)
    for seat, name in enumerate(names):
        parts += _draw_seat(view, seat, name, MARGIN + seat * (width + MARGIN), top, width)
    return wrap_drawing(HEIGHT, parts, width=WIDTH)


def _draw_pile(view: Json, card_name: str, left: float) -> Iterator[str]:
    """Draws the character on top of a pile: its type, the resource that it gives, and its cost."""
    facts = view["cards"][card_name]
    fill, ink = COLOURS[COLOUR_BY_FACE["blue"]]
    name = str(TYPES[facts["type"]])
    resource = facts["resource"] or "diamond"
    yield draw_box(left, MARGIN, PILE_WIDTH, PILE_HEIGHT, fill)
    middle = left + PILE_WIDTH / 2
    yield draw_text(middle, MARGIN + 23, name, size=_fit(name, PILE_WIDTH - 8, 20), fill=ink, anchor="middle")
    given = "" if resource == "diamond" else str(RESOURCES[resource])
    room = PILE_WIDTH - 8 - 2 * DOT_RADIUS
    yield from _draw_dot(resource, left + 5 + DOT_RADIUS, MARGIN + 46)
    yield draw_text(left + 10 + 2 * DOT_RADIUS, MARGIN + 52, given, size=_fit(given, room, 16), fill=ink)
    distance = min(2 * DOT_RADIUS + 2, (PILE_WIDTH - 2 * DOT_RADIUS - 4) / max(1, len(facts["cost"]) - 1))
    first = middle - (len(facts["cost"]) - 1) * distance / 2
    for index, paid in enumerate(facts["cost"]):
        yield from _draw_dot(paid, first + index * distance, MARGIN + PILE_HEIGHT - DOT_RADIUS - 7)


def _draw_dot(resource: str, x: float, y: float) -> Iterator[str]:
    fill, ink = DOT_COLOURS[resource]
    yield draw_circle(x, y, DOT_RADIUS, fill)
    letter = "★" if resource == "diamond" else str(RESOURCES[resource])[0].upper()
    yield draw_text(x, y + 5.5, letter, size=LETTER_SIZE, fill=ink, anchor="middle")


def _draw_seat(view: Json, seat: int, name: str, left: float, top: float, width: float) -> Iterator[str]:
    """Draws the name, the coins, the numbers of informants and members with their limits, and the strips."""
    facts, colour = view["seats"][seat], SEAT_COLOURS[seat]
    must_decide = view["turn"] == seat and view["phase"] != "over"
    label = shorten(name, MAX_NAME)
    label = f"▶ {label}" if must_decide else label
    yield draw_text(left, top + 22, label, size=_fit(label, width, 24), fill=colour)
    coins = f"{say_number(facts['coins']['total'])} ¤"
    yield draw_text(left + width, top + 50, coins, size=20, fill=colour, anchor="end")
    counts = (
        ("blue", facts["blue_count"], facts["blue_limit"]),
        ("red", facts["red_count"], facts["red_to_end"]),
    )
    for index, (face, count, limit) in enumerate(counts):
        x = left + index * 54
        yield draw_box(x, top + 32, 13, 20, COLOURS[COLOUR_BY_FACE[face]][0])
        yield draw_text(x + 16, top + 49, f"{count}/{limit}", size=18, fill=INK)
    strips = list(_list_strips(view, facts))
    yield from _draw_strips(strips, left, top + NAME_HEIGHT, width, HEIGHT - MARGIN - top - NAME_HEIGHT)


def _list_strips(view: Json, seat: Json) -> Iterator[Strip]:
    for name in seat["red"]:
        yield _describe_card(view, name, "red")
    for name in seat["blue"]:
        yield _describe_card(view, name, "blue")
    for name in seat["deceased"]:
        yield Strip("deceased", str(TYPES[view["cards"][name]["type"]]), (), "✝")
    for name in seat["opened"]:
        yield _describe_tile(view, name, "yellow")
    for name in seat["reserved"]:
        yield _describe_tile(view, name, "green")


def _describe_card(view: Json, name: str, face: str) -> Strip:
    facts = view["cards"][name]
    end = f"{say_number(facts['coins'])} ¤" if face == "red" else ""
    return Strip(face, str(TYPES[facts["type"]]), (facts["resource"] or "diamond",), end)


def _describe_tile(view: Json, name: str, face: str) -> Strip:
    facts = view["establishments"][name]
    return Strip(face, str(TILES[name]), (), f"{facts['coins']} ¤")


def _draw_strips(
    strips: Sequence[Strip], left: float, top: float, width: float, height: float
) -> Iterator[str]:
    """Draws strips in one column, or in more if there is room for them and the strips would be too low."""
    columns = min(max(1, int(width // MIN_COLUMN)), max(1, ceil(len(strips) * ENOUGH_HEIGHT / height)))
    rows = ceil(len(strips) / columns)
    distance = min(MAX_STRIP_HEIGHT, height / max(1, rows))
    column_width = (width + GAP) / columns
    for index, strip in enumerate(strips):
        column, row = divmod(index, rows)
        place = (left + column * column_width, top + row * distance)
        yield from _draw_strip(strip, *place, column_width - GAP, distance - 2)


def _draw_strip(strip: Strip, left: float, top: float, width: float, height: float) -> Iterator[str]:
    fill, ink = COLOURS[COLOUR_BY_FACE[strip.face]]
    yield draw_box(left, top, width, height, fill)
    largest = min(MAX_LETTER_SIZE, height * 0.8)
    baseline = top + height / 2 + largest * 0.36
    x = left + 5
    for resource in strip.resources:
        yield from _draw_dot(resource, x + DOT_RADIUS, top + height / 2)
        x += 2 * DOT_RADIUS + 3
    room = left + width - x - 3
    if strip.end:
        yield draw_text(left + width - 4, baseline, strip.end, size=largest, fill=ink, anchor="end")
        room -= largest * BOLD_LETTER_WIDTH * len(strip.end) + 4
    name = shorten(strip.name.replace(SOFT_HYPHEN, ""), int(room / (THIN_LETTER_WIDTH * MIN_LETTER_SIZE)))
    yield draw_text(x, baseline, name, size=_fit(name, room, largest), fill=ink)


def _fit(words: str, width: float, largest: float) -> float:
    """Returns a size of letters with which the words fit into the width; small letters are thin."""
    length = max(1, len(words))
    size = min(largest, width / (BOLD_LETTER_WIDTH * length))
    return size if size > LARGEST_THIN else min(largest, LARGEST_THIN, width / (THIN_LETTER_WIDTH * length))
