"""The figures of a day at the desk. The number of queries does not depend on the size of the house."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Min, Q

from catalogue.desk import inventory
from catalogue.models import Copy, GameTitle, ImportJob, InventoryCheck, Loan, Reservation

MONTHS = 12
DAYS = 365
MOST_LENT = 8


@dataclass(frozen=True, slots=True)
class Today:
    """The figures of one day. They count boxes, unless a comment says otherwise."""

    out: int
    overdue: int
    due_today: int
    waiting: int  # reservations
    incomplete: int
    imports: int  # imports that are not finished
    check: InventoryCheck | None  # the inventory check that is open
    seen: int  # the boxes that this check has found
    expected: int  # the boxes that this check should find


def load_today(day: date) -> Today:
    loans = Loan.objects.open().aggregate(
        out=Count("pk"), overdue=Count("pk", Q(due__lt=day)), due_today=Count("pk", Q(due=day))
    )
    check = InventoryCheck.objects.filter(ended_at=None).select_related("shelf").first()
    return Today(
        **loans,
        waiting=Reservation.objects.current(day).count(),
        incomplete=Copy.objects.not_gone().incomplete().count(),
        imports=ImportJob.objects.unfinished().count(),
        check=check,
        seen=inventory.count_seen(check) if check else 0,
        expected=inventory.expected_copies(check).count() if check else 0,
    )


def count_loans_per_month(day: date) -> list[tuple[date, int]]:
    """The first day of each of the last twelve months, and the number of loans in the month.

    The last month is the one of `day`.
    """
    months = [day.replace(day=1)]
    while len(months) < MONTHS:
        months.insert(0, _month_before(months[0]))
    # Counted by day, because an index has the days in order. By month, SQLite would call Python for each row.
    days = (
        Loan.objects.filter(out__gte=months[0]).values_list("out").annotate(loans=Count("pk")).order_by("out")
    )
    counts: Counter[date] = Counter()
    for out, loans in days:
        counts[out.replace(day=1)] += loans
    return [(month, counts[month]) for month in months]


def _month_before(month: date) -> date:
    if month.month == 1:
        return month.replace(year=month.year - 1, month=12)
    return month.replace(month=month.month - 1)


def load_most_lent_titles(day: date) -> list[tuple[GameTitle, int]]:
    """The titles that were lent most often in the year before the day, each with its number of loans.

    To count all loans ever would take longer each year.
    """
    rows = (
        Loan.objects.filter(out__gt=day - timedelta(days=DAYS))
        .values("copy__title")
        .annotate(n=Count("pk"), first_loan=Min("pk"))
        .order_by("-n", "first_loan")
    )
    counts = {row["copy__title"]: row["n"] for row in rows[:MOST_LENT]}
    titles = GameTitle.objects.with_names().in_bulk(counts)
    return [(titles[pk], n) for pk, n in counts.items()]
