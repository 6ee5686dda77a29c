"""Files that staff uploaded; `catalogue.importing.staff_imports` imports them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ImportJobQuerySet(models.QuerySet["ImportJob"]):
    def unfinished(self) -> "ImportJobQuerySet":
        return self.filter(state__in=[ImportJob.State.WAITING, ImportJob.State.RUNNING])

    def being_undone(self) -> "ImportJobQuerySet":
        return self.filter(undo_asked_at__isnull=False, undone_at=None)


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
    # The header of the file as one text, and the meaning of its columns as staff have chosen it: header ->
    # field. An empty field leaves the column out.
    header = models.TextField(blank=True, default="", db_default="", editable=False)
    mapping = models.JSONField(blank=True, null=True, editable=False)
    # By field, the policy that decides whether the file or the catalogue wins; see
    # `catalogue.importing.comparing.policies`.
    policies = models.JSONField(blank=True, null=True, editable=False)
    # Whether new titles are for reference only. None leaves the choice to the format of the file.
    as_reference = models.BooleanField(null=True, editable=False)
    # What the import would do. None until the worker has begun to compare the file.
    comparison = models.JSONField(blank=True, null=True, editable=False)
    report = models.JSONField(_("report"), default=dict, blank=True)
    problem = models.TextField(_("problem"), blank=True, default="")
    made_at = models.DateTimeField(_("sent at"), auto_now_add=True)
    beat_at = models.DateTimeField(_("last heartbeat"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    undo_asked_at = models.DateTimeField(_("undo requested at"), null=True, blank=True, editable=False)
    undo_asked_by = models.CharField(max_length=150, blank=True, default="", db_default="", editable=False)
    undone_at = models.DateTimeField(_("undone at"), null=True, blank=True, editable=False)
    # What the undo has done so far, see `catalogue.importing.undo.progress`.
    undo_progress = models.JSONField(null=True, editable=False)

    objects = ImportJobQuerySet.as_manager()
    # The labels in the audit log for values that no form shows.
    audit_labels = {
        "mapping": _("What the columns mean"),
        "policies": _("Takes precedence"),
        "as_reference": _("for reference only"),
        "undo_asked_by": _("Undone by"),
        "titles_removed": _("titles removed"),
        "boxes_removed": _("boxes removed"),
        "rows_restored": _("entries restored"),
        "kept": _("kept"),
    }

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["state"], name="import_by_state")]
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


class ImportStep(models.Model):
    """What one batch of an import wrote, so that it can be undone; see `catalogue.importing.undo`."""

    job = models.ForeignKey(ImportJob, models.CASCADE, related_name="steps")
    version = models.PositiveBigIntegerField()  # the version of the catalogue that the batch made
    content = models.BinaryField()  # JSON, compressed

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.job_id}: {self.version}"
