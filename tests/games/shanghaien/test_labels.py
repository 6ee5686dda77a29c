"""The names of cards outside sentences, as a game sheet has them: one card is `Espagnol 3`, more are
`Espagnols 1 + 3`.
"""

import pytest
from django.utils import translation

from games.presenting.words import list_screen_words
from games.shanghaien.words.board import describe_board
from games.shanghaien.words.names import label_card

LABELS = {
    "fr": ("Espagnol 3", "Espagnol", "Espagnols"),
    "en": ("Spanish 3", "Spanish", "Spaniards"),
    "it": ("Spagnolo 3", "spagnolo", "spagnoli"),
    "de": ("Spanier 3", "Spanier", "Spanier"),
}


@pytest.mark.parametrize("language", LABELS)
def test_one_card_has_the_name_of_one_sailor(language):
    with translation.override(language):
        words = list_screen_words("shanghaien")
        label = label_card("green-3")
    assert (label, words["sailors"]["green"], words["nations"]["green"]) == LABELS[language]


@pytest.mark.parametrize(
    ("language", "one", "more"), [("fr", "Turc 3", "Turcs"), ("de", "Türke 3", "Türken")]
)
def test_a_crew_of_one_has_it_too(language, one, more):
    seat = {"crew": {"purple": ["purple-3a"]}, "tricks": [], "score": 3, "supply": 6}
    larger = {**seat, "crew": {"purple": ["purple-1a", "purple-3a"]}}
    view = {"round": 1, "rounds": 8, "tavern": [], "seats": [seat, larger], "draw_pile": 42}
    view |= {"direction": None, "dice": []}
    with translation.override(language):
        crews = describe_board(view, ["Anna", "Bernd"])[-1]["lines"]
    assert f" {one}." in crews[0]
    assert f" {more} 1 + 3." in crews[1]
