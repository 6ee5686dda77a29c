"""Finds damage that spreadsheets do: numbers made dates, rounded codes, errors, wrong encodings."""

import re

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.report import FileProblem

_ERRORS = frozenset(
    ("#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#NV", "#BEZUG!", "#WERT!", "#ZAHL!",
     "#VALEUR!", "#NOM?", "#NOMBRE!", "#NOME?", "#VALORE!", "#RIF!")
)  # fmt: skip
_ROUNDED = re.compile(r"\d[.,]?\d*E\+\d{1,3}$", re.IGNORECASE)
# The first letters of the months' names in the languages of the site.
_MONTH = (
    "jan|janv|feb|febb?|f[eé]vr?|mar|mars|märz?|mrz|apr|avr|may|mai|mag|giu|jun|juin|jul|juil|lug|"
    "ago|aug|ao[uû]t|sept?|set|o[ck]t|ott|nov|de[czs]|dic|d[eé]c|gen"
)
_DATE = re.compile(
    rf"(?:\d{{1,4}}[-./ ]{{1,2}}(?:{_MONTH})\.?(?:[-./ ]\d{{2,4}})?|(?:{_MONTH})\.?[-./ ]\d{{1,4}}|"
    r"\d{4}-\d\d-\d\d(?: 00:00:00)?|\d\d?[./]\d\d?[./]\d{4})$",
    re.IGNORECASE,
)
# The first characters of accents and quotation marks in UTF-8, if it is read as cp1252.
_WRONG_LETTERS = re.compile("[ÂÃâ]")


def check_damage(text: str) -> None:
    """Raises FileProblem for a text that only a spreadsheet writes."""
    if text[:1] == "#" and text in _ERRORS:
        raise FileProblem(_("“{cell}” is an error value from a spreadsheet."), cell=text)
    if text[:1].isdigit() and _ROUNDED.match(text):
        message = _(
            "A spreadsheet has rounded “{cell}”: give the column the format “text” there, and export again."
        )
        raise FileProblem(message, cell=text)
    if not text.isascii() and _WRONG_LETTERS.search(text) and _is_decoded_twice(text):
        message = _("“{cell}” was saved in the wrong encoding: export the file as UTF-8.")
        raise FileProblem(message, cell=text[:60])


def _is_decoded_twice(text: str) -> bool:
    """Whether the text is UTF-8 that was read as cp1252: “Ã©” for “é”."""
    try:
        text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return False
    return True


def check_range_damage(text: str) -> None:
    """Raises FileProblem for a date in place of a range such as “2-4”."""
    if _DATE.match(text):
        message = _("“{cell}” is a range that a spreadsheet has turned into a date: enter it there as text.")
        raise FileProblem(message, cell=text)
