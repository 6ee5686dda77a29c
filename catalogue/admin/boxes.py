"""Boxes, shelves and loans in the administration, with reservations, inventory checks and imports."""

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from catalogue import services
from catalogue.admin.common import (
    MAX_FOUND,
    LanguagesToTick,
    TitleChangingAdmin,
    redirect_with_selection,
)
from catalogue.desk import reserving
from catalogue.models import Copy, ImportJob, InventoryCheck, Loan, Reservation, Shelf
from catalogue.search.live_index import catalogue_index
from escale.common.admin.bounded_lists import NewestSearched
from escale.common.admin.read_only_admin import ReadOnlyAdmin
from escale.common.admin.tables import Table

MAX_LOANS = 20  # of a box on its page


class IncompleteFilter(admin.SimpleListFilter):
    title, parameter_name = _("missing pieces"), "incomplete"

    def lookups(self, request, model_admin):
        return [("yes", _("with missing pieces"))]

    def queryset(self, request, queryset):
        return queryset.incomplete() if self.value() == "yes" else queryset


class LoanInline(Table):
    model = Loan
    can_delete = False
    # Without the member: its name is that of the borrower, and the field would list all members.
    fields = readonly_fields = ["borrower_kind", "borrower", "out", "due", "back", "note"]
    verbose_name_plural = _("newest loans")

    def get_queryset(self, request):
        """The newest loans of the box. The desk shows all of them."""
        loans = Loan.objects.filter(copy=request.resolver_match.kwargs.get("object_id"))
        newest = list(loans.order_by("-out", "-pk").values_list("pk", flat=True)[:MAX_LOANS])
        return super().get_queryset(request).filter(pk__in=newest).order_by("-out", "-pk")

    def has_add_permission(self, request, obj=None) -> bool:
        return False


@admin.register(Copy)
class CopyAdmin(LanguagesToTick, TitleChangingAdmin):
    list_display = ["__str__", "title", "shelf", "status", "condition", "missing"]
    list_filter = ["status", "condition", IncompleteFilter]
    search_fields = ["inventory_number", "barcode"]
    search_help_text = _("Number or barcode of a box, or the name of its title.")
    autocomplete_fields = ["title", "shelf"]
    inlines = [LoanInline]
    actions = ["change_several", "print_labels"]

    def get_queryset(self, request):
        return super().get_queryset(request).with_title_and_shelf()

    def get_readonly_fields(self, request, obj=None):
        # Only the desk lends boxes and takes them back, because loan and status change together.
        return ["status"] if obj and obj.status == Copy.Status.OUT else []

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        if db_field.name == "status":
            kwargs["choices"] = [choice for choice in Copy.Status.choices if choice[0] != Copy.Status.OUT]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def get_search_results(self, request, queryset, search_term):
        if not search_term:
            return queryset, False
        titles = catalogue_index.search(search_term, size=MAX_FOUND).ids
        # A query of its own: joined by "or" to the titles, it would use no index.
        own = list(Copy.objects.with_number(search_term).values_list("pk", flat=True))
        return queryset.filter(Q(pk__in=own) | Q(barcode=search_term) | Q(title__in=titles)), False

    @admin.action(description=_("Change several"), permissions=["change"])
    def change_several(self, request, queryset):
        return redirect_with_selection(request, "copy", "desk:many", queryset)

    @admin.action(description=_("Print labels"), permissions=["change"])
    def print_labels(self, request, queryset):
        return redirect_with_selection(request, "copy", "desk:labels", queryset)


@admin.register(Shelf)
class ShelfAdmin(TitleChangingAdmin):
    list_display = ["code", "room", "position", "label"]
    list_filter = ["room"]
    search_fields = ["code", "label", "room"]

    def title_ids_of(self, obj) -> list[int]:
        return list(obj.copies.values_list("title_id", flat=True))


@admin.register(Loan)
class LoanAdmin(NewestSearched, ReadOnlyAdmin):
    list_display = ["copy", "borrower", "borrower_kind", "out", "due", "back"]
    list_filter = ["borrower_kind", ("back", admin.EmptyFieldListFilter)]
    sortable_by = ["due"]
    list_select_related = ["copy"]
    search_fields = ["copy__inventory_number", "borrower"]
    search_help_text = _("Number of a box, or part of a name.")

    def get_search_results(self, request, queryset, search_term):
        if not search_term:
            return queryset, False
        # As typed and in upper case: the index finds both, but no other mixture.
        numbers = [search_term, search_term.upper()]
        boxes = list(Copy.objects.filter(inventory_number__in=numbers).values_list("pk", flat=True))
        if boxes:
            return queryset.filter(copy__in=boxes), False
        return self.select_newest(queryset).filter(borrower__icontains=search_term), False


class ReservationForm(forms.ModelForm):
    """Refuses to promise more boxes than there are, as for guests."""

    def clean(self):
        values = super().clean()
        if self.errors or values.get("done") or values.get("is_queued"):
            return values
        request = reserving.ReservationRequest(values["name"], values["stay_from"], values["stay_to"])
        objection = reserving.find_objection(
            values["title"], request, today=timezone.localdate(), ignored_id=self.instance.pk
        )
        if objection:
            raise ValidationError(objection)
        return values


@admin.register(Reservation)
class ReservationAdmin(NewestSearched):
    form = ReservationForm
    list_display = ["title", "name", "stay_from", "stay_to", "done"]
    list_filter = ["done"]
    sortable_by = ["stay_from"]
    list_select_related = ["title"]
    search_fields = ["name"]
    autocomplete_fields = ["title"]
    list_per_page = 50

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("title__names")

    def changeform_view(self, request, *arguments, **more):
        # The transaction keeps others from lending or reserving the box between checking and saving the form.
        if request.method != "POST":
            return super().changeform_view(request, *arguments, **more)
        with services.catalogue_transaction():
            return super().changeform_view(request, *arguments, **more)


@admin.register(InventoryCheck)
class InventoryCheckAdmin(ReadOnlyAdmin):
    list_display = ["begun_at", "shelf", "ended_at", "note"]
    list_select_related = ["shelf"]


@admin.register(ImportJob)
class ImportJobAdmin(ReadOnlyAdmin):
    list_display = ["name", "state", "by", "made_at", "ended_at"]
    list_filter = ["state"]
