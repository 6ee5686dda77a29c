"""Rows of one thing below another in the administration: every cell bears the name of its column."""

from django.contrib import admin
from django.forms.models import BaseInlineFormSet
from django.utils.translation import gettext as _


class Rows(BaseInlineFormSet):
    def add_fields(self, form, index) -> None:
        super().add_fields(form, index)
        if "DELETE" in form.fields:
            form.fields["DELETE"].widget.attrs["aria-label"] = _("Delete this row")


class Table(admin.TabularInline):
    """Django writes the names of columns above the table only; who does not see it hears them at the cell."""

    extra, formset = 0, Rows

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            # Choices are wrapped in their links (add, change, look); the name belongs on what is inside.
            getattr(field.widget, "widget", field.widget).attrs["aria-label"] = str(field.label)
        return field
