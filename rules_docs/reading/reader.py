"""Reads a rule as its readers see it: a row for each section, with one or two languages side by side.

The pivot of a rule (`RuleDocument.pivot`) is the language that decides its sense. A section without a
translation is shown in the pivot. Reading a whole rule needs five database queries, and one more if a
translation is stale.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import QuerySet

from escale.common.text.typography import apply_spacing
from rules_docs.models import (
    Edition,
    RuleDocument,
    Ruling,
    RulingText,
    Section,
    SectionRevision,
    SectionText,
    Translation,
)
from rules_docs.models.texts import SectionTextQuerySet
from rules_docs.ports import PositionShown
from rules_docs.reading.freshness import STALE, judge_freshness
from rules_docs.reading.glossary import GlossaryWord, load_glossary
from rules_docs.reading.titles import Titles, choose_title, list_titles
from rules_docs.text.markup.plain_text import strip_markup
from rules_docs.text.word_diff import DiffPiece, compare_words

WORDS_PER_MINUTE = 190


@dataclass
class SectionCell:
    """One section in the language of its column, or in the pivot if it is not translated.

    A translation is stale if the sense of the pivot has changed since the two were compared. Then `changes`
    is the difference between the pivot's text of that time and its text of today.
    """

    heading: str
    html: str
    language: str
    column_language: str
    plain: str = ""
    revision: int = 0
    is_stale: bool = False
    changes: list[DiffPiece] = field(default_factory=list)

    @property
    def is_fallback(self) -> bool:
        return self.language != self.column_language


class StaleCell(NamedTuple):
    """A cell of a stale translation, with its text and the text in the pivot."""

    cell: SectionCell
    text: SectionText
    pivot_text: SectionText


@dataclass
class RulingAnswer:
    """A ruling in the reader's language, or in the pivot if it is not translated."""

    key: str
    kind: str
    label: str
    question: str
    html: str
    language: str


@dataclass
class SectionRow:
    """One section: a cell for each column, and its rulings."""

    key: str
    level: int
    kind: str
    players: list[int]  # the section applies only with so many players; empty if it always applies
    cells: list[SectionCell]
    answers: list[RulingAnswer] = field(default_factory=list)
    #: positions of the game in which the section applies, if the game is played on this site
    positions: list[PositionShown] = field(default_factory=list)

    @property
    def heading(self) -> str:
        return self.cells[0].heading

    @property
    def language(self) -> str:
        return self.cells[0].language


@dataclass
class Reading:
    """A whole rule as one reader sees it.

    `language` is the language of the first column, `second_language` that of the second one, if there is one.
    `title` has the title of the rule in the first language, `titles` its titles in all published languages.
    """

    document: RuleDocument
    language: str
    second_language: str | None
    title: Translation
    titles: Titles
    rows: list[SectionRow]
    words: list[GlossaryWord]
    edition: Edition | None = None  # set by `read_edition`; None for the rule as it stands today

    @property
    def minutes(self) -> int:
        """The time to read the first column."""
        word_count = sum(len(row.cells[0].plain.split()) for row in self.rows)
        return max(1, round(word_count / WORDS_PER_MINUTE))

    @property
    def languages(self) -> list[str]:
        """The languages of the columns."""
        return [self.language, self.second_language] if self.second_language else [self.language]


def read_rule(
    document: RuleDocument, language: str, second_language: str | None = None, titles: Titles | None = None
) -> Reading | None:
    """The rule as it stands today; None if no language of it is published.

    A second language that is not published, or the same as the first, is ignored.
    """
    titles = list_titles(document) if titles is None else titles
    if not titles:
        return None
    title = choose_title(titles, document, language)
    if second_language not in titles or second_language == title.language:
        second_language = None
    reading = Reading(
        document=document,
        language=title.language,
        second_language=second_language,
        title=title,
        titles=titles,
        rows=[],
        words=[],
    )
    reading.words = load_glossary(document, reading.languages)
    reading.rows = _load_rows(document, reading.languages, SectionText.objects.all())
    _add_rulings(reading.rows, _load_rulings(document, reading.language, RulingText.objects.all()))
    return reading


def read_section(document: RuleDocument, language: str, key: str) -> SectionRow | None:
    """One section of today's rule in a published language; None if there is no section with this key."""
    rows = _load_rows(document, [language], SectionText.objects.filter(section__key=key))
    _add_rulings(rows, _load_rulings(document, language, RulingText.objects.filter(ruling__section__key=key)))
    return rows[0] if rows else None


def _load_rows(
    document: RuleDocument, column_languages: list[str], texts: SectionTextQuerySet
) -> list[SectionRow]:
    """The sections in reading order.

    A section is left out if it has no text for a column: neither a translation nor a text in the pivot.
    """
    texts = texts.of(document, [*column_languages, document.pivot])
    sections_by_key: dict[str, Section] = {}
    texts_by_key: dict[str, dict[str, SectionText]] = {}  # by the key of the section, then by language
    for text in texts:
        sections_by_key[text.section.key] = text.section
        texts_by_key.setdefault(text.section.key, {})[text.language] = text
    rows: list[SectionRow] = []
    stale_cells: list[StaleCell] = []
    for key, texts_by_language in texts_by_key.items():
        pivot_text = texts_by_language.get(document.pivot)
        cells = []
        for language in column_languages:
            text = texts_by_language.get(language) or pivot_text
            if text is not None:
                cells.append(_create_cell(text, language))
                if judge_freshness(text, pivot_text) == STALE:
                    stale_cells.append(StaleCell(cells[-1], text, pivot_text))
        if len(cells) == len(column_languages):
            section = sections_by_key[key]
            rows.append(SectionRow(key, section.level, section.kind, section.players, cells))
    _show_changes(stale_cells)
    return rows


def _create_cell(text: SectionText, column_language: str) -> SectionCell:
    return SectionCell(
        heading=apply_spacing(text.heading, text.language),
        html=text.html,
        language=text.language,
        column_language=column_language,
        plain=text.plain,
        revision=text.revision,
    )


def _show_changes(stale_cells: list[StaleCell]) -> None:
    """Marks these cells as stale, with the changes of the pivot since their texts were compared with it.

    The `meaning` of a text in the pivot counts its changes of sense. The `checked_meaning` of a translation
    is the value of this counter when the two were compared.
    """
    if not stale_cells:
        return
    revisions = SectionRevision.objects.filter(text__in=[stale.pivot_text for stale in stale_cells])
    bodies_by_meaning: dict[tuple[int, int], str] = {}
    for revision in revisions.order_by("number"):  # The newest revision with this meaning stays.
        bodies_by_meaning[revision.text_id, revision.meaning] = revision.body
    for cell, text, pivot_text in stale_cells:
        # empty if the two were never compared
        body_when_compared = bodies_by_meaning.get((pivot_text.pk, text.checked_meaning), "")
        cell.is_stale = True
        cell.changes = compare_words(strip_markup(body_when_compared), strip_markup(pivot_text.body))


def _add_rulings(rows: list[SectionRow], texts_by_ruling: dict[Ruling, RulingText]) -> None:
    """Adds every ruling to the row of its section."""
    rows_by_key = {row.key: row for row in rows}
    for ruling, text in texts_by_ruling.items():
        row = rows_by_key.get(ruling.section.key)
        if row is None:
            continue
        answer = RulingAnswer(
            key=ruling.key,
            kind=ruling.kind,
            label=ruling.get_kind_display(),
            question=text.question,
            html=text.html,
            language=text.language,
        )
        row.answers.append(answer)


def _load_rulings(
    document: RuleDocument, language: str, texts: QuerySet[RulingText]
) -> dict[Ruling, RulingText]:
    """The text of every ruling in the reader's language, or in the pivot if it is not translated."""
    languages_with_fallback = {language, document.pivot}
    texts = texts.filter(ruling__document=document, language__in=languages_with_fallback)
    texts_by_ruling: dict[Ruling, RulingText] = {}
    for text in texts.select_related("ruling__section").order_by("ruling_id"):
        if text.language == language or text.ruling not in texts_by_ruling:
            texts_by_ruling[text.ruling] = text
    return texts_by_ruling
