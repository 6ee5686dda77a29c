"""Remembers in the shared cache which seats have a person at a screen now."""

from collections.abc import Sequence

from django.core.cache import cache

PRESENT_SECONDS = 90


def mark_present(match_id: str, seat: int) -> None:
    """Notes that the person of this seat has just sent a request."""
    cache.set(_cache_key(match_id, seat), True, PRESENT_SECONDS)


def present_seats(match_id: str, seats: Sequence[int]) -> set[int]:
    """The seats that have sent a request recently.

    One call asks for all, because the cache may be on another machine.
    """
    seats_by_key = {_cache_key(match_id, seat): seat for seat in seats}
    return {seats_by_key[key] for key in cache.get_many(seats_by_key)}


def _cache_key(match_id: str, seat: int) -> str:
    return f"seen:{match_id}:{seat}"
