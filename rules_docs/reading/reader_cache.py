"""Caches facts about a rule for its readers, and removes them after an edit."""

from django.core.cache import cache

# Readers see an edit of another process after this time at the latest.
STAMP_SECONDS = 2
EDITION_SECONDS = 10


def get_stamp(slug: str) -> int | None:
    """The stamp of a rule, which every visible change raises; None if it is not cached."""
    return cache.get(_stamp_key(slug))


def set_stamp(slug: str, stamp: int) -> None:
    cache.set(_stamp_key(slug), stamp, STAMP_SECONDS)


def delete_stamp(slug: str) -> None:
    cache.delete(_stamp_key(slug))


def _stamp_key(slug: str) -> str:
    return f"rule-stamp:{slug}"


def get_edition(slug: str) -> int | None:
    """The number of a rule's current edition; None if it is not cached."""
    return cache.get(_edition_key(slug))


def set_edition(slug: str, number: int | None) -> None:
    cache.set(_edition_key(slug), number, EDITION_SECONDS)


def delete_edition(slug: str) -> None:
    cache.delete(_edition_key(slug))


def _edition_key(slug: str) -> str:
    return f"rule-edition:{slug}"
