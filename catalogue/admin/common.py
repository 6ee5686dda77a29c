"""Shared by the admin pages of the catalogue: raises the version of titles, and links to pages of the
desk.
"""

from django.contrib import admin, messages
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from catalogue import services
from escale.common.admin.languages_field import OTHERS, LanguagesField
from escale.common.cursors import count_up_to

MAX_SELECTED = 300  # They make an address of four thousand characters. Proxies accept twice as many.
MAX_FOUND = 2000  # titles of a search in the index


def redirect_with_selection(request, parameter: str, page: str, queryset):
    """Opens a page of the desk with the selected rows, at most as many as an address can hold."""
    if count_up_to(queryset, MAX_SELECTED) is None:
        messages.error(request, _("Tick at most %(n)s at once.") % {"n": MAX_SELECTED})
        return None
    ids = list(queryset.values_list("pk", flat=True))
    return redirect(f"{reverse(page)}?{urlencode({parameter: ids}, doseq=True)}")


class LanguagesToTick:
    """Lets staff tick the languages of boxes, instead of typing codes."""

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        if db_field.name == "languages":
            return LanguagesField(OTHERS, label=capfirst(db_field.verbose_name))
        return super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]


class TitleChangingAdmin(admin.ModelAdmin):
    """Marks the titles of a saved object as changed, so that no process shows their former state."""

    list_per_page = 50

    def title_ids_of(self, obj) -> list[int]:
        return [obj.title_id]

    def save_model(self, request, obj, form, change) -> None:
        services.lock_catalogue()
        # If a box is moved to another title, its former title changes too.
        request.title_ids_before = self.title_ids_of(self.model.objects.get(pk=obj.pk)) if change else []
        super().save_model(request, obj, form, change)

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        services.mark_changed({*request.title_ids_before, *self.title_ids_of(form.instance)})

    def delete_model(self, request, obj) -> None:
        with services.catalogue_transaction():
            title_ids = self.title_ids_of(obj)
            super().delete_model(request, obj)
            services.mark_changed(title_ids)

    def delete_queryset(self, request, queryset) -> None:
        with services.catalogue_transaction():
            title_ids = {title_id for obj in queryset for title_id in self.title_ids_of(obj)}
            super().delete_queryset(request, queryset)
            services.mark_changed(title_ids)
