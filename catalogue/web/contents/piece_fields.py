"""The fields of the list that staff tick: the pieces of a box, and how many of each are missing.

`catalogue/desk/contents_list.html` repeats these fields in each line of the list. Their names end with the id
of the box: `piece-` (the kind of pieces), `count-` (how many belong in the box, perhaps empty),
`missing-count-` (how many are missing) and `seen-` (the tick). `remark-` is the remark below the list.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from catalogue.contents import reading
from catalogue.contents.reading import MissingPiece
from catalogue.desk import DeskRefusal
from catalogue.models import Copy

MAX_ROWS = 200
MAX_PIECE_LETTERS, MAX_REMARK_LETTERS = 300, 1000


class TypedLine(NamedTuple):
    """One line of the list, as the form sends it."""

    piece: str
    count_in_box: str
    count_missing: str


def attach_piece_rows(box: Copy) -> None:
    """Sets `piece_rows` and `remark` for `contents_list.html`. The box must be loaded with its title."""
    missing, box.remark = reading.read_missing(box.missing)  # type: ignore[attr-defined]
    pieces = reading.read_pieces(box.title.components)
    box.piece_rows = reading.list_rows(pieces, missing)[:MAX_ROWS]  # type: ignore[attr-defined]


def read_missing(data: QueryDict, pk: int) -> str:
    """What is missing from this box, as the text that is stored."""
    missing = [_parse_line(line) for line in _list_typed_lines(data, pk)]
    remark = data.get(f"remark-{pk}", "")[:MAX_REMARK_LETTERS]
    return reading.write_missing(missing, remark)


def count_unseen(data: QueryDict, pk: int) -> int:
    """The number of lines with no tick and no number of missing pieces."""
    ticked_pieces = set(data.getlist(f"seen-{pk}"))
    return sum(
        line.piece not in ticked_pieces and line.count_missing.strip() in ("", "0")
        for line in _list_typed_lines(data, pk)
    )


def _list_typed_lines(data: QueryDict, pk: int) -> Iterator[TypedLine]:
    """Yields the lines of the list. If a damaged form lacks a field, they end with the last whole line."""
    pieces = data.getlist(f"piece-{pk}")[:MAX_ROWS]
    counts_in_box = data.getlist(f"count-{pk}")
    counts_missing = data.getlist(f"missing-count-{pk}")
    for values in zip(pieces, counts_in_box, counts_missing, strict=False):
        yield TypedLine(*values)


def _parse_line(line: TypedLine) -> MissingPiece:
    """The missing pieces of a line. Raises DeskRefusal for no number, and for one that is too large."""
    piece = " ".join(line.piece.split())[:MAX_PIECE_LETTERS]
    count_in_box = int(line.count_in_box) if _is_number(line.count_in_box) else None
    most_missing = reading.MAX_COUNT if count_in_box is None else count_in_box
    typed_count = line.count_missing.strip()
    if typed_count and (not _is_number(typed_count) or int(typed_count) > most_missing):
        words = {"pieces": piece, "all": most_missing, "number": typed_count[:20]}
        raise DeskRefusal(_("%(pieces)s: 0 to %(all)s can be missing, not “%(number)s”.") % words)
    return MissingPiece(int(typed_count or 0), piece.replace(";", ","), count_in_box)


def _is_number(text: str) -> bool:
    text = text.strip()
    return text.isascii() and text.isdecimal() and len(text) <= 4
