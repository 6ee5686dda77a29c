"""The analysis of a match in words, in the language of the reader."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from games.core.analysis.measures import GRADES
from games.core.coaching import Reason
from games.core.contract import Json
from games.models import Match
from games.presenting import match_view
from games.presenting import words as phrases
from games.presenting.analyses.sentences import (
    GRADE_NAMES,
    count_decisions,
    describe_cost,
    summarise,
    to_percent,
    to_points,
)


def describe_analysis(match: Match, document: Json) -> Json:
    """The stored document with labels, reasons and summaries."""
    names = phrases.names(match.seats.all())
    words = phrases.Words(match.game, names)
    seats = [
        {"index": index, "name": names[index], **seat, "counts": count_decisions(seat)}
        | summarise(seat, names[index], document)
        for index, seat in enumerate(document["seats"])
    ]
    rules = _describe_rules(match, document)
    moves = [_describe_move(words, rules, move) for move in document["moves"]]
    address = f"{settings.BASE_URL}/api/v1/matches/{match.pk}/"
    links = {"match": address, "record": f"{address}record/"}
    return {"status": "done", **document, "seats": seats, "moves": moves, "links": links}


def _describe_rules(match: Match, document: Json) -> dict[str, Json]:
    """The sections that the reasons cite, by key, with their headings in the language of the reader."""
    keys = {move["reason"]["rule"] for move in document["moves"] if move["reason"]}
    titles = {key: match_view.find_rule(match.game, key, match.edition).get("title", key) for key in keys}
    return {key: match_view.link_to_rule(match.game, key) | {"title": titles[key]} for key in keys}


def _describe_move(words: phrases.Words, rules: dict[str, Json], move: Json) -> Json:
    choices_by_label: dict[str, Json] = {}
    for choice in move["choices"]:  # Trick cards of one kind are one choice to a reader.
        label = words.action(choice["action"] | choice["facts"])
        choices_by_label.setdefault(label, choice | {"label": label, "percent": to_percent(choice["value"])})
    played = next(choice for choice in move["choices"] if choice["action"] == move["action"])
    label = words.action(played["action"] | played["facts"])
    texts = {
        "label": label,
        "choices": list(choices_by_label.values()),
        "reason": _describe_reason(words, rules, move),
        "luck_points": to_points(move["luck"]),
        "loss_points": to_points(move["loss"], signed=False),
        "loss_margin_points": to_points(move["loss_margin"], signed=False),
        "grade_name": str(GRADE_NAMES[move["grade"]]) if move["grade"] else "",
        "cost": describe_cost(move, label),
    }
    return move | texts


def _describe_reason(words: phrases.Words, rules: dict[str, Json], move: Json) -> Json | None:
    """The reason why another action was better, as a sentence about the seat and one to it."""
    stored = move["reason"]
    if stored is None:
        return None
    reason = Reason(stored["code"], stored["rule"], stored["params"])
    texts = {"text": words.reason_about(reason, move["seat"]), "text_you": words.reason(reason)}
    return {"code": reason.code, **texts, "rule": rules[reason.rule]}


def list_mistakes(described: Json) -> list[Json]:
    """The most costly decisions, for a page without scripts."""
    graded = [move for move in described["moves"] if move["grade"] in GRADES]
    return [move | {"sentence": _tell_mistake(described, move)} for move in graded]


def _tell_mistake(described: Json, move: Json) -> str:
    name = described["seats"][move["seat"]]["name"]
    return _("%(who)s: %(cost)s Better: “%(best)s”.") % {
        "who": name,
        "cost": move["cost"],
        "best": move["choices"][0]["label"],
    }
