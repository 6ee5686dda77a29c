"""What the house says of itself, and the log of all that staff change."""

from django.contrib import admin
from django.core.cache import cache
from django.db import models
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _

from escale.common.models import AuditEntry
from escale.models import House, HouseText


class HouseTextInline(admin.StackedInline):
    model = HouseText
    extra = 0
    max_num = 4


@admin.register(House)
class HouseAdmin(admin.ModelAdmin):
    list_display = ["name", "hosts", "town", "games", "valid_from", "valid_to"]
    inlines = [HouseTextInline]
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        cache.delete("house")


@admin.register(AuditEntry)
class AuditEntryAdmin(admin.ModelAdmin):
    """Read, searched, never touched."""

    list_display = ["at", "who", "action", "kind", "label", "differences"]
    list_filter = ["action", "kind"]
    date_hierarchy = "at"
    search_fields = ["words"]
    search_help_text = _("Any word of the entry: who, what, an old or a new value.")
    list_per_page = 50
    show_full_result_count = False

    @admin.display(description=_("before → after"))
    def differences(self, entry: AuditEntry):
        names = list(dict.fromkeys([*entry.before, *entry.after]))
        rows = ((name, entry.before.get(name, ""), entry.after.get(name, "")) for name in names[:6])
        return format_html_join(mark_safe("<br>"), "{}: {} → {}", rows)

    def has_add_permission(self, request) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False

    def has_delete_permission(self, request, obj=None) -> bool:
        return False
