"""Sitemaps for search engines: files with the addresses of all pages, each with its other languages."""

import math
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from catalogue.models import GameTitle
from escale.common import languages
from games.registry import ENGINES
from rules_docs.models import RuleDocument, Translation

#: A file has each page once for every language. With four languages, it takes a tenth of a second.
PAGES_PER_FILE = 500


class Page(NamedTuple):
    """A page of the site: the name of its view, and the languages in which it exists."""

    name: str
    arguments: tuple[str, ...] = ()
    changed: datetime | None = None
    languages: Sequence[str] = languages.codes()


class Part(NamedTuple):
    """A kind of pages: a function that counts them, and one that lists a range of them."""

    count: Callable[[], int]
    pages: Callable[[int, int], Iterable[Page]]


VIEWS_WITHOUT_ARGUMENTS = (
    *("home", "about", "privacy", "developers"),
    *("catalogue:list", "catalogue:pick", "catalogue:shelves", "catalogue:statistics"),
    *("rules_docs:index", "games:lobby"),
)
HOUSE_PAGES = [Page(name) for name in VIEWS_WITHOUT_ARGUMENTS]
HOUSE_PAGES += [Page("games:game", (slug,)) for slug in ENGINES]


def _readable_rules():
    return RuleDocument.objects.filter(translations__published=True, withheld=False).distinct().order_by("pk")


def _rule_pages(start: int, stop: int) -> Iterable[Page]:
    documents = list(_readable_rules()[start:stop])
    published = Translation.objects.filter(published=True, document__in=documents)
    codes_by_document: dict[int, list[str]] = {}
    for document_id, code in published.values_list("document", "language"):
        codes_by_document.setdefault(document_id, []).append(code)
    return [
        Page("rules_docs:rule", (document.slug,), None, languages.in_order(codes_by_document[document.pk]))
        for document in documents
    ]


def _title_pages(start: int, stop: int) -> Iterable[Page]:
    rows = GameTitle.objects.listed().order_by("pk").values_list("slug", "changed_at")[start:stop]
    return [Page("catalogue:title", (slug,), changed_at) for slug, changed_at in rows]


PARTS = {
    "house": Part(lambda: len(HOUSE_PAGES), lambda start, stop: HOUSE_PAGES[start:stop]),
    "rules": Part(lambda: _readable_rules().count(), _rule_pages),
    "titles": Part(lambda: GameTitle.objects.listed().count(), _title_pages),
}


def list_files() -> list[str]:
    """The names of all files, such as "titles-3"."""
    names = []
    for part_name, part in PARTS.items():
        file_count = math.ceil(part.count() / PAGES_PER_FILE)
        names += [f"{part_name}-{number}" for number in range(1, file_count + 1)]
    return names


def list_entries(part_name: str, number: int) -> list[dict]:
    """The entries of one file. Each has an address, and the addresses of the page in the other languages."""
    pages = PARTS[part_name].pages((number - 1) * PAGES_PER_FILE, number * PAGES_PER_FILE)
    return [entry for page in pages for entry in _page_entries(page)]


def _page_entries(page: Page) -> list[dict]:
    """Yields one entry for each language of the page."""
    url_by_language = {language: _page_url(page, language) for language in page.languages}
    first_url = next(iter(url_by_language.values()), "")
    shared = {
        "alternates": [{"language": language, "url": url} for language, url in url_by_language.items()],
        "default": url_by_language.get(languages.default(), first_url),
        "changed": page.changed,
    }
    return [{"url": url} | shared for url in url_by_language.values()]


def _page_url(page: Page, language: str) -> str:
    with translation.override(language):
        return settings.BASE_URL + reverse(page.name, args=page.arguments)
