"""A small year, lived day by day: reminders once each, and a report that equals independent counts."""

import csv
import io
from datetime import date

import pytest
from django.urls import reverse

from catalogue.models import Category, Copy, Gathering, Loan, Member, Subscription
from tests.catalogue.members.conftest import in_days
from tests.catalogue.members.simulated_year import (
    YEAR,
    Library,
    compare_reminders,
    compare_with_report,
    tables,
)

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_small_year():
    """Four months of it; `python -m tests.bench.year` lives the whole one."""
    library = Library(families=8, boxes=80, loans=90, last=date(YEAR, 4, 30))
    counts = library.live()
    compare_with_report(library)
    compare_reminders(library)
    assert counts.renewed > 5 and counts.reserved > 10
    assert not Loan.objects.filter(breaks_rule=True).exists()


# ── The report by itself ──────────────────────────────────────────────────────────────────────────


def test_subscriptions_boxes_and_visitors(make_member, boxes, keeper):
    year = in_days(0).year
    member = make_member(last=None, commune="Thonon")
    Subscription.objects.create(
        member=member, category=member.category, commune="Thonon", persons=3, fee=20, deposit=50,
        paid_by="cash", first=in_days(0), last=in_days(300), deposit_returned_on=in_days(9),
    )  # fmt: skip
    Gathering.objects.create(day=in_days(4), name="Night of games", visitors=45)
    Copy.objects.filter(pk=boxes[0].pk).update(acquired=in_days(1), is_donation=True)
    Copy.objects.filter(pk=boxes[1].pk).update(acquired=in_days(1))
    report = tables(year)
    assert report["Subscriptions"] == {
        "New subscriptions": 1, "Fees paid": "20.00", "Unpaid fees": "0.00",
        "Deposits taken": "50.00", "Deposits returned": "50.00",
    }  # fmt: skip
    boxes_table = report["Boxes added and removed"]
    assert (boxes_table["Purchases"], boxes_table["Donations"], boxes_table["Losses"]) == (1, 1, 0)
    assert report["The year at a glance"]["Visitors to events"] == 45
    assert report["The year at a glance"]["People covered by these memberships"] == 3
    Member.objects.all().delete()  # an erased member leaves the figures of the year
    assert tables(year) == report


def test_loans_per_box_are_rounded(boxes):
    Copy.objects.filter(pk=boxes[3].pk).update(status="lost")
    for box in boxes[:2]:
        Loan.objects.create(copy=box, borrower="Anna", out=in_days(0), due=in_days(1), back=in_days(1))
    assert tables(in_days(0).year)["The year at a glance"]["Loans per box"] == "0.67"


def test_losses_and_repairs_are_those_that_staff_entered(boxes, keeper):
    from datetime import UTC, datetime

    from escale.common import audit
    from escale.common.models import AuditEntry

    audit.change_fields(who=None, thing=boxes[0], status="repair")
    audit.change_fields(who=None, thing=boxes[0], status="lost")
    audit.change_fields(who=None, thing=boxes[1], status="lost")
    year = AuditEntry.objects.latest("pk").at.year
    table = tables(year)["Boxes added and removed"]
    assert (table["Losses"], table["Repairs"], table["Retired"]) == (2, 1, 0)
    assert datetime.now(UTC).year >= year and tables(year - 1)["Boxes added and removed"]["Losses"] == 0


def test_the_files_hold_the_same_figures(keeper, boxes):
    year = in_days(0).year
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    Loan.objects.create(copy=boxes[0], borrower="x", out=in_days(0), due=in_days(3))
    assert Category.objects.exists()
    answer = keeper.get(reverse("desk:year_file", args=[year, "csv"]))
    rows = list(csv.reader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))
    assert ["The year at a glance", "Loans", "1"] in rows
    assert [row[2] for row in rows if row[0] == "Boxes not lent that year"] == ["E1", "E2", "E3"]
    pdf = keeper.get(reverse("desk:year_file", args=[year, "pdf"])).content
    assert pdf.startswith(b"%PDF")
    assert "Loans by ESAR class" in keeper.get(reverse("desk:year"), {"year": year}).text
    assert keeper.get(reverse("desk:year_file", args=[1066, "pdf"])).status_code == 404
