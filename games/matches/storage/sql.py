"""Runs hand-written statements on both databases, and converts the JSON in their columns (docs/adr/0320)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import orjson
import psycopg

from games.matches.storage.transactions import db_connection


def fetch_rows(sql: str, params: Sequence[Any]) -> list[tuple]:
    """The rows that a statement returns.

    PostgreSQL needs more time to plan these statements than to execute them, so each connection of the pool
    prepares them once.
    """
    database = db_connection()
    database.ensure_connection()
    with database.wrap_database_errors:
        if database.vendor == "sqlite":
            return database.connection.execute(_with_question_marks(sql), params).fetchall()
        with psycopg.Cursor(database.connection) as cursor:
            return cursor.execute(sql, params, prepare=True).fetchall()


@cache
def _with_question_marks(sql: str) -> str:
    """The statement with SQLite's placeholders. None of our statements has another percent sign."""
    return sql.replace("%s", "?")


def execute_many(sql: str, params_of_each: Sequence[dict[str, Any]]) -> None:
    """Executes the statement once for each dict of parameters; SQLite only."""
    database = db_connection()
    with database.wrap_database_errors:
        database.connection.executemany(sql, params_of_each)


def to_json(value: Any) -> str:
    return orjson.dumps(value).decode()


def from_json(value: Any) -> Any:
    """The value of a JSON column: SQLite returns its text, PostgreSQL has parsed it already."""
    return orjson.loads(value) if isinstance(value, str) else value
