"""Migrates an empty database to an older version of the site, with the models of that version."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.apps.registry import Apps
from django.core.management.sql import emit_pre_migrate_signal
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration


@contextmanager
def schema_transaction() -> Iterator[None]:
    """One transaction in which tables are changed and filled. On SQLite, it must switch off the check of
    foreign keys.
    """
    is_off = connection.vendor == "sqlite" and connection.disable_constraint_checking()
    try:
        with transaction.atomic():
            yield
            connection.check_constraints()
    finally:
        if is_off:
            connection.enable_constraint_checking()


def list_migrations() -> set[str]:
    """The names of all migrations of this version of the site.

    Django records both a squashed migration of a library and those that it replaces, so both are included.
    """
    names = set()
    for migration in _in_order(MigrationExecutor(connection)):
        names.add(_name(migration))
        names.update(f"{app}.{name}" for app, name in migration.replaces)
    return names


def migrate_to(names: Collection[str]) -> Apps:
    """Applies exactly these migrations; returns the models of that version."""
    _run(names, backwards=True)
    apps = _run(names, backwards=False)
    # Some migrations leave foreign keys that are checked at every row. But the tables are filled in
    # alphabetical order.
    connection.check_constraints()
    return apps


def _run(names: Collection[str], *, backwards: bool) -> Apps:
    executor = MigrationExecutor(connection, _check_foreign_keys)
    applied = {f"{app}.{name}" for app, name in executor.loader.applied_migrations}
    names_to_run = applied - set(names) if backwards else set(names) - applied
    plan = [(migration, backwards) for migration in _in_order(executor) if _name(migration) in names_to_run]
    plan = plan[::-1] if backwards else plan
    before = executor._create_project_state(with_applied_migrations=True)
    emit_pre_migrate_signal(0, False, connection.alias, apps=before.apps, plan=plan)
    return executor.migrate([], plan=plan).apps


def _check_foreign_keys(action: str, migration: Migration | None = None, _fake: bool = False) -> None:
    """Checks foreign keys before each migration: PostgreSQL changes no table with unchecked ones."""
    if action in ("apply_start", "unapply_start"):
        connection.check_constraints()


def _in_order(executor: MigrationExecutor) -> list[Migration]:
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    return [migration for migration, _backwards in plan]


def _name(migration: Migration) -> str:
    return f"{migration.app_label}.{migration.name}"
