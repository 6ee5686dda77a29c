"""The catalogue's page: titles, facets and chips. The address holds the whole question."""

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString

from catalogue.presenting.choice_names import ChoiceNames, describe_choice, load_choice_names
from catalogue.presenting.facet_panels import FIELDS, Panel, build_panels, count_options
from catalogue.presenting.title_html import render_titles
from catalogue.search.index import Result
from catalogue.search.live_index import catalogue_index
from catalogue.search.question import ORDERINGS, Question, parse_question

PAGE_SIZES = {"list": 24, "shelf": 96}  # by view
MAX_PAGES = 10_000
PROPOSALS = 4


@dataclass(frozen=True, slots=True)
class Results:
    """What the page shows."""

    question: Question
    total: int
    cards: list[SafeString]
    nearest: list[SafeString]  # titles that answer nearly, where none answers
    panels: list[Panel]
    chips: list[tuple[str, str]]
    years: tuple[str, str]
    page: int
    pages: int
    view: str


def catalogue(request: HttpRequest) -> HttpResponse:
    results = load_results(request)
    question = results.question
    if question.chosen or question.text or results.page > 1:
        # Search engines get the page without choices: combinations are for readers.
        request.canonical = request.path  # type: ignore[attr-defined]
    # The script on the page asks only for the part that changes.
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
    pages = -(-result.total // size)
    if page > max(pages, 1):  # The link is from a time when there were more titles.
        page = max(pages, 1)
        result = _search(question, page, size)
    option_counts = count_options(result.facets)
    names = load_choice_names(
        [(name, value) for name, counts in option_counts.items() for value in counts]
        + [(name, value) for name, values in question.chosen.items() for value in values]
    )
    return Results(
        question=question,
        total=result.total,
        cards=render_titles(result.ids, "spine" if view == "shelf" else "card"),
        nearest=[] if result.total else _draw_nearest(question),
        panels=build_panels(option_counts, question, names),
        chips=_build_chips(question, request.GET, names),
        years=(_chosen_value(question, "year_min"), _chosen_value(question, "year_max")),
        page=page,
        pages=pages,
        view=view,
    )


def _search(question: Question, page: int, size: int) -> Result:
    return catalogue_index.search(question.text, question.filters, question.sort, page=page, size=size, facets=FIELDS)


def _chosen_value(question: Question, parameter: str) -> str:
    return question.chosen.get(parameter, [""])[0]


def _parse_page(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        return 1
    return min(max(1, int(text)), MAX_PAGES)


def _build_chips(question: Question, query: QueryDict, names: ChoiceNames) -> list[tuple[str, str]]:
    """Each choice of the reader in words, and the address without this choice."""
    chips = []
    for name, values in question.chosen.items():
        for value in values:
            rest = query.copy()
            rest.setlist(name, [other for other in query.getlist(name) if other != value])
            rest.pop("page", None)
            encoded = rest.urlencode()
            chips.append((describe_choice(name, value, names), f"?{encoded}" if encoded else "./"))
    return chips


def _draw_nearest(question: Question) -> list[SafeString]:
    """Titles that answer the question without its filters, else without its words, else the most popular ones."""
    for wider_question in (replace(question, filters={}), replace(question, text="")):
        if wider_question.text or wider_question.filters:
            ids = catalogue_index.search(wider_question.text, wider_question.filters, size=PROPOSALS).ids
            if ids:
                return render_titles(ids)
    return render_titles(catalogue_index.search(size=PROPOSALS).ids)
