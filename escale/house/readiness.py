"""Whether the site is ready: its database, disk, cache, worker and bots. For /readyz and the dashboard of
staff.
"""

import tempfile
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from escale.common import optional_cache
from escale.common.clock import now_ms
from games.automation import queue_status, worker

READY = "ok"
#: The site still works if the cache fails or bots are slow.
OPTIONAL = {"cache", "bots"}


def check_database() -> str:
    executor = MigrationExecutor(connection)
    is_pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "migrations pending" if is_pending else READY


def check_disk() -> str:
    with tempfile.NamedTemporaryFile(dir=settings.DATA_DIR, prefix=".ready-") as file:
        file.write(b"ok")
    return READY


def check_cache() -> str:
    return READY if optional_cache.is_present() else optional_cache.ABSENT


def check_worker() -> str:
    return worker.health(now_ms())


def run_check(check: Callable[[], str]) -> str:
    """The result of a check, or the name of the error that it raised."""
    try:
        return check()
    except (DatabaseError, OSError) as error:
        return type(error).__name__


def check_readiness() -> dict[str, str]:
    """By name, the result of every check; "ok" if the check found no fault."""
    return {
        "database": run_check(check_database),
        "disk": run_check(check_disk),
        "cache": run_check(check_cache),
        "worker": run_check(check_worker),
        "bots": run_check(queue_status.describe_delay),
    }


def is_ready(checks: dict[str, str]) -> bool:
    return all(answer == READY for name, answer in checks.items() if name not in OPTIONAL)
