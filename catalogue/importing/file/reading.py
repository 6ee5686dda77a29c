"""From a file to numbered rows: zip and gzip, encodings, delimiters, conflict markers of merges."""

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
from itertools import chain
from lzma import LZMAError
from pathlib import Path
from typing import IO, NamedTuple

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.report import FileProblem

CHUNK = 1 << 20
LONGEST_CELL = 1_000_000
LONGEST_LINE = 2 * CHUNK  # A longer one would fill the memory with millions of cells.
LARGEST = 2 << 30  # A zip that says it is larger is not a catalogue.
DELIMITERS = ",;\t"
# What the libraries raise that unpack damaged files.
UNREADABLE = (OSError, EOFError, UnicodeError, zlib.error, LZMAError, zipfile.BadZipFile, csv.Error)
ENCODINGS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
WORKBOOKS = {"xl/workbook.xml", "content.xml"}
# macOS puts a second file, below __MACOSX, beside each file of a zip.
_TABLE = re.compile(r"(?!__MACOSX/).*\.(?:csv|tsv|txt)$", re.IGNORECASE | re.DOTALL)
_MARKER = re.compile(rb"^(?:<{7}|={7}|>{7})(?: .*)?\r?$", re.MULTILINE)

csv.field_size_limit(LONGEST_CELL)


class FileRow(NamedTuple):
    """A row with the line it begins on. Where it cannot be read, `problem` says why."""

    line: int
    cells: list[str]
    problem: FileProblem | None = None


@dataclass(slots=True)
class Source:
    """An opened file: its header, its rows, and the first and last lines of conflicts that a merge left."""

    header: list[str]
    delimiter: str
    lines: int
    conflicts: list[tuple[int, int]]
    rows: Iterator[FileRow]

    def in_conflict(self, line: int) -> tuple[int, int] | None:
        return next((span for span in self.conflicts if span[0] <= line <= span[1]), None)


@contextmanager
def open_source(path: Path) -> Iterator[Source]:
    """The file, read once for its encoding and its merge markers, and then opened for its rows.

    A damaged file may fail at its first byte or at its last row; both raise FileProblem here.
    """
    try:
        reopen = _find_opener(path)
        with reopen() as stream:
            facts = _survey(stream)
        with reopen() as stream, io.TextIOWrapper(stream, facts.encoding, errors="replace", newline="") as text:
            yield _read(text, facts)
    except UNREADABLE as error:
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> FileProblem:
    # `strerror` of an OSError is the sentence without number and path.
    return FileProblem(_("The file cannot be read: {error}."), error=getattr(error, "strerror", None) or error)


def _find_opener(path: Path) -> Callable[[], AbstractContextManager[IO[bytes]]]:
    """How to open the bytes of a plain, gzipped or zipped file, as often as needed."""
    with path.open("rb") as file:
        magic = file.read(4)
    if magic.startswith(b"\x1f\x8b"):
        return lambda: gzip.open(path)
    if magic == b"PK\x03\x04":
        return lambda: zipfile.ZipFile(path).open(_find_member(path))
    return lambda: path.open("rb")


def _find_member(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        if WORKBOOKS & set(archive.namelist()):
            raise FileProblem(_("This is a spreadsheet’s own file: save its table as CSV there, and take that."))
        files = [info for info in archive.infolist() if _TABLE.match(info.filename)]
        if len(files) != 1:
            raise FileProblem(_("A zip file must hold exactly one CSV file; this one holds {n}."), n=len(files))
        if files[0].file_size > LARGEST:
            raise FileProblem(_("The file in the zip is too large."))
        try:
            archive.open(files[0]).close()
        except RuntimeError as error:  # locked with a password, or packed in a way that Python does not know
            raise _unreadable(error) from error
    return files[0].filename


@dataclass(slots=True)
class _Survey:
    """What one pass over the bytes finds out before the first row is read."""

    encoding: str
    lines: int
    conflicts: list[tuple[int, int]]


def _survey(stream: IO[bytes]) -> _Survey:
    start = stream.read(CHUNK)
    encoding = next((name for bom, name in ENCODINGS.items() if start.startswith(bom)), "utf-8")
    decoder, is_valid, lines, has_markers = codecs.getincrementaldecoder(encoding)(), True, 0, False
    chunk, line_length = start, 0
    while chunk:
        lines += chunk.count(b"\n")
        line_length = 0 if b"\n" in chunk or b"\r" in chunk else line_length + len(chunk)
        if line_length > LONGEST_LINE:
            raise FileProblem(_("Line {line} does not end: this is no table."), line=lines + 1)
        has_markers = has_markers or b"<<<<<<<" in chunk
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError:
            is_valid, decoder = False, codecs.getincrementaldecoder("latin-1")()
        chunk = stream.read(CHUNK)
    encoding = encoding if is_valid else _guess_encoding(stream, encoding)
    if has_markers:
        stream.seek(0)
    return _Survey(encoding, lines + 1, _find_conflicts(stream, lines + 1) if has_markers else [])


def _guess_encoding(stream: IO[bytes], encoding: str) -> str:
    """The encoding of a file that is not valid in the one it seemed to have.

    It is damaged UTF-8 where most letters beyond ASCII are valid (then only the damaged rows are refused), else cp1252,
    which Western spreadsheets write.
    """
    if encoding != "utf-8":
        raise FileProblem(_("The file begins like {encoding} text, but is not."), encoding=encoding)
    stream.seek(0)
    decoder, valid, damaged = codecs.getincrementaldecoder(encoding)("replace"), 0, 0
    while chunk := stream.read(CHUNK):
        text = decoder.decode(chunk)
        damaged += text.count("\ufffd")
        valid += len(text) - len(text.encode("ascii", "ignore")) - text.count("\ufffd")
    return "utf-8" if valid > damaged else "cp1252"


def _find_conflicts(stream: IO[bytes], lines: int) -> list[tuple[int, int]]:
    """First and last line of each conflict; one without an end marker reaches to the end of the file."""
    spans: list[tuple[int, int]] = []
    for number, line in enumerate(stream, 1):
        if line.startswith(b"<<<<<<<") and _MARKER.match(line.rstrip()):
            spans.append((number, lines))
        elif line.startswith(b">>>>>>>") and spans:
            spans[-1] = (spans[-1][0], number)
    return spans


def _read(text: IO[str], facts: _Survey) -> Source:
    """The header and the rows of the text. A line `sep=;`, blank lines and merge markers may stand above the header."""
    above = 0
    for line in text:
        text_of_line = line.strip().strip("\ufeff")
        is_note = text_of_line.lower().startswith("sep=") or _MARKER.match(text_of_line.encode())
        if text_of_line and not is_note:
            break
        above += 1
    else:
        raise FileProblem(_("The file is empty."))
    line = line.lstrip("\ufeff")
    delimiter = max(DELIMITERS, key=lambda sign: len(next(csv.reader([line], delimiter=sign))))
    # Strict: otherwise a quotation mark that is never closed makes one cell of the rest of the file.
    reader = csv.reader(chain([line], text), delimiter=delimiter, strict=True)
    header = [name.strip() for name in next(reader)]
    return Source(header, delimiter, facts.lines, facts.conflicts, _rows(reader, above))


def _rows(reader: "csv.reader", above: int) -> Iterator[FileRow]:  # type: ignore[valid-type]
    ended = reader.line_num + above
    while True:
        try:
            for cells in reader:
                yield FileRow(ended + 1, cells)
                ended = reader.line_num + above
            return
        except csv.Error as error:
            first, ended = ended + 1, reader.line_num + above
            yield FileRow(first, [], _unreadable_row(first, ended, error))


def _unreadable_row(first: int, last: int, error: csv.Error) -> FileProblem:
    if first == last:
        return FileProblem(_("The row cannot be read: {error}."), error=error)
    return FileProblem(_("The row cannot be read and reaches to line {last}: is a quotation mark missing?"), last=last)
