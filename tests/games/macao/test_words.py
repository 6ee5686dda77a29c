"""The words of Les Ombres de Macao, also for a deck of which nobody here has heard."""

import json

import pytest
from django.utils import translation

from games.core.simulation import Case
from games.macao.reasons import find_facts
from games.macao.rules import ENGINE
from games.macao.words import WORDS
from games.macao.words.names import say_card
from tests.games.macao.positions import change_deck
from tests.games.played_views import Position, read_records, walk
from tests.games.web.test_phrases import is_sound, tell_match


@pytest.mark.slow
def test_a_match_of_another_deck_can_betell_match():
    """A record may bring cards of which nobody here has heard."""
    text = json.dumps(change_deck()).replace('"jade"', '"tea"').replace('"distillery"', '"tea-house"')
    case = Case(ENGINE, 4, {}, {"deck": json.loads(text)})
    with translation.override("fr"):
        told = list(tell_match(case, 2))
    assert [said for said in told if not is_sound(said)] == []
    assert any("tea-house" in said for said in told) and any("tea" in said for said in told)


def test_diamonds_that_do_not_cover_everything_are_told():
    """Two resources are missing and one diamond is there: one of the two remains, whichever it is."""
    fields = {"card": "dancer-alcohol", "short": 1, "missing": [["opium"], ["jade"]], "jokers": 1}
    with translation.override("en"):
        sentence = WORDS.refusals["cannot_pay"](fields, ["Anna", "Bernd"])
    assert sentence == "Missing: opium, jade. Diamonds cover 1 of these; still missing: 1."


def list_contact_labels(position: Position, language: str) -> dict[int, str]:
    """The label of each contact that the deciding seat can choose, by the number of the pile."""
    view = position.view(position.deciding_seats[0], language)
    choices = zip(view["menu"], view["labels"], strict=True)
    return {action["pile"]: label for action, label in choices if action["type"] == "contact"}


@pytest.mark.parametrize("language", ["en", "fr", "it", "de"])
def test_a_contact_names_the_card_that_it_takes(language):
    position = next(walk(read_records("macao")[0]))
    labels = list_contact_labels(position, language)
    piles = position.view(None)["state"]["piles"]
    with translation.override(language):
        top_cards = [say_card(pile["top"]) for pile in piles]
    assert len(labels) == len(piles)
    assert [labels[pile].endswith(card) for pile, card in enumerate(top_cards)] == [True] * len(piles)
    assert [str(pile + 1) in label for pile, label in labels.items()] == [True] * len(piles)


def test_an_empty_pile_and_one_that_does_not_exist_name_no_card():
    state = next(walk(read_records("macao")[0])).state.copy()
    state.piles[1] = ()
    assert find_facts(state, 0, ("contact", 0))["card"]
    assert [find_facts(state, 0, ("contact", pile)) for pile in (1, 9, None)] == [{}, {}, {}]
