"""Reminds members of their loans by email, before and after the day on which they are due.

Each reminder is saved before it is sent, so it is never sent twice: not by two workers, and not after a
worker has died. A reminder that the mail server refuses is tried again, a few times. A reminder that was
being sent when its worker died stays "being sent"; staff see it in the list of loans.

The settings list on which days before and after the due day members are reminded. A stage is the time from
one of these days to the next.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogue.members import accounts, links, renewals
from catalogue.models import Loan, Member, MemberSettings, Reminder
from catalogue.models.loans import LoanQuerySet
from escale.common import dates, languages

log = logging.getLogger(__name__)
FIRST_HOUR, LAST_HOUR = 8, 20  # Nobody wants an email at night.
MEMBERS_PER_STEP = 20
MAX_ATTEMPTS = 5
RETRY_AFTER = timedelta(hours=1)
END_OF_LAST_STAGE = 3650  # days: longer than any loan is late


def send_due_reminders(now: datetime | None = None) -> bool:
    """Sends the reminders of some members; returns True if there are more."""
    now = timezone.localtime(now)
    settings = accounts.load_settings()
    members_are_enabled = settings.is_on
    if not members_are_enabled or not FIRST_HOUR <= now.hour < LAST_HOUR:
        return False
    member_ids = _find_members(settings, now)
    for member_id in member_ids:
        _remind(member_id, settings, now)
    return len(member_ids) == MEMBERS_PER_STEP


def list_stages(settings: MemberSettings) -> list[tuple[int, int]]:
    """The first day of each stage and of the next one, as days after the due day."""
    first_days = [-settings.remind_before] if settings.remind_before else []
    first_days += settings.days_after
    stages = []
    for first_day, end in pairwise([*first_days, END_OF_LAST_STAGE]):
        if first_day < 0:
            end = min(end, 1)  # A reminder before the due day is of no use after it.
        stages.append((first_day, end))
    return stages


def _filter_due_for_reminder(settings: MemberSettings, now: datetime) -> LoanQuerySet:
    """The open loans whose present stage still needs a reminder.

    A reminder that failed is tried again after RETRY_AFTER, at most MAX_ATTEMPTS times in all.
    """
    today = now.date()
    may_retry = Q(state=Reminder.State.FAILED, attempts__lt=MAX_ATTEMPTS, at__lte=now - RETRY_AFTER)
    needs_reminder = Q(pk__in=[])  # no loan; each stage adds its own
    for first_day, end in list_stages(settings):
        newest_due, oldest_due = today - timedelta(days=first_day), today - timedelta(days=end)
        in_stage = Q(due__lte=newest_due, due__gt=oldest_due)
        reminders = Reminder.objects.filter(loan=OuterRef("pk"), due=OuterRef("due"), days=first_day)
        needs_reminder |= in_stage & ~Q(Exists(reminders.exclude(may_retry)))
    loans = Loan.objects.open().filter(needs_reminder, member__wants_reminders=True)
    return loans.exclude(member__mail="")


def _find_members(settings: MemberSettings, now: datetime) -> list[int]:
    members = _filter_due_for_reminder(settings, now).order_by("member").values_list("member", flat=True)
    return list(members.distinct()[:MEMBERS_PER_STEP])


def _remind(member_id: int, settings: MemberSettings, now: datetime) -> None:
    """Sends one email about all loans of the member that need a reminder."""
    with transaction.atomic():
        member = (
            Member.objects.select_for_update(of=("self",))
            .select_related("category")
            .filter(pk=member_id)
            .first()
        )
        if member is None:
            return
        loans = list(
            _filter_due_for_reminder(settings, now)
            .filter(member=member)
            .select_related("copy__title")
            .prefetch_related("copy__title__names")
            .order_by("due", "pk")
        )
        claimed = []
        for loan in loans:
            reminder = _claim(loan, settings, now)
            if reminder is not None:
                claimed.append(reminder)
    if not claimed:
        return
    state = Reminder.State.SENT if _send(member, loans, now.date()) else Reminder.State.FAILED
    Reminder.objects.filter(pk__in=[reminder.pk for reminder in claimed]).update(state=state)


def _claim(loan: Loan, settings: MemberSettings, now: datetime) -> Reminder | None:
    """The reminder of the loan's present stage, saved as being sent; None if another worker has it."""
    late_days = (now.date() - loan.due).days
    stage = max(first for first, end in list_stages(settings) if first <= late_days < end)
    reminder, is_new = Reminder.objects.get_or_create(
        loan=loan, due=loan.due, days=stage, defaults={"at": now}
    )
    if is_new:
        return reminder
    failed = Reminder.objects.filter(pk=reminder.pk, state=Reminder.State.FAILED, attempts=reminder.attempts)
    is_mine = failed.update(state=Reminder.State.SENDING, attempts=reminder.attempts + 1, at=now)
    return reminder if is_mine else None


def _send(member: Member, loans: Sequence[Loan], today: date) -> bool:
    """Sends the email; returns whether the mail server accepted it."""
    with translation.override(member.language or languages.default()):
        subject, text = _write_email(member, loans, today)
        try:
            send_mail(subject, text, None, [member.mail])
        except OSError as error:
            # A mail server repeats the address in its refusal, so only the kind of the error is logged.
            log.warning("member %s was not reminded: %s", member.pk, type(error).__name__)
            return False
    return True


def _write_email(member: Member, loans: Sequence[Loan], today: date) -> tuple[str, str]:
    """The subject and the text, in the current language."""
    late_count = sum(loan.due < today for loan in loans)
    if late_count:
        subject = ngettext("%(n)s box is overdue", "%(n)s boxes are overdue", late_count) % {"n": late_count}
        request = _("Please bring back what is overdue as soon as you can:")
    else:
        subject = ngettext("%(n)s box is due soon", "%(n)s boxes are due soon", len(loans)) % {
            "n": len(loans)
        }
        request = ngettext(
            "Please bring this box back by the date given:",
            "Please bring these boxes back by the dates given:",
            len(loans),
        )
    objections = renewals.find_objections(member, loans, today=today)
    can_renew = not all(objections.values())
    link = _("To see and renew your loans: %(address)s") if can_renew else _("To see your loans: %(address)s")
    parts = [
        _("Hello %(name)s,") % {"name": member.name},
        request,
        "\n".join(_describe_loan(loan, today) for loan in loans),
        link % {"address": links.create_link(member, today=today)},
        _("Thank you!"),
    ]
    return subject, links.sign_email("\n\n".join(parts) + "\n")


def _describe_loan(loan: Loan, today: date) -> str:
    if loan.due < today:
        line = _("– %(title)s (%(box)s): was due on %(day)s")
    else:
        line = _("– %(title)s (%(box)s): due on %(day)s")
    title = loan.copy.title.name_in(languages.current())
    return line % {"title": title, "box": loan.copy, "day": dates.day(loan.due, "j F Y")}
