"""Reminds members of their loans by email, before and after the day on which they are due.

Each reminder is written down before it is sent, so it is never sent twice: not by two workers, and not after
a worker has died. One that a mail server refuses is tried again, a few times. One that was being sent when its
worker died stays "being sent"; staff see it in the list of loans.
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
LATEST = 3650  # days: an end for the last stage


def send_due_reminders(now: datetime | None = None) -> bool:
    """Send the reminders of some members; True if there are more."""
    now = timezone.localtime(now)
    settings = accounts.load_settings()
    if not settings.is_on or not FIRST_HOUR <= now.hour < LAST_HOUR:
        return False
    member_ids = _find_members(settings, now)
    for member_id in member_ids:
        _remind(member_id, settings, now)
    return len(member_ids) == MEMBERS_PER_STEP


def list_stages(settings: MemberSettings) -> list[tuple[int, int]]:
    """The stages as days after the due day: the first day of a stage, and the first day of the next one."""
    before = [-settings.remind_before] if settings.remind_before else []
    first_days = [*before, *settings.days_after]
    stages = list(pairwise([*first_days, LATEST]))
    # The reminder before the day is of no use after it.
    return [(first, min(end, 1) if first < 0 else end) for first, end in stages]


def _due_for_reminder(settings: MemberSettings, now: datetime) -> LoanQuerySet:
    """The open loans of which the present stage was not reminded yet, nor lately tried in vain."""
    today = now.date()
    wanted = Q(pk__in=[])
    for first, end in list_stages(settings):
        tried = Reminder.objects.filter(loan=OuterRef("pk"), due=OuterRef("due"), days=first)
        settled = tried.exclude(
            state=Reminder.State.FAILED, attempts__lt=MAX_ATTEMPTS, at__lte=now - RETRY_AFTER
        )
        in_stage = Q(due__lte=today - timedelta(days=first), due__gt=today - timedelta(days=end))
        wanted |= in_stage & ~Q(Exists(settled))
    loans = Loan.objects.open().filter(wanted, member__wants_reminders=True)
    return loans.exclude(member__mail="")


def _find_members(settings: MemberSettings, now: datetime) -> list[int]:
    members = _due_for_reminder(settings, now).order_by("member").values_list("member", flat=True)
    return list(members.distinct()[:MEMBERS_PER_STEP])


def _remind(member_id: int, settings: MemberSettings, now: datetime) -> None:
    """Send one email about all loans of the member that are due for a reminder."""
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
            _due_for_reminder(settings, now)
            .filter(member=member)
            .select_related("copy__title")
            .prefetch_related("copy__title__names")
            .order_by("due", "pk")
        )
        claimed = [reminder for loan in loans if (reminder := _claim(loan, settings, now))]
    if not claimed:
        return
    state = Reminder.State.SENT if _send(member, loans, now.date()) else Reminder.State.FAILED
    Reminder.objects.filter(pk__in=[reminder.pk for reminder in claimed]).update(state=state)


def _claim(loan: Loan, settings: MemberSettings, now: datetime) -> Reminder | None:
    """The reminder of the present stage, written down as being sent; None when another worker has it."""
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
    """Whether the mail server took the email."""
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
    late = sum(loan.due < today for loan in loans)
    if late:
        subject = ngettext("%(n)s box is late", "%(n)s boxes are late", late) % {"n": late}
        request = _("Please bring back as soon as you can what is late:")
    else:
        subject = ngettext("%(n)s box is due soon", "%(n)s boxes are due soon", len(loans)) % {
            "n": len(loans)
        }
        request = ngettext(
            "Please bring this box back by the day given:",
            "Please bring these boxes back by the day given:",
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
