"""What stands beside the text: glossary, diagrams, rulings."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rules_docs.models.documents import RuleDocument, Section, language_field


class RulingKind(models.TextChoices):
    FAQ = "faq", _("question")
    ERRATUM = "erratum", _("erratum")
    RULING = "ruling", _("ruling of the house")
    DIVERGENCE = "divergence", _("the printed versions disagree")
    ONLINE = "online", _("at the online table")


class Term(models.Model):
    """A word of the game, the same thing in every language; search crosses languages through it."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="terms")
    key = models.SlugField(_("key"), max_length=60)
    section = models.ForeignKey(Section, on_delete=models.SET_NULL, null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("term"), _("terms")
        ordering = ["key"]
        constraints = [models.UniqueConstraint(fields=["document", "key"], name="one_term_a_key")]

    def __str__(self) -> str:
        return self.key


class TermName(models.Model):
    """What a term is called in one language: one preferred name, any number of aliases."""

    term = models.ForeignKey(Term, on_delete=models.CASCADE, related_name="names")
    language = language_field()
    name = models.CharField(_("name"), max_length=80)
    preferred = models.BooleanField(_("preferred"), default=True)

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


class Diagram(models.Model):
    """A drawing without words; `template` holds {label} where each language puts its own."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="diagrams")
    name = models.SlugField(max_length=60)
    template = models.TextField()
    labels = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = _("diagram"), _("diagrams")
        constraints = [models.UniqueConstraint(fields=["document", "name"], name="one_diagram_a_name")]


class Drawing(models.Model):
    """A diagram in one language, never changed: frozen editions go on showing it by its digest."""

    diagram = models.ForeignKey(Diagram, on_delete=models.CASCADE, related_name="drawings")
    language = language_field()
    digest = models.CharField(max_length=32, unique=True)
    alt = models.TextField()
    svg = models.TextField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    current = models.BooleanField(default=True)


class Ruling(models.Model):
    """A layer over a section, never inside it: answer, erratum, divergence between printed versions, online remark."""

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
    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="texts")
    language = language_field()
    question = models.CharField(_("question"), max_length=400, blank=True)
    answer = models.TextField(_("answer"))
    html = models.TextField(editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("text of a ruling"), _("texts of rulings")
        constraints = [models.UniqueConstraint(fields=["ruling", "language"], name="one_ruling_text_a_language")]
