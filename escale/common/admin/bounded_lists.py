"""Lists of the admin that are not counted to their end. A cursor leads beyond the numbered pages."""

from functools import cached_property

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.core.exceptions import FieldDoesNotExist
from django.core.paginator import Paginator

from escale.common.cursors import MAX_DEPTH, BadCursor, Order, count_up_to

CURSOR_PARAMETER = "cursor"
#: The number of newest rows in which parts of words are searched, in a table that grows.
SEARCH_DEPTH = 10_000


class BoundedPaginator(Paginator):
    """Counts up to `MAX_DEPTH`. `is_bounded` is true if there are more rows."""

    @cached_property
    def count(self) -> int:
        return MAX_DEPTH if self.is_bounded else self._count_or_none

    @cached_property
    def is_bounded(self) -> bool:
        return self._count_or_none is None

    @cached_property
    def _count_or_none(self) -> int | None:
        return count_up_to(self.object_list)


class BoundedChangeList(ChangeList):
    """Begins after the cursor of the request, if it has one. Its last page links to further rows."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.params.pop(CURSOR_PARAMETER, None)  # A search begins at the first row.

    def get_query_string(self, new_params=None, remove=None) -> str:
        """Keeps the cursor in links to other pages. With another filter or order, the list begins anew."""
        changes = dict(new_params or {})
        if PAGE_VAR not in changes:
            changes.setdefault(CURSOR_PARAMETER, None)
        return super().get_query_string(changes, remove)

    def get_filters_params(self, params=None):
        lookup_params = super().get_filters_params(params)
        lookup_params.pop(CURSOR_PARAMETER, None)
        return lookup_params

    def get_queryset(self, request, **options):
        rows = super().get_queryset(request, **options)
        self.order = self._find_order(rows)
        cursor = request.GET.get(CURSOR_PARAMETER)
        if not cursor:
            return rows
        if self.order is None:
            raise IncorrectLookupParameters
        try:
            return self.order.select(rows, self.order.read_cursor(self.model, cursor))
        except BadCursor as error:
            raise IncorrectLookupParameters from error

    def _find_order(self, rows) -> Order | None:
        """The order of the list; None if it sorts by something that may be null, or is not a field."""
        names = rows.query.order_by
        if not all(isinstance(name, str) and self._is_never_null(name) for name in names):
            return None
        return Order(f"admin {self.opts.label_lower}", tuple(names))

    def _is_never_null(self, name: str) -> bool:
        bare_name = name.removeprefix("-")
        try:
            field = self.opts.pk if bare_name == "pk" else self.opts.get_field(bare_name)
        except FieldDoesNotExist:
            return False
        return field.concrete and not field.null and not field.is_relation

    def get_results(self, request) -> None:
        super().get_results(request)
        self.is_bounded = self.paginator.is_bounded
        self.shown_count = f"{self.result_count}+" if self.is_bounded else str(self.result_count)
        self.has_cursor = CURSOR_PARAMETER in request.GET

    def further_url(self) -> str:
        """The address of the rows after the last numbered page; empty on other pages."""
        is_last_page = self.page_num >= self.paginator.num_pages
        if not (self.is_bounded and is_last_page and self.order):
            return ""
        cursor = self.order.write_cursor(list(self.result_list)[-1])
        return self.get_query_string({CURSOR_PARAMETER: cursor, PAGE_VAR: None})

    def first_url(self) -> str:
        return self.get_query_string({CURSOR_PARAMETER: None, PAGE_VAR: None})


class BoundedList(admin.ModelAdmin):
    """`escale.house.admin_site.DeskSite.register` adds this to every admin class of the site."""

    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # They would count the list once for each choice.

    def get_changelist(self, request, **options):
        return BoundedChangeList


class NewestSearched(admin.ModelAdmin):
    """For tables that grow: a search looks only at the newest rows, and the page says so.

    No index that both databases have can find a part of a word.
    """

    search_depth = SEARCH_DEPTH

    def select_newest(self, queryset):
        newest = self.model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
        return queryset.filter(pk__gt=(newest or 0) - self.search_depth)

    def get_search_results(self, request, queryset, search_term):
        rows = self.select_newest(queryset) if search_term else queryset
        return super().get_search_results(request, rows, search_term)
