"""Maps for search engines: one part for each kind of page, every address with its other languages."""

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

PER_FILE = 500  # pages, each in every language with its alternates: with four languages a tenth of a second of work


class Page(NamedTuple):
    """A page by the name of its address; `languages` are those in which it exists."""

    name: str
    arguments: tuple[str, ...] = ()
    changed: datetime | None = None
    languages: Sequence[str] = languages.codes()


class Part(NamedTuple):
    count: Callable[[], int]
    pages: Callable[[int, int], Iterable[Page]]


HOUSE = [Page(name) for name in ("home", "about", "privacy", "developers")]
HOUSE += [Page(name) for name in ("catalogue:list", "catalogue:pick", "catalogue:shelves", "catalogue:statistics")]
HOUSE += [Page(name) for name in ("rules_docs:index", "games:lobby")]
HOUSE += [Page("games:game", (slug,)) for slug in ENGINES]


def _readable():
    return RuleDocument.objects.filter(translations__published=True, withheld=False).distinct().order_by("pk")


def _rules(start: int, stop: int) -> Iterable[Page]:
    documents = list(_readable()[start:stop])
    published = Translation.objects.filter(published=True, document__in=documents).values_list("document", "language")
    codes_by_document: dict[int, list[str]] = {}
    for document, language in published:
        codes_by_document.setdefault(document, []).append(language)
    return [Page("rules_docs:rule", (d.slug,), None, languages.in_order(codes_by_document[d.pk])) for d in documents]


def _titles(start: int, stop: int) -> Iterable[Page]:
    rows = GameTitle.objects.order_by("pk").values_list("slug", "changed_at")[start:stop]
    return [Page("catalogue:title", (slug,), changed) for slug, changed in rows]


PARTS = {
    "house": Part(lambda: len(HOUSE), lambda start, stop: HOUSE[start:stop]),
    "rules": Part(lambda: _readable().count(), _rules),
    "titles": Part(lambda: GameTitle.objects.count(), _titles),
}


def files() -> list[str]:
    """The names of all files: part and number."""
    return [f"{name}-{n + 1}" for name, part in PARTS.items() for n in range(-(-part.count() // PER_FILE))]


def entries(name: str, number: int) -> list[dict]:
    """The addresses of one file; each tells the others of its page."""
    pages = PARTS[name].pages((number - 1) * PER_FILE, number * PER_FILE)
    return [entry for page in pages for entry in _entries(page)]


def _entries(page: Page) -> list[dict]:
    alternates = [{"language": language, "url": _url(page, language)} for language in page.languages]
    default = next(
        (a["url"] for a in alternates if a["language"] == languages.default()),
        alternates[0]["url"] if alternates else "",
    )
    shared = {"alternates": alternates, "default": default, "changed": page.changed}
    return [{"url": alternate["url"]} | shared for alternate in alternates]


def _url(page: Page, language: str) -> str:
    with translation.override(language):
        return settings.BASE_URL + reverse(page.name, args=page.arguments)
