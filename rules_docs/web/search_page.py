"""The page that searches every rule. Its address says the query, the filters and the page of results."""

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language

from escale.common import languages
from rules_docs.models import SectionKind
from rules_docs.search.index.query import MAX_QUERY_LENGTH
from rules_docs.search.section_search import ResultPage, SearchFilters, list_searchable_rules, search_sections
from rules_docs.web.numbers import parse_number

RESULTS_A_PAGE = 15
MAX_PAGES = 50
_MAX_FILTER_LENGTH = 60


def show_search(request):
    query = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    filters = SearchFilters(
        document=_get_filter(request, "rule"),
        language=_get_filter(request, "language"),
        kind=_get_filter(request, "kind"),
    )
    page_number = _get_page_number(request)
    results, page_count = _search_page(query, filters, page_number)
    last_page = max(page_count, 1)
    if page_number > last_page:
        # An old link may lead to a page from when there were more results.
        page_number = last_page
        results, page_count = _search_page(query, filters, page_number)
    context = {
        "query": query,
        "filters": filters,
        "found": results,
        "number": page_number,
        "pages": page_count,
        "documents": list_searchable_rules(get_language()),
        "languages": languages.codes(),
        "kinds": SectionKind.choices,
    }
    return render(request, "rules_docs/search.html", context)


def _get_filter(request, name: str) -> str:
    # PostgreSQL refuses a text with a null character.
    return request.GET.get(name, "")[:_MAX_FILTER_LENGTH].replace("\0", "")


def _get_page_number(request) -> int:
    number = parse_number(request.GET.get("page") or "1")
    if number is None:
        raise Http404
    return max(1, min(number, MAX_PAGES))


def _search_page(query: str, filters: SearchFilters, page_number: int) -> tuple[ResultPage, int]:
    """One page of results, and how many pages there are."""
    start = (page_number - 1) * RESULTS_A_PAGE
    results = search_sections(
        query,
        language=get_language(),
        filters=filters,
        start=start,
        size=RESULTS_A_PAGE,
    )
    full_pages, rest = divmod(results.count, RESULTS_A_PAGE)
    page_count = full_pages + 1 if rest else full_pages
    return results, min(MAX_PAGES, page_count)
