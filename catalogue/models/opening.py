"""When the library is open and closed, and its events."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class OpeningHours(models.Model):
    """A time at which the library is open each week. If there is none, it is open every day."""

    class Weekday(models.IntegerChoices):
        MONDAY = 0, _("Monday")
        TUESDAY = 1, _("Tuesday")
        WEDNESDAY = 2, _("Wednesday")
        THURSDAY = 3, _("Thursday")
        FRIDAY = 4, _("Friday")
        SATURDAY = 5, _("Saturday")
        SUNDAY = 6, _("Sunday")

    weekday = models.PositiveSmallIntegerField(_("day"), choices=Weekday)
    opens = models.TimeField(_("opens at"))
    closes = models.TimeField(_("closes at"))

    class Meta:
        verbose_name = _("opening hours")
        verbose_name_plural = _("opening hours")
        ordering = ["weekday", "opens"]
        constraints = [
            models.CheckConstraint(condition=Q(closes__gt=F("opens")), name="hours_in_order"),
            models.CheckConstraint(condition=Q(weekday__lte=6), name="hours_weekday_known"),
            models.UniqueConstraint(fields=["weekday", "opens"], name="hours_once"),
        ]

    def __str__(self) -> str:
        return f"{self.get_weekday_display()} {self.opens:%H:%M}–{self.closes:%H:%M}"


class Closure(models.Model):
    """Days on which the library is closed although it has opening hours."""

    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    reason = models.CharField(_("reason"), max_length=120, blank=True, default="")

    class Meta:
        verbose_name = _("closure")
        verbose_name_plural = _("closures")
        ordering = ["first", "pk"]
        indexes = [models.Index(fields=["last"], name="closure_by_last_day")]
        constraints = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="closure_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.last}"


class Gathering(models.Model):
    """An event of the library, and its number of visitors."""

    day = models.DateField(_("day"), db_index=True)
    name = models.CharField(_("name"), max_length=120)
    visitors = models.PositiveIntegerField(_("visitors"), default=0)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-day", "-pk"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="gathering_has_name")]

    def __str__(self) -> str:
        return f"{self.day} {self.name}"
