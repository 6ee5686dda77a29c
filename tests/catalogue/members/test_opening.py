"""Nothing is due on a closed day, and a closure breaks no promise without a confirmation."""

import re
from datetime import time

import pytest
from django.utils import timezone

from catalogue.desk import lending, reserving
from catalogue.desk.promises import PromisesAtRisk
from catalogue.members import opening
from catalogue.models import Closure, Loan, OpeningHours
from tests.catalogue.members.conftest import MONDAY, in_days

pytestmark = pytest.mark.django_db


def hours(*weekdays: int) -> list[OpeningHours]:
    return [OpeningHours(weekday=day, opens=time(14), closes=time(18)) for day in weekdays]


def close(first: int, last: int, **details) -> int:
    given = {"reason": "holidays", "today": MONDAY, "who": None}
    return opening.add_closure(first=in_days(first), last=in_days(last), **given | details)


def lend(box, due: int) -> Loan:
    return lending.lend_copies(copies=[box.pk], borrower="Bernd", out=MONDAY, due=in_days(due))[0]


def test_without_hours_every_day_is_open():
    assert opening.load_open_days(MONDAY).find_open_day(MONDAY) == MONDAY


def test_a_loan_is_due_on_the_next_open_day_after_weekend_and_closure(member, boxes):
    opening.set_hours(hours(2, 5), today=MONDAY, who=None)  # Wednesday and Saturday
    close(15, 20)
    [loan] = lending.lend_copies(copies=[boxes[0].pk], member=member, out=MONDAY)
    assert loan.due == in_days(23)  # Monday in two weeks, then the closure ends on a Sunday: Wednesday


def test_a_closure_moves_the_loans_that_are_due_then_and_no_others(boxes):
    moved, stays = lend(boxes[0], 6), lend(boxes[1], 9)
    assert close(5, 8) == 1
    assert [Loan.objects.get(pk=loan.pk).due for loan in (moved, stays)] == [in_days(9), in_days(9)]


def test_a_closure_asks_before_it_breaks_a_promise(boxes):
    loan = lend(boxes[0], 6)
    request = reserving.ReservationRequest("Anna", in_days(8), in_days(9))
    reservation = reserving.reserve_title(title=boxes[0].title, request=request, today=MONDAY)
    with pytest.raises(PromisesAtRisk) as risk:
        close(5, 7)
    assert [promise.reservation for promise in risk.value.promises] == [reservation]
    assert not Closure.objects.exists() and Loan.objects.get(pk=loan.pk).due == in_days(6)
    close(5, 7, confirmed_reservation_ids=[reservation.pk])
    assert (Loan.objects.get(pk=loan.pk).due, Loan.objects.get(pk=loan.pk).breaks_promise) == (
        in_days(8),
        True,
    )


def test_a_library_that_is_always_closed_leaves_the_day(boxes):
    loan = lend(boxes[0], 6)
    close(0, 365)
    assert Loan.objects.get(pk=loan.pk).due == in_days(366)
    assert opening.OpenDays(frozenset(), [opening.Days(MONDAY, in_days(800))]).find_open_day(MONDAY) == MONDAY


def test_guests_read_the_hours_and_the_closures_in_their_language(client):
    assert "Öffnungszeiten" not in client.get("/de/haus/").content.decode()
    opening.set_hours(hours(2), today=MONDAY, who=None)
    today = timezone.localdate()
    opening.add_closure(first=today, last=today, reason="Betriebsausflug", today=today, who=None)
    page = client.get("/de/haus/").content.decode()
    assert "Öffnungszeiten" in page and "Betriebsausflug" in page
    assert re.search(r"<dt>Mittwoch</dt>\s*<dd>\s*14:00–18:00", page)
    assert page.count("geschlossen</span>") == 6
