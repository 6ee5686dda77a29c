"""Hints of Shanghaien name each card with the article and the case that its language wants.

The forms stand here as a native speaker writes them, and every sentence with every card is compared with them;
`pytest -s` prints all of them to be read.
"""

import pytest
from django.utils import translation

from games.core.coaching import Reason
from games.presenting.words import Words
from games.shanghaien.rules.tables import CARDS

#: nation -> where dice are compared, where a die goes
FORMS = {
    "en": {
        "red": ("on the American (#)", "on the American (#)"),
        "lightblue": ("on the Frenchman (#)", "on the Frenchman (#)"),
        "blue": ("on the German (#)", "on the German (#)"),
        "yellow": ("on the Chinese sailor (#)", "on the Chinese sailor (#)"),
        "orange": ("on the Dutchman (#)", "on the Dutchman (#)"),
        "purple": ("on the Turk (#)", "on the Turk (#)"),
        "green": ("on the Spaniard (#)", "on the Spaniard (#)"),
        "grey": ("on the Italian (#)", "on the Italian (#)"),
        "trick": ("on the dirty trick", "on the dirty trick"),
    },
    "fr": {
        "red": ("sur l’Américain #", "sur l’Américain #"),
        "lightblue": ("sur le Français #", "sur le Français #"),
        "blue": ("sur l’Allemand #", "sur l’Allemand #"),
        "yellow": ("sur le Chinois #", "sur le Chinois #"),
        "orange": ("sur le Néerlandais #", "sur le Néerlandais #"),
        "purple": ("sur le Turc #", "sur le Turc #"),
        "green": ("sur l’Espagnol #", "sur l’Espagnol #"),
        "grey": ("sur l’Italien #", "sur l’Italien #"),
        "trick": ("sur la carte Triche", "sur la carte Triche"),
    },
    "it": {
        "red": ("sull’americano (#)", "accanto all’americano (#)"),
        "lightblue": ("sul francese (#)", "accanto al francese (#)"),
        "blue": ("sul tedesco (#)", "accanto al tedesco (#)"),
        "yellow": ("sul cinese (#)", "accanto al cinese (#)"),
        "orange": ("sull’olandese (#)", "accanto all’olandese (#)"),
        "purple": ("sul turco (#)", "accanto al turco (#)"),
        "green": ("sullo spagnolo (#)", "accanto allo spagnolo (#)"),
        "grey": ("sull’italiano (#)", "accanto all’italiano (#)"),
        "trick": ("sul tiro mancino", "accanto al tiro mancino"),
    },
    "de": {
        "red": ("beim Amerikaner (#)", "an den Amerikaner (#)"),
        "lightblue": ("beim Franzosen (#)", "an den Franzosen (#)"),
        "blue": ("beim Deutschen (#)", "an den Deutschen (#)"),
        "yellow": ("beim Chinesen (#)", "an den Chinesen (#)"),
        "orange": ("beim Niederländer (#)", "an den Niederländer (#)"),
        "purple": ("beim Türken (#)", "an den Türken (#)"),
        "green": ("beim Spanier (#)", "an den Spanier (#)"),
        "grey": ("beim Italiener (#)", "an den Italiener (#)"),
        "trick": ("beim Schmutzigen Trick", "an den Schmutzigen Trick"),
    },
}
#: reason -> which of the two forms it needs, with both numbers of points
REASONS = {
    "takes_lead": 0,
    "secures": 0,
    "wins_tie": 0,
    "ties": 0,
    "follows": 0,
    "adjust_to_place": 0,
    "direction": 1,
}


def expect_form(language: str, card: str, form: int) -> str:
    nation, value = card.split("-")
    return FORMS[language][nation][form].replace("#", value[0])


@pytest.mark.parametrize("code", REASONS)
@pytest.mark.parametrize("language", FORMS)
def test_every_reason_names_every_card_with_its_article_and_case(language, code):
    words = Words("shanghaien", ["Anna", "Bernd"])
    wrong = []
    with translation.override(language):
        for card in CARDS:
            for points in (1, 3):
                facts = {"card": card, "mine": 2, "theirs": 1, "points": points, "die": 4, "one": "left"}
                sentence = words.reason(Reason(code, "distribution", facts | {"rival": 1}))
                print(sentence)
                form = expect_form(language, card, REASONS[code])
                at_start = form[:1].upper() + form[1:]
                if form not in sentence and not sentence.startswith(at_start):
                    wrong.append((card, sentence))
                if sentence[0] != sentence[0].upper() or "%" in sentence:
                    wrong.append((card, sentence))
    assert wrong == []
