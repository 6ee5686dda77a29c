"""The reasons of hints in Shanghaien, as sentences.

In the messages, `mine` and `theirs` are numbers of cards or dice, and `one` is the end of the row that gets
number 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.shanghaien.words.names import ENDS, begin_sentence, say_where_compared, say_where_placed


def _make_reason_with_names(message: Any) -> Callable[[Mapping[str, Any], list[str]], str]:
    """A function that fills a message with the names of seats, cards and ends."""

    def write(fields: Mapping[str, Any], names: list[str]) -> str:
        values = dict(fields)
        if "rival" in values:
            values["rival"] = names[values["rival"]]
        if "card" in values:
            values["on_card"] = say_where_compared(values["card"])
            values["to_card"] = say_where_placed(values["card"])
        if "one" in values:
            values["one"] = ENDS[values["one"]]
        return begin_sentence(str(message % values))

    return write


_MESSAGES = {
    "must_place": gettext_lazy("You cannot shout until two of your dice are on cards."),
    "roll_on": ngettext_lazy(
        "Your dice can still change something: rolling on promises about %(points)s point more than "
        "shouting.",
        "Your dice can still change something: rolling on promises about %(points)s points more than "
        "shouting.",
        "points",
    ),
    "roll_to_win": gettext_lazy(
        "It is the last round, and rolling on makes victory likelier than shouting now."
    ),
    "shout": ngettext_lazy(
        "Cards for you: %(mine)s, for %(rival)s: %(theirs)s. Rolling on would cost you about %(points)s "
        "point.",
        "Cards for you: %(mine)s, for %(rival)s: %(theirs)s. Rolling on would cost you about %(points)s "
        "points.",
        "points",
    ),
    "shout_to_win": gettext_lazy(
        "It is the last round, and it will not get better. Cards for you: %(mine)s."
    ),
    "shout_forced": gettext_lazy(
        "Too few dice are left to roll. Cards for you: %(mine)s, for %(rival)s: %(theirs)s."
    ),
    # Analyses give the reasons that begin with “should”: they know exactly what an action wins.
    "should_roll": gettext_lazy(
        "A shout makes it %(mine)s to %(theirs)s in cards. With %(dice)s dice left, rolling on promises more."
    ),
    "should_shout": gettext_lazy(
        "A shout makes it %(mine)s to %(theirs)s in cards. On average, rolling on spoils that."
    ),
    "should_shout_behind": gettext_lazy(
        "A shout makes it %(mine)s to %(theirs)s in cards. On average, rolling on makes it worse."
    ),
    "should_win": gettext_lazy("With this, you can no longer lose the match."),
    "takes_lead": ngettext_lazy(
        "%(on_card)s, you get ahead, %(mine)s to %(theirs)s in dice, and the card is worth about %(points)s "
        "point.",
        "%(on_card)s, you get ahead, %(mine)s to %(theirs)s in dice, and the card is worth about %(points)s "
        "points.",
        "points",
    ),
    "secures": ngettext_lazy(
        "%(on_card)s, your lead is safer, %(mine)s to %(theirs)s in dice, and the card is worth about "
        "%(points)s point.",
        "%(on_card)s, your lead is safer, %(mine)s to %(theirs)s in dice, and the card is worth about "
        "%(points)s points.",
        "points",
    ),
    "wins_tie": gettext_lazy(
        "%(on_card)s, it is level, %(mine)s to %(theirs)s in dice, and your dice beside it win the tie."
    ),
    "ties": gettext_lazy(
        "%(on_card)s, it is level, %(mine)s to %(theirs)s in dice, so %(rival)s no longer leads."
    ),
    "follows": gettext_lazy(
        "%(on_card)s, you are still behind, %(mine)s to %(theirs)s in dice, but the other die would do even "
        "less."
    ),
    "direction": ngettext_lazy(
        "With number 1 on the %(one)s, your %(die)s goes %(to_card)s, worth about %(points)s point.",
        "With number 1 on the %(one)s, your %(die)s goes %(to_card)s, worth about %(points)s points.",
        "points",
    ),
    "joker": gettext_lazy("Two more points in this crew are worth more than keeping the card."),
    "both": gettext_lazy("Two dice placed in one turn count for more than keeping the card."),
    "reroll": gettext_lazy("Neither of these two dice is of much use."),
    "adjust": gettext_lazy("The changed die fits better."),
    "adjust_to_place": gettext_lazy(
        "A %(die)s fits better: %(on_card)s, it would then be %(mine)s to %(theirs)s in dice."
    ),
}
_MESSAGES_ABOUT = {
    "should_win": gettext_lazy("With this, %(who)s can no longer lose the match."),
    "takes_lead": ngettext_lazy(
        "%(on_card)s, %(who)s gets ahead, %(mine)s to %(theirs)s in dice, and the card is worth about "
        "%(points)s point.",
        "%(on_card)s, %(who)s gets ahead, %(mine)s to %(theirs)s in dice, and the card is worth about "
        "%(points)s points.",
        "points",
    ),
    "secures": ngettext_lazy(
        "%(on_card)s, %(who)s’s lead is safer, %(mine)s to %(theirs)s in dice, and the card is worth "
        "about %(points)s point.",
        "%(on_card)s, %(who)s’s lead is safer, %(mine)s to %(theirs)s in dice, and the card is worth "
        "about %(points)s points.",
        "points",
    ),
    "wins_tie": gettext_lazy(
        "%(on_card)s, it is level, %(mine)s to %(theirs)s in dice, and %(who)s’s dice beside it win the tie."
    ),
    "follows": gettext_lazy(
        "%(on_card)s, %(who)s is still behind, %(mine)s to %(theirs)s in dice, but the other die would do "
        "even less."
    ),
    "direction": ngettext_lazy(
        "With number 1 on the %(one)s, %(who)s’s %(die)s goes %(to_card)s, worth about %(points)s point.",
        "With number 1 on the %(one)s, %(who)s’s %(die)s goes %(to_card)s, worth about %(points)s points.",
        "points",
    ),
}
REASONS = {code: _make_reason_with_names(message) for code, message in _MESSAGES.items()}
#: for people who watch an analysis: each replaces the reason with the same code that says “you”
REASONS_ABOUT = {code: _make_reason_with_names(message) for code, message in _MESSAGES_ABOUT.items()}
