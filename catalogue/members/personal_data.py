"""Deletes personal data after a time, and exports or erases the data of one person.

Loans and subscriptions are kept for the statistics, without a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q
from django.forms.models import model_to_dict
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal
from catalogue.models import (
    LinkRequest,
    Loan,
    Member,
    MemberLink,
    Reminder,
    Reservation,
    Stay,
    Subscription,
)
from escale.common import audit
from escale.common.text.folding import fold

ERASED_NAME = "—"
ROWS_PER_STEP = 200
JSON_ENCODER = DjangoJSONEncoder


# ── After a time ──────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def forget_guests(*, today: date, days: int) -> tuple[int, int]:
    """Erases the names in loans that ended at least `days` ago, and deletes reservations and stays as old.

    Returns the number of these loans and the number of these reservations.
    """
    last_day = today - timedelta(days=days)
    loans_of_guests = Loan.objects.filter(borrower_kind=Loan.BorrowerKind.PERSON, back__lte=last_day)
    with_name = loans_of_guests.exclude(borrower=ERASED_NAME)
    Reminder.objects.filter(loan__in=with_name).delete()
    erased_loans = with_name.update(borrower=ERASED_NAME, note="", member=None)
    Stay.objects.filter(stay_to__lte=last_day).delete()
    deleted_reservations, _by_model = Reservation.objects.filter(stay_to__lte=last_day).delete()
    return erased_loans, deleted_reservations


def forget_members(*, today: date, days: int) -> int:
    """Erases some members who have no box and whose last subscription ended at least `days` ago.

    Returns how many were erased.
    """
    last_day = today - timedelta(days=days)
    former_members = Member.objects.filter(joined_on__lt=last_day)
    former_members = former_members.exclude(
        pk__in=Subscription.objects.filter(last__gte=last_day, member__isnull=False).values("member")
    )
    former_members = former_members.exclude(
        pk__in=Loan.objects.open().filter(member__isnull=False).values("member")
    )
    members = list(former_members.order_by("pk")[:ROWS_PER_STEP])
    for member in members:
        erase(Subject(members=[member]), who=None)
    return len(members)


def empty_write_ahead_log(database: BaseDatabaseWrapper | None = None) -> None:
    """Empties the write-ahead log of SQLite, where erased data would stay until later changes overwrite it.

    The log is left as it is while somebody reads an older state of the database.
    """
    database = database or connection  # type: ignore[assignment]
    if database.vendor == "sqlite":
        with database.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# ── One person ────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Subject:
    """The person whose data is exported or erased: the accounts, and the names and email addresses that loans
    and reservations may hold.
    """

    members: Sequence[Member] = ()
    names: Sequence[str] = ()
    mails: Sequence[str] = field(default_factory=list)

    @classmethod
    def of_member(cls, member: Member) -> Subject:
        return cls([member], _list_names(member), [member.mail] if member.mail else [])

    def find_loans(self) -> list[Loan]:
        """The loans of the accounts, and those that have one of the names."""
        folded = {fold(name) for name in self.names}
        of_members = Loan.objects.filter(member__in=self.members)
        loans_of_guests = Loan.objects.filter(borrower_kind=Loan.BorrowerKind.PERSON, member=None)
        ids_with_name = [
            pk
            for pk, name in loans_of_guests.exclude(borrower=ERASED_NAME).values_list("pk", "borrower")
            if fold(name) in folded
        ]
        loans = of_members | Loan.objects.filter(pk__in=ids_with_name)
        return list(loans.select_related("copy__title").prefetch_related("copy__title__names").order_by("pk"))

    def find_reservations(self) -> list[Reservation]:
        folded = {fold(name) for name in self.names}
        mails = {mail.casefold() for mail in self.mails}
        return [
            reservation
            for reservation in Reservation.objects.select_related("title").prefetch_related("title__names")
            if fold(reservation.name) in folded or (reservation.mail and reservation.mail.casefold() in mails)
        ]

    def find_stays(self) -> list[Stay]:
        folded = {fold(name) for name in self.names}
        return [stay for stay in Stay.objects.all() if fold(stay.name) in folded]


def _list_names(member: Member) -> list[str]:
    """The name of the account and the whole names of its persons; many guests have the same first name."""
    persons = member.persons.values_list("name", flat=True) if member.pk else []
    return [member.name, *(name for name in persons if " " in name.strip())]


def find_subject(text: str) -> Subject:
    """The person with this card number, email address or exact name. Raises DeskRefusal if there is none."""
    text = text.strip()
    members = list(
        Member.objects.with_card(text) | Member.objects.filter(Q(mail__iexact=text) | Q(name__iexact=text))
    )
    is_mail = "@" in text
    subject = Subject(
        members,
        [name for member in members for name in _list_names(member)] if is_mail or members else [text],
        [text] if is_mail else [member.mail for member in members if member.mail],
    )
    if not (members or subject.find_loans() or subject.find_reservations() or subject.find_stays()):
        raise DeskRefusal(_("Nothing is kept under this name, address or card number."))
    return subject


def export(subject: Subject, *, who: Any) -> dict[str, Any]:
    """All data about a person, as values for JSON. The audit log records the export."""
    members = []
    for member in subject.members:
        values = model_to_dict(member) | {"category": str(member.category)}
        values["persons"] = list(member.persons.values("name", "born"))
        values["subscriptions"] = list(
            member.subscriptions.values(
                "first", "last", "fee", "deposit", "deposit_returned_on", "paid_by", "note"
            )
        )
        members.append(values)
        audit.record(who=who, action=audit.CHANGE, thing=member, after={"exported": True})
    loans = [
        {"title": loan.copy.title.name, "box": str(loan.copy), "borrower": loan.borrower, "out": loan.out,
         "due": loan.due, "back": loan.back, "note": loan.note,
         "reminders": list(loan.reminders.values("due", "days", "state", "at"))}
        for loan in subject.find_loans()
    ]  # fmt: skip
    reservations = [
        {"title": reservation.title.name, **model_to_dict(reservation, exclude=["id", "title"])}
        for reservation in subject.find_reservations()
    ]
    stays = [model_to_dict(stay, fields=["name", "stay_from", "stay_to"]) for stay in subject.find_stays()]
    return {"members": members, "loans": loans, "reservations": reservations, "stays": stays}


def count(subject: Subject) -> dict[str, int]:
    """The numbers of rows that `erase` would erase."""
    return {
        "members": len(subject.members),
        "loans": len(subject.find_loans()),
        "reservations": len(subject.find_reservations()),
        "stays": len(subject.find_stays()),
    }


@services.catalogue_transaction()
def erase(subject: Subject, *, who: Any) -> dict[str, int]:
    """Erases a person: nothing in the database names them afterwards. Their loans are kept without a name.

    Raises DeskRefusal while they have a box.
    """
    loans, reservations, stays = subject.find_loans(), subject.find_reservations(), subject.find_stays()
    if any(loan.back is None for loan in loans):
        raise DeskRefusal(_("A box is still on loan under this name: take it back first."))
    Reminder.objects.filter(loan__in=loans).delete()
    Loan.objects.filter(pk__in=[loan.pk for loan in loans]).update(borrower=ERASED_NAME, note="", member=None)
    for written_down in (*reservations, *stays):
        audit.record_deletion(who=who, thing=written_down)
        written_down.delete()
    for member in subject.members:
        _erase_member(member, who)
    for mail in subject.mails:
        LinkRequest.objects.filter(mail__iexact=mail).delete()
    return {
        "members": len(subject.members),
        "loans": len(loans),
        "reservations": len(reservations),
        "stays": len(stays),
    }


def _erase_member(member: Member, who: Any) -> None:
    Subscription.objects.filter(member=member).exclude(note="").update(note="")
    MemberLink.objects.filter(member=member).delete()
    for person in member.persons.all():
        audit.record_deletion(who=who, thing=person)
    audit.record_deletion(who=who, thing=member)
    member.delete()
