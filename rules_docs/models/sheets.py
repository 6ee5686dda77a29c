"""The text of publishers' sheets, for the staff only."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules_docs.models.documents import RuleDocument, language_field


class Extract(models.Model):
    """The text of one sheet, with its headings mapped to our sections.

    It is used to compare facts and to measure how close our own words are. Readers never see it.
    """

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="extracts")
    language = language_field()
    name = models.CharField(_("file"), max_length=160)
    pages = models.PositiveSmallIntegerField(_("pages"), default=1)
    text = models.TextField(_("extracted text"))
    headings = models.JSONField(
        default=list,
        help_text="Proposed headings: text, line, page and the section key.",
    )
    flags = models.JSONField(default=list)
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("extract from a sheet"), _("extracts from sheets")
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"
