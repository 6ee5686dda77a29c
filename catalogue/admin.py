"""The catalogue in the administration: lists quick at a hundred thousand titles, search instead of long choices."""

from django.contrib import admin, messages
from django.db.models import Q
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from catalogue import services
from catalogue.desk import photos
from catalogue.desk.cataloguing import JOINED, QUEUES
from catalogue.models import (
    Contributor,
    Copy,
    Credit,
    GameTitle,
    ImportJob,
    InventoryCheck,
    Loan,
    Reservation,
    Shelf,
    Tag,
    TitleName,
    TitleTag,
)
from catalogue.presenting import figures
from catalogue.search.live_index import catalogue_index
from escale.common.admin.read_only_admin import OnlyLooked
from escale.common.admin.tables import Table

MOST_TICKED = 300  # An address of four thousand letters: proxies take twice as many.
FOUND = 2000  # Titles that one search of a list takes from the index.


def ticked(request, name: str, page: str, queryset):
    """To a page of the desk, with what was ticked in a list; an address cannot hold any number of it."""
    if queryset.count() > MOST_TICKED:
        messages.error(request, _("Tick at most %(n)s at once.") % {"n": MOST_TICKED})
        return None
    return redirect(f"{reverse(page)}?{urlencode({name: list(queryset.values_list('pk', flat=True))}, doseq=True)}")


class Touching(admin.ModelAdmin):
    """What is saved here changes titles: their version is raised, so that no process shows the former state."""

    list_per_page = 50
    show_full_result_count = False

    def titles_of(self, obj) -> list[int]:
        return [obj.title_id]

    def save_model(self, request, obj, form, change) -> None:
        services.lock_catalogue()
        # A box may go over to another title: the one that it leaves changes too.
        request.titles_before = self.titles_of(self.model.objects.get(pk=obj.pk)) if change else []
        super().save_model(request, obj, form, change)

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        services.mark_changed({*request.titles_before, *self.titles_of(form.instance)})

    def delete_model(self, request, obj) -> None:
        with services.catalogue_transaction():
            titles = self.titles_of(obj)
            super().delete_model(request, obj)
            services.mark_changed(titles)

    def delete_queryset(self, request, queryset) -> None:
        with services.catalogue_transaction():
            titles = {title for obj in queryset for title in self.titles_of(obj)}
            super().delete_queryset(request, queryset)
            services.mark_changed(titles)


class NameInline(Table):
    model = TitleName


class CreditInline(Table):
    model = Credit
    autocomplete_fields = ["contributor"]


class TagInline(Table):
    model = TitleTag
    autocomplete_fields = ["tag"]


class CopyInline(admin.StackedInline):
    model = Copy
    extra = 0
    show_change_link = True
    autocomplete_fields = ["shelf"]
    fields = [("inventory_number", "barcode"), ("shelf", "status", "condition"), "missing", ("languages", "edition")]


class Lacking(admin.SimpleListFilter):
    title, parameter_name = _("lacks"), "lacks"

    def lookups(self, request, model_admin):
        return [(name, label) for name, (label, _q) in QUEUES.items()]

    def queryset(self, request, queryset):
        if self.value() not in QUEUES:
            return queryset
        lacking = QUEUES[self.value()][1]
        if self.value() not in JOINED:
            return queryset.filter(lacking)
        # A title with several boxes is found once without sorting all of them out.
        return queryset.filter(pk__in=GameTitle.objects.filter(lacking).values("pk"))


@admin.register(GameTitle)
class GameTitleAdmin(Touching):
    list_display = ["shown_name", "year", "kind", "players", "minutes", "boxes"]
    list_filter = ["kind", Lacking]
    search_fields = ["names__name"]  # asks the index, see get_search_results
    search_help_text = _("Any name, in any language; typing errors are forgiven.")
    autocomplete_fields = ["base"]
    inlines = [NameInline, CopyInline, CreditInline, TagInline]
    actions = ["change_several"]
    fieldsets = [
        (None, {"fields": [("slug", "kind"), ("year", "age", "weight"), "base"]}),
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
            {"fields": ["components", "description_fr", "description_en", "description_it", "description_de"]},
        ),
        (_("Classes and numbers"), {"fields": [("language_dependence", "esar", "col"), ("bgg_id", "popularity")]}),
    ]

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("names", "copies")

    @admin.display(description=_("name"), ordering="sort_key")
    def shown_name(self, obj):
        return obj.name

    @admin.display(description=_("Players"), ordering="players_min")
    def players(self, obj):
        return figures.players(obj)

    @admin.display(description=_("Time"), ordering="minutes_max")
    def minutes(self, obj):
        return figures.minutes(obj) if obj.minutes_max or obj.minutes_min else ""

    @admin.display(description=_("boxes"))
    def boxes(self, obj):
        return len(obj.copies.all())

    def get_search_results(self, request, queryset, search_term):
        if not search_term:
            return queryset, False
        return queryset.filter(pk__in=catalogue_index.search(search_term, size=FOUND).ids), False

    def titles_of(self, obj) -> list[int]:
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
        photos.let_go(obj.photo)

    def delete_queryset(self, request, queryset) -> None:
        for title in queryset:
            GameTitleAdmin.delete_model(self, request, title)  # not that of the log, which has them all already

    @admin.action(description=_("Change several"), permissions=["change"])
    def change_several(self, request, queryset):
        return ticked(request, "title", "desk:many", queryset)


class Incomplete(admin.SimpleListFilter):
    title, parameter_name = _("missing pieces"), "incomplete"

    def lookups(self, request, model_admin):
        return [("yes", _("with missing pieces"))]

    def queryset(self, request, queryset):
        return queryset.incomplete() if self.value() == "yes" else queryset


class LoanInline(Table):
    model = Loan
    can_delete = False
    readonly_fields = ["borrower_kind", "borrower", "out", "due", "back", "note"]

    def has_add_permission(self, request, obj=None) -> bool:
        return False


@admin.register(Copy)
class CopyAdmin(Touching):
    list_display = ["__str__", "title", "shelf", "status", "condition", "missing"]
    list_filter = ["status", "condition", Incomplete]
    search_fields = ["inventory_number", "barcode"]
    search_help_text = _("Number or barcode of a box, or the name of its title.")
    autocomplete_fields = ["title", "shelf"]
    inlines = [LoanInline]
    actions = ["change_several", "print_labels"]

    def get_queryset(self, request):
        return super().get_queryset(request).with_title_and_shelf()

    def get_readonly_fields(self, request, obj=None):
        # A box is lent and taken back at the desk, where loan and status stay together.
        return ["status"] if obj and obj.status == Copy.Status.OUT else []

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        if db_field.name == "status":
            kwargs["choices"] = [choice for choice in Copy.Status.choices if choice[0] != Copy.Status.OUT]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def get_search_results(self, request, queryset, search_term):
        if not search_term:
            return queryset, False
        titles = catalogue_index.search(search_term, size=FOUND).ids
        # Found apart: joined by "or" to the titles no index would help, neither to count nor to list them.
        own = list(Copy.objects.with_number(search_term).values_list("pk", flat=True))
        return queryset.filter(Q(pk__in=own) | Q(barcode=search_term) | Q(title__in=titles)), False

    @admin.action(description=_("Change several"), permissions=["change"])
    def change_several(self, request, queryset):
        return ticked(request, "copy", "desk:many", queryset)

    @admin.action(description=_("Print labels"), permissions=["change"])
    def print_labels(self, request, queryset):
        return ticked(request, "copy", "desk:labels", queryset)


@admin.register(Shelf)
class ShelfAdmin(Touching):
    list_display = ["code", "room", "position", "label"]
    list_filter = ["room"]
    search_fields = ["code", "label", "room"]

    def titles_of(self, obj) -> list[int]:
        return list(obj.copies.values_list("title_id", flat=True))


class Words(Touching):
    """Tags and people: every title that has one shows its name."""

    def titles_of(self, obj) -> list[int]:
        return list(obj.title_tags.values_list("title_id", flat=True))


@admin.register(Tag)
class TagAdmin(Words):
    list_display = ["name_en", "name_fr", "name_it", "name_de", "kind"]
    list_filter = ["kind"]
    search_fields = ["name_en", "name_fr", "name_it", "name_de"]


@admin.register(Contributor)
class ContributorAdmin(Words):
    list_display = ["name", "slug"]
    search_fields = ["name", "slug"]

    def titles_of(self, obj) -> list[int]:
        return list(obj.credits.values_list("title_id", flat=True))


@admin.register(Loan)
class LoanAdmin(OnlyLooked):
    list_display = ["copy", "borrower", "borrower_kind", "out", "due", "back"]
    list_filter = ["borrower_kind", ("back", admin.EmptyFieldListFilter)]
    list_select_related = ["copy"]
    search_fields = ["copy__inventory_number", "borrower"]
    search_help_text = _("Number of a box, or part of a name.")

    def get_search_results(self, request, queryset, search_term):
        if not search_term:
            return queryset, False
        # As written and in capitals: both are in the index, any mixture is not.
        numbers = [search_term, search_term.upper()]
        boxes = list(Copy.objects.filter(inventory_number__in=numbers).values_list("pk", flat=True))
        if boxes:
            return queryset.filter(copy__in=boxes), False
        return queryset.filter(borrower__icontains=search_term), False


@admin.register(Reservation)
class ReservationAdmin(admin.ModelAdmin):
    list_display = ["title", "name", "stay_from", "stay_to", "done"]
    list_filter = ["done"]
    list_select_related = ["title"]
    search_fields = ["name"]
    autocomplete_fields = ["title"]
    list_per_page = 50

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("title__names")


@admin.register(InventoryCheck)
class InventoryCheckAdmin(OnlyLooked):
    list_display = ["begun_at", "shelf", "ended_at", "note"]
    list_select_related = ["shelf"]


@admin.register(ImportJob)
class ImportJobAdmin(OnlyLooked):
    list_display = ["name", "state", "by", "made_at", "ended_at"]
    list_filter = ["state"]
