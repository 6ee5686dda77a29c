"""Data besides the matches themselves: saved states, packed logs, analyses, closed tables, workers."""

from django.db import models
from django.db.models import Q

from escale.common import limits
from games.models.matches import Match


class BlockedOrigin(models.Model):
    """An address or account that staff have blocked for a while: it cannot open a table or take a seat."""

    origin = models.CharField(max_length=limits.ORIGIN_DIGITS, primary_key=True)
    until = models.BigIntegerField()

    def __str__(self) -> str:
        return self.origin


class SavedState(models.Model):
    """The state after an earlier move, so that no reader must replay a whole match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    moves = models.PositiveIntegerField()
    #: the event after which the match had this state
    number = models.PositiveIntegerField()
    state = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "moves"], name="one_saved_state_a_count")]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.number}"


class ClosedTable(models.Model):
    """The reason why staff have closed an open table, for the people who come back to it."""

    match = models.CharField(max_length=16, primary_key=True)
    reason = models.CharField(max_length=16)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.match


class PackedMatch(models.Model):
    """The log and the secret of a finished match in one compressed row.

    Only `games.matches.archiving` uses it.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.match_id


class PackDictionary(models.Model):
    """The content that packed matches of one game have in common; it never changes."""

    checksum = models.BigIntegerField(primary_key=True)
    game = models.CharField(max_length=32)
    engine_version = models.PositiveSmallIntegerField()
    content = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.game} {self.checksum}"


class MatchAnalysis(models.Model):
    """The analysis of a finished match, computed when somebody requests it, and erased when it is old."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    #: compressed JSON; None until the worker has computed it, empty if it cannot be computed
    content = models.BinaryField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["asked_at"], name="analysis_waiting", condition=Q(content__isnull=True)),
            models.Index(fields=["asked_at"], name="analysis_age"),
        ]

    def __str__(self) -> str:
        return self.match_id


class Heartbeat(models.Model):
    """The time at which a worker was last running."""

    worker = models.CharField(max_length=64, primary_key=True)
    beat = models.BigIntegerField()

    def __str__(self) -> str:
        return self.worker
