"""The library as UNIMARC (ISO 2709), which library systems read.

`catalogue.importing.converting.unimarc` reads the same fields. Tags and codes are those of the UNIMARC
manual, and field 995 is the French recommendation for items.
"""

from collections.abc import Iterator
from typing import Any

import pymarc
from pymarc import Field, Indicators, Subfield

from catalogue.exporting.titles import load_titles
from catalogue.importing.converting.unimarc import LANGUAGES, OWN_FACT_CODES, OWN_FACTS, ROLE_ARTIST

ROLE_AUTHOR = "070"
# A language has two codes in ISO 639-2 (fre, fra). The one that stands first in LANGUAGES is written.
CODE_BY_LANGUAGE = {language: code for code, language in reversed(LANGUAGES.items())}
# Status "n" (new), type "r" (three-dimensional object), monograph; "a" in position 9 would be MARC 21's
# UTF-8.
LEADER = "00000nrm a2200000   450 "
# Positions of field 100: day of entry, kind of date, year, no other facts, catalogued in French, in Unicode.
# The day is always the same, so that a title that has not changed gives the same record.
GENERAL_DATA = "20000101d{year:4}    m  y0frey50      ba"
# Code of field 995 -> the value of a box.
BOX_CODES = {"9": "box_id", "f": "inventory_number", "e": "shelf", "u": "note", "p": "price", "5": "acquired"}


def unimarc_records() -> Iterator[bytes]:
    for title in load_titles():
        yield _write_record(title)


def _write_record(title: dict[str, Any]) -> bytes:
    record = pymarc.Record(force_utf8=True, leader=LEADER)
    record.add_field(Field(tag="001", data=title["slug"]))
    record.add_field(*_write_codes(title), *_write_description(title), *_write_people(title))
    facts = [(code, str(title[name])) for code, name in OWN_FACT_CODES.items() if title[name] is not None]
    record.add_field(_field(OWN_FACTS, *facts))
    record.add_field(*(_write_box(box) for box in title["copies"]))
    return record.as_marc()


def _write_codes(title: dict[str, Any]) -> Iterator[Field]:
    """The blocks 0 and 1: barcodes, general data, languages."""
    boxes = title["copies"]
    for barcode in dict.fromkeys(box["barcode"] for box in boxes if box["barcode"]):
        yield _field("073", ("a", barcode))
    yield _field("100", ("a", GENERAL_DATA.format(year=title["year"] or "")))
    languages = dict.fromkeys(name for box in boxes for name in box["languages"].split(",") if name)
    if languages:
        yield _field("101", *(("a", CODE_BY_LANGUAGE.get(name, name)) for name in languages))


def _write_description(title: dict[str, Any]) -> Iterator[Field]:
    """Names, publication, description and themes."""
    designers = [("f", ", ".join(title["designers"]))] if title["designers"] else []
    yield _field("200", ("a", title["name"]), ("b", "Jeu"), *designers, indicators="1 ")
    publication = [("c", name) for name in title["publishers"]]
    if title["year"]:
        publication.append(("d", str(title["year"])))
    if publication:
        yield _field("210", *publication)
    if text := title.get("description_fr"):
        yield _field("330", ("a", text))
    for name in title["names"]:
        yield _field("517", ("a", name["name"]), indicators="1 ")
    for theme in title["themes"]:
        yield _field("606", ("a", theme))


def _write_people(title: dict[str, Any]) -> Iterator[Field]:
    for role, column in ((ROLE_AUTHOR, "designers"), (ROLE_ARTIST, "artists")):
        for name in title[column]:
            yield _field("701", *_split_person(name), ("4", role), indicators=" 1")


def _split_person(name: str) -> list[tuple[str, str]]:
    """The last word is the name, those before it the first names; a single word has no first name."""
    first_names, _space, last_name = name.rpartition(" ")
    return [("a", last_name), ("b", first_names)] if first_names else [("a", last_name)]


def _write_box(box: dict[str, Any]) -> Field:
    return _field("995", *((code, str(box[name])) for code, name in BOX_CODES.items() if box[name]))


def _field(tag: str, *subfields: tuple[str, str], indicators: str = "  ") -> Field:
    return Field(
        tag=tag,
        indicators=Indicators(*indicators),
        subfields=[Subfield(code=code, value=value) for code, value in subfields],
    )
