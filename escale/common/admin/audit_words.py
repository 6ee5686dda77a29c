"""Describes entries of the audit log in words: names instead of ids, labels instead of codes, days in full.

The `kind` of an entry names the model of the changed row, such as `catalogue.loan`. Its `thing` is the
primary key of the row as text. If a model has `private_fields`, the names of its rows may contain names of
persons. So such a row is named by its id, or by the box or title to which it belongs.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.text import Truncator, capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from escale.common import dates
from escale.common.models import AuditEntry

Model = type[models.Model]
RowKey = tuple[Model, str]  # a model and the primary key of a row as text
EntryKey = tuple[str, str]  # the `kind` and the `thing` of an entry
MAX_VALUE_LETTERS = 200
# The fields with the box or the title to which a row belongs. The first that a model has is used.
SUBJECT_FIELDS = ("copy", "title")
# Fields that staff do not edit. The site keeps them up to date itself.
HIDDEN_FIELDS = {"id", "password", "sort_key", "changed_in", "row_mark", "row_version", "changed_at"}
HIDDEN_FIELDS |= {"words", "stored", "header", "comparison", "undo_progress"}


class AuditWords:
    """The words for some entries. One query for each model loads the names of the rows that they mention."""

    def __init__(self, entries: Sequence[AuditEntry]) -> None:
        subject_by_entry = _find_subjects(entries)
        ids_by_model: dict[Model, set[str]] = defaultdict(set)
        for entry in entries:
            for model, pk in _list_mentioned_rows(entry):
                ids_by_model[model].add(pk)
        for model, pk in subject_by_entry.values():
            ids_by_model[model].add(pk)
        self._name_by_row: dict[RowKey, str] = {}
        for model, pks in ids_by_model.items():
            for row in _load_rows(model, pks):
                self._name_by_row[model, str(row.pk)] = _name_row(row)
        self._subject_name_by_entry: dict[EntryKey, str] = {}
        for entry_key, subject in subject_by_entry.items():
            self._subject_name_by_entry[entry_key] = self._name_by_row.get(subject, "")

    def name_thing(self, entry: AuditEntry) -> str:
        """What was changed: its name at that time, or the box or title to which it belongs."""
        if name := self._subject_name_by_entry.get((entry.kind, entry.thing)):
            return name
        model = find_model(entry.kind)
        if hasattr(
            model, "private_fields"
        ):  # Here the label is the kind too, in the language of that member of staff.
            return str(model._meta.verbose_name)  # type: ignore[union-attr]
        return entry.label

    def describe(self, entry: AuditEntry) -> list[str]:
        """A line for each value that was added, removed or changed. Values that stay empty are left out."""
        lines = []
        for name in dict.fromkeys([*entry.before, *entry.after]):
            if name in HIDDEN_FIELDS:
                continue
            old = self._write_value(entry, name, entry.before.get(name))
            new = self._write_value(entry, name, entry.after.get(name))
            if old or new:
                lines.append(_write_line(entry.action, field_label(find_model(entry.kind), name), old, new))
        return lines

    def _write_value(self, entry: AuditEntry, name: str, value: Any) -> str:
        """A value as staff read it; "" if it says nothing, such as a box that was never ticked."""
        field = _find_field(find_model(entry.kind), name)
        is_new_and_unticked = value is False and entry.action == AuditEntry.Action.ADD
        if value in (None, "", [], {}) or is_new_and_unticked:
            return ""
        if field is not None and field.related_model and not isinstance(value, (list, dict)):
            row_key = (field.related_model, str(value))
            return self._name_by_row.get(row_key, f"#{value}")
        if field is not None and field.flatchoices:
            label_by_code = dict(field.flatchoices)
            return str(label_by_code.get(value, value))
        return Truncator(_write_plain(value, field)).chars(MAX_VALUE_LETTERS)


def _write_line(action: str, label: str, old: str, new: str) -> str:
    if action != AuditEntry.Action.CHANGE:
        return _("%(field)s: %(value)s") % {"field": label, "value": new or old}
    words = {"field": label, "old": old, "new": new}
    if not old:
        return _("%(field)s: %(new)s (was empty)") % words
    if not new:
        return _("%(field)s: emptied (was: %(old)s)") % words
    return _("%(field)s: %(new)s (was: %(old)s)") % words


def _write_plain(value: Any, field: models.Field | None) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return "; ".join(f"{key}: {part}" for key, part in value.items() if part)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(field, models.DateTimeField) and (moment := parse_datetime(str(value))):
        return dates.day(localtime(moment), "j N Y H:i")
    if isinstance(field, models.DateField) and (day := _parse_day(value)):
        return dates.day(day, "j F Y")
    return str(value)


def _parse_day(value: Any) -> date | None:
    try:
        return parse_date(str(value))
    except ValueError:
        return None


# ── Rows and fields ───────────────────────────────────────────────────────────────────────────────


def find_model(kind: str) -> Model | None:
    """The model of an entry; None if the site does not have it any more."""
    try:
        return apps.get_model(kind)
    except (LookupError, ValueError):
        return None


def field_label(model: Model | None, name: str) -> str:
    """The name of a field in the forms of staff. For fields that no form shows, it is in `audit_labels`."""
    own_label = getattr(model, "audit_labels", {}).get(name)
    field = _find_field(model, name)
    verbose_name = getattr(field, "verbose_name", name)
    return capfirst(str(own_label or verbose_name))


def _find_field(model: Model | None, name: str) -> models.Field | None:
    try:
        return model._meta.get_field(name) if model else None
    except FieldDoesNotExist:
        return None


def _find_subjects(entries: Sequence[AuditEntry]) -> dict[EntryKey, RowKey]:
    """For entries about rows with private fields: the box or the title to which the row belongs."""
    ids_by_kind: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        if hasattr(find_model(entry.kind), "private_fields"):
            ids_by_kind[entry.kind].add(entry.thing)
    subject_by_entry = {}
    for kind, ids in ids_by_kind.items():
        model = find_model(kind)
        field = _find_subject_field(model)
        if model is None or field is None:
            continue
        rows = model._default_manager.filter(pk__in=_valid_ids(model, ids))
        for pk, subject_pk in rows.values_list("pk", field.attname):
            subject_by_entry[kind, str(pk)] = (field.related_model, str(subject_pk))
    return subject_by_entry


def _find_subject_field(model: Model | None) -> models.Field | None:
    for name in SUBJECT_FIELDS:
        field = _find_field(model, name)
        if field is not None:
            return field
    return None


def _list_mentioned_rows(entry: AuditEntry) -> Iterable[RowKey]:
    """Yields the rows of other tables whose ids are in the values of an entry."""
    model = find_model(entry.kind)
    for values in (entry.before, entry.after):
        for name, value in values.items():
            field = _find_field(model, name)
            if field is not None and field.related_model and isinstance(value, (int, str)) and value != "":
                yield field.related_model, str(value)


def _load_rows(model: Model, pks: set[str]) -> Iterable[models.Model]:
    rows = model._default_manager.filter(pk__in=_valid_ids(model, pks))
    return rows.with_names() if hasattr(rows, "with_names") else rows


def _name_row(row: models.Model) -> str:
    """The name of a row. If the name may contain private fields, only its kind and id."""
    return f"{row._meta.verbose_name} #{row.pk}" if hasattr(row, "private_fields") else str(row)


def _valid_ids(model: Model, pks: Iterable[str]) -> list[str]:
    """The ids among these that rows of the model can have. Old entries may have ids of another form."""
    if not isinstance(model._meta.pk, models.AutoField):
        return list(pks)
    return [pk for pk in pks if pk.isascii() and pk.isdecimal() and len(pk) < 16]
