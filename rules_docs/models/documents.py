"""Documents, their sections, and every text in every language with what happened to it."""

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Rights(models.TextChoices):
    REWRITE = "rewrite", _("written by us")
    LICENSED = "licensed", _("with permission")
    PUBLIC_DOMAIN = "public-domain", _("public domain")
    LINK_ONLY = "link-only", _("link only")


class Change(models.TextChoices):
    """Why a text was saved. Only the last three change the sense, so only they make translations stale."""

    EDITORIAL = "editorial", _("typo or style: the sense stays")
    CLARIFY = "clarify", _("says it more clearly")
    CORRECT = "correct", _("corrects a mistake")
    RULE = "rule", _("the rule itself changed")


class SectionKind(models.TextChoices):
    TEXT = "text", _("text")
    SETUP = "setup", _("set-up")
    AID = "aid", _("player aid")
    FAQ = "faq", _("questions")
    VARIANT = "variant", _("variant")


def language_field() -> models.CharField:
    return models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)


class RuleDocument(models.Model):
    """The skeleton of one game's rule; `bgg` is the external id that ties it to a game title."""

    slug = models.SlugField(_("name in addresses"), unique=True)
    pivot = models.CharField(_("language that decides the sense"), max_length=2, choices=settings.LANGUAGES)
    rights = models.CharField(_("rights"), max_length=16, choices=Rights.choices, default=Rights.LINK_ONLY)
    bgg = models.PositiveIntegerField(_("external id (BGG)"), null=True, blank=True, unique=True)
    players_min = models.PositiveSmallIntegerField(_("players, at least"), default=1)
    players_max = models.PositiveSmallIntegerField(_("players, at most"), default=1)
    minutes_min = models.PositiveSmallIntegerField(_("minutes, at least"), default=0)
    minutes_max = models.PositiveSmallIntegerField(_("minutes, at most"), default=0)
    age = models.PositiveSmallIntegerField(_("from age"), default=0)
    edition = models.PositiveIntegerField(_("current edition"), default=0, editable=False)
    stamp = models.PositiveBigIntegerField(default=1, editable=False, help_text="Raised by every visible change.")
    originality_reason = models.TextField(_("why a close text is published all the same"), blank=True)
    withheld = models.BooleanField(_("withheld after a notice"), default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("rule document"), _("rule documents")
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug

    @property
    def readable(self) -> bool:
        return self.rights != Rights.LINK_ONLY and not self.withheld


class Source(models.Model):
    """What was read, named in the attribution block."""

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
    """A place in the rule, known by a flat semantic key that engines and links may cite for ever."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="sections")
    key = models.SlugField(_("key"), max_length=60)
    position = models.PositiveIntegerField(_("position"))
    level = models.PositiveSmallIntegerField(_("level"), default=1)
    kind = models.CharField(_("kind"), max_length=8, choices=SectionKind.choices, default=SectionKind.TEXT)
    players = models.JSONField(_("only with so many players"), default=list, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("section"), _("sections")
        ordering = ["document", "position"]
        constraints = [models.UniqueConstraint(fields=["document", "key"], name="one_section_a_key")]

    def __str__(self) -> str:
        return f"{self.document_id}#{self.key}"


class Translation(models.Model):
    """The document in one language: what its title page says, and whether readers see it."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="translations")
    language = language_field()
    title = models.CharField(_("title"), max_length=160)
    subtitle = models.CharField(_("subtitle"), max_length=200, blank=True)
    summary = models.TextField(_("summary"), blank=True)
    published = models.BooleanField(_("published"), default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("translation"), _("translations")
        constraints = [models.UniqueConstraint(fields=["document", "language"], name="one_translation_a_language")]

    def __str__(self) -> str:
        return f"{self.title} ({self.language})"


class SectionTextQuerySet(models.QuerySet):
    def of(self, document: RuleDocument, languages) -> "SectionTextQuerySet":
        """The texts in reading order."""
        texts = self.filter(section__document=document, language__in=set(languages))
        return texts.select_related("section").order_by("section__position")

    def with_checked_pivot(self, pivot: str) -> "SectionTextQuerySet":
        """Adds `checked_body`: what the pivot said when this text was last compared with it."""
        revisions = SectionRevision.objects.filter(
            text__section=OuterRef("section"), text__language=pivot, meaning=OuterRef("checked_meaning")
        )
        return self.annotate(checked_body=Subquery(revisions.order_by("-number").values("body")[:1]))


class SectionText(models.Model):
    """One section in one language, as it reads now.

    `meaning` counts the changes of sense of a pivot text; a translation's `checked_meaning` is the one that it was
    last compared with. So freshness is a comparison of two numbers.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="texts")
    language = language_field()
    heading = models.CharField(_("heading"), max_length=200)
    body = models.TextField(_("text"))
    html = models.TextField(editable=False)
    plain = models.TextField(editable=False)
    meaning = models.PositiveIntegerField(default=1, editable=False)
    checked_meaning = models.PositiveIntegerField(default=0, editable=False)
    revision = models.PositiveIntegerField(default=0, editable=False)
    updated = models.DateTimeField(auto_now=True)

    objects = SectionTextQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("section text"), _("section texts")
        constraints = [models.UniqueConstraint(fields=["section", "language"], name="one_text_a_language")]

    def __str__(self) -> str:
        return f"{self.heading} ({self.language})"


class SectionRevision(models.Model):
    """Append only: what a section text said from then on."""

    text = models.ForeignKey(SectionText, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(_("number"))
    heading = models.CharField(_("heading"), max_length=200)
    body = models.TextField(_("text"))
    kind = models.CharField(_("kind of change"), max_length=10, choices=Change.choices)
    meaning = models.PositiveIntegerField()
    note = models.CharField(_("note"), max_length=240, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("revision"), _("revisions")
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["text", "number"], name="one_revision_a_number")]

    def __str__(self) -> str:
        return f"{self.text_id} r{self.number}"


class Edition(models.Model):
    """A frozen reading of the whole document; matches remember the one they were begun with."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="editions")
    number = models.PositiveIntegerField(_("number"))
    note = models.CharField(_("note"), max_length=240, blank=True)
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("edition"), _("editions")
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="one_edition_a_number")]

    def __str__(self) -> str:
        return f"{self.document_id} — {self.number}"


class EditionText(models.Model):
    """One language of an edition: `sections` holds key, level, kind, players, heading, body, html and language."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="texts")
    language = language_field()
    title = models.CharField(max_length=160)
    subtitle = models.CharField(max_length=200, blank=True)
    summary = models.TextField(blank=True)
    sections = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["edition", "language"], name="one_edition_text_a_language")]
