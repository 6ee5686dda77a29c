"""Opens a file of any kind as a table."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO

from catalogue.importing.converting import collection_xml, json_files, unimarc
from catalogue.importing.file.reading import UNREADABLE, Source, find_opener, open_source, unreadable_file

OpenBytes = Callable[[], AbstractContextManager[IO[bytes]]]
START = 1024
UTF8_BOM = b"\xef\xbb\xbf"
# The leader of an ISO 2709 record: its length, then two digits for indicators and subfield codes.
_ISO_2709 = re.compile(rb"\d{5}[ -~]{5}22\d{5}[ -~]{3}450")


@contextmanager
def open_table(path: Path) -> Iterator[Source]:
    """Opens the file as a header and rows. Raises FileProblem if it cannot be read as a whole."""
    try:
        open_bytes = find_opener(path)
        with open_bytes() as stream:
            convert = _find_converter(stream.read(START))
    except UNREADABLE as error:
        raise unreadable_file(error) from error
    if convert is None:
        with open_source(path) as source:
            yield source
        return
    try:
        yield convert(open_bytes)
    except UNREADABLE as error:
        raise unreadable_file(error) from error


def _find_converter(start: bytes) -> Callable[[OpenBytes], Source] | None:
    """The function that converts a file with this beginning to a table; None if the file is a table."""
    if _ISO_2709.match(start):
        return unimarc.convert
    text = start.removeprefix(UTF8_BOM).lstrip()
    if text.startswith(b"<") and not text.startswith(b"<<"):  # "<<<<<<<" is a merge that nobody has finished.
        return collection_xml.convert
    if text.startswith((b"{", b"[")):
        return json_files.convert
    return None
