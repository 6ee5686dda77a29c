"""A position of Shanghaien as a drawing: the row of cards, the dice at them, the crews."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.contract import Json
from games.core.positions.picture import SEAT_COLOURS, WIDTH, card, circle, die, frame, text
from games.shanghaien.words.names import USES_SHORT

CARD_WIDTH, CARD_HEIGHT, DIE, STEP, LEFT = 58, 66, 22, 72, 28
CREW_HEIGHT = 62
CHIP_WIDTH, CHIP_HEIGHT = 24, 22


def draw_position(view: Json, names: list[str]) -> str:
    """Seat 0 sits below the row, as the row is numbered from there."""
    tallest = max([1, *(count for place in view["tavern"] for count in place["dice"])])
    row = CREW_HEIGHT + tallest * (DIE + 3) + 14
    below = row + CARD_HEIGHT + tallest * (DIE + 3) + 14
    height = below + CREW_HEIGHT
    parts = [*_draw_crew(view, names, 1, 8), *_draw_crew(view, names, 0, below)]
    for place, facts in enumerate(view["tavern"]):
        parts += _draw_place(facts, LEFT + place * STEP, row)
    return frame(height, parts)


def _draw_place(facts: Json, x: float, y: float) -> Iterator[str]:
    """A card of the row with its number and the dice of both seats."""
    if "nation" in facts:
        yield card(x, y, CARD_WIDTH, CARD_HEIGHT, facts["nation"], facts["value"])
    else:
        yield card(x, y, CARD_WIDTH, CARD_HEIGHT, "white", f"★ {USES_SHORT[facts['second']]}")
    if facts["number"]:
        yield circle(x + 4, y + 4, 10, "#fff")
        yield text(x + 4, y + 9, facts["number"], size=14, at="middle")
    middle = x + (CARD_WIDTH - DIE) / 2
    for seat, count in enumerate(facts["dice"]):
        for index in range(count):
            step = index * (DIE + 3)
            top = y + CARD_HEIGHT + 5 + step if seat == 0 else y - DIE - 5 - step
            yield die(middle, top, DIE, facts["number"], SEAT_COLOURS[seat])


def _draw_crew(view: Json, names: list[str], seat: int, y: float) -> Iterator[str]:
    """The name with the dice that were rolled, or those in supply, and below it the cards won."""
    facts = view["seats"][seat]
    is_turn = view["turn"] == seat
    yield text(14, y + 20, f"{'▶ ' if is_turn else ''}{names[seat]}", size=18, fill=SEAT_COLOURS[seat])
    rolled = view["dice"] if is_turn else []
    x = 190.0
    for value in rolled:
        yield die(x, y + 3, DIE, value, SEAT_COLOURS[seat])
        x += DIE + 5
    yield text(WIDTH - 14, y + 20, f"⚀ × {facts['supply']}", size=16, fill=SEAT_COLOURS[seat], at="end")
    x = 14
    for nation, cards in facts["crew"].items():
        for name in cards:
            value = "★2" if name.startswith("trick") else name.split("-")[1][0]
            yield card(x, y + 30, CHIP_WIDTH, CHIP_HEIGHT, nation, value)
            x += CHIP_WIDTH - 5 if len(facts["crew"]) > 5 else CHIP_WIDTH + 2
        x += 6
    for trick in facts["tricks"]:
        if x < WIDTH - 60:
            yield card(x, y + 30, 46, CHIP_HEIGHT, "white", f"★{USES_SHORT[trick['second']]}")
            x += 50
