"""The page of the catalogue: titles, facets to choose from, and a chip for each choice of the reader.

The address of the page contains the whole question.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import ceil

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString

from catalogue.presenting.choice_names import ChoiceNames, describe_choice, load_choice_names
from catalogue.presenting.facet_panels import FACET_FIELDS, Panel, build_panels, count_options
from catalogue.presenting.suggestions import find_matched_names
from catalogue.presenting.title_html import render_matched_cards, render_titles
from catalogue.search.index import Result
from catalogue.search.live_index import catalogue_index
from catalogue.search.question import ORDERINGS, Question, parse_question

PAGE_SIZES = {"list": 24, "shelf": 96}  # by view
MAX_PAGES = 10_000
NEAREST_TITLES = 4  # titles that are shown if none answers the question


@dataclass(frozen=True, slots=True)
class Results:
    """The values that the page shows."""

    question: Question
    total: int
    cards: list[SafeString]
    nearest: list[SafeString]  # titles that answer a wider question, if no title answers this one
    panels: list[Panel]
    chips: list[tuple[str, str]]  # each choice in words, and the address without it
    years: tuple[str, str]  # the first and the last year that the reader has chosen
    page: int
    pages: int
    view: str  # a key of PAGE_SIZES


def catalogue(request: HttpRequest) -> HttpResponse:
    results = load_results(request)
    question = results.question
    if question.chosen or question.text or results.page > 1:
        # Search engines should index only the page without choices, not all combinations.
        request.canonical = request.path  # type: ignore[attr-defined]
    # The script of the page requests only the part that changes.
    template = "catalogue/results_part.html" if "X-Part" in request.headers else "catalogue/results.html"
    context = {"found": results, "question": question, "orderings": ORDERINGS.items(), "query": question.text}
    response = render(request, template, context)
    patch_vary_headers(response, ["X-Part"])
    return response


def load_results(request: HttpRequest) -> Results:
    question = parse_question(request.GET, "q")
    view = request.GET.get("view", "")
    if view not in PAGE_SIZES:
        view = "list"
    size = PAGE_SIZES[view]
    page = _parse_page(request)
    result = _search(question, page, size)
    pages = ceil(result.total / size)
    if page > max(pages, 1):  # An old link: there were more titles then.
        page = max(pages, 1)
        result = _search(question, page, size)
    option_counts = count_options(result.facets)
    shown_choices = [*_list_choices(option_counts), *_list_choices(question.chosen)]
    names = load_choice_names(shown_choices)
    return Results(
        question=question,
        total=result.total,
        cards=_render_answers(result.ids, question.text, view),
        nearest=[] if result.total else _render_nearest(question),
        panels=build_panels(option_counts, question, names),
        chips=_build_chips(question, request.GET, names),
        years=(_chosen_value(question, "year_min"), _chosen_value(question, "year_max")),
        page=page,
        pages=pages,
        view=view,
    )


def _render_answers(ids: list[int], text: str, view: str) -> list[SafeString]:
    if view == "shelf":
        return render_titles(ids, "spine")
    return render_matched_cards(ids, find_matched_names(text, ids)) if text else render_titles(ids)


def _search(question: Question, page: int, size: int) -> Result:
    return catalogue_index.search(
        question.text, question.filters, question.sort, page=page, size=size, facets=FACET_FIELDS
    )


def _list_choices(values_by_name: Mapping[str, Iterable[str]]) -> list[tuple[str, str]]:
    """Each pair of the name of a parameter and one of its values."""
    return [(name, value) for name, values in values_by_name.items() for value in values]


def _chosen_value(question: Question, parameter: str) -> str:
    return question.chosen.get(parameter, [""])[0]


def _parse_page(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        return 1
    return min(max(1, int(text)), MAX_PAGES)


def _build_chips(question: Question, query: QueryDict, names: ChoiceNames) -> list[tuple[str, str]]:
    """Each choice of the reader in words, with the address of the page without it."""
    chips = []
    for name, values in question.chosen.items():
        for value in values:
            query_without = query.copy()
            query_without.setlist(name, [other for other in query.getlist(name) if other != value])
            query_without.pop("page", None)
            encoded = query_without.urlencode()
            address = f"?{encoded}" if encoded else "./"
            chips.append((describe_choice(name, value, names), address))
    return chips


def _render_nearest(question: Question) -> list[SafeString]:
    """Titles that answer the question without its filters; else without its words; else the most popular
    titles.
    """
    without_filters, without_words = replace(question, filters={}), replace(question, text="")
    for wider_question in (without_filters, without_words):
        is_empty = not wider_question.text and not wider_question.filters
        if is_empty:  # Every title answers it.
            continue
        ids = catalogue_index.search(wider_question.text, wider_question.filters, size=NEAREST_TITLES).ids
        if ids:
            return render_titles(ids)
    most_popular_ids = catalogue_index.search(size=NEAREST_TITLES).ids
    return render_titles(most_popular_ids)
