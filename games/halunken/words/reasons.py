"""Why a bot gives a hint in Halunken, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.halunken.words.names import scoundrel

Say = Callable[[Mapping[str, Any], list[str]], str]


def _with_names(message: Any) -> Say:
    """Seats and scoundrels as people say them."""
    return lambda fields, names: str(message % _readable(fields, names))


def _readable(fields: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    said = dict(fields)
    if "rival" in said:
        said["rival"] = names[said["rival"]]
    for name in ("card", "here"):
        if said.get(name):
            said[name] = scoundrel(said[name])
    return said


def _walking(message: Any) -> Say:
    """A walk, and whether it escapes a robbery, or somebody could cancel it."""

    def say(fields: Mapping[str, Any], names: list[str]) -> str:
        said = _readable(fields, names)
        sentence = str(message % said)
        if said.get("escapes"):
            return sentence + " " + _("Nobody can come upon you there and rob you.")
        if "rivals" not in said:
            return sentence
        if not said["rivals"]:
            return sentence + " " + _("Nobody else has this card left.")
        if said["here"]:
            risk = _("If somebody plays the same card, the %(here)s is yours instead.") % said
            return f"{sentence} {risk}"
        return sentence + " " + _("If somebody plays the same card, you get nothing.")

    return say


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


def _gain_or_loss(gain: Say, loss: Say) -> Say:
    """A card that takes points away, because another colour then counts twice, is said to cost them."""

    def say(fields: Mapping[str, Any], names: list[str]) -> str:
        if fields["points"] >= 0:
            return gain(fields, names)
        return loss({**fields, "points": -fields["points"]}, names)

    return say


REASONS = {
    "settle": _with_names(
        gettext_lazy("All first scoundrels still lie face down: what counts is only who can reach whom.")
    ),
    "settle_behind": _with_names(
        gettext_lazy(
            "All first scoundrels still lie face down, but from there you can reach %(rival)s in one move, and nobody "
            "can reach you."
        )
    ),
    "settle_jack": _with_names(
        gettext_lazy("Nobody has hired Black Jack yet: what counts is only whom he can reach.")
    ),
    "walk": _gain_or_loss(
        _walking(
            ngettext_lazy(
                "At dive %(space)s the %(card)s is waiting: %(points)s point for you.",
                "At dive %(space)s the %(card)s is waiting: %(points)s points for you.",
                "points",
            )
        ),
        _walking(_COSTLY_WALK),
    ),
    "walk_to_brawl": _walking(
        gettext_lazy("At dive %(space)s you meet %(rival)s: if nobody moves away, you may take a scoundrel.")
    ),
    "walk_to_nobody": _walking(gettext_lazy("No other card promises more.")),
    "choose_rum": _walking(
        gettext_lazy("With rum you name the number when all cards lie open: dive %(space)s looks good.")
    ),
    "bid": _with_names(
        ngettext_lazy(
            "What Black Jack may steal for you is worth about %(points)s point more than the %(card)s that he costs.",
            "What Black Jack may steal for you is worth about %(points)s points more than the %(card)s that he costs.",
            "points",
        )
    ),
    "bid_little": _with_names(
        gettext_lazy("What Black Jack may steal for you outweighs the %(card)s that he costs.")
    ),
    "bid_price": _with_names(gettext_lazy("Whoever wants Black Jack must pay more then.")),
    "pass": _with_names(
        gettext_lazy("What Black Jack may steal is worth less than the scoundrel that he costs.")
    ),
    "jack_reaches": _with_names(
        gettext_lazy("From there Black Jack may come upon %(rival)s, and he robs for you.")
    ),
    "jack_stays_away": _with_names(gettext_lazy("No card of Black Jack reaches %(rival)s for certain.")),
    "rob": _gain_or_loss(
        _with_names(
            ngettext_lazy(
                "The %(card)s brings you %(points)s point, more than any other.",
                "The %(card)s brings you %(points)s points, more than any other.",
                "points",
            )
        ),
        _with_names(_LOSS),
    ),
    "salvage": _with_names(
        ngettext_lazy(
            "The %(card)s brings you %(points)s point, and costs nothing.",
            "The %(card)s brings you %(points)s points, and costs nothing.",
            "points",
        )
    ),
    "decline": _with_names(gettext_lazy("Nobody there would bring you anything.")),
    "lose": _with_names(_LOSS),
}
