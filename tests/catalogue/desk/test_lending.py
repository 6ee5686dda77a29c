"""Over the desk: all boxes or none, contents noted, the last step undone, guests told and forgotten."""

from datetime import date, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from catalogue.desk import DeskRefusal, lending, reserving
from catalogue.desk.lending import ReturnedBox
from catalogue.members import personal_data
from catalogue.models import Copy, Loan, Reservation
from escale.common.models import AuditEntry
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 2)
FRIDAY = TODAY + timedelta(days=4)


@pytest.fixture
def boxes():
    return [
        make_copy(make_title(name), inventory_number=f"E{n}")
        for n, name in enumerate(("Azul", "Hive", "Uno"))
    ]


def lend(boxes, **changes):
    told = {"borrower": "Anna", "borrower_kind": "person", "out": TODAY, "due": FRIDAY} | changes
    return lending.lend_copies(copies=[box.pk for box in boxes], **told)


def test_a_box_is_found_by_number_barcode_and_label():
    box, other = (
        make_copy(inventory_number="E0001", barcode="4005556"),
        make_copy(make_title("Hive"), barcode="4005556"),
    )
    assert lending.find_copies(" e0001 ") == [box]
    assert lending.find_copies("https://escale.example/t/azul/?box=E0001") == [box]
    assert lending.find_copies("4005556") == [box, other]
    assert lending.find_copies("https://escale.example/t/azul/") == lending.find_copies("") == []


@pytest.mark.parametrize(
    "code", ["http://[", "https://[::1?box=E0001", "http://x/?box=" + "9" * 200, "https://?&&=;"]
)
def test_whatever_a_camera_reads_is_a_short_code(code):
    assert len(lending.parse_box_code(code)) <= 40
    lending.find_copies(code)


def test_a_lost_box_is_not_found():
    make_copy(inventory_number="E1", status="lost")
    assert lending.find_copies("E1") == []


def test_several_go_out_together(boxes):
    loans = lend(boxes)
    assert [loan.borrower for loan in loans] == ["Anna"] * 3
    assert set(Copy.objects.values_list("status", flat=True)) == {"out"}


def test_all_or_none(boxes):
    lend(boxes[1:2])
    with pytest.raises(DeskRefusal, match=r"E1 \(Hive\)"):
        lend(boxes)
    assert Loan.objects.count() == 1
    assert Copy.objects.filter(status=Copy.Status.OUT).count() == 1


@pytest.mark.parametrize("wrong", [{"due": TODAY - timedelta(days=1)}, {"borrower": "  "}])
def test_what_makes_no_sense_is_refused(boxes, wrong):
    with pytest.raises(DeskRefusal):
        lend(boxes, **wrong)
    with pytest.raises(DeskRefusal):
        lend([])
    assert not Loan.objects.exists()


def test_contents_are_noted_on_return(boxes):
    lend(boxes)
    seen = [ReturnedBox(boxes[0].pk, "one blue tile", "worn"), ReturnedBox(boxes[1].pk, "", "good")]
    returned = lending.return_copies(returned=seen, on=FRIDAY)
    assert {copy.pk for copy in returned.copies} == {boxes[0].pk, boxes[1].pk}
    first = Copy.objects.get(pk=boxes[0].pk)
    assert (first.status, first.missing, first.condition) == ("in", "one blue tile", "worn")
    assert Copy.objects.get(pk=boxes[2].pk).status == "out"
    with pytest.raises(DeskRefusal):
        lending.return_copies(returned=seen, on=FRIDAY)


def test_lending_is_undone(boxes):
    loans = lend(boxes)
    assert lending.undo_loans({"lent": [loan.pk for loan in loans]}) == 3
    assert not Loan.objects.exists()
    assert Copy.objects.available().count() == 3


def test_a_return_is_undone_with_its_notes(boxes):
    lend(boxes[:1])
    returned = lending.return_copies(returned=[ReturnedBox(boxes[0].pk, "a die", "poor")], on=FRIDAY)
    lending.undo_loans(returned.undo_steps)
    box = Copy.objects.get(pk=boxes[0].pk)
    assert (box.status, box.missing, box.condition) == ("out", "", "good")
    assert Loan.objects.open().count() == 1


def test_what_has_moved_on_is_not_undone(boxes):
    loans = lend(boxes[:2])
    returned = lending.return_copies(returned=[ReturnedBox(boxes[0].pk, "", "good")], on=TODAY)
    with pytest.raises(DeskRefusal):
        lending.undo_loans({"lent": [loans[1].pk, loans[0].pk]})
    assert Copy.objects.get(pk=boxes[1].pk).status == "out"  # nothing of it was done
    lend(boxes[:1])
    with pytest.raises(DeskRefusal):
        lending.undo_loans(returned.undo_steps)


def test_every_step_is_in_the_log_without_the_guest(boxes, django_user_model):
    clerk = django_user_model(username="clerk")
    lending.lend_copies(
        copies=[boxes[0].pk],
        borrower="Anna",
        borrower_kind="person",
        out=TODAY,
        due=FRIDAY,
        note="Anna’s",
        who=clerk,
    )
    lending.return_copies(returned=[ReturnedBox(boxes[0].pk, "a die", "good")], on=FRIDAY, who=clerk)
    entries = list(AuditEntry.objects.order_by("pk").values_list("who", "action", "kind"))
    assert entries == [
        ("clerk", "add", "catalogue.loan"), ("clerk", "change", "catalogue.loan"), ("clerk", "change", "catalogue.copy")
    ]  # fmt: skip
    copy = AuditEntry.objects.get(kind="catalogue.copy")
    assert copy.before["missing"] == "" and copy.after["missing"] == "a die"
    assert not AuditEntry.objects.filter(words__contains="anna").exists()


# ── Reservations
# ─────────────────────────────────────────────────────────────────────────────────────────────────────


def wish(**changes):
    told = {
        "name": "Anna",
        "stay_from": TODAY,
        "stay_to": FRIDAY,
        "mail": "anna@example.org",
        "language": "en",
    }
    return reserving.ReservationRequest(**told | changes)


def test_the_guest_who_waits_is_told_once(boxes, django_capture_on_commit_callbacks):
    reservation = reserving.reserve_title(title=boxes[0].title, request=wish(), today=TODAY)
    for _turn in range(2):
        lend(boxes[:1], borrower="Bernd", confirmed_reservation_ids=[reservation.pk])
        with django_capture_on_commit_callbacks(execute=True):
            returned = lending.return_copies(returned=[ReturnedBox(boxes[0].pk, "", "good")], on=TODAY)
        assert [one.name for one in returned.waiting_reservations] == ["Anna"]
    assert [letter.to for letter in mail.outbox] == [["anna@example.org"]]
    assert "Azul" in mail.outbox[0].subject


def test_an_email_has_no_word_of_the_guest_and_one_address_gets_only_so_many(
    boxes, monkeypatch, django_capture_on_commit_callbacks
):
    """Whoever reserves chooses the name and the address, which may be of another person."""
    monkeypatch.setattr(reserving, "MAILED", reserving.MAILED._replace(times=1))
    for box in boxes[:2]:
        request = wish(name="You have won:\nevil.example")
        reservation = reserving.reserve_title(title=box.title, request=request, today=TODAY)
        lend([box], borrower="Bernd", confirmed_reservation_ids=[reservation.pk])
        with django_capture_on_commit_callbacks(execute=True):
            lending.return_copies(returned=[ReturnedBox(box.pk, "", "good")], on=TODAY)
    (letter,) = mail.outbox
    assert "evil" not in letter.body and "Azul" in letter.body


def test_a_letter_that_does_not_leave_is_written_down_and_the_box_is_back(
    boxes, settings, caplog, django_capture_on_commit_callbacks
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    reservation = reserving.reserve_title(title=boxes[0].title, request=wish(), today=TODAY)
    lend(boxes[:1], borrower="Bernd", confirmed_reservation_ids=[reservation.pk])
    with django_capture_on_commit_callbacks(execute=True):
        lending.return_copies(returned=[ReturnedBox(boxes[0].pk, "", "good")], on=TODAY)
    assert Copy.objects.get(pk=boxes[0].pk).status == "in"
    assert "no email was sent" in caplog.text and "anna" not in caplog.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"stay_to": TODAY - timedelta(days=1), "stay_from": TODAY - timedelta(days=3)},
        {"stay_from": FRIDAY, "stay_to": TODAY},
        {"stay_to": TODAY + timedelta(days=40)},
        {"stay_from": TODAY + timedelta(days=400), "stay_to": TODAY + timedelta(days=401)},
    ],
)
def test_impossible_stays_are_refused(boxes, wrong):
    with pytest.raises(DeskRefusal):
        reserving.reserve_title(title=boxes[0].title, request=wish(**wrong), today=TODAY)


def test_limits_for_a_guest_and_for_a_title(boxes):
    titles = [make_copy(make_title(f"Title {n}")).title for n in range(reserving.MAX_PER_GUEST + 1)]
    for title in titles[:-1]:
        reserving.reserve_title(title=title, request=wish(), today=TODAY)
    with pytest.raises(DeskRefusal, match="4"):
        reserving.reserve_title(title=titles[-1], request=wish(name="ANNA"), today=TODAY)
    with pytest.raises(DeskRefusal):
        reserving.reserve_title(title=titles[0], request=wish(name="Dora"), today=TODAY)
    later = wish(name="Dora", stay_from=FRIDAY + timedelta(days=1), stay_to=FRIDAY + timedelta(days=2))
    assert reserving.reserve_title(title=titles[0], request=later, today=TODAY)


def test_a_title_without_a_box_cannot_be_reserved():
    with pytest.raises(DeskRefusal):
        reserving.reserve_title(title=make_title("Nowhere"), request=wish(), today=TODAY)


def test_the_worker_forgets_guests_by_itself(boxes, settings):
    """What the privacy page promises needs no timer that somebody could forget."""
    from catalogue import jobs

    settings.GUEST_DAYS = 30
    day = timezone.localdate()
    old = Loan.objects.create(
        copy=boxes[0], borrower="Anna", out=date(2020, 1, 1), due=day, back=day - timedelta(days=31)
    )
    young = Loan.objects.create(
        copy=boxes[1], borrower="Bob", out=date(2020, 1, 1), due=day, back=day - timedelta(days=29)
    )
    assert jobs.forget_old_guests() is False, "nothing is left to do at once"
    assert [Loan.objects.get(pk=loan.pk).borrower for loan in (old, young)] == ["—", "Bob"]


def test_guests_are_forgotten(boxes):
    lend(boxes[:1], note="room 3")
    lend(boxes[1:2], borrower="Salon", borrower_kind="room")
    lend(boxes[2:])
    lending.return_copies(returned=[ReturnedBox(box.pk, "", "good") for box in boxes[:2]], on=FRIDAY)
    reserving.reserve_title(title=boxes[0].title, request=wish(), today=TODAY)
    assert personal_data.forget_guests(today=FRIDAY + timedelta(days=29), days=30) == (0, 0)
    assert personal_data.forget_guests(today=FRIDAY + timedelta(days=30), days=30) == (1, 1)
    assert sorted(Loan.objects.values_list("borrower", "note")) == [("Anna", ""), ("Salon", ""), ("—", "")]
    assert not Reservation.objects.exists()
    assert personal_data.forget_guests(today=FRIDAY + timedelta(days=30), days=30) == (0, 0)
