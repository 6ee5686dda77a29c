"""The audit log says what differs, hides what is private, and cannot be changed."""

import pytest
from django.db import DatabaseError, transaction

from catalogue.models import Copy
from escale.common import audit
from escale.common.models import AuditEntry
from tests.catalogue.making import make_copy

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
