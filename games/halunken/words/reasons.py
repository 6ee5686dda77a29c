"""The reasons of hints in Halunken, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.halunken.words.names import scoundrel

Say = Callable[[Mapping[str, Any], list[str]], str]


def with_names(message: Any) -> Say:
    """A function that fills a message with the names of seats and scoundrels."""
    return lambda fields, names: str(message % _readable(fields, names))


def _readable(fields: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    values = dict(fields)
    if "rival" in values:
        values["rival"] = names[values["rival"]]
    for name in ("card", "here", "prize"):
        if values.get(name):
            values[name] = scoundrel(values[name])
    return values


#: what else a walk can lead to, as sentences to the player
_PROSPECTS = {
    "escapes": gettext_lazy("Nobody can come upon you there and rob you."),
    "alone": gettext_lazy("Nobody else has this card left."),
    "stays": gettext_lazy("If somebody plays the same card, the %(here)s is yours instead."),
    "nothing": gettext_lazy("If somebody plays the same card, you get nothing."),
}


def tell_walk(message: Any, prospects: Mapping[str, Any] = _PROSPECTS) -> Say:
    """The reason for a walk, which may add that it escapes a robbery or that somebody could cancel it."""

    def say(fields: Mapping[str, Any], names: list[str]) -> str:
        values = _readable(fields, names)
        sentence = str(message % values)
        prospect = _find_prospect(values)
        return f"{sentence} {prospects[prospect] % values}" if prospect else sentence

    return say


def _find_prospect(fields: Mapping[str, Any]) -> str:
    if fields.get("escapes"):
        return "escapes"
    if "rivals" not in fields:
        return ""
    if not fields["rivals"]:
        return "alone"
    return "stays" if fields["here"] else "nothing"


_COSTLY_WALK = ngettext_lazy(
    "At dive %(space)s the %(card)s is waiting: it would cost you %(points)s point.",
    "At dive %(space)s the %(card)s is waiting: it would cost you %(points)s points.",
    "points",
)
_LOSS = ngettext_lazy(
    "The %(card)s costs you %(points)s point, less than any other.",
    "The %(card)s costs you %(points)s points, less than any other.",
    "points",
)


def tell_gain_or_loss(gain: Say, loss: Say) -> Say:
    """A card can take points away, because another colour then counts twice; then the sentence tells a
    cost.
    """

    def say(fields: Mapping[str, Any], names: list[str]) -> str:
        if fields["points"] >= 0:
            return gain(fields, names)
        return loss({**fields, "points": -fields["points"]}, names)

    return say


REASONS = {
    "settle": with_names(
        gettext_lazy("All first scoundrels still lie face down: what counts is only who can reach whom.")
    ),
    "settle_behind": with_names(
        gettext_lazy(
            "All first scoundrels still lie face down, but from there you can reach %(rival)s in one move, and nobody "
            "can reach you."
        )
    ),
    "settle_jack": with_names(
        gettext_lazy("Nobody has hired Black Jack yet: what counts is only whom he can reach.")
    ),
    "walk": tell_gain_or_loss(
        tell_walk(
            ngettext_lazy(
                "At dive %(space)s the %(card)s is waiting: %(points)s point for you.",
                "At dive %(space)s the %(card)s is waiting: %(points)s points for you.",
                "points",
            )
        ),
        tell_walk(_COSTLY_WALK),
    ),
    "walk_to_brawl": tell_walk(
        gettext_lazy("At dive %(space)s you meet %(rival)s: if nobody moves away, you may take a scoundrel.")
    ),
    "walk_to_jack": tell_walk(
        gettext_lazy(
            "At dive %(space)s you meet Black Jack, and may also take the %(prize)s from beside the boat."
        )
    ),
    "walk_or_stay": with_names(
        ngettext_lazy(
            "If somebody plays the same card, the %(here)s where you stand is yours: %(here_points)s point. "
            "Otherwise the %(card)s is waiting at dive %(space)s.",
            "If somebody plays the same card, the %(here)s where you stand is yours: %(here_points)s points. "
            "Otherwise the %(card)s is waiting at dive %(space)s.",
            "here_points",
        )
    ),
    "walk_to_nobody": tell_walk(gettext_lazy("No other card promises more.")),
    "choose_rum": tell_walk(
        gettext_lazy("With rum the number is named when all cards lie face up: dive %(space)s looks good.")
    ),
    "bid": with_names(
        ngettext_lazy(
            "What Black Jack may steal is worth about %(points)s point more than the %(card)s that he costs.",
            "What Black Jack may steal is worth about %(points)s points more than the %(card)s that he costs.",
            "points",
        )
    ),
    "bid_little": with_names(gettext_lazy("What Black Jack may steal outweighs the %(card)s that he costs.")),
    "bid_price": with_names(gettext_lazy("Whoever wants Black Jack must pay more then.")),
    "pass": with_names(
        gettext_lazy("What Black Jack may steal is worth less than the scoundrel that he costs.")
    ),
    "jack_reaches": with_names(
        gettext_lazy("From there Black Jack may come upon %(rival)s, and he robs for you.")
    ),
    "jack_stays_away": with_names(gettext_lazy("No card of Black Jack reaches %(rival)s for certain.")),
    "rob": tell_gain_or_loss(
        with_names(
            ngettext_lazy(
                "The %(card)s brings you %(points)s point, more than any other.",
                "The %(card)s brings you %(points)s points, more than any other.",
                "points",
            )
        ),
        with_names(_LOSS),
    ),
    "salvage": with_names(
        ngettext_lazy(
            "The %(card)s brings you %(points)s point, and costs nothing.",
            "The %(card)s brings you %(points)s points, and costs nothing.",
            "points",
        )
    ),
    "decline": with_names(gettext_lazy("Nobody there would bring you anything.")),
    "lose": with_names(_LOSS),
}
