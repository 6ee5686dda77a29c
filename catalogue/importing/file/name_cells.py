"""Reads and writes cells with names of titles, their languages and their kinds."""

import re

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.cells import Listing, check_text, shorten
from catalogue.importing.file.languages import CODES
from catalogue.importing.file.report import FileProblem

MAX_NAME = 300
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?")
# Such as `fr:Zug um Zug`, `de original:Name`, `former:Name`.
_NAME = re.compile(
    rf"(?P<language>{_LANGUAGE.pattern})?"
    r"(?: ?(?P<kind>original|former|translation))?"
    r":\s*(?P<name>.+)$",
    re.DOTALL,
)
_read_name_texts = Listing(" | ", 320)


def read_names(cell: str) -> tuple[tuple[str, str, str], ...]:
    """The language, kind and text of each name, from texts such as `Fasolki` and `fr:Zug um Zug`."""
    return tuple(dict.fromkeys(map(_parse_name, _read_name_texts(cell) or ())))


def _parse_name(text: str) -> tuple[str, str, str]:
    plain_name = ("", "translation", text)
    match = _NAME.match(text)
    if match is None:
        check_text(text, MAX_NAME)
        return plain_name
    language, kind = match["language"] or "", match["kind"]
    # A name may contain a colon too. Without a kind, the text before the colon must be an existing language.
    if not kind and language[:2] not in CODES:
        check_text(text, MAX_NAME)
        return plain_name
    return language, kind or "translation", check_text(match["name"], MAX_NAME)


def write_name(language: str, kind: str, name: str) -> str:
    """The name as a text that `read_names` reads again.

    The kind of a translation is left out where it can be.
    """
    short_text = f"{language}:{name}" if language else name
    if kind == "translation" and _parse_name(short_text) == (language, kind, name):
        return short_text
    return f"{language} {kind}:{name}".lstrip()


def read_name_language(cell: str) -> str | None:
    """The language of a name, such as "fr" or "pt-BR"."""
    text = cell.strip()
    if text and not _LANGUAGE.fullmatch(text):
        raise FileProblem(_("“{cell}” is not a language we know."), cell=shorten(text))
    return text or None
