"""The number that tells every process what of its index is stale; only `catalogue.services.mark_changed` raises it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class CatalogueVersion(models.Model):
    """One row. Its lock puts all changes of the catalogue in order, so that no version becomes visible late."""

    THE_ROW = 1

    number = models.PositiveBigIntegerField(_("number"), default=0)

    class Meta:
        verbose_name = _("catalogue version")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="catalogue_version_one_row")]

    def __str__(self) -> str:
        return str(self.number)


class RemovedTitle(models.Model):
    """What is left of a title that was taken out, for indexes and partners that still know it."""

    title_id = models.BigIntegerField(_("title id"))
    slug = models.CharField(_("slug"), max_length=120)
    changed_in = models.PositiveBigIntegerField(_("changed in version"), db_index=True)
    removed_at = models.DateTimeField(_("removed at"))

    class Meta:
        verbose_name = _("removed title")
        verbose_name_plural = _("removed titles")

    def __str__(self) -> str:
        return self.slug
