"""The reasons of hints in Halunken, as sentences to the player.

In the messages, `card` is a scoundrel that a seat can get, `here` the one on top of the dive where its
captain stands, and `prize` the one that it can take from beside the boat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.halunken.words.names import say_scoundrel

#: (fields of the reason, names of the seats) -> the sentence
WriteReason = Callable[[Mapping[str, Any], list[str]], str]


def make_reason_with_names(message: Any) -> WriteReason:
    """A function that fills a message with the names of seats and scoundrels."""
    return lambda fields, names: str(message % _fill_in_names(fields, names))


def _fill_in_names(fields: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    values = dict(fields)
    if "rival" in values:
        values["rival"] = names[values["rival"]]
    for name in ("card", "here", "prize"):
        if values.get(name):
            values[name] = say_scoundrel(values[name])
    return values


#: what else a walk can lead to, as sentences to the player
_PROSPECTS = {
    "escapes": gettext_lazy("Nobody can come upon you there and rob you."),
    "alone": gettext_lazy("Nobody else has this card left."),
    "stays": gettext_lazy("If somebody plays the same card, the %(here)s is yours instead."),
    "nothing": gettext_lazy("If somebody plays the same card, you get nothing."),
}


def make_walk_reason(message: Any, prospects: Mapping[str, Any] = _PROSPECTS) -> WriteReason:
    """A function that fills a message about a walk, and may add what else the walk can lead to."""

    def write(fields: Mapping[str, Any], names: list[str]) -> str:
        values = _fill_in_names(fields, names)
        sentence = str(message % values)
        prospect = _find_prospect(values)
        return f"{sentence} {prospects[prospect] % values}" if prospect else sentence

    return write


def _find_prospect(fields: Mapping[str, Any]) -> str:
    """The key of the sentence in `_PROSPECTS` that is true; empty if none is."""
    if fields.get("escapes"):
        return "escapes"
    if "rivals" not in fields:
        return ""
    if not fields["rivals"]:
        return "alone"
    return "stays" if fields["here"] else "nothing"


_COSTLY_WALK = ngettext_lazy(
    "At dive %(space)s, the %(card)s is waiting: it would cost you %(points)s point.",
    "At dive %(space)s, the %(card)s is waiting: it would cost you %(points)s points.",
    "points",
)
_LOSS = ngettext_lazy(
    "The %(card)s costs you %(points)s point, less than any other.",
    "The %(card)s costs you %(points)s points, less than any other.",
    "points",
)
_COSTLY_SALVAGE = ngettext_lazy(
    "The %(card)s costs you %(points)s point for now, because another colour then counts twice.",
    "The %(card)s costs you %(points)s points for now, because another colour then counts twice.",
    "points",
)
_WELCOME_LOSS = ngettext_lazy(
    "Losing the %(card)s brings you %(points)s point, because another colour then counts twice.",
    "Losing the %(card)s brings you %(points)s points, because another colour then counts twice.",
    "points",
)


def make_reason_by_sign(usual: WriteReason, reverse: WriteReason) -> WriteReason:
    """A function that uses `usual`, or `reverse` with a positive number if the points are below zero.

    A card can take points away, and its loss can bring some, because another colour then counts twice.
    """

    def write(fields: Mapping[str, Any], names: list[str]) -> str:
        if fields["points"] >= 0:
            return usual(fields, names)
        return reverse({**fields, "points": -fields["points"]}, names)

    return write


REASONS = {
    "settle": make_reason_with_names(
        gettext_lazy("All the first scoundrels are still face down: all that counts is who can reach whom.")
    ),
    "settle_behind": make_reason_with_names(
        gettext_lazy(
            "All the first scoundrels are still face down, but from there you can reach %(rival)s in one "
            "move, and nobody can reach you."
        )
    ),
    "settle_jack": make_reason_with_names(
        gettext_lazy("Nobody has hired Black Jack yet: all that counts is whom he can reach.")
    ),
    "walk": make_reason_by_sign(
        make_walk_reason(
            ngettext_lazy(
                "At dive %(space)s, the %(card)s is waiting: %(points)s point for you.",
                "At dive %(space)s, the %(card)s is waiting: %(points)s points for you.",
                "points",
            )
        ),
        make_walk_reason(_COSTLY_WALK),
    ),
    "walk_to_brawl": make_walk_reason(
        gettext_lazy(
            "At dive %(space)s, you meet %(rival)s: if nobody moves away, you take one of their scoundrels."
        )
    ),
    "walk_to_jack": make_walk_reason(
        gettext_lazy(
            "At dive %(space)s, you meet Black Jack, and may also take the %(prize)s from beside the boat."
        )
    ),
    "walk_or_stay": make_reason_with_names(
        ngettext_lazy(
            "If somebody plays the same card, the %(here)s where you stand is yours: %(here_points)s point. "
            "Otherwise the %(card)s is waiting at dive %(space)s.",
            "If somebody plays the same card, the %(here)s where you stand is yours: %(here_points)s points. "
            "Otherwise the %(card)s is waiting at dive %(space)s.",
            "here_points",
        )
    ),
    "walk_to_nobody": make_walk_reason(gettext_lazy("No other card promises more.")),
    "choose_rum": make_walk_reason(
        gettext_lazy("With rum, the number is named once all cards are face up: dive %(space)s looks good.")
    ),
    "bid": make_reason_with_names(
        ngettext_lazy(
            "What Black Jack may steal is worth about %(points)s point more than the %(card)s that he costs.",
            "What Black Jack may steal is worth about %(points)s points more than the %(card)s that he "
            "costs.",
            "points",
        )
    ),
    "bid_little": make_reason_with_names(
        gettext_lazy("What Black Jack may steal outweighs the %(card)s that he costs.")
    ),
    "bid_price": make_reason_with_names(gettext_lazy("Whoever wants Black Jack will then have to pay more.")),
    "pass": make_reason_with_names(
        gettext_lazy("What Black Jack may steal is worth less than the scoundrel that he costs.")
    ),
    "jack_reaches": make_reason_with_names(
        gettext_lazy("From there Black Jack may come upon %(rival)s, and he robs for you.")
    ),
    "jack_stays_away": make_reason_with_names(
        gettext_lazy("No card of Black Jack’s is certain to reach %(rival)s.")
    ),
    "rob": make_reason_by_sign(
        make_reason_with_names(
            ngettext_lazy(
                "The %(card)s brings you %(points)s point, more than any other.",
                "The %(card)s brings you %(points)s points, more than any other.",
                "points",
            )
        ),
        make_reason_with_names(_LOSS),
    ),
    "salvage": make_reason_by_sign(
        make_reason_with_names(
            ngettext_lazy(
                "The %(card)s brings you %(points)s point, and costs nothing.",
                "The %(card)s brings you %(points)s points, and costs nothing.",
                "points",
            )
        ),
        make_reason_with_names(_COSTLY_SALVAGE),
    ),
    "decline": make_reason_with_names(gettext_lazy("Nobody there would bring you anything.")),
    "lose": make_reason_by_sign(make_reason_with_names(_LOSS), make_reason_with_names(_WELCOME_LOSS)),
}
