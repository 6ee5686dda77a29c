"""A reservation is kept: no box twice for the same days, and none lent over it without a confirmation."""

from datetime import date, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from catalogue.desk import DeskRefusal, lending, promises, reserving
from catalogue.desk.lending import ReturnedBox
from catalogue.desk.promises import PromisesAtRisk
from catalogue.models import Copy, Loan, Reservation
from escale.common.models import AuditEntry
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 3, 2)


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def in_days(number: int) -> date:
    return MONDAY + timedelta(days=number)


def reserve(title, first: int, last: int, name="Anna") -> Reservation:
    request = reserving.ReservationRequest(name, in_days(first), in_days(last))
    return reserving.reserve_title(title=title, request=request, today=MONDAY)


def lend(box, due: int, borrower="Bernd", **details) -> Loan:
    given = {"borrower": borrower, "borrower_kind": "person", "out": MONDAY, "due": in_days(due)}
    return lending.lend_copies(copies=[box.pk], **given | details)[0]


@pytest.fixture
def box():
    return make_copy(make_title("Azul"), inventory_number="E1", shelf="B3")


# ── Reserving ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("first", "last"), [(2, 4), (4, 6), (0, 2), (3, 3), (0, 9)])
def test_two_guests_never_get_the_only_box_for_the_same_days(box, first, last):
    reserve(box.title, 2, 4)
    with pytest.raises(DeskRefusal, match="No box is free"):
        reserve(box.title, first, last, "Bernd")
    assert reserve(box.title, 5, 6, "Carla") and reserve(box.title, 0, 1, "Dora")


def test_two_boxes_are_promised_twice(box):
    make_copy(box.title)
    reserve(box.title, 2, 4)
    reserve(box.title, 3, 5, "Bernd")
    with pytest.raises(DeskRefusal):
        reserve(box.title, 4, 4, "Carla")


def test_a_box_that_is_out_is_promised_from_the_day_after_it_is_due(box):
    lend(box, due=3)
    with pytest.raises(DeskRefusal, match="6 March 2026"):
        reserve(box.title, 3, 4)
    assert reserve(box.title, 4, 5)


def test_nobody_knows_when_a_late_box_comes_back(box):
    lend(box, due=0)
    late = reserving.ReservationRequest("Anna", in_days(10), in_days(11))
    with pytest.raises(DeskRefusal, match="nobody knows"):
        reserving.reserve_title(title=box.title, request=late, today=in_days(1))


@pytest.mark.parametrize(
    ("status", "reason"), [("repair", "is under repair"), ("lost", "no box"), ("retired", "no box")]
)
def test_a_box_that_cannot_be_lent_is_not_promised(status, reason):
    box = make_copy(make_title("Hive"), status=status)
    with pytest.raises(DeskRefusal, match=reason):
        reserve(box.title, 1, 2)


# ── Lending ───────────────────────────────────────────────────────────────────────────────────────


def test_the_desk_is_warned_before_it_lends_what_is_promised(box):
    reservation = reserve(box.title, 3, 5)
    with pytest.raises(PromisesAtRisk) as risk:
        lend(box, due=4)
    [promise] = risk.value.promises
    assert (promise.reservation, promise.lend_until) == (reservation, in_days(2))
    assert not Loan.objects.exists()
    assert not lend(box, due=2).breaks_promise


def test_what_staff_confirm_is_written_down(box, django_user_model):
    clerk = django_user_model.objects.create_user("clerk")
    reservation = reserve(box.title, 0, 5)
    loan = lend(box, due=4, confirmed_reservation_ids=[reservation.pk], who=clerk)
    assert loan.breaks_promise
    entry = AuditEntry.objects.get(kind="catalogue.loan")
    assert entry.who == "clerk" and entry.after["breaks_promise"] is True


def test_a_confirmation_does_not_count_for_a_reservation_that_came_later(box):
    seen = reserve(box.title, 3, 3)
    reserve(box.title, 4, 4, "Carla")
    with pytest.raises(PromisesAtRisk):
        lend(box, due=4, confirmed_reservation_ids=[seen.pk])


def test_a_second_box_needs_no_warning(box):
    make_copy(box.title)
    reserve(box.title, 3, 5)
    assert not lend(box, due=4).breaks_promise


@pytest.mark.parametrize("details", [{"borrower": "ANNA"}, {"fulfilled_reservation_ids": "the guest"}])
def test_the_guest_gets_the_box_and_the_reservation_is_settled(box, details):
    reservation = reserve(box.title, 0, 5)
    if "fulfilled_reservation_ids" in details:
        details = {"fulfilled_reservation_ids": [reservation.pk]}
    loan = lend(box, due=5, **details)
    reservation.refresh_from_db()
    assert (loan.reservation, loan.breaks_promise, reservation.done) == (reservation, False, True)
    lending.undo_loans({"lent": [loan.pk]})
    reservation.refresh_from_db()
    assert not reservation.done


def test_boxes_are_assigned_to_those_who_wait(box):
    other = make_copy(box.title, inventory_number="E2")
    first, second = reserve(box.title, 0, 1), reserve(box.title, 0, 2, "Bernd")
    waiting = [first, second]
    promises.assign_boxes(waiting)
    assert {reservation.box for reservation in waiting} == {box, other}
    lend(other, due=1, borrower="Carla", confirmed_reservation_ids=[first.pk, second.pk])
    promises.assign_boxes(waiting)
    assert [reservation.box for reservation in waiting] == [box, None]


# ── What guests see ───────────────────────────────────────────────────────────────────────────────


def book(client, title, first: date, last: date):
    with translation.override("fr"):
        address = reverse("catalogue:reserve", args=[title.slug])
    fields = {"name": "Anna", "stay_from": first.isoformat(), "stay_to": last.isoformat()}
    return client.post(address, fields)


def test_the_confirmation_shows_the_days_and_cancels(client, box):
    first = timezone.localdate() + timedelta(days=2)
    answer = book(client, box.title, first, first)
    page = client.get(answer["Location"])
    assert "Azul" in page.text and str(first.year) in page.text
    assert page["Cache-Control"].startswith("max-age=0")
    client.post(answer["Location"])
    assert not Reservation.objects.exists()
    gone = client.get(answer["Location"])
    assert gone.status_code == 410
    assert client.get(answer["Location"][:-4] + "xxx/").status_code == 404


def test_the_page_of_the_title_says_what_is_promised(client, box):
    today = timezone.localdate()
    with translation.override("en"):
        address = reverse("catalogue:title", args=["azul"])
    assert "free</span>" in client.get(address).text
    book(client, box.title, today + timedelta(days=5), today + timedelta(days=6))
    assert "Reserved from" in client.get(address).text
    Reservation.objects.all().delete()
    book(client, box.title, today, today + timedelta(days=1))
    page = client.get(address).text
    assert "reserved until" in page and "Free again from" in page and "free</span>" not in page


def test_the_letter_leads_to_the_page_that_cancels(box, django_capture_on_commit_callbacks):
    request = reserving.ReservationRequest("Anna", MONDAY, in_days(3), "a@example.org", "en")
    reservation = reserving.reserve_title(title=box.title, request=request, today=MONDAY)
    lend(box, due=1, confirmed_reservation_ids=[reservation.pk])
    with django_capture_on_commit_callbacks(execute=True):
        lending.return_copies(returned=[ReturnedBox(box.pk, "", "good")], on=MONDAY)
    assert reserving.sign_token(reservation).split(":")[0] in mail.outbox[0].body


# ── The desk ──────────────────────────────────────────────────────────────────────────────────────


def test_the_desk_asks_and_lends_when_it_is_told(keeper, box):
    today = timezone.localdate()
    book(keeper, box.title, today + timedelta(days=1), today + timedelta(days=2))
    reservation = Reservation.objects.get()
    form = {
        "act": "lend",
        "copy": box.pk,
        "borrower": "Bernd",
        "borrower_kind": "person",
        "due": (today + timedelta(days=2)).isoformat(),
    }
    page = keeper.post(reverse("desk:lending"), form).text
    assert f'name="confirmed" value="{reservation.pk}"' in page
    assert 'name="until"\n' in page or 'name="until"' in page
    assert not Loan.objects.exists()
    shorter = {**form, "until": today.isoformat()}
    del shorter["act"]
    keeper.post(reverse("desk:lending"), shorter)
    assert Loan.objects.get().due == today
    lending.undo_loans({"lent": [Loan.objects.get().pk]})
    keeper.post(reverse("desk:lending"), {**form, "confirmed": reservation.pk})
    assert Loan.objects.get().breaks_promise


def test_the_administration_promises_no_more_than_guests_can(keeper, box):
    today = timezone.localdate()
    book(keeper, box.title, today, today)
    form = {
        "title": box.title_id,
        "name": "Bernd",
        "stay_from": today.isoformat(),
        "stay_to": today.isoformat(),
    }
    address = reverse("admin:catalogue_reservation_add")
    assert keeper.post(address, form).status_code == 200
    assert Reservation.objects.count() == 1
    Reservation.objects.all().delete()
    assert keeper.post(address, form).status_code == 302
    saved = Reservation.objects.get()
    address = reverse("admin:catalogue_reservation_change", args=[saved.pk])
    assert keeper.post(address, form | {"note": "Room 2"}).status_code == 302


def test_the_desk_takes_as_many_queries_for_three_reservations_as_for_one(keeper):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert keeper.get(reverse("desk:lending")).status_code == 200
        return len(captured)

    def add(name):
        today = timezone.localdate()
        title = make_copy(make_title(name), shelf="B1").title
        Reservation.objects.create(title=title, name=name, stay_from=today, stay_to=today)

    add("Go")
    queries()
    few = queries()
    add("Uno")
    add("Hive")
    assert queries() == few
    assert Copy.objects.count() == 3
