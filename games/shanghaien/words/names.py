"""The names of cards, nations and uses of trick cards of Shanghaien."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

NATIONS = {
    "red": pgettext_lazy("sailors", "Americans"),
    "lightblue": pgettext_lazy("sailors", "French"),
    "blue": pgettext_lazy("sailors", "Germans"),
    "yellow": pgettext_lazy("sailors", "Chinese"),
    "orange": pgettext_lazy("sailors", "Dutch"),
    "purple": pgettext_lazy("sailors", "Turks"),
    "green": pgettext_lazy("sailors", "Spaniards"),
    "grey": pgettext_lazy("sailors", "Italians"),
}
#: a single card outside a sentence, with its value behind: `Turkish 3`
SAILORS = {
    "red": pgettext_lazy("one card", "American"),
    "lightblue": pgettext_lazy("one card", "French"),
    "blue": pgettext_lazy("one card", "German"),
    "yellow": pgettext_lazy("one card", "Chinese"),
    "orange": pgettext_lazy("one card", "Dutch"),
    "purple": pgettext_lazy("one card", "Turkish"),
    "green": pgettext_lazy("one card", "Spanish"),
    "grey": pgettext_lazy("one card", "Italian"),
}
#: a card as the object of a sentence (somebody takes it), with the article that each language needs
TAKEN = {
    "red": pgettext_lazy("card taken", "the American (%(value)s)"),
    "lightblue": pgettext_lazy("card taken", "the Frenchman (%(value)s)"),
    "blue": pgettext_lazy("card taken", "the German (%(value)s)"),
    "yellow": pgettext_lazy("card taken", "the Chinese sailor (%(value)s)"),
    "orange": pgettext_lazy("card taken", "the Dutchman (%(value)s)"),
    "purple": pgettext_lazy("card taken", "the Turk (%(value)s)"),
    "green": pgettext_lazy("card taken", "the Spaniard (%(value)s)"),
    "grey": pgettext_lazy("card taken", "the Italian (%(value)s)"),
    "trick": pgettext_lazy("card taken", "the dirty trick"),
}
#: the card on which a die is placed
PLACES = {
    "red": pgettext_lazy("place of a die", "on the American (%(value)s)"),
    "lightblue": pgettext_lazy("place of a die", "on the Frenchman (%(value)s)"),
    "blue": pgettext_lazy("place of a die", "on the German (%(value)s)"),
    "yellow": pgettext_lazy("place of a die", "on the Chinese sailor (%(value)s)"),
    "orange": pgettext_lazy("place of a die", "on the Dutchman (%(value)s)"),
    "purple": pgettext_lazy("place of a die", "on the Turk (%(value)s)"),
    "green": pgettext_lazy("place of a die", "on the Spaniard (%(value)s)"),
    "grey": pgettext_lazy("place of a die", "on the Italian (%(value)s)"),
    "trick": pgettext_lazy("place of a die", "on the dirty trick"),
}
#: the card at which the dice of both players are compared: German uses “an den Spanier” for a placed die,
#: “beim Spanier” for a lead
COMPARED = {
    "red": pgettext_lazy("where dice are compared", "on the American (%(value)s)"),
    "lightblue": pgettext_lazy("where dice are compared", "on the Frenchman (%(value)s)"),
    "blue": pgettext_lazy("where dice are compared", "on the German (%(value)s)"),
    "yellow": pgettext_lazy("where dice are compared", "on the Chinese sailor (%(value)s)"),
    "orange": pgettext_lazy("where dice are compared", "on the Dutchman (%(value)s)"),
    "purple": pgettext_lazy("where dice are compared", "on the Turk (%(value)s)"),
    "green": pgettext_lazy("where dice are compared", "on the Spaniard (%(value)s)"),
    "grey": pgettext_lazy("where dice are compared", "on the Italian (%(value)s)"),
    "trick": pgettext_lazy("where dice are compared", "on the dirty trick"),
}
#: the nation that a joker joins
JOINED = {
    "red": pgettext_lazy("joined by a joker", "the Americans"),
    "lightblue": pgettext_lazy("joined by a joker", "the French"),
    "blue": pgettext_lazy("joined by a joker", "the Germans"),
    "yellow": pgettext_lazy("joined by a joker", "the Chinese"),
    "orange": pgettext_lazy("joined by a joker", "the Dutch"),
    "purple": pgettext_lazy("joined by a joker", "the Turks"),
    "green": pgettext_lazy("joined by a joker", "the Spaniards"),
    "grey": pgettext_lazy("joined by a joker", "the Italians"),
}
#: value of a sailor -> its rank, which stands on the card
CARD_RANKS = {
    "1": gettext_lazy("ship’s boy"),
    "2": pgettext_lazy("rank", "sailor"),
    "3": gettext_lazy("boatswain"),
    "4": gettext_lazy("captain"),
}
ENDS = {"left": gettext_lazy("left"), "right": gettext_lazy("right")}
TRICK_USES = {
    "joker": gettext_lazy("joker"),
    "adjust": gettext_lazy("die ±1"),
    "both": gettext_lazy("both dice"),
    "reroll": gettext_lazy("roll again"),
}
SHORT_TRICK_USES = {
    "adjust": "±1",
    "both": pgettext_lazy("trick, short", "2 dice"),
    "reroll": "↻",
}


def say_taken_card(name: str) -> str:
    """A card as the object of a sentence: somebody takes “the Spaniard (3)”."""
    return _say_card(TAKEN, name)


def say_where_placed(name: str) -> str:
    """The place of a die: “on the Spaniard (3)”."""
    return _say_card(PLACES, name)


def say_where_compared(name: str) -> str:
    """The place where somebody leads or follows: “on the Spaniard (3)” you get ahead."""
    return _say_card(COMPARED, name)


def _say_card(words: Mapping[str, Any], name: str) -> str:
    nation, value = name.split("-")
    return str(words[nation]) % {"value": value[0]}


def label_card(name: str) -> str:
    """The name of a card outside a sentence: `Turkish 3`, or a dirty trick."""
    nation, value = name.split("-")
    return _("dirty trick") if nation == "trick" else label_sailor(nation, value[0])


def label_sailor(nation: str, value: str) -> str:
    """The name of a sailor outside a sentence: `Turkish 3`."""
    return begin_sentence(f"{SAILORS[nation]} {value}")


def begin_sentence(words: str) -> str:
    """The words with a capital letter at the start."""
    return words[:1].upper() + words[1:]
