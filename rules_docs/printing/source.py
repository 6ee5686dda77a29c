"""Writes the Typst source of a printed rule. The functions that it calls are in `typst/house.typ`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from escale.common import dates
from rules_docs.editing.markup_contexts import load_context
from rules_docs.models import RuleDocument, RulingText, SectionKind, SectionText
from rules_docs.printing.examples import ExamplesByPlace, load_examples, write_example
from rules_docs.reading.reader import Reading, SectionCell, SectionRow
from rules_docs.reading.titles import list_facts
from rules_docs.text.markup.typst_renderer import TypstContext, quote_string, render_typst

SITE_NAME = "Escale à jeux"
# These sections have a page each, and can be printed alone.
PRINTED_ALONE = (SectionKind.AID, SectionKind.SHORT)


@dataclass(frozen=True)
class PrintRequest:
    """What to print: a rule in the languages of a reading, or only its sections of one kind.

    Two kinds can be printed alone: the player aid (SectionKind.AID) and the short rule (SHORT).
    """

    reading: Reading
    only_kind: str = ""


@dataclass(frozen=True)
class PrintedTexts:
    """The texts from which rows are written.

    `bodies` (Markdown), `rulings` and `examples` are by section key and language, `contexts` by language.
    """

    bodies: dict[tuple[str, str], str]
    rulings: dict[tuple[str, str], list[RulingText]]
    examples: ExamplesByPlace
    contexts: dict[str, TypstContext]


def format_today() -> str:
    return dates.day(timezone.localdate(), "j F Y")


def build_neutral_address(document: RuleDocument) -> str:
    """The address of the code on the cover. It has no language, so it leads to the reader's own."""
    return settings.BASE_URL + reverse("rules_short_document", args=[document.slug])


def write_source(request: PrintRequest, house: dict) -> Iterator[str]:
    """The lines of the Typst source. `house` is the result of the port with this name, or empty."""
    title = request.reading.title.title
    yield '#import "house.typ": *'
    layout = _write_call(
        "rule.with",
        title=title,
        language=request.reading.language,
        author=house.get("name", SITE_NAME),
        running=f"{SITE_NAME} · {title}",
        kind=_name_layout(request),
    )
    yield f"#show: {layout}"
    if request.only_kind:
        yield f'#text(20pt, weight: "bold", fill: harbour)[#{quote_string(title)};]'
        yield from _write_rows(request)
        if request.only_kind == SectionKind.SHORT:
            yield _write_whole_rule_code(request.reading)
    else:
        yield _write_cover(request.reading, house)
        yield from _write_rows(request)
        yield from _write_sources(request.reading.document)


def _name_layout(request: PrintRequest) -> str:
    if request.only_kind == SectionKind.SHORT and request.reading.second_language:
        return "short-beside"  # smaller letters, because two languages must fit on one page
    return request.only_kind or "whole"


def _write_call(function: str, **arguments: str) -> str:
    """A call of a Typst function with string arguments."""
    quoted_arguments = [f"{name}: {quote_string(value)}" for name, value in arguments.items()]
    return f"{function}({', '.join(quoted_arguments)})"


def _write_cover(reading: Reading, house: dict) -> str:
    document = reading.document
    edition = gettext("edition %(number)s") % {"number": document.edition}
    arguments = {
        "house": house.get("name", SITE_NAME),
        "words": house.get("cover", ""),
        "lines": "\n".join(house.get("lines", [])),
        "title": reading.title.title,
        "subtitle": reading.title.subtitle,
        "facts": " · ".join(fact["text"] for fact in list_facts(document)),
        **_describe_code(document),
        "dated": f"{edition} · {format_today()}",
        "contents": gettext("Contents"),
    }
    return f"#{_write_call('cover', **arguments)}"


def _describe_code(document: RuleDocument) -> dict[str, str]:
    return {
        "code": "code.svg",
        "code-alt": gettext("QR code that opens these rules: %s") % build_neutral_address(document),
        "code-label": gettext("The current rules, in your language"),
    }


def _write_whole_rule_code(reading: Reading) -> str:
    facts = " · ".join(fact["text"] for fact in list_facts(reading.document))
    return f"#{_write_call('short-foot', facts=facts, **_describe_code(reading.document))}"


def _write_sources(document: RuleDocument) -> Iterator[str]:
    yield f"#heading(level: 1)[#{quote_string(gettext('Where this text comes from'))};]"
    yield f"#{quote_string(gettext('We have written these rules in our own words, after reading:'))};"
    items = []
    for source in document.sources.all():
        text = f"{source.publisher} ({source.year or source.language}) — {source.credits}"
        items.append(f"[#{quote_string(text)};]")
    if items:
        yield f"#list({', '.join(items)})"


# --- sections -------------------------------------------------------------------------------------


def _write_rows(request: PrintRequest) -> Iterator[str]:
    only_kind = request.only_kind
    rows = [row for row in request.reading.rows if not only_kind or row.kind == only_kind]
    texts = _load_texts(request, rows)
    for row in rows:
        if row.kind in PRINTED_ALONE and not only_kind:
            yield "#pagebreak(weak: true)"  # a page to take out
        yield _write_row(row, texts)


def _load_texts(request: PrintRequest, rows: list[SectionRow]) -> PrintedTexts:
    reading = request.reading
    anchors = frozenset(row.key for row in rows)
    contexts = {}
    for language in reading.languages:
        contexts[language] = _load_context(reading.document, language, anchors)
    return PrintedTexts(
        bodies=_load_bodies(reading),
        rulings={} if request.only_kind else _load_rulings(reading),
        examples={} if request.only_kind else load_examples(reading.document.slug, reading.languages),
        contexts=contexts,
    )


def _load_bodies(reading: Reading) -> dict[tuple[str, str], str]:
    texts = SectionText.objects.of(reading.document, [*reading.languages, reading.document.pivot])
    return {(text.section.key, text.language): text.body for text in texts}


def _load_rulings(reading: Reading) -> dict[tuple[str, str], list[RulingText]]:
    texts = RulingText.objects.filter(ruling__document=reading.document, language__in=reading.languages)
    rulings: dict[tuple[str, str], list[RulingText]] = {}
    for text in texts.select_related("ruling__section").order_by("ruling_id"):
        rulings.setdefault((text.ruling.section.key, text.language), []).append(text)
    return rulings


def _load_context(document: RuleDocument, language: str, anchors: frozenset[str]) -> TypstContext:
    markup_context = load_context(document, language)
    # A section without a translation is shown in the pivot, and may show drawings that only the pivot has.
    pictures = load_context(document, document.pivot).pictures | markup_context.pictures
    picture_files = {name: picture.url.rpartition("/")[2] for name, picture in pictures.items()}
    return TypstContext(
        markup=replace(markup_context, pictures=pictures),
        anchors=anchors,
        picture_files=picture_files,
    )


def _write_row(row: SectionRow, texts: PrintedTexts) -> str:
    cells = [_write_cell(row, cell, texts) for cell in row.cells]
    first_column = f"#heading(level: {row.level})[#{quote_string(row.heading)};] <{row.key}>\n{cells[0]}"
    if len(cells) == 1:
        return first_column
    # Only the first language is in the table of contents, so the second heading just looks like one.
    second_cell = row.cells[1]
    second_column = f"#beside-heading({row.level}, {quote_string(second_cell.heading)});{cells[1]}"
    return f"#two-columns([{first_column}], [{second_column}], {quote_string(second_cell.language)})"


def _write_cell(row: SectionRow, cell: SectionCell, texts: PrintedTexts) -> str:
    context = texts.contexts[cell.column_language]
    rulings = texts.rulings.get((row.key, cell.column_language), [])
    with override(cell.column_language):
        notes = _write_notes(row, cell)
        body = render_typst(texts.bodies[row.key, cell.language], context)
        answers = [_write_ruling(ruling, context) for ruling in rulings]
        examples = texts.examples.get((row.key, cell.column_language), [])
        drawn = [write_example(example, cell.column_language) for example in examples]
        return notes + body + "".join(answers + drawn)


def _write_notes(row: SectionRow, cell: SectionCell) -> str:
    notes = []
    if cell.is_fallback:
        notes.append(gettext("This section has not been translated yet."))
    if cell.is_stale:
        notes.append(gettext("This translation has not been compared with the latest changes yet."))
    if row.players:
        notes.append(gettext("only with %(numbers)s players") % {"numbers": ", ".join(map(str, row.players))})
    return "".join(f"#fallback({quote_string(note)});#parbreak();" for note in notes)


def _write_ruling(text: RulingText, context: TypstContext) -> str:
    label = quote_string(text.ruling.get_kind_display())
    question = quote_string(context.markup.apply_spacing(text.question))
    return f"#ruling({label}, {question})[{render_typst(text.answer, context)}];"
