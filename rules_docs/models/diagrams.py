"""Diagrams of a rule, and their drawings in each language."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from rules_docs.models.documents import RuleDocument, language_field


class Diagram(models.Model):
    """An SVG template, in which each language puts its own words for {label}.

    `labels` are these words by language and label.
    """

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="diagrams")
    name = models.SlugField(max_length=60)
    template = models.TextField()
    labels = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = _("diagram"), _("diagrams")
        constraints = [models.UniqueConstraint(fields=["document", "name"], name="one_diagram_a_name")]


class Drawing(models.Model):
    """A diagram in one language. It never changes, because frozen editions show it."""

    diagram = models.ForeignKey(Diagram, on_delete=models.CASCADE, related_name="drawings")
    language = language_field()
    digest = models.CharField(max_length=32, unique=True)
    alt = models.TextField()
    svg = models.TextField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    current = models.BooleanField(default=True)
