"""Every change raises the version and names its titles; a loan and the state of its box never differ."""

from datetime import date

import pytest
from django.db import transaction

from catalogue import services
from catalogue.models import Copy, GameTitle, Loan
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
MONDAY, FRIDAY = date(2026, 3, 2), date(2026, 3, 6)


def test_touch_raises_the_version_and_names_the_titles():
    azul, hive = make_title("Azul"), make_title("Hive")
    assert services.current_version() == 0
    assert services.mark_changed([azul]) == 1
    assert services.mark_changed([azul, hive.pk]) == 2
    assert services.changes_since(0) == services.Changes(version=2, changed=[azul.pk, hive.pk], removed=[])
    assert services.changes_since(1).changed == [azul.pk, hive.pk]
    assert services.changes_since(2).changed == []


def test_a_change_that_is_rolled_back_leaves_no_version():
    title = make_title()
    with pytest.raises(RuntimeError), transaction.atomic():
        services.mark_changed([title])
        raise RuntimeError
    assert services.current_version() == 0
    assert GameTitle.objects.get().changed_in == 0


def test_a_removed_title_leaves_a_tombstone():
    title = make_title("Azul")
    gone = title.pk
    services.remove_title(title)
    assert services.changes_since(0) == services.Changes(version=1, changed=[], removed=[gone])


def test_touching_many_titles_costs_statements_not_rows(django_assert_num_queries):
    titles = GameTitle.objects.bulk_create(GameTitle(slug=f"t{number}") for number in range(30))
    services.mark_changed(titles[:1])
    # Savepoint, version read and written, titles stamped, savepoint released.
    with django_assert_num_queries(5):
        services.mark_changed(titles)


def test_lend_and_take_back():
    copy = make_copy()
    loan = services.lend_copy(copy, borrower="Salon", borrower_kind="room", out=MONDAY, due=FRIDAY)
    assert Copy.objects.get().status == "out"
    assert list(Loan.objects.overdue(date(2026, 3, 7))) == [loan]
    assert services.changes_since(0).changed == [copy.title_id]
    services.return_copy(loan, on=FRIDAY)
    assert Copy.objects.get().status == "in"
    assert not Loan.objects.open().exists()


def test_a_box_is_lent_once():
    copy = make_copy()
    services.lend_copy(copy, borrower="Anna", out=MONDAY, due=FRIDAY)
    with pytest.raises(services.CopyUnavailable):
        services.lend_copy(copy, borrower="Bernd", out=MONDAY, due=FRIDAY)
    assert Loan.objects.get().borrower == "Anna"


def test_taking_an_old_loan_back_again_does_not_end_the_new_one():
    copy = make_copy()
    first = services.lend_copy(copy, borrower="Anna", out=MONDAY, due=FRIDAY)
    services.return_copy(first, on=FRIDAY)
    services.lend_copy(copy, borrower="Bernd", out=FRIDAY, due=FRIDAY)
    services.return_copy(first, on=FRIDAY)
    assert Copy.objects.get().status == "out"
