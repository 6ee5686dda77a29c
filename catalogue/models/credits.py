"""Contributors: the people and companies that made a game, and what they did for it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from catalogue.models.titles import GameTitle


class Contributor(models.Model):
    """A person or a company that made a game. Two spellings with the same slug are one contributor."""

    slug = models.CharField(_("slug"), max_length=200)
    name = models.CharField(_("name"), max_length=200)

    class Meta:
        verbose_name = _("contributor")
        verbose_name_plural = _("contributors")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["slug"], name="contributor_slug_unique"),
            models.CheckConstraint(condition=~Q(slug="") & ~Q(name=""), name="contributor_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Credit(models.Model):
    class Role(models.TextChoices):
        DESIGNER = "designer", _("designer")
        ARTIST = "artist", _("artist")
        PUBLISHER = "publisher", _("publisher")

    title = models.ForeignKey(
        GameTitle, models.CASCADE, verbose_name=_("game title"), related_name="credits", db_index=False
    )
    contributor = models.ForeignKey(
        Contributor, models.CASCADE, verbose_name=_("contributor"), related_name="credits"
    )
    role = models.CharField(_("role"), max_length=9, choices=Role)

    class Meta:
        verbose_name = _("credit")
        verbose_name_plural = _("credits")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["title", "contributor", "role"], name="credit_once"),
            models.CheckConstraint(
                condition=Q(role__in=["designer", "artist", "publisher"]), name="credit_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.contributor_id}"
