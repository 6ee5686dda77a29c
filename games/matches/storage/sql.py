"""The few statements of a move by hand, for both databases, and the JSON in their columns (docs/adr/0320)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import orjson
import psycopg

from games.matches.storage.transactions import ours


def rows(sql: str, params: Sequence[Any]) -> list[tuple]:
    """What a statement answers.

    PostgreSQL took longer to plan them than to do them: where connections are kept it plans each of them once.
    """
    database = ours()
    database.ensure_connection()
    with database.wrap_database_errors:
        if database.vendor == "sqlite":
            return database.connection.execute(_marks(sql), params).fetchall()
        with psycopg.Cursor(database.connection) as cursor:
            return cursor.execute(sql, params, prepare=True).fetchall()


@cache
def _marks(sql: str) -> str:
    """SQLite's own sign for a value; none of these statements has a percent sign elsewhere."""
    return sql.replace("%s", "?")


def each(sql: str, values: Sequence[dict[str, Any]]) -> None:
    """Does it for each of them, on SQLite."""
    database = ours()
    with database.wrap_database_errors:
        database.connection.executemany(sql, values)


def written(value: Any) -> str:
    return orjson.dumps(value).decode()


def read(value: Any) -> Any:
    """What a column holds: one database gives text, the other what the text says."""
    return orjson.loads(value) if isinstance(value, str) else value
