"""Readers of cells: each returns the value of a text, None for a blank one, or raises FileProblem."""

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.languages import CODES, language_codes
from catalogue.importing.file.report import FileProblem

Reader = Callable[[Any], Any]

_SPACES = re.compile(r"[^\S\u00a0\u202f]+")
_FORMULA_START = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?$")
_DATE = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)$|(\d\d?)[./](\d\d?)[./](\d{4})$")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*$")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?")
_NAME = re.compile(
    rf"(?:(?P<language>{_LANGUAGE.pattern})?(?: ?(?P<kind>original|former|translation))?):\s*(?P<name>.+)$", re.S
)
_FLAGS = {
    **dict.fromkeys(("1", "true", "yes", "y", "oui", "si", "sì", "ja", "x"), True),
    **dict.fromkeys(("0", "false", "no", "n", "non", "nein"), False),
}
_DEPENDENCE = ("no necessary", "some necessary", "moderate", "extensive", "unplayable")


def escape_formula(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe before what looks like one."""
    return f"'{cell}" if _FORMULA_START.match(cell) and not _NUMBER.match(cell) else cell


def unescape_formula(cell: str) -> str:
    """The cell before `escape_formula`."""
    return cell[1:] if cell.startswith("'") and _FORMULA_START.match(cell, 1) else cell


class Text:
    """A line of text; `restore` takes off what `escape_formula` put on."""

    def __init__(self, longest: int, *, restore: bool = False) -> None:
        self.longest, self.restore = longest, restore

    def __call__(self, cell: str) -> str | None:
        """White space becomes one space, except the no-break spaces of French typography."""
        if self.restore:
            cell = unescape_formula(cell)
        text = " ".join(cell.split()) if cell.isascii() else _SPACES.sub(" ", cell).strip()
        return check_text(text, self.longest) if text else None


def unescaped(read: Reader) -> Reader:
    """A reader of cells that `escape_formula` may have changed."""
    return lambda cell: read(unescape_formula(cell))


def check_text(text: str, longest: int) -> str:
    if "\x00" in text or "\ufffd" in text:
        raise FileProblem(_("“{cell}” has characters that are no text."), cell=_shorten(text.replace("\x00", "\ufffd")))
    if len(text) > longest:
        raise FileProblem(_("“{cell}” is longer than {longest} letters."), cell=_shorten(text), longest=longest)
    return text


def paragraphs(longest: int) -> Reader:
    def read(cell: str) -> str | None:
        text = cell.replace("\r\n", "\n").strip()
        return check_text(text, longest) if text else None

    return read


def required(reader: Reader, column: str) -> Reader:
    """A reader that refuses blank cells of this column."""

    def read(cell: Any) -> Any:
        value = reader(cell)
        if value is None:
            raise FileProblem(_("There is nothing in “{column}”."), column=column)
        return value

    return read


class WholeNumber:
    """A number within a range; `zero_unknown` says that 0 stands for "not known"."""

    def __init__(self, low: int, high: int, *, zero_unknown: bool = False) -> None:
        self.low, self.high, self.zero_unknown = low, high, zero_unknown

    def __call__(self, cell: str) -> int | None:
        text = cell.strip()
        if not text or (self.zero_unknown and text == "0"):
            return None
        try:
            number = int(text.removesuffix(".0"))
        except ValueError:
            raise FileProblem(_("“{cell}” is not a whole number."), cell=_shorten(text)) from None
        return check_range(number, text, self.low, self.high)


def check_range(number: Any, text: str, low: float, high: float) -> Any:
    if not low <= number <= high:
        raise FileProblem(_("{cell} is not between {low} and {high}."), cell=_shorten(text), low=low, high=high)
    return number


def decimal(low: float, high: float) -> Reader:
    """A number with a point or a comma; 0 says that nobody has voted."""

    def read(cell: str) -> float | None:
        text = cell.strip()
        if not text:
            return None
        if not _NUMBER.match(text):
            raise FileProblem(_("“{cell}” is not a number."), cell=_shorten(text))
        number = round(float(text.replace(",", ".")), 4)
        return check_range(number, text, low, high) if number else None

    return read


def read_flag(cell: str) -> bool | None:
    text = cell.strip().lower()
    if not text:
        return None
    if text not in _FLAGS:
        raise FileProblem(_("“{cell}” is neither yes nor no."), cell=_shorten(text))
    return _FLAGS[text]


def one_of(values: dict[str, Any]) -> Reader:
    def read(cell: str) -> Any:
        text = cell.strip().lower()
        if text and text not in values:
            raise FileProblem(_("“{cell}” is not one of {known}."), cell=_shorten(text), known=", ".join(values))
        return values.get(text)

    return read


def read_player_counts(cell: str) -> str | None:
    """ "2,3,4", "2 | 4" or "2-4"; "4+" names no number. Spreadsheets make dates of 2-4: such numbers are refused."""
    counts: set[int] = set()
    for part in re.split(r"[,;|]", cell):
        text = part.strip()
        if not text or text == "0" or text.endswith("+"):
            continue
        first, _dash, last = text.partition("-")
        try:
            low = check_range(int(first), text, 1, 100)
            counts.update(range(low, check_range(int(last or low), text, 1, 100) + 1))
        except FileProblem:
            raise
        except ValueError:
            raise FileProblem(_("“{cell}” is not a number of players."), cell=_shorten(text)) from None
    return ",".join(map(str, sorted(counts))) or None


def read_age(cell: str) -> int | None:
    text = cell.strip().rstrip("+").strip()
    return None if text.lower() in ("", "0", "all ages") else WholeNumber(1, 99)(text)


def read_dependence(cell: str) -> int | None:
    text = cell.strip().lower()
    if text in ("", "unknown"):
        return None
    if text.isdigit():
        return WholeNumber(1, 5)(text)
    level = next((number for number, start in enumerate(_DEPENDENCE, 1) if text.startswith(start)), None)
    if level is None:
        raise FileProblem(_("“{cell}” is not a degree of language dependence."), cell=_shorten(text))
    return level


class Listing:
    """Several values in a cell, each once, in their order; None where there is none."""

    def __init__(self, separator: str, longest: int, *, restore: bool = False) -> None:
        self.separator, self.restore, self._read_text = separator, restore, Text(longest)

    def __call__(self, cell: str) -> tuple[str, ...] | None:
        if self.restore:
            cell = unescape_formula(cell)
        values = [self._read_text(part.replace("\\|", "|")) for part in cell.split(self.separator)]
        return tuple(dict.fromkeys(value for value in values if value and value != "(Uncredited)")) or None


def join_list(values: Iterable[str]) -> str:
    """The values as a cell that `Listing(" | ", …)` takes apart again."""
    return " | ".join(value.replace("|", "\\|") for value in values)


_NAMES = Listing(" | ", 320)


def read_names(cell: str) -> tuple[tuple[str, str, str], ...]:
    """(language, kind, name) of names like `Fasolki`, `fr:Zug um Zug`, `de original:Name`, `fr former:Name`."""
    return tuple(dict.fromkeys(map(_parse_name, _NAMES(cell) or ())))


def _parse_name(text: str) -> tuple[str, str, str]:
    match = _NAME.match(text)
    language = match and match["language"]
    # Names have colons too: without a kind, only a known language is taken for one.
    if match is None or not (match["kind"] or (language and language[:2] in CODES)):
        return "", "translation", check_text(text, 300)
    return language or "", match["kind"] or "translation", check_text(match["name"], 300)


def write_name(language: str, kind: str, name: str) -> str:
    """The name as `read_names` takes it apart again; it says that a name is a translation only where it must."""
    text = f"{language}:{name}" if language else name
    if kind == "translation" and _parse_name(text) == (language, kind, name):
        return text
    return f"{language} {kind}:{name}".lstrip()


def read_name_language(cell: str) -> str | None:
    """A language as names bear it: "fr", "pt-BR"."""
    text = cell.strip()
    if text and not _LANGUAGE.fullmatch(text):
        raise FileProblem(_("“{cell}” is not a language we know."), cell=_shorten(text))
    return text or None


def read_languages(cell: str) -> str | None:
    """Codes or English names of languages, between commas, semicolons or bars, as codes: "de,fr"."""
    names = [part.strip() for part in re.split(r"[,;|]|\s{2,}", cell) if part.strip()]
    return ",".join(sorted({code for name in names for code in language_codes(name)})) or None


def read_slug(cell: str) -> str | None:
    text = cell.strip()
    if text and (len(text) > 120 or not _SLUG.match(text)):
        raise FileProblem(_("“{cell}” is not an address like “ticket-to-ride”."), cell=_shorten(text))
    return text or None


def read_date(cell: str) -> date | None:
    text = cell.strip()
    if not text or text.startswith("0000"):
        return None
    match = _DATE.match(text)
    try:
        year, month, number = (match[1], match[2], match[3]) if match[1] else (match[6], match[5], match[4])  # type: ignore[index]
        return date(int(year), int(month), int(number))
    except (ValueError, TypeError):
        raise FileProblem(_("“{cell}” is not a date like 2026-01-31."), cell=_shorten(text)) from None


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"
