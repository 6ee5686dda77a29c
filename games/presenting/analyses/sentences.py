"""The figures of an analysis in sentences, in the language of the reader.

`points` are percentage points of the chance to win: a loss of 0.056 is 5.6 points. Sentences round them,
because the points of the game are whole numbers too, and because most figures are estimates.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from escale.common import languages
from escale.common.text.elision import apply_elisions
from games.core.analysis.measures import SMALLEST_LOSS, SOLVED
from games.core.contract import Json

#: Players of backgammon give these names to losses of different sizes.
GRADE_NAMES = {
    "doubtful": gettext_lazy("doubtful"),
    "mistake": gettext_lazy("mistake"),
    "blunder": gettext_lazy("blunder"),
}
_GRADES_IN_SENTENCES = {
    "doubtful": gettext_lazy("a doubtful move"),
    "mistake": gettext_lazy("a mistake"),
    "blunder": gettext_lazy("a blunder"),
}
_GRADE_COUNTS = {
    "doubtful": ngettext_lazy("%(number)s doubtful move", "%(number)s doubtful moves", "number"),
    "mistake": ngettext_lazy("%(number)s mistake", "%(number)s mistakes", "number"),
    "blunder": ngettext_lazy("%(number)s blunder", "%(number)s blunders", "number"),
}
#: Values up to this one are shown with a minus sign.
_MAX_NEGATIVE = -0.0005
_TWO = 2


def count_decisions(seat: Json) -> str:
    """The number of decisions and the sizes of the mistakes: `31 decisions: 2 doubtful moves, 1 blunder`."""
    count = seat["decisions"]
    decisions = ngettext("%(count)s decision", "%(count)s decisions", count) % {"count": count}
    grades = [
        str(_GRADE_COUNTS[name] % {"number": number}) for name, number in seat["grades"].items() if number
    ]
    values = {"decisions": decisions, "mistakes": ", ".join(grades) or _("no certain mistake")}
    return _("%(decisions)s: %(mistakes)s") % values


def summarise(seat: Json, name: str, document: Json) -> Json:
    """Returns the figures of a seat as two texts: “Anna found …” for everybody, “You found …” for Anna."""
    if not seat["decisions"]:
        nothing = _("%(who)s had nothing to decide.") % {"who": name}
        return {"summary": nothing, "summary_you": _("You had nothing to decide.")}
    luck, skill = round(100 * seat["luck"]), round(100 * seat["skill"])
    sentences = [_describe_choices(document["method"], seat["decisions"]), _describe_luck(luck)]
    if len(document["seats"]) == _TWO:
        sentences.append(_describe_skill(skill))
    values = {"who": name, "found": number_format(seat["exact"]), "all": number_format(seat["decisions"])}
    values |= {"luck": number_format(abs(luck)), "given": number_format(abs(skill))}
    language = languages.current()
    about, to = (apply_elisions(" ".join(parts) % values, language) for parts in zip(*sentences, strict=True))
    return {"summary": about, "summary_you": to}


def _describe_choices(method: str, count: int) -> tuple[str, str]:
    """Says how often the seat chose the best move; of estimates, each that was not clearly worse counts."""
    if method == SOLVED:
        return (
            ngettext(
                "%(who)s found the best move in %(found)s of %(all)s decision.",
                "%(who)s found the best move in %(found)s of %(all)s decisions.",
                count,
            ),
            ngettext(
                "You found the best move in %(found)s of %(all)s decision.",
                "You found the best move in %(found)s of %(all)s decisions.",
                count,
            ),
        )
    return (
        ngettext(
            "In %(found)s of %(who)s’s %(all)s decision, nothing was clearly better.",
            "In %(found)s of %(who)s’s %(all)s decisions, nothing was clearly better.",
            count,
        ),
        ngettext(
            "In %(found)s of your %(all)s decision, nothing was clearly better.",
            "In %(found)s of your %(all)s decisions, nothing was clearly better.",
            count,
        ),
    )


def _describe_luck(points: int) -> tuple[str, str]:
    if points > 0:
        return (
            ngettext(
                "In all, luck raised %(who)s’s chance of winning by %(luck)s percentage point.",
                "In all, luck raised %(who)s’s chance of winning by %(luck)s percentage points.",
                points,
            ),
            ngettext(
                "In all, luck raised your chance of winning by %(luck)s percentage point.",
                "In all, luck raised your chance of winning by %(luck)s percentage points.",
                points,
            ),
        )
    if points < 0:
        return (
            ngettext(
                "In all, luck lowered %(who)s’s chance of winning by %(luck)s percentage point.",
                "In all, luck lowered %(who)s’s chance of winning by %(luck)s percentage points.",
                -points,
            ),
            ngettext(
                "In all, luck lowered your chance of winning by %(luck)s percentage point.",
                "In all, luck lowered your chance of winning by %(luck)s percentage points.",
                -points,
            ),
        )
    return _("Luck favoured nobody."), _("Luck favoured nobody.")


def _describe_skill(points: int) -> tuple[str, str]:
    """Says whose mistakes cost more; together with luck this explains who won."""
    if points > 0:
        return (
            ngettext(
                "%(who)s’s mistakes cost %(given)s percentage point less than the opponent’s.",
                "%(who)s’s mistakes cost %(given)s percentage points less than the opponent’s.",
                points,
            ),
            ngettext(
                "Your mistakes cost you %(given)s percentage point less than your opponent’s.",
                "Your mistakes cost you %(given)s percentage points less than your opponent’s.",
                points,
            ),
        )
    if points < 0:
        return (
            ngettext(
                "%(who)s’s mistakes cost %(given)s percentage point more than the opponent’s.",
                "%(who)s’s mistakes cost %(given)s percentage points more than the opponent’s.",
                -points,
            ),
            ngettext(
                "Your mistakes cost you %(given)s percentage point more than your opponent’s.",
                "Your mistakes cost you %(given)s percentage points more than your opponent’s.",
                -points,
            ),
        )
    return _("Mistakes cost both players the same."), _("Mistakes cost both players the same.")


def describe_cost(move: Json, label: str) -> str:
    """Says what a decision cost, such as `“Roll” cost about 24 percentage points (20 to 27): a blunder.`

    Of an estimate it names the interval too. It is empty if the decision cost nothing.
    """
    if move["loss"] < SMALLEST_LOSS:
        return ""
    points = round(100 * move["loss"])
    if not points:
        return _("“%(played)s” cost less than one percentage point.") % {"played": label}
    if not move["is_proven"]:
        return _say_doubt(points) % {"played": label, "points": points}
    cost = _say_points(points, is_estimate=move["margin"] > 0) % {"played": label, "points": points}
    if move["loss_margin"]:
        cost = _add_interval(cost, move)
    if not move["grade"]:
        return _("%(cost)s.") % {"cost": cost}
    return _("%(cost)s: %(grade)s.") % {"cost": cost, "grade": _GRADES_IN_SENTENCES[move["grade"]]}


def _say_doubt(points: int) -> str:
    return ngettext(
        "“%(played)s” may have cost %(points)s percentage point.",
        "“%(played)s” may have cost %(points)s percentage points.",
        points,
    )


def _say_points(points: int, *, is_estimate: bool) -> str:
    if is_estimate:
        return ngettext(
            "“%(played)s” cost about %(points)s percentage point",
            "“%(played)s” cost about %(points)s percentage points",
            points,
        )
    return ngettext(
        "“%(played)s” cost %(points)s percentage point",
        "“%(played)s” cost %(points)s percentage points",
        points,
    )


def _add_interval(cost: str, move: Mapping[str, float]) -> str:
    low = round(100 * max(0.0, move["loss"] - move["loss_margin"]))
    high = round(100 * min(1.0, move["loss"] + move["loss_margin"]))
    return _("%(cost)s (%(low)s to %(high)s)") % {"cost": cost, "low": low, "high": high}


def to_points(value: float, *, signed: bool = True) -> str:
    """Returns percentage points with one digit, such as +5.6 or −0.4."""
    # Django cuts digits off instead of rounding.
    text = number_format(round(abs(100 * value), 1), 1)
    if not signed:
        return text
    return f"{'−' if value <= _MAX_NEGATIVE else '+'}{text}"


def to_percent(value: float) -> str:
    return number_format(round(100 * value, 1), 1)
