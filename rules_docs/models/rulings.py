"""Answers and corrections that pages show with a section."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules_docs.models.documents import RuleDocument, Section, language_field


class RulingKind(models.TextChoices):
    FAQ = "faq", _("question")
    ERRATUM = "erratum", _("erratum")
    RULING = "ruling", _("ruling of the house")
    DIVERGENCE = "divergence", _("the printed versions disagree")
    ONLINE = "online", _("at the online table")


class Ruling(models.Model):
    """An answer, an erratum or a remark that is shown under a section and does not change its text."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="rulings")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rulings")
    key = models.SlugField(_("key"), max_length=60)
    kind = models.CharField(_("kind"), max_length=10, choices=RulingKind.choices)

    class Meta:
        verbose_name, verbose_name_plural = _("ruling"), _("rulings")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["document", "key"], name="one_ruling_a_key")]

    def __str__(self) -> str:
        return self.key


class RulingText(models.Model):
    """A ruling in one language."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="texts")
    language = language_field()
    question = models.CharField(_("question"), max_length=400, blank=True)
    answer = models.TextField(_("answer"))
    html = models.TextField(editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("text of a ruling"), _("texts of rulings")
        constraints = [
            models.UniqueConstraint(fields=["ruling", "language"], name="one_ruling_text_a_language"),
        ]
