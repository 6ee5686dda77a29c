"""Tools for the catalogue: which games are on the shelves, and what to play tonight."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import get_language

from catalogue.presenting.picking import describe_reason, parse_wish
from catalogue.presenting.records import load_cached_records, load_records
from catalogue.search.index.pick import MOODS
from catalogue.search.live_index import catalogue_index
from catalogue.search.question import parse_question
from catalogue.search.tonight import pick_for_tonight
from escale.common.api.problems import Problem, not_one_of

Json = dict[str, Any]
PAGE_SIZE = 10
#: The members of a record that assistants read. The page at `url` has the others.
MEMBERS = ("slug", "name", "year", "players", "minutes", "age", "weight", "description", "available", "url")


def search_titles(
    text: str = "",
    players: int | None = None,
    minutes: int | None = None,
    available: bool = False,
    page: int = 1,
) -> Json:
    """Search the games by words, number of players and time. `available`: only if a box is in."""
    wanted = {
        "search": text,
        "players": players,
        "minutes": minutes,
        "available": "yes" if available else None,
    }
    question = parse_question(_make_query(wanted), "search")
    if question.errors or page < 1:
        raise Problem(400, "invalid", errors=question.errors or {"page": ["1, 2, 3, …"]})
    result = catalogue_index.search(
        question.text, question.filters, question.sort, page=page, size=PAGE_SIZE, facets=()
    )
    titles = [_describe_title(record) for record in load_records(result.ids)]
    return {"count": result.total, "page": page, "titles": titles}


def pick_games(
    players: int | None = None, age: int | None = None, minutes: int | None = None, mood: str = ""
) -> Json:
    """What shall we play? Three games whose boxes are in, with reasons.

    `age` is that of the youngest player; `mood` is light, medium, deep, cooperative, text_free or empty.
    """
    if mood not in MOODS:
        raise not_one_of("mood", MOODS)
    wish = parse_wish(_make_query({"players": players, "age": age, "minutes": minutes, "mood": mood}))
    picks = pick_for_tonight(wish)
    ids = [pick.candidate.id for pick in picks]
    records_by_id = {cached.id: cached.record for cached in load_cached_records(ids)}
    games = []
    for pick in picks:
        record = records_by_id.get(pick.candidate.id)
        if record is not None:  # A title may have been removed meanwhile.
            reasons = [describe_reason(reason) for reason in pick.reasons]
            games.append(_describe_title(record) | {"reasons": reasons})
    return {"games": games}


def _make_query(values: Json) -> QueryDict:
    given_values = {name: value for name, value in values.items() if value not in (None, "")}
    return QueryDict(urlencode(given_values))


def _describe_title(record: Json) -> Json:
    """A short record of the title, with the shelves of its available boxes and the rules to read."""
    shelves = {copy["shelf"] for copy in record["copies"] if copy["status"] == "in" and copy["shelf"]}
    languages = {rule["language"] for rule in record["rules"]}
    rules = [rule for rule in record["rules"] if rule["language"] == get_language()] or record["rules"][:1]
    short_record = {name: record[name] for name in MEMBERS}
    short_record |= {"shelves": sorted(shelves), "rule_languages": sorted(languages)}
    return short_record | {"rule": rules[0] if rules else None, "playable_here": record["playable"]}
