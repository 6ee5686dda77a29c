"""The page of statistics: charts of the collection, each with a table of its numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from catalogue.presenting.charts import draw_bars, draw_columns
from catalogue.presenting.choice_names import describe_choice, load_choice_names
from catalogue.search.index import Value
from catalogue.search.index.facets import Choice
from catalogue.search.live_index import catalogue_index

COUNTED_FIELDS = (
    "decade",
    "players",
    "minutes",
    "age",
    "weight",
    "designer",
    "mechanism",
    "language",
    "available",
    "kind",
)
MAX_BARS = 12
NO_LIMIT = 10**6
MINUTES = ((0, 15), (16, 30), (31, 45), (46, 60), (61, 90), (91, 120), (121, 180), (181, NO_LIMIT))

Counts = Mapping[Value, int]


@dataclass(frozen=True, slots=True)
class Row:
    """A number of titles, and the address of the list of these titles."""

    label: str
    count: int
    address: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    id: str
    title: str
    unit: str
    drawing: SafeString
    rows: list[Row]


def statistics(request: HttpRequest) -> HttpResponse:
    titles_with_boxes: dict[str, Choice] = {"available": ["in", "out"]}
    result = catalogue_index.search(filters=titles_with_boxes, facets=COUNTED_FIELDS, size=1)
    if not result.total:  # If the catalogue has no boxes, the charts count all titles.
        result = catalogue_index.search(facets=COUNTED_FIELDS, size=1)
    context = {
        "total": result.total,
        "catalogued": catalogue_index.search(size=1).total,
        "there": result.facets["available"].get("in", 0),
        "expansions": result.facets["kind"].get("expansion", 0),
        "charts": [chart for chart in _draw_charts(result.facets) if len(chart.rows) > 1],
    }
    return render(request, "catalogue/statistics.html", context)


def _draw_charts(counts_by_field: Mapping[str, Counts]) -> list[Chart]:
    rows_by_decade = _count_decades(counts_by_field["decade"])
    players, minutes = counts_by_field["players"], counts_by_field["minutes"]
    ages, weights = counts_by_field["age"], counts_by_field["weight"]
    rows_by_players = [Row(str(n), players.get(n, 0), _list_address(players=n)) for n in range(1, 9)]
    rows_by_minutes = [
        Row(_describe_minutes(low, high), _count_between(minutes, low, high)) for low, high in MINUTES
    ]
    rows_by_age = [Row(f"{age}–{age + 1}", _count_between(ages, age, age + 1)) for age in range(2, 18, 2)]
    rows_by_weight = [
        Row(_describe_weights(tenths), _count_between(weights, tenths, tenths + 4))
        for tenths in range(10, 50, 5)
    ]
    return [
        _make_chart("decade", _("By year of publication"), rows_by_decade, draw_columns),
        _make_chart("players", _("By number of players"), rows_by_players, draw_columns),
        _make_chart("time", _("By time"), rows_by_minutes, draw_columns),
        _make_chart("age", _("By age"), rows_by_age, draw_columns),
        _make_chart("weight", _("From light to heavy"), rows_by_weight, draw_columns),
        *(
            _make_chart(field, title, _count_most_frequent(field, counts_by_field[field]), draw_bars)
            for field, title in (
                ("language", _("By language of the box")),
                ("designer", _("Designers with the most titles")),
                ("mechanism", _("Most frequent mechanisms")),
            )
        ),
    ]


def _make_chart(id: str, title: str, rows: list[Row], draw: Callable[..., SafeString]) -> Chart:
    unit = _("titles")
    drawing = draw([(row.label, row.count) for row in rows], f"{title} ({unit})")
    return Chart(id=id, title=title, unit=unit, drawing=drawing, rows=rows)


def _count_decades(counts: Counts) -> list[Row]:
    return [
        Row(describe_choice("decade", str(decade), {}), counts[decade], _list_address(decade=decade))
        for decade in sorted(counts, key=int)
    ]


def _count_most_frequent(field: str, counts: Counts) -> list[Row]:
    most_frequent_first = sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))[:MAX_BARS]
    names = load_choice_names((field, str(value)) for value, _count in most_frequent_first)
    return [
        Row(names.get((field, str(value)), str(value)), count, _list_address(**{field: value}))
        for value, count in most_frequent_first
    ]


def _count_between(counts: Counts, low: int, high: int) -> int:
    return sum(count for value, count in counts.items() if low <= int(value) <= high)


def _list_address(**parameters: object) -> str:
    return f"{reverse('catalogue:list')}?{urlencode(parameters)}"


def _describe_minutes(low: int, high: int) -> str:
    if not low:
        return _("up to %(n)s min") % {"n": high}
    if high == NO_LIMIT:
        return _("over %(n)s min") % {"n": low - 1}
    return _("%(low)s–%(high)s min") % {"low": low, "high": high}


def _describe_weights(tenths: int) -> str:
    return f"{number_format(tenths / 10, 1)}–{number_format(tenths / 10 + 0.4, 1)}"
