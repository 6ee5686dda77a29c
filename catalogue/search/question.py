"""What is asked of the catalogue: one reading of an address for pages and API, and its facets with counts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalogue.search.index import Between, Value
from catalogue.search.index.facets import Choice

ORDERINGS = {
    "": _("Best answers"),
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
WEIGHTS = {"light": range(10, 20), "medium": range(20, 30), "heavy": range(30, 51)}
MOST_VALUES = 30  # of one field in one question
YES = {"1", "yes", "true", "on"}


@dataclass(slots=True)
class Question:
    """The words, the filters for the index, the order, and what was chosen, as it was written."""

    text: str = ""
    filters: dict[str, Choice] = field(default_factory=dict)
    sort: str = ""
    chosen: dict[str, list[str]] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)


class Unknown(ValueError):
    """A value that the field does not have; its text is for the one who asked."""


def _number(text: str, low: int = 0, high: int = 10**6) -> int:
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 8 and low <= sign * int(digits) <= high):
        raise Unknown(gettext("A whole number from %(low)s to %(high)s is expected.") % {"low": low, "high": high})
    return sign * int(digits)


def _words(values: list[str]) -> Choice:
    return [value[:200] for value in values]


def _players(values: list[str]) -> Choice:
    return [min(_number(value, 1, 999), 30) for value in values]


def _at_most(values: list[str]) -> Choice:
    return Between(0, max(_number(value) for value in values))


def _decades(values: list[str]) -> Choice:
    return [_number(value, 0, 3000) for value in values]


def _among(known: Iterable[str], values: list[str]) -> list[str]:
    if unknown := set(values) - set(known):
        told = {"value": min(unknown)[:50], "known": ", ".join(known)}
        raise Unknown(gettext("“%(value)s” is not one of %(known)s.") % told)
    return values


def _kinds(values: list[str]) -> Choice:
    return list(_among(KINDS, values))


def _weights(values: list[str]) -> Choice:
    _among(WEIGHTS, values)
    return [tenth for value in values for tenth in WEIGHTS[value]]


def _flag(value: Value) -> Callable[[list[str]], Choice]:
    def read(values: list[str]) -> Choice:
        if values[-1].lower() not in YES:
            raise Unknown(gettext("Only “yes” can be asked."))
        return [value]

    return read


# Parameter → (field of the index, how its values are read).
READERS: dict[str, tuple[str, Callable[[list[str]], Choice]]] = {
    "players": ("players", _players),
    "age": ("age", _at_most),
    "minutes": ("minutes", _at_most),
    "weight": ("weight", _weights),
    "decade": ("decade", _decades),
    "available": ("available", _flag("in")),
    "playable": ("playable", _flag("yes")),
    "text_free": ("text", _flag(1)),
    **{name: (name, _words) for name in ("mechanism", "theme", "family", "designer", "artist", "publisher")},
    **{name: (name, _words) for name in ("rule_language", "language", "shelf")},
    "kind": ("kind", _kinds),
}


# Numbers and words of a list: here an empty value means nothing; of a name it is no title's.
STRICT = (*(name for name, (_field, reader) in READERS.items() if reader is not _words), "year_min", "year_max")


def read(query: MultiValueDict, text_name: str) -> Question:
    """The question in an address. What cannot be read is left out and said in `errors`."""
    question = Question(text=query.get(text_name, "").strip()[:300])
    for name, (index_field, reader) in READERS.items():
        values = list(dict.fromkeys(value for value in query.getlist(name)[:MOST_VALUES] if value))
        if values:
            try:
                question.filters[index_field] = reader(values)
                question.chosen[name] = values
            except Unknown as error:
                question.errors[name] = [str(error)]
    _read_years(query, question)
    ordering = query.get("ordering", "")
    if ordering.removeprefix("-") in {known.removeprefix("-") for known in ORDERINGS}:
        question.sort = ordering
    else:
        question.errors["ordering"] = [
            gettext("“%(value)s” is not one of %(known)s.")
            % {"value": ordering[:50], "known": ", ".join(filter(None, ORDERINGS))}
        ]
    return question


def _read_years(query: MultiValueDict, question: Question) -> None:
    ends: dict[str, int | None] = {}
    for name in ("year_min", "year_max"):
        try:
            ends[name] = _number(query[name], -10_000, 3000) if query.get(name) else None
        except Unknown as error:
            question.errors[name] = [str(error)]
    if any(end is not None for end in ends.values()):
        question.filters["year"] = Between(ends.get("year_min"), ends.get("year_max"))
        question.chosen |= {name: [str(end)] for name, end in ends.items() if end is not None}


# ── Facets ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Option(NamedTuple):
    value: str
    label: str
    count: int
    on: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """One facet as it is offered: several values or one, the first few at once, the others on request."""

    name: str
    title: str
    many: bool
    options: list[Option]
    more: list[Option]


@dataclass(frozen=True, slots=True)
class Facet:
    name: str  # of the parameter
    title: object
    field: str  # of the index
    steps: tuple[int, ...] = ()  # “at most”: ages, minutes
    many: bool = True
    shown: int = 8


FACETS = (
    Facet("available", _("At the house"), "available", many=False),
    Facet("players", _("Players"), "players"),
    Facet("age", _("Youngest player"), "age", steps=(4, 6, 8, 10, 12, 14), many=False),
    Facet("minutes", _("Time"), "minutes", steps=(15, 30, 45, 60, 90, 120), many=False),
    Facet("weight", _("Weight"), "weight"),
    Facet("playable", _("Online table"), "playable", many=False),
    Facet("rule_language", _("Rule online"), "rule_language"),
    Facet("text_free", _("Language"), "text", many=False),
    Facet("mechanism", _("Mechanisms"), "mechanism"),
    Facet("theme", _("Themes"), "theme"),
    Facet("family", _("Families"), "family", shown=5),
    Facet("decade", _("Year"), "decade", shown=6),
    Facet("language", _("Language of the box"), "language"),
    Facet("shelf", _("Shelf"), "shelf", shown=6),
    Facet("kind", _("Kind"), "kind"),
)
FIELDS = tuple(facet.field for facet in FACETS)
TAGGED = ("mechanism", "theme", "family")
MOST_OFFERED = 40


def offered(facet: Facet, counts: Mapping[Value, int]) -> dict[str, int]:
    """The counts of the index as the values that a reader may choose."""
    if facet.steps:
        whole = {step: sum(n for value, n in counts.items() if int(value) <= step) for step in facet.steps}
        return {str(step): n for step, n in whole.items() if n}
    if facet.name == "weight":
        bands = {name: sum(counts.get(tenth, 0) for tenth in tenths) for name, tenths in WEIGHTS.items()}
        return {name: n for name, n in bands.items() if n}
    flag = {"available": "in", "playable": "yes", "text_free": 1}.get(facet.name)
    if flag is not None:
        return {"yes": counts[flag]} if counts.get(flag) else {}
    if facet.name == "players":
        return {str(value): counts[value] for value in range(1, 9) if counts.get(value)}
    if facet.name == "decade":
        return {str(value): counts[value] for value in sorted(counts, reverse=True)}
    if facet.name == "shelf":
        return {str(value): counts[value] for value in sorted(counts, key=str)}
    return {str(value): n for value, n in sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))}


def panels(
    counts: Mapping[str, Mapping[Value, int]], question: Question, label: Callable[[str, str], str]
) -> list[Panel]:
    """Every facet that has something to offer, in the order of the page."""
    shown = []
    for facet in FACETS:
        values = offered(facet, counts[facet.field])
        chosen = question.chosen.get(facet.name, [])
        values = {value: values.get(value, 0) for value in (*(c for c in chosen if c not in values), *values)}
        first = islice(values.items(), MOST_OFFERED)
        options = [Option(value, label(facet.name, value), n, value in chosen) for value, n in first]
        cut = max(facet.shown, 1 + max((at for at, option in enumerate(options) if option.on), default=-1))
        if len(options) > 1 or chosen or (options and not facet.many):
            shown.append(Panel(facet.name, str(facet.title), facet.many, options[:cut], options[cut:]))
    return shown


def label(name: str, value: str, known: Mapping[tuple[str, str], str]) -> str:
    """A chosen value in words; `known` has the names of tags, people, shelves and languages."""
    if (name, value) in known:
        return known[name, value]
    if name == "players":
        return ngettext("%(n)s player", "%(n)s players", int(value)) % {"n": value}
    if name == "minutes":
        return gettext("up to %(n)s min") % {"n": value}
    if name == "age":
        return gettext("from %(n)s years") % {"n": value}
    if name == "decade":
        return (
            gettext("before 1980")
            if int(value) < 1980
            else gettext("%(year)s–%(last)s") % {"year": value, "last": int(value) + 9}
        )
    if name == "year_min":
        return gettext("from %(year)s") % {"year": value}
    if name == "year_max":
        return gettext("until %(year)s") % {"year": value}
    return str(WORDS.get((name, value), value))


WORDS = {
    ("available", "yes"): _("on its shelf now"),
    ("playable", "yes"): _("can be played here"),
    ("text_free", "yes"): _("no text needed to play"),
    ("weight", "light"): _("light"),
    ("weight", "medium"): _("medium"),
    ("weight", "heavy"): _("deep"),
    ("kind", "game"): _("games"),
    ("kind", "expansion"): _("expansions"),
    ("kind", "accessory"): _("accessories"),
}


def chips(question: Question, query: MultiValueDict, words: Callable[[str, str], str]) -> Iterable[tuple[str, str]]:
    """What is chosen, in words, each with the query that takes it away."""
    for name, values in question.chosen.items():
        for value in values:
            rest = query.copy()
            rest.setlist(name, [other for other in query.getlist(name) if other != value])
            rest.pop("page", None)
            encoded = urlencode(rest, doseq=True)
            yield words(name, value), f"?{encoded}" if encoded else "./"
