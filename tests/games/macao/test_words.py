"""The words of Les Ombres de Macao, also for a deck of which nobody here has heard."""

import json

import pytest
from django.utils import translation

from games.core.simulation import Case
from games.macao.rules import ENGINE
from games.macao.words import WORDS
from tests.games.macao.positions import change_deck
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
