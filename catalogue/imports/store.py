"""The few statements that differ between the databases: many rows in, many rows changed, ids ahead of the rows."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection


class Store:
    """SQLite: executemany is as fast as the file system lets it be."""

    concat = "group_concat({column})"

    def any_of(self, column: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
        return f"{column} IN ({','.join(['%s'] * len(values))})", list(values)

    def timestamp(self, moment: datetime) -> Any:
        return connection.ops.adapt_datetimefield_value(moment)

    def new_ids(self, table: str, count: int) -> Iterable[int]:
        """Ids that nobody else will take: the transaction holds the only write lock."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            last = (cursor.fetchone() or (0,))[0]
        return range(last + 1, last + 1 + count)

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        marks = ", ".join(["%s"] * len(columns))
        self._many(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)

    def update(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Rows of (id, value of each column)."""
        sets = ", ".join(f"{column} = %s" for column in columns)
        self._many(f"UPDATE {table} SET {sets} WHERE id = %s", ((*row[1:], row[0]) for row in rows))

    def delete(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        where = " AND ".join(f"{column} = %s" for column in columns)
        self._many(f"DELETE FROM {table} WHERE {where}", rows)

    def _many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)


class PostgresStore(Store):
    """PostgreSQL: COPY, into a staging table and from there in one statement where rows exist already."""

    concat = "string_agg({column}::text, ',')"

    def any_of(self, column: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
        return f"{column} = ANY(%s)", [list(values)]

    def timestamp(self, moment: datetime) -> Any:
        return moment

    def new_ids(self, table: str, count: int) -> Iterable[int]:
        with connection.cursor() as cursor:
            sequence = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
            cursor.execute(sequence, [table, count])
            return [row[0] for row in cursor.fetchall()]

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def update(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        sets = ", ".join(f"{column} = staging.{column}" for column in columns)
        self._staged(
            table, ("id", *columns), rows, f"UPDATE {table} SET {sets} FROM staging WHERE staging.id = {table}.id"
        )

    def delete(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        same = " AND ".join(f"staging.{column} = {table}.{column}" for column in columns)
        self._staged(table, columns, rows, f"DELETE FROM {table} USING staging WHERE {same}")

    def _staged(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], statement: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                f"CREATE TEMP TABLE staging ON COMMIT DROP AS SELECT {', '.join(columns)} FROM {table} LIMIT 0"
            )
        self.insert("staging", columns, rows)
        with connection.cursor() as cursor:
            cursor.execute(statement)
            cursor.execute("DROP TABLE staging")


def store() -> Store:
    return PostgresStore() if connection.vendor == "postgresql" else Store()
