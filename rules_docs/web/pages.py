"""Pages of the rules: list, reader, frozen editions, history, comparison, search."""

import json
from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, quote_etag
from django.utils.translation import get_language, override

from rules_docs import ports
from rules_docs.editing import revisions as editing
from rules_docs.models import Rights, RuleDocument, SectionKind, SectionRevision, Translation
from rules_docs.reading import plain_data, reader
from rules_docs.search import live_index
from rules_docs.search.index import analysis
from rules_docs.text.rule_folder import LANGUAGES

PAGE_SECONDS = 300
# Whoever carries one of these may see a message of his own on the page.
PERSONAL = {settings.SESSION_COOKIE_NAME, "messages"}
HISTORY_LENGTH = 200
RESULTS, MOST_PAGES = 15, 50


def index(request):
    documents = RuleDocument.objects.filter(translations__published=True, withheld=False).distinct()
    documents = documents.prefetch_related("translations")
    language = get_language()
    entries = [_entry(document, language) for document in documents]
    return render(request, "rules_docs/index.html", {"entries": sorted(entries, key=lambda entry: entry["name"])})


def _entry(document: RuleDocument, language: str) -> dict:
    titles = reader.published(document)
    shown = titles.get(language) or titles.get(document.pivot) or next(iter(titles.values()))
    return {
        "document": document,
        "name": shown.title,
        "text": shown,
        "languages": list(titles),
        "facts": reader.facts(document),
    }


def rule(request, slug: str):
    """The reader. Whoever has no session gets the page from the cache until the rule changes."""
    language, beside = get_language(), request.GET.get("with", "")
    beside = beside if beside in LANGUAGES else ""
    if not PERSONAL.isdisjoint(request.COOKIES):
        return _reader(request, _known(slug), language, beside)
    stamp, known = cache.get(editing.STAMP_KEY.format(slug)), None
    if stamp is None:
        known = _known(slug)
        stamp = known[0].stamp
        cache.set(editing.STAMP_KEY.format(slug), stamp, editing.STAMP_SECONDS)
    etag = quote_etag(f"{slug}-{stamp}-{language}-{beside}")
    not_modified = get_conditional_response(request, etag=etag)
    if not_modified:
        return not_modified
    content = cache.get(f"rule-page:{etag}")
    if content is None:
        response = _reader(request, known or _known(slug), language, beside)
        if response.status_code != HTTPStatus.OK:
            return response
        content = response.content
        cache.set(f"rule-page:{etag}", content, PAGE_SECONDS)
    return HttpResponse(content, headers={"ETag": etag, "Cache-Control": "no-cache"})


def _known(slug: str) -> tuple[RuleDocument, dict[str, Translation]]:
    known = reader.find(slug)
    if known is None:
        raise Http404
    return known


def _reader(request, known: tuple[RuleDocument, dict[str, Translation]], language: str, beside: str) -> HttpResponse:
    document, titles = known
    if document.withheld:
        return render(request, "rules_docs/withheld.html", {"document": document}, status=451)
    found = reader.read(document, language, beside or None, titles)
    request.page_paths = _paths("rules_docs:rule", document.slug, languages=found.titles)
    request.canonical = request.page_paths[found.language]
    title = ports.titles([document.bgg]).get(document.bgg) if document.bgg else None
    context = {
        "reading": found,
        "document": document,
        "facts": reader.facts(document),
        "sources": document.sources.all() if document.rights != Rights.PUBLIC_DOMAIN else [],
        "game_title": title,
        "play_url": ports.table_url(document.slug),
        "structured": _structured(found, request.canonical),
        "other_languages": [code for code in found.titles if code != found.language],
        "asked": language,
    }
    template = "reader" if document.readable else "link_only"
    return render(request, f"rules_docs/{template}.html", context)


def edition(request, slug: str, number: int):
    """A frozen reading: its text never changes, only the line above it that says whether it is the current one."""
    document = get_object_or_404(RuleDocument, slug=slug, withheld=False)
    found = reader.read_edition(document, number, get_language()) if document.readable else None
    if found is None:
        raise Http404
    request.page_paths = _paths("rules_docs:edition", slug, number, languages=found.titles)
    request.canonical = _paths("rules_docs:rule", slug, languages=[found.language])[found.language]
    context = {"reading": found, "document": document, "asked": get_language(), "edition": found.edition}
    return render(request, "rules_docs/edition.html", context)


def history(request, slug: str):
    """Editions, and every revision of the reader's language, newest first."""
    document = get_object_or_404(RuleDocument, slug=slug, withheld=False)
    titles = reader.published(document)
    if not titles or not document.readable:
        raise Http404
    language = get_language() if get_language() in titles else document.pivot
    found = SectionRevision.objects.filter(text__section__document=document, text__language=language)
    revisions = list(found.select_related("text__section").order_by("-created", "-pk")[:HISTORY_LENGTH])
    context = {
        "document": document,
        "title": titles[language],
        "editions": document.editions.all(),
        "revisions": revisions,
        "noted": any(revision.note for revision in revisions),
    }
    return render(request, "rules_docs/history.html", context)


def compare(request, slug: str):
    """Two readings word by word; `to` left out means today's text."""
    document = get_object_or_404(RuleDocument, slug=slug, withheld=False)
    titles = reader.published(document)
    if not titles or not document.readable:
        raise Http404
    language = get_language() if get_language() in titles else document.pivot
    ends = [_number(request, "from", document.edition), _number(request, "to", 0)]
    old, new = (plain_data.wording(document, number, language) for number in ends)
    if old is None or new is None:
        raise Http404
    context = {
        "document": document,
        "title": titles[language],
        "old": ends[0],
        "new": ends[1],
        "changes": plain_data.differences(old, new),
        "editions": document.editions.all(),
    }
    return render(request, "rules_docs/compare.html", context)


def _number(request, name: str, default: int) -> int:
    text = request.GET.get(name, "")
    if text and not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise Http404
    return int(text) if text else default


def _paths(name: str, *args, languages) -> dict[str, str]:
    """The address of this page in each language in which it exists."""
    found = {}
    for language in languages:
        with override(language):
            found[language] = reverse(name, args=args)
    return found


def _structured(found: reader.Reading, path: str) -> str:
    """JSON-LD for search engines, safe inside a script element."""
    document = found.document
    data = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": found.title.title,
        "description": found.title.summary,
        "inLanguage": found.language,
        "url": path,
        "version": str(document.edition),
        "timeRequired": f"PT{found.minutes}M",
        "about": {
            "@type": "Game",
            "name": found.title.title,
            "numberOfPlayers": {
                "@type": "QuantitativeValue",
                "minValue": document.players_min,
                "maxValue": document.players_max,
            },
            "typicalAgeRange": f"{document.age}-",
        },
        "hasPart": [{"@type": "WebPageElement", "name": row.heading, "url": f"{path}#{row.key}"} for row in found.rows],
    }
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def find(request):
    """Search over every rule, with filters; the address says it all."""
    query = request.GET.get("q", "").strip()[: analysis.LONGEST]
    filters = live_index.Filters(
        *(request.GET.get(name, "")[:60].replace("\0", "") for name in ("rule", "language", "kind"))
    )
    number = max(1, min(_number(request, "page", 1), MOST_PAGES))
    found, pages = _found(query, filters, number)
    if number > max(pages, 1):  # a link from when there was more to find
        number = max(pages, 1)
        found, pages = _found(query, filters, number)
    context = {
        "query": query,
        "filters": filters,
        "found": found,
        "number": number,
        "pages": pages,
        "documents": live_index.documents(get_language()),
        "languages": LANGUAGES,
        "kinds": SectionKind.choices,
    }
    return render(request, "rules_docs/search.html", context)


def _found(query: str, filters: live_index.Filters, number: int) -> tuple[live_index.Found, int]:
    """A page of the answer, and how many pages there are."""
    start = (number - 1) * RESULTS
    found = live_index.search(query, language=get_language(), filters=filters, start=start, size=RESULTS)
    return found, min(MOST_PAGES, -(-found.count // RESULTS))
