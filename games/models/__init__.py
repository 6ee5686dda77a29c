"""The models of the games: matches, and further data about them."""

from games.models.kept import (
    BlockedOrigin,
    ClosedTable,
    Heartbeat,
    MatchAnalysis,
    PackDictionary,
    PackedMatch,
    SavedState,
)
from games.models.matches import (
    ALLOWANCE,
    NEWEST_FIRST,
    MailState,
    Match,
    MatchEvent,
    MatchQuerySet,
    MatchSecret,
    Pace,
    Packing,
    Seat,
    Status,
    Visibility,
    new_id,
)

__all__ = [
    "ALLOWANCE",
    "NEWEST_FIRST",
    "BlockedOrigin",
    "ClosedTable",
    "Heartbeat",
    "MailState",
    "Match",
    "MatchAnalysis",
    "MatchEvent",
    "MatchQuerySet",
    "MatchSecret",
    "Pace",
    "PackDictionary",
    "PackedMatch",
    "Packing",
    "SavedState",
    "Seat",
    "Status",
    "Visibility",
    "new_id",
]
