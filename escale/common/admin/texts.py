"""Texts by language in the admin: a form has one field for each language of the site."""

from collections.abc import Callable

from django import forms
from django.utils.text import format_lazy

from escale.common import languages

FieldMaker = Callable[..., forms.Field]


class TextsForm(forms.ModelForm):
    """A form of a model that stores texts by language in a JSONField. `texts_form` creates such a class."""

    texts_field = ""  # of the model
    code_by_name: dict[str, str] = {}  # field of the form -> language

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        texts = getattr(self.instance, self.texts_field)
        for name, code in self.code_by_name.items():
            self.initial.setdefault(name, texts.get(code, ""))

    def clean(self):
        cleaned = super().clean()
        # Keeps texts in languages that the site does not have any more.
        texts = dict(getattr(self.instance, self.texts_field))
        texts |= {code: cleaned.get(name, "") for name, code in self.code_by_name.items()}
        setattr(self.instance, self.texts_field, {code: text for code, text in texts.items() if text})
        return cleaned


def field_names(pattern: str) -> list[str]:
    """The names of the fields that `texts_form` creates with this pattern."""
    return [pattern.format(code) for code in languages.codes()]


def texts_form(texts_field: str, pattern: str, label, make_field: FieldMaker) -> type[TextsForm]:
    """Creates a form class with a field such as description_fr for each language of the site."""
    code_by_name = dict(zip(field_names(pattern), languages.codes(), strict=True))
    fields = {
        name: make_field(code, label=format_lazy("{} ({})", label, languages.own_name(code)))
        for name, code in code_by_name.items()
    }
    return type(
        "TextsForm", (TextsForm,), {**fields, "texts_field": texts_field, "code_by_name": code_by_name}
    )
