"""The glossary of a rule."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rules_docs.models.documents import RuleDocument, Section, language_field


class Term(models.Model):
    """A thing of the game that has a name in every language; search uses it to find other languages."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="terms")
    key = models.SlugField(_("key"), max_length=60)
    section = models.ForeignKey(Section, on_delete=models.SET_NULL, null=True, blank=True)
    #: plurals and forbidden words by language, as in rule.toml; `manage.py check_terms` reads them there
    usage = models.JSONField(null=True, editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("term"), _("terms")
        ordering = ["key"]
        constraints = [models.UniqueConstraint(fields=["document", "key"], name="one_term_a_key")]

    def __str__(self) -> str:
        return self.key


class TermName(models.Model):
    """A name of a term in one language, which has one preferred name and any number of others."""

    term = models.ForeignKey(Term, on_delete=models.CASCADE, related_name="names")
    language = language_field()
    name = models.CharField(_("name"), max_length=80)
    preferred = models.BooleanField(_("preferred"), default=True)
    #: one sentence for the pop-up; only the preferred name has one
    meaning = models.TextField(_("meaning"), blank=True, max_length=400, default="", db_default="")

    class Meta:
        verbose_name, verbose_name_plural = _("name of a term"), _("names of terms")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["term", "language", "name"], name="one_name_once"),
            models.UniqueConstraint(
                fields=["term", "language"], condition=Q(preferred=True), name="one_preferred_name_a_language"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"
