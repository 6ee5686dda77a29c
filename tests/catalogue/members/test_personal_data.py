"""What is kept of one person is given out, and erased so that nothing in the database names them."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.utils import ConnectionHandler
from django.utils import timezone

from catalogue.desk import DeskRefusal, lending, reserving
from catalogue.evenings import stays
from catalogue.jobs import forget_former_members
from catalogue.members import accounts, links, personal_data, reminders
from catalogue.models import Category, LinkRequest, Loan, Member, Reservation, Subscription
from escale.common.models import AuditEntry
from escale.server import environment
from tests.catalogue.members.conftest import MONDAY, in_days
from tests.catalogue.members.test_reminders import at

pytestmark = pytest.mark.django_db
FACTS = {
    "name": "Family Quisling", "mail": "quisling@example.org", "telephone": "04 50 11 22 33",
    "street": "Rue du Zéphyr 7", "note": "prefers mornings", "persons": [accounts.PersonEntry("Ottilie Q", 2014)],
}  # fmt: skip
WORDS = ["quisling", "04 50 11 22 33", "zéphyr", "prefers mornings", "ottilie", "came with the dog"]


def find_in_database(words: list[str]) -> list[str]:
    """Every table and column, of whatever app, in which one of the words stands in some row."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            columns = [
                column.name for column in connection.introspection.get_table_description(cursor, table)
            ]
            for column in columns:
                quoted = connection.ops.quote_name(column)
                cursor.execute(f"SELECT CAST({quoted} AS text) FROM {connection.ops.quote_name(table)}")
                texts = " ".join(str(row[0]).casefold() for row in cursor.fetchall() if row[0] is not None)
                found += [f"{table}.{column}: {word}" for word in words if word in texts]
    return found


@pytest.fixture
def lived(make_member, boxes):
    """A member who has done all that leaves a trace: loans, reminders, links, a reservation, blocking."""
    member = make_member(**FACTS)
    accounts.block_member(member, "Quisling owes a box", who=None)
    accounts.block_member(member, "", who=None)
    Subscription.objects.update(note="Quisling paid late")
    details = {"member": member, "out": MONDAY, "note": "came with the dog"}
    lending.lend_copies(copies=[boxes[0].pk], **details)
    reminders.send_due_reminders(at(15))
    lending.return_copies(returned=[lending.ReturnedBox(boxes[0].pk, "", "good")], on=in_days(16))
    request = reserving.ReservationRequest(member.name, in_days(30), in_days(31), mail=member.mail)
    reserving.reserve_title(title=boxes[1].title, request=request, today=MONDAY)
    stays.make_stay(name=member.name, stay_from=in_days(30), stay_to=in_days(31), today=MONDAY, who=None)
    links.request_link("Quisling@example.org", "fr")
    return member


def test_everything_is_given_out(lived):
    values = personal_data.export(personal_data.Subject.of_member(lived), who=None)
    text = json.dumps(values, cls=personal_data.JSON_ENCODER, ensure_ascii=False).casefold()
    assert [word for word in WORDS if word not in text] == []
    assert [loan["title"] for loan in values["loans"]] == ["Game 0"] and values["loans"][0]["reminders"]
    assert len(values["reservations"]) == len(values["stays"]) == 1


@pytest.mark.slow
def test_nothing_in_the_database_names_an_erased_member(lived):
    assert len(find_in_database(WORDS)) > 8  # the search itself finds what is there
    personal_data.erase(personal_data.Subject.of_member(lived), who=None)
    assert find_in_database([*WORDS, lived.card.casefold()]) == []
    assert Loan.objects.count() == 1 and Subscription.objects.count() == 1  # for the statistics


def test_the_people_of_an_account_are_erased_wherever_they_stand_with_their_whole_names(make_member, boxes):
    """First names are left alone, because many guests have the same."""
    member = make_member(
        "Family Quisling", persons=[accounts.PersonEntry("Ottilie Quisling"), accounts.PersonEntry("Marie")]
    )
    for box, name in zip(boxes, ("Ottilie Quisling", "Marie"), strict=False):
        request = reserving.ReservationRequest(name, in_days(30), in_days(31))
        reserving.reserve_title(title=box.title, request=request, today=MONDAY)
    subject = personal_data.Subject.of_member(member)
    assert len(personal_data.export(subject, who=None)["reservations"]) == 1
    personal_data.erase(subject, who=None)
    assert find_in_database(["quisling"]) == [] and Reservation.objects.get().name == "Marie"


def test_the_log_of_sqlite_keeps_nothing_of_an_erased_person(tmp_path):
    path = tmp_path / "site.sqlite3"
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": environment.SQLITE}
    database = ConnectionHandler({"default": settings})["default"]
    with database.cursor() as cursor:
        cursor.execute("CREATE TABLE person (name)")
        cursor.execute("INSERT INTO person VALUES ('Ottilie Quisling')")
        cursor.execute("DELETE FROM person")
    assert b"Quisling" in (tmp_path / "site.sqlite3-wal").read_bytes()
    personal_data.empty_write_ahead_log(database)
    assert not any(b"Quisling" in file.read_bytes() for file in tmp_path.iterdir())
    database.close()


@pytest.mark.slow
def test_nothing_in_the_database_names_an_erased_guest(boxes):
    lending.lend_copies(copies=[boxes[0].pk], borrower="Otto Quisling", out=MONDAY, due=in_days(3))
    with pytest.raises(DeskRefusal, match="still on loan"):
        personal_data.erase(personal_data.find_subject("otto quisling"), who=None)
    assert find_in_database(["quisling"]) == ["catalogue_loan.borrower: quisling"]
    lending.return_copies(returned=[lending.ReturnedBox(boxes[0].pk, "", "good")], on=in_days(2))
    personal_data.erase(personal_data.find_subject("otto quisling"), who=None)
    assert find_in_database(["quisling"]) == []


def test_the_commands_count_first_and_erase_only_with_yes(lived):
    def run(*arguments: str) -> str:
        out = StringIO()
        call_command(*arguments, stdout=out)
        return out.getvalue()

    assert json.loads(run("export_person", lived.card))["members"][0]["mail"] == FACTS["mail"]
    assert "1 members, 1 reservations, 1 stays, and the name in 1 loans" in run("erase_person", FACTS["mail"])
    assert Member.objects.exists()
    run("erase_person", FACTS["mail"], "--yes")
    assert find_in_database(WORDS) == []
    with pytest.raises(CommandError, match="Nothing is kept"):
        run("erase_person", FACTS["mail"])


def test_homonyms_are_left_alone(lived, make_member, boxes):
    other = make_member("Family Other", mail="other@example.org")
    lending.lend_copies(copies=[boxes[2].pk], member=other, out=MONDAY)
    personal_data.erase(personal_data.Subject.of_member(lived), who=None)
    assert Member.objects.get() == other and Loan.objects.filter(member=other).exists()


def test_the_log_says_that_a_member_was_exported_and_erased(lived, django_user_model):
    clerk = django_user_model.objects.create_user("clerk")
    personal_data.export(personal_data.Subject.of_member(lived), who=clerk)
    personal_data.erase(personal_data.Subject.of_member(lived), who=clerk)
    log = AuditEntry.objects.filter(who="clerk", kind="catalogue.member").order_by("pk")
    assert [entry.action for entry in log] == ["change", "delete"]


def test_former_members_are_erased_after_their_time_and_others_stay(make_member, boxes):
    keep = accounts.load_settings().keep_days
    today = timezone.localdate()
    long_ago = today - timedelta(days=keep + 1)
    names = {"gone": long_ago, "with a box": long_ago, "lately": today - timedelta(days=keep - 1)}
    for name, last in names.items():
        member = make_member(name, last=None)
        Member.objects.filter(pk=member.pk).update(joined_on=long_ago - timedelta(days=400))
        days = {"first": last - timedelta(days=9), "last": last}
        Subscription.objects.create(member=member, category=Category.objects.first(), **days)
    holder = Member.objects.get(name="with a box")
    Loan.objects.create(copy=boxes[0], member=holder, borrower="x", out=long_ago, due=long_ago)
    make_member("new, without a subscription", last=None)
    while forget_former_members():
        pass
    assert not Member.objects.filter(name="gone").exists() and Member.objects.count() == 3


def test_a_loan_forgets_its_member_some_time_after_the_return(lived):
    personal_data.forget_guests(today=in_days(16 + 29), days=30)
    assert Loan.objects.get().member == lived
    personal_data.forget_guests(today=in_days(16 + 30), days=30)
    loan = Loan.objects.get()
    assert (loan.member, loan.borrower, loan.note, loan.reminders.count()) == (None, "—", "", 0)


def test_a_request_for_a_link_is_erased_when_it_is_answered(lived):
    assert LinkRequest.objects.exists() and Reservation.objects.exists()
    links.answer_requests()
    assert not LinkRequest.objects.exists()
