"""Files that staff uploaded; `catalogue.importing.staff_imports` imports them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ImportJobQuerySet(models.QuerySet["ImportJob"]):
    def unfinished(self) -> "ImportJobQuerySet":
        return self.filter(state__in=[ImportJob.State.WAITING, ImportJob.State.RUNNING])


class ImportJob(models.Model):
    class State(models.TextChoices):
        LOOKED_AT = "looked-at", _("to be confirmed")
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    name = models.CharField(_("file"), max_length=120)
    stored = models.CharField(max_length=80, editable=False)  # name of the file in the imports folder
    by = models.CharField(_("sent by"), max_length=150, blank=True, default="")
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.LOOKED_AT)
    stop = models.BooleanField(_("cancel"), default=False)
    line = models.PositiveIntegerField(_("line reached"), default=0)
    lines = models.PositiveIntegerField(_("lines"), default=0)
    report = models.JSONField(_("report"), default=dict, blank=True)
    problem = models.TextField(_("problem"), blank=True, default="")
    made_at = models.DateTimeField(_("sent at"), auto_now_add=True)
    beat_at = models.DateTimeField(_("last sign of life"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    objects = ImportJobQuerySet.as_manager()

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["looked-at", "waiting", "running", "done", "failed", "cancelled"]),
                name="job_state_known",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def percent(self) -> int:
        return min(100, 100 * self.line // self.lines) if self.lines else 0
