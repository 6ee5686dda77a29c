"""What other pillars may ask of the rule texts; every answer is plain data."""

from django.core.cache import cache
from django.db.models import Count, Sum
from django.urls import reverse
from django.utils.translation import override

from escale.common.text.typography import spaces
from rules_docs.models import EditionText, RuleDocument, SectionText, Translation
from rules_docs.text import markup

SECTION_SECONDS = 300
FOR_EVER = 7 * 24 * 3600


class UnknownSection(LookupError):
    """No such document, edition or section."""


def current_edition(document: str) -> int | None:
    """The number that a match should remember; None without such a document, 0 while nothing is frozen."""
    key = f"rule-edition:{document}"
    number = cache.get(key)
    if number is None:
        number = RuleDocument.objects.filter(slug=document).values_list("edition", flat=True).first()
        cache.set(key, number, 10)
    return number


def section_for(document: str, key: str, language: str, edition: int | None = None) -> dict:
    """One section as a refused move shows it, in `language` if it exists there, else in the pivot's."""
    wanted = edition or current_edition(document) or 0
    name = f"rule-section:{document}:{wanted}:{language}:{key}"
    found = cache.get(name)
    if found is None:
        found = _frozen(document, key, language, wanted) or _living(document, key, language)
        # A frozen text never changes; the living one is read again after some minutes.
        cache.set(name, found, FOR_EVER if found["edition"] else SECTION_SECONDS)
    return found | {"url": section_url(document, key, language, wanted)}


def section_url(document: str, key: str, language: str, edition: int = 0) -> str:
    """The page in the reader's language; an edition that is no longer the current one has its own page."""
    with override(language):
        if edition and edition != current_edition(document):
            return f"{reverse('rules_docs:edition', args=[document, edition])}#{key}"
        return f"{reverse('rules_docs:rule', args=[document])}#{key}"


def _frozen(document: str, key: str, language: str, edition: int) -> dict | None:
    texts = EditionText.objects.filter(edition__document__slug=document, edition__number=edition)
    pivot = RuleDocument.objects.filter(slug=document).values_list("pivot", flat=True).first()
    for text in sorted(texts.filter(language__in=[language, pivot]), key=lambda text: text.language != language):
        section = next((section for section in text.sections if section["key"] == key), None)
        if section:
            return {
                "document": document,
                "key": key,
                "edition": edition,
                "language": section["language"],
                "title": spaces(section["heading"], section["language"]),
                "excerpt": section["excerpt"],
                "html": section["html"],
            }
    return None


def _living(document: str, key: str, language: str) -> dict:
    texts = SectionText.objects.filter(section__document__slug=document, section__key=key)
    found = {text.language: text for text in texts.select_related("section__document")}
    if not found:
        raise UnknownSection(f"{document}#{key}")
    text = found.get(language) or found.get(next(iter(found.values())).section.document.pivot)
    if text is None:
        raise UnknownSection(f"{document}#{key}")
    return {
        "document": document,
        "key": key,
        "edition": 0,
        "language": text.language,
        "title": spaces(text.heading, text.language),
        "excerpt": markup.excerpt(text.plain),
        "html": text.html,
    }


def for_titles(bgg_ids=None) -> dict[int, dict]:
    """External id → the rule's name and the languages in which it can be read, for facets and title pages."""
    documents = RuleDocument.objects.exclude(bgg=None)
    if bgg_ids is not None:
        documents = documents.filter(bgg__in=list(bgg_ids))
    texts = Translation.objects.filter(document__in=documents, published=True).select_related("document")
    found: dict[int, dict] = {}
    for text in texts.order_by("document__slug", "language"):
        if text.document.readable:
            entry = found.setdefault(text.document.bgg, {"document": text.document.slug, "languages": {}})
            entry["languages"][text.language] = text.title
    return found


def stamp() -> str:
    """Changes whenever any rule does: for caches of pages that list rules."""
    facts = RuleDocument.objects.aggregate(count=Count("pk"), changes=Sum("stamp"))
    return f"{facts['count']}-{facts['changes']}"


def keys_of(document: str) -> set[str]:
    """Every section key that a link or an engine may cite."""
    return set(RuleDocument.objects.filter(slug=document).values_list("sections__key", flat=True)) - {None}
