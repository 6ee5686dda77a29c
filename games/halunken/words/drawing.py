"""A position of Halunken as a drawing: the ring of dives, the captains, the crews and the movement cards."""

from __future__ import annotations

import math
from collections.abc import Iterator

from games.core.contract import Json
from games.core.positions.picture import EDGE, INK, SEAT_COLOURS, WIDTH, box, card, circle, frame, text

CENTRE_X, CENTRE_Y, OUTER, INNER = WIDTH / 2, 168, 140, 96
CARD_WIDTH, CARD_HEIGHT = 34, 26
ROW_HEIGHT = 58
SPACES = 14
#: a hull with a sail, above the scoundrels that lie beside it
BOAT = f"M{CENTRE_X - 24} {CENTRE_Y - 26}h48l-10 12h-28zM{CENTRE_X} {CENTRE_Y - 30}v-26l18 24z"


def draw_position(view: Json, names: list[str]) -> str:
    parts = [circle(CENTRE_X, CENTRE_Y, INNER - 20, "#d7e7ef", stroke=EDGE)]
    for dive in view["ring"]:
        parts += _draw_dive(view, names, dive)
    parts += _draw_boat(view)
    top = CENTRE_Y + OUTER + 34
    for seat, name in enumerate(names):
        parts += _draw_seat(view, name, seat, top + seat * ROW_HEIGHT)
    return frame(top + len(names) * ROW_HEIGHT + 4, parts)


def _find_place(space: int, radius: float) -> tuple[float, float]:
    """Clockwise from the top."""
    angle = 2 * math.pi * space / SPACES - math.pi / 2
    return CENTRE_X + radius * 1.35 * math.cos(angle), CENTRE_Y + radius * math.sin(angle)


def _draw_dive(view: Json, names: list[str], dive: Json) -> Iterator[str]:
    """The first scoundrel of the dive, and who stands in front of it."""
    x, y = _find_place(dive["space"], OUTER)
    left, top = x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2
    if dive["top"]:
        colour, value = dive["top"].split("-")
        yield card(left, top, CARD_WIDTH, CARD_HEIGHT, colour, value)
    else:
        yield box(left, top, CARD_WIDTH, CARD_HEIGHT, EDGE if dive["left"] else "none", stroke=EDGE)
    x, y = _find_place(dive["space"], INNER)
    pawns = [
        (SEAT_COLOURS[seat], names[seat][0])
        for seat, at in enumerate(view["captains"])
        if at == dive["space"]
    ]
    if view["jack"] and view["jack"]["space"] == dive["space"]:
        pawns.append((INK, "J"))
    if not pawns:
        yield circle(x, y, 9, "#fff", stroke=EDGE)
        yield text(x, y + 4, dive["space"] + 1, size=10, fill="#6b6457", at="middle")
    for index, (fill, letter) in enumerate(pawns):
        yield circle(x + index * 16, y, 12, fill)
        yield text(x + index * 16, y + 5, letter, size=14, fill="#fff", at="middle")


def _draw_boat(view: Json) -> Iterator[str]:
    yield f'<path d="{BOAT}" fill="#8a5a3a" stroke="{INK}"/>'
    for index, name in enumerate(view["boat"][:8]):
        colour, value = name.split("-")
        x = CENTRE_X - 74 + (index % 4) * (CARD_WIDTH + 4)
        yield card(x, CENTRE_Y - 6 + (index // 4) * (CARD_HEIGHT + 4), CARD_WIDTH, CARD_HEIGHT, colour, value)


def _draw_seat(view: Json, name: str, seat: int, y: float) -> Iterator[str]:
    """The crew, and the movement cards that were not played."""
    is_waiting = seat in view["waiting"]
    label = f"{'▶ ' if is_waiting else ''}{name}"
    if view["jack"] and view["jack"]["renter"] == seat:
        label += " + J"
    yield text(14, y + 18, label, size=17, fill=SEAT_COLOURS[seat])
    hand = ["R" if card_left == "rum" else str(card_left) for card_left in view["hands"][seat]["left"]]
    yield text(14, y + 38, " ".join(hand), size=13, fill="#6b6457")
    bid = view["auction"] if view["auction"] and view["auction"]["bidder"] == seat else None
    cards = view["crews"][seat]["cards"]
    step = min(CARD_WIDTH + 4, (WIDTH - 160) / max(1, len(cards)))
    for index, scoundrel in enumerate(cards):
        colour, value = scoundrel.split("-")
        lift = 8 if bid and bid["best"] == scoundrel else 0
        yield card(140 + index * step, y + 10 - lift, CARD_WIDTH, CARD_HEIGHT, colour, value)
