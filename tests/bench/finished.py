"""Fills a database with packed matches: some are written and packed, the others are copies of their rows.

It prints what one match costs, as JSON.
"""

import itertools
import json
import sys
import time

import django

django.setup()

from django.db import connection, transaction  # noqa: E402

from games.matches.archiving import packing  # noqa: E402 (models are only there now)
from games.models import Match, MatchEvent, MatchSecret, PackedMatch, SavedState, Seat  # noqa: E402
from games.registry import ENGINES  # noqa: E402
from tests.games.matches import finished  # noqa: E402

WRITTEN = 40  # of each game
TABLES = [model._meta.db_table for model in (Match, Seat, MatchEvent, MatchSecret, SavedState, PackedMatch)]


def table_bytes() -> int:
    """Of the tables of matches, with their indexes."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) name", [TABLES]
            )
        else:
            names = ", ".join("%s" for _table in TABLES)
            cursor.execute(
                f"SELECT sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) WHERE tbl_name IN ({names})",
                TABLES,
            )
        return int(cursor.fetchone()[0])


def write_and_pack() -> tuple[list[str], float]:
    """The ids of new packed matches, and the milliseconds that packing one took."""
    finished.TALKS = False
    written = [finished.write_finished_match(game, seed) for game in ENGINES for seed in range(WRITTEN)]
    started = time.process_time()
    for match in written:
        assert packing.pack(match.pk)
    return [match.pk for match in written], 1000 * (time.process_time() - started) / len(written)


def copy_rows(model: type, key: str, source: str, target: str) -> None:
    """The rows of one match once more, for another match."""
    fields = [field for field in model._meta.concrete_fields if field.column not in ("id", key)]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO {table} ("{key}", {columns}) SELECT %s, {columns} FROM {table} WHERE "{key}" = %s',
            [target, source],
        )


def copy_matches(ids: list[str], count: int) -> None:
    with transaction.atomic():
        for number, source in zip(range(count), itertools.cycle(ids), strict=False):
            target = f"{number:08x}{source[:8]}"
            for model, key in ((Match, "id"), (Seat, "match_id"), (PackedMatch, "match_id")):
                copy_rows(model, key, source, target)


if __name__ == "__main__":
    ids, milliseconds = write_and_pack()
    copies = max(0, int(sys.argv[1]) - len(ids))
    before = table_bytes()
    copy_matches(ids, copies)
    facts = {"CPU of packing a match, ms": round(milliseconds, 1)}
    if copies:
        facts["bytes of a packed match"] = round((table_bytes() - before) / copies)
    print(json.dumps(facts))
