"""The day at the desk in numbers; a fixed number of queries, however large the house."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Min, Q
from django.db.models.functions import TruncMonth

from catalogue.desk import inventory
from catalogue.models import Copy, GameTitle, ImportJob, InventoryCheck, Loan, Reservation

MONTHS, MOST_TAKEN = 12, 8


@dataclass(frozen=True, slots=True)
class Today:
    out: int
    overdue: int
    due_today: int
    waiting: int
    incomplete: int
    imports: int
    check: InventoryCheck | None
    seen: int
    expected: int


def today(day: date) -> Today:
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
        seen=check.findings.count() if check else 0,
        expected=inventory.expected(check).count() if check else 0,
    )


def loans_per_month(day: date) -> list[tuple[date, int]]:
    """The last twelve months, this one included, also those without a loan."""
    months = [day.replace(day=1)]
    while len(months) < MONTHS:
        months.insert(0, _month_before(months[0]))
    rows = Loan.objects.filter(out__gte=months[0]).annotate(month=TruncMonth("out")).values("month")
    counts = {row["month"]: row["n"] for row in rows.annotate(n=Count("pk")).order_by("month")}
    return [(month, counts.get(month, 0)) for month in months]


def _month_before(first: date) -> date:
    return first.replace(year=first.year - 1, month=12) if first.month == 1 else first.replace(month=first.month - 1)


def most_taken() -> list[tuple[GameTitle, int]]:
    rows = Loan.objects.values("copy__title").annotate(n=Count("pk"), since=Min("pk")).order_by("-n", "since")
    counts = {row["copy__title"]: row["n"] for row in rows[:MOST_TAKEN]}
    titles = GameTitle.objects.with_names().in_bulk(counts)
    return [(titles[pk], n) for pk, n in counts.items()]
