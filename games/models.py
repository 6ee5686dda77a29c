"""What is kept of a match. The events are the truth; `Match.state` is a cache that equals their replay.

Every table is keyed by match, so that they can be distributed by it. Times in the hot tables are milliseconds since
1970: one representation for hand-written SQL on both databases. Order is always by number, never by time.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from escale.common import languages


def new_id() -> str:
    return secrets.token_hex(8)


class Status(models.TextChoices):
    OPEN = "open", _("waiting for players")
    ACTIVE = "active", _("being played")
    FINISHED = "finished", _("finished")


class Pace(models.TextChoices):
    LIVE = "live", _("live")
    CALM = "calm", _("calm")
    CORRESPONDENCE = "correspondence", _("over days")
    NONE = "none", _("without a clock")


#: seconds for one decision; after them the relief bot sits in
ALLOWANCE = {Pace.LIVE: 180, Pace.CALM: 24 * 3600, Pace.CORRESPONDENCE: 3 * 24 * 3600, Pace.NONE: None}


class Visibility(models.TextChoices):
    PUBLIC = "public", _("anyone may watch")
    UNLISTED = "unlisted", _("only with the link")


class MatchQuerySet(models.QuerySet):
    def listed(self):
        return self.filter(visibility=Visibility.PUBLIC)

    def with_seats(self):
        return self.prefetch_related("seats")


class Match(models.Model):
    """One match of one game, from the invitation to the result."""

    id = models.CharField(max_length=16, primary_key=True, default=new_id)
    game = models.CharField(_("game"), max_length=32)
    engine_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField()
    pace = models.CharField(_("pace"), max_length=16, choices=Pace, default=Pace.NONE)
    visibility = models.CharField(_("visibility"), max_length=16, choices=Visibility, default=Visibility.PUBLIC)
    status = models.CharField(_("status"), max_length=16, choices=Status, default=Status.OPEN)
    commitment = models.CharField(max_length=64)
    edition = models.PositiveIntegerField(null=True, help_text=_("the edition of the rule that it was begun with"))
    imported = models.BooleanField(default=False)
    rematch_of = models.CharField(max_length=16, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    number = models.PositiveIntegerField(default=0, help_text=_("number of the last event"))
    moves = models.PositiveIntegerField(default=0)
    awaited_seats = models.PositiveSmallIntegerField(
        db_column="waiting", default=0, help_text=_("the seats that must decide, as bits")
    )
    bot_seats = models.PositiveSmallIntegerField(
        db_column="automatic", default=0, help_text=_("the seats that a bot plays now, as bits")
    )
    paused = models.BooleanField(default=False)
    offer = models.JSONField(null=True, help_text=_("what one seat asks the others for"))
    undos = models.PositiveIntegerField(default=0)
    chance_position = models.PositiveIntegerField(
        db_column="draws", default=0, help_text=_("how far the stream of chance was read")
    )
    moved_at = models.BigIntegerField(db_column="moved", default=0)
    due = models.BigIntegerField(null=True, help_text=_("when the worker must look at it"))
    state = models.TextField(blank=True)
    result = models.JSONField(null=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("match"), _("matches")
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["due"], name="match_due", condition=Q(due__isnull=False)),
            models.Index(fields=["status", "game", "-created_at"], name="match_lobby"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class MatchSecret(models.Model):
    """What nobody may see before the end. No page, admin view or serializer reads this table."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    secret = models.CharField(max_length=64)
    nonces = models.JSONField(default=list)
    setup = models.JSONField(null=True)


class Seat(models.Model):
    """A place at a match: free, taken by a person (token or account) or by a bot."""

    # The constraint below begins with the match, so it needs no index of its own.
    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, default="human")
    level = models.CharField(max_length=16, blank=True, help_text=_("of a bot"))
    name = models.CharField(max_length=40, blank=True)
    nonce = models.CharField(max_length=32, blank=True)
    token_hash = models.CharField(max_length=64, null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    #: the level of the bot that sits in for an absent person; `resigned` makes it stay
    relief_level = models.CharField(db_column="relief", max_length=16, blank=True)
    resigned = models.BooleanField(default=False)
    blocked = models.PositiveSmallIntegerField(default=0, help_text=_("the seats whose messages it hides, as bits"))
    mail = models.EmailField(blank=True)
    webhook = models.URLField(blank=True)
    webhook_secret = models.CharField(max_length=64, blank=True)
    language = models.CharField(
        max_length=languages.LONGEST_CODE, default=languages.default, help_text=_("of the letters")
    )
    notified_number = models.PositiveIntegerField(
        db_column="told", default=0, help_text=_("the move of the last notification")
    )

    class Meta:
        ordering = ["index"]
        constraints = [models.UniqueConstraint(fields=["match", "index"], name="one_seat_an_index")]
        indexes = [
            models.Index(fields=["match", "token_hash"], name="seat_token"),
            models.Index(fields=["user"], name="seat_user"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.index} {self.name}"

    @property
    def taken(self) -> bool:
        return self.kind == "bot" or bool(self.token_hash) or self.user_id is not None


class MatchEvent(models.Model):
    """One thing that happened, never changed afterwards. `data` of a secret move is public only when it is revealed."""

    # As with seats; and each index is written with every move.
    match = models.ForeignKey(Match, models.CASCADE, related_name="events", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    seat = models.PositiveSmallIntegerField(null=True)
    #: the idempotency key of the request, unique for the seat
    key = models.CharField(max_length=64, null=True)
    at = models.BigIntegerField()
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="events_count_without_gap"),
            models.UniqueConstraint(fields=["match", "seat", "key"], name="one_event_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} #{self.number} {self.kind}"


class Heartbeat(models.Model):
    """When a worker last went round."""

    worker = models.CharField(max_length=64, primary_key=True)
    beat = models.BigIntegerField()

    def __str__(self) -> str:
        return self.worker
