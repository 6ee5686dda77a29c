"""Draws a position of Shanghaien for the screen in the middle of the table: the row takes the whole width."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.contract import Json
from games.core.positions.picture import (
    INK,
    SEAT_COLOURS,
    draw_card,
    draw_circle,
    draw_die,
    draw_text,
    shorten,
    wrap_drawing,
)
from games.shanghaien.words.names import SHORT_TRICK_USES

WIDTH, HEIGHT, MARGIN = 700, 450, 14
CARD_WIDTH, CARD_HEIGHT, CARD_DISTANCE = 96, 124, 114
FIRST_CARD_LEFT, ROW_TOP = 17, (HEIGHT - CARD_HEIGHT) / 2
DIE_SIZE, DIE_DISTANCE, DICE_PER_LINE = 31, 34, 3
ROLLED_DIE = 32
CHIP_WIDTH, CHIP_HEIGHT, TRICK_WIDTH = 40, 40, 84
MAX_NAME = 14


def draw_wide(view: Json, names: list[str]) -> str:
    """Draws the position; seat 0 is below the row, because the cards are numbered from its side."""
    parts = [*_draw_crew(view, names, seat=1, top=8), *_draw_crew(view, names, seat=0, top=HEIGHT - 90)]
    for index, place in enumerate(view["tavern"]):
        parts += _draw_place(place, FIRST_CARD_LEFT + index * CARD_DISTANCE)
    return wrap_drawing(HEIGHT, parts, width=WIDTH)


def _draw_place(place: Json, left: float) -> Iterator[str]:
    """Draws a card of the row with its number and the dice of both seats, three in a line."""
    if "nation" in place:
        colour, words, largest = place["nation"], place["value"], 60
    else:
        colour, words, largest = "white", f"★ {SHORT_TRICK_USES[place['second']]}", 29
    yield draw_card(left, ROW_TOP, CARD_WIDTH, CARD_HEIGHT, colour, words, largest=largest)
    if place["number"]:
        yield draw_circle(left + 6, ROW_TOP + 6, 15, "#fff", stroke=INK)
        yield draw_text(left + 6, ROW_TOP + 13, place["number"], size=20, anchor="middle")
    for seat, count in enumerate(place["dice"]):
        for index in range(count):
            line, column = divmod(index, DICE_PER_LINE)
            in_line = min(DICE_PER_LINE, count - line * DICE_PER_LINE)
            first = left + (CARD_WIDTH - in_line * DIE_DISTANCE + DIE_DISTANCE - DIE_SIZE) / 2
            distance = 5 + line * DIE_DISTANCE
            top = ROW_TOP + CARD_HEIGHT + distance if seat == 0 else ROW_TOP - DIE_SIZE - distance
            yield draw_die(first + column * DIE_DISTANCE, top, DIE_SIZE, place["number"], SEAT_COLOURS[seat])


def _draw_crew(view: Json, names: list[str], seat: int, top: float) -> Iterator[str]:
    """Draws the name, the rolled dice, the dice in supply and the points, and below them the cards won."""
    facts, colour = view["seats"][seat], SEAT_COLOURS[seat]
    is_turn = view["turn"] == seat
    name = shorten(names[seat], MAX_NAME)
    yield draw_text(MARGIN, top + 30, f"▶ {name}" if is_turn else name, size=26, fill=colour)
    if is_turn:
        for index, value in enumerate(view["dice"]):
            yield draw_die(290 + index * (ROLLED_DIE + 6), top + 4, ROLLED_DIE, value, colour)
    supply = f"⚀ × {facts['supply']}"
    yield draw_text(WIDTH - 80, top + 30, supply, size=24, fill=colour, anchor="end")
    yield draw_text(WIDTH - MARGIN, top + 32, facts["score"], size=32, fill=colour, anchor="end")
    yield from _draw_won_cards(facts, top + 40)


def _draw_won_cards(facts: Json, top: float) -> Iterator[str]:
    """Draws the cards of the crew by nation, which become narrower if there are many, and the tricks."""
    nations, tricks = facts["crew"], facts["tricks"]
    cards = [(nation, card) for nation, card_names in nations.items() for card in card_names]
    room = WIDTH - 2 * MARGIN - len(tricks) * (TRICK_WIDTH + 4) - 8 * len(nations)
    distance = min(CHIP_WIDTH + 3, room / max(1, len(cards)))
    left, last = float(MARGIN), ""
    for nation, card_name in cards:
        left += 8 if last not in ("", nation) else 0
        last = nation
        value = "★2" if card_name.startswith("trick") else card_name.split("-")[1][0]
        yield draw_card(left, top, distance - 3, CHIP_HEIGHT, nation, value, largest=26)
        left += distance
    for trick in tricks:
        left += 4
        words = f"★{SHORT_TRICK_USES[trick['second']]}"
        yield draw_card(left, top, TRICK_WIDTH, CHIP_HEIGHT, "white", words, largest=26)
        left += TRICK_WIDTH
