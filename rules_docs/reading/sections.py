"""Answers the requests of other apps for rule texts, as plain data."""

from collections.abc import Iterable

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, Sum
from django.urls import reverse
from django.utils.translation import override

from escale.common.text.typography import apply_spacing
from rules_docs.models import EditionText, RuleDocument, SectionText, Translation
from rules_docs.reading import reader_cache
from rules_docs.reading.section_formats import clean_html
from rules_docs.text.markup.plain_text import make_excerpt

FROZEN_SECTION_SECONDS = 7 * 24 * 3600
TODAYS_SECTION_SECONDS = 300


class UnknownSection(LookupError):
    """Raised if there is no such rule, edition or section."""


def load_current_edition(slug: str) -> int | None:
    """The number of the current edition, which a new match stores.

    It is 0 while no edition is frozen, and None if there is no such rule.
    """
    number = reader_cache.get_edition(slug)
    if number is None:
        number = RuleDocument.objects.filter(slug=slug).values_list("edition", flat=True).first()
        reader_cache.set_edition(slug, number)
    return number


def load_section(slug: str, key: str, language: str, edition: int | None = None) -> dict:
    """One section of an edition, by default the current one; raises UnknownSection.

    It is in `language` if possible, else in the pivot, the language that decides the sense of the rule. A
    section that the edition does not have is taken from today's text. Its HTML has no widgets, and absolute
    addresses.
    """
    number = edition or load_current_edition(slug) or 0
    cache_key = f"clean-rule-section:{slug}:{number}:{language}:{key}"
    section = cache.get(cache_key)
    if section is None:
        section = _load_frozen_section(slug, key, language, number)
        if section is None:
            section = _load_todays_section(slug, key, language)
        section["html"] = clean_html(slug, section["html"], section["language"])
        is_frozen = section["edition"] != 0
        cache.set(cache_key, section, FROZEN_SECTION_SECONDS if is_frozen else TODAYS_SECTION_SECONDS)
    return section | {"url": settings.BASE_URL + build_section_url(slug, key, language, number)}


def build_section_url(slug: str, key: str, language: str, edition: int = 0) -> str:
    """The address of a section in the reader's language. A former edition has its own page."""
    with override(language):
        if edition and edition != load_current_edition(slug):
            return f"{reverse('rules_docs:edition', args=[slug, edition])}#{key}"
        return f"{reverse('rules_docs:rule', args=[slug])}#{key}"


def _load_frozen_section(slug: str, key: str, language: str, edition: int) -> dict | None:
    pivot = RuleDocument.objects.filter(slug=slug).values_list("pivot", flat=True).first()
    texts = EditionText.objects.filter(
        edition__document__slug=slug, edition__number=edition, language__in=[language, pivot]
    )
    readers_language_first = sorted(texts, key=lambda text: text.language != language)
    for text in readers_language_first:
        for section in text.sections:
            if section["key"] == key:
                return {
                    "document": slug,
                    "key": key,
                    "edition": edition,
                    "language": section["language"],
                    "title": apply_spacing(section["heading"], section["language"]),
                    "excerpt": section["excerpt"],
                    "html": section["html"],
                }
    return None


def _load_todays_section(slug: str, key: str, language: str) -> dict:
    texts = SectionText.objects.filter(section__document__slug=slug, section__key=key)
    texts_by_language = {text.language: text for text in texts.select_related("section__document")}
    text = texts_by_language.get(language) or _find_pivot_text(texts_by_language)
    if text is None:
        raise UnknownSection(f"{slug}#{key}")
    return {
        "document": slug,
        "key": key,
        "edition": 0,
        "language": text.language,
        "title": apply_spacing(text.heading, text.language),
        "excerpt": make_excerpt(text.plain),
        "html": text.html,
    }


def _find_pivot_text(texts_by_language: dict[str, SectionText]) -> SectionText | None:
    if not texts_by_language:
        return None
    document = next(iter(texts_by_language.values())).section.document
    return texts_by_language.get(document.pivot)


def list_rules_by_bgg_id(bgg_ids: Iterable[int] | None = None) -> dict[int, dict]:
    """For each external id: the slug of the rule, and its title in each language in which it can be read."""
    documents = RuleDocument.objects.exclude(bgg=None)
    if bgg_ids is not None:
        documents = documents.filter(bgg__in=list(bgg_ids))
    translations = Translation.objects.filter(document__in=documents, published=True)
    translations = translations.select_related("document").order_by("document__slug", "language")
    rules: dict[int, dict] = {}
    for translation in translations:
        document = translation.document
        if document.is_readable:
            rule = rules.setdefault(document.bgg, {"document": document.slug, "languages": {}})
            rule["languages"][translation.language] = translation.title
    return rules


def compute_rules_stamp() -> str:
    """A text that changes whenever any rule does, for caches of pages that list rules."""
    totals = RuleDocument.objects.aggregate(count=Count("pk"), changes=Sum("stamp"))
    return f"{totals['count']}-{totals['changes']}"
