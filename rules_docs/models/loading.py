"""What loading remembers of the files of a rule."""

from django.db import models

from rules_docs.models.documents import RuleDocument


class LoadedPlace(models.Model):
    """The digest of one place of a rule (`editing/places.py`) in the files when they were last read."""

    document = models.ForeignKey(RuleDocument, on_delete=models.CASCADE, related_name="loaded")
    place = models.CharField(max_length=140)
    digest = models.CharField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "place"], name="one_digest_a_place")]
