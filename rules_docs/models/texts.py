"""The text of each section in each language, and its revisions."""

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules_docs.models.documents import RuleDocument, Section, language_field


class ChangeKind(models.TextChoices):
    """The reason why a text was saved.

    A change of a text in the pivot, the language that decides the sense of a rule, makes its translations
    stale unless the change is editorial.
    """

    EDITORIAL = "editorial", _("typo or style: the meaning is the same")
    CLARIFY = "clarify", _("says it more clearly")
    CORRECT = "correct", _("corrects a mistake")
    RULE = "rule", _("the rule itself changed")


class SectionTextQuerySet(models.QuerySet):
    def of(self, document: RuleDocument, languages: Iterable[str]) -> "SectionTextQuerySet":
        """The texts of a rule in some languages, in reading order."""
        texts = self.filter(section__document=document, language__in=set(languages))
        return texts.select_related("section").order_by("section__position")


class SectionText(models.Model):
    """One section in one language, as it reads today.

    The `meaning` of a text in the pivot counts its changes of sense. The `checked_meaning` of a translation
    is the value of this counter when the translation was last compared with the pivot. A translation is stale
    if its `checked_meaning` is less than the `meaning` of the pivot's text.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="texts")
    language = language_field()
    heading = models.CharField(_("heading"), max_length=200)
    body = models.TextField(_("text"))
    html = models.TextField(editable=False)
    plain = models.TextField(editable=False)
    meaning = models.PositiveIntegerField(default=1, editable=False)
    checked_meaning = models.PositiveIntegerField(default=0, editable=False)
    revision = models.PositiveIntegerField(default=0, editable=False)
    updated = models.DateTimeField(auto_now=True)

    objects = SectionTextQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("section text"), _("section texts")
        constraints = [models.UniqueConstraint(fields=["section", "language"], name="one_text_a_language")]

    def __str__(self) -> str:
        return f"{self.heading} ({self.language})"


class SectionRevision(models.Model):
    """The content of a section text from one moment on. Revisions are only added, never changed."""

    text = models.ForeignKey(SectionText, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(_("number"))
    heading = models.CharField(_("heading"), max_length=200)
    body = models.TextField(_("text"))
    kind = models.CharField(_("kind of change"), max_length=10, choices=ChangeKind.choices)
    meaning = models.PositiveIntegerField()
    note = models.CharField(_("note"), max_length=240, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("revision"), _("revisions")
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["text", "number"], name="one_revision_a_number")]

    def __str__(self) -> str:
        return f"{self.text_id} r{self.number}"
