"""Draws a position of Shanghaien: the row of cards, the dice at them, the crews."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.contract import Json
from games.core.positions.picture import (
    SEAT_COLOURS,
    WIDTH,
    draw_card,
    draw_circle,
    draw_die,
    draw_text,
    wrap_drawing,
)
from games.shanghaien.words.names import SHORT_TRICK_USES

LEFT_MARGIN = 14
CARD_WIDTH, CARD_HEIGHT = 58, 66
FIRST_CARD_LEFT, CARD_DISTANCE = 28, 72
DIE_SIZE, DIE_DISTANCE = 22, 25
CREW_HEIGHT = 62
CHIP_WIDTH, CHIP_HEIGHT = 24, 22  # of a card in a crew
TRICK_WIDTH = 46


def draw_position(view: Json, names: list[str]) -> str:
    """The drawing. Seat 0 sits below the row, because the row is numbered from its side."""
    most_dice = max([1, *(count for place in view["tavern"] for count in place["dice"])])
    dice_height = most_dice * DIE_DISTANCE + 14
    row_top = CREW_HEIGHT + dice_height
    lower_crew_top = row_top + CARD_HEIGHT + dice_height
    parts = [*_draw_crew(view, names, seat=1, top=8), *_draw_crew(view, names, seat=0, top=lower_crew_top)]
    for index, place in enumerate(view["tavern"]):
        parts += _draw_place(place, FIRST_CARD_LEFT + index * CARD_DISTANCE, row_top)
    return wrap_drawing(lower_crew_top + CREW_HEIGHT, parts)


def _draw_place(place: Json, left: float, top: float) -> Iterator[str]:
    """A card of the row with its number and the dice of both seats."""
    if "nation" in place:
        colour, words = place["nation"], place["value"]
    else:
        colour, words = "white", f"★ {SHORT_TRICK_USES[place['second']]}"
    yield draw_card(left, top, CARD_WIDTH, CARD_HEIGHT, colour, words)
    if place["number"]:
        yield draw_circle(left + 4, top + 4, 10, "#fff")
        yield draw_text(left + 4, top + 9, place["number"], size=14, anchor="middle")
    die_left = left + (CARD_WIDTH - DIE_SIZE) / 2
    for seat, count in enumerate(place["dice"]):
        for index in range(count):
            distance = 5 + index * DIE_DISTANCE
            die_top = top + CARD_HEIGHT + distance if seat == 0 else top - DIE_SIZE - distance
            yield draw_die(die_left, die_top, DIE_SIZE, place["number"], SEAT_COLOURS[seat])


def _draw_crew(view: Json, names: list[str], seat: int, top: float) -> Iterator[str]:
    """The name of a seat with its rolled dice and its supply; below them its cards."""
    facts, colour = view["seats"][seat], SEAT_COLOURS[seat]
    is_turn = view["turn"] == seat
    name = f"▶ {names[seat]}" if is_turn else names[seat]
    yield draw_text(LEFT_MARGIN, top + 20, name, size=18, fill=colour)
    if is_turn:
        for index, value in enumerate(view["dice"]):
            yield draw_die(190 + index * (DIE_SIZE + 5), top + 3, DIE_SIZE, value, colour)
    supply = f"⚀ × {facts['supply']}"
    yield draw_text(WIDTH - LEFT_MARGIN, top + 20, supply, size=16, fill=colour, anchor="end")
    yield from _draw_won_cards(facts, top + 30)


def _draw_won_cards(facts: Json, top: float) -> Iterator[str]:
    """The cards of the crew by nation, overlapping if there are many, and the trick cards that fit."""
    nations = facts["crew"]
    distance = CHIP_WIDTH - 5 if len(nations) > 5 else CHIP_WIDTH + 2
    left = LEFT_MARGIN
    for nation, card_names in nations.items():
        for card_name in card_names:
            value = "★2" if card_name.startswith("trick") else card_name.split("-")[1][0]
            yield draw_card(left, top, CHIP_WIDTH, CHIP_HEIGHT, nation, value)
            left += distance
        left += 6
    for trick in facts["tricks"]:
        if left < WIDTH - 60:
            yield draw_card(
                left, top, TRICK_WIDTH, CHIP_HEIGHT, "white", f"★{SHORT_TRICK_USES[trick['second']]}"
            )
            left += TRICK_WIDTH + 4
