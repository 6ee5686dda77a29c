"""Draws a position of Les Ombres de Macao: piles and tiles, then the cards and tiles of each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from games.core.contract import Json
from games.core.positions.picture import (
    COLOURS,
    SEAT_COLOURS,
    draw_box,
    draw_circle,
    draw_text,
    wrap_drawing,
)
from games.macao.words.names import RESOURCES, TILES, TYPES

LEFT_MARGIN = 12
CARDS_PER_ROW = 5
CARD_WIDTH, CARD_HEIGHT, GAP = 88, 54, 4
DOT_RADIUS = 6.5
LABEL_HEIGHT = 26
#: the size of letters divided by their mean width
SIZE_PER_LETTER_WIDTH = 1.75
#: the face of a card -> its colour. Blue is an informant, red a member, green and yellow an establishment
#: before and after it was opened.
COLOUR_BY_FACE = {"blue": "lightblue", "red": "red", "deceased": "grey", "green": "green", "yellow": "yellow"}
#: resource -> the colours of its dot and of the letter on it
DOT_COLOURS = {
    "alcohol": ("#8a4b1f", "#fff"),
    "weapons": ("#1d2733", "#fff"),
    "money": ("#ffe27a", "#1d2733"),
    "opium": ("#7d4a9e", "#fff"),
    "jade": ("#1f7a4d", "#fff"),
    "diamond": ("#fff", "#1d2733"),
}


class DrawnCard(NamedTuple):
    """A card or a tile as it is drawn: its face, the two lines on it, and the resources that it costs."""

    face: str
    name: str
    second_line: str
    cost: Sequence[str] = ()


def draw_position(view: Json, names: list[str]) -> str:
    parts: list[str] = []
    top_cards = [_describe_card(view, pile["top"], "blue") for pile in view["piles"] if pile["top"]]
    y = _draw_rows(parts, top_cards, 10.0)
    tiles = [_describe_tile(view, tile, "green") for tile in view["tiles"]]
    y = _draw_rows(parts, tiles, y + 4)
    for seat, name in enumerate(names):
        must_decide = view["turn"] == seat and view["phase"] != "over"
        label = f"▶ {name}" if must_decide else name
        parts.append(draw_text(LEFT_MARGIN, y + 20, label, size=17, fill=SEAT_COLOURS[seat]))
        y = _draw_rows(parts, list(_list_cards(view, view["seats"][seat])), y + LABEL_HEIGHT)
    return wrap_drawing(y + 6, parts)


def _list_cards(view: Json, seat: Json) -> Iterator[DrawnCard]:
    for face in ("blue", "deceased", "red"):
        for name in seat[face]:
            yield _describe_card(view, name, face)
    for name in seat["reserved"]:
        yield _describe_tile(view, name, "green")
    for name in seat["opened"]:
        yield _describe_tile(view, name, "yellow")


def _describe_card(view: Json, name: str, face: str) -> DrawnCard:
    """A blue card shows its resource and cost, a red one its resource and coins, a deceased one its type."""
    facts = view["cards"][name]
    label = str(TYPES[facts["type"]])
    if face == "deceased":
        return DrawnCard(face, label, "✝")
    # A widow has no resource: she gives any, which is the text of the diamond.
    resource = str(RESOURCES[facts["resource"] or "diamond"])
    if face == "blue":
        return DrawnCard(face, label, resource, facts["cost"])
    return DrawnCard(face, label, f"{resource}, {facts['coins']} ¤")


def _describe_tile(view: Json, name: str, face: str) -> DrawnCard:
    facts = view["establishments"][name]
    return DrawnCard(face, str(TILES[name]), f"{facts['coins']} ¤", facts.get("cost", ()))


def _draw_rows(parts: list[str], cards: Sequence[DrawnCard], top: float) -> float:
    """Draws the cards in rows, and returns where the last row ends."""
    for index, drawn_card in enumerate(cards):
        row, column = divmod(index, CARDS_PER_ROW)
        left = LEFT_MARGIN + column * (CARD_WIDTH + GAP)
        parts += _draw_card(drawn_card, left, top + row * (CARD_HEIGHT + GAP))
    row_count = ceil(len(cards) / CARDS_PER_ROW)
    return top + row_count * (CARD_HEIGHT + GAP) + 4


def _draw_card(drawn_card: DrawnCard, left: float, top: float) -> Iterator[str]:
    face, name, second_line, cost = drawn_card
    fill, ink = COLOURS[COLOUR_BY_FACE[face]]
    middle = left + CARD_WIDTH / 2
    yield draw_box(left, top, CARD_WIDTH, CARD_HEIGHT, fill)
    yield draw_text(middle, top + 15, name, size=_fit_size(name, 12.5), fill=ink, anchor="middle")
    yield draw_text(
        middle, top + 30, second_line, size=_fit_size(second_line, 11.5), fill=ink, anchor="middle"
    )
    dot_distance = 2 * (DOT_RADIUS + 1)
    first_dot = middle - (len(cost) - 1) * dot_distance / 2
    for index, resource in enumerate(cost):
        dot_colour, letter_colour = DOT_COLOURS[resource]
        centre = first_dot + index * dot_distance
        letter = str(RESOURCES[resource])[0].upper()
        yield draw_circle(centre, top + 43, DOT_RADIUS, dot_colour)
        yield draw_text(centre, top + 46.5, letter, size=9, fill=letter_colour, anchor="middle")


def _fit_size(words: str, largest: float) -> float:
    """A size of letters with which the words fit on a card."""
    return min(largest, SIZE_PER_LETTER_WIDTH * CARD_WIDTH / len(words))
