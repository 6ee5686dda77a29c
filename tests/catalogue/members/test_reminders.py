"""Members are reminded before and after the day, in their language, once each."""

import smtplib
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from catalogue.desk import lending
from catalogue.members import accounts, reminders, renewals
from catalogue.models import Loan, MemberSettings, Reminder
from tests.catalogue.members.conftest import MONDAY, in_days

pytestmark = pytest.mark.django_db


def at(day: int, hour: int = 10) -> datetime:
    return timezone.make_aware(datetime.combine(in_days(day), datetime.min.time())) + timedelta(hours=hour)


def run(day: int, hour: int = 10) -> list:
    """The emails that the worker sends on this day, asked often."""
    before = len(mail.outbox)
    for minute in range(3):
        reminders.send_due_reminders(at(day, hour) + timedelta(minutes=minute))
    return mail.outbox[before:]


def lend(member, *boxes) -> list[Loan]:
    return lending.lend_copies(copies=[box.pk for box in boxes], member=member, out=MONDAY)


@pytest.mark.slow
def test_each_reminder_is_sent_once_and_on_its_day(member, boxes):
    lend(member, boxes[0])
    days = [day for day in range(60) for _message in run(day)]
    assert days == [12, 15, 21, 28]  # due on day 14: two before, then 1, 7 and 14 after


def test_one_email_names_all_boxes_of_a_card_and_leads_to_the_loans(member, boxes):
    lend(member, boxes[0], boxes[1])
    [message] = run(12)
    assert message.to == ["weber@example.org"] and message.subject == "2 boxes are due soon"
    assert "Game 0" in message.body and "Game 1" in message.body and "/en/my-loans/" in message.body


def test_the_email_is_in_the_language_of_the_member(make_member, boxes):
    member = make_member()
    member.language = "fr"
    member.save()
    lend(member, boxes[0])
    [message] = run(15)
    assert message.subject == "1 boîte en retard"
    assert message.body.startswith(
        "Bonjour Family Weber,\n\nMerci de rapporter dès que possible ce qui est en retard"
    )
    assert "– Game 0 (E0)\u202f: à rendre depuis le 16 mars 2026\n" in message.body and "/fr/" in message.body


def test_what_is_late_is_not_asked_back_by_a_day_that_has_passed(member, boxes):
    """What is due soon is named beside it, and nobody is told to renew what cannot be renewed."""
    _late, soon = lend(member, boxes[0]) + lend(member, boxes[1])
    Loan.objects.filter(pk=soon.pk).update(due=in_days(17))
    [message] = run(15)
    assert message.subject == "1 box is overdue" and "by the date given" not in message.body
    assert "Game 0 (E0): was due on 16 March 2026" in message.body
    assert "Game 1 (E1): due on 19 March 2026" in message.body
    assert "To see your loans: http" in message.body


def test_the_email_offers_a_renewal_only_where_there_is_one(member, boxes):
    [loan] = lend(member, boxes[0])
    assert "To see and renew your loans: http" in run(12)[0].body
    Loan.objects.filter(pk=loan.pk).update(due=in_days(16), renewals=1)
    assert "To see your loans: http" in run(14)[0].body


def test_the_email_is_signed_by_the_house(member, boxes, monkeypatch):
    monkeypatch.setattr("catalogue.ports.house_name", lambda: "Le Dé perché")
    lend(member, boxes[0])
    assert run(12)[0].body.endswith("Thank you!\n\nLe Dé perché\n")


def test_a_worker_that_was_away_sends_only_the_newest_reminder(member, boxes):
    lend(member, boxes[0])
    assert len(run(30)) == 1
    assert Reminder.objects.get().days == 14


def test_a_renewed_loan_is_reminded_of_its_new_day(member, boxes):
    [loan] = lend(member, boxes[0])
    assert len(run(12)) == 1
    renewals.renew_by_link(loan.pk, member.pk, today=in_days(13))
    assert [day for day in range(13, 30) for _message in run(day)] == [25, 28]


@pytest.mark.parametrize("reason", ["no address", "not wanted", "off", "night", "back", "guest"])
def test_who_is_not_reminded(reason, member, boxes):
    hour = 10
    if reason == "no address":
        member.mail = ""
    if reason == "not wanted":
        member.wants_reminders = False
    member.save()
    [loan] = lend(member, boxes[0])
    if reason == "off":
        accounts.save_settings(MemberSettings(is_on=False), who=None)
    if reason == "night":
        hour = 3
    if reason == "back":
        lending.return_copies(returned=[lending.ReturnedBox(boxes[0].pk, "", "good")], on=in_days(3))
    if reason == "guest":
        Loan.objects.filter(pk=loan.pk).update(member=None)
    assert run(15, hour) == []


def test_what_the_mail_server_refuses_is_tried_again_a_few_times(member, boxes, monkeypatch):
    tries = []

    def refuse(*arguments):
        tries.append(arguments)
        raise smtplib.SMTPServerDisconnected

    lend(member, boxes[0])
    monkeypatch.setattr(reminders, "send_mail", refuse)
    for hour in range(8, 20):
        run(15, hour)
    assert len(tries) == reminders.MAX_ATTEMPTS
    assert Reminder.objects.get().state == Reminder.State.FAILED
    monkeypatch.undo()
    assert len(run(21)) == 1


def test_a_worker_that_dies_while_it_sends_leaves_no_second_email(member, boxes, monkeypatch):
    class Death(BaseException):
        pass

    def die(*arguments):
        raise Death

    lend(member, boxes[0])
    monkeypatch.setattr(reminders, "send_mail", die)
    with pytest.raises(Death):
        run(15)
    monkeypatch.undo()
    assert run(15, 15) == []
    assert Reminder.objects.get().state == Reminder.State.SENDING
    assert len(run(21)) == 1


def test_the_step_is_bounded(make_member, boxes, monkeypatch):
    monkeypatch.setattr(reminders, "MEMBERS_PER_STEP", 1)
    for number in range(2):
        lend(make_member(f"Family {number}", mail=f"f{number}@example.org"), boxes[number])
    assert reminders.send_due_reminders(at(15)) and len(mail.outbox) == 1
    assert reminders.send_due_reminders(at(15)) and len(mail.outbox) == 2
    assert not reminders.send_due_reminders(at(15)) and len(mail.outbox) == 2
