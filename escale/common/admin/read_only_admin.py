"""The base of admin pages that can change nothing."""

from django.contrib import admin


class ReadOnlyAdmin(admin.ModelAdmin):
    """For models that are changed on other pages, together with related rows."""

    list_per_page = 50

    def has_add_permission(self, request) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False

    def has_delete_permission(self, request, obj=None) -> bool:
        return False
