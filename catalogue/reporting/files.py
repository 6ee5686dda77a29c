"""The report of a year as files: CSV for calculations, PDF for the town hall."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import typst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from catalogue.exporting import tables
from catalogue.reporting.year import Section, Year, list_unlent
from escale.common import dates, languages
from escale.common.text.elision import apply_elisions

TEMPLATE = Path(__file__).parent / "typst" / "year.typ"


def csv_lines(number: int, sections: list[Section]) -> Iterator[str]:
    """Yields a line for each figure, then a line for each box that was not lent."""
    header = [_("Part of the report"), _("What"), pgettext("how many", "Number")]
    return tables.csv_lines(header, _list_rows(number, sections))


def _list_rows(number: int, sections: list[Section]) -> Iterator[list[object]]:
    for section in sections:
        for name, value in section.rows:
            yield [section.title, name, value]
    for box, name in list_unlent(Year.of(number)):
        yield [_("Boxes not lent that year"), name, box]


def render_pdf(number: int, sections: list[Section], *, house: str, today: date) -> bytes:
    made = _("made on %(day)s") % {"day": dates.day(today, "j F Y")}
    values = {
        "title": _("Annual report %(year)s") % {"year": number},
        "house": house,
        "made": apply_elisions(made, languages.current()),
        "language": languages.current(),
        "sections": [
            {"title": section.title, "rows": [[name, str(value)] for name, value in section.rows]}
            for section in sections
            if section.rows
        ],
    }
    files: dict[str, bytes] = {
        "main.typ": TEMPLATE.read_bytes(),
        "report.json": json.dumps(values).encode(),
    }
    return typst.compile(files, format="pdf")
