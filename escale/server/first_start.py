"""Makes a new database worth looking at: tables, the shipped rules, the demo library."""

from collections.abc import Callable

from django.core.cache import cache
from django.core.management import CommandError, call_command, get_commands
from django.db import DatabaseError, connection

from catalogue.models import GameTitle
from escale.server import environment, static_files
from rules_docs.models import RuleDocument


def prepare(say: Callable[[str], None]) -> None:
    """Everything that must be there before the first request; on a later start hardly anything is left to do."""
    try:
        _knock()
        call_command("migrate", verbosity=0)
    except DatabaseError as error:
        raise CommandError(f"DATABASE_URL: the database does not answer ({_first_line(error)}).") from error
    try:
        cache.get("anything")
    except Exception as error:
        raise CommandError(f"CACHE_URL: the cache does not answer ({_first_line(error)}).") from error
    static_files.collect()
    if not RuleDocument.objects.exists():
        say("First start: reading the rules …")
        call_command("load_rules", verbosity=0, stdout=_Nowhere())
    # DEMO=0 begins with empty shelves.
    if environment.flag("DEMO", True) and "load_demo" in get_commands() and not GameTitle.objects.exists():
        say("First start: filling the shelves …")
        call_command("load_demo", verbosity=0, stdout=_Nowhere())


def _knock() -> None:
    """A pool tries for long and logs every failure; one plain connection says at once why there is none."""
    if connection.vendor == "postgresql":
        wanted = {"connect_timeout": 10} | connection.get_connection_params()
        with connection.wrap_database_errors:
            connection.Database.connect(**wanted).close()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class _Nowhere:
    """Swallows what commands print."""

    def write(self, text: str) -> None:
        pass

    def flush(self) -> None:
        pass
