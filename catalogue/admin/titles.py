"""Titles, tags and contributors in the administration. The lists stay fast with a hundred thousand titles."""

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db.models.fields.json import KeyTextTransform
from django.utils.translation import gettext_lazy as _

from catalogue import services
from catalogue.admin.common import (
    MAX_FOUND,
    LanguagesToTick,
    TitleChangingAdmin,
    redirect_with_selection,
)
from catalogue.desk import photos
from catalogue.desk.cataloguing import QUEUES, filter_by_queue
from catalogue.models import Contributor, Copy, Credit, GameTitle, Tag, TitleName, TitleTag
from catalogue.presenting import figures
from catalogue.search.live_index import catalogue_index
from catalogue.search.reference import find_reference_ids
from escale.common import languages
from escale.common.admin.tables import Table
from escale.common.admin.texts import field_names, texts_form

DESCRIPTION, NAME = "description_{}", "name_{}"  # fields for texts by language


def description_field(code: str, **options) -> forms.Field:
    return forms.CharField(widget=AdminTextareaWidget, required=False, **options)


def name_field(code: str, **options) -> forms.Field:
    """The field for the name of a tag in one language. In files, the English name identifies the tag."""
    return forms.CharField(
        widget=AdminTextInputWidget, required=code == languages.SOURCE, max_length=120, **options
    )


class NameInline(Table):
    model = TitleName


class CreditInline(Table):
    model = Credit
    classes = ["collapse"]
    autocomplete_fields = ["contributor"]


class TagInline(Table):
    model = TitleTag
    classes = ["collapse"]
    autocomplete_fields = ["tag"]


class CopyInline(LanguagesToTick, admin.StackedInline):
    model = Copy
    extra = 0
    show_change_link = True
    autocomplete_fields = ["shelf"]
    fields = [
        ("inventory_number", "barcode"),
        ("shelf", "status", "condition"),
        "missing",
        ("languages", "edition"),
    ]


class MissingFactFilter(admin.SimpleListFilter):
    title, parameter_name = _("missing information"), "lacks"

    def lookups(self, request, model_admin):
        return [(name, label) for name, (label, _q) in QUEUES.items()]

    def queryset(self, request, queryset):
        if self.value() not in QUEUES:
            return queryset
        return filter_by_queue(queryset, self.value())


@admin.register(GameTitle)
class GameTitleAdmin(TitleChangingAdmin):
    list_display = ["shown_name", "year", "kind", "players", "minutes", "boxes"]
    list_filter = ["kind", MissingFactFilter, "is_reference"]
    search_fields = ["names__name"]  # makes Django show the field; `get_search_results` searches the index
    search_help_text = _("Any name, in any language; typing errors are forgiven.")
    form = texts_form("descriptions", DESCRIPTION, _("description"), description_field)
    autocomplete_fields = ["base"]
    inlines = [NameInline, CopyInline, CreditInline, TagInline]
    actions = ["change_several"]
    fieldsets = [
        (None, {"fields": [("slug", "kind"), ("year", "age", "weight"), "base", "is_reference"]}),
        (
            _("Players and time"),
            {
                "fields": [
                    ("players_min", "players_max"),
                    ("players_best", "players_recommended"),
                    ("minutes_min", "minutes_max"),
                ]
            },
        ),
        (
            _("Contents and descriptions"),
            {"fields": ["components", "score_categories", *field_names(DESCRIPTION)]},
        ),
        (
            _("Classes and numbers"),
            {
                "fields": [("language_dependence", "esar", "col"), ("bgg_id", "popularity")],
                "classes": ["collapse"],
            },
        ),
    ]

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("names", "copies")

    @admin.display(description=_("name"), ordering="sort_key")
    def shown_name(self, obj):
        return obj.name

    @admin.display(description=_("Players"), ordering="players_min")
    def players(self, obj):
        return figures.format_players(obj)

    @admin.display(description=_("Time"), ordering="minutes_max")
    def minutes(self, obj):
        return figures.format_minutes(obj) if obj.minutes_max or obj.minutes_min else ""

    @admin.display(description=_("boxes"))
    def boxes(self, obj):
        return len(obj.copies.all())

    def get_search_results(self, request, queryset, search_term):
        if not search_term:
            return queryset, False
        ids = [*catalogue_index.search(search_term, size=MAX_FOUND).ids, *find_reference_ids(search_term)]
        return queryset.filter(pk__in=ids), False

    def title_ids_of(self, obj) -> list[int]:
        return [obj.pk]

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        services.refresh_sort_key(form.instance)

    def save_model(self, request, obj, form, change) -> None:
        former = GameTitle.objects.get(pk=obj.pk).slug if change else obj.slug
        super().save_model(request, obj, form, change)
        if former != obj.slug:
            services.redirect_old_slug(former, obj)

    def delete_model(self, request, obj) -> None:
        services.remove_title(obj)
        photos.delete_unused_photo(obj.photo)

    def delete_queryset(self, request, queryset) -> None:
        for title in queryset:
            # `self.delete_model` would write to the audit log again, after `Audited.delete_queryset`.
            GameTitleAdmin.delete_model(self, request, title)

    @admin.action(description=_("Change several"), permissions=["change"])
    def change_several(self, request, queryset):
        return redirect_with_selection(request, "title", "desk:many", queryset)


class WordAdmin(TitleChangingAdmin):
    """Tags and contributors. Their names are shown on the pages of their titles."""

    def title_ids_of(self, obj) -> list[int]:
        return list(obj.title_tags.values_list("title_id", flat=True))


def name_column(code: str):
    """A column in the list of tags, with the names in one language."""

    @admin.display(description=languages.own_name(code), ordering=KeyTextTransform(code, "names"))
    def name(tag: Tag) -> str:
        return tag.names.get(code, "")

    name.__name__ = NAME.format(code)
    return name


@admin.register(Tag)
class TagAdmin(WordAdmin):
    form = texts_form("names", NAME, _("name"), name_field)
    fields = ["kind", "slug", *field_names(NAME)]
    list_display = [*map(name_column, sorted(languages.codes(), key=languages.SOURCE.__ne__)), "kind"]
    list_filter = ["kind"]
    search_fields = [f"names__{code}" for code in languages.codes()]


@admin.register(Contributor)
class ContributorAdmin(WordAdmin):
    list_display = ["name", "slug"]
    search_fields = ["name", "slug"]

    def title_ids_of(self, obj) -> list[int]:
        return list(obj.credits.values_list("title_id", flat=True))
