"""Tables of inline rows in the admin. For screen readers, each cell has the name of its column."""

from django.contrib import admin
from django.forms.models import BaseInlineFormSet
from django.utils.translation import gettext as _


class Rows(BaseInlineFormSet):
    """Labels the checkbox that deletes a row."""

    def add_fields(self, form, index) -> None:
        super().add_fields(form, index)
        if "DELETE" in form.fields:
            form.fields["DELETE"].widget.attrs["aria-label"] = _("Delete this row")


class Table(admin.TabularInline):
    """Labels each cell, because Django writes the names of columns only above the table."""

    extra, formset = 0, Rows

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            # Django wraps a choice in a widget with links. The label belongs to the inner widget.
            getattr(field.widget, "widget", field.widget).attrs["aria-label"] = str(field.label)
        return field
