"""Opens a file as a header and numbered rows. Handles zip and gzip files, encodings, delimiters, and the
conflict markers of merges.
"""

import codecs
import csv
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from lzma import LZMAError
from pathlib import Path
from typing import IO, NamedTuple

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.cells import REPLACEMENT
from catalogue.importing.file.guessing import find_header
from catalogue.importing.file.report import FileProblem

CHUNK = 1 << 20
MAX_CELL = 1_000_000
MAX_LINE = 2 * CHUNK  # A longer line would fill the memory with millions of cells.
MAX_UNPACKED_SIZE = 2 << 30
DELIMITERS = ",;\t"
# The exceptions of the libraries that unpack files, if a file is damaged.
UNREADABLE = (OSError, EOFError, UnicodeError, zlib.error, LZMAError, zipfile.BadZipFile, csv.Error)
ENCODING_BY_BOM = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
BOM = "\ufeff"
GZIP_START = b"\x1f\x8b"
ZIP_START = b"PK\x03\x04"
# A spreadsheet is a zip file too. It contains one of these files.
SPREADSHEET_MEMBERS = {"xl/workbook.xml", "content.xml"}
# The name of a table in a zip file. For each file, macOS adds a second one below __MACOSX, which is no table.
_TABLE_NAME = re.compile(
    r"(?!__MACOSX/).*\.(?:csv|tsv|txt|json|jsonl|xml|mrc|iso|marc)$", re.IGNORECASE | re.DOTALL
)
# The lines "<<<<<<< ours", "=======" and ">>>>>>> theirs" of an unresolved merge conflict.
CONFLICT_START, CONFLICT_END = b"<<<<<<<", b">>>>>>>"
_CONFLICT_MARKER = re.compile(rb"^(?:<{7}|={7}|>{7})(?: .*)?\r?$", re.MULTILINE)
# A header made by hand may stand below a heading, and may take several rows.
MAX_HEADER_ROWS = 8

csv.field_size_limit(MAX_CELL)


class FileRow(NamedTuple):
    """A row, with the number of its first line. If the row cannot be read, `problem` says why."""

    line: int
    cells: list[str]
    problem: FileProblem | None = None


class Conflict(NamedTuple):
    """The lines of an unresolved merge conflict, from its first marker to its last."""

    first_line: int
    last_line: int


@dataclass(slots=True)
class Source:
    """An opened file. Its rows can be read once, while it is open."""

    header: list[str]
    delimiter: str
    lines: int
    conflicts: list[Conflict]
    rows: Iterator[FileRow]
    format_name: str = ""  # set if the file was converted; else the header tells the format

    def find_conflict(self, line: int) -> Conflict | None:
        """The conflict that contains this line, if any."""
        for conflict in self.conflicts:
            if conflict.first_line <= line <= conflict.last_line:
                return conflict
        return None


@contextmanager
def open_source(path: Path) -> Iterator[Source]:
    """Opens the file, after reading it once to find its encoding and its conflicts.

    Raises FileProblem for a damaged file, even if the damage is found only at the last row.
    """
    try:
        open_bytes = find_opener(path)
        with open_bytes() as stream:
            survey = _survey_bytes(stream)
        with (
            open_bytes() as stream,
            io.TextIOWrapper(stream, survey.encoding, errors="replace", newline="") as text,
        ):
            yield _read_text(text, survey)
    except UNREADABLE as error:
        raise unreadable_file(error) from error


def unreadable_file(error: Exception) -> FileProblem:
    # `strerror` of an OSError is the message without the error number and the path.
    sentence = getattr(error, "strerror", None) or error
    return FileProblem(_("The file cannot be read: {error}."), error=sentence)


def find_opener(path: Path) -> Callable[[], AbstractContextManager[IO[bytes]]]:
    """Returns a function that opens the bytes of a plain, gzipped or zipped file, also repeatedly."""
    with path.open("rb") as file:
        start = file.read(len(ZIP_START))
    if start.startswith(GZIP_START):
        return lambda: gzip.open(path)
    if start == ZIP_START:
        return lambda: zipfile.ZipFile(path).open(_find_table(path))
    return lambda: path.open("rb")


def _find_table(path: Path) -> str:
    """The name of the only table in the zip file."""
    with zipfile.ZipFile(path) as archive:
        if SPREADSHEET_MEMBERS & set(archive.namelist()):
            message = _(
                "This is a spreadsheet’s own format: save the table as CSV in the spreadsheet program, and send "
                "that file."
            )
            raise FileProblem(message)
        tables = [info for info in archive.infolist() if _TABLE_NAME.match(info.filename)]
        if len(tables) != 1:
            message = _("A zip file must hold exactly one file to import; this one holds {n}.")
            raise FileProblem(message, n=len(tables))
        if tables[0].file_size > MAX_UNPACKED_SIZE:
            raise FileProblem(_("The file in the zip is too large."))
        try:
            archive.open(tables[0]).close()
        except RuntimeError as error:  # The file has a password, or Python does not know its compression.
            raise unreadable_file(error) from error
    return tables[0].filename


@dataclass(slots=True)
class _Survey:
    """The facts about a file that are needed before its first row is read."""

    encoding: str
    lines: int
    conflicts: list[Conflict]


def _survey_bytes(stream: IO[bytes]) -> _Survey:
    chunk = stream.read(CHUNK)
    encoding = "utf-8"
    for bom, bom_encoding in ENCODING_BY_BOM.items():
        if chunk.startswith(bom):
            encoding = bom_encoding
    decoder = codecs.getincrementaldecoder(encoding)()
    is_valid, has_conflicts = True, False
    line_ends, line_length = 0, 0
    while chunk:
        line_ends += chunk.count(b"\n")
        has_line_end = b"\n" in chunk or b"\r" in chunk
        line_length = 0 if has_line_end else line_length + len(chunk)
        if line_length > MAX_LINE:
            raise FileProblem(_("Line {line} does not end: this is not a table."), line=line_ends + 1)
        has_conflicts = has_conflicts or CONFLICT_START in chunk
        if is_valid:
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError:
                is_valid = False
        chunk = stream.read(CHUNK)
    lines = line_ends + 1
    if not is_valid:
        encoding = _guess_encoding(stream, encoding)
    conflicts = _find_conflicts(stream, lines) if has_conflicts else []
    return _Survey(encoding, lines, conflicts)


def _guess_encoding(stream: IO[bytes], encoding: str) -> str:
    """The encoding of a file that is not valid in the encoding that it seems to have.

    If most characters beyond ASCII are valid UTF-8, the file is damaged UTF-8, and only the damaged rows are
    refused. Otherwise it is cp1252, which Western spreadsheets write.
    """
    if encoding != "utf-8":
        message = _("The file begins like {encoding} text but is not valid {encoding}.")
        raise FileProblem(message, encoding=encoding)
    stream.seek(0)
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    valid_letters, damaged_letters = 0, 0
    while chunk := stream.read(CHUNK):
        text = decoder.decode(chunk)
        ascii_letters = len(text.encode("ascii", "ignore"))
        damaged = text.count(REPLACEMENT)
        damaged_letters += damaged
        valid_letters += len(text) - ascii_letters - damaged
    return "utf-8" if valid_letters > damaged_letters else "cp1252"


def _find_conflicts(stream: IO[bytes], lines: int) -> list[Conflict]:
    """All conflicts of the file. If a conflict has no end marker, it lasts to the end of the file."""
    conflicts: list[Conflict] = []
    stream.seek(0)
    for number, line in enumerate(stream, 1):
        if line.startswith(CONFLICT_START) and _CONFLICT_MARKER.match(line.rstrip()):
            conflicts.append(Conflict(first_line=number, last_line=lines))
        elif line.startswith(CONFLICT_END) and conflicts:
            conflicts[-1] = conflicts[-1]._replace(last_line=number)
    return conflicts


def _read_text(text: IO[str], survey: _Survey) -> Source:
    """The header and the rows.

    A line such as `sep=;`, blank lines and conflict markers may stand above the header.
    """
    lines_above = 0
    for header_line in text:
        if _may_be_header(header_line):
            break
        lines_above += 1
    else:
        raise FileProblem(_("The file is empty."))
    header_line = header_line.lstrip(BOM)
    delimiter = _guess_delimiter(header_line)
    # Without `strict`, a missing quotation mark would turn the rest of the file into one cell.
    reader = csv.reader(chain([header_line], text), delimiter=delimiter, strict=True)
    first_row = next(reader)
    all_rows = _read_rows(reader, lines_above)
    next_rows = list(islice(all_rows, MAX_HEADER_ROWS))
    header, header_rows = find_header([first_row, *(row.cells for row in next_rows)])
    rows = chain(next_rows[header_rows - 1 :], all_rows)
    return Source(header, delimiter, lines=survey.lines, conflicts=survey.conflicts, rows=rows)


def _may_be_header(line: str) -> bool:
    text = line.strip().strip(BOM)
    return bool(text) and not text.lower().startswith("sep=") and not _CONFLICT_MARKER.match(text.encode())


def _guess_delimiter(header_line: str) -> str:
    """The delimiter that divides the header into the most cells."""

    def count_cells(delimiter: str) -> int:
        return len(next(csv.reader([header_line], delimiter=delimiter)))

    return max(DELIMITERS, key=count_cells)


def _read_rows(reader: "csv.reader", lines_above: int) -> Iterator[FileRow]:  # type: ignore[valid-type]
    """Yields the rows. A row that cannot be read has a problem; reading continues with the next line."""
    last_line = reader.line_num + lines_above
    while True:
        try:
            for cells in reader:
                yield FileRow(last_line + 1, cells)
                last_line = reader.line_num + lines_above
            return
        except csv.Error as error:
            first_line = last_line + 1
            last_line = reader.line_num + lines_above
            yield FileRow(first_line, [], _unreadable_row(first_line, last_line, error))


def _unreadable_row(first_line: int, last_line: int, error: csv.Error) -> FileProblem:
    if first_line == last_line:
        return FileProblem(_("The row cannot be read: {error}."), error=error)
    message = _("The row cannot be read and runs on to line {last}: is a quotation mark missing?")
    return FileProblem(message, last=last_line)
