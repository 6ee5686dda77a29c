"""Game titles (the game, not the box), with their names, tags and contributors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Protocol

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from escale.common import languages

language_code = RegexValidator(
    r"^[a-z]{2,3}(-[A-Za-z]{2,4})?$", _("A language is written like “fr” or “pt-BR”.")
)


class GameTitleQuerySet(models.QuerySet["GameTitle"]):
    def with_names(self) -> GameTitleQuerySet:
        return self.prefetch_related("names")

    def available(self) -> GameTitleQuerySet:
        """The titles with at least one box on its shelf now."""
        return self.filter(copies__status="in").distinct()

    def in_collection(self) -> GameTitleQuerySet:
        """The titles of which the house has a box, also one that is on loan or under repair."""
        # A join would give a title once for each box. Removing the duplicates would need all titles at once.
        return self.filter(Exists(_boxes_of_house()))

    def listed(self) -> GameTitleQuerySet:
        """The titles that guests see. Titles for reference without a box are excluded."""
        return self.filter(Q(is_reference=False) | Exists(_boxes_of_house()))

    def unlisted(self) -> GameTitleQuerySet:
        return self.filter(~Exists(_boxes_of_house()), is_reference=True)

    def changed_since(self, version: int) -> GameTitleQuerySet:
        return self.filter(changed_in__gt=version).order_by("changed_in", "pk")


def _boxes_of_house() -> models.QuerySet:
    """The boxes of the title in the outer query, except lost and retired ones."""
    boxes = GameTitle.copies.rel.related_model.objects.filter(title=OuterRef("pk"))
    return boxes.filter(status__in=["in", "out", "repair"])


class NameLike(Protocol):
    """A `TitleName`, or a row with the same columns."""

    name: Any
    language: Any
    kind: Any


def choose_main_name(names: Iterable[NameLike]) -> str:
    return next((name.name for name in names if name.kind == TitleName.Kind.MAIN), "")


def choose_local_name(names: Iterable[NameLike], language: str) -> str:
    """The first name in the language that is not a former name; empty if there is none."""
    for name in names:
        if name.language == language and name.kind != TitleName.Kind.FORMER:
            return name.name
    return ""


class GameTitle(models.Model):
    class Kind(models.TextChoices):
        GAME = "game", _("game")
        EXPANSION = "expansion", _("expansion")
        ACCESSORY = "accessory", _("accessory")

    class LanguageDependence(models.IntegerChoices):
        NONE = 1, _("no text needed to play")
        SOME = 2, _("some text, easily remembered")
        MODERATE = 3, _("a moderate amount of text")
        EXTENSIVE = 4, _("a lot of text")
        UNPLAYABLE = 5, _("unplayable without the language")

    slug = models.CharField(_("slug"), max_length=120)
    # Computed from the main name by services and imports; see `escale.common.text.folding.build_sort_key`.
    sort_key = models.CharField(_("sort key"), max_length=300, db_index=True, blank=True, editable=False)
    bgg_id = models.PositiveIntegerField(_("BoardGameGeek id"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.GAME)
    base = models.ForeignKey(
        "self", models.SET_NULL, verbose_name=_("base game"), related_name="expansions", null=True, blank=True
    )
    year = models.SmallIntegerField(_("year"), null=True, blank=True)
    players_min = models.PositiveSmallIntegerField(_("fewest players"), null=True, blank=True)
    players_max = models.PositiveSmallIntegerField(_("most players"), null=True, blank=True)
    # Numbers of players in ascending order, separated by commas: "3,4".
    players_best = models.CharField(_("best with"), max_length=200, blank=True, default="")
    players_recommended = models.CharField(_("recommended with"), max_length=200, blank=True, default="")
    minutes_min = models.PositiveIntegerField(_("shortest, in minutes"), null=True, blank=True)
    minutes_max = models.PositiveIntegerField(_("longest, in minutes"), null=True, blank=True)
    age = models.PositiveSmallIntegerField(_("from age"), null=True, blank=True)
    weight = models.FloatField(
        _("weight"), null=True, blank=True, help_text=_("From 1 (light) to 5 (heavy).")
    )
    language_dependence = models.PositiveSmallIntegerField(
        _("language dependence"), choices=LanguageDependence, null=True, blank=True
    )
    esar = models.CharField(_("ESAR class"), max_length=12, blank=True, default="")
    col = models.CharField(_("COL class"), max_length=12, blank=True, default="")
    popularity = models.PositiveIntegerField(_("popularity"), default=0)
    # By language. A language without a description has no entry.
    descriptions = models.JSONField(_("descriptions"), blank=True, default=dict)
    components = models.TextField(
        _("contents of the box"),
        blank=True,
        default="",
        db_default="",
        help_text=_("One kind of piece on each line."),
    )
    score_categories = models.TextField(
        _("score categories"),
        blank=True,
        default="",
        db_default="",
        help_text=_("What the score sheet asks for, one category on each line."),
    )
    # Set by an import of a list of all games. Such titles help staff to catalogue; guests do not see them.
    is_reference = models.BooleanField(
        _("for reference only"),
        default=False,
        db_default=False,
        help_text=_("Guests do not see the title until the house has a box of it."),
    )
    # The name of the files of an uploaded cover, see catalogue.desk.photos. Without one, the cover is drawn.
    photo = models.CharField(_("cover"), max_length=40, blank=True, default="", db_default="", editable=False)
    tags = models.ManyToManyField("Tag", through="TitleTag", related_name="titles", verbose_name=_("tags"))
    # Written by catalogue.services.mark_changed. By it, other processes find the titles that have changed.
    changed_in = models.PositiveBigIntegerField(
        _("changed in version"), default=0, db_index=True, editable=False
    )
    # The fingerprint of the row that this title was last imported from, and the version that the import gave
    # it; see catalogue.importing.fingerprints.
    row_mark = models.BigIntegerField(null=True, editable=False)
    row_version = models.PositiveBigIntegerField(default=0, editable=False)
    changed_at = models.DateTimeField(_("changed at"), auto_now_add=True, editable=False)

    objects = GameTitleQuerySet.as_manager()

    class Meta:
        verbose_name = _("game title")
        verbose_name_plural = _("game titles")
        ordering = ["sort_key", "pk"]
        indexes = [models.Index(fields=["-popularity", "id"], name="title_by_popularity")]
        constraints = [
            models.UniqueConstraint(fields=["slug"], name="title_slug_unique"),
            models.UniqueConstraint(fields=["bgg_id"], name="title_bgg_id_unique"),
            models.CheckConstraint(condition=~Q(slug=""), name="title_has_slug"),
            models.CheckConstraint(
                condition=Q(kind__in=["game", "expansion", "accessory"]), name="title_kind_known"
            ),
            models.CheckConstraint(condition=~Q(base=F("pk")), name="title_not_its_own_base"),
            models.CheckConstraint(condition=Q(year__range=(-10000, 2200)), name="title_year_possible"),
            models.CheckConstraint(condition=Q(players_min__gte=1), name="title_players_at_least_one"),
            models.CheckConstraint(
                condition=Q(players_max__gte=F("players_min")), name="title_players_in_order"
            ),
            models.CheckConstraint(
                condition=Q(minutes_max__gte=F("minutes_min")), name="title_minutes_in_order"
            ),
            models.CheckConstraint(condition=Q(age__lte=99), name="title_age_possible"),
            models.CheckConstraint(condition=Q(weight__range=(1, 5)), name="title_weight_possible"),
            models.CheckConstraint(
                condition=Q(language_dependence__range=(1, 5)), name="title_dependence_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The main name. Takes a query unless the names are prefetched (`with_names`)."""
        return choose_main_name(self.names.all()) or self.slug

    def name_in(self, language: str) -> str:
        """The name for readers of the language: a name in this language, else the main name."""
        return choose_local_name(self.names.all(), language) or self.name

    def description(self, language: str) -> str:
        """The description in the language, else in the first language of the site that has one."""
        return languages.in_language(self.descriptions, language)

    @property
    def best_with(self) -> tuple[int, ...]:
        return parse_player_counts(self.players_best)

    @property
    def recommended_with(self) -> tuple[int, ...]:
        return parse_player_counts(self.players_recommended)


def parse_player_counts(text: str) -> tuple[int, ...]:
    """The numbers of players in a stored text: (3, 4) for "3,4". Other parts of the text are ignored."""
    return tuple(map(int, re.findall(r"[0-9]{1,4}", text)))


class TitleName(models.Model):
    class Kind(models.TextChoices):
        MAIN = "main", _("main name")
        ORIGINAL = "original", _("original name")
        TRANSLATION = "translation", _("translation")
        FORMER = "former", _("former name")

    title = models.ForeignKey(
        GameTitle, models.CASCADE, verbose_name=_("game title"), related_name="names", db_index=False
    )
    # Empty if unknown: most files give a name without its language.
    language = models.CharField(
        _("language"), max_length=8, blank=True, default="", validators=[language_code]
    )
    kind = models.CharField(_("kind"), max_length=11, choices=Kind, default=Kind.TRANSLATION)
    name = models.CharField(_("name"), max_length=300)

    class Meta:
        verbose_name = _("title name")
        verbose_name_plural = _("title names")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["title", "name", "language"], name="name_once_per_language"),
            models.UniqueConstraint(fields=["title"], condition=Q(kind="main"), name="name_one_main"),
            models.CheckConstraint(condition=~Q(name=""), name="name_not_empty"),
            models.CheckConstraint(
                condition=Q(kind__in=["main", "original", "translation", "former"]), name="name_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SlugRedirect(models.Model):
    """A former address of a title. It leads to the title for ever."""

    slug = models.CharField(_("former slug"), max_length=120, unique=True)
    title = models.ForeignKey(
        GameTitle, models.CASCADE, verbose_name=_("game title"), related_name="former_slugs"
    )

    class Meta:
        verbose_name = _("redirect")
        verbose_name_plural = _("redirects")

    def __str__(self) -> str:
        return self.slug
