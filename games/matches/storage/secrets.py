"""Reads the secret of a match, packed or not."""

from __future__ import annotations

from games.matches.archiving.packed_rows import load_packed
from games.models import MatchSecret


def load_secret(match_id: str) -> MatchSecret:
    """The secret of the match. That of a packed match is not a row, and cannot be saved."""
    row = MatchSecret.objects.filter(match_id=match_id).first()
    if row is not None:
        return row
    packed = load_packed(match_id)
    if packed is None:
        raise MatchSecret.DoesNotExist(f"match {match_id} has no secret")
    return MatchSecret(match_id=match_id, **packed.secret)
