"""Draws a position of Halunken for the screen in the middle of the table.

The harbour is on the left, the crews are on the right. The screen is seen from three metres: no letter is
smaller than 18 of the 450 units of height.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from games.core.contract import Json
from games.core.positions.picture import (
    EDGE,
    INK,
    SEAT_COLOURS,
    draw_box,
    draw_card,
    draw_circle,
    draw_text,
    shorten,
    wrap_drawing,
)

WIDTH, HEIGHT = 700, 450
CENTRE_X, CENTRE_Y = 210, HEIGHT / 2
DIVES_RADII = (172, 194)  # of the ellipse, across and down
CAPTAINS_RADII = (114, 143)
SPACES = 14
DIVE_WIDTH, DIVE_HEIGHT = 62, 46
PILE_STEP = 3  # between two cards of a dive
PAWN_RADIUS, PAWN_DISTANCE = 19, 30
NUMBER_SIZE = 22  # of the dives, and of the movement cards that were not played
GREY = "#5b5449"

BOAT_TOP = 106
BOAT = f"M{CENTRE_X - 36} {BOAT_TOP + 42}h72l-15 18h-42zM{CENTRE_X} {BOAT_TOP + 36}v-36l27 33z"
BOAT_CARDS_PER_ROW = 3
BOAT_CARD_WIDTH, BOAT_CARD_HEIGHT = 46, 32

CREWS_LEFT, CREWS_RIGHT, CREWS_TOP = 426, WIDTH - 16, 10
LABELS_HEIGHT = 53  # name and points, then the movement cards that were not played
MAX_IN_ONE_ROW, SMALLEST_CREW_ROW = 9, 6
CREW_CARD_HEIGHT, GAP = 44, 4
MAX_NAME, TOTAL_WIDTH = 13, 60
LETTER_WIDTH = 0.66  # of a bold letter, compared with its size
BEST_CARD_LIFT = 8  # The card that stands as a bid lies higher than the others.


def draw_wide(view: Json, names: list[str]) -> str:
    middle = 'cx="{}" cy="{}" rx="{}" ry="{}"'.format(CENTRE_X, CENTRE_Y, *CAPTAINS_RADII)
    parts = [f'<ellipse {middle} fill="#d7e7ef" stroke="{EDGE}"/>', *_draw_boat(view)]
    for dive in view["ring"]:
        parts += _draw_dive(dive)
        parts += _draw_pawns(view, names, dive["space"])
    seat_height = (HEIGHT - 2 * CREWS_TOP) / len(names)
    for seat, name in enumerate(names):
        parts += _draw_seat(view, name, seat, CREWS_TOP + seat * seat_height, seat_height)
    return wrap_drawing(HEIGHT, parts, width=WIDTH)


def _locate_space(space: int, radii: tuple[int, int]) -> tuple[float, float]:
    """Returns the x and y of a space of the ring; the spaces are numbered clockwise from the top."""
    angle = 2 * math.pi * space / SPACES - math.pi / 2
    return CENTRE_X + radii[0] * math.cos(angle), CENTRE_Y + radii[1] * math.sin(angle)


def _draw_dive(dive: Json) -> Iterator[str]:
    """Draws the first scoundrel of the dive above the others; unknown cards are drawn by their backs."""
    x, y = _locate_space(dive["space"], DIVES_RADII)
    left, top = x - DIVE_WIDTH / 2, y - DIVE_HEIGHT / 2
    if not dive["left"]:
        yield draw_box(left, top, DIVE_WIDTH, DIVE_HEIGHT, "none", stroke=EDGE)
        return
    for below in range(dive["left"] - 1, 0, -1):
        shift = below * PILE_STEP
        yield draw_box(left + shift, top + shift, DIVE_WIDTH, DIVE_HEIGHT, EDGE)
    if dive["top"]:
        yield _draw_scoundrel(dive["top"], left, top, DIVE_WIDTH, DIVE_HEIGHT)
    else:
        yield draw_box(left, top, DIVE_WIDTH, DIVE_HEIGHT, EDGE)


def _draw_scoundrel(card_name: str, left: float, top: float, width: float, height: float) -> str:
    colour, value = card_name.split("-")
    return draw_card(left, top, width, height, colour, value, largest=34)


def _draw_pawns(view: Json, names: list[str], space: int) -> Iterator[str]:
    """Draws the captains and Jack in front of a dive, or the number of the dive if nobody stands there."""
    x, y = _locate_space(space, CAPTAINS_RADII)
    pawns = []  # colour and letter of each
    for seat, captain_space in enumerate(view["captains"]):
        if captain_space == space:
            pawns.append((SEAT_COLOURS[seat], names[seat][0]))
    if view["jack"] and view["jack"]["space"] == space:
        pawns.append((INK, "J"))
    if not pawns:
        yield draw_text(x, y + 8, space + 1, size=NUMBER_SIZE, fill=GREY, anchor="middle")
    first_x = x - (len(pawns) - 1) * PAWN_DISTANCE / 2
    for index, (colour, letter) in enumerate(pawns):
        pawn_x = first_x + index * PAWN_DISTANCE
        yield draw_circle(pawn_x, y, PAWN_RADIUS, colour, stroke="#fff")
        yield draw_text(pawn_x, y + 9, letter, size=25, fill="#fff", anchor="middle")


def _draw_boat(view: Json) -> Iterator[str]:
    """Draws the boat with the scoundrels that lie beside it."""
    yield f'<path d="{BOAT}" fill="#8a5a3a" stroke="{INK}"/>'
    distance = BOAT_CARD_WIDTH + GAP
    y = BOAT_TOP + 68.0
    for first in range(0, len(view["boat"]), BOAT_CARDS_PER_ROW):
        row = view["boat"][first : first + BOAT_CARDS_PER_ROW]
        left = CENTRE_X - (len(row) * distance - GAP) / 2
        for index, card_name in enumerate(row):
            yield _draw_scoundrel(card_name, left + index * distance, y, BOAT_CARD_WIDTH, BOAT_CARD_HEIGHT)
        y += BOAT_CARD_HEIGHT + GAP


def _draw_seat(view: Json, name: str, seat: int, top: float, height: float) -> Iterator[str]:
    """Draws the name, the points, the movement cards that were not played, and the crew."""
    colour = SEAT_COLOURS[seat]
    label = shorten(name, MAX_NAME)
    label = f"▶ {label}" if seat in view["waiting"] else label
    if view["jack"] and view["jack"]["renter"] == seat:
        label += " + J"
    total = view["crews"][seat]["total"]
    size = min(23, (CREWS_RIGHT - CREWS_LEFT - TOTAL_WIDTH) / (LETTER_WIDTH * len(label)))
    yield draw_text(CREWS_LEFT, top + 24, label, size=size, fill=colour)
    yield draw_text(CREWS_RIGHT, top + 26, total, size=30, fill=colour, anchor="end")
    unplayed_cards = view["hands"][seat]["left"]
    hand = ["R" if movement == "rum" else str(movement) for movement in unplayed_cards]
    yield draw_text(CREWS_LEFT, top + 49, " ".join(hand), size=NUMBER_SIZE, fill=GREY)
    yield from _draw_crew(view, seat, top + LABELS_HEIGHT, height - LABELS_HEIGHT)


def _draw_crew(view: Json, seat: int, top: float, height: float) -> Iterator[str]:
    """Draws the scoundrels of a seat side by side; many of them become narrower, or stand in two rows."""
    crew = view["crews"][seat]["cards"]
    auction = view["auction"]
    best_card = auction["best"] if auction and auction["bidder"] == seat else None
    rows = 1 if len(crew) <= MAX_IN_ONE_ROW else 2
    columns = max(SMALLEST_CREW_ROW, math.ceil(len(crew) / rows))
    distance = (CREWS_RIGHT - CREWS_LEFT + GAP) / columns
    card_height = min(height / rows - GAP, CREW_CARD_HEIGHT)
    for index, card_name in enumerate(crew):
        row, column = divmod(index, columns)
        lift = BEST_CARD_LIFT if card_name == best_card else 0
        left, card_top = CREWS_LEFT + column * distance, top + row * (card_height + GAP) - lift
        yield _draw_scoundrel(card_name, left, card_top, distance - GAP, card_height)
