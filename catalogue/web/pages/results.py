"""The catalogue: results, facets, chips; the address says it all."""

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString

from catalogue.presenting.cards import cards
from catalogue.presenting.choice_names import known_names
from catalogue.search import question as choices
from catalogue.search.live_index import catalogue_index

SIZES = {"list": 24, "shelf": 96}
MOST_PAGES = 10_000


@dataclass(frozen=True, slots=True)
class Results:
    """What the page shows."""

    question: choices.Question
    total: int
    cards: list[SafeString]
    nearest: list[SafeString]
    panels: list[choices.Panel]
    chips: list[tuple[str, str]]
    years: tuple[str, str]
    page: int
    pages: int
    view: str


def catalogue(request: HttpRequest) -> HttpResponse:
    found = results(request)
    context = {
        "found": found,
        "question": found.question,
        "orderings": choices.ORDERINGS.items(),
        "query": found.question.text,
    }
    if found.question.chosen or found.question.text or found.page > 1:
        request.canonical = request.path  # type: ignore[attr-defined] # combinations are for readers, not for search engines
    response = render(
        request, "catalogue/results_part.html" if _wants_part(request) else "catalogue/results.html", context
    )
    patch_vary_headers(response, ["X-Part"])
    return response


def _wants_part(request: HttpRequest) -> bool:
    """The script on the page asks for what changes only."""
    return "X-Part" in request.headers


def results(request: HttpRequest) -> Results:
    question = choices.read(request.GET, "q")
    view = request.GET.get("view", "")
    view = view if view in SIZES else "list"
    size, page = SIZES[view], _page(request)
    answer = catalogue_index.search(question.text, question.filters, question.sort, page, size, choices.FIELDS)
    pages = -(-answer.total // size)
    if page > max(pages, 1):  # a link from when there were more titles
        page = max(pages, 1)
        answer = catalogue_index.search(question.text, question.filters, question.sort, page, size, choices.FIELDS)
    offered = [
        (facet.name, value) for facet in choices.FACETS for value in choices.offered(facet, answer.facets[facet.field])
    ]
    chosen = [(name, value) for name, values in question.chosen.items() for value in values]
    names = known_names([*offered, *chosen])

    def words(name: str, value: str) -> str:
        return choices.label(name, value, names)

    return Results(
        question=question,
        total=answer.total,
        cards=cards(answer.ids, "spine" if view == "shelf" else "card"),
        nearest=[] if answer.total else _nearest(question),
        panels=choices.panels(answer.facets, question, words),
        chips=list(choices.chips(question, request.GET, words)),
        years=(_one(question, "year_min"), _one(question, "year_max")),
        page=page,
        pages=pages,
        view=view,
    )


def _one(question: choices.Question, name: str) -> str:
    return question.chosen.get(name, [""])[0]


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return min(max(1, int(text)), MOST_PAGES) if text.isascii() and text.isdecimal() and len(text) < 7 else 1


def _nearest(question: choices.Question) -> list[SafeString]:
    """When nothing answers: the same words without filters, else the same filters without words."""
    for other in (replace(question, filters={}), replace(question, text="")):
        if (other.text or other.filters) and (ids := catalogue_index.search(other.text, other.filters, size=4).ids):
            return cards(ids)
    return cards(catalogue_index.search(size=4).ids)
