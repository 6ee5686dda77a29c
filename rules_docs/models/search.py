"""The words of the texts, as the search index needs them."""

from django.db import models

from rules_docs.models.documents import RuleDocument
from rules_docs.models.texts import SectionText


class SearchState(models.Model):
    """A single row that holds the stamp of the newest entry.

    Whoever writes entries locks it, so that stamps rise in the order of commits. So a process that reads all
    entries above the last stamp that it knows misses none.
    """

    stamp = models.PositiveBigIntegerField(default=0)


class SearchEntry(models.Model):
    """The words of one section text with their weights. Every process builds its index from them."""

    text = models.OneToOneField(SectionText, on_delete=models.CASCADE, primary_key=True, related_name="entry")
    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE)
    stamp = models.PositiveBigIntegerField(db_index=True)
    tokens = models.TextField()
