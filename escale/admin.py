"""Staff edit what the house says of itself."""

from django.contrib import admin
from django.core.cache import cache
from django.db import models

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
