"""Finds the format of a file by its header. Staff may say that a column means something else."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext_noop as _

from catalogue.importing.converting.converted_formats import CONVERTED_FORMATS
from catalogue.importing.file import cells
from catalogue.importing.file.cells import Reader
from catalogue.importing.file.columns import Column, Format
from catalogue.importing.file.fields import CREDITS, TAGS
from catalogue.importing.file.formats import FORMATS
from catalogue.importing.file.formats import OWN as OWN_FORMAT
from catalogue.importing.file.guessing import guess_mapping, looks_like_games
from catalogue.importing.file.report import FileProblem

# How people write the condition of a box in the languages of the site.
CONDITION_BY_WORD = {
    **dict.fromkeys(("new", "neuf", "neuve", "comme neuf", "neu", "neuwertig", "nuovo", "nuova"), "new"),
    **dict.fromkeys(("good", "very good", "bon", "très bon", "bon état", "très bon état", "gut", "sehr gut",
                     "buono", "buona", "ottimo", "ottima"), "good"),
    **dict.fromkeys(("worn", "fair", "usé", "usée", "moyen", "état moyen", "correct", "gebraucht",
                     "abgenutzt", "usato", "usata", "discreto", "discreta"), "worn"),
    **dict.fromkeys(("poor", "bad", "mauvais", "mauvais état", "abîmé", "abîmée", "schlecht", "beschädigt",
                     "cattivo", "cattiva", "rovinato", "rovinata"), "poor"),
}  # fmt: skip
# The readers of those columns of our own format whose only header is the name of their field. Staff cannot
# choose the others, such as barcodes, because they need special readers.
_READER_BY_OWN_FIELD = {
    column.field: column.read for column in OWN_FORMAT.columns if column.headers == (column.field,)
}
# The reader of each field if the format is unknown. Most are those of our own format. Ranges and lists
# differ, because other programs write them differently.
READERS: dict[str, Reader] = {
    **_READER_BY_OWN_FIELD,
    "players_min": cells.lower_end(1, 999),
    "players_max": cells.upper_end(1, 999),
    "minutes_min": cells.lower_end(1, 100_000),
    "minutes_max": cells.upper_end(1, 100_000),
    "age": cells.lower_end(1, 99),
    "condition": cells.one_of(CONDITION_BY_WORD),
    **dict.fromkeys(CREDITS, cells.AnyListing(max_length=200)),
    **dict.fromkeys(TAGS, cells.AnyListing(max_length=120)),
}
# Columns with both ends of a range: their name -> the two fields.
RANGES = {"players": ("players_min", "players_max"), "minutes": ("minutes_min", "minutes_max")}
MAPPABLE_FIELDS = (*RANGES, *READERS)
IDENTIFYING_FIELDS = frozenset(("bgg_id", "slug", "name", "box_id"))

# Header -> field; an empty field leaves the column out. It only has what staff have changed.
Changes = Mapping[str, str]


class UnknownHeader(FileProblem):
    """The format of the file is unknown. Staff may say what its columns mean."""


def find_format(header: Sequence[str], changes: Changes | None = None, format_name: str = "") -> Format:
    """The format of a file with this header, after the changes of staff.

    A converted file of another program has the name of its format, so its header is not examined. A file of
    unknown format is read if the meaning of its columns can be guessed from their names, or if staff say it.
    """
    known_format = CONVERTED_FORMATS[format_name] if format_name else _find_known_format(header)
    if known_format is not None:
        return _change_format(known_format, changes) if changes else known_format
    mapping = guess_mapping(header) | dict(changes or {})
    if changes or looks_like_games(mapping.values()):
        return _build_format(mapping)
    raise UnknownHeader(_("The header is not understood: {header}."), header=", ".join(header)[:300])


def _find_known_format(header: Sequence[str]) -> Format | None:
    """The first format that fits. Our own comes last, because one of its headers is enough for it."""
    for file_format in FORMATS:
        if file_format.fits(header):
            return file_format
    return None


def _change_format(file_format: Format, changes: Changes) -> Format:
    """The format with the columns that staff have changed.

    If two columns have the same field, the first is read. So the columns of staff come first.
    """
    changed_headers = {header.lower() for header in changes}
    kept_columns = [column for column in file_format.columns if changed_headers.isdisjoint(column.headers)]
    return replace(file_format, columns=(*_build_columns(changes), *kept_columns))


def _build_format(mapping: Mapping[str, str]) -> Format:
    columns = _build_columns(mapping)
    if not any(column.field in IDENTIFYING_FIELDS for column in columns):
        raise UnknownHeader(_("No column gives the name of the game or its BoardGameGeek id."))
    # Another file of this kind has most of these columns.
    return Format("columns", required_headers=frozenset(), columns=tuple(columns), needs_most_headers=True)


def _build_columns(mapping: Mapping[str, str]) -> list[Column]:
    columns = []
    for header, target in mapping.items():
        for field in RANGES.get(target, (target,)):
            if field in READERS:
                columns.append(Column(field, READERS[field], (header.lower(),)))
    return columns


def describe_columns(header: Sequence[str], changes: Changes | None = None) -> dict[str, str]:
    """By header, the field that the column is read as; "" if the column is left out.

    "*" is a column that only this format knows, such as a flag: staff cannot choose its meaning.
    """
    known_format = _find_known_format(header)
    field_by_name = _list_fields(known_format) if known_format else guess_mapping(header)
    field_by_header = {}
    for name in filter(None, header):
        key = name.lower() if known_format else name  # Guesses use the header as the file has it.
        field_by_header[name] = field_by_name.get(key, "")
        if changes and name in changes:
            field_by_header[name] = changes[name]
    return field_by_header


def _list_fields(file_format: Format) -> dict[str, str]:
    """By header in lower case, its field or "*". If several columns read one header, the first gives the
    field.
    """
    field_by_header: dict[str, str] = {}
    for column in file_format.columns:
        for header in column.headers:
            field_by_header.setdefault(header, column.field if column.field in READERS else "*")
    return field_by_header
