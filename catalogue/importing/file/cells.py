"""What a cell says. A reader takes the text of a cell and gives a value, None for “not told”, or raises Wrong."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.languages import CODES, language_codes
from catalogue.importing.file.report import Wrong

Reader = Callable[[Any], Any]

_BLANKS = re.compile(r"[^\S\u00a0\u202f]+")
_RISKY = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?$")
_DATE = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)$|(\d\d?)[./](\d\d?)[./](\d{4})$")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*$")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?")
_NAMED = re.compile(
    rf"(?:(?P<language>{_LANGUAGE.pattern})?(?: ?(?P<kind>original|former|translation))?):\s*(?P<name>.+)$", re.S
)
_KNOWN_FLAGS = {
    **dict.fromkeys(("1", "true", "yes", "y", "oui", "si", "sì", "ja", "x"), True),
    **dict.fromkeys(("0", "false", "no", "n", "non", "nein"), False),
}
_DEPENDENCE = ("no necessary", "some necessary", "moderate", "extensive", "unplayable")


def neutral(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe before what looks like one."""
    return f"'{cell}" if _RISKY.match(cell) and not _NUMBER.match(cell) else cell


def restored(cell: str) -> str:
    """The cell before `neutral`."""
    return cell[1:] if cell.startswith("'") and _RISKY.match(cell, 1) else cell


class Text:
    """A line: blanks become one space, except the no-break spaces of French typography."""

    def __init__(self, longest: int, *, restore: bool = False) -> None:
        self.longest, self.restore = longest, restore

    def __call__(self, cell: str) -> str | None:
        if self.restore and cell[:1] == "'":
            cell = restored(cell)
        told = " ".join(cell.split()) if cell.isascii() else _BLANKS.sub(" ", cell).strip()
        return checked(told, self.longest) if told else None

    def column(self, cells: Sequence[str]) -> list[str | None] | None:
        """All cells at once, if all can be read: names are seldom seen twice."""
        try:
            return list(map(self, cells))
        except Wrong:
            return None


def restoring(read: Reader) -> Reader:
    return lambda cell: read(restored(cell))


def checked(told: str, longest: int) -> str:
    if "\x00" in told or "\ufffd" in told:
        raise Wrong(_("“{cell}” has characters that are no text."), cell=_short(told.replace("\x00", "\ufffd")))
    if len(told) > longest:
        raise Wrong(_("“{cell}” is longer than {longest} letters."), cell=_short(told), longest=longest)
    return told


def paragraphs(longest: int) -> Reader:
    def read(cell: str) -> str | None:
        told = cell.replace("\r\n", "\n").strip()
        return checked(told, longest) if told else None

    return read


def required(reader: Reader, column: str) -> Reader:
    def read(cell: Any) -> Any:
        value = reader(cell)
        if value is None:
            raise Wrong(_("There is nothing in “{column}”."), column=column)
        return value

    return read


class Whole:
    def __init__(self, low: int, high: int, *, zero_unknown: bool = False) -> None:
        self.low, self.high, self.zero_unknown = low, high, zero_unknown

    def __call__(self, cell: str) -> int | None:
        told = cell.strip()
        if not told or (self.zero_unknown and told == "0"):
            return None
        try:
            number = int(told.removesuffix(".0"))
        except ValueError:
            raise Wrong(_("“{cell}” is not a whole number."), cell=_short(told)) from None
        return within(number, told, self.low, self.high)

    def column(self, cells: Sequence[str]) -> list[Any] | None:
        """All cells at once, if all are numbers in range."""
        try:
            numbers = list(map(int, cells))
        except ValueError:
            return None
        low = max(self.low, 1) if self.zero_unknown else self.low
        return numbers if low <= min(numbers) and max(numbers) <= self.high else None


def within(number: Any, told: str, low: float, high: float) -> Any:
    if not low <= number <= high:
        raise Wrong(_("{cell} is not between {low} and {high}."), cell=_short(told), low=low, high=high)
    return number


def decimal(low: float, high: float) -> Reader:
    """A number with a point or a comma; 0 says that nobody has voted."""

    def read(cell: str) -> float | None:
        told = cell.strip()
        if not told:
            return None
        if not _NUMBER.match(told):
            raise Wrong(_("“{cell}” is not a number."), cell=_short(told))
        number = round(float(told.replace(",", ".")), 4)
        return within(number, told, low, high) if number else None

    return read


def flag(cell: str) -> bool | None:
    told = cell.strip().lower()
    if not told:
        return None
    if told not in _KNOWN_FLAGS:
        raise Wrong(_("“{cell}” is neither yes nor no."), cell=_short(told))
    return _KNOWN_FLAGS[told]


def one_of(values: dict[str, Any]) -> Reader:
    def read(cell: str) -> Any:
        told = cell.strip().lower()
        if told and told not in values:
            raise Wrong(_("“{cell}” is not one of {known}."), cell=_short(told), known=", ".join(values))
        return values.get(told)

    return read


def player_counts(cell: str) -> str | None:
    """ "2,3,4", "2 | 4" or "2-4"; "4+" names no number. A number no table has comes from a spreadsheet's date."""
    counts: set[int] = set()
    for part in re.split(r"[,;|]", cell):
        told = part.strip()
        if not told or told == "0" or told.endswith("+"):
            continue
        first, _dash, last = told.partition("-")
        try:
            low = within(int(first), told, 1, 100)
            counts.update(range(low, within(int(last or low), told, 1, 100) + 1))
        except Wrong:
            raise
        except ValueError:
            raise Wrong(_("“{cell}” is not a number of players."), cell=_short(told)) from None
    return ",".join(map(str, sorted(counts))) or None


def age(cell: str) -> int | None:
    told = cell.strip().rstrip("+").strip()
    return None if told.lower() in ("", "0", "all ages") else Whole(1, 99)(told)


def dependence(cell: str) -> int | None:
    told = cell.strip().lower()
    if told in ("", "unknown"):
        return None
    if told.isdigit():
        return Whole(1, 5)(told)
    level = next((at for at, start in enumerate(_DEPENDENCE, 1) if told.startswith(start)), None)
    if level is None:
        raise Wrong(_("“{cell}” is not a degree of language dependence."), cell=_short(told))
    return level


class Listing:
    """Several values in a cell, each once, in their order; None where there is none."""

    def __init__(self, separator: str, longest: int, *, restore: bool = False) -> None:
        self.separator, self.restore, self._text = separator, restore, Text(longest)

    def parts(self, cell: str) -> list[str]:
        return (restored(cell) if self.restore else cell).split(self.separator)

    def one(self, part: str) -> str | None:
        told = self._text(part.replace("\\|", "|"))
        return None if told == "(Uncredited)" else told

    def __call__(self, cell: str) -> tuple[str, ...] | None:
        told = map(self.one, self.parts(cell))
        return tuple(dict.fromkeys(value for value in told if value)) or None


def listed(values: Iterable[str]) -> str:
    """The values as a cell that `Listing(" | ", …)` takes apart again."""
    return " | ".join(value.replace("|", "\\|") for value in values)


_NAMES = Listing(" | ", 320)


def names(cell: str) -> tuple[tuple[str, str, str], ...]:
    """(language, kind, name) of names like `Fasolki`, `fr:Zug um Zug`, `de original:Name`, `fr former:Name`."""
    told = _NAMES(cell) or ()
    return tuple(dict.fromkeys(_named(one) for one in told))


def _named(told: str) -> tuple[str, str, str]:
    match = _NAMED.match(told)
    language = match and match["language"]
    # Without its kind, only a language that we know is one: names have colons too.
    if match is None or not (match["kind"] or (language and language[:2] in CODES)):
        return "", "translation", checked(told, 300)
    return language or "", match["kind"] or "translation", checked(match["name"], 300)


def marked(language: str, kind: str, name: str) -> str:
    """The name as `names` takes it apart again; of a translation the kind is told only where it has to be."""
    told = f"{language}:{name}" if language else name
    if kind == "translation" and _named(told) == (language, kind, name):
        return told
    return f"{language} {kind}:{name}".lstrip()


def name_language(cell: str) -> str | None:
    """A language as names bear it: "fr", "pt-BR"."""
    told = cell.strip()
    if told and not _LANGUAGE.fullmatch(told):
        raise Wrong(_("“{cell}” is not a language we know."), cell=_short(told))
    return told or None


def box_languages(cell: str) -> str | None:
    """Codes or English names of languages, between commas, semicolons or bars, as codes: "de,fr"."""
    told = [part.strip() for part in re.split(r"[,;|]|\s{2,}", cell) if part.strip()]
    return ",".join(sorted({code for part in told for code in language_codes(part)})) or None


def slug(cell: str) -> str | None:
    told = cell.strip()
    if told and (len(told) > 120 or not _SLUG.match(told)):
        raise Wrong(_("“{cell}” is not an address like “ticket-to-ride”."), cell=_short(told))
    return told or None


def day(cell: str) -> date | None:
    told = cell.strip()
    if not told or told.startswith("0000"):
        return None
    match = _DATE.match(told)
    try:
        year, month, number = (match[1], match[2], match[3]) if match[1] else (match[6], match[5], match[4])  # type: ignore[index]
        return date(int(year), int(month), int(number))
    except (ValueError, TypeError):
        raise Wrong(_("“{cell}” is not a date like 2026-01-31."), cell=_short(told)) from None


def _short(told: str) -> str:
    return told if len(told) <= 60 else f"{told[:57]}…"
