"""Tags: words that describe titles."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from catalogue.models.titles import GameTitle
from escale.common import languages


class Tag(models.Model):
    """A word that describes titles: a mechanism, a theme or a family."""

    class Kind(models.TextChoices):
        MECHANISM = "mechanism", _("mechanism")
        THEME = "theme", _("theme")
        FAMILY = "family", _("family")

    kind = models.CharField(_("kind"), max_length=9, choices=Kind)
    slug = models.CharField(_("slug"), max_length=120)
    # By language. Files use the English name.
    names = models.JSONField(_("names"), default=dict)

    class Meta:
        verbose_name = _("tag")
        verbose_name_plural = _("tags")
        ordering = ["kind", "slug"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "slug"], name="tag_slug_unique"),
            models.CheckConstraint(condition=~Q(slug=""), name="tag_has_slug"),
            models.CheckConstraint(
                condition=Q(kind__in=["mechanism", "theme", "family"]), name="tag_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name_in(languages.current())

    def name_in(self, language: str) -> str:
        """The name in the language; if there is none, the English name."""
        return choose_tag_name(self.names, self.slug, language)


def choose_tag_name(names: Mapping[str, str], slug: str, language: str) -> str:
    """The name of a tag in the language; see `Tag.name_in`."""
    return names.get(language) or names.get(languages.SOURCE) or slug


class TitleTag(models.Model):
    title = models.ForeignKey(
        GameTitle, models.CASCADE, verbose_name=_("game title"), related_name="title_tags", db_index=False
    )
    tag = models.ForeignKey(Tag, models.CASCADE, verbose_name=_("tag"), related_name="title_tags")

    class Meta:
        verbose_name = _("tag of a title")
        verbose_name_plural = _("tags of titles")
        constraints = [models.UniqueConstraint(fields=["title", "tag"], name="title_tag_once")]

    def __str__(self) -> str:
        return f"{self.title_id}: {self.tag_id}"
