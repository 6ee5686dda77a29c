"""Gives many boxes their numbers or their shelf at once, for instance all boxes of an import."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Upper
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal
from catalogue.models import Copy, Shelf
from escale.common import audit

MAX_NUMBERED = 20_000
MAX_DIGITS = 9
MAX_RANGE = 10_000  # numbers that a range such as "E0001–E0200" may stand for
#: The last digits of the text count up.
_SERIES = re.compile(rf"(?P<prefix>.*?)(?P<digits>[0-9]{{1,{MAX_DIGITS}}})(?P<suffix>[^0-9]*)$", re.DOTALL)
_RANGE = re.compile(r"(?P<first>[^\s,;]*[0-9])\s*[-–]\s*(?P<last>[^\s,;]*[0-9])$")

# The orders in which boxes can be numbered, by their names in the form.
ORDERS = {
    "title": ("title__sort_key", "title_id", "pk"),
    "shelf": ("shelf__room", "shelf__position", "shelf__code", "title__sort_key", "title_id", "pk"),
    "entry": ("pk",),
}


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers like E0007, E0008 and so on: a prefix, digits that count up, and perhaps a suffix."""

    prefix: str
    first_value: int
    digit_count: int
    suffix: str = ""

    @classmethod
    def begin_with(cls, text: str) -> "Series":
        """The series that begins with this number. Raises DeskRefusal if the text has no digits."""
        match = _SERIES.match(text.strip())
        if match is None:
            message = _("A first number needs digits that count up, like E0001; “%(text)s” has none.")
            raise DeskRefusal(message % {"text": text[:40]})
        digits = match["digits"]
        return cls(match["prefix"], int(digits), len(digits), match["suffix"])

    def write(self, value: int) -> str:
        return f"{self.prefix}{value:0{self.digit_count}}{self.suffix}"

    def free_numbers(self, taken_numbers: set[str]) -> Iterator[str]:
        value = self.first_value
        while True:
            number = self.write(value)
            if number.upper() not in taken_numbers:
                yield number
            value += 1


def plan_numbers(boxes: QuerySet[Copy], *, first: str, order: str) -> list[tuple[Copy, str]]:
    """The boxes without a number, in this order, each with the number that it would get.

    Numbers that other boxes have already are skipped; upper and lower case count as the same.
    """
    series = Series.begin_with(first)
    unnumbered = list(boxes.filter(inventory_number=None).order_by(*ORDERS[order])[: MAX_NUMBERED + 1])
    if not unnumbered:
        raise DeskRefusal(_("All of these boxes have a number already."))
    if len(unnumbered) > MAX_NUMBERED:
        raise DeskRefusal(_("At most %(n)s boxes can be numbered at once.") % {"n": MAX_NUMBERED})
    last_number = series.write(series.first_value + MAX_NUMBERED)
    longest = Copy._meta.get_field("inventory_number").max_length
    if len(last_number) > longest:
        raise DeskRefusal(_("These numbers would be longer than %(n)s characters.") % {"n": longest})
    return list(zip(unnumbered, series.free_numbers(_load_taken(series)), strict=False))


def _load_taken(series: Series) -> set[str]:
    numbers = Copy.objects.annotate(upper=Upper("inventory_number"))
    matching_numbers = numbers.filter(upper__startswith=series.prefix.upper()) if series.prefix else numbers
    return set(matching_numbers.exclude(inventory_number=None).values_list("upper", flat=True))


@services.catalogue_transaction()
def number_boxes(*, boxes: QuerySet[Copy], first: str, order: str, who: Any) -> list[str]:
    """Gives a number to each of the boxes that has none; returns the numbers."""
    plan = plan_numbers(boxes, first=first, order=order)
    audit.change_many(who=who, changes=[(copy, {"inventory_number": number}) for copy, number in plan])
    services.mark_changed({copy.title_id for copy, _number in plan})
    return [number for _copy, number in plan]


@services.catalogue_transaction()
def shelve_boxes(*, boxes: QuerySet[Copy], code: str, who: Any) -> int:
    """Moves the boxes to the shelf with this code, and creates the shelf if there is none.

    Returns how many boxes were on another shelf before.
    """
    shelf = Shelf.objects.filter(code__iexact=code).first()
    if shelf is None:
        # Commands on the server act without an account (`who` is None), and may do everything.
        if who is not None and not who.has_perm("catalogue.add_shelf"):
            raise DeskRefusal(_("There is no shelf “%(code)s”.") % {"code": code})
        shelf = Shelf.objects.create(code=code)
        audit.record_addition(who=who, thing=shelf)
    moved = list(boxes.exclude(shelf=shelf).order_by("pk"))
    audit.change_many(who=who, changes=[(copy, {"shelf": shelf}) for copy in moved])
    services.mark_changed({copy.title_id for copy in moved})
    return len(moved)


def describe_range(numbers: Sequence[str]) -> str:
    """The numbers as a range such as "E0001–E0200" if none is missing, else one after the other."""
    if len(numbers) > 1 and expand_range(f"{numbers[0]}–{numbers[-1]}") == list(numbers):
        return f"{numbers[0]}–{numbers[-1]}"
    return " ".join(numbers)


def expand_range(text: str) -> list[str]:
    """The numbers of a range such as "E0001–E0200". Any other text is returned as the only element."""
    match = _RANGE.match(text.strip())
    if match is None:
        return [text]
    try:
        first, last = Series.begin_with(match["first"]), Series.begin_with(match["last"])
    except DeskRefusal:
        return [text]
    same_form = (first.prefix.upper(), first.suffix) == (last.prefix.upper(), last.suffix)
    count = last.first_value - first.first_value + 1
    if not same_form or not 1 < count <= MAX_RANGE:
        return [text]
    return [first.write(first.first_value + n) for n in range(count)]
