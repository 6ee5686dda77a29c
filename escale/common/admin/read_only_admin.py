"""A page of the administration on which nothing is changed."""

from django.contrib import admin


class OnlyLooked(admin.ModelAdmin):
    """Made elsewhere, where everything that hangs on it is kept together; here it is read."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False

    def has_delete_permission(self, request, obj=None) -> bool:
        return False
