"""Reads UNIMARC records in ISO 2709, as libraries exchange them (Koha, PMB). Each item becomes a row.

Field 995 is the French recommendation for items. A field that has no column of ours gets a column with its
own number, so that the report of the import mentions it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import IO

import pymarc
from django.utils.translation import gettext_noop as _

from catalogue.importing.converting.converted_formats import UNIMARC
from catalogue.importing.file.cells import join_list
from catalogue.importing.file.reading import FileRow, Source
from catalogue.importing.file.report import FileProblem

OpenBytes = Callable[[], AbstractContextManager[IO[bytes]]]
CHUNK_BYTES = 1 << 16
MAX_RECORD_BYTES = 99_999  # The leader has five digits for the length.
END_OF_RECORD = b"\x1d"
# Our own export writes facts here that UNIMARC has no field for; 9XX are the local fields.
OWN_FACTS_TAG = "909"
OWN_FACT_BY_CODE = {
    "a": "bgg_id", "b": "players_min", "c": "players_max", "d": "minutes_min", "e": "minutes_max", "f": "age",
    "g": "kind", "h": "base_bgg_id", "s": "slug",
}  # fmt: skip
TITLE_COLUMNS = ("name", "names", "year", "designers", "artists", "publishers", "themes", "description_fr")
BOX_COLUMNS = ("box_id", "inventory_number", "barcode", "shelf", "languages", "acquired", "price", "note")
COLUMNS = (*TITLE_COLUMNS, *OWN_FACT_BY_CODE.values(), *BOX_COLUMNS)
TITLE_TAGS = (
    "010", "073", "100", "101", "200", "210", "214", "330", "517", "606", "700", "701", "702",
)  # fmt: skip
ITEM_TAG = "995"
READ_TAGS = {*TITLE_TAGS, ITEM_TAG, OWN_FACTS_TAG}
ROLE_ARTIST = "440"  # illustrator
# The codes of ISO 639-2 that field 101 uses.
LANGUAGE_BY_CODE = {
    "fre": "fr", "fra": "fr", "eng": "en", "ita": "it", "ger": "de", "deu": "de", "spa": "es", "dut": "nl",
    "nld": "nl", "por": "pt", "jpn": "ja", "pol": "pl", "lat": "la", "rus": "ru", "oci": "oc", "bre": "br",
}  # fmt: skip
_YEAR = re.compile(r"(?:19|20)\d\d")


def convert(open_bytes: OpenBytes) -> Source:
    """The file as a table. It is read twice, because its columns are known only at its end."""
    other_tags: set[str] = set()
    row_count = 0
    for record in _read_records(open_bytes):
        if isinstance(record, FileProblem):
            row_count += 1
            continue
        row_count += max(1, len(record.get_fields(ITEM_TAG)))
        other_tags.update(field.tag for field in record.fields if field.tag not in READ_TAGS)
    header = [*COLUMNS, *sorted(other_tags)]
    rows = _list_rows(open_bytes, header)
    return Source(header, ",", row_count + 1, conflicts=[], rows=rows, format_name=UNIMARC.name)


def _read_records(open_bytes: OpenBytes) -> Iterator[pymarc.Record | FileProblem]:
    """Yields each record, or the reason why it cannot be read."""
    number = 0
    begun_record = b""
    with open_bytes() as stream:
        while chunk := stream.read(CHUNK_BYTES):
            *whole_records, begun_record = (begun_record + chunk).split(END_OF_RECORD)
            for data in whole_records:
                if data.strip():
                    number += 1
                    yield _read_record(data.lstrip(b"\r\n") + END_OF_RECORD, number)
            if len(begun_record) > MAX_RECORD_BYTES:
                message = _("Record {number} does not end: the file is damaged from there on.")
                raise FileProblem(message, number=number + 1)
    if begun_record.strip():
        message = _("Record {number} is cut off: the file is not complete.")
        yield FileProblem(message, number=number + 1)


def _read_record(data: bytes, number: int) -> pymarc.Record | FileProblem:
    stated_length = data[:5]
    if not stated_length.isdigit() or int(stated_length) != len(data):
        message = _("Record {number} is damaged: it has {told} bytes, but says that it has {length}.")
        length = stated_length.decode("ascii", "replace")
        return FileProblem(message, number=number, told=len(data), length=length)
    for encoding in ("utf-8", "cp1252"):
        try:
            return pymarc.Record(
                data=data, to_unicode=True, file_encoding=encoding, force_utf8=encoding == "utf-8"
            )
        except UnicodeDecodeError:
            continue
        except Exception as error:  # pymarc raises many kinds of errors for damaged directories.
            return FileProblem(_("Record {number} is damaged: {error}."), number=number, error=error)
    return FileProblem(_("Record {number} is encoded neither in UTF-8 nor in Windows-1252."), number=number)


def _list_rows(open_bytes: OpenBytes, header: list[str]) -> Iterator[FileRow]:
    """Yields a row for each item. Each has a line number; the header counts as line 1."""
    line = 1
    for record in _read_records(open_bytes):
        if isinstance(record, FileProblem):
            line += 1
            yield FileRow(line, [], record)
            continue
        title_cells = _read_title(record) | _read_other_fields(record)
        items = record.get_fields(ITEM_TAG)
        rows = [title_cells | _read_item(item) for item in items]
        if not items:
            # Without an item there is no box, so the barcode and languages of the edition are dropped.
            rows = [title_cells | {"barcode": "", "languages": ""}]
        for cells in rows:
            line += 1
            yield FileRow(line, [cells.get(name, "") for name in header])


def _read_other_fields(record: pymarc.Record) -> dict[str, str]:
    """The cells of the columns that are named after fields."""
    cells: dict[str, str] = {}
    for field in record.fields:
        if field.tag not in READ_TAGS:
            cells[field.tag] = f"{cells.get(field.tag, '')} {field.value()}".strip()
    return cells


def _read_title(record: pymarc.Record) -> dict[str, str]:
    names = _list_values(record, "200", "a")
    barcodes = [*_list_values(record, "073", "a"), *_list_values(record, "010", "a")]
    publication = record.get_fields("214", "210")
    years = [_YEAR.search(value) for field in publication for value in field.get_subfields("d")]
    publishers = [value.strip(" ,:;") for field in publication for value in field.get_subfields("c")]
    people = record.get_fields("700", "701", "702")
    cells = {
        "name": names[0] if names else "",
        "names": join_list([*names[1:], *_list_values(record, "517", "a")]),
        "year": next((match[0] for match in years if match), ""),
        "designers": join_list(_join_person(field) for field in people if not _is_artist(field)),
        "artists": join_list(_join_person(field) for field in people if _is_artist(field)),
        "publishers": join_list(dict.fromkeys(filter(None, publishers))),
        "themes": join_list(_list_values(record, "606", "a")),
        "description_fr": "\n".join(_list_values(record, "330", "a")),
        "barcode": barcodes[0] if barcodes else "",
        "languages": ", ".join(LANGUAGE_BY_CODE.get(code, code) for code in _list_values(record, "101", "a")),
    }
    for code, column in OWN_FACT_BY_CODE.items():
        values = _list_values(record, OWN_FACTS_TAG, code)
        cells[column] = values[0] if values else ""
    return cells


def _read_item(item: pymarc.Field) -> dict[str, str]:
    """The cells of an item: number, call number or location, note, price and date."""

    def read_first(*codes: str) -> str:
        """The first value in one of these subfields that is not blank."""
        values = [value.strip() for code in codes for value in item.get_subfields(code)]
        return next(filter(None, values), "")

    return {
        "box_id": read_first("9", "z"),
        "inventory_number": read_first("f", "j"),
        "shelf": read_first("e", "k"),
        "note": read_first("u"),
        "price": read_first("p"),
        "acquired": read_first("5"),
    }


def _list_values(record: pymarc.Record, tag: str, code: str) -> list[str]:
    """The values of the subfields with this code in the fields with this tag."""
    values = []
    for field in record.get_fields(tag):
        for value in field.get_subfields(code):
            # Some cataloguers end a part of a title with the separator of the next part: "Azul /".
            values.append(value.strip().rstrip("/:;,= "))
    return [value for value in values if value]


def _join_person(field: pymarc.Field) -> str:
    """First name and family name. UNIMARC has the family name in $a and the first name in $b."""
    name = next(iter(field.get_subfields("a")), "").strip(" ,")
    first_name = next(iter(field.get_subfields("b")), "").strip(" ,")
    return f"{first_name} {name}".strip()


def _is_artist(field: pymarc.Field) -> bool:
    return ROLE_ARTIST in field.get_subfields("4")
