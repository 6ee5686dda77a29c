"""The audit log says what differs, hides what is private, and cannot be changed."""

from datetime import date

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse

from catalogue.desk import lending
from catalogue.models import Copy
from escale.common import audit
from escale.common.models import AuditEntry
from tests.catalogue.desk.conftest import questions
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


def test_only_differences_are_written():
    box = make_copy(shelf="B1")
    before = audit.take_snapshot(box)
    box.note = "lid torn"
    audit.record_change(who=None, thing=box, before=before)
    entry = AuditEntry.objects.get()
    assert (entry.before, entry.after) == ({"note": ""}, {"note": "lid torn"})
    audit.record_change(who=None, thing=box, before=audit.take_snapshot(box))
    assert AuditEntry.objects.count() == 1


def test_a_password_is_never_written(django_user_model):
    user = django_user_model(username="clerk", password="argon2$very-secret")
    audit.record_addition(who=user, thing=user)
    entry = AuditEntry.objects.get()
    assert entry.after["password"] == audit.HIDDEN
    assert "secret" not in entry.words


@pytest.mark.parametrize("harm", [lambda rows: rows.update(who="nobody"), lambda rows: rows.delete()])
def test_the_database_refuses_to_change_the_log(harm):
    audit.record_addition(who=None, thing=make_copy())
    with pytest.raises(DatabaseError, match="append only"), transaction.atomic():
        harm(AuditEntry.objects.all())
    assert AuditEntry.objects.count() == 1
    assert Copy.objects.exists()


def show_log(client):
    address = reverse("admin:common_auditentry_changelist")
    return client.get(address, headers={"Accept-Language": "en"}).text


def test_the_log_speaks_in_words(keeper):
    box = make_copy(shelf="B1", inventory_number="E1")
    other = make_copy(make_title("Hive"), shelf="C2").shelf
    audit.change_fields(who=None, thing=box, shelf=other, status="repair", missing="1/2 dice")
    page = show_log(keeper)
    assert "Shelf: C2 (was: B1)" in page
    assert "Status: under repair (was: on its shelf)" in page
    assert "Missing pieces: 1/2 dice (was empty)" in page


def test_the_log_names_the_box_of_a_loan_and_nobody_who_has_it(keeper):
    box = make_copy(inventory_number="E7")
    due = date(2026, 3, 9)
    lending.lend_copies(
        copies=[box.pk], borrower="Anna", borrower_kind="person", out=date(2026, 3, 2), due=due
    )
    page = show_log(keeper)
    assert "E7" in page and "Due on: 9 March 2026" in page and "Anna" not in page


def test_the_log_asks_the_database_as_often_for_three_entries_as_for_one(keeper):
    boxes = [
        make_copy(make_title(name), shelf=shelf) for name, shelf in (("A", "B1"), ("B", "C2"), ("C", "D3"))
    ]
    address = reverse("admin:common_auditentry_changelist")
    audit.change_fields(who=None, thing=boxes[0], shelf=boxes[1].shelf)
    keeper.get(address)  # the settings of members are remembered from the first page on
    counts = [questions(keeper, address)]
    for box, other in ((boxes[1], boxes[2]), (boxes[2], boxes[0])):
        audit.change_fields(who=None, thing=box, shelf=other.shelf)
    counts.append(questions(keeper, address))
    assert counts[0] == counts[1]
