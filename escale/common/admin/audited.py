"""An admin whose every change is in the audit log, rows of its inlines included."""

from django.contrib import admin
from django.db import models
from django.forms.models import _get_foreign_key

from escale.common import audit


class Audited(admin.ModelAdmin):
    """Mixed into every admin of the site by `escale.house.admin_site.DeskSite.register`, so that none can forget it."""

    def save_model(self, request, obj, form, change) -> None:
        request.audit_before = self.pictures(request, self.model.objects.get(pk=obj.pk)) if change else {}
        super().save_model(request, obj, form, change)

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        before, after = request.audit_before, self.pictures(request, form.instance)
        for key in {**before, **after}:
            thing, old = before.get(key, (None, None))
            now, new = after.get(key, (None, None))
            action = audit.ADD if old is None else audit.DELETE if new is None else audit.CHANGE
            audit.record(who=request.user, action=action, thing=now or thing, before=old, after=new)

    def delete_model(self, request, obj) -> None:
        audit.deleted(who=request.user, thing=obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request, queryset) -> None:
        for thing in queryset:
            audit.deleted(who=request.user, thing=thing)
        super().delete_queryset(request, queryset)

    def pictures(self, request, obj: models.Model) -> dict:
        """The thing and the rows of its inlines as they stand in the database: (label, id) → (thing, picture)."""
        things = [obj]
        for inline in self.get_inline_instances(request, obj):
            key = _get_foreign_key(self.model, inline.model, fk_name=inline.fk_name)
            things += inline.model._default_manager.filter(**{key.name: obj})
        return {(thing._meta.label_lower, thing.pk): (thing, self._picture(thing)) for thing in things}

    def _picture(self, thing: models.Model) -> audit.Picture:
        many = [field for field in thing._meta.many_to_many if field.remote_field.through._meta.auto_created]
        return audit.picture(thing) | {
            field.name: sorted(str(other) for other in getattr(thing, field.name).all()) for field in many
        }
