"""Pages of the administration that only show things."""

from django.contrib import admin


class ReadOnlyAdmin(admin.ModelAdmin):
    """For things that are changed elsewhere, together with what belongs to them."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False

    def has_delete_permission(self, request, obj=None) -> bool:
        return False
