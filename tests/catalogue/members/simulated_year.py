"""A year of a ludothèque, day by day, through the same services as the desk. What happens is counted here too,
independently of the database, so that reminders and reports can be compared with it.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random

from django.core import mail
from django.utils import timezone

from catalogue.desk import DeskRefusal, lending, reserving
from catalogue.desk.lending import ReturnedBox
from catalogue.desk.promises import PromisesAtRisk
from catalogue.members import accounts, opening, reminders, renewals
from catalogue.models import (
    BoxKind,
    Category,
    Copy,
    GameTitle,
    LoanRule,
    Member,
    MemberSettings,
    OpeningHours,
    Reminder,
    TitleName,
)
from catalogue.reporting.year import build_report

YEAR = 2025
FIRST, LAST = date(YEAR, 1, 1), date(YEAR, 12, 31)
STAGES = (-2, 1, 7, 14)
COMMUNES = ("Thonon", "Évian", "Publier", "")
ESAR = ("E 102", "S 201", "A 301", "R 406", "r 401", "", "X 1")
AGES = (None, 1, 3, 5, 6, 8, 10, 12, 14, 16)


@dataclass
class OpenLoan:
    pk: int
    box: int
    member: int
    due: date
    returns: date


@dataclass
class Counts:
    """What has happened, as somebody with paper and pencil would have noted it."""

    by_month: Counter = field(default_factory=Counter)
    by_kind: Counter = field(default_factory=Counter)
    by_letter: Counter = field(default_factory=Counter)
    by_age: Counter = field(default_factory=Counter)
    lent_boxes: set = field(default_factory=set)
    reminders: set = field(default_factory=set)
    emails: int = 0
    renewed: int = 0
    refused: int = 0
    reserved: int = 0


class Library:
    """Families, boxes, and a year of random but repeatable days."""

    def __init__(self, *, families: int, boxes: int, loans: int, last: date = LAST, seed: int = 1) -> None:
        self.luck = Random(seed)
        self.loans_wanted = loans
        self.counts = Counts()
        self.open_loans: dict[int, OpenLoan] = {}
        accounts.save_settings(MemberSettings(is_on=True), who=None)
        self._make_boxes(boxes)
        self._make_families(families)
        days = [OpeningHours(weekday=day, opens=time(14), closes=time(18)) for day in (1, 2, 4, 5)]
        opening.set_hours(days, today=FIRST, who=None)
        self._close(FIRST, date(YEAR, 4, 12), date(YEAR, 4, 27))
        weekdays = opening.load_open_days(FIRST).weekdays
        self.days = every_day(last)
        self.open_days = [day for day in self.days if day.weekday() in weekdays]

    def _make_boxes(self, number: int) -> None:
        self.kinds = [BoxKind.objects.create(name="Giant games"), None, None, None]
        titles = GameTitle.objects.bulk_create(
            GameTitle(slug=f"t{n}", sort_key=f"t{n}", esar=self.luck.choice(ESAR), age=self.luck.choice(AGES))
            for n in range(number)
        )
        TitleName.objects.bulk_create(
            TitleName(title=title, name=title.slug, kind="main") for title in titles
        )
        boxes = Copy.objects.bulk_create(
            Copy(title=title, inventory_number=f"E{n:05}", kind=self.luck.choice(self.kinds))
            for n, title in enumerate(titles)
        )
        self.boxes = {box.pk: box for box in boxes}
        self.shelf = sorted(self.boxes)

    def _make_families(self, number: int) -> None:
        self.categories = [
            Category.objects.create(name=name, boxes=6, days=days, renewals=1, fee=20)
            for name, days in (("Near", 21), ("Far", 28))
        ]
        for category in self.categories:
            LoanRule.objects.create(category=category, kind=self.kinds[0], boxes=2, days=7)
        self.members: list[Member] = []
        for n in range(number):
            facts = {"category": self.luck.choice(self.categories), "commune": self.luck.choice(COMMUNES)}
            member = Member(
                name=f"Family {n:04}", card=f"M{n:05}", mail=f"f{n}@example.org", language="fr", **facts
            )
            accounts.save_member(member, [], who=None)
            first = FIRST - timedelta(days=self.luck.randrange(200))
            for _time in range(2):  # the last year's, and its renewal
                last = accounts.add_year(first) - timedelta(days=1)
                payment = accounts.Payment(first=first, last=last, fee=20, deposit=0, paid_by="cash")
                accounts.subscribe(member, payment, who=None)
                first = last + timedelta(days=1)
            self.members.append(member)

    def _close(self, today: date, first: date, last: date) -> None:
        details = {"reason": "holidays", "today": today, "who": None}
        try:
            opening.add_closure(first=first, last=last, **details)
        except PromisesAtRisk as risk:
            confirmed_reservation_ids = [promise.reservation.pk for promise in risk.promises]
            opening.add_closure(
                first=first, last=last, confirmed_reservation_ids=confirmed_reservation_ids, **details
            )

    # ── A day ─────────────────────────────────────────────────────────────────────────────────────

    def live(self) -> Counts:
        """The whole year."""
        closure = date(YEAR, 8, 4)
        days = {day: 0 for day in self.open_days}
        for number in range(self.loans_wanted):
            days[self.open_days[number * len(days) // self.loans_wanted]] += 1
        for day in self.days:
            self._remind(day)
            if day == date(YEAR, 6, 3):  # known two months before
                self._close(day, closure, date(YEAR, 8, 17))
                self._read_due_days()
            if day in days:
                self._return(day)
                self._reserve(day)
                self._renew(day)
                for _number in range(days[day]):
                    self._lend(day)
        return self.counts

    def _remind(self, day: date) -> None:
        """The worker in the morning, asked twice; and who must get something by our own notes."""
        now = timezone.make_aware(datetime.combine(day, time(10)))
        while reminders.send_due_reminders(now):
            pass
        reminders.send_due_reminders(now)
        due = [loan for loan in self.open_loans.values() if (day - loan.due).days in STAGES]
        self.counts.reminders |= {(loan.pk, loan.due, (day - loan.due).days) for loan in due}
        self.counts.emails += len({loan.member for loan in due})

    def _return(self, day: date) -> None:
        back = [loan for loan in self.open_loans.values() if loan.returns <= day]
        for loan in back:
            lending.return_copies(returned=[ReturnedBox(loan.box, "", "good")], on=day)
            del self.open_loans[loan.pk]
            self.shelf.append(loan.box)

    def _reserve(self, day: date) -> None:
        title = self.boxes[self.luck.choice(list(self.boxes))].title
        first = day + timedelta(days=self.luck.randrange(1, 20))
        request = reserving.ReservationRequest(f"Guest {day}", first, first + timedelta(days=2))
        try:
            reserving.reserve_title(title=title, request=request, today=day)
            self.counts.reserved += 1
        except DeskRefusal:
            self.counts.refused += 1

    def _renew(self, day: date) -> None:
        for loan in self.luck.sample(
            sorted(self.open_loans.values(), key=lambda loan: loan.pk), k=min(3, len(self.open_loans))
        ):
            try:
                loan.due = renewals.renew_by_link(loan.pk, loan.member, today=day).due
                self.counts.renewed += 1
            except DeskRefusal:
                self.counts.refused += 1

    def _lend(self, day: date) -> None:
        """One loan; staff lend against no rule, and never break a promise."""
        for _attempt in range(200):
            member = self.luck.choice(self.members)
            place = self.luck.randrange(len(self.shelf))
            try:
                [loan] = lending.lend_copies(copies=[self.shelf[place]], member=member, out=day)
            except DeskRefusal:
                self.counts.refused += 1
                continue
            self.shelf[place] = self.shelf[-1]
            self.shelf.pop()
            # Most come back in time, some are late, a few by weeks.
            delay = self.luck.choice((-9, -6, -4, -3, -1, 0, 0, 2, 9, 25))
            returns = max(day + timedelta(days=1), loan.due + timedelta(days=delay))
            self.open_loans[loan.pk] = OpenLoan(loan.pk, loan.copy_id, member.pk, loan.due, returns)
            self._note(loan.copy_id, day)
            return
        raise AssertionError("nothing can be lent")

    def _note(self, box_pk: int, day: date) -> None:
        box = self.boxes[box_pk]
        letter = box.title.esar[:1].upper()
        self.counts.by_month[day.month] += 1
        self.counts.by_kind["Giant games" if box.kind_id else "Game"] += 1
        self.counts.by_letter[letter if letter in "ESAR" else ""] += 1
        self.counts.by_age[box.title.age] += 1
        self.counts.lent_boxes.add(box_pk)

    def _read_due_days(self) -> None:
        """A closure has moved some."""
        open_days = opening.load_open_days(FIRST)
        for loan in self.open_loans.values():
            loan.due = open_days.find_open_day(loan.due)


def every_day(last: date = LAST) -> list[date]:
    return [FIRST + timedelta(days=number) for number in range((last - FIRST).days + 1)]


# ── Comparing ─────────────────────────────────────────────────────────────────────────────────────


def tables(year: int = YEAR) -> dict[str, dict]:
    return {section.title: dict(section.rows) for section in build_report(year)}


def compare_with_report(library: Library) -> None:
    counts, report = library.counts, tables()
    glance = report["The year at a glance"]
    assert glance["Loans"] == counts.by_month.total() == library.loans_wanted
    assert list(report["Loans by month"].values()) == [counts.by_month[month] for month in range(1, 13)]
    assert report["Loans by kind"] == dict(counts.by_kind)
    letters = {name[0]: n for name, n in report["Loans by ESAR class"].items() if name != "not classified"}
    assert letters == {letter: counts.by_letter[letter] for letter in "ESAR"}
    assert report["Loans by ESAR class"]["not classified"] == counts.by_letter[""]
    by_age = report["Loans by age"]
    assert by_age["age unknown"] == counts.by_age[None]
    assert by_age["aged 6 to 7"] == counts.by_age[6] and by_age["aged 0 to 2"] == counts.by_age[1]
    assert by_age["aged 14 and over"] == counts.by_age[14] + counts.by_age[16]
    assert glance["Boxes not lent that year"] == len(library.boxes) - len(counts.lent_boxes)
    assert glance["Renewals"] == counts.renewed
    assert glance["Members with a subscription"] == len(library.members)
    communes = Counter(member.commune or "commune unknown" for member in library.members)
    assert report["Members by commune"] == dict(communes)
    assert report["Members by category"] == dict(Counter(str(one.category) for one in library.members))


def compare_reminders(library: Library) -> None:
    sent = list(Reminder.objects.filter(state="sent").values_list("loan", "due", "days"))
    assert len(sent) == Reminder.objects.count() > library.loans_wanted / 4
    assert set(sent) == library.counts.reminders
    assert len(mail.outbox) == library.counts.emails
