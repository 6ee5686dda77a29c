"""Messages of readers to the staff: reports of errors and notices about rights."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules_docs.models.documents import RuleDocument, language_field
from rules_docs.models.texts import SectionRevision


class Report(models.Model):
    """A reader's report that a section is wrong, with the quoted words and the revision that was read."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("corrected")
        DECLINED = "declined", _("no error")

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="reports")
    revision = models.ForeignKey(SectionRevision, on_delete=models.SET_NULL, null=True)
    key = models.SlugField(_("key"), max_length=60)
    language = language_field()
    quote = models.TextField(_("quote"), blank=True)
    message = models.TextField(_("message"))
    mail = models.EmailField(_("email"), blank=True)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("report of an error"), _("reports of errors")
        ordering = ["-created", "-pk"]
        indexes = [
            models.Index(fields=["-created", "-id"], name="report_newest"),
            models.Index(fields=["state"], name="report_by_state"),
        ]

    def __str__(self) -> str:
        return f"{self.document_id}#{self.key} ({self.language})"


class Takedown(models.Model):
    """A notice from somebody who says that a rule infringes their rights."""

    class State(models.TextChoices):
        RECEIVED = "received", _("received")
        WITHHELD = "withheld", _("text withheld while we look into it")
        UPHELD = "upheld", _("accepted: the text stays offline")
        REJECTED = "rejected", _("rejected: the text stays or returns")

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="takedowns")
    name = models.CharField(_("name"), max_length=160)
    mail = models.EmailField(_("email"))
    work = models.TextField(_("work concerned"))
    statement = models.TextField(_("statement"))
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.RECEIVED)
    decision = models.TextField(_("reasons for the decision"), blank=True)
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)
    decided = models.DateTimeField(_("decided"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("notice about rights"), _("notices about rights")
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.document_id}: {self.name}"
