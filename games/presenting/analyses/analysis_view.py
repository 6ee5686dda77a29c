"""The analysis of a match in words, in the language of the reader.

Points are points of a hundred of the chance to win: a loss of 0.056 is 5.6 points.
"""

from __future__ import annotations

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from escale.common import languages
from escale.common.text.elision import elide
from games.core.analysis.measures import GRADES, SOLVED
from games.core.coaching import Reason
from games.core.contract import Json
from games.models import Match
from games.presenting import match_view
from games.presenting import words as phrases

#: what players of backgammon call losses of these sizes
GRADE_NAMES = {
    "doubtful": gettext_lazy("doubtful"),
    "mistake": gettext_lazy("mistake"),
    "blunder": gettext_lazy("blunder"),
}
#: from here on a negative value is told with its sign
LEAST_NEGATIVE = -0.0005
TWO = 2


def describe_analysis(match: Match, document: Json) -> Json:
    """The stored document with labels, reasons and summaries."""
    names = phrases.names(match.seats.all())
    words = phrases.Words(match.game, names)
    seats = [
        {"index": index, "name": names[index], **seat, "counts": describe_counts(seat)}
        | summarise(seat, names[index], document)
        for index, seat in enumerate(document["seats"])
    ]
    moves = [_describe_move(match.game, words, move) for move in document["moves"]]
    address = f"{settings.BASE_URL}/api/v1/matches/{match.pk}/"
    links = {"match": address, "record": f"{address}record/"}
    return {"status": "done", **document, "seats": seats, "moves": moves, "links": links}


def _describe_move(game: str, words: phrases.Words, move: Json) -> Json:
    choices_by_label: dict[str, Json] = {}
    for choice in move["choices"]:  # Trick cards of one kind are one choice to a reader.
        label = words.action(choice["action"])
        choices_by_label.setdefault(label, choice | {"label": label, "percent": to_percent(choice["value"])})
    texts = {
        "label": words.action(move["action"]),
        "choices": list(choices_by_label.values()),
        "reason": _describe_reason(game, words, move["reason"]),
        "luck_points": to_points(move["luck"]),
        "loss_points": to_points(move["loss"], signed=False),
        "loss_margin_points": to_points(move["loss_margin"], signed=False),
        "grade_name": str(GRADE_NAMES[move["grade"]]) if move["grade"] else "",
    }
    return move | texts


def _describe_reason(game: str, words: phrases.Words, reason: Json | None) -> Json | None:
    if reason is None:
        return None
    text = words.reason(Reason(reason["code"], reason["rule"], reason["params"]))
    return {"code": reason["code"], "text": text, "rule": match_view.link_to_rule(game, reason["rule"])}


def summarise(seat: Json, name: str, document: Json) -> Json:
    """What the numbers say of a seat, said of it and said to it."""
    if not seat["decisions"]:
        nothing = _("%(who)s had nothing to decide.") % {"who": name}
        return {"summary": nothing, "summary_you": _("You had nothing to decide.")}
    luck, skill = round(100 * seat["luck"]), round(100 * seat["skill"])
    sentences = [_describe_choices(document["method"]), _describe_luck(luck)]
    if len(document["seats"]) == TWO:
        sentences.append(_describe_skill(skill))
    said = {"who": name, "found": number_format(seat["exact"]), "all": number_format(seat["decisions"])}
    said |= {"luck": number_format(abs(luck)), "given": number_format(abs(skill))}
    language = languages.current()
    about, to = (elide(" ".join(parts) % said, language) for parts in zip(*sentences, strict=True))
    return {"summary": about, "summary_you": to}


def _describe_choices(method: str) -> tuple[str, str]:
    """How often the seat chose the best, said of it and to it; estimates only tell what was clearly better."""
    if method == SOLVED:
        return (
            _("%(who)s found the best move in %(found)s of %(all)s decisions."),
            _("You found the best move in %(found)s of %(all)s decisions."),
        )
    return (
        _("In %(found)s of %(who)s’s %(all)s decisions nothing was clearly better."),
        _("In %(found)s of your %(all)s decisions nothing was clearly better."),
    )


def _describe_luck(points: int) -> tuple[str, str]:
    if points > 0:
        return (
            ngettext("Luck gave %(who)s %(luck)s point.", "Luck gave %(who)s %(luck)s points.", points),
            ngettext("Luck gave you %(luck)s point.", "Luck gave you %(luck)s points.", points),
        )
    if points < 0:
        return (
            ngettext("Luck cost %(who)s %(luck)s point.", "Luck cost %(who)s %(luck)s points.", -points),
            ngettext("Luck cost you %(luck)s point.", "Luck cost you %(luck)s points.", -points),
        )
    return _("Luck favoured nobody."), _("Luck favoured nobody.")


def _describe_skill(points: int) -> tuple[str, str]:
    """Who gave away more by mistakes: with the luck, that is why the match was won or lost."""
    if points > 0:
        return (
            ngettext(
                "%(who)s gave away %(given)s point less than the opponent.",
                "%(who)s gave away %(given)s points less than the opponent.",
                points,
            ),
            ngettext(
                "You gave away %(given)s point less than your opponent.",
                "You gave away %(given)s points less than your opponent.",
                points,
            ),
        )
    if points < 0:
        return (
            ngettext(
                "%(who)s gave away %(given)s point more than the opponent.",
                "%(who)s gave away %(given)s points more than the opponent.",
                -points,
            ),
            ngettext(
                "You gave away %(given)s point more than your opponent.",
                "You gave away %(given)s points more than your opponent.",
                -points,
            ),
        )
    return _("Both gave away the same number of points."), _("Both gave away the same number of points.")


def to_points(value: float, *, signed: bool = True) -> str:
    """Points of a hundred with one digit, such as +5.6 or −0.4."""
    # Django cuts digits off instead of rounding.
    text = number_format(round(abs(100 * value), 1), 1)
    if not signed:
        return text
    return f"{'−' if value <= LEAST_NEGATIVE else '+'}{text}"


def to_percent(value: float) -> str:
    return number_format(round(100 * value, 1), 1)


def list_mistakes(described: Json) -> list[Json]:
    """The decisions that cost most, for a page without scripts."""
    graded = [move for move in described["moves"] if move["grade"] in GRADES]
    return [move | {"sentence": _tell_mistake(described, move)} for move in graded]


def _tell_mistake(described: Json, move: Json) -> str:
    said = {
        "who": described["seats"][move["seat"]]["name"],
        "played": move["label"],
        "best": move["choices"][0]["label"],
        "points": move["loss_points"],
    }
    if described["method"] == SOLVED:
        return _("%(who)s: “%(played)s” cost %(points)s points; “%(best)s” was better.") % said
    return _("%(who)s: “%(played)s” cost about %(points)s points; “%(best)s” was better.") % said


def describe_counts(seat: Json) -> str:
    """How many decisions, and how large the mistakes were: `31 decisions, 2 doubtful, 1 blunder`."""
    count = seat["decisions"]
    parts = [ngettext("%(count)s decision", "%(count)s decisions", count) % {"count": count}]
    for name, number in seat["grades"].items():
        if number:
            parts.append(_("%(grade)s: %(number)s") % {"grade": GRADE_NAMES[name], "number": number})
    return ", ".join(parts)
