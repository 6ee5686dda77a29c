"""The reasons of hints in Halunken for spectators.

Each replaces the reason with the same code in `reasons.py`: it names the player (`who`) instead of saying
“you”.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.halunken.words.reasons import make_reason_by_sign, make_reason_with_names, make_walk_reason

_PROSPECTS = {
    "escapes": gettext_lazy("Nobody can come upon %(who)s there and steal a scoundrel."),
    "alone": gettext_lazy("Nobody else has this card left."),
    "stays": gettext_lazy("If somebody plays the same card, %(who)s takes the %(here)s instead."),
    "nothing": gettext_lazy("If somebody plays the same card, %(who)s gets nothing."),
}
_WALK = ngettext_lazy(
    "At dive %(space)s, the %(card)s is waiting: %(points)s point for %(who)s.",
    "At dive %(space)s, the %(card)s is waiting: %(points)s points for %(who)s.",
    "points",
)
_COSTLY_WALK = ngettext_lazy(
    "At dive %(space)s, the %(card)s is waiting: it would cost %(who)s %(points)s point.",
    "At dive %(space)s, the %(card)s is waiting: it would cost %(who)s %(points)s points.",
    "points",
)
_GAIN = ngettext_lazy(
    "The %(card)s brings %(who)s %(points)s point, more than any other.",
    "The %(card)s brings %(who)s %(points)s points, more than any other.",
    "points",
)
_LOSS = ngettext_lazy(
    "The %(card)s costs %(who)s %(points)s point, less than any other.",
    "The %(card)s costs %(who)s %(points)s points, less than any other.",
    "points",
)
_COSTLY_SALVAGE = ngettext_lazy(
    "The %(card)s costs %(who)s %(points)s point for now, because another colour then counts twice.",
    "The %(card)s costs %(who)s %(points)s points for now, because another colour then counts twice.",
    "points",
)
_WELCOME_LOSS = ngettext_lazy(
    "Losing the %(card)s brings %(who)s %(points)s point, because another colour then counts twice.",
    "Losing the %(card)s brings %(who)s %(points)s points, because another colour then counts twice.",
    "points",
)
REASONS_ABOUT = {
    "settle_behind": make_reason_with_names(
        gettext_lazy(
            "All the first scoundrels are still face down, but from there %(who)s can reach %(rival)s in one "
            "move and is out of everyone’s reach."
        )
    ),
    "walk": make_reason_by_sign(
        make_walk_reason(_WALK, _PROSPECTS), make_walk_reason(_COSTLY_WALK, _PROSPECTS)
    ),
    "walk_to_brawl": make_walk_reason(
        gettext_lazy(
            "At dive %(space)s, %(who)s meets %(rival)s and takes a scoundrel if nobody moves away."
        ),
        _PROSPECTS,
    ),
    "walk_to_jack": make_walk_reason(
        gettext_lazy(
            "At dive %(space)s, %(who)s meets Black Jack, and may also take the %(prize)s from beside the "
            "boat."
        ),
        _PROSPECTS,
    ),
    "walk_or_stay": make_reason_with_names(
        ngettext_lazy(
            "If somebody plays the same card, %(who)s takes the %(here)s on the spot: %(here_points)s point. "
            "Otherwise the %(card)s is waiting at dive %(space)s.",
            "If somebody plays the same card, %(who)s takes the %(here)s on the spot: %(here_points)s "
            "points. Otherwise the %(card)s is waiting at dive %(space)s.",
            "here_points",
        )
    ),
    "walk_to_nobody": make_walk_reason(gettext_lazy("No other card promises more."), _PROSPECTS),
    "choose_rum": make_walk_reason(
        gettext_lazy("With rum, the number is named once all cards are face up: dive %(space)s looks good."),
        _PROSPECTS,
    ),
    "jack_reaches": make_reason_with_names(
        gettext_lazy("From there Black Jack may come upon %(rival)s, and he robs for %(who)s.")
    ),
    "rob": make_reason_by_sign(make_reason_with_names(_GAIN), make_reason_with_names(_LOSS)),
    "salvage": make_reason_by_sign(
        make_reason_with_names(
            ngettext_lazy(
                "The %(card)s brings %(who)s %(points)s point, and costs nothing.",
                "The %(card)s brings %(who)s %(points)s points, and costs nothing.",
                "points",
            )
        ),
        make_reason_with_names(_COSTLY_SALVAGE),
    ),
    "decline": make_reason_with_names(gettext_lazy("Nobody there would bring %(who)s anything.")),
    "lose": make_reason_by_sign(make_reason_with_names(_LOSS), make_reason_with_names(_WELCOME_LOSS)),
}
