"""Pages of lists that grow. A cursor leads to a page, which begins after the last row of the page before.

An index finds that row, so the thousandth page costs as much as the first. Rows that are added while somebody
reads are not shown twice and hide no others. A cursor contains the values of one row by which the list is
sorted, and a direction. It is signed, so that only the site can create it.
"""

from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

MAX_CURSOR_LENGTH = 1000
#: The number of results that numbered pages reach. Further results are reached only by cursor.
MAX_DEPTH = 1000


class BadCursor(ValueError):
    """The text is not a cursor of this list."""


@dataclass(frozen=True, slots=True)
class Position:
    """The values of a row by which the list is sorted. The page is after this row, or before it."""

    values: tuple[Any, ...]
    is_before: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a list, by fields that are never null. The last field is unique.

    A field with a minus sign is in descending order. The name keeps a cursor from being used for another
    list.
    """

    name: str
    fields: tuple[str, ...]

    def sort(self, rows: models.QuerySet, *, is_reversed: bool = False) -> models.QuerySet:
        names = [_reverse(field) for field in self.fields] if is_reversed else self.fields
        return rows.order_by(*names)

    def select(self, rows: models.QuerySet, position: Position) -> models.QuerySet:
        """The rows after the position, or those before it.

        A row comes later if its first field is later; or if the first is equal and the second is later; and
        so on.
        """
        later_in_one_field = Q()
        equal_fields: dict[str, Any] = {}
        for field, value in zip(self.fields, position.values, strict=True):
            name = field.removeprefix("-")
            later_in_field = Q(**{f"{name}__{self._find_lookup(field, position)}": value})
            later_in_one_field |= Q(**equal_fields) & later_in_field
            equal_fields[name] = value
        return rows.filter(self._bound_first_field(position), later_in_one_field)

    def _find_lookup(self, field: str, position: Position) -> str:
        """The comparison that finds later values in the order of this field, or earlier ones."""
        is_descending = field.startswith("-")
        return "lt" if is_descending != position.is_before else "gt"

    def _bound_first_field(self, position: Position) -> Q:
        """A condition that follows from the other one. Databases need it to start at the right place in their
        index.
        """
        first_field = self.fields[0]
        lookup = self._find_lookup(first_field, position)
        return Q(**{f"{first_field.removeprefix('-')}__{lookup}e": position.values[0]})

    def write_cursor(self, row: models.Model, *, is_before: bool = False) -> str:
        values = [_field_of(row, field).value_to_string(row) for field in self.fields]
        return self._sign(is_before, values)

    def read_cursor(self, model: type[models.Model], cursor: str) -> Position:
        """The position in a cursor of this list. Raises BadCursor for any other text."""
        if len(cursor) > MAX_CURSOR_LENGTH:
            raise BadCursor("too long")
        try:
            is_before, values = self._signer().unsign_object(cursor)
            fields = [_field_of(model, field) for field in self.fields]
            parsed_values = [field.to_python(text) for field, text in zip(fields, values, strict=True)]
        except (signing.BadSignature, ValidationError, ValueError, TypeError) as error:
            raise BadCursor("damaged, or of another list") from error
        return Position(tuple(parsed_values), bool(is_before))

    def _sign(self, is_before: bool, values: list[str]) -> str:
        return self._signer().sign_object([int(is_before), values])

    def _signer(self) -> signing.Signer:
        return signing.Signer(salt=f"cursor {self.name} {' '.join(self.fields)}")


@dataclass(frozen=True, slots=True)
class CursorPage:
    """One page of a list, and the cursors of its neighbours. A cursor is empty if there is no neighbour."""

    rows: list[Any]
    next: str
    previous: str


def load_page(rows: models.QuerySet, order: Order, size: int, cursor: str = "") -> CursorPage:
    """The first page of a list, or the page of a cursor. Takes one query for a list of any size."""
    if not cursor:
        page_rows, has_more = _load_rows(order.sort(rows), size)
        return _make_page(page_rows, order, has_next=has_more, has_previous=False)
    position = order.read_cursor(rows.model, cursor)
    sorted_rows = order.sort(order.select(rows, position), is_reversed=position.is_before)
    page_rows, has_more = _load_rows(sorted_rows, size)
    if position.is_before:
        page_rows.reverse()
        return _make_page(page_rows, order, has_next=True, has_previous=has_more)
    return _make_page(page_rows, order, has_next=has_more, has_previous=True)


def load_numbered_page(rows: models.QuerySet, order: Order, size: int, number: int) -> CursorPage:
    """The page with this number, from 1. The caller keeps `number * size` below `MAX_DEPTH`."""
    start = (number - 1) * size
    page_rows, has_more = _load_rows(order.sort(rows)[start:], size)
    return _make_page(page_rows, order, has_next=has_more, has_previous=number > 1)


def _load_rows(rows: models.QuerySet, size: int) -> tuple[list[models.Model], bool]:
    """The first rows, and whether there are more. For that, one row too many is loaded."""
    loaded_rows = list(rows[: size + 1])
    return loaded_rows[:size], len(loaded_rows) > size


def _make_page(rows: list[models.Model], order: Order, *, has_next: bool, has_previous: bool) -> CursorPage:
    """The page with its cursors. An empty page has no neighbours, because its rows were removed meanwhile."""
    return CursorPage(
        rows,
        next=order.write_cursor(rows[-1]) if rows and has_next else "",
        previous=order.write_cursor(rows[0], is_before=True) if rows and has_previous else "",
    )


def count_up_to(rows: models.QuerySet, limit: int = MAX_DEPTH) -> int | None:
    """The number of rows; None if it is over the limit, at which the database stops counting."""
    count = rows.order_by().values("pk")[: limit + 1].count()
    return count if count <= limit else None


def _reverse(field: str) -> str:
    return field.removeprefix("-") if field.startswith("-") else f"-{field}"


def _field_of(model: models.Model | type[models.Model], name: str) -> models.Field:
    bare_name = name.removeprefix("-")
    return model._meta.pk if bare_name == "pk" else model._meta.get_field(bare_name)
