"""Lists that grow are walked by cursor: each page begins after the last row of the page before it.

An index leads to that row, so the thousandth page costs as much as the first one, and rows that are added
while somebody reads are neither shown twice nor hide others. A cursor holds the values by which the list is
sorted, of one row, and a direction. It is signed, so that only the site can write one.
"""

from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

MAX_CURSOR_LENGTH = 1000
#: results that can be reached by the number of a page; further ones only by cursor
MAX_DEPTH = 1000


class BadCursor(ValueError):
    """The text is no cursor of this list."""


@dataclass(frozen=True, slots=True)
class Position:
    """The values of a row by which the list is sorted. The page lies after this row, or before it."""

    values: tuple[Any, ...]
    is_before: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """How a list is sorted: by fields that are never null, of which the last one is unique.

    A field with a minus is sorted in descending order. The name keeps the cursors of lists apart.
    """

    name: str
    fields: tuple[str, ...]

    def sort(self, rows: models.QuerySet, *, is_reversed: bool = False) -> models.QuerySet:
        names = [_reverse(field) for field in self.fields] if is_reversed else self.fields
        return rows.order_by(*names)

    def select(self, rows: models.QuerySet, position: Position) -> models.QuerySet:
        """The rows after the position, or those before it.

        A row comes later if its first field is later, or if this is equal and its second field is later, and
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
        """The comparison that finds what comes later, or earlier, in the order of this field."""
        is_descending = field.startswith("-")
        return "lt" if is_descending != position.is_before else "gt"

    def _bound_first_field(self, position: Position) -> Q:
        """What the other condition says already, but the databases need it to begin at the right place of
        their index.
        """
        first_field = self.fields[0]
        lookup = self._find_lookup(first_field, position)
        return Q(**{f"{first_field.removeprefix('-')}__{lookup}e": position.values[0]})

    def write_cursor(self, row: models.Model, *, is_before: bool = False) -> str:
        values = [_field_of(row, field).value_to_string(row) for field in self.fields]
        return self._sign(is_before, values)

    def read_cursor(self, model: type[models.Model], cursor: str) -> Position:
        """The position that a cursor of this list holds; BadCursor for any other text."""
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
    """One page of a list, and the cursors of its neighbours; a cursor is empty where there is none."""

    rows: list[Any]
    next: str
    previous: str


def load_page(rows: models.QuerySet, order: Order, size: int, cursor: str = "") -> CursorPage:
    """The first page of a list, or the one that a cursor leads to. One query, whatever the size of the list."""
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
    """A page by its number, from 1. The caller keeps `number * size` below `MAX_DEPTH`."""
    start = (number - 1) * size
    page_rows, has_more = _load_rows(order.sort(rows)[start:], size)
    return _make_page(page_rows, order, has_next=has_more, has_previous=number > 1)


def _load_rows(rows: models.QuerySet, size: int) -> tuple[list[models.Model], bool]:
    """The first rows, and whether there are more: one row too many is loaded to see that."""
    loaded_rows = list(rows[: size + 1])
    return loaded_rows[:size], len(loaded_rows) > size


def _make_page(rows: list[models.Model], order: Order, *, has_next: bool, has_previous: bool) -> CursorPage:
    """An empty page has no neighbours: its rows were removed since its cursor was written."""
    return CursorPage(
        rows,
        next=order.write_cursor(rows[-1]) if rows and has_next else "",
        previous=order.write_cursor(rows[0], is_before=True) if rows and has_previous else "",
    )


def count_up_to(rows: models.QuerySet, limit: int = MAX_DEPTH) -> int | None:
    """How many rows there are, None for more than the limit: the database stops counting there."""
    count = rows.order_by().values("pk")[: limit + 1].count()
    return count if count <= limit else None


def _reverse(field: str) -> str:
    return field.removeprefix("-") if field.startswith("-") else f"-{field}"


def _field_of(model: models.Model | type[models.Model], name: str) -> models.Field:
    bare_name = name.removeprefix("-")
    return model._meta.pk if bare_name == "pk" else model._meta.get_field(bare_name)
