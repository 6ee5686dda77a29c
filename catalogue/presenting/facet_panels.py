"""The facets of the catalogue: options that narrow the results, with the numbers of titles left."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from catalogue.presenting.choice_names import ChoiceNames, describe_choice
from catalogue.search.index import Value
from catalogue.search.question import WEIGHT_BANDS, Question

MAX_OPTIONS = 40

Counts = Mapping[Value, int]  # of the values of one field in the index
OptionCounts = dict[str, int]  # of the values of one parameter


# ── From the values of the index to the values that a reader may choose ───────────────────────────


def _count_most_frequent_first(counts: Counts) -> OptionCounts:
    values_in_alphabet = sorted(counts, key=str)
    most_frequent_first = sorted(values_in_alphabet, key=lambda value: counts[value], reverse=True)
    return {str(value): counts[value] for value in most_frequent_first}


def _count_latest_first(counts: Counts) -> OptionCounts:
    return {str(value): counts[value] for value in sorted(counts, reverse=True)}


def _count_in_alphabet(counts: Counts) -> OptionCounts:
    return {str(value): counts[value] for value in sorted(counts, key=str)}


def _count_players(counts: Counts) -> OptionCounts:
    return {str(players): counts[players] for players in range(1, 9) if counts.get(players)}


def _count_weights(counts: Counts) -> OptionCounts:
    """Counts titles by light, medium and heavy. The index has weights in tenths, as whole numbers."""
    option_counts = {}
    for name, tenths_of_band in WEIGHT_BANDS.items():
        count = sum(counts.get(tenths, 0) for tenths in tenths_of_band)
        if count:
            option_counts[name] = count
    return option_counts


def _count_yes(value_in_index: Value) -> Callable[[Counts], OptionCounts]:
    """Returns a function for a facet with the only option “yes”. The index has another value for it."""

    def count(counts: Counts) -> OptionCounts:
        return {"yes": counts[value_in_index]} if counts.get(value_in_index) else {}

    return count


def _count_up_to(*steps: int) -> Callable[[Counts], OptionCounts]:
    """Returns a function for a facet with maxima as options. Each includes the titles of the lower ones."""

    def count(counts: Counts) -> OptionCounts:
        option_counts = {}
        for step in steps:
            titles = sum(titles for value, titles in counts.items() if int(value) <= step)
            if titles:
                option_counts[str(step)] = titles
        return option_counts

    return count


@dataclass(frozen=True, slots=True)
class Facet:
    name: str  # of the parameter
    title: object
    field: str  # of the index
    count_options: Callable[[Counts], OptionCounts] = _count_most_frequent_first
    many: bool = True  # whether several options may be chosen together
    shown: int = 8  # how many options are shown at once; the others on request


FACETS = (
    Facet("available", _("At the house"), "available", _count_yes("in"), many=False),
    Facet("players", _("Players"), "players", _count_players),
    Facet("age", _("Youngest player"), "age", _count_up_to(4, 6, 8, 10, 12, 14), many=False),
    Facet("minutes", _("Time"), "minutes", _count_up_to(15, 30, 45, 60, 90, 120), many=False),
    Facet("weight", _("Weight"), "weight", _count_weights),
    Facet("playable", _("Online table"), "playable", _count_yes("yes"), many=False),
    Facet("rule_language", _("Rules online"), "rule_language"),
    Facet("text_free", _("Language"), "text", _count_yes(1), many=False),
    Facet("mechanism", _("Mechanisms"), "mechanism"),
    Facet("theme", _("Themes"), "theme"),
    Facet("family", _("Families"), "family", shown=5),
    Facet("decade", _("Year"), "decade", _count_latest_first, shown=6),
    Facet("language", _("Language of the box"), "language"),
    Facet("shelf", _("Shelf"), "shelf", _count_in_alphabet, shown=6),
    Facet("kind", _("Kind"), "kind"),
    Facet("esar", _("ESAR class"), "esar", _count_in_alphabet),
)
FACET_FIELDS = tuple(facet.field for facet in FACETS)


def count_options(counts_by_field: Mapping[str, Counts]) -> dict[str, OptionCounts]:
    """By facet, the options that at least one title has, each with the number of titles."""
    return {facet.name: facet.count_options(counts_by_field[facet.field]) for facet in FACETS}


# ── The panels of the page ────────────────────────────────────────────────────────────────────────


class Option(NamedTuple):
    value: str
    label: str
    count: int
    on: bool  # whether it is chosen


@dataclass(frozen=True, slots=True)
class Panel:
    """A facet on the page: the options that are shown at once, and more options on request."""

    name: str
    title: str
    many: bool
    options: list[Option]
    more: list[Option]


def build_panels(
    option_counts: Mapping[str, OptionCounts],
    question: Question,
    names: ChoiceNames,
) -> list[Panel]:
    """The facets with options to choose, in the order of the page."""
    panels = []
    for facet in FACETS:
        chosen = question.chosen.get(facet.name, [])
        options = _build_options(facet, option_counts[facet.name], chosen, names)
        has_choice = len(options) > 1 or chosen or (options and not facet.many)
        if has_choice:
            shown_count = facet.shown
            for position, option in enumerate(options, 1):
                if option.on:
                    shown_count = max(shown_count, position)
            panels.append(
                Panel(facet.name, str(facet.title), facet.many, options[:shown_count], options[shown_count:])
            )
    return panels


def _build_options(facet: Facet, counts: OptionCounts, chosen: list[str], names: ChoiceNames) -> list[Option]:
    """The options of a facet. Chosen options without titles come first, so that the reader can remove
    them.
    """
    without_titles = {value: 0 for value in chosen if value not in counts}
    counts = without_titles | counts
    return [
        Option(value, describe_choice(facet.name, value, names), count, value in chosen)
        for value, count in islice(counts.items(), MAX_OPTIONS)
    ]
