"""The models of a match. The events are the truth; `Match.state` is a cache that equals their replay.

Every table has the match in its key, so that it can be distributed by match. Times are milliseconds since
1970; events are ordered by number.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from escale.common import languages, limits
from escale.common.cursors import Order


def new_id() -> str:
    return secrets.token_hex(8)


class Status(models.TextChoices):
    OPEN = "open", _("waiting for players")
    ACTIVE = "active", _("being played")
    FINISHED = "finished", _("finished")


class Pace(models.TextChoices):
    LIVE = "live", _("live")
    CALM = "calm", _("calm")
    CORRESPONDENCE = "correspondence", _("over several days")
    NONE = "none", _("without a clock")


#: seconds for one decision; after them a relief bot plays for the absent person
ALLOWANCE = {Pace.LIVE: 180, Pace.CALM: 24 * 3600, Pace.CORRESPONDENCE: 3 * 24 * 3600, Pace.NONE: None}


class Packing(models.IntegerChoices):
    """Whether a finished match is packed."""

    NOT_YET = 0, "not yet"
    DONE = 1, "packed"
    IMPOSSIBLE = 2, "cannot be packed"


class Visibility(models.TextChoices):
    PUBLIC = "public", _("anyone may watch")
    UNLISTED = "unlisted", _("only with the link")


NEWEST_FIRST = Order("matches", ("-created_at", "-id"))


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
    visibility = models.CharField(
        _("visibility"), max_length=16, choices=Visibility, default=Visibility.PUBLIC
    )
    status = models.CharField(_("status"), max_length=16, choices=Status, default=Status.OPEN)
    commitment = models.CharField(max_length=64)
    fairness_version = models.PositiveSmallIntegerField(default=1, db_default=1)
    # 2 if all hashes come before the first nonce
    nonce_steps = models.PositiveSmallIntegerField(default=1, db_default=1)
    edition = models.PositiveIntegerField(
        null=True, help_text=_("the edition of the rules that it was begun with")
    )
    imported = models.BooleanField(default=False)
    luck = models.CharField(max_length=8, default="fair", db_default="fair")  # see games.core.real_table
    rematch_of = models.CharField(max_length=16, blank=True)
    group = models.CharField(max_length=32, blank=True, default="", db_default="")
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
        db_column="draws", default=0, help_text=_("how far the stream of random numbers was read")
    )
    moved_at = models.BigIntegerField(db_column="moved", default=0)
    due = models.BigIntegerField(null=True, help_text=_("when the worker must look at it"))
    leased_until = models.BigIntegerField(null=True)  # until then, only one worker may play for its bots
    #: a digest of the address or account that created the match; erased when the match ends
    origin = models.CharField(max_length=limits.ORIGIN_DIGITS, blank=True, default="", db_default="")
    packing = models.PositiveSmallIntegerField(choices=Packing, default=0, db_default=0)
    state = models.TextField(blank=True)
    result = models.JSONField(null=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("match"), _("matches")
        ordering = NEWEST_FIRST.fields
        # There is one index for each way to filter the list. Finished matches are found by game, because
        # nearly all matches of a game are finished.
        indexes = [
            models.Index(fields=["due"], name="match_due", condition=Q(due__isnull=False)),
            models.Index(fields=["origin"], name="match_origin", condition=~Q(origin="")),
            models.Index(fields=["group", *NEWEST_FIRST.fields], name="match_group", condition=~Q(group="")),
            models.Index(fields=["visibility", *NEWEST_FIRST.fields], name="match_newest"),
            models.Index(fields=["visibility", "game", *NEWEST_FIRST.fields], name="match_newest_of_game"),
            models.Index(
                fields=["visibility", "status", *NEWEST_FIRST.fields], name="match_newest_in_status"
            ),
            models.Index(
                fields=["status", "game", "visibility", *NEWEST_FIRST.fields],
                condition=Q(status__in=[Status.OPEN, Status.ACTIVE]),
                name="match_unfinished_of_game",
            ),
            models.Index(
                fields=["created_at"], name="match_unpacked", condition=Q(status="finished", packing=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class MatchSecret(models.Model):
    """The parts of a match that nobody may see before the end.

    No page, admin view or serializer reads this table.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    secret = models.CharField(max_length=64)
    #: the parts of the key of the random stream besides the secret; since version 2 the id of the match comes
    #: first
    nonces = models.JSONField(default=list)
    setup = models.JSONField(null=True)
    known = models.JSONField(null=True)  # at a real table: place of the setup -> the entered value


class MailState(models.TextChoices):
    """Whether the owner of a seat's email address wants emails.

    Until they agree, they get only the question.
    """

    NEW = "", "to be asked"
    ASKED = "asked", "asked"
    CONFIRMED = "confirmed", "confirmed"


class Seat(models.Model):
    """A place in a match: free, or taken by a person (token or account) or by a bot."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, default="human")
    is_program = models.BooleanField(default=False, db_default=False)
    level = models.CharField(max_length=16, blank=True, help_text=_("of a bot"))
    name = models.CharField(max_length=40, blank=True)
    contribution = models.CharField(max_length=8, blank=True, default="", db_default="")  # see games.core
    nonce_hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    nonce = models.CharField(max_length=32, blank=True)
    token_hash = models.CharField(max_length=64, null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats", db_index=False
    )
    #: the origin that has taken it (`limits.request_origin`); erased a day after the last event
    origin = models.CharField(max_length=limits.ORIGIN_DIGITS, blank=True, default="", db_default="")
    #: the level of the relief bot for an absent person; with `resigned` it stays
    relief_level = models.CharField(db_column="relief", max_length=16, blank=True)
    resigned = models.BooleanField(default=False)
    blocked = models.PositiveSmallIntegerField(
        default=0, help_text=_("the seats whose messages it hides, as bits")
    )
    mail = models.EmailField(blank=True)
    mail_state = models.CharField(
        max_length=10, choices=MailState, blank=True, default=MailState.NEW, db_default=MailState.NEW.value
    )
    webhook = models.URLField(blank=True)
    webhook_secret = models.CharField(max_length=64, blank=True)
    language = models.CharField(
        max_length=languages.LONGEST_CODE, default=languages.default, help_text=_("of the emails")
    )
    notified_number = models.PositiveIntegerField(
        db_column="told", default=0, help_text=_("the move of the last notification")
    )

    class Meta:
        ordering = ["index"]
        constraints = [models.UniqueConstraint(fields=["match", "index"], name="one_seat_an_index")]
        indexes = [
            models.Index(fields=["user", "-id"], name="seat_of_account", condition=Q(user__isnull=False)),
            models.Index(fields=["match"], name="seat_origin", condition=Q(origin__gt="")),
            models.Index(fields=["match"], name="seat_contact", condition=Q(mail__gt="") | Q(webhook__gt="")),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.index} {self.name}"

    @property
    def taken(self) -> bool:
        return self.kind == "bot" or bool(self.token_hash) or self.user_id is not None


class MatchEvent(models.Model):
    """One event of a match. The `data` of a secret move is public only when the move is revealed."""

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
