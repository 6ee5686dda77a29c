"""The collection in numbers: charts drawn here, each with its table."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from catalogue.presenting.charts import bars, columns
from catalogue.presenting.choice_names import describe_choice, load_choice_names
from catalogue.search.index import Value
from catalogue.search.index.facets import Choice
from catalogue.search.live_index import catalogue_index

FIELDS = ("decade", "players", "minutes", "age", "weight", "designer", "mechanism", "language", "available", "kind")
MOST_NAMED = 12
TIMES = ((0, 15), (16, 30), (31, 45), (46, 60), (61, 90), (91, 120), (121, 180), (181, 10**6))


@dataclass(frozen=True, slots=True)
class Row:
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
    kept: dict[str, Choice] = {"available": ["in", "out"]}
    answer = catalogue_index.search(filters=kept, facets=FIELDS, size=1)
    if not answer.total:  # a catalogue without boxes still tells what it knows
        answer = catalogue_index.search(facets=FIELDS, size=1)
    context = {
        "total": answer.total,
        "there": answer.facets["available"].get("in", 0),
        "expansions": answer.facets["kind"].get("expansion", 0),
        "charts": [chart for chart in _charts(answer.facets) if len(chart.rows) > 1],
    }
    return render(request, "catalogue/statistics.html", context)


def _charts(facets: Mapping[str, Mapping[Value, int]]) -> list[Chart]:
    title, players = _("titles"), facets["players"]
    decades = [
        Row(describe_choice("decade", str(value), {}), n, _to(decade=value))
        for value, n in sorted(facets["decade"].items(), key=_value)
    ]
    table = [Row(str(n), players.get(n, 0), _to(players=n)) for n in range(1, 9)]
    times = [Row(_span(low, high), _sum(facets["minutes"], low, high)) for low, high in TIMES]
    ages = [Row(f"{low}–{low + 1}", _sum(facets["age"], low, low + 1)) for low in range(2, 18, 2)]
    weights = [Row(_band(low), _sum(facets["weight"], low, low + 4)) for low in range(10, 50, 5)]
    return [
        _chart("decade", _("By year of publication"), title, decades, columns),
        _chart("players", _("By number of players"), title, table, columns),
        _chart("time", _("By time"), title, times, columns),
        _chart("age", _("By age"), title, ages, columns),
        _chart("weight", _("From light to deep"), title, weights, columns),
        _named("language", _("By language of the box"), title, facets),
        _named("designer", _("Most present designers"), title, facets),
        _named("mechanism", _("Most frequent mechanisms"), title, facets),
    ]


def _value(pair: tuple[Value, int]) -> int:
    return int(pair[0])


def _to(**chosen: object) -> str:
    return f"{reverse('catalogue:list')}?{urlencode(chosen)}"


def _sum(counts: Mapping[Value, int], low: int, high: int) -> int:
    return sum(n for value, n in counts.items() if low <= int(value) <= high)


def _span(low: int, high: int) -> str:
    if not low:
        return _("up to %(n)s min") % {"n": high}
    return (
        _("over %(n)s min") % {"n": low - 1}
        if high >= 10**6
        else _("%(low)s–%(high)s min") % {"low": low, "high": high}
    )


def _band(low: int) -> str:
    return f"{number_format(low / 10, 1)}–{number_format(low / 10 + 0.4, 1)}"


def _chart(id: str, title: str, unit: str, rows: list[Row], draw) -> Chart:
    return Chart(id, title, unit, draw([(row.label, row.count) for row in rows], f"{title} ({unit})"), rows)


def _named(name: str, title: str, unit: str, facets: Mapping[str, Mapping[Value, int]]) -> Chart:
    first = sorted(facets[name].items(), key=lambda pair: (-pair[1], str(pair[0])))[:MOST_NAMED]
    names = load_choice_names((name, str(value)) for value, _n in first)
    rows = [Row(names.get((name, str(value)), str(value)), n, _to(**{name: value})) for value, n in first]
    return _chart(name, title, unit, rows, bars)
