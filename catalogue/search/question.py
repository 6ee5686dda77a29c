"""Parses the question of a reader to the catalogue. Pages and the API have the same parameters."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalogue.search.entries import ESAR_LETTERS, MAX_PLAYERS
from catalogue.search.index import Between, Value
from catalogue.search.index.facets import Choice

ORDERINGS = {
    "": _("Relevance"),
    "name": _("Name"),
    "-year": _("Newest games first"),
    "year": _("Oldest games first"),
    "-acquired": _("Latest arrivals first"),
    "minutes": _("Shortest first"),
    "weight": _("Lightest first"),
    "-weight": _("Heaviest first"),
    "-popularity": _("Most popular first"),
}
KINDS = ("game", "expansion", "accessory")
WEIGHT_BANDS = {"light": range(10, 20), "medium": range(20, 30), "heavy": range(30, 51)}  # in tenths
YES_VALUES = {"1", "yes", "true", "on"}
MAX_VALUES = 30  # of one parameter
MAX_TEXT, MAX_NAME = 300, 200  # characters


@dataclass(slots=True)
class Question:
    """What a reader asks for: words, filters and an order.

    `filters` are in the terms of the index. `chosen` has the values as the reader sent them, for the form of
    the page.
    """

    text: str = ""
    filters: dict[str, Choice] = field(default_factory=dict)  # by field of the index
    sort: str = ""
    chosen: dict[str, list[str]] = field(default_factory=dict)  # by parameter, the values as they were sent
    errors: dict[str, list[str]] = field(default_factory=dict)  # by parameter


class InvalidValue(ValueError):
    """A value that a parameter cannot have. The reader sees the text."""


def parse_question(query: MultiValueDict, text_parameter: str) -> Question:
    """The question in the query of an address. Invalid values are ignored and noted in `errors`."""
    question = Question(text=query.get(text_parameter, "").strip()[:MAX_TEXT])
    for name, parameter in PARAMETERS.items():
        values = list(dict.fromkeys(value for value in query.getlist(name)[:MAX_VALUES] if value))
        if values:
            try:
                question.filters[parameter.field] = parameter.parse(values)
                question.chosen[name] = values
            except InvalidValue as error:
                question.errors[name] = [str(error)]
    _parse_years(query, question)
    _parse_ordering(query, question)
    return question


def _parse_years(query: MultiValueDict, question: Question) -> None:
    ends: dict[str, int] = {}
    for name in ("year_min", "year_max"):
        if query.get(name):
            try:
                ends[name] = _parse_number(query[name], -10_000, 3000)
            except InvalidValue as error:
                question.errors[name] = [str(error)]
    if ends:
        question.filters["year"] = Between(ends.get("year_min"), ends.get("year_max"))
        for name, end in ends.items():
            question.chosen[name] = [str(end)]


def _parse_ordering(query: MultiValueDict, question: Question) -> None:
    ordering = query.get("ordering", "")
    # The API accepts every order in both directions. `ORDERINGS` has those that the page offers.
    known_fields = {known.removeprefix("-") for known in ORDERINGS}
    if ordering.removeprefix("-") in known_fields:
        question.sort = ordering
    else:
        question.errors["ordering"] = [_describe_unknown(ordering, filter(None, ORDERINGS))]


# ── Values of one parameter ───────────────────────────────────────────────────────────────────────


def _parse_number(text: str, low: int = 0, high: int = 10**6) -> int:
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    if not (
        digits.isascii() and digits.isdecimal() and len(digits) < 8 and low <= sign * int(digits) <= high
    ):
        raise InvalidValue(
            gettext("A whole number from %(low)s to %(high)s is expected.") % {"low": low, "high": high}
        )
    return sign * int(digits)


def _parse_names(values: list[str]) -> Choice:
    return [value[:MAX_NAME] for value in values]


def _parse_players(values: list[str]) -> Choice:
    return [min(_parse_number(value, 1, 999), MAX_PLAYERS) for value in values]


def _parse_maximum(values: list[str]) -> Choice:
    return Between(0, max(_parse_number(value) for value in values))


def _parse_decades(values: list[str]) -> Choice:
    return [_parse_number(value, 0, 3000) for value in values]


def _parse_kinds(values: list[str]) -> Choice:
    _refuse_unknown(values, KINDS)
    return values


def _parse_esar(values: list[str]) -> Choice:
    letters = [value.upper() for value in values]
    _refuse_unknown(letters, ESAR_LETTERS)
    return letters


def _parse_weights(values: list[str]) -> Choice:
    _refuse_unknown(values, WEIGHT_BANDS)
    return [tenths for value in values for tenths in WEIGHT_BANDS[value]]


def _parse_yes(value_in_index: Value) -> Callable[[list[str]], Choice]:
    """Returns a parser of a parameter whose only value is “yes”. The index has another value for it."""

    def parse(values: list[str]) -> Choice:
        if values[-1].lower() not in YES_VALUES:
            raise InvalidValue(gettext("The only possible value is “yes”."))
        return [value_in_index]

    return parse


def _refuse_unknown(values: Iterable[str], allowed_values: Iterable[str]) -> None:
    if unknown_values := set(values) - set(allowed_values):
        raise InvalidValue(_describe_unknown(min(unknown_values), allowed_values))


def _describe_unknown(value: str, allowed_values: Iterable[str]) -> str:
    words = {"value": value[:50], "known": ", ".join(allowed_values)}
    return gettext("“%(value)s” is not one of %(known)s.") % words


class Parameter(NamedTuple):
    field: str  # of the index
    parse: Callable[[list[str]], Choice]


PARAMETERS = {
    "players": Parameter("players", _parse_players),
    "age": Parameter("age", _parse_maximum),
    "minutes": Parameter("minutes", _parse_maximum),
    "weight": Parameter("weight", _parse_weights),
    "decade": Parameter("decade", _parse_decades),
    "available": Parameter("available", _parse_yes("in")),
    "playable": Parameter("playable", _parse_yes("yes")),
    "text_free": Parameter("text", _parse_yes(1)),
    "mechanism": Parameter("mechanism", _parse_names),
    "theme": Parameter("theme", _parse_names),
    "family": Parameter("family", _parse_names),
    "designer": Parameter("designer", _parse_names),
    "artist": Parameter("artist", _parse_names),
    "publisher": Parameter("publisher", _parse_names),
    "rule_language": Parameter("rule_language", _parse_names),
    "language": Parameter("language", _parse_names),
    "shelf": Parameter("shelf", _parse_names),
    "kind": Parameter("kind", _parse_kinds),
    "esar": Parameter("esar", _parse_esar),
}
# An empty value of these parameters is an error in the API. An empty name is not: it only finds nothing.
NEVER_EMPTY = (
    *(name for name, parameter in PARAMETERS.items() if parameter.parse is not _parse_names),
    "year_min",
    "year_max",
)
