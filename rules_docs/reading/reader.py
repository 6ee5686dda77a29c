"""A rule as its readers see it: rows by key, one or two languages, notes where they differ. Five queries."""

from dataclasses import dataclass, field

from django.utils.translation import gettext

from escale.common.text.typography import spaces
from rules_docs.models import Edition, EditionText, RuleDocument, Ruling, RulingText, SectionText, TermName, Translation
from rules_docs.reading.freshness import STALE, Piece, state, word_diff
from rules_docs.text import markup
from rules_docs.text.rule_folder import LANGUAGES

WORDS_A_MINUTE = 190


@dataclass
class Cell:
    """One section in the language asked for, or in the pivot's when it does not exist there."""

    heading: str
    html: str
    language: str
    wanted: str
    plain: str = ""
    revision: int = 0
    is_stale: bool = False
    changes: list[Piece] = field(default_factory=list)

    @property
    def is_fallback(self) -> bool:
        return self.language != self.wanted


@dataclass
class Answer:
    """A ruling in the reader's language."""

    key: str
    kind: str
    label: str
    question: str
    html: str
    language: str


@dataclass
class Row:
    key: str
    level: int
    kind: str
    players: list[int]
    cells: list[Cell]
    answers: list[Answer] = field(default_factory=list)

    @property
    def heading(self) -> str:
        return self.cells[0].heading

    @property
    def language(self) -> str:
        return self.cells[0].language


@dataclass
class Word:
    """A term with its name in every language, for its pop-up."""

    key: str
    section: str | None
    names: dict[str, str]


@dataclass
class Reading:
    document: RuleDocument
    language: str
    beside: str | None
    title: Translation
    titles: dict[str, Translation]
    rows: list[Row]
    words: list[Word]
    edition: Edition | None = None

    @property
    def minutes(self) -> int:
        return max(1, round(sum(len(row.cells[0].plain.split()) for row in self.rows) / WORDS_A_MINUTE))

    @property
    def languages(self) -> list[str]:
        """The columns: the reader's language and the one beside it."""
        return [self.language] + ([self.beside] if self.beside else [])


def find(slug: str) -> tuple[RuleDocument, dict[str, Translation]] | None:
    """A rule and its published titles by language, in one query; None when readers may know of none."""
    texts = Translation.objects.filter(document__slug=slug, published=True).select_related("document")
    found = {text.language: text for text in texts}
    if not found:
        return None
    document = next(iter(found.values())).document
    return document, {language: found[language] for language in LANGUAGES if language in found}


def published(document: RuleDocument) -> dict[str, Translation]:
    found = {text.language: text for text in document.translations.all() if text.published}
    return {language: found[language] for language in LANGUAGES if language in found}


def read(
    document: RuleDocument, language: str, beside: str | None = None, titles: dict[str, Translation] | None = None
) -> Reading | None:
    """The rule as it stands today; None when it has not been published in any language."""
    titles = published(document) if titles is None else titles
    if not titles:
        return None
    title = titles.get(language) or titles.get(document.pivot) or next(iter(titles.values()))
    beside = beside if beside in titles and beside != title.language else None
    rows = _rows(document, [title.language] + ([beside] if beside else []), language)
    _answer(document, rows, title.language)
    return Reading(document, title.language, beside, title, titles, rows, words(document))


def _rows(document: RuleDocument, languages: list[str], asked: str) -> list[Row]:
    texts = SectionText.objects.of(document, [*languages, document.pivot]).with_checked_pivot(document.pivot)
    grouped: dict[str, dict[str, SectionText]] = {}
    for text in texts:
        grouped.setdefault(text.section.key, {})[text.language] = text
    rows = []
    for key, found in grouped.items():
        section = next(iter(found.values())).section
        cells = [cell for cell in (_cell(found, document.pivot, language) for language in languages) if cell]
        if len(cells) == len(languages):
            rows.append(Row(key, section.level, section.kind, section.players, cells))
    return rows


def _cell(found: dict[str, SectionText], pivot: str, language: str) -> Cell | None:
    text = found.get(language) or found.get(pivot)
    if text is None:
        return None
    stale = state(text, found.get(pivot)) == STALE
    changes = word_diff(markup.wording(text.checked_body or ""), markup.wording(found[pivot].body)) if stale else []
    heading = spaces(text.heading, text.language)
    return Cell(heading, text.html, text.language, language, text.plain, text.revision, stale, changes)


def _answer(document: RuleDocument, rows: list[Row], language: str) -> None:
    """Puts every ruling under the section that it concerns."""
    texts = RulingText.objects.filter(ruling__document=document, language__in={language, document.pivot})
    found: dict[Ruling, RulingText] = {}
    for text in texts.select_related("ruling__section").order_by("ruling_id"):
        if text.language == language or text.ruling not in found:
            found[text.ruling] = text
    places = {row.key: row for row in rows}
    for ruling, text in found.items():
        if ruling.section.key in places:
            label = ruling.get_kind_display()
            answer = Answer(ruling.key, ruling.kind, label, text.question, text.html, text.language)
            places[ruling.section.key].answers.append(answer)


def words(document: RuleDocument) -> list[Word]:
    names = TermName.objects.filter(term__document=document, preferred=True).select_related("term__section")
    found: dict[str, Word] = {}
    for name in names.order_by("term__key"):
        section = name.term.section.key if name.term.section else None
        found.setdefault(name.term.key, Word(name.term.key, section, {})).names[name.language] = name.name
    for word in found.values():
        word.names = {language: word.names[language] for language in LANGUAGES if language in word.names}
    return list(found.values())


def read_edition(document: RuleDocument, number: int, language: str) -> Reading | None:
    """A frozen reading: only what was frozen, without today's rulings."""
    texts = EditionText.objects.filter(edition__document=document, edition__number=number).select_related("edition")
    found = {text.language: text for text in texts}
    text = found.get(language) or found.get(document.pivot) or next(iter(found.values()), None)
    if text is None:
        return None
    rows = [_frozen_row(section, text.language) for section in text.sections]
    title = Translation(
        document=document, language=text.language, title=text.title, subtitle=text.subtitle, summary=text.summary
    )
    titles = {name: Translation(document=document, language=name, title=found[name].title) for name in found}
    return Reading(document, text.language, None, title, titles, rows, words(document), text.edition)


def _frozen_row(section: dict, wanted: str) -> Row:
    language, heading = section["language"], spaces(section["heading"], section["language"])
    cell = Cell(heading, section["html"], language, wanted, section["body"], section["revision"])
    return Row(section["key"], section["level"], section["kind"], section["players"], [cell])


def facts(document: RuleDocument) -> list[dict]:
    """Short facts with their icons."""

    def span(low: int, high: int) -> str:
        return str(low) if low == high else f"{low}–{high}"

    found = [{"icon": "people", "text": gettext("%s players") % span(document.players_min, document.players_max)}]
    if document.minutes_max:
        found.append({"icon": "clock", "text": gettext("%s min") % span(document.minutes_min, document.minutes_max)})
    if document.age:
        found.append({"icon": "age", "text": gettext("from age %d") % document.age})
    return found
