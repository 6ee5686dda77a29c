"""Rule documents: the parts without a language (sections, sources), and the titles in each language."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from escale.common import languages


class Rights(models.TextChoices):
    REWRITE = "rewrite", _("written by us")
    LICENSED = "licensed", _("with permission")
    PUBLIC_DOMAIN = "public-domain", _("public domain")
    LINK_ONLY = "link-only", _("link only")


class SectionKind(models.TextChoices):
    TEXT = "text", _("text")
    SETUP = "setup", _("set-up")
    AID = "aid", _("player aid")
    FAQ = "faq", _("questions")
    VARIANT = "variant", _("variant")
    SHORT = "short", _("short rules")


def language_field() -> models.CharField:
    return models.CharField(_("language"), max_length=languages.LONGEST_CODE, choices=languages.choices)


class RuleDocument(models.Model):
    """The rule of one game, without its texts.

    The texts are written in one language first, the `pivot`. It decides the sense; texts in other languages
    are translations, which are compared with it. `bgg` is the external id (BoardGameGeek) by which the
    catalogue knows the same game.
    """

    slug = models.SlugField(_("name in addresses"), unique=True)
    pivot = models.CharField(
        _("authoritative language"), max_length=languages.LONGEST_CODE, choices=languages.choices
    )
    rights = models.CharField(_("rights"), max_length=16, choices=Rights.choices, default=Rights.LINK_ONLY)
    bgg = models.PositiveIntegerField(_("external id (BGG)"), null=True, blank=True, unique=True)
    players_min = models.PositiveSmallIntegerField(_("players, at least"), default=1)
    players_max = models.PositiveSmallIntegerField(_("players, at most"), default=1)
    minutes_min = models.PositiveSmallIntegerField(_("minutes, at least"), default=0)
    minutes_max = models.PositiveSmallIntegerField(_("minutes, at most"), default=0)
    age = models.PositiveSmallIntegerField(_("from age"), default=0)
    edition = models.PositiveIntegerField(_("current edition"), default=0, editable=False)
    stamp = models.PositiveBigIntegerField(
        default=1,
        editable=False,
        help_text="Raised by every visible change.",
    )
    originality_reason = models.TextField(_("reason for publishing a text close to a sheet"), blank=True)
    withheld = models.BooleanField(_("withheld after a notice about rights"), default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("rule document"), _("rule documents")
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_readable(self) -> bool:
        """Whether its text may be shown to readers."""
        return self.rights != Rights.LINK_ONLY and not self.withheld


class Source(models.Model):
    """A printed rule that was read before ours was written; pages name it."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="sources")
    language = language_field()
    publisher = models.CharField(_("publisher"), max_length=120)
    year = models.PositiveSmallIntegerField(_("year"), null=True, blank=True)
    credits = models.CharField(_("credits"), max_length=240, blank=True)
    url = models.URLField(_("address"), blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("source"), _("sources")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.publisher} ({self.language}, {self.year or '?'})"


class Section(models.Model):
    """A section of the rule, in every language.

    Its `key` names its subject and never changes, because engines and links cite it.
    """

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="sections")
    key = models.SlugField(_("key"), max_length=60)
    position = models.PositiveIntegerField(_("position"))
    level = models.PositiveSmallIntegerField(_("level"), default=1)
    kind = models.CharField(_("kind"), max_length=8, choices=SectionKind.choices, default=SectionKind.TEXT)
    players = models.JSONField(_("only with this many players"), default=list, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("section"), _("sections")
        ordering = ["document", "position"]
        constraints = [models.UniqueConstraint(fields=["document", "key"], name="one_section_a_key")]

    def __str__(self) -> str:
        return f"{self.document_id}#{self.key}"


class Translation(models.Model):
    """The title page in one language, and whether that language is published."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="translations")
    language = language_field()
    title = models.CharField(_("title"), max_length=160)
    subtitle = models.CharField(_("subtitle"), max_length=200, blank=True)
    summary = models.TextField(_("summary"), blank=True)
    published = models.BooleanField(_("published"), default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("translation"), _("translations")
        constraints = [
            models.UniqueConstraint(fields=["document", "language"], name="one_translation_a_language"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.language})"
