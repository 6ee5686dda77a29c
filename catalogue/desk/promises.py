"""Which boxes of a title are free on which days, counting what is lent and what guests have reserved.

A reservation is a promise: on each of its days, a box of the title is there for the guest. No box is chosen
before the first day. The promises of a title are kept if on no day more of its boxes are lent and promised
together than the house has. A promise is broken if a loan makes that impossible.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.models import Copy, Loan, Reservation

LENDABLE = (Copy.Status.IN, Copy.Status.OUT)  # the states of a box that can be lent today or later
DAY = timedelta(days=1)
HORIZON = timedelta(days=90)  # Guests see the reservations that begin in this time.


@dataclass(frozen=True, slots=True)
class Days:
    """From a day to a day, both included."""

    first: date
    last: date

    def overlaps(self, other: "Days") -> bool:
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True, slots=True)
class BrokenPromise:
    """A reservation that would be left without a box if staff lent what they want to lend.

    `lend_until` is the last day until which staff can lend without breaking it, or None if that day has
    passed.
    """

    reservation: Reservation
    lend_until: date | None


@dataclass(slots=True)
class Calendar:
    """The boxes of one title, and the days on which they are not free."""

    boxes: int = 0  # how many boxes can be lent; boxes under repair, lost and retired ones do not count
    loans: list[Days] = field(default_factory=list)
    reservations: list[Reservation] = field(default_factory=list)

    def count_free(self, day: date, *, ignored_ids: Collection[int] = ()) -> int:
        """The number of boxes that are neither lent nor promised on this day; negative if too many are
        promised.

        Reservations with the ignored ids do not count.
        """
        one_day = Days(day, day)
        lent = sum(days.overlaps(one_day) for days in self.loans)
        promised = sum(
            days_of(reservation).overlaps(one_day)
            for reservation in self.reservations
            if reservation.pk not in ignored_ids
        )
        return self.boxes - lent - promised

    def find_full_day(self, days: Days, *, ignored_ids: Collection[int] = ()) -> date | None:
        """The first of these days on which no box is free; None if a box is free on each of them."""
        for day in self._list_critical_days(days):
            if self.count_free(day, ignored_ids=ignored_ids) < 1:
                return day
        return None

    def list_broken(
        self, days: Days, *, today: date, ignored_ids: Collection[int] = ()
    ) -> list[BrokenPromise]:
        """The reservations for overfull days among these: more boxes are lent and promised than exist."""
        overfull_days = [
            day for day in self._list_critical_days(days) if self.count_free(day, ignored_ids=ignored_ids) < 0
        ]
        if not overfull_days:
            return []
        day_before = overfull_days[0] - DAY
        lend_until = day_before if day_before >= today else None
        reservations = [
            reservation
            for reservation in self.reservations
            if reservation.pk not in ignored_ids
            and any(reservation.stay_from <= day <= reservation.stay_to for day in overfull_days)
        ]
        reservations.sort(key=lambda reservation: (reservation.stay_from, reservation.pk))
        return [BrokenPromise(reservation, lend_until) for reservation in reservations]

    def _list_critical_days(self, days: Days) -> list[date]:
        """The first of these days, and each of them on which a loan or a reservation begins.

        The number of free boxes can only fall on such a day, so the other days need no check.
        """
        begins = [lent_days.first for lent_days in self.loans]
        begins += [reservation.stay_from for reservation in self.reservations]
        return sorted({days.first, *(day for day in begins if days.first <= day <= days.last)})

    def find_free_stay(self, days: Days) -> date | None:
        """The earliest day, from the first of these days on, on which a stay of this length could begin.

        None if nobody can tell, because the boxes that are out are late.
        """
        length = days.last - days.first
        ends = [lent_days.last for lent_days in self.loans if lent_days.last < date.max]
        ends += [reservation.stay_to for reservation in self.reservations]
        candidates = sorted({days.first, *(day + DAY for day in ends if day + DAY > days.first)})
        for day in candidates:
            if self.find_full_day(Days(day, day + length)) is None:
                return day
        return None


def days_of(reservation: Reservation) -> Days:
    return Days(reservation.stay_from, reservation.stay_to)


def load_calendars(title_ids: Iterable[int], *, today: date) -> dict[int, Calendar]:
    """The calendar of each title, by title id. Takes three queries for any number of titles."""
    calendars = {title_id: Calendar() for title_id in title_ids}
    boxes = Copy.objects.filter(title__in=calendars, status__in=LENDABLE)
    for title_id in boxes.values_list("title_id", flat=True):
        calendars[title_id].boxes += 1
    loans = Loan.objects.open().filter(copy__title__in=calendars, copy__status=Copy.Status.OUT)
    for title_id, out, due in loans.values_list("copy__title_id", "out", "due"):
        calendars[title_id].loans.append(_lent_days(out, due, today))
    for reservation in Reservation.objects.current(today).filter(title__in=calendars):
        calendars[reservation.title_id].reservations.append(reservation)
    return calendars


def _lent_days(out: date, due: date, today: date) -> Days:
    """The days of a loan. A late loan has no last day, because nobody knows when the box comes back."""
    return Days(out, due if due >= today else date.max)


class PromisesAtRisk(DeskRefusal):
    """Guests have reserved what staff want to lend. Staff may confirm that, and lend all the same."""

    def __init__(self, promises: Sequence[BrokenPromise]) -> None:
        super().__init__(_("Guests have reserved this."))
        self.promises = promises


def find_broken_promises(
    boxes_by_title: Mapping[int, int],
    days_by_title: Mapping[int, Days],
    *,
    today: date,
    fulfilled: Collection[int] = (),
) -> list[BrokenPromise]:
    """The promises that would be broken by lending this many boxes of each title for these days.

    `fulfilled` holds the ids of the reservations of the guests who take the boxes: they count no longer.
    """
    broken = []
    for title_id, calendar in load_calendars(boxes_by_title, today=today).items():
        days = days_by_title[title_id]
        calendar.loans += [days] * boxes_by_title[title_id]
        broken += calendar.list_broken(days, today=today, ignored_ids=fulfilled)
    return broken


def find_lend_until(broken: Iterable[BrokenPromise]) -> date | None:
    """Until when boxes can be lent without breaking one of these promises; None if not even for a day."""
    last_days = []
    for promise in broken:
        if promise.lend_until is None:
            return None
        last_days.append(promise.lend_until)
    return min(last_days, default=None)


def find_promises_broken_by_moves(moves: Sequence[tuple[Loan, date]], *, today: date) -> list[BrokenPromise]:
    """The promises that would be broken if each of these loans were due on the later day of its pair.

    The loans must be loaded with their boxes.
    """
    calendars = load_calendars({loan.copy.title_id for loan, _due in moves}, today=today)
    for loan, new_due in moves:
        lent_days = calendars[loan.copy.title_id].loans
        lent_days.remove(_lent_days(loan.out, loan.due, today))
        lent_days.append(Days(loan.out, new_due))
    broken_by_id: dict[int, BrokenPromise] = {}
    for loan, new_due in moves:
        added_days = Days(max(loan.due + DAY, today), new_due)
        for promise in calendars[loan.copy.title_id].list_broken(added_days, today=today):
            broken_by_id.setdefault(promise.reservation.pk, promise)
    return list(broken_by_id.values())


def assign_boxes(reservations: Sequence[Reservation]) -> None:
    """Sets `box` of each reservation: a box to put aside for it now, or None if all are out."""
    copies = Copy.objects.available().filter(title__in={reservation.title_id for reservation in reservations})
    boxes_by_title: dict[int, list[Copy]] = {}
    for copy in copies.select_related("shelf").order_by("-pk"):
        boxes_by_title.setdefault(copy.title_id, []).append(copy)
    for reservation in reservations:
        boxes = boxes_by_title.get(reservation.title_id)
        reservation.box = boxes.pop() if boxes else None  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Availability:
    """What guests should know about the boxes of a title before they reserve it."""

    reserved_until: list[date]  # the last days of today's reservations, the latest first
    next_reserved: date | None  # if a box is free today: the first day on which none is free
    free_from: date | None  # if no box is free today: the first day on which one is free again


def load_availability(title_id: int, *, today: date) -> Availability:
    calendar = load_calendars([title_id], today=today)[title_id]
    only_today = Days(today, today)
    last_days = [
        reservation.stay_to
        for reservation in calendar.reservations
        if days_of(reservation).overlaps(only_today)
    ]
    availability = Availability(sorted(last_days, reverse=True), next_reserved=None, free_from=None)
    if calendar.count_free(today) > 0:
        return replace(availability, next_reserved=calendar.find_full_day(Days(today, today + HORIZON)))
    if calendar.boxes:
        return replace(availability, free_from=calendar.find_free_stay(only_today))
    return availability


def mark_reserved(copies: Sequence[Copy], availability: Availability) -> None:
    """Sets `reserved_until` of as many boxes on the shelf as are reserved today, and None of the others."""
    last_days = iter(availability.reserved_until)
    for copy in reversed(copies):
        is_on_shelf = copy.status == Copy.Status.IN
        copy.reserved_until = next(last_days, None) if is_on_shelf else None  # type: ignore[attr-defined]
