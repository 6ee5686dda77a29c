"""Members of the library: families, groups and single persons, what they may borrow and what they pay.

Staff can switch members on. In a house without members, borrowers are names that staff type.
"""

from __future__ import annotations

from datetime import date

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from catalogue.models.copies import BoxKind
from escale.common import languages


class MemberSettings(models.Model):
    """One row: whether the house has members, when it reminds them, and how long it keeps their data."""

    THE_ROW = 1

    is_on = models.BooleanField(
        _("lends to members"),
        default=False,
        help_text=_("Without them, borrowers are names that staff type."),
    )
    remind_before = models.PositiveSmallIntegerField(
        _("remind this many days before the due date"),
        null=True,
        blank=True,
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(14)],
        help_text=_("Leave empty for never."),
    )
    # Numbers in ascending order, separated by commas: "1,7,14".
    remind_after = models.CharField(
        _("and on these days after it"), max_length=40, blank=True, default="1,7,14"
    )
    renew_by_link = models.BooleanField(_("members can renew loans themselves"), default=True)
    keep_days = models.PositiveSmallIntegerField(
        _("days until a former member is erased"),
        default=1095,
        validators=[MinValueValidator(30), MaxValueValidator(3650)],
        help_text=_("Counted from the end of the last subscription, once every box is back."),
    )

    class Meta:
        verbose_name = _("settings for members")
        verbose_name_plural = _("settings for members")

    def __str__(self) -> str:
        return str(_("settings for members"))

    @property
    def days_after(self) -> list[int]:
        return [int(part) for part in self.remind_after.split(",") if part.strip()]


class Category(models.Model):
    """A category of members, with what they may borrow."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    position = models.PositiveSmallIntegerField(_("position in the list"), default=0)
    boxes = models.PositiveSmallIntegerField(_("boxes at once"), default=3)
    days = models.PositiveSmallIntegerField(
        _("days per loan"), default=21, validators=[MinValueValidator(1), MaxValueValidator(366)]
    )
    renewals = models.PositiveSmallIntegerField(_("renewals per loan"), default=1)
    fee = models.DecimalField(_("fee"), max_digits=7, decimal_places=2, default=0)
    deposit = models.DecimalField(_("deposit"), max_digits=7, decimal_places=2, default=0)

    class Meta:
        verbose_name = _("category of members")
        verbose_name_plural = _("categories of members")
        ordering = ["position", "name"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="category_has_name")]

    def __str__(self) -> str:
        return self.name


class LoanRule(models.Model):
    """What members of a category may borrow of one kind of boxes, if it differs from other kinds."""

    category = models.ForeignKey(Category, models.CASCADE, verbose_name=_("category"), related_name="rules")
    kind = models.ForeignKey(BoxKind, models.CASCADE, verbose_name=_("kind of box"), related_name="rules")
    boxes = models.PositiveSmallIntegerField(_("boxes at once"), null=True, blank=True)
    days = models.PositiveSmallIntegerField(
        _("days per loan"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(366)]
    )

    class Meta:
        verbose_name = _("rule for a kind of box")
        verbose_name_plural = _("rules for kinds of boxes")
        constraints = [models.UniqueConstraint(fields=["category", "kind"], name="loan_rule_once_per_kind")]

    def __str__(self) -> str:
        return f"{self.category} · {self.kind}"


class MemberQuerySet(models.QuerySet["Member"]):
    def with_card(self, code: str) -> MemberQuerySet:
        return self.alias(upper_card=Upper("card")).filter(upper_card=code.upper())

    def subscribed(self, day: date) -> MemberQuerySet:
        of_member = Subscription.objects.filter(member=OuterRef("pk"), first__lte=day, last__gte=day)
        return self.filter(Exists(of_member))


class Member(models.Model):
    """An account with a card: a family, a school, or one person. All its persons may borrow with the card."""

    # The audit log records that a member was changed, but never who it is, because members can be erased.
    audit_labels = {"exported": _("personal data exported")}
    private_fields = frozenset(
        {"card", "name", "words", "sort_key", "mail", "telephone", "street", "postcode", "blocked", "note"}
    )

    class Kind(models.TextChoices):
        FAMILY = "family", _("family")
        PERSON = "person", _("single person")
        GROUP = "group", _("group (school, association)")

    card = models.CharField(_("card number"), max_length=20, unique=True)
    kind = models.CharField(_("kind of account"), max_length=6, choices=Kind, default=Kind.FAMILY)
    name = models.CharField(_("name"), max_length=120)
    # The folded names of the account and of its persons, for the search.
    words = models.TextField(editable=False, default="")
    sort_key = models.CharField(max_length=120, editable=False, default="")
    category = models.ForeignKey(Category, models.PROTECT, verbose_name=_("category"), related_name="members")
    mail = models.EmailField(_("email"), blank=True, default="", db_index=True)
    wants_reminders = models.BooleanField(_("gets reminders by email"), default=True)
    language = models.CharField(_("language"), max_length=languages.LONGEST_CODE, blank=True, default="")
    telephone = models.CharField(_("telephone"), max_length=40, blank=True, default="")
    street = models.CharField(_("street"), max_length=120, blank=True, default="")
    postcode = models.CharField(_("postcode"), max_length=12, blank=True, default="")
    commune = models.CharField(_("commune"), max_length=80, blank=True, default="")
    joined_on = models.DateField(_("member since"), default=timezone.localdate)
    blocked = models.CharField(_("blocked because"), max_length=200, blank=True, default="")
    note = models.TextField(_("note"), blank=True, default="", max_length=2000)

    objects = MemberQuerySet.as_manager()

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = pgettext_lazy("of the library", "members")
        ordering = ["sort_key", "pk"]
        indexes = [
            models.Index(fields=["sort_key", "id"], name="member_by_name"),
            models.Index(Upper("card"), name="member_by_card"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(card=""), name="member_has_card"),
            models.CheckConstraint(condition=~Q(name=""), name="member_has_name"),
            models.CheckConstraint(
                condition=Q(kind__in=["family", "person", "group"]), name="member_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.card})"


class Person(models.Model):
    """A person who belongs to an account."""

    private_fields = frozenset({"name", "born"})

    member = models.ForeignKey(Member, models.CASCADE, verbose_name=_("member"), related_name="persons")
    name = models.CharField(_("name"), max_length=120)
    born = models.PositiveSmallIntegerField(
        _("year of birth"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1900), MaxValueValidator(2100)],
    )

    class Meta:
        verbose_name = _("person covered by a membership")
        verbose_name_plural = _("people covered by memberships")
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="person_has_name")]

    def __str__(self) -> str:
        return self.name


class Subscription(models.Model):
    """A period for which a member has paid.

    It keeps the category and the commune of its first day, and stays when the member is erased. So the report
    of a year remains the same.
    """

    private_fields = frozenset({"note"})

    class PaidBy(models.TextChoices):
        OPEN = "", _("not paid yet")
        CASH = "cash", _("cash")
        CHEQUE = "cheque", _("cheque")
        CARD = "card", _("bank card")
        TRANSFER = "transfer", _("bank transfer")
        FREE = "free", _("free of charge")

    member = models.ForeignKey(
        Member, models.SET_NULL, verbose_name=_("member"), related_name="subscriptions", null=True
    )
    category = models.ForeignKey(
        Category, models.PROTECT, verbose_name=_("category"), related_name="subscriptions"
    )
    commune = models.CharField(_("commune"), max_length=80, blank=True, default="")
    persons = models.PositiveSmallIntegerField(_("people"), default=1)
    first = models.DateField(pgettext_lazy("first day", "from"))
    last = models.DateField(pgettext_lazy("last day", "until"))
    fee = models.DecimalField(
        _("fee"), max_digits=7, decimal_places=2, default=0, validators=[MinValueValidator(0)]
    )
    deposit = models.DecimalField(
        _("deposit"), max_digits=7, decimal_places=2, default=0, validators=[MinValueValidator(0)]
    )
    deposit_returned_on = models.DateField(_("deposit returned on"), null=True, blank=True)
    paid_by = models.CharField(_("payment method"), max_length=8, choices=PaidBy, blank=True, default="")
    note = models.CharField(_("note"), max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("subscription")
        verbose_name_plural = _("subscriptions")
        ordering = ["-last", "-pk"]
        indexes = [
            models.Index(fields=["member", "-last"], name="subscription_of_member"),
            models.Index(fields=["first", "last"], name="subscription_by_days"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="subscription_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.last}"


class LinkRequest(models.Model):
    """A request for a link to loans. The worker deletes it, and emails a link if a member has the address."""

    private_fields = frozenset({"mail"})

    mail = models.EmailField()
    language = models.CharField(max_length=languages.LONGEST_CODE)
    asked_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.pk)


class MemberLink(models.Model):
    """A link with which members see and renew their loans. Only its hash is stored."""

    member = models.ForeignKey(Member, models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    valid_until = models.DateField(db_index=True)

    def __str__(self) -> str:
        return str(self.pk)
