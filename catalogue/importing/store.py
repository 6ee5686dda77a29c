"""Writing many rows: the few statements that SQLite and PostgreSQL execute fast in different ways."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

# Tables that a large import makes several times larger.
LARGE_TABLES = tuple(
    f"catalogue_{table}" for table in ("gametitle", "titlename", "contributor", "credit", "titletag", "copy")
)
Columns = Sequence[str]
Rows = Iterable[Sequence[Any]]  # One value for each of the columns.


class Store:
    """SQLite."""

    def in_list(self, column: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
        """A condition with a single parameter: SQLite limits how many there may be."""
        return f"{column} IN (SELECT value FROM json_each(%s))", [json.dumps(values)]

    def existing_values(self, table: str, column: str, values: Sequence[Any]) -> list[Any]:
        """Those of the values that stand in the column. The ORM takes ten times as long to bind so many."""
        condition, params = self.in_list(column, values)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {column} FROM {table} WHERE {condition}", params)
            return [row[0] for row in cursor.fetchall()]

    def timestamp(self, moment: datetime) -> Any:
        return connection.ops.adapt_datetimefield_value(moment)

    def reserve_ids(self, table: str, count: int) -> Iterable[int]:
        """Ids that nobody else takes: this transaction holds the only write lock of SQLite."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            row = cursor.fetchone()
        last = row[0] if row else 0
        return range(last + 1, last + 1 + count)

    def insert(self, table: str, columns: Columns, rows: Rows) -> None:
        placeholders = ", ".join(["%s"] * len(columns))
        self._execute_many(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({placeholders})", rows)

    def update(self, table: str, columns: Columns, rows: Rows) -> None:
        """Each row begins with the values of the columns and ends with the id."""
        assignments = ", ".join(f"{column} = %s" for column in columns)
        self._execute_many(f"UPDATE {table} SET {assignments} WHERE id = %s", rows)

    def delete(self, table: str, columns: Columns, rows: Rows) -> None:
        """Delete what has these values in these columns."""
        condition = " AND ".join(f"{column} = %s" for column in columns)
        self._execute_many(f"DELETE FROM {table} WHERE {condition}", rows)

    def update_statistics(self) -> None:
        """SQLite plans its queries in the same way, however many rows there are."""

    def _execute_many(self, statement: str, rows: Rows) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)


class PostgresStore(Store):
    """PostgreSQL inserts many rows fastest by COPY."""

    def in_list(self, column: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
        """Ids as the text of an array: psycopg takes twice as long to bind them one by one."""
        if all(isinstance(value, int) for value in values):
            return f"{column} = ANY(%s::bigint[])", [f"{{{','.join(map(str, values))}}}"]
        return f"{column} = ANY(%s)", [list(values)]

    def timestamp(self, moment: datetime) -> Any:
        return moment

    def reserve_ids(self, table: str, count: int) -> Iterable[int]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, count]
            )
            return [row[0] for row in cursor.fetchall()]

    def insert(self, table: str, columns: Columns, rows: Rows) -> None:
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def update_statistics(self) -> None:
        """PostgreSQL reads whole tables as long as it does not know that they have grown."""
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(LARGE_TABLES)}")


def current_store() -> Store:
    return PostgresStore() if connection.vendor == "postgresql" else Store()
