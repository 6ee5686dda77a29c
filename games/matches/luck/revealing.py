"""Makes the fairness block of a finished match from the database."""

from __future__ import annotations

from games.core import fairness
from games.core.contract import Json
from games.core.contributions import SOURCES_WITH_NONCE
from games.core.fairness import SeatNonce
from games.matches.storage.secrets import load_secret
from games.models import Match


def reveal(match: Match) -> Json | None:
    """The fairness block in the version with which the match began; None if nobody can check its luck."""
    stored = load_secret(match.pk)
    if not stored.secret:
        return None
    secret = bytes.fromhex(stored.secret)
    key_parts = [bytes.fromhex(part) for part in stored.nonces]
    if match.fairness_version == 1:
        return fairness.reveal_version_1(secret, key_parts)
    # Version 2 has the id of the match and a nonce of each seat. During an upgrade a server of the previous
    # release may have begun the match as version 1.
    if len(key_parts) != match.seat_count + 1:
        return None
    match_id, *nonces = key_parts
    seats = []
    for seat, nonce in zip(match.seats.all(), nonces, strict=True):
        has_nonce = seat.contribution in SOURCES_WITH_NONCE
        seats.append(SeatNonce(seat.contribution, nonce if has_nonce else None))
    return fairness.reveal(secret, match_id.decode(), match.nonce_steps, seats)
