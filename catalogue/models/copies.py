"""Copies of titles (the boxes), with their shelves and inventory checks."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Upper
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from catalogue.models.imports import ImportJob
from catalogue.models.titles import GameTitle


class Shelf(models.Model):
    code = models.CharField(
        _("code"), max_length=20, unique=True, help_text=_("What is written on the shelf, such as B3.")
    )
    label = models.CharField(_("label"), max_length=120, blank=True, default="")
    room = models.CharField(_("room"), max_length=80, blank=True, default="")
    position = models.PositiveSmallIntegerField(_("position in the room"), default=0)

    class Meta:
        verbose_name = _("shelf")
        verbose_name_plural = _("shelves")
        ordering = ["room", "position", "code"]
        constraints = [models.CheckConstraint(condition=~Q(code=""), name="shelf_has_code")]

    def __str__(self) -> str:
        return self.code


class BoxKind(models.Model):
    """A kind of boxes with loan rules of its own, such as giant games, video games or new games."""

    name = models.CharField(_("name"), max_length=60, unique=True)

    class Meta:
        verbose_name = _("kind of box")
        verbose_name_plural = _("kinds of boxes")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="box_kind_has_name")]

    def __str__(self) -> str:
        return self.name


class CopyQuerySet(models.QuerySet["Copy"]):
    def available(self) -> CopyQuerySet:
        return self.filter(status=Copy.Status.IN)

    def not_gone(self) -> CopyQuerySet:
        """Copies that are neither lost nor retired. They may be on loan or under repair."""
        return self.exclude(status__in=Copy.GONE)

    def incomplete(self) -> CopyQuerySet:
        return self.exclude(missing="")

    def with_number(self, code: str) -> CopyQuerySet:
        """The copy with this inventory number, in upper or lower case. The index `copy_by_number` makes this
        fast.
        """
        return self.filter(Exact(Upper("inventory_number"), Upper(Value(code))))

    def with_title_and_shelf(self) -> CopyQuerySet:
        return self.select_related("shelf", "title").prefetch_related("title__names")


class Copy(models.Model):
    class Status(models.TextChoices):
        IN = "in", _("on its shelf")
        OUT = "out", _("out")
        REPAIR = "repair", _("under repair")
        LOST = "lost", _("lost")
        RETIRED = "retired", _("retired")

    GONE = (Status.LOST, Status.RETIRED)

    class Condition(models.TextChoices):
        NEW = "new", _("new")
        GOOD = "good", _("good")
        WORN = "worn", _("worn")
        POOR = "poor", _("poor")

    title = models.ForeignKey(GameTitle, models.PROTECT, verbose_name=_("game title"), related_name="copies")
    inventory_number = models.CharField(
        _("inventory number"), max_length=40, unique=True, null=True, blank=True
    )
    # The id of this box in the export of another collection. A second import finds the box by it.
    source_id = models.CharField(_("id in the source"), max_length=40, unique=True, null=True, blank=True)
    barcode = models.CharField(_("barcode"), max_length=40, blank=True, default="", db_index=True)
    shelf = models.ForeignKey(
        Shelf, models.SET_NULL, verbose_name=_("shelf"), related_name="copies", null=True, blank=True
    )
    kind = models.ForeignKey(
        BoxKind,
        models.SET_NULL,
        verbose_name=_("kind of box"),
        related_name="copies",
        null=True,
        blank=True,
        help_text=_("Only if special loan rules apply to this box."),
    )
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.IN)
    condition = models.CharField(_("condition"), max_length=4, choices=Condition, default=Condition.GOOD)
    missing = models.TextField(_("missing pieces"), blank=True, default="")
    languages = models.CharField(
        _("languages of the box"),
        max_length=60,
        blank=True,
        default="",
        help_text=_("Codes separated by commas: fr,de."),
    )
    edition = models.CharField(_("edition"), max_length=200, blank=True, default="")
    acquired = models.DateField(_("acquired on"), null=True, blank=True)
    acquired_from = models.CharField(
        _("acquired from"), max_length=120, blank=True, default="", db_default=""
    )
    price = models.CharField(_("price"), max_length=40, blank=True, default="", db_default="")
    is_donation = models.BooleanField(_("donation"), default=False, db_default=False)
    note = models.TextField(_("note"), blank=True, default="")
    # The import that created this box. Staff can number and shelve all boxes of an import together.
    import_job = models.ForeignKey(
        ImportJob, models.SET_NULL, related_name="copies", null=True, blank=True, editable=False
    )

    objects = CopyQuerySet.as_manager()

    class Meta:
        verbose_name = _("box")
        verbose_name_plural = _("boxes")
        ordering = ["pk"]
        indexes = [models.Index(Upper("inventory_number"), name="copy_by_number")]
        constraints = [
            models.CheckConstraint(condition=~Q(inventory_number=""), name="copy_number_not_empty"),
            models.CheckConstraint(
                condition=Q(status__in=["in", "out", "repair", "lost", "retired"]), name="copy_status_known"
            ),
            models.CheckConstraint(
                condition=Q(condition__in=["new", "good", "worn", "poor"]), name="copy_condition_known"
            ),
        ]

    def __str__(self) -> str:
        return self.inventory_number or f"#{self.pk}"


class InventoryCheck(models.Model):
    """A check of one shelf, or of the whole house if it has no shelf."""

    shelf = models.ForeignKey(
        Shelf, models.SET_NULL, verbose_name=_("shelf"), related_name="checks", null=True, blank=True
    )
    begun_at = models.DateTimeField(_("begun at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True, default="")

    class Meta:
        verbose_name = _("inventory")
        verbose_name_plural = _("inventories")
        ordering = ["-begun_at", "-pk"]
        indexes = [
            models.Index(fields=["-begun_at", "-id"], name="check_newest"),
            models.Index(fields=["-begun_at", "-id"], name="check_open", condition=Q(ended_at=None)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(ended_at__gte=F("begun_at")), name="check_in_order")
        ]

    def __str__(self) -> str:
        return f"{self.begun_at:%Y-%m-%d}"


class InventoryFinding(models.Model):
    """A box that was seen during a check. A missing box has no finding."""

    inventory_check = models.ForeignKey(
        InventoryCheck, models.CASCADE, verbose_name=_("inventory"), related_name="findings"
    )
    copy = models.ForeignKey(Copy, models.CASCADE, verbose_name=_("box"), related_name="findings")
    seen_on = models.ForeignKey(Shelf, models.SET_NULL, verbose_name=_("seen on"), null=True, blank=True)
    seen_at = models.DateTimeField(_("seen at"))
    seen_by = models.CharField(_("seen by"), max_length=150, blank=True, default="")

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        constraints = [
            models.UniqueConstraint(fields=["inventory_check", "copy"], name="finding_once_per_copy")
        ]
        indexes = [models.Index(fields=["copy", "-seen_at"], name="finding_of_copy")]

    @property
    def is_misplaced(self) -> bool:
        """Whether the box was seen on another shelf than its own."""
        return self.seen_on_id is not None and self.seen_on_id != self.copy.shelf_id

    def __str__(self) -> str:
        return f"{self.inventory_check_id}: {self.copy_id}"


class StrayCode(models.Model):
    """A code that was scanned during a check, but belongs to no box."""

    inventory_check = models.ForeignKey(
        InventoryCheck, models.CASCADE, verbose_name=_("inventory"), related_name="strays"
    )
    code = models.CharField(_("code"), max_length=40)
    seen_on = models.ForeignKey(Shelf, models.SET_NULL, verbose_name=_("seen on"), null=True, blank=True)
    seen_at = models.DateTimeField(_("seen at"))

    class Meta:
        verbose_name = _("unknown code")
        verbose_name_plural = _("unknown codes")
        constraints = [
            models.UniqueConstraint(fields=["inventory_check", "code"], name="stray_once_per_code")
        ]

    def __str__(self) -> str:
        return self.code
