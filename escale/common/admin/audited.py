"""A base of admin classes that records every change in the audit log, including changes of inline rows."""

from django.contrib import admin
from django.db import models
from django.forms.models import _get_foreign_key

from escale.common import audit

#: The kind and the id of a row.
RowKey = tuple[str, int]


class Audited(admin.ModelAdmin):
    """Records in the audit log what staff add, change and delete in the admin.

    `escale.house.admin_site.DeskSite.register` adds this base to every admin class.
    """

    def save_model(self, request, obj, form, change) -> None:
        request.audit_before = (
            self._snapshot_all(request, self.model.objects.get(pk=obj.pk)) if change else {}
        )
        super().save_model(request, obj, form, change)

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        before = request.audit_before
        after = self._snapshot_all(request, form.instance)
        for key in {**before, **after}:
            old_row, old_values = before.get(key, (None, None))
            new_row, new_values = after.get(key, (None, None))
            if old_row is None:
                action = audit.ADD
            elif new_row is None:
                action = audit.DELETE
            else:
                action = audit.CHANGE
            audit.record(
                who=request.user, action=action, thing=new_row or old_row, before=old_values, after=new_values
            )

    def delete_model(self, request, obj) -> None:
        audit.record_deletion(who=request.user, thing=obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request, queryset) -> None:
        for row in queryset:
            audit.record_deletion(who=request.user, thing=row)
        super().delete_queryset(request, queryset)

    def _snapshot_all(self, request, obj: models.Model) -> dict[RowKey, tuple[models.Model, audit.Snapshot]]:
        """The object and the rows of its inlines, each with its values in the database."""
        rows = [obj]
        for inline in self.get_inline_instances(request, obj):
            key = _get_foreign_key(self.model, inline.model, fk_name=inline.fk_name)
            rows += inline.model._default_manager.filter(**{key.name: obj})
        return {(row._meta.label_lower, row.pk): (row, _snapshot_with_relations(row)) for row in rows}


def _snapshot_with_relations(row: models.Model) -> audit.Snapshot:
    """The values of a row, and the names of the rows to which its many-to-many fields link."""
    values = audit.take_snapshot(row)
    for field in row._meta.many_to_many:
        if field.remote_field.through._meta.auto_created:
            values[field.name] = sorted(str(related) for related in getattr(row, field.name).all())
    return values
