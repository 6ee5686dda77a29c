"""The few statements that differ between the databases: many rows in, many rows changed, ids ahead of the rows."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

NARROW = 4
LARGE = tuple(f"catalogue_{table}" for table in ("gametitle", "titlename", "contributor", "credit", "titletag", "copy"))
Links = Iterable[tuple[int, list[int]]]  # A title and the ids of what it is tied to.


class Store:
    """SQLite: executemany is as fast as the file system lets it be."""

    concat = "group_concat({column})"

    def any_of(self, column: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
        """One parameter for all: how many may be bound is limited, and differs from build to build."""
        return f"{column} IN (SELECT value FROM json_each(%s))", [json.dumps(values)]

    def present(self, table: str, column: str, values: Sequence[Any]) -> list[Any]:
        """Those of the values that stand in the column."""
        where, params = self.any_of(column, values)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {column} FROM {table} WHERE {where}", params)
            return [row[0] for row in cursor.fetchall()]

    def timestamp(self, moment: datetime) -> Any:
        return connection.ops.adapt_datetimefield_value(moment)

    def new_ids(self, table: str, count: int) -> Iterable[int]:
        """Ids that nobody else will take: the transaction holds the only write lock."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            last = (cursor.fetchone() or (0,))[0]
        return range(last + 1, last + 1 + count)

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """A few columns are put in more quickly as one array than row by row, many columns are not."""
        into = f"INSERT INTO {table} ({', '.join(columns)})"
        if len(columns) > NARROW:
            self._many(f"{into} VALUES ({', '.join(['%s'] * len(columns))})", rows)
            return
        cells = ", ".join(f"json_extract(value, '$[{at}]')" for at in range(len(columns)))
        with connection.cursor() as cursor:
            cursor.execute(f"{into} SELECT {cells} FROM json_each(%s)", [json.dumps(list(rows))])

    def link(self, table: str, columns: Sequence[str], links: Links, role: str = "") -> None:
        """Tie each title to its people or tags. SQLite takes an object apart in half the time of as many rows."""
        same = ", %s" if role else ""
        statement = f"INSERT INTO {table} ({', '.join(columns)}) SELECT one.key, other.value{same}"
        with connection.cursor() as cursor:
            told = json.dumps(dict(links))
            cursor.execute(
                f"{statement} FROM json_each(%s) one, json_each(one.value) other", [role, told] if role else [told]
            )

    def update(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Rows of (id, value of each column)."""
        sets = ", ".join(f"{column} = %s" for column in columns)
        self._many(f"UPDATE {table} SET {sets} WHERE id = %s", ((*row[1:], row[0]) for row in rows))

    def delete(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        where = " AND ".join(f"{column} = %s" for column in columns)
        self._many(f"DELETE FROM {table} WHERE {where}", rows)

    def settle(self) -> None:
        """After many rows: SQLite reads by the same plan, however many there are."""

    def _many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)


class PostgresStore(Store):
    """PostgreSQL: COPY, into a staging table and from there in one statement where rows exist already."""

    concat = "string_agg({column}::text, ',')"

    def any_of(self, column: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
        """Ids as one literal, which costs half of what psycopg takes for a list of them."""
        if all(type(value) is int for value in values):
            return f"{column} = ANY(%s::bigint[])", [f"{{{','.join(map(str, values))}}}"]
        return f"{column} = ANY(%s)", [list(values)]

    def timestamp(self, moment: datetime) -> Any:
        return moment

    def new_ids(self, table: str, count: int) -> Iterable[int]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
            cursor.execute("SELECT nextval(%s::regclass) FROM generate_series(1, %s)", [cursor.fetchone()[0], count])
            return [row[0] for row in cursor.fetchall()]

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def link(self, table: str, columns: Sequence[str], links: Links, role: str = "") -> None:
        same = (role,) if role else ()
        self.insert(table, columns, ((title, other, *same) for title, others in links for other in others))

    def settle(self) -> None:
        """PostgreSQL reads whole tables of which it does not know yet that they have grown."""
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(LARGE)}")

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
