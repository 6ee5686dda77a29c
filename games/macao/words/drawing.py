"""A position of Les Ombres de Macao as a drawing: piles and tiles, then what lies in front of each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.contract import Json
from games.core.positions.picture import COLOURS, SEAT_COLOURS, box, circle, frame, text
from games.macao.words.names import RESOURCES, TILES, TYPES

CARD_WIDTH, CARD_HEIGHT, GAP, LEFT, PER_ROW = 88, 54, 4, 12, 5
DOT = 6.5
LABEL_HEIGHT = 26
#: face -> colour
FACES = {"blue": "lightblue", "red": "red", "deceased": "grey", "green": "green", "yellow": "yellow"}

#: resource -> the colours of its dot and of the letter on it
DOTS = {
    "alcohol": ("#8a4b1f", "#fff"),
    "weapons": ("#1d2733", "#fff"),
    "money": ("#ffe27a", "#1d2733"),
    "opium": ("#7d4a9e", "#fff"),
    "jade": ("#1f7a4d", "#fff"),
    "diamond": ("#fff", "#1d2733"),
}


class Card(NamedTuple):
    """A card or a tile: its face, the two lines on it, and the resources that it costs."""

    face: str
    name: str
    line: str
    cost: Sequence[str] = ()


def draw_position(view: Json, names: list[str]) -> str:
    parts: list[str] = []
    y = 10.0
    piles = [_describe_card(view, pile["top"], "blue") for pile in view["piles"] if pile["top"]]
    y = _draw_rows(parts, piles, y)
    y = _draw_rows(parts, [_describe_tile(view, name, "green") for name in view["tiles"]], y + 4)
    for seat, name in enumerate(names):
        mark = "▶ " if view["turn"] == seat and view["phase"] != "over" else ""
        label = f"{mark}{name}"
        parts.append(text(LEFT, y + 20, label, size=17, fill=SEAT_COLOURS[seat]))
        y = _draw_rows(parts, list(_list_cards(view, view["seats"][seat])), y + LABEL_HEIGHT)
    return frame(y + 6, parts)


def _list_cards(view: Json, seat: Json) -> Iterator[Card]:
    for face in ("blue", "deceased", "red"):
        for name in seat[face]:
            yield _describe_card(view, name, face)
    for name in seat["reserved"]:
        yield _describe_tile(view, name, "green")
    for name in seat["opened"]:
        yield _describe_tile(view, name, "yellow")


def _describe_card(view: Json, name: str, face: str) -> Card:
    """An informant with its cost, a member with its coins; both with the resource that they give."""
    facts = view["cards"][name]
    label = str(TYPES[facts["type"]])
    if face == "deceased":
        return Card(face, label, "✝")
    resource = str(RESOURCES[facts["resource"] or "diamond"])
    if face == "blue":
        return Card(face, label, resource, facts["cost"])
    return Card(face, label, f"{resource}, {facts['coins']} ¤")


def _describe_tile(view: Json, name: str, face: str) -> Card:
    facts = view["establishments"][name]
    return Card(face, str(TILES[name]), f"{facts['coins']} ¤", facts.get("cost", ()))


def _draw_rows(parts: list[str], cards: Sequence[Card], y: float) -> float:
    """Draws the cards in rows, and returns where the last row ends."""
    for index, drawn in enumerate(cards):
        x = LEFT + (index % PER_ROW) * (CARD_WIDTH + GAP)
        parts += _draw_card(drawn, x, y + (index // PER_ROW) * (CARD_HEIGHT + GAP))
    rows = -(-len(cards) // PER_ROW)
    return y + rows * (CARD_HEIGHT + GAP) + 4


def _draw_card(drawn: Card, x: float, y: float) -> Iterator[str]:
    fill, ink = COLOURS[FACES[drawn.face]]
    middle = x + CARD_WIDTH / 2
    yield box(x, y, CARD_WIDTH, CARD_HEIGHT, fill)
    yield text(middle, y + 15, drawn.name, size=_fit(drawn.name, 12.5), fill=ink, at="middle")
    yield text(middle, y + 30, drawn.line, size=_fit(drawn.line, 11.5), fill=ink, at="middle")
    left = middle - (len(drawn.cost) - 1) * (DOT + 1)
    for index, resource in enumerate(drawn.cost):
        dot, letter = DOTS[resource]
        centre = left + index * 2 * (DOT + 1)
        yield circle(centre, y + 43, DOT, dot)
        yield text(centre, y + 46.5, str(RESOURCES[resource])[0].upper(), size=9, fill=letter, at="middle")


def _fit(words: str, size: float) -> float:
    """A size of letters with which the words fit on a card."""
    return min(size, 1.75 * CARD_WIDTH / len(words))
