"""The days on which the library is open. No loan is due on a day on which nobody can return a box."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from catalogue import services
from catalogue.desk import promises
from catalogue.desk.promises import BrokenPromise, Days, PromisesAtRisk
from catalogue.models import Closure, Loan, OpeningHours
from escale.common import audit

DAY = timedelta(days=1)
#: If a library is closed for more days, no next open day is searched: a loan stays due as it is.
LONGEST_CLOSURE = 366
MAX_CLOSURES = 12  # that guests read


@dataclass(frozen=True, slots=True)
class OpenDays:
    """The weekdays with opening hours, and the closures. If no weekday has hours, every day is open."""

    weekdays: frozenset[int]
    closures: Sequence[Days]

    def is_open(self, day: date) -> bool:
        if self.weekdays and day.weekday() not in self.weekdays:
            return False
        return not any(closure.first <= day <= closure.last for closure in self.closures)

    def find_open_day(self, day: date) -> date:
        """The day itself, or the first open one after it."""
        for number in range(LONGEST_CLOSURE):
            candidate = day + number * DAY
            if self.is_open(candidate):
                return candidate
        return day


def load_open_days(since: date) -> OpenDays:
    """The open days from this day on."""
    weekdays = OpeningHours.objects.order_by().values_list("weekday", flat=True).distinct()
    closures = Closure.objects.filter(last__gte=since).values_list("first", "last")
    return OpenDays(frozenset(weekdays), [Days(first, last) for first, last in closures])


@services.catalogue_transaction()
def add_closure(
    *,
    first: date,
    last: date,
    reason: str,
    today: date,
    who: Any,
    confirmed_reservation_ids: Collection[int] = (),
) -> int:
    """Closes the library on these days; returns the number of loans that are due later for it.

    Raises PromisesAtRisk if a box would come back too late for a reservation that staff have not confirmed.
    """
    closure = Closure.objects.create(first=first, last=last, reason=reason.strip())
    audit.record_addition(who=who, thing=closure)
    return _move_due_days(today, who, confirmed_reservation_ids)


@services.catalogue_transaction()
def remove_closure(closure: Closure, *, who: Any) -> None:
    """Removes a closure. The loans that it has moved keep the later day, which the borrowers know."""
    audit.record_deletion(who=who, thing=closure)
    closure.delete()


@services.catalogue_transaction()
def set_hours(
    hours: Sequence[OpeningHours], *, today: date, who: Any, confirmed_reservation_ids: Collection[int] = ()
) -> int:
    """Replaces the opening hours; returns how many loans are due later for it. Raises PromisesAtRisk."""
    for old_hours in OpeningHours.objects.all():
        audit.record_deletion(who=who, thing=old_hours)
        old_hours.delete()
    for new_hours in hours:
        new_hours.save()
        audit.record_addition(who=who, thing=new_hours)
    return _move_due_days(today, who, confirmed_reservation_ids)


def _move_due_days(today: date, who: Any, confirmed_reservation_ids: Collection[int]) -> int:
    """Moves the due day of each loan that is due on a closed day to the next open day."""
    open_days = load_open_days(today)
    loans = list(Loan.objects.open().filter(due__gte=today).select_related("copy").order_by("pk"))
    moves = [(loan, open_days.find_open_day(loan.due)) for loan in loans if not open_days.is_open(loan.due)]
    broken = promises.find_promises_broken_by_moves(moves, today=today)
    if {promise.reservation.pk for promise in broken} - set(confirmed_reservation_ids):
        raise PromisesAtRisk(broken)
    write_new_due_days(moves, broken, who)
    return len(moves)


def write_new_due_days(moves: Sequence[tuple[Loan, date]], broken: Sequence[BrokenPromise], who: Any) -> None:
    titles_of_broken = {promise.reservation.title_id for promise in broken}
    changes: list[tuple[Loan, dict[str, Any]]] = [
        (
            loan,
            {
                "due": due,
                "breaks_promise": loan.breaks_promise or loan.copy.title_id in titles_of_broken,
            },
        )
        for loan, due in moves
    ]
    audit.change_many(who=who, changes=changes)


# ── What guests read ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class OpeningPlan:
    """The hours of each weekday, and the closures that are still to come."""

    hours_by_day: dict[str, list[OpeningHours]]  # name of each weekday -> its hours, perhaps none
    closures: list[Closure]


def load_plan(today: date) -> OpeningPlan | None:
    """The opening hours of the week; None if staff have entered none."""
    all_hours = list(OpeningHours.objects.all())
    if not all_hours:
        return None
    hours_by_day = {
        str(day.label): [hours for hours in all_hours if hours.weekday == day] for day in OpeningHours.Weekday
    }
    return OpeningPlan(hours_by_day, list(Closure.objects.filter(last__gte=today)[:MAX_CLOSURES]))
