"""The pages of rules: the list, a rule as it stands today, and its frozen editions."""

from collections.abc import Iterable
from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, quote_etag
from django.utils.translation import get_language, override

from escale.common import languages
from rules_docs import ports
from rules_docs.models import Rights, RuleDocument, SectionKind
from rules_docs.reading import reader_cache
from rules_docs.reading.edition_reader import read_edition
from rules_docs.reading.reader import read_rule
from rules_docs.reading.titles import (
    Titles,
    choose_title,
    find_published_rule,
    list_facts,
    list_titles,
    select_published_rules,
)
from rules_docs.web.structured_data import describe_rule

PAGE_CACHE_SECONDS = 300
# A response to a request with one of these cookies may contain a message that is only for its sender.
PERSONAL_COOKIES = {settings.SESSION_COOKIE_NAME, "messages"}


def show_rules(request):
    language = get_language()
    entries = [_create_list_entry(document, language) for document in select_published_rules()]
    entries.sort(key=lambda entry: entry["name"])
    return render(request, "rules_docs/index.html", {"entries": entries})


def _create_list_entry(document: RuleDocument, language: str) -> dict:
    titles = list_titles(document)
    title = choose_title(titles, document, language)
    return {
        "document": document,
        "name": title.title,
        "text": title,
        "languages": list(titles),
        "facts": list_facts(document),
    }


# --- today's text ---------------------------------------------------------------------------------


def show_rule(request, slug: str):
    """The rule as it stands today, with a second language beside it if `with` names one."""
    second_language = request.GET.get("with", "")
    if second_language not in languages.codes():
        second_language = ""
    if PERSONAL_COOKIES.isdisjoint(request.COOKIES):
        return _serve_cached_rule(request, slug, second_language)
    document, titles = _get_published_rule(slug)
    return _render_rule(request, document, titles, second_language)


def _get_published_rule(slug: str) -> tuple[RuleDocument, Titles]:
    published_rule = find_published_rule(slug)
    if published_rule is None:
        raise Http404
    return published_rule


def _serve_cached_rule(request, slug: str, second_language: str) -> HttpResponse:
    """The page from the cache, without a query, until the stamp of the rule changes."""
    published_rule = None
    stamp = reader_cache.get_stamp(slug)
    if stamp is None:
        published_rule = _get_published_rule(slug)
        stamp = published_rule[0].stamp
        reader_cache.set_stamp(slug, stamp)
    stamps = f"{stamp}-{ports.positions_stamp(slug)}"
    etag = quote_etag(f"{slug}-{stamps}-{get_language()}-{second_language}")
    not_modified = get_conditional_response(request, etag=etag)
    if not_modified:
        return not_modified
    cache_key = f"rule-page:{etag}"
    content = cache.get(cache_key)
    if content is None:
        document, titles = published_rule or _get_published_rule(slug)
        response = _render_rule(request, document, titles, second_language)
        if response.status_code != HTTPStatus.OK:
            return response
        content = response.content
        cache.set(cache_key, content, PAGE_CACHE_SECONDS)
    return HttpResponse(content, headers={"ETag": etag, "Cache-Control": "no-cache"})


def _render_rule(request, document: RuleDocument, titles: Titles, second_language: str) -> HttpResponse:
    if document.withheld:
        status = HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS
        return render(request, "rules_docs/withheld.html", {"document": document}, status=status)
    reading = read_rule(document, get_language(), second_language or None, titles)
    positions = ports.positions(document.slug)
    for row in reading.rows:
        row.positions = positions.get(row.key, [])
    request.page_paths = _list_paths("rules_docs:rule", document.slug, codes=reading.titles)
    request.canonical = request.page_paths[reading.language]
    context = {
        "reading": reading,
        "document": document,
        "facts": list_facts(document),
        "sources": document.sources.all() if document.rights != Rights.PUBLIC_DOMAIN else [],
        "game_title": ports.titles([document.bgg]).get(document.bgg) if document.bgg else None,
        "play_url": ports.table_url(document.slug),
        "structured": describe_rule(reading, request.canonical),
        "other_languages": [language for language in reading.titles if language != reading.language],
        "requested_language": get_language(),
        "has_short_rule": any(row.kind == SectionKind.SHORT for row in reading.rows),
    }
    template = "reader" if document.is_readable else "link_only"
    return render(request, f"rules_docs/{template}.html", context)


# --- editions -------------------------------------------------------------------------------------


def show_edition(request, slug: str, number: int):
    """A frozen edition. Only the line above it changes, which says whether it is the current one."""
    document = get_object_or_404(RuleDocument, slug=slug, withheld=False)
    reading = read_edition(document, number, get_language()) if document.is_readable else None
    if reading is None:
        raise Http404
    request.page_paths = _list_paths("rules_docs:edition", slug, number, codes=reading.titles)
    # The canonical address for search engines is that of today's text.
    request.canonical = _list_paths("rules_docs:rule", slug, codes=[reading.language])[reading.language]
    context = {
        "reading": reading,
        "document": document,
        "requested_language": get_language(),
        "edition": reading.edition,
    }
    return render(request, "rules_docs/edition.html", context)


def _list_paths(url_name: str, *args, codes: Iterable[str]) -> dict[str, str]:
    """The address of a page by language; `codes` are the languages in which it exists."""
    paths = {}
    for language in codes:
        with override(language):
            paths[language] = reverse(url_name, args=args)
    return paths
