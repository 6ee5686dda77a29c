"""The languages of boxes: their English names, as other sites export them, and their codes (ISO 639-1)."""

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.report import FileProblem

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


def find_language_codes(text: str) -> list[str]:
    """The code of the language that the text names; no code for “(Language Independent)”."""
    language, dash, region = text.partition("-")  # Codes like "pt-BR" name a region too.
    is_region = region.isalpha() and len(region) <= 4
    if language.lower() in CODES and (not dash or is_region):
        return [f"{language.lower()}{dash}{region}"]
    if text.lower().strip("()") in ("language independent", "neutral", "none", "no text"):
        return []
    name = text.lower().split(" (")[0]  # An explanation in brackets may follow the name.
    if name not in CODE_BY_NAME:
        raise FileProblem(_("“{cell}” is not a language we know."), cell=text[:60])
    return [CODE_BY_NAME[name]]
