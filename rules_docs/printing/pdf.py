"""A rule on paper: tagged PDF/UA with the house's cover of today, in one language or two, or only the player aid."""

import hashlib
import io
from dataclasses import dataclass, replace
from pathlib import Path

import pikepdf
import segno
import typst
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext, override

from rules_docs import ports
from rules_docs.editing import revisions
from rules_docs.models import Drawing, RulingText, SectionKind, SectionText
from rules_docs.reading import reader
from rules_docs.text import typeset
from rules_docs.text.typeset import string

LOOK = Path(__file__).parent / "typst" / "house.typ"
DAY = 24 * 3600
SITE = "Escale à jeux"


@dataclass(frozen=True)
class Wanted:
    """`found` says the document, its language and the language beside it."""

    found: reader.Reading
    is_aid: bool = False


def make(wanted: Wanted) -> bytes:
    """The file; the same rule on the same day for the same house comes from the cache."""
    document, language = wanted.found.document, wanted.found.language
    house = ports.house(language) or {}
    facts = [document.pk, document.stamp, wanted.found.languages, wanted.is_aid, sorted(house.items()), _today()]
    key = f"rule-pdf:{hashlib.sha256(repr(facts).encode()).hexdigest()}"
    content = cache.get(key)
    if content is None:
        with override(language):
            content = _compile(wanted, house)
        cache.set(key, content, DAY)
    return content


def _today() -> str:
    return formats.date_format(timezone.localdate(), "DATE_FORMAT")


def _compile(wanted: Wanted, house: dict) -> bytes:
    files = _drawings(wanted)
    files["house.typ"] = LOOK.read_bytes()
    files["code.svg"] = _code(_address(wanted))
    files["main.typ"] = "\n".join(_source(wanted, house)).encode()
    written = typst.compile(
        files,
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=["ua-1"],
        timestamp=int(timezone.now().timestamp()),
    )
    return _compress(written)


def _compress(content: bytes) -> bytes:
    """The same document, its thousands of tags in compressed object streams, which Typst does not write."""
    file = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as document:
        document.save(file, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return file.getvalue()


def _address(wanted: Wanted) -> str:
    """What the code on the cover opens: the neutral address, so that every reader lands in his own language."""
    return settings.BASE_URL + reverse("rules_short_document", args=[wanted.found.document.slug])


def _code(address: str) -> bytes:
    file = io.BytesIO()
    segno.make(address, error="m").save(file, kind="svg", border=0, dark="#14304a", xmldecl=False)
    return file.getvalue()


def _drawings(wanted: Wanted) -> dict[str, bytes]:
    drawn = Drawing.objects.filter(
        diagram__document=wanted.found.document, current=True, language__in=wanted.found.languages
    )
    # The drawings name the reader's own fonts; on paper there is only the one that travels with the file.
    return {
        f"{drawing.digest}.svg": drawing.svg.replace(
            "system-ui, 'DejaVu Sans', sans-serif", "Libertinus Serif"
        ).encode()
        for drawing in drawn
    }


# --- what is written -------------------------------------------------------------------------------------------------


def _call(function: str, **values: str) -> str:
    """A call of one of the look's functions; every value is a string of text."""
    return f"{function}({', '.join(f'{name}: {string(value)}' for name, value in values.items())})"


def _source(wanted: Wanted, house: dict):
    found, title = wanted.found, wanted.found.title.title
    rows = [row for row in found.rows if not wanted.is_aid or row.kind == SectionKind.AID]
    look = {
        "title": title,
        "language": found.language,
        "author": house.get("name", SITE),
        "running": f"{SITE} · {title}",
        "kind": "aid" if wanted.is_aid else "whole",
    }
    yield '#import "house.typ": *'
    yield f"#show: {_call('rule.with', **look)}"
    if wanted.is_aid:
        yield f'#text(20pt, weight: "bold", fill: harbour)[#{string(title)};]'
        yield from _rows(wanted, rows)
        return
    yield from _cover(wanted, house)
    yield f"#outline(title: {string(gettext('Contents'))}, depth: 2)\n#pagebreak()"
    yield from _rows(wanted, rows)
    yield from _sources(wanted)


def _cover(wanted: Wanted, house: dict):
    document, title = wanted.found.document, wanted.found.title
    number = gettext("edition %(number)s") % {"number": document.edition}
    words = {
        "house": house.get("name", SITE),
        "words": house.get("cover", ""),
        "lines": "\n".join(house.get("lines", [])),
        "title": title.title,
        "subtitle": title.subtitle,
        "facts": " · ".join(fact["text"] for fact in reader.facts(document)),
        "code": "code.svg",
        "code-alt": gettext("Code that opens this rule: %s") % _address(wanted),
        "code-label": gettext("The living rule, in your language"),
        "dated": f"{number} · {_today()}",
    }
    yield f"#{_call('cover', **words)}"


def _rows(wanted: Wanted, rows: list[reader.Row]):
    anchors = frozenset(row.key for row in rows)
    columns = [_column(wanted, language, anchors) for language in wanted.found.languages]
    bodies, answers = _bodies(wanted), _answers(wanted)
    for row in rows:
        if row.kind == SectionKind.AID and not wanted.is_aid:
            yield "#pagebreak(weak: true)"  # a page to take out
        written = [
            _cell(row, cell, columns[index], bodies[row.key, cell.language], answers.get((row.key, cell.wanted), []))
            for index, cell in enumerate(row.cells)
        ]
        first = f"#heading(level: {row.level})[#{string(row.heading)};] <{row.key}>\n{written[0]}"
        if len(written) == 1:
            yield first
        else:
            # Only the first language stands in the contents; the other one looks the same beside it.
            other = row.cells[1]
            second = f"#beside-heading({row.level}, {string(other.heading)});{written[1]}"
            yield f"#two-columns([{first}], [{second}], {string(other.language)})"


def _cell(row: reader.Row, cell: reader.Cell, column: typeset.Printed, body: str, answers: list[RulingText]) -> str:
    with override(cell.wanted):
        return _notes(row, cell) + typeset.body(body, column) + "".join(_ruling(answer, column) for answer in answers)


def _notes(row: reader.Row, cell: reader.Cell) -> str:
    notes = []
    if cell.is_fallback:
        notes.append(gettext("This section has not been translated yet."))
    if cell.is_stale:
        notes.append(gettext("This translation has not been compared with the latest changes yet."))
    if row.players:
        notes.append(gettext("only with %(numbers)s players") % {"numbers": ", ".join(map(str, row.players))})
    return "".join(f"#fallback({string(note)});#parbreak();" for note in notes)


def _ruling(answer: RulingText, column: typeset.Printed) -> str:
    label, question = answer.ruling.get_kind_display(), column.context.polish(answer.question)
    return f"#ruling({string(label)}, {string(question)})[{typeset.body(answer.answer, column)}];"


def _column(wanted: Wanted, language: str, anchors: frozenset[str]) -> typeset.Printed:
    document = wanted.found.document
    context = revisions.context_of(document, language)
    # A section that falls back to the pivot shows the pivot's drawings if its language has none.
    pictures = revisions.context_of(document, document.pivot).pictures | context.pictures
    files = {name: picture.url.rpartition("/")[2] for name, picture in pictures.items()}
    return typeset.Printed(replace(context, pictures=pictures), anchors, files)


def _bodies(wanted: Wanted) -> dict[tuple[str, str], str]:
    document = wanted.found.document
    texts = SectionText.objects.of(document, [*wanted.found.languages, document.pivot])
    return {(text.section.key, text.language): text.body for text in texts}


def _answers(wanted: Wanted) -> dict[tuple[str, str], list[RulingText]]:
    """The rulings under their sections, in each column's language."""
    texts = RulingText.objects.filter(ruling__document=wanted.found.document, language__in=wanted.found.languages)
    found: dict[tuple[str, str], list[RulingText]] = {}
    for text in texts.select_related("ruling__section").order_by("ruling_id"):
        found.setdefault((text.ruling.section.key, text.language), []).append(text)
    return {} if wanted.is_aid else found


def _sources(wanted: Wanted):
    yield f"#heading(level: 1)[#{string(gettext('Where this text comes from'))};]"
    yield f"#{string(gettext('We have written this rule in our own words, after reading:'))};"
    items = [
        f"[#{string(f'{source.publisher} ({source.year or source.language}) — {source.credits}')};]"
        for source in wanted.found.document.sources.all()
    ]
    if items:
        yield f"#list({', '.join(items)})"
