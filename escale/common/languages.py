"""The languages of the site. LANGUAGES in the settings names them; no other place does.

The messages in the code are written in English. LANGUAGE_CODE is the language of the house, French: it
takes the place of what another language lacks.
"""

from collections.abc import Collection, Mapping
from functools import cache

from django.conf import settings
from django.utils.translation import get_language, get_language_info, to_locale

SOURCE = "en"  # of the messages in the code
LONGEST_CODE = 8  # characters; "zh-hans" has 7


def codes() -> tuple[str, ...]:
    """The code of every language, in the order of the menus."""
    return tuple(code for code, _name in settings.LANGUAGES)


def in_order(wanted: Collection[str]) -> list[str]:
    """Those of these codes that are languages of the site."""
    return [code for code in codes() if code in wanted]


def choices() -> list[tuple[str, str]]:
    """The choices of a model's field.

    The field is given this function, so a new language needs no migration.
    """
    return list(settings.LANGUAGES)


def default() -> str:
    return settings.LANGUAGE_CODE


def current() -> str:
    """The language of this request; the default where translations are switched off."""
    return get_language() or default()


def in_language(texts: Mapping[str, str], language: str) -> str:
    """The text in this language, else in the first language of the site that has one, else nothing."""
    return next((texts[code] for code in (language, *codes()) if texts.get(code)), "")


@cache
def own_name(code: str) -> str:
    """The name of the language in the language itself, for example "Français"."""
    try:
        name = str(get_language_info(code)["name_local"])
    except KeyError:
        name = str(dict(settings.LANGUAGES).get(code, code))
    return name[:1].upper() + name[1:]


def translated_name(code: str) -> str:
    """The name of a language, of the site or another one, in the language of the reader."""
    try:
        return str(get_language_info(code)["name_translated"])
    except KeyError:
        return code


def open_graph_locale(code: str) -> str:
    """A language as og:locale wants it, with a country: "fr_FR"; British for English."""
    locale = "en_GB" if code == "en" else to_locale(code)
    return locale if "_" in locale else f"{locale}_{locale.upper()}"
