"""The languages of a box as boxes to tick. A box stores their codes, separated by commas: "de,fr"."""

import re
from typing import Any

from django import forms

from escale.common import languages

OFTEN_ON_BOXES = ("nl", "es", "pt", "pl", "ja")
OTHERS = ("ar", "ca", "cs", "da", "el", "eu", "fi", "hu", "ko", "no", "ro", "ru", "sv", "tr", "uk")
_CODE = re.compile(r"[a-z]{2}(-[A-Za-z]{1,4})?$")


def list_box_languages(others: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """The languages of the site, then those that are frequent on boxes, then others."""
    codes = dict.fromkeys([*languages.codes(), *OFTEN_ON_BOXES, *others])
    return [(code, languages.translated_name(code)) for code in codes]


class LanguageBoxes(forms.CheckboxSelectMultiple):
    """Boxes to tick. If a game box has a language that is not offered, it is added at the end, ticked."""

    def optgroups(self, name: str, value: list[str], attrs: dict | None = None) -> list:
        offered = list(self.choices)
        offered_codes = {code for code, _name in offered}
        unoffered = [
            (code, languages.translated_name(code)) for code in value if code and code not in offered_codes
        ]
        self.choices = [*offered, *unoffered]
        groups = super().optgroups(name, value, attrs)
        self.choices = offered
        return groups


class LanguagesField(forms.MultipleChoiceField):
    """Languages to tick. The value is the text that a box stores."""

    def __init__(self, others: tuple[str, ...] = (), **options: Any) -> None:
        options = {"required": False, "widget": LanguageBoxes} | options
        # A function, because the names depend on the language of the request.
        super().__init__(choices=lambda: list_box_languages(others), **options)

    def prepare_value(self, value: Any) -> Any:
        return [code.strip() for code in value.split(",")] if isinstance(value, str) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(list(filter(None, self.prepare_value(initial or ""))), data)

    def valid_value(self, value: str) -> bool:
        return bool(_CODE.match(value))

    def clean(self, value: Any) -> str:
        return ",".join(super().clean([code for code in value or () if code]))
