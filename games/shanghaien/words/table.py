"""The words for a real table of Shanghaien."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.contract import Json
from games.game_folder import TableWords
from games.shanghaien.rules.tables import SECOND_USE
from games.shanghaien.words.names import NATIONS, TRICK_USES, begin_sentence, label_card


def _describe_card(name: str) -> tuple[str, str]:
    """The label and the group of a card. Trick cards differ by their second use; equal sailors look the
    same.
    """
    nation, _dash, _value = name.partition("-")
    if nation == "trick":
        return f"{label_card(name)} ({TRICK_USES[SECOND_USE[name]]})", label_card(name)
    return label_card(name), begin_sentence(str(NATIONS[nation]))


def _label_note(action: Json, sentence: str) -> str:
    """The label of a note with the card, because the notebook does not know who has which trick cards."""
    return f"{sentence} ({_describe_card(action['card'])[0]})" if "card" in action else sentence


def _describe_place(place: str) -> str:
    number = int(place.removeprefix("deck[").removesuffix("]"))
    return _("Tavern, card %(number)d from the left: which is it?") % {"number": number % 6 + 1}


TABLE = TableWords(
    card=_describe_card,
    place=_describe_place,
    draws={"dice": gettext_lazy("What do the two dice show?")},
    label_note=_label_note,
)
