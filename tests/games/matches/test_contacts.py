"""An address may belong to anybody: one question first, in our own words, and nothing is kept after the end."""

import json
import logging
import re
import smtplib
from email.message import Message

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from escale.common.clock import now_ms
from escale.server.logs import JsonFormatter
from games.matches import absence
from games.matches.errors import MatchError
from games.matches.limits import EMAIL_RECEIVER, EMAIL_SENDER, EMAIL_TURNS
from games.models import Match, Seat
from games.notifying import contacts, notify
from tests.games.table import Table
from tests.valid import assert_valid

pytestmark = pytest.mark.django_db
ADDRESS = "anna@example.org"
SPAM = "Visit evil.example"


def set_mail(table, seat=0, address=ADDRESS, **more):
    given = {"webhook": None, "language": "en"} | more
    return contacts.set_contacts(match_id=table.id, proof=table.proof(seat), mail=address, **given)


def absent(table) -> None:
    Match.objects.filter(pk=table.id).update(moved_at=now_ms() - 120_000)


def patch(client, table, address: str, sender: str = "192.0.2.1"):
    return client.patch(
        f"/api/v1/matches/{table.id}/seats/mine/",
        json.dumps({"mail": address}),
        content_type="application/json",
        headers={"Authorization": f"Seat {table.tokens[0]}"},
        REMOTE_ADDR=sender,
    )


def link(letter) -> str:
    return re.search(r"(/email/\?token=\S+)", letter.body)[1]


def test_the_first_email_asks_in_our_own_words_and_no_other_follows_without_an_answer():
    table = Table(name=SPAM)
    set_mail(table, table.decision().seat)
    Seat.objects.filter(match=table.id).update(name=SPAM)
    assert (notify.ask_new_receivers(), notify.ask_new_receivers()) == (1, 0)
    absent(table)
    notify.notify_due_seats()
    (question,) = mail.outbox
    assert question.to == [ADDRESS]
    assert SPAM not in question.subject + question.body
    assert "/email/?token=" in question.body


@pytest.mark.parametrize("language", ["fr", "en", "it", "de"])
def test_a_yes_brings_emails_and_a_no_deletes_the_address(client, language):
    table = Table()
    seat = table.decision().seat
    set_mail(table, seat, language=language)
    notify.ask_new_receivers()
    address = link(mail.outbox[0])
    page = client.get(address)
    assert page.status_code == 200 and f'lang="{language}"' in page.content.decode()
    assert_valid(page.content.decode())
    assert Seat.objects.get(match=table.id, index=seat).mail_state == "asked", "a link alone is no answer"
    token = address.partition("token=")[2]
    assert client.post("/email/", {"token": token, "answer": "yes"}).status_code == 200
    absent(table)
    notify.notify_due_seats()
    assert len(mail.outbox) == 2
    client.post("/email/", {"token": token, "answer": "no"})
    assert Seat.objects.get(match=table.id, index=seat).mail == ""
    assert client.get(address).status_code == 404


def test_a_link_works_for_its_address_only(client):
    table = Table()
    set_mail(table)
    notify.ask_new_receivers()
    address = link(mail.outbox[0])
    assert client.get(f"{address}x").status_code == 404
    assert client.get("/email/").status_code == 404
    set_mail(table, address="b@example.org")
    assert client.get(address).status_code == 404
    assert Seat.objects.get(match=table.id, index=0).mail_state == "", "the new address is asked again"


def test_the_same_address_entered_again_is_not_asked_again():
    table = Table()
    set_mail(table)
    notify.ask_new_receivers()
    set_mail(table)
    assert notify.ask_new_receivers() == 0


def test_a_mailbox_is_asked_three_times_a_day_whoever_sends(client):
    codes = []
    for number in range(EMAIL_RECEIVER.times + 1):
        codes.append(patch(client, Table(), f"Anna+{number}@example.org", f"192.0.2.{number}").status_code)
    assert codes == [200] * EMAIL_RECEIVER.times + [429]
    assert patch(client, Table(), "b@example.org").status_code == 200


def test_one_sender_enters_ten_addresses_an_hour(client):
    codes = [patch(client, Table(), f"a{n}@example.org").status_code for n in range(EMAIL_SENDER.times + 1)]
    assert codes == [200] * EMAIL_SENDER.times + [429]
    assert patch(client, Table(), "b@example.org", "192.0.2.99").status_code == 200


def test_a_mailbox_gets_so_many_emails_a_day(monkeypatch):
    monkeypatch.setattr(notify, "EMAIL_TURNS", EMAIL_TURNS._replace(times=1))
    for _ in range(2):
        table = Table()
        set_mail(table, table.decision().seat)
        Seat.objects.filter(match=table.id, mail__gt="").update(mail_state="confirmed")
        absent(table)
    notify.notify_due_seats()
    assert len(mail.outbox) == 1


@pytest.mark.slow
@pytest.mark.parametrize("end", ["resignation", "last move"])
def test_the_end_of_a_match_erases_addresses_and_webhooks(end):
    table = Table(game="macao")
    set_mail(table, 0, webhook="https://bots.example/")
    set_mail(table, 1, address="b@example.org")
    if end == "resignation":
        absence.resign(match_id=table.id, proof=table.proof(1))
    while table.match.status == "active":
        table.act()
    fields = ("mail", "mail_state", "webhook", "webhook_secret")
    assert set(Seat.objects.filter(match=table.id).values_list(*fields)) == {("", "", "", "")}
    with pytest.raises(MatchError, match="match_over"):
        set_mail(table)


def test_a_seat_that_is_left_keeps_no_address(client):
    table = Table(game="macao", seats=[{"kind": "human"}] * 3, join=False)
    patch(client, table, ADDRESS)
    client.post(f"/api/v1/matches/{table.id}/seats/", {}, content_type="application/json")
    assert Seat.objects.filter(mail=ADDRESS).exists()
    client.delete(
        f"/api/v1/matches/{table.id}/seats/mine/", headers={"Authorization": f"Seat {table.tokens[0]}"}
    )
    assert not Seat.objects.filter(mail__gt="").exists()


def test_the_worker_erases_what_an_older_version_has_left():
    table = Table()
    absence.resign(match_id=table.id, proof=table.proof(1))
    Seat.objects.filter(match=table.id).update(mail=ADDRESS, webhook="https://bots.example/")
    assert contacts.erase_old_contacts() is False
    assert not Seat.objects.exclude(mail="", webhook="").exists()


HEADERS = ["a@example.org\nBcc: b@example.org", "a@example.org\r\nX: y", "a@example.org,b@example.org"]
ODD = [
    '"a b"@example.org',
    '"a\x01"@example.org',
    '"a,b@example.org"@example.org',
    "a@example.org ",
    "a\0@x.org",
]


@pytest.mark.parametrize("address", HEADERS + ODD)
def test_no_address_adds_a_header_or_a_receiver(client, address):
    table = Table()
    answer = patch(client, table, address)
    if answer.status_code == 200:  # spaces around it are cut off
        assert Seat.objects.get(match=table.id, index=0).mail == address.strip()
    else:
        assert (answer.status_code, list(answer.json()["errors"])) == (400, ["mail"])


def test_what_is_sent_has_one_receiver_and_one_line_of_each_header():
    table = Table(name="A\nBcc: b@example.org")
    set_mail(table, table.decision().seat)
    notify.ask_new_receivers()
    Seat.objects.filter(match=table.id).update(mail_state="confirmed")
    absent(table)
    notify.notify_due_seats()
    for letter in mail.outbox:
        message: Message = letter.message()
        assert (message["To"], message["Bcc"], message["Cc"]) == (ADDRESS, None, None)
        assert "\n" not in message["Subject"]


@pytest.mark.parametrize(
    "error", [smtplib.SMTPRecipientsRefused({ADDRESS: (550, b"no")}), ValueError(ADDRESS)]
)
def test_no_address_stands_in_the_log_when_the_mail_server_refuses_it(monkeypatch, caplog, error):
    def refuse(*_arguments, **_more):
        raise error

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    set_mail(Table())
    assert notify.ask_new_receivers() == 1
    assert "could not be notified" in caplog.text
    assert ADDRESS not in caplog.text


def test_the_format_of_the_log_hides_addresses_also_in_tracebacks():
    try:
        raise ValueError(f"<{ADDRESS}> is refused")
    except ValueError as error:
        facts = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "x", 1, f"to {ADDRESS}", None, facts)
    line = JsonFormatter().format(record)
    assert ADDRESS not in line and json.loads(line)["message"] == "to •@•"
