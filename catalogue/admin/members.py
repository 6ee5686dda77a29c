"""The rules for members, and the events of the house. Accounts of members have their own pages."""

from django.contrib import admin

from catalogue.models import BoxKind, Category, Gathering, LoanRule
from escale.common.admin.tables import Table


class LoanRuleInline(Table):
    model = LoanRule


@admin.register(Category)
class CategoryAdmin(admin.ModelAdmin):
    list_display = ["name", "position", "boxes", "days", "renewals", "fee", "deposit"]
    inlines = [LoanRuleInline]


@admin.register(BoxKind)
class BoxKindAdmin(admin.ModelAdmin):
    list_display = ["name"]
    search_fields = ["name"]


@admin.register(Gathering)
class GatheringAdmin(admin.ModelAdmin):
    list_display = ["day", "name", "visitors"]
    list_per_page = 50
