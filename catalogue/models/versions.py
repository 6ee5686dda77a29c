"""The version of the catalogue, by which processes and partners find the titles that changed since.

A partner is another site that copies the catalogue through the API.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class CatalogueVersion(models.Model):
    """A table of one row.

    `catalogue.services` locks it while a transaction changes titles. So no reader sees version 8 before
    version 7.
    """

    THE_ROW = 1

    number = models.PositiveBigIntegerField(_("number"), default=0)
    # Distinguishes the boxes of this collection from others in exports; see `services.collection_key`.
    collection_key = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)

    # The labels of values that no form shows. Staff can mark all titles without a box as for reference, which
    # hides them from guests; the audit log files that under this model, because these titles get one version.
    # `touched` tells whether titles that somebody had entered or changed were marked, too.
    audit_labels = {
        "kept_for_reference": _("titles kept for reference"),
        "touched": _("including titles that somebody had changed"),
        "shown_again": _("titles that guests see again"),
    }

    class Meta:
        verbose_name = _("catalogue version")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="catalogue_version_one_row")]

    def __str__(self) -> str:
        return str(self.number)


class LostVersions(models.Model):
    """Versions that a restore from a backup has undone: those between these two numbers. They never come
    again.

    A partner with one of these versions may have titles that no longer exist, and nobody can tell which.
    """

    after = models.PositiveBigIntegerField(_("after version"))
    before = models.PositiveBigIntegerField(_("before version"))

    class Meta:
        verbose_name = _("lost versions")
        verbose_name_plural = _("lost versions")

    def __str__(self) -> str:
        return f"{self.after}–{self.before}"


class RemovedTitle(models.Model):
    """A title that was removed. Indexes and partners remove it too."""

    title_id = models.BigIntegerField(_("title id"))
    slug = models.CharField(_("slug"), max_length=120, db_index=True)
    changed_in = models.PositiveBigIntegerField(_("changed in version"), db_index=True)
    removed_at = models.DateTimeField(_("removed at"))

    class Meta:
        verbose_name = _("removed title")
        verbose_name_plural = _("removed titles")

    def __str__(self) -> str:
        return self.slug
