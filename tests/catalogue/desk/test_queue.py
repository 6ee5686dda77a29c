"""A guest changes days, waits in a queue when nothing is free, and takes the stay into a calendar."""

from datetime import date, timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import translation

from catalogue.desk import DeskRefusal, lending, reserving
from catalogue.exporting import calendar_files
from catalogue.models import Reservation
from catalogue.web.pages import reserve as reserve_page
from escale.common.models import AuditEntry
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 3, 2)


@pytest.fixture(autouse=True)
def _in_english(monkeypatch, client):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *arguments: MONDAY)
    with translation.override("en"):
        yield


def in_days(number: int) -> date:
    return MONDAY + timedelta(days=number)


@pytest.fixture
def box():
    name = "Azul, the “tiles”; a game of colours and many more words than fit into one line"
    return make_copy(make_title(name, slug="azul"))


def reserve(box, first: int, last: int, name="Anna", *, may_queue=False) -> Reservation:
    address = f"{name.lower()}@example.org"
    request = reserving.ReservationRequest(name, in_days(first), in_days(last), mail=address, language="en")
    return reserving.reserve_title(title=box.title, request=request, today=MONDAY, may_queue=may_queue)


def serve() -> list[str]:
    """Who was told that a box is reserved for them now."""
    before = len(mail.outbox)
    reserving.serve_queue(today=MONDAY)
    return [message.to[0] for message in mail.outbox[before:]]


# ── Changing ──────────────────────────────────────────────────────────────────────────────────────


def test_a_guest_changes_the_days_on_the_page_of_the_link(client, box):
    reservation = reserve(box, 2, 4)
    page = reverse("catalogue:reservation", args=[reserving.sign_token(reservation)])
    days = {"stay_from": "2026-03-05", "stay_to": "2026-03-09"}
    assert "new dates" in client.post(page, days, follow=True).text
    reservation.refresh_from_db()
    assert (reservation.stay_from, reservation.stay_to) == (in_days(3), in_days(7))
    assert AuditEntry.objects.filter(kind="catalogue.reservation", action="change").exists()


@pytest.mark.parametrize(("first", "last", "reason"), [(6, 8, "No box is free"), (4, 3, "ends before")])
def test_a_refused_change_leaves_the_days(client, box, first, last, reason):
    reservation = reserve(box, 2, 4)
    reserve(box, 6, 7, "Bernd")
    page = reverse("catalogue:reservation", args=[reserving.sign_token(reservation)])
    answer = client.post(page, {"stay_from": in_days(first), "stay_to": in_days(last)})
    assert reason in answer.text
    assert Reservation.objects.get(pk=reservation.pk).stay_from == in_days(2)


def test_what_the_desk_has_settled_is_not_changed(box):
    reservation = reserve(box, 2, 4)
    reserving.mark_done(reservation=reservation, who=None)
    with pytest.raises(DeskRefusal):
        reserving.change_stay(reservation, stay_from=in_days(5), stay_to=in_days(6), today=MONDAY)


def test_changes_have_a_limit(client, box, monkeypatch):
    monkeypatch.setattr(reserve_page, "CHANGED", reserve_page.CHANGED._replace(times=1))
    page = reverse("catalogue:reservation", args=[reserving.sign_token(reserve(box, 2, 4))])
    for first in (5, 6):
        answer = client.post(page, {"stay_from": in_days(first), "stay_to": in_days(8)})
    assert "a lot of requests" in answer.text
    assert Reservation.objects.get().stay_from == in_days(5)


# ── The queue ─────────────────────────────────────────────────────────────────────────────────────


def test_a_guest_may_wait_when_nothing_is_free(client, box):
    reserve(box, 2, 4)
    form = {"name": "Carla", "stay_from": "2026-03-05", "stay_to": "2026-03-06", "mail": "c@example.org"}
    address = reverse("catalogue:reserve", args=[box.title.slug])
    assert 'name="queue"' in client.post(address, form).text
    assert not Reservation.objects.filter(name="Carla").exists()
    page = client.post(address, form | {"queue": "1"}, follow=True).text
    assert "You are in the queue" in page and "Add to my calendar" not in page
    assert Reservation.objects.get(name="Carla").is_queued


def test_those_who_wait_hold_no_box(box):
    reserve(box, 2, 4)
    reserve(box, 3, 9, "Bernd", may_queue=True)
    assert not reserve(box, 5, 6, "Carla").is_queued


def test_the_first_who_asked_gets_the_box_and_one_email(box, django_capture_on_commit_callbacks):
    first = reserve(box, 2, 4)
    for name in ("Bernd", "Carla"):
        reserve(box, 3, 5, name, may_queue=True)
    with django_capture_on_commit_callbacks(execute=True):
        assert serve() == []
    reserving.cancel(first)
    with django_capture_on_commit_callbacks(execute=True):
        reserving.serve_queue(today=MONDAY)
        reserving.serve_queue(today=MONDAY)
    assert [message.to for message in mail.outbox] == [["bernd@example.org"]]
    assert "reserved for you" in mail.outbox[0].body and "/en/reservation/" in mail.outbox[0].body
    assert list(Reservation.objects.filter(is_queued=True).values_list("name", flat=True)) == ["Carla"]


def test_a_box_that_comes_back_serves_the_queue(box):
    details = {"borrower": "Dora", "out": MONDAY, "due": in_days(9)}
    lending.lend_copies(copies=[box.pk], **details)
    waiting = reserve(box, 3, 5, may_queue=True)
    assert waiting.is_queued and reserving.serve_queue(today=MONDAY) == 0
    lending.return_copies(returned=[lending.ReturnedBox(box.pk, "", "good")], on=MONDAY)
    assert reserving.serve_queue(today=MONDAY) == 1
    assert not Reservation.objects.get().is_queued


def test_whoever_waits_may_choose_free_days(box):
    reserve(box, 2, 4)
    waiting = reserve(box, 3, 5, "Bernd", may_queue=True)
    changed = reserving.change_stay(waiting, stay_from=in_days(5), stay_to=in_days(6), today=MONDAY)
    assert not changed.is_queued


# ── Calendars ─────────────────────────────────────────────────────────────────────────────────────


def test_a_guest_takes_the_stay_into_a_calendar(client, box):
    token = reserving.sign_token(reserve(box, 2, 4))
    answer = client.get(reverse("catalogue:reservation_calendar", args=[token]))
    lines = answer.content.decode().split("\r\n")
    assert answer["Content-Type"].startswith("text/calendar")
    assert "DTSTART;VALUE=DATE:20260304" in lines and "DTEND;VALUE=DATE:20260307" in lines
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert all(len(line.encode()) <= 75 for line in lines)
    unfolded = answer.content.decode().replace("\r\n ", "")
    assert r"SUMMARY:Azul\, the “tiles”\; a game" in unfolded
    assert client.get(reverse("catalogue:reservation_calendar", args=["x"])).status_code == 404


def test_the_desk_takes_all_stays_into_a_calendar(box):
    reserve(box, 2, 4)
    reserve(box, 5, 6, "Bernd")
    reserve(box, 5, 7, "Carla", may_queue=True)
    text = calendar_files.write_desk_calendar(Reservation.objects.current(MONDAY)).replace("\r\n ", "")
    assert text.count("BEGIN:VEVENT") == 2 and "Bernd" in text and "Carla" not in text
