"""The languages of the site. LANGUAGES in the settings lists them; no other code does.

The messages in the code are written in English. LANGUAGE_CODE, French, is the language of the house. It
replaces what is missing in another language.
"""

from collections.abc import Collection, Mapping
from functools import cache

from django.conf import settings
from django.utils.translation import get_language, get_language_info, to_locale

SOURCE = "en"  # of the messages in the code
LONGEST_CODE = 8  # characters; "zh-hans" has 7


def codes() -> tuple[str, ...]:
    """The codes of all languages, in the order of the menus."""
    return tuple(code for code, _name in settings.LANGUAGES)


def in_order(wanted: Collection[str]) -> list[str]:
    """The codes among these that are languages of the site."""
    return [code for code in codes() if code in wanted]


def choices() -> list[tuple[str, str]]:
    """The choices of a model's field. The field refers to this function, so a new language needs no
    migration.
    """
    return list(settings.LANGUAGES)


def default() -> str:
    return settings.LANGUAGE_CODE


def current() -> str:
    """The language of this request; the default language if translations are switched off."""
    return get_language() or default()


def in_language(texts: Mapping[str, str], language: str) -> str:
    """The text in this language; else in the first language of the site that has one; else an empty text."""
    return next((texts[code] for code in (language, *codes()) if texts.get(code)), "")


@cache
def own_name(code: str) -> str:
    """The name of the language in the language itself, such as "Français"."""
    try:
        name = str(get_language_info(code)["name_local"])
    except KeyError:
        name = str(dict(settings.LANGUAGES).get(code, code))
    return name[:1].upper() + name[1:]


def translated_name(code: str) -> str:
    """The name of any language, in the language of the reader."""
    try:
        return str(get_language_info(code)["name_translated"])
    except KeyError:
        return code


def open_graph_locale(code: str) -> str:
    """The language in the format of og:locale, with a country: "fr_FR". English is British."""
    locale = "en_GB" if code == "en" else to_locale(code)
    return locale if "_" in locale else f"{locale}_{locale.upper()}"
