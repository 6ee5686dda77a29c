"""Draws a position of Halunken: the ring of dives, the captains, the crews and the movement cards."""

from __future__ import annotations

import math
from collections.abc import Iterator

from games.core.contract import Json
from games.core.positions.picture import (
    EDGE,
    INK,
    SEAT_COLOURS,
    WIDTH,
    draw_box,
    draw_card,
    draw_circle,
    draw_text,
    wrap_drawing,
)

CENTRE_X, CENTRE_Y = WIDTH / 2, 168  # of the ring
DIVES_RADIUS, CAPTAINS_RADIUS = 140, 96
RING_STRETCH = 1.35  # the ring is wider than high
SPACES = 14
LEFT_MARGIN = 14
CARD_WIDTH, CARD_HEIGHT, GAP = 34, 26, 4
SEAT_HEIGHT = 58
CREW_LEFT = 140
MAX_BOAT_CARDS, BOAT_CARDS_PER_ROW = 8, 4
BEST_CARD_LIFT = 8  # the card of the best bid is drawn higher than the others
GREY = "#6b6457"
#: a hull with a sail, above the scoundrels of the boat
BOAT = f"M{CENTRE_X - 24} {CENTRE_Y - 26}h48l-10 12h-28zM{CENTRE_X} {CENTRE_Y - 30}v-26l18 24z"


def draw_position(view: Json, names: list[str]) -> str:
    parts = [draw_circle(CENTRE_X, CENTRE_Y, CAPTAINS_RADIUS - 20, "#d7e7ef", stroke=EDGE)]
    for dive in view["ring"]:
        parts += _draw_dive(dive)
        parts += _draw_pawns(view, names, dive["space"])
    parts += _draw_boat(view)
    top = CENTRE_Y + DIVES_RADIUS + 34
    for seat, name in enumerate(names):
        parts += _draw_seat(view, name, seat, top + seat * SEAT_HEIGHT)
    return wrap_drawing(top + len(names) * SEAT_HEIGHT + 4, parts)


def _locate_space(space: int, radius: float) -> tuple[float, float]:
    """The x and y of a space of the ring, clockwise from the top."""
    angle = 2 * math.pi * space / SPACES - math.pi / 2
    return CENTRE_X + radius * RING_STRETCH * math.cos(angle), CENTRE_Y + radius * math.sin(angle)


def _draw_dive(dive: Json) -> Iterator[str]:
    """The first scoundrel of the dive; the back of a card if it lies face down, or an empty place."""
    x, y = _locate_space(dive["space"], DIVES_RADIUS)
    card_x, card_y = x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2
    if dive["top"]:
        yield _draw_scoundrel(dive["top"], card_x, card_y)
    else:
        cards_left = dive["left"]
        fill = EDGE if cards_left else "none"
        yield draw_box(card_x, card_y, CARD_WIDTH, CARD_HEIGHT, fill, stroke=EDGE)


def _draw_scoundrel(card_name: str, left: float, top: float) -> str:
    colour, value = card_name.split("-")
    return draw_card(left, top, CARD_WIDTH, CARD_HEIGHT, colour, value)


def _draw_pawns(view: Json, names: list[str], space: int) -> Iterator[str]:
    """The captains in front of a dive, and Black Jack; the number of the dive if nobody stands there."""
    x, y = _locate_space(space, CAPTAINS_RADIUS)
    pawns = []  # the colour and the letter of each
    for seat, captain_space in enumerate(view["captains"]):
        if captain_space == space:
            pawns.append((SEAT_COLOURS[seat], names[seat][0]))
    if view["jack"] and view["jack"]["space"] == space:
        pawns.append((INK, "J"))
    if not pawns:
        yield draw_circle(x, y, 9, "#fff", stroke=EDGE)
        yield draw_text(x, y + 4, space + 1, size=10, fill=GREY, anchor="middle")
    for index, (colour, letter) in enumerate(pawns):
        pawn_x = x + index * 16
        yield draw_circle(pawn_x, y, 12, colour)
        yield draw_text(pawn_x, y + 5, letter, size=14, fill="#fff", anchor="middle")


def _draw_boat(view: Json) -> Iterator[str]:
    yield f'<path d="{BOAT}" fill="#8a5a3a" stroke="{INK}"/>'
    for index, card_name in enumerate(view["boat"][:MAX_BOAT_CARDS]):
        row, column = divmod(index, BOAT_CARDS_PER_ROW)
        left = CENTRE_X - 74 + column * (CARD_WIDTH + GAP)
        top = CENTRE_Y - 6 + row * (CARD_HEIGHT + GAP)
        yield _draw_scoundrel(card_name, left, top)


def _draw_seat(view: Json, name: str, seat: int, top: float) -> Iterator[str]:
    """The crew, and the remaining movement cards."""
    label = f"▶ {name}" if seat in view["waiting"] else name
    if view["jack"] and view["jack"]["renter"] == seat:
        label += " + J"
    yield draw_text(LEFT_MARGIN, top + 18, label, size=17, fill=SEAT_COLOURS[seat])
    unplayed_cards = view["hands"][seat]["left"]
    hand = ["R" if movement == "rum" else str(movement) for movement in unplayed_cards]
    yield draw_text(LEFT_MARGIN, top + 38, " ".join(hand), size=13, fill=GREY)
    yield from _draw_crew(view, seat, top + 10)


def _draw_crew(view: Json, seat: int, top: float) -> Iterator[str]:
    """The scoundrels of a seat side by side; many of them overlap."""
    crew = view["crews"][seat]["cards"]
    auction = view["auction"]
    best_card = auction["best"] if auction and auction["bidder"] == seat else None
    distance = min(CARD_WIDTH + GAP, (WIDTH - CREW_LEFT - 20) / max(1, len(crew)))
    for index, card_name in enumerate(crew):
        lift = BEST_CARD_LIFT if card_name == best_card else 0
        yield _draw_scoundrel(card_name, CREW_LEFT + index * distance, top - lift)
