"""Where PostgreSQL has a replica (REPLICA_URL), guests read the catalogue and the rules there.

A replica is a moment behind. So whoever writes, staff, workers and commands read from the primary; and matches and
loans, of which everybody must see the newest, are read there by all.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

PILLARS = ("catalogue", "rules_docs")
NEWEST = ("loan", "reservation")  # of the catalogue: who has a box now
_moment_behind: ContextVar[bool] = ContextVar("moment_behind", default=False)


@contextmanager
def moment_behind() -> Iterator[None]:
    """What is read in this block may be a moment old."""
    token = _moment_behind.set(True)
    try:
        yield
    finally:
        _moment_behind.reset(token)


class Router:
    def db_for_read(self, model, **hints) -> str:
        meta = model._meta
        enough = _moment_behind.get() and meta.app_label in PILLARS and meta.model_name not in NEWEST
        return "replica" if enough else "default"

    def db_for_write(self, model, **hints) -> str:
        return "default"

    def allow_relation(self, first, second, **hints) -> bool:
        return True

    def allow_migrate(self, db, app_label, **hints) -> bool:
        return db == "default"
