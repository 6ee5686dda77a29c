"""Updates the database before a server starts, and fills a new one with the shipped rules and the demo
library.
"""

from collections.abc import Callable

from django.core.management import CommandError, call_command, get_commands
from django.db import DatabaseError, connection

from catalogue.models import GameTitle
from escale.common import optional_cache
from escale.server import environment, static_files
from rules_docs.models import RuleDocument

CONNECT_TIMEOUT = 10  # seconds


def prepare(say: Callable[[str], None]) -> None:
    """Does everything that must be done before the first request. At later starts, hardly anything is left to
    do.
    """
    _prepare_database()
    _check_cache()
    static_files.collect()
    if not RuleDocument.objects.exists():
        say("First start: reading the rules …")
        call_command("load_rules", verbosity=0, stdout=_NoOutput())
    # With DEMO=0 the shelves stay empty.
    if environment.flag("DEMO", True) and "load_demo" in get_commands() and not GameTitle.objects.exists():
        say("First start: filling the shelves …")
        call_command("load_demo", verbosity=0, stdout=_NoOutput())


def _prepare_database() -> None:
    try:
        _connect_once()
        call_command("migrate", verbosity=0)
    except DatabaseError as error:
        raise CommandError(f"DATABASE_URL: the database does not answer ({_first_line(error)}).") from error


def _connect_once() -> None:
    """Raises an error at once if PostgreSQL does not answer. Django's pool would retry for a long time."""
    if connection.vendor == "postgresql":
        parameters = {"connect_timeout": CONNECT_TIMEOUT} | connection.get_connection_params()
        with connection.wrap_database_errors:
            connection.Database.connect(**parameters).close()


def _check_cache() -> None:
    try:
        optional_cache.ping()
    except Exception as error:
        raise CommandError(f"CACHE_URL: the cache does not answer ({_first_line(error)}).") from error


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class _NoOutput:
    """A stream that discards the output of commands."""

    def write(self, text: str) -> None:
        pass

    def flush(self) -> None:
        pass
