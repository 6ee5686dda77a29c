"""Reads the contents of a box as rows, from text that people write as they like.

The text is stored as it was written, so nothing of it is lost. A star at the end of a line marks pieces
without which nobody can play. What is missing from a box is a text too: "1/12 dice; 2/4 pawns; the bag is
torn". Each part that begins with two numbers is about pieces; all other parts are remarks.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ESSENTIAL = "*"
SEPARATOR = "; "
MAX_COUNT = 9999
_BULLET = re.compile(r"^\s*[-–—•·▪]+\s+")
# The heading of a line: "Cards: 60 blue" is about 60 blue cards.
_HEADING = re.compile(r"^[^\d:]{1,40}:\s*(?=\d+\s*[x×]?\s+\S)", re.IGNORECASE)
# "12 dice, 60 cards and a board": a new kind of piece begins before each number.
_NEXT_KIND = re.compile(r"\s*[,;]\s+(?=\d)|\s+(?:and|et|und|e|ed|&|\+)\s+(?=\d)")
# "12 dice", "12 x dice"
_COUNT_FIRST = re.compile(r"^(?P<count>\d{1,4})\s*(?:[x×]\s*)?\s(?P<what>\S.*)$")
# "12x dice", "12xdice"
_COUNT_AND_CROSS_FIRST = re.compile(r"^(?P<count>\d{1,4})[x×](?P<what>\S.*)$")
# "dice x 12", "dice: 12", "dice (12)"
_COUNT_LAST = re.compile(r"^(?P<what>.*\S)\s*(?:[x×]\s*|:\s*|\(\s*[x×]?\s*)(?P<count>\d{1,4})\s*\)?$")
_MISSING = re.compile(r"^(?P<missing>\d{1,4})/(?P<count>\d{1,4}|\?) (?P<what>.+)$")


@dataclass(frozen=True, slots=True)
class Piece:
    """One kind of piece: what it is, and how many belong in the box (None if the text does not say)."""

    what: str
    count: int | None = None
    is_essential: bool = False

    @property
    def key(self) -> str:
        """Identifies the kind of piece, in whatever way its number is written."""
        return _tidy(self.what).casefold()


@dataclass(frozen=True, slots=True)
class MissingPiece:
    """How many pieces of one kind are missing."""

    missing: int
    what: str
    count: int | None = None

    @property
    def key(self) -> str:
        return self.what.casefold()

    def __str__(self) -> str:
        return f"{self.missing}/{self.count or '?'} {self.what}"


# ── What should be in the box ─────────────────────────────────────────────────────────────────────


def read_pieces(text: str) -> list[Piece]:
    """The kinds of pieces in the order of the text. The counts of the same kind in two lines are added."""
    piece_by_key: dict[str, Piece] = {}
    for line in text.splitlines():
        for piece in _read_line(line):
            former_piece = piece_by_key.get(piece.key)
            piece_by_key[piece.key] = _add_pieces(former_piece, piece) if former_piece else piece
    return list(piece_by_key.values())


def _read_line(line: str) -> list[Piece]:
    line = _BULLET.sub("", line).strip()
    is_essential = line.endswith(ESSENTIAL)
    line = _HEADING.sub("", line.rstrip(f"{ESSENTIAL} ").rstrip(".,;"))
    if not line or line.endswith(":"):  # a heading for the lines that follow
        return []
    return [_read_piece(part, is_essential) for part in _split_outside_brackets(line)]


def _split_outside_brackets(line: str) -> list[str]:
    """The kinds of pieces in a line. Text in brackets describes one kind: "60 tiles (12 red, 12 blue)"."""
    kinds = []
    start = 0
    for match in _NEXT_KIND.finditer(line):
        text_before = line[: match.start()]
        is_in_brackets = text_before.count("(") > text_before.count(")")
        if not is_in_brackets:
            kinds.append(line[start : match.start()])
            start = match.end()
    kinds.append(line[start:])
    return [kind for kind in kinds if kind.strip()]


def _read_piece(text: str, is_essential: bool) -> Piece:
    text = _tidy(text)
    for pattern in (_COUNT_FIRST, _COUNT_AND_CROSS_FIRST, _COUNT_LAST):
        match = pattern.match(text)
        if match is not None:
            count = int(match["count"])
            if count == 0:
                break  # The number is part of a name.
            return Piece(match["what"], count, is_essential)
    return Piece(text, None, is_essential)


def _add_pieces(former: Piece, added: Piece) -> Piece:
    """The same kind of piece from two lines. A line without a number leaves the count as it is."""
    count = former.count or added.count
    if former.count and added.count:
        count = former.count + added.count
    return Piece(former.what, count, former.is_essential or added.is_essential)


def _tidy(text: str) -> str:
    """The text on one line, without the character that separates missing pieces."""
    return " ".join(text.replace(";", ",").split())


def mark_lines(text: str, essential: Iterable[str]) -> str:
    """The text, in which exactly the lines that name an essential kind of piece end with a star.

    `essential` has the keys of these kinds.
    """
    essential_keys = set(essential)
    lines = []
    for line in text.splitlines():
        line_without_star = line.rstrip(f"{ESSENTIAL} ")
        is_essential = any(piece.key in essential_keys for piece in _read_line(line))
        lines.append(f"{line_without_star} {ESSENTIAL}" if is_essential else line_without_star)
    return "\n".join(lines)


# ── What is missing from it ───────────────────────────────────────────────────────────────────────


def read_missing(text: str) -> tuple[list[MissingPiece], str]:
    """The missing pieces of a box, and the rest of the text as a remark."""
    pieces, remarks = [], []
    for part in re.split(r"[;\n]", text):
        if match := _MISSING.match(part.strip()):
            count = None if match["count"] == "?" else int(match["count"])
            pieces.append(MissingPiece(int(match["missing"]), match["what"], count))
        elif part.strip():
            remarks.append(part.strip())
    return [piece for piece in pieces if piece.missing], SEPARATOR.join(remarks)


def write_missing(pieces: Iterable[MissingPiece], remark: str) -> str:
    """The text for `read_missing`. A remark that names missing pieces in its form is read as pieces."""
    typed_pieces, remark = read_missing(remark)
    piece_by_key = {piece.key: piece for piece in [*pieces, *typed_pieces] if piece.missing}
    parts = [str(piece) for piece in piece_by_key.values()]
    if remark:
        parts.append(remark)
    return SEPARATOR.join(parts)


def is_playable(pieces: Sequence[Piece], missing: Iterable[MissingPiece]) -> bool:
    """Whether no essential piece is missing."""
    essential_keys = {piece.key for piece in pieces if piece.is_essential}
    return not any(piece.key in essential_keys for piece in missing)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list that staff tick when a box comes back."""

    what: str
    count: int | None
    is_essential: bool
    missing_count: int

    @property
    def max_missing(self) -> int:
        """How many of these pieces can be missing."""
        return self.count or MAX_COUNT


def list_rows(pieces: Sequence[Piece], missing: Iterable[MissingPiece]) -> list[Row]:
    """All pieces of a box, each with the number that is missing.

    A missing piece that the contents no longer name comes at the end, so that staff can mark it as found.
    """
    missing_by_key = {piece.key: piece for piece in missing}
    rows = []
    for piece in pieces:
        missing_piece = missing_by_key.pop(piece.key, None)
        missing_count = missing_piece.missing if missing_piece else 0
        rows.append(Row(piece.what, piece.count, piece.is_essential, missing_count))
    for unknown_piece in missing_by_key.values():
        rows.append(Row(unknown_piece.what, unknown_piece.count, False, unknown_piece.missing))
    return rows
