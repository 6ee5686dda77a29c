"""The drawings for a screen in the middle of the table: seen from three metres, and nothing beside the paper."""

from xml.etree import ElementTree

import pytest
from django.utils import translation

from games.registry import ENGINES, load_game
from tests.games.played_views import walk_random_matches

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [game for game in ENGINES if load_game(game).words.draw_wide]
#: of the height: on a television of 1080 lines 26 pixels, and five when the picture is scaled to a fifth
SMALLEST_LETTER = 1 / 36
LETTER_WIDTH = 0.45  # at least, compared with the size
NAMES = ["Anneliese von Hohenstein zu Rattenburg", "Bernd", "Chiara", "Maximilian"]


@pytest.mark.parametrize("game", DRAWN)
def test_every_letter_is_large_enough_and_lies_on_the_paper(game):
    faults = set()
    for number, position in enumerate(walk_random_matches(game, 3, 150)):
        with translation.override(("fr", "de")[number % 2]):
            view = position.record.engine.view(position.state, None)
            names = NAMES[: len(position.record.seats)]
            faults.update(find_faults(ElementTree.fromstring(load_game(game).words.draw_wide(view, names))))
    assert faults == set()


def find_faults(drawing: ElementTree.Element):
    width, height = (float(drawing.get(name)) for name in ("width", "height"))
    assert width >= 1.4 * height
    for text in drawing.iter(f"{SVG}text"):
        size, x, length = float(text.get("font-size")), float(text.get("x")), len(text.text or "")
        if size < SMALLEST_LETTER * height:
            yield f"too small: {text.text} ({size:.1f})"
        drawn = LETTER_WIDTH * size * length
        left = {"end": x - drawn, "middle": x - drawn / 2}.get(text.get("text-anchor"), x)
        if left < 0 or left + drawn > width:
            yield f"beside the paper: {text.text}"
    for box in drawing.iter(f"{SVG}rect"):
        x, y, across, down = (float(box.get(name)) for name in ("x", "y", "width", "height"))
        if x < 0 or y < 0 or x + across > width or y + down > height or across <= 0 or down <= 0:
            yield f"beside the paper: a box at {x}, {y}"
