"""Readers of cells. A reader returns the value of a cell, None for a blank cell, or raises FileProblem.

The functions whose names begin with `read_` are readers. The others, such as `decimal`, return a reader.
"""

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.damage import check_damage, check_range_damage
from catalogue.importing.file.report import FileProblem

Reader = Callable[[Any], Any]

REPLACEMENT = "\ufffd"  # A decoder writes it in place of bytes that are not valid.
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")  # white space except the no-break spaces of French typography
_FORMULA_START = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?$")
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)$")
_DAY_FIRST = re.compile(r"(?P<day>\d\d?)[./](?P<month>\d\d?)[./](?P<year>\d{4})$")
# The dashes that may be used in "6–16". They are read as hyphens.
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*$")
_FLAG_BY_WORD = {
    **dict.fromkeys(("1", "true", "yes", "y", "oui", "si", "sì", "ja", "x"), True),
    **dict.fromkeys(("0", "false", "no", "n", "non", "nein"), False),
}
# The first words of BoardGameGeek's degrees of language dependence, from 1 to 5.
_DEPENDENCE_DEGREES = ("no necessary", "some necessary", "moderate", "extensive", "unplayable")


def escape_formula(cell: str) -> str:
    """The cell, with an apostrophe before a text that a spreadsheet would run as a formula."""
    looks_like_formula = _FORMULA_START.match(cell) and not _NUMBER.match(cell)
    return f"'{cell}" if looks_like_formula else cell


def unescape_formula(cell: str) -> str:
    """The cell without the apostrophe of `escape_formula`."""
    is_escaped = cell.startswith("'") and _FORMULA_START.match(cell, 1)
    return cell[1:] if is_escaped else cell


class Text:
    """A reader of one line of text. With `unescape`, it removes the apostrophe of `escape_formula`."""

    def __init__(self, max_length: int, *, unescape: bool = False) -> None:
        self.max_length = max_length
        self.unescape = unescape

    def __call__(self, cell: str) -> str | None:
        if self.unescape:
            cell = unescape_formula(cell)
        # Both ways replace white space by one space; the first is faster.
        text = " ".join(cell.split()) if cell.isascii() else _SPACES.sub(" ", cell).strip()
        return check_text(text, self.max_length) if text else None


def unescaped(read: Reader) -> Reader:
    """Returns a reader that first removes the apostrophe of `escape_formula`."""
    return lambda cell: read(unescape_formula(cell))


def check_text(text: str, max_length: int) -> str:
    """Returns the text unchanged. Raises FileProblem if it is too long or damaged."""
    if "\x00" in text or REPLACEMENT in text:
        shown_text = shorten(text.replace("\x00", REPLACEMENT))
        raise FileProblem(_("“{cell}” contains characters that are not text."), cell=shown_text)
    if len(text) > max_length:
        message = _("“{cell}” is longer than {longest} characters.")
        raise FileProblem(message, cell=shorten(text), longest=max_length)
    # Most texts have none of the signs of damage, and a large file has a million of them.
    if "#" in text or "+" in text or not text.isascii():
        check_damage(text)
    return text


def paragraphs(max_length: int) -> Reader:
    """Returns a reader of texts with several lines."""

    def read(cell: str) -> str | None:
        text = cell.replace("\r\n", "\n").strip()
        return check_text(text, max_length) if text else None

    return read


def required(reader: Reader, column: str) -> Reader:
    """Returns a reader that refuses a blank cell; `column` is named in the problem."""

    def read(cell: Any) -> Any:
        value = reader(cell)
        if value is None:
            raise FileProblem(_("There is nothing in “{column}”."), column=column)
        return value

    return read


class WholeNumber:
    """A reader of whole numbers in a range. With `zero_unknown`, a 0 is read as a blank cell."""

    def __init__(self, low: int, high: int, *, zero_unknown: bool = False) -> None:
        self.low, self.high, self.zero_unknown = low, high, zero_unknown

    def __call__(self, cell: str) -> int | None:
        text = cell.strip()
        if not text or (self.zero_unknown and text == "0"):
            return None
        try:
            number = int(text.removesuffix(".0"))
        except ValueError:
            raise FileProblem(_("“{cell}” is not a whole number."), cell=shorten(text)) from None
        return check_range(number, text, self.low, self.high)


def check_range(number: Any, text: str, low: float, high: float) -> Any:
    if not low <= number <= high:
        message = _("{cell} is not between {low} and {high}.")
        raise FileProblem(message, cell=shorten(text), low=low, high=high)
    return number


def lower_end(low: int, high: int) -> Reader:
    """Returns a reader of the first number in ranges such as "2-4", "2 à 4 joueurs" or "45 min"."""
    return _range_end(low, high, index=0)


def upper_end(low: int, high: int) -> Reader:
    return _range_end(low, high, index=-1)


def _range_end(low: int, high: int, *, index: int) -> Reader:
    """Returns a reader of one number of a range. A 0 is read as a blank cell."""

    def read(cell: str) -> int | None:
        text = cell.strip()
        check_range_damage(text)
        numbers = [int(number) for number in re.findall(r"\d{1,9}", re.sub(r"[.,]0+\b", "", text))]
        if text and not numbers:
            raise FileProblem(_("There is no number in “{cell}”."), cell=shorten(text))
        number = numbers[index] if numbers else 0
        return check_range(number, text, low, high) if number else None

    return read


def decimal(low: float, high: float) -> Reader:
    """Returns a reader of decimal numbers. A 0 is read as a blank cell: an average of 0 has no votes."""

    def read(cell: str) -> float | None:
        text = cell.strip()
        if not text:
            return None
        if not _NUMBER.match(text):
            raise FileProblem(_("“{cell}” is not a number."), cell=shorten(text))
        number = round(float(text.replace(",", ".")), 4)
        return check_range(number, text, low, high) if number else None

    return read


def read_flag(cell: str) -> bool | None:
    text = cell.strip().lower()
    if not text:
        return None
    if text not in _FLAG_BY_WORD:
        raise FileProblem(_("“{cell}” is neither yes nor no."), cell=shorten(text))
    return _FLAG_BY_WORD[text]


def one_of(value_by_word: dict[str, Any]) -> Reader:
    """Returns a reader of a few words, which returns the value of the word."""

    def read(cell: str) -> Any:
        word = cell.strip().lower()
        if word and word not in value_by_word:
            message = _("“{cell}” is not one of {known}.")
            raise FileProblem(message, cell=shorten(word), known=", ".join(value_by_word))
        return value_by_word.get(word)

    return read


def read_player_counts(cell: str) -> str | None:
    """The numbers of players as "2,3,4", from cells such as "2,3,4", "2 | 4" or "2-4". "4+" is ignored.

    A spreadsheet may turn "2-4" into a date. Its year is refused, because it is too large.
    """
    counts: set[int] = set()
    for part in re.split(r"[,;|]", cell):
        text = part.strip().translate(_DASHES)
        if not text or text == "0" or text.endswith("+"):
            continue
        first, _dash, last = text.partition("-")
        low = _read_player_count(first, text)
        high = _read_player_count(last, text) if last else low
        counts.update(range(low, high + 1))
    return ",".join(map(str, sorted(counts))) or None


def _read_player_count(number: str, text: str) -> int:
    try:
        count = int(number)
    except ValueError:
        raise FileProblem(_("“{cell}” is not a number of players."), cell=shorten(text)) from None
    return int(check_range(count, text, 1, 100))


def read_age(cell: str) -> int | None:
    text = cell.strip().rstrip("+").strip()
    return None if text.lower() in ("", "0", "all ages") else WholeNumber(1, 99)(text)


def read_dependence(cell: str) -> int | None:
    """The degree of language dependence from 1 to 5, from a number or from the words of BoardGameGeek."""
    text = cell.strip().lower()
    if text in ("", "unknown"):
        return None
    if text.isdigit():
        return WholeNumber(1, 5)(text)
    for degree, start in enumerate(_DEPENDENCE_DEGREES, 1):
        if text.startswith(start):
            return degree
    raise FileProblem(_("“{cell}” is not a degree of language dependence."), cell=shorten(text))


class Listing:
    """A reader of several values in a cell. It returns each value once, in the order of the cell."""

    def __init__(self, separator: str, max_length: int, *, unescape: bool = False) -> None:
        self.separator = separator
        self.unescape = unescape
        self._read_text = Text(max_length)

    def __call__(self, cell: str) -> tuple[str, ...] | None:
        if self.unescape:
            cell = unescape_formula(cell)
        values = [self._read_text(part.replace("\\|", "|")) for part in cell.split(self.separator)]
        named_values = [value for value in values if value and value != "(Uncredited)"]
        return tuple(dict.fromkeys(named_values)) or None


class AnyListing(Listing):
    """A reader of several values between bars, semicolons or commas: the first of these in the cell."""

    def __init__(self, max_length: int) -> None:
        super().__init__(",", max_length)

    def __call__(self, cell: str) -> tuple[str, ...] | None:
        self.separator = next((sign for sign in "|;" if sign in cell), ",")
        return super().__call__(cell)


def join_list(values: Iterable[str]) -> str:
    """The values as one cell, for `Listing(" | ", …)` to read."""
    return " | ".join(value.replace("|", "\\|") for value in values)


def read_slug(cell: str) -> str | None:
    text = cell.strip()
    if text and (len(text) > 120 or not _SLUG.match(text)):
        raise FileProblem(_("“{cell}” is not an address like “ticket-to-ride”."), cell=shorten(text))
    return text or None


def read_date(cell: str) -> date | None:
    text = cell.strip()
    if not text or text.startswith("0000"):
        return None
    match = _YEAR_FIRST.match(text) or _DAY_FIRST.match(text)
    if match is None:
        raise _not_a_date(text)
    try:
        return date(int(match["year"]), int(match["month"]), int(match["day"]))
    except ValueError:
        raise _not_a_date(text) from None


def _not_a_date(text: str) -> FileProblem:
    return FileProblem(_("“{cell}” is not a date like 2026-01-31."), cell=shorten(text))


def shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"
