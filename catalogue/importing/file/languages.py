"""The languages of boxes: their codes (ISO 639-1), and their names in English and in the site's languages."""

import re
from functools import lru_cache

from django.utils import translation
from django.utils.translation import gettext_noop as _

from catalogue.importing.file.report import FileProblem
from escale.common import languages
from escale.common.text.folding import fold

CODE_BY_NAME = {
    "arabic": "ar", "armenian": "hy", "basque": "eu", "belarusian": "be", "bosnian": "bs", "breton": "br",
    "bulgarian": "bg", "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da",
    "dutch": "nl", "english": "en", "esperanto": "eo", "estonian": "et", "finnish": "fi", "french": "fr",
    "galician": "gl", "georgian": "ka", "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi",
    "hungarian": "hu", "icelandic": "is", "indonesian": "id", "irish": "ga", "italian": "it",
    "japanese": "ja", "korean": "ko", "latin": "la", "latvian": "lv", "lithuanian": "lt",
    "luxembourgish": "lb", "macedonian": "mk", "malay": "ms", "mongolian": "mn", "norwegian": "no",
    "occitan": "oc", "persian": "fa", "polish": "pl", "portuguese": "pt", "romanian": "ro", "russian": "ru",
    "serbian": "sr", "slovak": "sk", "slovenian": "sl", "spanish": "es", "swedish": "sv", "tamil": "ta",
    "thai": "th", "turkish": "tr", "ukrainian": "uk", "vietnamese": "vi", "welsh": "cy",
}  # fmt: skip
CODES = frozenset(CODE_BY_NAME.values())
# What cells say of a game without words, in English, French, German and Italian.
NO_LANGUAGE = frozenset(
    (
        "language independent", "neutral", "none", "no text",
        "independant de la langue", "neutre", "aucune", "sans texte",
        "sprachunabhangig", "sprachneutral", "keine", "ohne text",
        "indipendente dalla lingua", "neutro", "nessuna", "senza testo",
    )
)  # fmt: skip


@lru_cache(1)
def _load_names() -> dict[str, str]:
    """By folded name, the code of the language. Django translates the names to the languages of the site."""
    code_by_name = dict(CODE_BY_NAME)
    for site_language in languages.codes():
        with translation.override(site_language):
            for code in CODES:
                try:
                    name = translation.get_language_info(code)["name_translated"]
                except KeyError:  # Django does not know the language.
                    continue
                code_by_name.setdefault(fold(name), code)
    return code_by_name


def find_language_codes(text: str) -> list[str]:
    """The code of the language with this name or code; no code for “(Language Independent)”."""
    language, dash, region = text.partition("-")  # Codes like "pt-BR" name a region too.
    is_region = region.isalpha() and len(region) <= 4
    if language.lower() in CODES and (not dash or is_region):
        return [f"{language.lower()}{dash}{region}"]
    if fold(text).strip("() ") in NO_LANGUAGE:
        return []
    name = fold(text.split(" (")[0])  # An explanation in brackets may follow the name.
    code_by_name = _load_names()
    if name not in code_by_name:
        raise FileProblem(_("“{cell}” is not a language we know."), cell=text[:60])
    return [code_by_name[name]]


# A sign between brackets separates no languages, as in "Chinese (Simplified/Traditional)".
_BETWEEN_LANGUAGES = re.compile(r"[,;|]|\s{2,}|(?:[/+&]|\s(?:and|et|und|e)\s)(?![^(]*\))", re.IGNORECASE)


def read_languages(cell: str) -> str | None:
    """The codes of the languages as "de,fr".

    The cell has codes or names of languages, separated by commas, bars, slashes or "and".
    """
    codes: set[str] = set()
    for part in _BETWEEN_LANGUAGES.split(cell):
        if part.strip():
            codes.update(find_language_codes(part.strip()))
    return ",".join(sorted(codes)) or None
