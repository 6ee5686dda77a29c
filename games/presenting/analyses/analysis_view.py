"""The analysis of a match in words, in the language of the reader.

Points are points of a hundred of the chance to win: a loss of 0.056 is 5.6 points.
"""

from __future__ import annotations

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.analysis.measures import GRADES
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
#: up to so much luck a match counts as even
EVEN_LUCK = 0.005


def describe_analysis(match: Match, document: Json) -> Json:
    """The stored document with labels, reasons and summaries."""
    names = phrases.names(match.seats.all())
    words = phrases.Words(match.game, names)
    seats = [
        {"index": index, "name": names[index], **seat, "counts": describe_counts(seat)}
        | summarise(seat, names[index])
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
        "grade_name": str(GRADE_NAMES[move["grade"]]) if move["grade"] else "",
    }
    return move | texts


def _describe_reason(game: str, words: phrases.Words, reason: Json | None) -> Json | None:
    if reason is None:
        return None
    text = words.reason(Reason(reason["code"], reason["rule"], reason["params"]))
    return {"code": reason["code"], "text": text, "rule": match_view.link_to_rule(game, reason["rule"])}


def summarise(seat: Json, name: str) -> Json:
    """One line about a seat, said of it and said to it."""
    if not seat["decisions"]:
        nothing = _("%(who)s had nothing to decide.") % {"who": name}
        return {"summary": nothing, "summary_you": _("You had nothing to decide.")}
    said = {"who": name, "percent": number_format(100 * seat["exact"] / seat["decisions"], 0)}
    said["points"] = number_format(abs(100 * seat["luck"]), 0)
    if abs(seat["luck"]) < EVEN_LUCK:
        about = _("%(who)s made the best move %(percent)s%% of the time; luck favoured nobody.")
        to = _("You made the best move %(percent)s%% of the time; luck favoured nobody.")
    elif seat["luck"] > 0:
        about = _("%(who)s made the best move %(percent)s%% of the time; luck gave +%(points)s points.")
        to = _("You made the best move %(percent)s%% of the time; luck gave you +%(points)s points.")
    else:
        about = _("%(who)s made the best move %(percent)s%% of the time; bad luck cost %(points)s points.")
        to = _("You made the best move %(percent)s%% of the time; bad luck cost you %(points)s points.")
    return {"summary": about % said, "summary_you": to % said}


def to_points(value: float, *, signed: bool = True) -> str:
    """Points of a hundred with one digit, such as +5.6 or −0.4."""
    text = number_format(abs(100 * value), 1)
    if not signed:
        return text
    return f"{'−' if value <= -EVEN_LUCK / 10 else '+'}{text}"


def to_percent(value: float) -> str:
    return number_format(100 * value, 1)


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
    return _("%(who)s: “%(played)s” cost %(points)s points; “%(best)s” was better.") % said


def describe_counts(seat: Json) -> str:
    """How many decisions, and how large the mistakes were: `31 decisions, 2 doubtful, 1 blunder`."""
    count = seat["decisions"]
    parts = [ngettext("%(count)s decision", "%(count)s decisions", count) % {"count": count}]
    for name, number in seat["grades"].items():
        if number:
            parts.append(_("%(grade)s: %(number)s") % {"grade": GRADE_NAMES[name], "number": number})
    return ", ".join(parts)
