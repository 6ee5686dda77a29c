"""Search over every rule: the database keeps the analysed words, each process an index of them in memory.

Before each question one row says whether anything changed since; only what changed is read again.
"""

import threading
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.urls import reverse

from escale.common.replicas import moment_behind
from escale.common.text.typography import spaces
from rules_docs.models import (
    Rights,
    RuleDocument,
    RulingText,
    SearchEntry,
    SearchState,
    Section,
    SectionKind,
    SectionText,
    TermName,
    Translation,
)
from rules_docs.search.index import analysis
from rules_docs.search.index.analysis import Asked, Piece, highlighted, question
from rules_docs.search.index.section_index import Index, analyse, pack, unpack
from rules_docs.text import markup
from rules_docs.text.rule_folder import LANGUAGES

Phrases = dict[str, dict[tuple[str, ...], set[str]]]


# --- writing ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def index_document(document: RuleDocument) -> None:
    """Analyses all texts of a rule anew; a changed term or ruling concerns many sections."""
    state, _ = SearchState.objects.select_for_update().get_or_create(pk=1)
    stamp = state.stamp + 1
    phrases = phrases_of(TermName.objects.filter(term__document=document))
    placed = defaultdict(set)
    for key, section in document.terms.exclude(section=None).values_list("key", "section_id"):
        placed[section].add(key)
    answers = _answers(document)
    published = document.translations.filter(published=True).values("language") if document.readable else []
    texts = SectionText.objects.filter(section__document=document, language__in=published)
    entries = [
        SearchEntry(
            text_id=text.pk,
            document=document,
            stamp=stamp,
            tokens=pack(
                analyse(
                    text.heading,
                    f"{text.plain}\n{answers[text.section_id, text.language]}",
                    text.language,
                    phrases=phrases[text.language],
                    placed=placed[text.section_id],
                    linked=markup.used_terms(text.body),
                )
            ),
        )
        for text in texts
    ]
    SearchEntry.objects.filter(document=document).exclude(text__in=[entry.text_id for entry in entries]).delete()
    fields = {"update_conflicts": True, "unique_fields": ["text"], "update_fields": ["stamp", "tokens"]}
    SearchEntry.objects.bulk_create(entries, batch_size=500, **fields)
    SearchState.objects.filter(pk=1).update(stamp=stamp)


def _answers(document: RuleDocument) -> dict[tuple[int, str], str]:
    found: dict[tuple[int, str], str] = defaultdict(str)
    for text in RulingText.objects.filter(ruling__document=document).select_related("ruling"):
        found[text.ruling.section_id, text.language] += f"{text.question}\n{text.answer}\n"
    return found


def phrases_of(names) -> Phrases:
    """Language → stems → the concepts that are called so."""
    found: Phrases = {language: defaultdict(set) for language in LANGUAGES}
    for key, language, name in names.values_list("term__key", "language", "name"):
        phrase = analysis.phrase(name, language)
        if phrase:
            found[language][phrase].add(key)
    return found


# --- the index of this process ---------------------------------------------------------------------------------------


@dataclass
class Held:
    index: Index = field(default_factory=Index)
    phrases: Phrases = field(default_factory=dict)
    stamp: int = 0


_held = Held()
_lock = threading.Lock()


@moment_behind()  # as the index of the catalogue
def _up_to_date() -> Held:
    """The index as the database has it now; one small query when nothing changed. Call it with the lock."""
    global _held
    stamp = SearchState.objects.filter(pk=1).values_list("stamp", flat=True).first() or 0
    if stamp == _held.stamp:
        return _held
    if stamp < _held.stamp or _held.index.dead > len(_held.index):
        _held = Held()
    entries = SearchEntry.objects.filter(stamp__gt=_held.stamp).order_by("text__section_id")
    rows = entries.values_list("text__section_id", "pk", "text__language", "tokens").iterator(chunk_size=2000)
    for section, texts in groupby(rows, key=itemgetter(0)):
        _held.index.put(section, {LANGUAGES.index(code): (pk, unpack(tokens)) for _, pk, code, tokens in texts})
    _held.phrases = phrases_of(TermName.objects.all())
    _held.stamp = stamp
    return _held


def refresh() -> None:
    """Get the index ready before somebody asks."""
    with _lock:
        _up_to_date()


# --- finding ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """One section, in the reader's language wherever that language knows the words asked for."""

    document: str
    title: str
    key: str
    heading: str
    language: str
    kind: str
    pieces: list[Piece]

    @property
    def kind_label(self) -> str:
        return str(SectionKind(self.kind).label)

    @property
    def url(self) -> str:
        return f"{reverse('rules_docs:rule', args=[self.document])}#{self.key}"


@dataclass(frozen=True)
class Found:
    results: list[Result]
    count: int


@dataclass(frozen=True)
class Filters:
    """Empty means any."""

    document: str = ""
    language: str = ""
    kind: str = ""


EVERYTHING = Filters()


def search(
    text: str,
    *,
    language: str,
    filters: Filters = EVERYTHING,
    start: int = 0,
    size: int = 20,
    is_prefix: bool = False,
) -> Found:
    """Sections of all rules that answer, best first; any language finds the others by the glossary."""
    with _lock:
        held = _up_to_date()
        asked = question(text, held.phrases)
        hits = held.index.find(
            asked,
            most=start + size,
            language=LANGUAGES.index(language),
            among=_among(filters, held.index),
            is_prefix=is_prefix,
        )
        phrases = held.phrases
    return Found(_results([hit.text for hit in hits.best[start:]], asked, phrases, language), hits.total)


def _among(filters: Filters, index: Index) -> int | None:
    """The numbers that the filters leave, as bits; None when nothing was chosen."""
    if filters == EVERYTHING:
        return None
    sections = Section.objects.all()
    if filters.document:
        sections = sections.filter(document__slug=filters.document)
    if filters.kind:
        sections = sections.filter(kind=filters.kind)
    each = 1 << LANGUAGES.index(filters.language) if filters.language in LANGUAGES else 0b1111
    slots = [index.slots[pk] for pk in sections.values_list("pk", flat=True) if pk in index.slots]
    held = bytearray(len(index.sections) // 2 + 1)
    for slot in slots:
        held[slot >> 1] |= each << 4 * (slot & 1)
    return int.from_bytes(held, "little")


def _results(ids: list[int], asked: list[Asked], phrases: Phrases, language: str) -> list[Result]:
    texts = SectionText.objects.filter(pk__in=ids).select_related("section__document")
    found = {text.pk: text for text in texts}
    titles = _titles({text.section.document_id for text in found.values()}, language)
    return [_result(found[pk], titles, asked, phrases) for pk in ids if pk in found]


def _titles(documents: set[int], language: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for text in Translation.objects.filter(document__in=documents, published=True):
        if text.language == language or text.document_id not in found:
            found[text.document_id] = text.title
    return found


def _result(text: SectionText, titles: dict[int, str], asked: list[Asked], phrases: Phrases) -> Result:
    section = text.section
    return Result(
        document=section.document.slug,
        title=titles.get(section.document_id, section.document.slug),
        key=section.key,
        heading=spaces(text.heading, text.language),
        language=text.language,
        kind=section.kind,
        pieces=highlighted(text.plain, text.language, asked, phrases.get(text.language, {})),
    )


def suggest(text: str, *, language: str, size: int = 5) -> list[dict]:
    """For a box that answers while somebody types."""
    found = search(text, language=language, size=size, is_prefix=True)
    return [
        {"name": hit.heading, "detail": hit.title, "language": hit.language, "url": hit.url} for hit in found.results
    ]


def documents(language: str) -> list[tuple[str, str]]:
    """Name and title of every rule that can be searched, for a filter."""
    readable = Translation.objects.filter(published=True, document__withheld=False).exclude(
        document__rights=Rights.LINK_ONLY
    )
    found: dict[str, str] = {}
    for text in readable.select_related("document"):
        if text.language == language or text.document.slug not in found:
            found[text.document.slug] = text.title
    return sorted(found.items(), key=lambda entry: entry[1])
