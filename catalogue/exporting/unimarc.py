"""Exports the library as UNIMARC (ISO 2709), which library systems read.

`catalogue.importing.converting.unimarc` reads the same fields. Tags and codes are those of the UNIMARC
manual. Field 995 is the French recommendation for items.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pymarc
from pymarc import Field, Indicators, Subfield

from catalogue.exporting.titles import load_titles
from catalogue.importing.converting.unimarc import (
    LANGUAGE_BY_CODE,
    OWN_FACT_BY_CODE,
    OWN_FACTS_TAG,
    ROLE_ARTIST,
)

ROLE_AUTHOR = "070"
# Some languages have two codes in ISO 639-2 (fre, fra). The first one in LANGUAGE_BY_CODE is written.
CODE_BY_LANGUAGE = {language: code for code, language in reversed(LANGUAGE_BY_CODE.items())}
# Status "n" (new), type "r" (three-dimensional object), level "m" (monograph).
LEADER = "00000nrm a2200000   450 "
# Field 100 by position: day of entry, kind of date, year, no other facts, catalogued in French, in Unicode.
# The day is always the same, so an unchanged title gives the same record.
GENERAL_DATA = "20000101d{year:4}    m  y0frey50      ba"
# By code in field 995: the fact of a box.
BOX_FACT_BY_CODE = {
    "9": "box_id",
    "f": "inventory_number",
    "e": "shelf",
    "u": "note",
    "p": "price",
    "5": "acquired",
}
Value = tuple[str, str]  # the code of a subfield, and its content


def unimarc_records() -> Iterator[bytes]:
    for title in load_titles():
        yield _write_record(title)


def _write_record(title: dict[str, Any]) -> bytes:
    record = pymarc.Record(force_utf8=True, leader=LEADER)
    record.add_field(Field(tag="001", data=title["slug"]))
    record.add_field(*_make_code_fields(title), *_make_description_fields(title), *_make_people_fields(title))
    own_facts = []
    for code, name in OWN_FACT_BY_CODE.items():
        if title[name] is not None:
            own_facts.append((code, str(title[name])))
    record.add_field(_make_field(OWN_FACTS_TAG, own_facts))
    record.add_field(*(_make_box_field(box) for box in title["copies"]))
    return record.as_marc()


def _make_code_fields(title: dict[str, Any]) -> Iterator[Field]:
    """Yields the fields of blocks 0 and 1: barcodes, general data, languages of the boxes."""
    boxes = title["copies"]
    barcodes = [box["barcode"] for box in boxes if box["barcode"]]
    for barcode in dict.fromkeys(barcodes):
        yield _make_field("073", [("a", barcode)])
    yield _make_field("100", [("a", GENERAL_DATA.format(year=title["year"] or ""))])
    languages = []
    for box in boxes:
        languages += [language for language in box["languages"].split(",") if language]
    if languages:
        codes = [CODE_BY_LANGUAGE.get(language, language) for language in dict.fromkeys(languages)]
        yield _make_field("101", [("a", code) for code in codes])


def _make_description_fields(title: dict[str, Any]) -> Iterator[Field]:
    """Yields the fields with names, publication, description and themes."""
    main_title = [("a", title["name"]), ("b", "Jeu")]
    if title["designers"]:
        main_title.append(("f", ", ".join(title["designers"])))
    yield _make_field("200", main_title, indicators="1 ")
    publication = [("c", publisher) for publisher in title["publishers"]]
    if title["year"]:
        publication.append(("d", str(title["year"])))
    if publication:
        yield _make_field("210", publication)
    if description := title.get("description_fr"):
        yield _make_field("330", [("a", description)])
    for other_name in title["names"]:
        yield _make_field("517", [("a", other_name["name"])], indicators="1 ")
    for theme in title["themes"]:
        yield _make_field("606", [("a", theme)])


def _make_people_fields(title: dict[str, Any]) -> Iterator[Field]:
    for role, fact in ((ROLE_AUTHOR, "designers"), (ROLE_ARTIST, "artists")):
        for name in title[fact]:
            yield _make_field("701", [*_split_person(name), ("4", role)], indicators=" 1")


def _split_person(name: str) -> list[Value]:
    """The subfields of a name. The last word is the family name, the words before it are the first names."""
    first_names, _space, last_name = name.rpartition(" ")
    if not first_names:
        return [("a", last_name)]
    return [("a", last_name), ("b", first_names)]


def _make_box_field(box: dict[str, Any]) -> Field:
    return _make_field(
        "995", [(code, str(box[fact])) for code, fact in BOX_FACT_BY_CODE.items() if box[fact]]
    )


def _make_field(tag: str, values: Sequence[Value], indicators: str = "  ") -> Field:
    subfields = [Subfield(code=code, value=value) for code, value in values]
    return Field(tag=tag, indicators=Indicators(*indicators), subfields=subfields)
