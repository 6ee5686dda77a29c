"""Rule documents: a skeleton without language, one text per language and section, and all that happened to them."""

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _


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


class RulingKind(models.TextChoices):
    FAQ = "faq", _("question")
    ERRATUM = "erratum", _("erratum")
    RULING = "ruling", _("ruling of the house")
    DIVERGENCE = "divergence", _("the printed versions disagree")
    ONLINE = "online", _("at the online table")


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
    created = models.DateTimeField(_("time"), auto_now_add=True)

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
    created = models.DateTimeField(_("time"), auto_now_add=True)

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


class Term(models.Model):
    """A word of the game, the same thing in every language; search crosses languages through it."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="terms")
    key = models.SlugField(_("key"), max_length=60)
    section = models.ForeignKey(Section, on_delete=models.SET_NULL, null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("term"), _("terms")
        ordering = ["key"]
        constraints = [models.UniqueConstraint(fields=["document", "key"], name="one_term_a_key")]

    def __str__(self) -> str:
        return self.key


class TermName(models.Model):
    """What a term is called in one language: one preferred name, any number of aliases."""

    term = models.ForeignKey(Term, on_delete=models.CASCADE, related_name="names")
    language = language_field()
    name = models.CharField(_("name"), max_length=80)
    preferred = models.BooleanField(_("preferred"), default=True)

    class Meta:
        verbose_name, verbose_name_plural = _("name of a term"), _("names of terms")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["term", "language", "name"], name="one_name_once"),
            models.UniqueConstraint(
                fields=["term", "language"], condition=Q(preferred=True), name="one_preferred_name_a_language"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"


class Diagram(models.Model):
    """A drawing without words; `template` holds {label} where each language puts its own."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="diagrams")
    name = models.SlugField(max_length=60)
    template = models.TextField()
    labels = models.JSONField(default=dict)

    class Meta:
        verbose_name, verbose_name_plural = _("diagram"), _("diagrams")
        constraints = [models.UniqueConstraint(fields=["document", "name"], name="one_diagram_a_name")]


class Drawing(models.Model):
    """A diagram in one language, never changed: frozen editions go on showing it by its digest."""

    diagram = models.ForeignKey(Diagram, on_delete=models.CASCADE, related_name="drawings")
    language = language_field()
    digest = models.CharField(max_length=32, unique=True)
    alt = models.TextField()
    svg = models.TextField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    current = models.BooleanField(default=True)


class Ruling(models.Model):
    """A layer over a section, never inside it: answer, erratum, divergence between printed versions, online remark."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="rulings")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rulings")
    key = models.SlugField(_("key"), max_length=60)
    kind = models.CharField(_("kind"), max_length=10, choices=RulingKind.choices)

    class Meta:
        verbose_name, verbose_name_plural = _("ruling"), _("rulings")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["document", "key"], name="one_ruling_a_key")]

    def __str__(self) -> str:
        return self.key


class RulingText(models.Model):
    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="texts")
    language = language_field()
    question = models.CharField(_("question"), max_length=400, blank=True)
    answer = models.TextField(_("answer"))
    html = models.TextField(editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("text of a ruling"), _("texts of rulings")
        constraints = [models.UniqueConstraint(fields=["ruling", "language"], name="one_ruling_text_a_language")]


class Report(models.Model):
    """A reader's "an error here?": the words quoted and the revision that was on the screen."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("corrected")
        DECLINED = "declined", _("no error")

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="reports")
    revision = models.ForeignKey(SectionRevision, on_delete=models.SET_NULL, null=True)
    key = models.SlugField(_("key"), max_length=60)
    language = language_field()
    quote = models.TextField(_("quote"), blank=True)
    message = models.TextField(_("message"))
    mail = models.EmailField(_("mail"), blank=True)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    created = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("report of an error"), _("reports of errors")
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.document_id}#{self.key} ({self.language})"


class Takedown(models.Model):
    """Somebody says that a text infringes his rights."""

    class State(models.TextChoices):
        RECEIVED = "received", _("received")
        WITHHELD = "withheld", _("text withheld while we look")
        UPHELD = "upheld", _("accepted: the text stays away")
        REJECTED = "rejected", _("rejected: the text stays or returns")

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="takedowns")
    name = models.CharField(_("name"), max_length=160)
    mail = models.EmailField(_("mail"))
    work = models.TextField(_("work that is concerned"))
    statement = models.TextField(_("statement"))
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.RECEIVED)
    decision = models.TextField(_("reasons for the decision"), blank=True)
    created = models.DateTimeField(_("time"), auto_now_add=True)
    decided = models.DateTimeField(_("decided"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("takedown notice"), _("takedown notices")
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.document_id}: {self.name}"


class Extract(models.Model):
    """Text read from a publisher's sheet: private, for mapping and for the originality meter, never for readers."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="extracts")
    language = language_field()
    name = models.CharField(_("file"), max_length=160)
    pages = models.PositiveSmallIntegerField(_("pages"), default=1)
    text = models.TextField(_("extracted text"))
    headings = models.JSONField(default=list, help_text="Proposed headings: text, line, page and the section key.")
    flags = models.JSONField(default=list)
    created = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("extract of a sheet"), _("extracts of sheets")
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"


class LoadedPlace(models.Model):
    """What a file said of one place when it was last read: tells an edit of the staff from an edit of the file."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="loaded")
    place = models.CharField(max_length=140)
    digest = models.CharField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "place"], name="one_digest_a_place")]


class SearchState(models.Model):
    """One row: its lock hands out stamps in the order of commits, so that no process misses an entry."""

    stamp = models.PositiveBigIntegerField(default=0)


class SearchEntry(models.Model):
    """The analysed words of one section text; every process keeps an index of them in memory."""

    text = models.OneToOneField(SectionText, on_delete=models.CASCADE, primary_key=True, related_name="entry")
    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE)
    stamp = models.PositiveBigIntegerField(db_index=True)
    tokens = models.TextField()
