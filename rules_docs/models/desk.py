"""The work on rules: reports, notices, sheets that were read, and what loading and searching keep."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules_docs.models.documents import RuleDocument, SectionRevision, SectionText, language_field


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
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)

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
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)
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
    created = models.DateTimeField(pgettext_lazy("moment", "time"), auto_now_add=True)

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
