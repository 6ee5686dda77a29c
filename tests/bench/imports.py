"""What an import costs beside plain loading: `python -m tests.bench.imports [--titles 100000 171716] [--postgres URL]`.

The floors are taken in the same run: reading the file with `csv.DictReader` and nothing else; and a loader that knows nothing (no
checks, no addresses, no comparing) but puts the finished rows into the same tables, with every index and constraint:
`executemany` on SQLite, COPY on PostgreSQL. Every step is a process of its own, so that its memory can be told.
"""

import argparse
import csv
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.bench.data import Row, library

TABLES = ("contributor", "tag", "gametitle", "titlename", "credit", "titletag")
STEPS = ("parse", "import", "import", "load")
PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000; PRAGMA foreign_keys=ON"


COLUMNS = (
    "bgg_id", "name", "year", "is_expansion", "players_min", "players_max", "players_best", "minutes_min",
    "minutes_max", "age", "weight", "language_dependence", "popularity", "designers", "mechanisms", "themes",
)  # fmt: skip


def write_file(path: Path, rows: list[Row]) -> None:
    """The titles with their real names and designers; the other facts and about five links a title are drawn."""
    chance = random.Random(1)
    mechanisms = [f"Mechanism {number}" for number in range(180)]
    themes = [f"Theme {number}" for number in range(40)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row in rows:
            low, minutes = chance.randint(1, 4), chance.choice((15, 20, 30, 45, 60, 90))
            players = (low, low + chance.randint(0, 4), low)
            more = (minutes, 2 * minutes, chance.randint(4, 16), round(chance.uniform(1, 5), 2), chance.randint(1, 5))
            words = (chance.sample(mechanisms, chance.randint(1, 5)), chance.sample(themes, chance.randint(0, 2)))
            links = (" | ".join(values) for values in (row.designers, *words))
            writer.writerow(
                (row.id, row.names[0], row.year or "", int(row.expansion), *players, *more, row.votes, *links)
            )


def parse(path: Path) -> dict:
    """Reading alone, as rows that know their columns."""
    begun = perf_counter()
    with path.open(encoding="utf-8", newline="") as file:
        rows = sum(1 for _row in csv.DictReader(file))
    return {"rows": rows, "seconds": perf_counter() - begun}


def take(path: Path) -> dict:
    from django.db import connection

    from catalogue.importer import import_file

    writes = []

    def watch(execute, sql, params, many, context):
        if not sql.startswith(("SELECT", "BEGIN", "SAVEPOINT", "RELEASE")):
            writes.append(sql)
        return execute(sql, params, many, context)

    begun = perf_counter()
    with connection.execute_wrapper(watch):
        report = import_file(path)
    seconds = perf_counter() - begun
    if report.refused:
        raise SystemExit(f"{report.refused} rows were refused: {report.refusals[:5]}")
    return {"rows": report.rows, "seconds": seconds, "created": report.created, "writes": len(writes)}


def load(path: Path) -> dict:
    """Take the finished rows out, and put them into the emptied tables as fast as the database can."""
    from django.db import connection

    tables = [f"catalogue_{table}" for table in TABLES]
    with connection.cursor() as cursor:
        finished = {}
        for table in tables:
            cursor.execute(f"SELECT * FROM {table} ORDER BY id")
            finished[table] = [column[0] for column in cursor.description], cursor.fetchall()
    seconds = (_copy if connection.vendor == "postgresql" else _executemany)(tables, finished)
    return {"rows": len(finished["catalogue_gametitle"][1]), "seconds": seconds}


def _executemany(tables: list[str], finished: dict) -> float:
    from django.conf import settings

    name = Path(settings.DATABASES["default"]["NAME"])
    with sqlite3.connect(name) as full:
        schema = full.execute(
            "SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'catalogue%' AND sql IS NOT NULL"
        ).fetchall()
    database = sqlite3.connect(name.with_name("floor.sqlite3"), isolation_level=None)
    database.executescript(f"{PRAGMAS}; {'; '.join(row[0] for row in schema)}")
    begun = perf_counter()
    database.execute("BEGIN IMMEDIATE")
    for table in tables:
        columns, rows = finished[table]
        marks = ",".join("?" * len(columns))
        database.executemany(f"INSERT INTO {table} ({','.join(columns)}) VALUES ({marks})", rows)
    database.execute("COMMIT")
    seconds = perf_counter() - begun
    database.close()
    return seconds


def _copy(tables: list[str], finished: dict) -> float:
    from django.db import connection, transaction

    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(tables)} CASCADE")
    begun = perf_counter()
    with transaction.atomic(), connection.cursor() as cursor:
        for table in tables:
            columns, rows = finished[table]
            with cursor.copy(f"COPY {table} ({','.join(columns)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
    return perf_counter() - begun


def step(name: str, path: Path) -> None:
    """One step in this process; what it cost is printed for the process that asked."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "escale.settings")
    django.setup()
    told = {"parse": parse, "import": take, "load": load}[name](path)
    print(json.dumps(told | {"memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}))


def measure(label: str, path: Path, environment: dict[str, str]) -> None:
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], env=environment, check=True)
    results = []
    for name in STEPS:
        command = [sys.executable, "-m", "tests.bench.imports", "--step", name, str(path)]
        done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
        results.append(json.loads(done.stdout))
    parsed, first, again, loaded = results
    for name, told in zip(("reading alone", "first import", "same file again", "plain loading"), results, strict=True):
        speed = told["rows"] / told["seconds"]
        print(f"  {name:16} {speed:9,.0f} rows/s  {told['seconds']:6.2f} s  {told['memory']:4} MB", flush=True)
    print(f"  first ÷ plain {loaded['seconds'] / first['seconds']:.2f}  ", end="")
    print(
        f"again ÷ reading {parsed['seconds'] / again['seconds']:.2f}  writes again {again['writes']}  ({label})",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--titles", type=int, nargs="+", default=[100_000, 171_716])
    parser.add_argument("--postgres", default=os.environ.get("BENCH_DATABASE_URL", ""), help="URL of an empty database")
    parser.add_argument("--step", nargs=2, metavar=("NAME", "FILE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.step:
        step(given.step[0], Path(given.step[1]))
        return
    for size in given.titles:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "titles.csv")
            write_file(path, library(size))
            print(f"\n{size:,} titles, {path.stat().st_size / 1e6:.1f} MB")
            measure("SQLite", path, os.environ | {"DATA_DIR": folder, "DATABASE_URL": ""})
            if given.postgres:
                measure("PostgreSQL", path, os.environ | {"DATA_DIR": folder, "DATABASE_URL": given.postgres})


if __name__ == "__main__":
    main()
