"""The codes of the languages that boxes are printed in (ISO 639-1), and what exports call them."""

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.report import FileProblem

NAMES = {
    "arabic": "ar", "armenian": "hy", "basque": "eu", "belarusian": "be", "bosnian": "bs", "breton": "br",
    "bulgarian": "bg", "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da",
    "dutch": "nl", "english": "en", "esperanto": "eo", "estonian": "et", "finnish": "fi", "french": "fr",
    "galician": "gl", "georgian": "ka", "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi",
    "hungarian": "hu", "icelandic": "is", "indonesian": "id", "irish": "ga", "italian": "it", "japanese": "ja",
    "korean": "ko", "latin": "la", "latvian": "lv", "lithuanian": "lt", "luxembourgish": "lb", "macedonian": "mk",
    "malay": "ms", "mongolian": "mn", "norwegian": "no", "occitan": "oc", "persian": "fa", "polish": "pl",
    "portuguese": "pt", "romanian": "ro", "russian": "ru", "serbian": "sr", "slovak": "sk", "slovenian": "sl",
    "spanish": "es", "swedish": "sv", "tamil": "ta", "thai": "th", "turkish": "tr", "ukrainian": "uk",
    "vietnamese": "vi", "welsh": "cy",
}  # fmt: skip
CODES = frozenset(NAMES.values())


def language_codes(told: str) -> list[str]:
    """The code of one language; none for exports that say “(Language Independent)”."""
    lower = told.lower()
    language, dash, place = told.partition("-")
    if language.lower() in CODES and (not dash or (place.isalpha() and len(place) <= 4)):
        return [f"{language.lower()}{dash}{place}"]
    if lower.strip("()") == "language independent":
        return []
    name = lower.split(" (")[0]
    if name not in NAMES:
        raise FileProblem(_("“{cell}” is not a language we know."), cell=told[:60])
    return [NAMES[name]]
