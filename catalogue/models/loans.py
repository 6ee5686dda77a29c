"""Loans of boxes, and reservations of titles."""

from __future__ import annotations

from datetime import date

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from catalogue.models.copies import Copy
from catalogue.models.members import Member
from catalogue.models.titles import GameTitle
from escale.common import languages


class LoanQuerySet(models.QuerySet["Loan"]):
    def open(self) -> LoanQuerySet:
        return self.filter(back=None)

    def overdue(self, today: date) -> LoanQuerySet:
        return self.open().filter(due__lt=today)


class Loan(models.Model):
    """A box that somebody has borrowed.

    `services.lend_copy` and `services.return_copy` change the loan and the status of the copy in one
    transaction.
    """

    private_fields = frozenset(
        {"borrower", "note"}
    )  # never in the audit log, because the names are erased later

    class BorrowerKind(models.TextChoices):
        PERSON = "person", _("person")
        ROOM = "room", pgettext_lazy("borrower", "room")
        EVENT = "event", _("event")

    copy = models.ForeignKey(Copy, models.PROTECT, verbose_name=_("box"), related_name="loans")
    borrower_kind = models.CharField(
        _("kind of borrower"), max_length=6, choices=BorrowerKind, default=BorrowerKind.PERSON
    )
    borrower = models.CharField(_("borrower"), max_length=120)
    # Only in a house with members. It is erased with the name.
    member = models.ForeignKey(
        Member, models.SET_NULL, verbose_name=_("member"), related_name="loans", null=True, blank=True
    )
    out = models.DateField(_("lent on"))
    due = models.DateField(_("due on"))
    back = models.DateField(_("returned on"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True, default="")
    # The reservation of the borrower that this loan fulfils, or with whose link the guest took the box.
    reservation = models.ForeignKey(
        "Reservation", models.SET_NULL, related_name="loans", null=True, blank=True, editable=False
    )
    breaks_promise = models.BooleanField(
        _("lent although reserved"), default=False, db_default=False, editable=False
    )
    breaks_rule = models.BooleanField(
        _("lent despite a rule"), default=False, db_default=False, editable=False
    )
    renewals = models.PositiveSmallIntegerField(_("renewals"), default=0, db_default=0, editable=False)

    objects = LoanQuerySet.as_manager()

    class Meta:
        verbose_name = _("loan")
        verbose_name_plural = _("loans")
        ordering = ["due", "pk"]
        indexes = [
            models.Index(fields=["due", "id"], name="loan_by_due"),
            models.Index(fields=["due", "id"], name="loan_open_by_due", condition=Q(back=None)),
            models.Index(fields=["out"], name="loan_by_out"),
            models.Index(fields=["copy", "-out", "-id"], name="loan_of_copy"),
            models.Index(fields=["member", "due"], name="loan_of_member", condition=Q(back=None)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["copy"], condition=Q(back=None), name="loan_one_open_per_copy"),
            models.CheckConstraint(condition=~Q(borrower=""), name="loan_has_borrower"),
            models.CheckConstraint(
                condition=Q(borrower_kind__in=["person", "room", "event"]), name="loan_borrower_kind_known"
            ),
            models.CheckConstraint(condition=Q(due__gte=F("out")), name="loan_due_after_out"),
            models.CheckConstraint(condition=Q(back__gte=F("out")), name="loan_back_after_out"),
        ]

    def __str__(self) -> str:
        return f"{self.copy_id} → {self.borrower}"


class Reminder(models.Model):
    """An email about a loan that was sent, or is being sent. A loan has at most one for each stage."""

    class State(models.TextChoices):
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    loan = models.ForeignKey(Loan, models.CASCADE, related_name="reminders")
    due = models.DateField(_("due on"))
    days = models.SmallIntegerField(_("days after"))  # negative: days before
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.SENDING)
    attempts = models.PositiveSmallIntegerField(default=1)
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        constraints = [models.UniqueConstraint(fields=["loan", "due", "days"], name="reminder_once")]
        indexes = [models.Index(fields=["at"], name="reminder_failed", condition=Q(state="failed"))]

    def __str__(self) -> str:
        return f"{self.loan_id} {self.days:+}"


class ReservationQuerySet(models.QuerySet["Reservation"]):
    def current(self, today: date) -> ReservationQuerySet:
        """Reservations that are promises. Those in the queue are not promises yet."""
        return self.filter(stay_to__gte=today, done=False, is_queued=False)

    def queued(self, today: date) -> ReservationQuerySet:
        return self.filter(stay_to__gte=today, done=False, is_queued=True)


class Reservation(models.Model):
    """The wish of a guest that a title is put aside for a stay."""

    private_fields = frozenset({"name", "mail", "note"})

    title = models.ForeignKey(
        GameTitle, models.CASCADE, verbose_name=_("game title"), related_name="reservations"
    )
    name = models.CharField(_("name"), max_length=120)
    stay_from = models.DateField(_("stay from"))
    stay_to = models.DateField(_("stay to"))
    mail = models.EmailField(
        _("email"), blank=True, default="", help_text=_("Only used to say that the box is ready.")
    )
    language = models.CharField(_("language"), max_length=languages.LONGEST_CODE, blank=True, default="")
    note = models.TextField(_("note"), blank=True, default="")
    made_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)
    told_at = models.DateTimeField(_("notified at"), null=True, blank=True, editable=False)
    done = models.BooleanField(_("done"), default=False)
    # No box was free for these days. The reservation becomes a promise as soon as one is.
    is_queued = models.BooleanField(_("in the queue"), default=False, db_default=False)

    objects = ReservationQuerySet.as_manager()

    class Meta:
        verbose_name = _("reservation")
        verbose_name_plural = _("reservations")
        ordering = ["stay_from", "pk"]
        indexes = [
            models.Index(fields=["stay_from", "id"], name="reservation_by_day"),
            models.Index(fields=["stay_to"], name="reservation_waiting", condition=Q(done=False)),
            models.Index(
                fields=["made_at"], name="reservation_queue", condition=Q(done=False, is_queued=True)
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="reservation_has_name"),
            models.CheckConstraint(condition=Q(stay_to__gte=F("stay_from")), name="reservation_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.stay_from})"


class Stay(models.Model):
    """A stay of guests for some days. With the link that they get, they put boxes back by themselves."""

    private_fields = frozenset({"name"})

    name = models.CharField(_("name"), max_length=120)
    stay_from = models.DateField(_("stay from"))
    stay_to = models.DateField(_("stay to"))
    made_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("stay")
        verbose_name_plural = _("stays")
        ordering = ["stay_from", "pk"]
        indexes = [models.Index(fields=["stay_to"], name="stay_by_end")]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="stay_has_name"),
            models.CheckConstraint(condition=Q(stay_to__gte=F("stay_from")), name="stay_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.stay_from})"
