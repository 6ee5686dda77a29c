"""The page that searches every rule, and the page that answers a question about one rule.

The whole request is in the address: the query, the filters, the page of results.
"""

import re
from http import HTTPStatus

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from escale.common import languages, limits
from rules_docs.models import SectionKind
from rules_docs.reading.reader import Reading, SectionRow, read_rule
from rules_docs.reading.titles import find_published_rule
from rules_docs.search.asking import MAX_QUESTION_LENGTH, ask_rule
from rules_docs.search.index.query import MAX_QUERY_LENGTH
from rules_docs.search.limits import ASK
from rules_docs.search.section_search import ResultPage, SearchFilters, list_searchable_rules, search_sections
from rules_docs.web.numbers import parse_number

RESULTS_PER_PAGE = 15
MAX_PAGES = 50
_MAX_FILTER_LENGTH = 60
# A term is a link to the glossary, or a button in texts that were rendered earlier.
_GLOSSARY_LINK = re.compile(r'<(a|button)[^>]* class="term"[^>]*>(.*?)</\1>', re.DOTALL)


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
        # An old link may have the number of a page that no longer exists.
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
    """One page of results, and the number of pages."""
    start = (page_number - 1) * RESULTS_PER_PAGE
    results = search_sections(
        query,
        language=get_language(),
        filters=filters,
        start=start,
        size=RESULTS_PER_PAGE,
    )
    full_pages, rest = divmod(results.count, RESULTS_PER_PAGE)
    page_count = full_pages + 1 if rest else full_pages
    return results, min(MAX_PAGES, page_count)


# --- one rule is asked ----------------------------------------------------------------------------


def show_answers(request, slug: str):
    """The sections of a rule that answer a question, or the sentence that it does not answer it."""
    published_rule = find_published_rule(slug)
    if published_rule is None or not published_rule[0].is_readable:
        raise Http404
    document, titles = published_rule
    reading = read_rule(document, get_language(), titles=titles)
    question = request.GET.get("q", "").strip()[:MAX_QUESTION_LENGTH].replace("\0", "")
    context = {"reading": reading, "document": document, "question": question, "rows": []}
    status = HTTPStatus.OK
    if question:
        wait = limits.count_request(ASK, limits.client_key(request))
        if wait is None:
            context["rows"] = _find_answers(reading, question)
        else:
            status = HTTPStatus.TOO_MANY_REQUESTS
            context["wait_sentence"] = _("Too many questions from your network. Wait a moment.")
    response = render(request, "rules_docs/ask.html", context, status=status)
    if status != HTTPStatus.OK:
        response["Retry-After"] = str(wait)
    return response


def _find_answers(reading: Reading, question: str) -> list[SectionRow]:
    answers = ask_rule(reading.document, question, language=reading.language, published=list(reading.titles))
    rows_by_key = {row.key: row for row in reading.rows}
    rows = [rows_by_key[key] for key in answers.keys if key in rows_by_key]
    for row in rows:
        _adapt_links(row, reverse("rules_docs:rule", args=[reading.document.slug]))
    return rows


def _adapt_links(row: SectionRow, url: str) -> None:
    """Makes links to other sections lead to the page of the rule, and removes links of terms.

    Neither the other sections nor the glossary are on the page of answers.
    """
    for item in [*row.cells, *row.answers]:
        item.html = _GLOSSARY_LINK.sub(r"\2", item.html).replace('href="#', f'href="{url}#')
