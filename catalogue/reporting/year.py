"""Computes the figures of a year. The number of queries does not depend on the size of the house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal

from django.db.models import Count, Exists, F, OuterRef, Q, Sum
from django.db.models.functions import ExtractMonth, Substr, Upper
from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from catalogue.models import Copy, GameTitle, Gathering, Loan, Subscription
from catalogue.models.copies import CopyQuerySet
from catalogue.models.loans import LoanQuerySet
from catalogue.search.esar import CLASSES, describe_class
from escale.common import languages
from escale.common.models import AuditEntry

#: The bands of ages for which games are made: the first age of each band.
AGE_BANDS = (0, 3, 6, 8, 10, 12, 14)
MOST_LENT = 20
MAX_EVENTS = 200

Value = int | str
Row = tuple[str, Value]


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the report. Each row has a name and a value."""

    title: str
    rows: list[Row]

    @property
    def total(self) -> int:
        return sum(value for _name, value in self.rows if isinstance(value, int))


@dataclass(frozen=True, slots=True)
class Year:
    first: date
    last: date

    @classmethod
    def of(cls, year: int) -> Year:
        return cls(date(year, 1, 1), date(year, 12, 31))

    @property
    def loans(self) -> LoanQuerySet:
        return Loan.objects.filter(out__range=(self.first, self.last))

    @property
    def moments(self) -> tuple[datetime, datetime]:
        """The first and the last moment of the year, for columns with a time."""
        first = datetime.combine(self.first, time.min)
        last = datetime.combine(self.last, time.max)
        return timezone.make_aware(first), timezone.make_aware(last)


def build_report(number: int) -> list[Section]:
    """The sections of the report, in the current language."""
    year = Year.of(number)
    tables: list[Callable[[Year], Section]] = [
        summarise,
        count_by_month,
        count_by_kind,
        count_by_age,
        count_by_esar,
        count_members_by_category,
        count_members_by_commune,
        sum_subscriptions,
        list_most_lent,
        count_boxes,
        list_events,
    ]
    return [table(year) for table in tables]


# ── Loans ─────────────────────────────────────────────────────────────────────────────────────────


def summarise(year: Year) -> Section:
    loans = year.loans.aggregate(all=Count("pk"), boxes=Count("copy", distinct=True))
    boxes = _boxes_of(year).count()
    unlent = select_unlent(year).count()
    members = _members_of(year)
    visitors = Gathering.objects.filter(day__range=(year.first, year.last)).aggregate(n=Sum("visitors"))["n"]
    turnover = number_format(round(loans["all"] / boxes, 2), 2) if boxes else "–"
    return Section(
        _("The year at a glance"),
        [
            (_("Loans"), loans["all"]),
            (_("Renewals"), year.loans.aggregate(n=Sum("renewals"))["n"] or 0),
            (_("Boxes in the collection"), boxes),
            (_("Boxes lent at least once"), loans["boxes"]),
            (_("Boxes not lent that year"), unlent),
            (_("Loans per box"), turnover),
            (_("Members with a subscription"), len(members)),
            (_("People covered by these memberships"), sum(member.persons for member in members)),
            (_("Visitors to events"), visitors or 0),
        ],
    )


def count_by_month(year: Year) -> Section:
    rows = year.loans.annotate(month=ExtractMonth("out")).values("month").annotate(n=Count("pk"))
    counts = {row["month"]: row["n"] for row in rows.order_by()}
    months = [(capfirst(str(MONTHS[number])), counts.get(number, 0)) for number in range(1, 13)]
    return Section(_("Loans by month"), months)


def count_by_kind(year: Year) -> Section:
    """Counts loans by kind of box if the house has entered kinds, else by kind of title."""
    rows = year.loans.values_list("copy__kind__name", "copy__title__kind").annotate(n=Count("pk"))
    counts: Counter[str] = Counter()
    for box_kind, title_kind, number in rows.order_by():
        counts[capfirst(box_kind or str(GameTitle.Kind(title_kind).label))] += number
    return Section(_("Loans by kind"), counts.most_common())


def count_by_age(year: Year) -> Section:
    rows = year.loans.values_list("copy__title__age").annotate(n=Count("pk")).order_by()
    counts: Counter[int | None] = Counter()
    for age, number in rows:
        counts[None if age is None else max(band for band in AGE_BANDS if band <= age)] += number
    counts_by_label = [(_describe_band(number), counts[band]) for number, band in enumerate(AGE_BANDS)]
    return Section(_("Loans by age"), [*counts_by_label, (_("age unknown"), counts[None])])


def _describe_band(number: int) -> str:
    if number + 1 == len(AGE_BANDS):
        return _("aged %(age)s and over") % {"age": AGE_BANDS[number]}
    words = {"first": AGE_BANDS[number], "last": AGE_BANDS[number + 1] - 1}
    return _("aged %(first)s to %(last)s") % words


def count_by_esar(year: Year) -> Section:
    rows = year.loans.annotate(letter=Upper(Substr("copy__title__esar", 1, 1))).values_list("letter")
    counts: Counter[str] = Counter()
    for letter, number in rows.annotate(n=Count("pk")).order_by():
        counts[letter if letter in CLASSES else ""] += number
    counts_by_label = [(describe_class(letter), counts[letter]) for letter in CLASSES]
    return Section(_("Loans by ESAR class"), [*counts_by_label, (_("not classified"), counts[""])])


def list_most_lent(year: Year) -> Section:
    rows = year.loans.values_list("copy__title").annotate(n=Count("pk")).order_by("-n", "copy__title")
    counts = dict(rows[:MOST_LENT])
    titles = GameTitle.objects.with_names().in_bulk(counts)
    language = languages.current()
    return Section(_("Most lent"), [(titles[pk].name_in(language), n) for pk, n in counts.items()])


# ── Members ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class YearMember:
    """A member, as recorded by the last subscription of the year."""

    category: str
    commune: str
    persons: int


def _members_of(year: Year) -> list[YearMember]:
    """Each member with a subscription in the year, once. Erased members count once for each subscription."""
    subscriptions = Subscription.objects.filter(first__lte=year.last, last__gte=year.first)
    rows = subscriptions.order_by("last", "pk").values_list(
        "pk", "member", "category__name", "commune", "persons"
    )
    members: dict[tuple[str, int], YearMember] = {}
    for pk, member, category, commune, persons in rows:
        key = ("erased", pk) if member is None else ("member", member)
        members[key] = YearMember(category, commune, persons)
    return list(members.values())


def count_members_by_category(year: Year) -> Section:
    counts = Counter(member.category for member in _members_of(year))
    return Section(_("Members by category"), counts.most_common())


def count_members_by_commune(year: Year) -> Section:
    counts = Counter(member.commune or _("commune unknown") for member in _members_of(year))
    return Section(_("Members by commune"), counts.most_common())


def sum_subscriptions(year: Year) -> Section:
    begun = Subscription.objects.filter(first__range=(year.first, year.last))
    sums = begun.aggregate(
        n=Count("pk"),
        fees=Sum("fee", filter=~Q(paid_by="")),
        unpaid=Sum("fee", filter=Q(paid_by="")),
        deposits=Sum("deposit"),
    )
    returned = Subscription.objects.filter(deposit_returned_on__range=(year.first, year.last))
    return Section(
        _("Subscriptions"),
        [
            (_("New subscriptions"), sums["n"]),
            (_("Fees paid"), _money(sums["fees"])),
            (_("Unpaid fees"), _money(sums["unpaid"])),
            (_("Deposits taken"), _money(sums["deposits"])),
            (_("Deposits returned"), _money(returned.aggregate(n=Sum("deposit"))["n"])),
        ],
    )


def _money(amount: Decimal | None) -> str:
    return number_format(amount or Decimal(0), 2)


# ── Boxes ─────────────────────────────────────────────────────────────────────────────────────────


def _boxes_of(year: Year) -> CopyQuerySet:
    """The boxes that are neither lost nor retired, and that arrived before the year ended."""
    return Copy.objects.not_gone().filter(Q(acquired=None) | Q(acquired__lte=year.last))


def select_unlent(year: Year) -> CopyQuerySet:
    return _boxes_of(year).filter(~Exists(year.loans.filter(copy=OuterRef("pk"))))


def count_boxes(year: Year) -> Section:
    """Counts boxes that arrived, and that were lost or retired. A box that was lost twice counts once."""
    acquired = Copy.objects.filter(acquired__range=(year.first, year.last)).aggregate(
        bought=Count("pk", filter=Q(is_donation=False)), given=Count("pk", filter=Q(is_donation=True))
    )
    changes = AuditEntry.objects.filter(
        kind="catalogue.copy", action=AuditEntry.Action.CHANGE, at__range=year.moments
    )
    counts = {
        status: changes.filter(after__status=status).aggregate(n=Count("thing", distinct=True))["n"]
        for status in ("lost", "repair", "retired")
    }
    return Section(
        _("Boxes added and removed"),
        [
            (_("Purchases"), acquired["bought"]),
            (_("Donations"), acquired["given"]),
            (_("Losses"), counts["lost"]),
            (_("Repairs"), counts["repair"]),
            (_("Retired"), counts["retired"]),
        ],
    )


def list_events(year: Year) -> Section:
    events = Gathering.objects.filter(day__range=(year.first, year.last)).order_by("day", "pk")
    rows = events.values_list("day", "name", "visitors")[:MAX_EVENTS]
    return Section(_("Visitors to events"), [(f"{day:%d.%m.} {name}", n) for day, name, n in rows])


def list_unlent(year: Year) -> Iterable[tuple[str, str]]:
    """The number and the name of each box that was not lent in the year, by name."""
    language = languages.current()
    boxes = select_unlent(year).order_by(F("title__sort_key"), "pk").with_title_and_shelf()
    for box in boxes.iterator(chunk_size=1000):
        yield str(box), box.title.name_in(language)
