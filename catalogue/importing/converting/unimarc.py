"""Records of UNIMARC in ISO 2709, as libraries exchange them (Koha, PMB): each item becomes a row.

Field 995 is the French recommendation for items. What a field says that no column is for stands in a column that
is called like the field, so that the report of the import tells it.
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
CHUNK = 1 << 16
MAX_RECORD = 99_999  # bytes: the leader has five digits for the length
END_OF_RECORD = b"\x1d"
# Where our own export writes facts that UNIMARC has no field for; 9XX are the local fields.
OWN_FACTS = "909"
OWN_FACT_CODES = {
    "a": "bgg_id", "b": "players_min", "c": "players_max", "d": "minutes_min", "e": "minutes_max", "f": "age",
    "g": "kind", "h": "base_bgg_id", "s": "slug",
}  # fmt: skip
TITLE_COLUMNS = ("name", "names", "year", "designers", "artists", "publishers", "themes", "description_fr")
BOX_COLUMNS = ("box_id", "inventory_number", "barcode", "shelf", "languages", "acquired", "price", "note")
COLUMNS = (*TITLE_COLUMNS, *OWN_FACT_CODES.values(), *BOX_COLUMNS)
READ_TAGS = frozenset(
    (
        "010",
        "073",
        "100",
        "101",
        "200",
        "210",
        "214",
        "330",
        "517",
        "606",
        "700",
        "701",
        "702",
        "995",
        OWN_FACTS,
    )
)
ROLE_ARTIST = "440"  # illustrator
# Codes of ISO 639-2, as field 101 has them.
LANGUAGES = {
    "fre": "fr", "fra": "fr", "eng": "en", "ita": "it", "ger": "de", "deu": "de", "spa": "es", "dut": "nl",
    "nld": "nl", "por": "pt", "jpn": "ja", "pol": "pl", "lat": "la", "rus": "ru", "oci": "oc", "bre": "br",
}  # fmt: skip
_YEAR = re.compile(r"(?:19|20)\d\d")


def convert(open_bytes: OpenBytes) -> Source:
    other_tags: set[str] = set()
    records = 0
    for record in _read_records(open_bytes):
        records += 1
        if isinstance(record, pymarc.Record):
            records += max(0, len(record.get_fields("995")) - 1)
            other_tags.update(field.tag for field in record.fields if field.tag not in READ_TAGS)
    header = [*COLUMNS, *sorted(other_tags)]
    rows = _list_rows(open_bytes, header)
    return Source(header, ",", records + 1, conflicts=[], rows=rows, format_name=UNIMARC.name)


def _read_records(open_bytes: OpenBytes) -> Iterator[pymarc.Record | FileProblem]:
    """Each record, or why it cannot be read."""
    number, rest = 0, b""
    with open_bytes() as stream:
        while chunk := stream.read(CHUNK):
            *parts, rest = (rest + chunk).split(END_OF_RECORD)
            for part in parts:
                if part.strip():
                    number += 1
                    yield _read_record(part.lstrip(b"\r\n") + END_OF_RECORD, number)
            if len(rest) > MAX_RECORD:
                message = _("Record {number} does not end: the file is damaged from there on.")
                raise FileProblem(message, number=number + 1)
    if rest.strip():
        message = _("Record {number} is cut off: the file is not complete.")
        yield FileProblem(message, number=number + 1)


def _read_record(data: bytes, number: int) -> pymarc.Record | FileProblem:
    told = data[:5]
    if not told.isdigit() or int(told) != len(data):
        message = _("Record {number} is damaged: it has {told} bytes, but says that it has {length}.")
        return FileProblem(message, number=number, told=len(data), length=told.decode("ascii", "replace"))
    for encoding in ("utf-8", "cp1252"):
        try:
            return pymarc.Record(
                data=data, to_unicode=True, file_encoding=encoding, force_utf8=encoding == "utf-8"
            )
        except UnicodeDecodeError:
            continue
        except Exception as error:  # pymarc raises many kinds of errors for damaged directories.
            return FileProblem(_("Record {number} is damaged: {error}."), number=number, error=error)
    return FileProblem(
        _("Record {number} is written neither in UTF-8 nor in Latin characters."), number=number
    )


def _list_rows(open_bytes: OpenBytes, header: list[str]) -> Iterator[FileRow]:
    """Each item is a row with a line of its own; the header counts as the first line."""
    line = 1
    for record in _read_records(open_bytes):
        if isinstance(record, FileProblem):
            line += 1
            yield FileRow(line, [], record)
            continue
        title_cells = _read_title(record)
        for field in record.fields:
            if field.tag not in READ_TAGS:
                title_cells[field.tag] = f"{title_cells.get(field.tag, '')} {field.value()}".strip()
        for item in record.get_fields("995") or [None]:
            cells = title_cells | (_read_item(item) if item is not None else {})
            if item is None:
                cells["barcode"] = ""  # The number of the edition alone is no box.
                cells["languages"] = ""
            line += 1
            yield FileRow(line, [cells.get(name, "") for name in header])


def _read_title(record: pymarc.Record) -> dict[str, str]:
    names = _list_values(record, "200", "a")
    publication = record.get_fields("214", "210")
    years = [_YEAR.search(value) for field in publication for value in field.get_subfields("d")]
    publishers = [value.strip(" ,:;") for field in publication for value in field.get_subfields("c")]
    people = record.get_fields("700", "701", "702")
    cells = {
        "name": names[0] if names else "",
        "names": join_list([*names[1:], *_list_values(record, "517", "a")]),
        "year": next((match[0] for match in years if match), ""),
        "designers": join_list(_person(field) for field in people if not _is_artist(field)),
        "artists": join_list(_person(field) for field in people if _is_artist(field)),
        "publishers": join_list(dict.fromkeys(filter(None, publishers))),
        "themes": join_list(_list_values(record, "606", "a")),
        "description_fr": "\n".join(_list_values(record, "330", "a")),
        "barcode": next(iter([*_list_values(record, "073", "a"), *_list_values(record, "010", "a")]), ""),
        "languages": ", ".join(LANGUAGES.get(code, code) for code in _list_values(record, "101", "a")),
    }
    for code, column in OWN_FACT_CODES.items():
        cells[column] = next(iter(_list_values(record, OWN_FACTS, code)), "")
    return cells


def _read_item(item: pymarc.Field) -> dict[str, str]:
    """The cells of an item: number, call number or place, note, price and day."""

    def first(*codes: str) -> str:
        values = [value.strip() for code in codes for value in item.get_subfields(code)]
        return next(filter(None, values), "")

    return {
        "box_id": first("9", "z"),
        "inventory_number": first("f", "j"),
        "shelf": first("e", "k"),
        "note": first("u"),
        "price": first("p"),
        "acquired": first("5"),
    }


def _list_values(record: pymarc.Record, tag: str, code: str) -> list[str]:
    values = [value for field in record.get_fields(tag) for value in field.get_subfields(code)]
    # Some cataloguers end a part of a title with the sign of the next part: "Azul /".
    return [value for value in (value.strip().rstrip("/:;,= ") for value in values) if value]


def _person(field: pymarc.Field) -> str:
    """First name and name: UNIMARC has the name in $a and the first name in $b."""
    name, first_name = (next(iter(field.get_subfields(code)), "").strip(" ,") for code in "ab")
    return f"{first_name} {name}".strip()


def _is_artist(field: pymarc.Field) -> bool:
    return ROLE_ARTIST in field.get_subfields("4")
