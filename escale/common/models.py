"""Counters of rate limits, stored responses, webhooks, tokens of accounts, and the audit log."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _


class Counter(models.Model):
    """The number of requests of one client in one window of time. `limits.count_request` writes it."""

    key = models.CharField(max_length=120, primary_key=True)
    window = models.BigIntegerField()  # when the window ends, in seconds since 1970
    count = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["window"], name="counter_window")]


class RememberedAnswer(models.Model):
    """The response to a request with an Idempotency-Key, see `escale.common.api.idempotency`."""

    digest = models.CharField(max_length=64, primary_key=True)
    fingerprint = models.CharField(max_length=64)
    #: Encrypted. Empty until the transaction of the request ends.
    content = models.TextField(blank=True, default="")
    at = models.DateTimeField(auto_now_add=True, db_index=True)


class WaitingWebhook(models.Model):
    """A webhook to be sent, or to be sent again because its receiver has not accepted it."""

    url = models.URLField()
    secret = models.CharField(max_length=64)
    content = models.JSONField()
    attempts = models.PositiveSmallIntegerField(default=0)
    due = models.BigIntegerField(db_index=True)


class AccountToken(models.Model):
    """The token of an account, which programs send instead of the password; see `account_tokens`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    used_on = models.DateField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = _("access token"), _("access tokens")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class AuditEntry(models.Model):
    """One change by somebody, with the values before and after.

    `audit.record` creates it. Triggers of the database refuse to change or delete it.
    """

    class Action(models.TextChoices):
        ADD = "add", _("added")
        CHANGE = "change", _("changed")
        DELETE = "delete", _("deleted")

    at = models.DateTimeField(_("when"), auto_now_add=True, db_index=True)
    who = models.CharField(
        _("who"), max_length=150, blank=True, help_text=_("Empty: a visitor, or a command.")
    )
    action = models.CharField(_("action"), max_length=6, choices=Action)
    kind = models.CharField(_("kind"), max_length=80, db_index=True)
    thing = models.CharField(_("id"), max_length=40)
    label = models.CharField(_("thing"), max_length=200)
    before = models.JSONField(_("before"), default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), default=dict, encoder=DjangoJSONEncoder)
    words = models.TextField(editable=False)  # for the search: all words of the entry in lower case

    class Meta:
        verbose_name, verbose_name_plural = _("audit log entry"), _("audit log entries")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["kind", "thing"], name="audit_thing")]

    def __str__(self) -> str:
        return f"{self.kind} {self.thing}: {self.action}"
