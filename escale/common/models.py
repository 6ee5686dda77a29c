"""The counters of the rate limits, and the log of what staff changed."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _


class Counter(models.Model):
    """How many requests of one client came in one window of time; written by `limits.count_request`."""

    key = models.CharField(max_length=120, primary_key=True)
    window = models.BigIntegerField()  # when the window ends, in seconds since 1970
    count = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["window"], name="counter_window")]


class AuditEntry(models.Model):
    """One change that somebody made, with the values before and after.

    `audit.record` writes it. Triggers of the database refuse to change or delete it.
    """

    class Action(models.TextChoices):
        ADD = "add", _("added")
        CHANGE = "change", _("changed")
        DELETE = "delete", _("deleted")

    at = models.DateTimeField(_("at"), auto_now_add=True, db_index=True)
    who = models.CharField(_("who"), max_length=150, blank=True, help_text=_("Empty: a guest, or a command."))
    action = models.CharField(_("action"), max_length=6, choices=Action)
    kind = models.CharField(_("kind"), max_length=80, db_index=True)
    thing = models.CharField(_("id"), max_length=40)
    label = models.CharField(_("thing"), max_length=200)
    before = models.JSONField(_("before"), default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), default=dict, encoder=DjangoJSONEncoder)
    words = models.TextField(editable=False)  # all words of the entry in lower case, for the search

    class Meta:
        verbose_name, verbose_name_plural = _("entry of the audit log"), _("audit log")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["kind", "thing"], name="audit_thing")]

    def __str__(self) -> str:
        return f"{self.kind} {self.thing}: {self.action}"
