"""Searches the sections of all rules, in any language.

A word that is the name of a term also finds the names of this term in other languages, by the glossary.
"""

from dataclasses import dataclass

from django.urls import reverse

from escale.common import languages
from escale.common.text.typography import apply_spacing
from rules_docs.models import Rights, Section, SectionKind, SectionText, Translation
from rules_docs.search.glossary_phrases import PhrasesByLanguage
from rules_docs.search.index import bit_sets
from rules_docs.search.index.highlighting import TextPiece, highlight
from rules_docs.search.index.query import QueryWord, parse_query
from rules_docs.search.index.section_index import SectionIndex
from rules_docs.search.live_index import rules_index


@dataclass(frozen=True)
class SearchResult:
    """One section that answers a query.

    Its text is in the reader's language, unless the section lacks that language or the words of the query are
    in no text of that language.
    """

    document: str  # the slug of the rule
    title: str  # of the rule
    key: str  # of the section
    heading: str
    language: str
    kind: str
    pieces: list[TextPiece]

    @property
    def kind_label(self) -> str:
        return str(SectionKind(self.kind).label)

    @property
    def url(self) -> str:
        return f"{reverse('rules_docs:rule', args=[self.document])}#{self.key}"


@dataclass(frozen=True)
class ResultPage:
    """Some results, best first, and the number of all results."""

    results: list[SearchResult]
    count: int


@dataclass(frozen=True)
class SearchFilters:
    """The conditions for a result. An empty filter has no effect."""

    document: str = ""  # the slug of a rule
    language: str = ""
    kind: str = ""


NO_FILTERS = SearchFilters()


def search_sections(
    text: str,
    *,
    language: str,
    filters: SearchFilters = NO_FILTERS,
    start: int = 0,
    size: int = 20,
    is_prefix: bool = False,
) -> ResultPage:
    """Returns at most `size` sections that answer a query, after the best `start` ones.

    `language` is the reader's. `is_prefix` says that the last word may be unfinished.
    """
    with rules_index.lock_and_update() as loaded_index:
        phrases_by_language = loaded_index.phrases_by_language
        query = parse_query(text, phrases_by_language)
        hits = loaded_index.sections.search(
            query,
            limit=start + size,
            language_number=languages.codes().index(language),
            allowed_numbers=_select_numbers(filters, loaded_index.sections),
            is_prefix=is_prefix,
        )
    text_ids = [hit.text_id for hit in hits.best[start:]]
    return ResultPage(_load_results(text_ids, query, phrases_by_language, language), hits.total)


def _select_numbers(filters: SearchFilters, index: SectionIndex) -> int | None:
    """The text numbers that pass the filters, as a set of bits; None if there are no filters."""
    if filters == NO_FILTERS:
        return None
    sections = Section.objects.all()
    if filters.document:
        sections = sections.filter(document__slug=filters.document)
    if filters.kind:
        sections = sections.filter(kind=filters.kind)
    # A language that the site does not have filters nothing, as an empty filter does.
    language_numbers = list(range(index.language_count))
    if filters.language in languages.codes():
        language_numbers = [languages.codes().index(filters.language)]
    section_numbers = []
    for section_id in sections.values_list("pk", flat=True):
        if section_id in index.number_by_section_id:
            section_numbers.append(index.number_by_section_id[section_id])
    return bit_sets.pack_sections(section_numbers, language_numbers, index.language_count)


def _load_results(
    text_ids: list[int], query: list[QueryWord], phrases_by_language: PhrasesByLanguage, language: str
) -> list[SearchResult]:
    """The results in the order of the ids, without texts that were deleted since the index was read."""
    texts_by_id = SectionText.objects.select_related("section__document").in_bulk(text_ids)
    document_ids = {text.section.document_id for text in texts_by_id.values()}
    titles_by_document_id = _load_titles(document_ids, language)
    results = []
    for text_id in text_ids:
        if text_id in texts_by_id:
            text = texts_by_id[text_id]
            phrases = phrases_by_language.get(text.language, {})
            pieces = highlight(text.plain, text.language, query, phrases)
            results.append(_create_result(text, titles_by_document_id, pieces))
    return results


def _create_result(
    text: SectionText, titles_by_document_id: dict[int, str], pieces: list[TextPiece]
) -> SearchResult:
    section = text.section
    return SearchResult(
        document=section.document.slug,
        title=titles_by_document_id.get(section.document_id, section.document.slug),
        key=section.key,
        heading=apply_spacing(text.heading, text.language),
        language=text.language,
        kind=section.kind,
        pieces=pieces,
    )


def _load_titles(document_ids: set[int], language: str) -> dict[int, str]:
    """The published titles by the id of the rule, in the reader's language if it exists."""
    titles: dict[int, str] = {}
    for translation in Translation.objects.filter(document__in=document_ids, published=True):
        if translation.language == language or translation.document_id not in titles:
            titles[translation.document_id] = translation.title
    return titles


def suggest_sections(text: str, *, language: str, size: int = 5) -> list[dict]:
    """The best sections for a search box that answers while somebody types."""
    page = search_sections(text, language=language, size=size, is_prefix=True)
    return [
        {"name": result.heading, "detail": result.title, "language": result.language, "url": result.url}
        for result in page.results
    ]


def list_searchable_rules(language: str) -> list[tuple[str, str]]:
    """Slug and title of every rule that can be searched, sorted by title: the choices of a filter."""
    translations = Translation.objects.filter(published=True, document__withheld=False)
    translations = translations.exclude(document__rights=Rights.LINK_ONLY).select_related("document")
    titles: dict[str, str] = {}
    for translation in translations:
        slug = translation.document.slug
        if translation.language == language or slug not in titles:
            titles[slug] = translation.title
    return sorted(titles.items(), key=lambda slug_and_title: slug_and_title[1])
