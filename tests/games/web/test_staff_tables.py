"""Staff watch tables, close them, rename seats, remove words and block addresses; all of it is logged."""

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from escale.common.models import AuditEntry
from escale.house import roles
from games.lobby import origins
from games.matches import messages
from games.matches.archiving import packing
from games.models import BlockedOrigin, Match, MatchEvent, Seat
from tests.games.matches.finished import write_finished_match
from tests.games.table import BOT, HUMAN, Table
from tests.valid import assert_valid

pytestmark = pytest.mark.django_db
LANGUAGES = ("fr", "en", "it", "de")
INSULT, BAD_NAME = "something insulting", "Insulting Name"


@pytest.fixture
def staff(client, django_user_model):
    """A browser in which somebody is signed in who may look after tables and nothing else."""
    roles.update_groups()
    user = django_user_model.objects.create_user(username="grace", password="long enough 1", is_staff=True)
    user.groups.add(Group.objects.get(name=roles.TABLE_KEEPER))
    client.force_login(user)
    return client


def act(staff, table, **fields: str):
    """Presses the button, and says yes to the question."""
    address = reverse("tables:act", args=[table.id])
    question = staff.post(address, fields)
    assert question.status_code == 200 and b'name="confirmed"' in question.content
    return staff.post(address, fields | {"confirmed": "1"})


def entries() -> list:
    return [(entry.who, entry.thing, entry.after) for entry in AuditEntry.objects.filter(kind="games.match")]


def api(client, table, path: str = "view/") -> dict:
    return client.get(f"/api/v1/matches/{table.id}/{path}?lang=en").json()


@pytest.mark.parametrize("language", LANGUAGES)
def test_staff_see_tables_that_are_not_public_and_all_that_was_said(staff, language):
    table = Table(visibility="unlisted", name="Anna")
    messages.send_message(match_id=table.id, proof=table.proof(0), text=INSULT)
    Table(seats=(HUMAN, BOT))
    staff.cookies["django_language"] = language
    rows = staff.get(reverse("tables:list")).content.decode()
    assert table.id in rows
    assert_valid(rows)
    page = staff.get(reverse("tables:watch", args=[table.id])).content.decode()
    assert INSULT in page and "Anna" in page
    assert_valid(page)


def test_a_table_is_found_by_a_name_and_by_its_id(staff):
    found, other = Table(name="Insulting"), Table(name="Bruno")
    for query in ("insult", found.id, f"https://site.example/m/{found.id}"):
        page = staff.get(reverse("tables:list"), {"q": query}).content.decode()
        assert found.id in page and other.id not in page


def test_the_list_asks_as_often_for_one_table_as_for_three(staff, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    Table()
    staff.get(reverse("tables:list"))
    with CaptureQueriesContext(connection) as asked:
        staff.get(reverse("tables:list"))
    Table(), Table()
    with django_assert_num_queries(len(asked)):
        staff.get(reverse("tables:list"))


def test_a_running_table_is_closed_and_its_people_are_told_why(staff, client):
    table = Table()
    table.play(1)
    assert act(staff, table, act="close", reason="words").status_code == 302
    match = table.match
    assert (match.status, match.result["end"], match.result["why"]) == ("finished", "abandoned", "words")
    view = api(client, table)
    assert "because of what was said" in view["prompt"]
    assert "because of what was said" in view["log"][-1]["text"]
    assert (view["outcome"]["winners"], view["outcome"]["reason"]) == ([], "closed")
    assert entries() == [("grace", table.id, {"closed": "words"})]
    assert client.get(f"/api/v1/matches/{table.id}/record/").status_code == 200
    assert client.get(reverse("games:replay", args=[table.id])).status_code == 200


@pytest.mark.parametrize(("language", "words"), [("fr", "à cause d’un nom"), ("de", "wegen eines Namens")])
def test_an_open_table_goes_and_who_comes_back_reads_why(staff, client, language, words):
    table = Table(join=False)
    act(staff, table, act="close", reason="names")
    assert not Match.objects.filter(pk=table.id).exists()
    answer = client.get(f"/api/v1/matches/{table.id}/view/?lang={language}")
    assert (answer.status_code, answer.json()["code"]) == (410, "table_closed")
    assert words in answer.json()["detail"]
    short = client.get(f"/m/{table.id}", headers={"Accept-Language": language})
    page = client.get(short["Location"])
    assert page.status_code == 410 and words in page.content.decode()
    assert client.get("/m/0123456789abcdef").status_code == 404


def test_a_seat_gets_another_name_and_the_old_one_is_nowhere(staff, client):
    table = Table(name=BAD_NAME)
    act(staff, table, act="rename", seat="0", name="")
    assert Seat.objects.get(match=table.id, index=0).name == ""
    assert BAD_NAME not in str(api(client, table)) + str(api(client, table, "events/"))
    assert BAD_NAME not in str(entries())
    assert entries()[0][2] == {"renamed_seat": 1}
    act(staff, table, act="rename", seat="0", name="Anna")
    assert api(client, table)["seats"][0]["name"] == "Anna"


def test_words_are_erased_and_the_log_keeps_its_numbers(staff, client):
    table = Table()
    number = messages.send_message(match_id=table.id, proof=table.proof(0), text=INSULT)
    act(staff, table, act="remove", number=str(number))
    assert MatchEvent.objects.get(match=table.id, number=number).data == {"removed": True}
    log = api(client, table)["log"]
    assert INSULT not in str(log) + str(entries())
    assert log[-2]["said"] == "(removed by staff)" and log[-1]["kind"] == "removal"
    table.play(2)
    assert entries() == [("grace", table.id, {"removed_message": number})]


def test_an_address_is_blocked_for_a_day_and_an_erased_one_is_not(staff):
    table = Table(origin="0123456789abcdef")
    act(staff, table, act="block", seat="0")
    with pytest.raises(Exception, match="address_blocked"):
        origins.guard_not_blocked("0123456789abcdef")
    assert entries() == [("grace", table.id, {"blocked_address_of_seat": 1})]
    Seat.objects.filter(match=table.id).update(origin="")
    act(staff, table, act="block", seat="0")
    assert BlockedOrigin.objects.count() == 1 and len(entries()) == 1


def test_nothing_happens_before_the_question_is_answered(staff):
    table = Table()
    page = staff.post(reverse("tables:act", args=[table.id]), {"act": "close", "reason": "words"})
    assert_valid(page.content.decode())
    assert (table.match.status, entries()) == ("active", [])


@pytest.mark.parametrize(
    "fields",
    [
        {"act": "burn"}, {"act": "rename", "seat": "9", "confirmed": "1"},
        {"act": "rename", "seat": "0", "name": "\u202ex", "confirmed": "1"},
        {"act": "remove", "number": "x", "confirmed": "1"},
        {"act": "rename", "seat": "0", "name": "a\0b", "confirmed": "1"},
    ],
)  # fmt: skip
def test_what_the_page_does_not_offer_is_refused(staff, fields):
    assert staff.post(reverse("tables:act", args=[Table().id]), fields).status_code == 400
    assert entries() == []


@pytest.mark.parametrize("role", [roles.READER, roles.DESK, roles.CATALOGUER, roles.TRANSLATOR])
def test_other_roles_look_after_no_table(client, django_user_model, role):
    roles.update_groups()
    user = django_user_model.objects.create_user(username="ada", password="long enough 1", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client.force_login(user)
    table = Table()
    for name, arguments in (("list", []), ("watch", [table.id])):
        assert client.get(reverse(f"tables:{name}", args=arguments)).status_code == 403
    confirmed = {"act": "close", "reason": "words", "confirmed": "1"}
    assert client.post(reverse("tables:act", args=[table.id]), confirmed).status_code == 403
    assert table.match.status == "active"


def test_nobody_looks_after_tables_without_signing_in(client):
    answer = client.get(reverse("tables:list"))
    assert (answer.status_code, "/admin/login/" in answer["Location"]) == (302, True)


def test_a_match_that_is_over_cannot_be_closed(staff):
    table = Table()
    act(staff, table, act="close", reason="request")
    act(staff, table, act="close", reason="words")
    assert len(entries()) == 1


def test_words_of_a_packed_match_are_erased_too(staff, client):
    match = write_finished_match("halunken", 3)
    MatchEvent.objects.create(
        match=match, number=match.number + 1, kind="message", seat=0, at=0, data={"text": INSULT}
    )
    Match.objects.filter(pk=match.pk).update(number=match.number + 1)
    assert packing.pack(match.pk)
    assert act(staff, match, act="remove", number=str(match.number + 1)).status_code == 302
    log = api(client, match)["log"]
    assert INSULT not in str(log)
    assert [event["kind"] for event in log[-3:]] == ["move", "message", "removal"]
