"""Frozen editions of a rule."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules_docs.models.documents import RuleDocument, language_field


class Edition(models.Model):
    """A frozen copy of the whole rule. A match remembers the edition with which it began."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="editions")
    number = models.PositiveIntegerField(_("number"))
    note = models.CharField(_("note"), max_length=240, blank=True)
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("edition"), _("editions")
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="one_edition_a_number")]

    def __str__(self) -> str:
        return f"{self.document_id} — {self.number}"


class EditionText(models.Model):
    """One language of an edition. `sections` is what `editing/editions.py` copied from each section."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="texts")
    language = language_field()
    title = models.CharField(max_length=160)
    subtitle = models.CharField(max_length=200, blank=True)
    summary = models.TextField(blank=True)
    sections = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["edition", "language"], name="one_edition_text_a_language"),
        ]
