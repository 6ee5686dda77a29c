"""SQL statements on many rows at once. SQLite and PostgreSQL need different statements to be fast."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

# Tables that a large import makes several times larger.
LARGE_TABLES = (
    "catalogue_gametitle",
    "catalogue_titlename",
    "catalogue_contributor",
    "catalogue_credit",
    "catalogue_titletag",
    "catalogue_copy",
)
Columns = Sequence[str]
Rows = Iterable[Sequence[Any]]  # each with one value for each column


class BulkSql:
    """The statements for SQLite."""

    def condition_in(self, column: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
        """The SQL condition that the column holds one of the values, and its parameters.

        All values are sent as one parameter, because SQLite limits the number of parameters.
        """
        return f"{column} IN (SELECT value FROM json_each(%s))", [json.dumps(values)]

    def select_existing(self, table: str, column: str, values: Sequence[Any]) -> list[Any]:
        """The values among these that the column of the table holds. The ORM would take ten times as long."""
        condition, params = self.condition_in(column, values)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {column} FROM {table} WHERE {condition}", params)
            return [row[0] for row in cursor.fetchall()]

    def to_column_value(self, moment: datetime) -> Any:
        """The time as a parameter of a statement."""
        return connection.ops.adapt_datetimefield_value(moment)

    def reserve_ids(self, table: str, count: int) -> Iterable[int]:
        """Ids that no other process can take: this transaction holds the only write lock of SQLite."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            row = cursor.fetchone()
        last_id = row[0] if row else 0
        return range(last_id + 1, last_id + 1 + count)

    def insert(self, table: str, columns: Columns, rows: Rows) -> None:
        placeholders = ", ".join(["%s"] * len(columns))
        self._execute_many(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({placeholders})", rows)

    def update(self, table: str, columns: Columns, rows: Rows) -> None:
        """Updates rows. Each of `rows` has the values of the columns, and then the id."""
        assignments = ", ".join(f"{column} = %s" for column in columns)
        self._execute_many(f"UPDATE {table} SET {assignments} WHERE id = %s", rows)

    def delete(self, table: str, columns: Columns, rows: Rows) -> None:
        """Deletes the rows that have these values in these columns."""
        condition = " AND ".join(f"{column} = %s" for column in columns)
        self._execute_many(f"DELETE FROM {table} WHERE {condition}", rows)

    def update_statistics(self) -> None:
        """Does nothing: SQLite plans a query in the same way for any number of rows."""

    def _execute_many(self, statement: str, rows: Rows) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)


class PostgresBulkSql(BulkSql):
    """The statements for PostgreSQL, which inserts many rows fastest by COPY."""

    def condition_in(self, column: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
        if not all(isinstance(value, int) for value in values):
            return f"{column} = ANY(%s)", [list(values)]
        # Sent as the text of an array, "{1,2,3}": one by one, numbers take psycopg twice as long.
        numbers = ",".join(map(str, values))
        return f"{column} = ANY(%s::bigint[])", ["{" + numbers + "}"]

    def to_column_value(self, moment: datetime) -> Any:
        return moment

    def reserve_ids(self, table: str, count: int) -> Iterable[int]:
        statement = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
        with connection.cursor() as cursor:
            cursor.execute(statement, [table, count])
            return [row[0] for row in cursor.fetchall()]

    def insert(self, table: str, columns: Columns, rows: Rows) -> None:
        statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
        with connection.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)

    def update_statistics(self) -> None:
        """Updates the statistics. Without it, PostgreSQL would read whole tables that were small before."""
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(LARGE_TABLES)}")


def choose_bulk_sql() -> BulkSql:
    """The statements for the database of this site."""
    return PostgresBulkSql() if connection.vendor == "postgresql" else BulkSql()
