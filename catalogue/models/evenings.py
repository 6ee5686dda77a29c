"""Evenings at the real table: score sheets, and plans with votes. Whoever has the link may read one."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from catalogue.models.titles import GameTitle
from escale.common import languages


class ScoreSheet(models.Model):
    """The scores of one play that somebody wants to store on the site."""

    private_fields = frozenset({"content"})

    key = models.CharField(max_length=32, unique=True)  # the secret part of the sheet's link
    title = models.ForeignKey(GameTitle, models.CASCADE, verbose_name=_("game title"), related_name="sheets")
    played_on = models.DateField(_("played on"))
    players = models.PositiveSmallIntegerField(_("number of players"))
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    # Whether the minutes count for the time that the title takes in this house.
    is_counted = models.BooleanField(_("counts towards the playing time"), default=True)
    # Names, categories and scores, see catalogue.evenings.scoring.
    content = models.JSONField(_("scores"), default=dict)
    changed_at = models.DateTimeField(_("changed at"), auto_now=True)

    class Meta:
        verbose_name = _("score sheet")
        verbose_name_plural = _("score sheets")
        ordering = ["-played_on", "-pk"]
        indexes = [
            models.Index(fields=["title", "-id"], name="sheet_timed", condition=Q(is_counted=True)),
            models.Index(fields=["played_on"], name="sheet_by_day"),
        ]
        constraints = [models.CheckConstraint(condition=Q(players__gte=1), name="sheet_has_players")]

    def __str__(self) -> str:
        return f"{self.title_id} ({self.played_on})"


class Evening(models.Model):
    """A plan to play on one day. Guests sign up and vote, then boxes are reserved."""

    private_fields = frozenset({"name"})

    key = models.CharField(max_length=32, unique=True)
    name = models.CharField(_("name"), max_length=120)
    day = models.DateField(_("day"), db_index=True)
    begins = models.TimeField(_("begins at"))
    minutes = models.PositiveSmallIntegerField(_("minutes"))
    language = models.CharField(_("language"), max_length=languages.LONGEST_CODE, blank=True, default="")
    # The proposals to vote on. Each is a list of title ids, with one title for each table.
    proposals = models.JSONField(_("proposals"), default=list)
    made_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["-day", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="evening_has_name"),
            models.CheckConstraint(condition=Q(minutes__gte=1), name="evening_has_time"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} ({self.day})"


class EveningGuest(models.Model):
    """A guest, who may bring others."""

    private_fields = frozenset({"name"})

    evening = models.ForeignKey(
        Evening, models.CASCADE, verbose_name=_("evening"), related_name="guests", db_index=False
    )
    name = models.CharField(_("name"), max_length=60)
    people = models.PositiveSmallIntegerField(_("number of people"), default=1)
    age = models.PositiveSmallIntegerField(_("age of the youngest"), null=True, blank=True)
    arrives = models.TimeField(_("arrives at"), null=True, blank=True)
    mood = models.CharField(_("mood"), max_length=12, blank=True, default="")
    # The proposals that this guest likes. Each is written as the ids of its titles: "12", "12+31".
    votes = models.JSONField(_("votes"), default=list)

    class Meta:
        verbose_name = _("guest of an evening")
        verbose_name_plural = _("guests of an evening")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "name"], name="evening_guest_once"),
            models.CheckConstraint(condition=~Q(name=""), name="evening_guest_has_name"),
            models.CheckConstraint(condition=Q(people__gte=1), name="evening_guest_people"),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.pk}"
