"""The field for a name that a person enters, such as that of a guest, an evening or a borrower."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from escale.common.text.names import is_readable

UNREADABLE_NAME = _(
    "A name must have at least one visible character, and must not contain line breaks or marks that change "
    "the direction of text."
)


def require_readable(name: str) -> None:
    if not is_readable(name):
        raise ValidationError(UNREADABLE_NAME)


class NameField(forms.CharField):
    """A readable name on one line. Browsers cannot send line breaks from the field, but programs can."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validators=[require_readable], **options)
