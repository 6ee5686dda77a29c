"""Reads of guests from a replica of PostgreSQL (REPLICA_URL): of the catalogue and the rules.

A replica may be a moment behind the primary database. So staff, workers, commands and all requests that write
read from the primary. Everybody reads matches and loans from the primary, because only the newest ones are
right.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

REPLICATED_APPS = ("catalogue", "rules_docs")
PRIMARY_MODELS = ("loan", "reservation")  # models of the catalogue that say who has a box now
_replica_allowed: ContextVar[bool] = ContextVar("replica_allowed", default=False)


@contextmanager
def allow_replica() -> Iterator[None]:
    """While the context lasts, reads may be a moment old."""
    token = _replica_allowed.set(True)
    try:
        yield
    finally:
        _replica_allowed.reset(token)


@contextmanager
def require_primary() -> Iterator[None]:
    """While the context lasts, all reads are up to date."""
    token = _replica_allowed.set(False)
    try:
        yield
    finally:
        _replica_allowed.reset(token)


def is_replica_allowed() -> bool:
    return _replica_allowed.get()


class Router:
    """Tells Django which database to use. The settings name it if there is a replica."""

    def db_for_read(self, model, **hints) -> str:
        meta = model._meta
        is_replicated = meta.app_label in REPLICATED_APPS and meta.model_name not in PRIMARY_MODELS
        return "replica" if is_replicated and is_replica_allowed() else "default"

    def db_for_write(self, model, **hints) -> str:
        return "default"

    def allow_relation(self, first, second, **hints) -> bool:
        return True

    def allow_migrate(self, db, app_label, **hints) -> bool:
        return db == "default"
