"""What an import costs beside plain loading: `python -m tests.bench.imports [--titles 100000 171716]
[--database URL]`.

The floors are taken in the same run: reading the file with `csv.DictReader` and nothing else; and a loader
that puts the same rows into the same tables (titles, names, people, tags, credits, links), with every index
and constraint: `executemany` on SQLite, COPY on PostgreSQL, in one transaction. It knows that all is new and
right: it checks, folds, compares and marks nothing. Its addresses are the names as they stand with the number
behind, so that they fall into the index in the same disorder as ours. Every step is a process of its own, so
that its memory can be told.

Speeds are told by the clock; ratios also by processor time (of PostgreSQL's process too, when it runs here),
which a busy machine does not disturb. Neither has the loading of the modules, which a worker does once.
`--repeat 3` keeps the best of three.
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
from time import perf_counter, process_time

from tests.bench.data import describe_source, library
from tests.bench.rows import Row

# What the schema asks of a title and the file does not tell.
TEXTS = ("players_recommended", "esar", "col")
REST_COLUMNS = (*TEXTS, "descriptions", "changed_in", "row_version", "changed_at")
REST = (*("" for _text in TEXTS), "{}", 1, 1, "2026-01-01 00:00:00+00:00")
STEPS = ("parse", "compare", "import", "import", "load")
PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000; PRAGMA foreign_keys=ON"


COLUMNS = (
    "bgg_id", "name", "year", "is_expansion", "players_min", "players_max", "players_best", "minutes_min",
    "minutes_max", "age", "weight", "language_dependence", "popularity", "designers", "mechanisms", "themes",
)  # fmt: skip


def write_file(path: Path, rows: list[Row]) -> None:
    """The titles with their real names and designers; the other facts and about five links a
    title are drawn.
    """
    chance = random.Random(1)
    mechanisms = [f"Mechanism {number}" for number in range(180)]
    themes = [f"Theme {number}" for number in range(40)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row in rows:
            low, minutes = chance.randint(1, 4), chance.choice((15, 20, 30, 45, 60, 90))
            players = (low, low + chance.randint(0, 4), low)
            more = (
                minutes,
                2 * minutes,
                chance.randint(4, 16),
                round(chance.uniform(1, 5), 2),
                chance.randint(1, 5),
            )
            words = (
                chance.sample(mechanisms, chance.randint(1, 5)),
                chance.sample(themes, chance.randint(0, 2)),
            )
            links = (" | ".join(values) for values in (row.designers, *words))
            writer.writerow(
                (row.id, row.names[0], row.year or "", int(row.expansion), *players, *more, row.votes, *links)
            )


def parse(path: Path) -> dict:
    """Reading alone, as rows that know their columns."""
    begun, work_before = perf_counter(), process_time()
    with path.open(encoding="utf-8", newline="") as file:
        rows = sum(1 for _row in csv.DictReader(file))
    return {"rows": rows, "seconds": perf_counter() - begun, "work": process_time() - work_before}


def take(path: Path) -> dict:
    from django.db import connection

    from catalogue.importing.importer import import_file
    from catalogue.models import ImportJob

    job = ImportJob.objects.create(name=path.name)  # so that the import can be undone
    writes = []

    def watch(execute, sql, params, many, context):
        if not sql.startswith(("SELECT", "BEGIN", "SAVEPOINT", "RELEASE")):
            writes.append(sql)
        return execute(sql, params, many, context)

    begun, work_before = perf_counter(), work()
    with connection.execute_wrapper(watch):
        report = import_file(path, job=job)
    taken = {"seconds": perf_counter() - begun, "work": work() - work_before}
    if report.refused:
        raise SystemExit(f"{report.refused} rows were refused: {report.refusals[:5]}")
    return taken | {"rows": report.rows, "created": report.created, "writes": len(writes)}


def compare(path: Path) -> dict:
    """What staff see before an import: here every row is a new title, which takes longest."""
    import shutil

    from catalogue.importing import uploads
    from catalogue.importing.comparing.staff_comparisons import compare_next_file, read_page
    from catalogue.models import ImportJob

    uploads.folder().mkdir(parents=True, exist_ok=True)
    job = ImportJob.objects.create(name=path.name, stored="compared")
    shutil.copy(path, uploads.file_of(job))
    begun, work_before = perf_counter(), work()
    compare_next_file()
    read_page(job, "new", number=1, size=50)
    taken = {"seconds": perf_counter() - begun, "work": work() - work_before}
    job.refresh_from_db()
    rows = job.comparison["counts"]["new"]
    uploads.delete_comparison(job)
    job.delete()
    return taken | {"rows": rows}


def load(path: Path) -> dict:
    """The plainest loader: it believes the file, knows that all is new, and gives numbers for addresses."""
    from django.db import connection

    begun, work_before = perf_counter(), work()
    tables = believed(path)
    emptied = perf_counter()
    insert = _copy if connection.vendor == "postgresql" else _executemany
    seconds = insert(tables) + emptied - begun
    return {"rows": len(tables["gametitle"][1]), "seconds": seconds, "work": work() - work_before}


def believed(path: Path) -> dict[str, tuple[str, list[tuple]]]:
    """Columns and rows of each table, in the order in which they can be put in."""
    people: dict[str, int] = {}
    tags: dict[tuple[str, str], int] = {}
    titles, names, credits_, links = [], [], [], []
    told = [
        name
        for name in COLUMNS
        if name not in ("bgg_id", "name", "is_expansion", "designers", "mechanisms", "themes")
    ]
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), 1):
            facts = [row[name] or None for name in told]
            kind = "expansion" if row["is_expansion"] == "1" else "game"
            address, id = address_of(row["name"]), int(row["bgg_id"])
            titles.append((number, f"{address}-{id}", row["name"], id, kind, *facts, *REST))
            names.append((number, "", "main", row["name"]))
            for person in filter(None, row["designers"].split(" | ")):
                credits_.append((number, people.setdefault(person, len(people) + 1), "designer"))
            for field in ("mechanism", "theme"):
                for word in filter(None, row[f"{field}s"].split(" | ")):
                    links.append((number, tags.setdefault((field, word), len(tags) + 1)))
    return {
        "contributor": (
            "id, slug, name",
            [(id, f"{address_of(name)}-{id}", name) for name, id in people.items()],
        ),
        "tag": (
            "id, kind, slug, names",
            [(id, kind, f"t{id}", json.dumps({"en": name})) for (kind, name), id in tags.items()],
        ),
        "gametitle": (
            f"id, slug, sort_key, bgg_id, kind, {', '.join(told)}, {', '.join(REST_COLUMNS)}",
            titles,
        ),
        "titlename": ("title_id, language, kind, name", names),
        "credit": ("title_id, contributor_id, role", list(dict.fromkeys(credits_))),
        "titletag": ("title_id, tag_id", links),
    }


def address_of(name: str) -> str:
    return name.lower().replace(" ", "-")[:100]


def _executemany(tables: dict[str, tuple[str, list[tuple]]]) -> float:
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
    for table, (columns, rows) in tables.items():
        marks = ",".join("?" * len(rows[0]))
        database.executemany(f"INSERT INTO catalogue_{table} ({columns}) VALUES ({marks})", rows)
    database.execute("COMMIT")
    seconds = perf_counter() - begun
    database.close()
    return seconds


def _copy(tables: dict[str, tuple[str, list[tuple]]]) -> float:
    from django.db import connection, transaction

    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(f'catalogue_{table}' for table in tables)} CASCADE")
    begun = perf_counter()
    with transaction.atomic(), connection.cursor() as cursor:
        for table, (columns, rows) in tables.items():
            with cursor.copy(f"COPY catalogue_{table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
    return perf_counter() - begun


def step(name: str, path: Path) -> None:
    """One step in this process; what it cost is printed for the process that asked."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "escale.settings")
    django.setup()
    told = {"parse": parse, "compare": compare, "import": take, "load": load}[name](path)
    print(json.dumps(told | {"memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}))


def work() -> float:
    """Seconds of processor that this process and its PostgreSQL backend have taken, the latter where it runs
    here.
    """
    from django.db import connection

    if connection.vendor != "postgresql":
        return process_time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        status = Path(f"/proc/{cursor.fetchone()[0]}/stat")
    ticks = status.read_text(encoding="ascii").rsplit(")", 1)[1].split()[11:13] if status.exists() else (0, 0)
    return process_time() + sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def measure(label: str, path: Path, environment: dict[str, str], repeat: int) -> None:
    """Runs the steps in their order, as often as asked on an empty database, and keeps the best of each."""
    runs = [_steps(path, environment) for _time in range(repeat)]
    best = [_best(told) for told in zip(*runs, strict=True)]
    parsed, _compared, first, again, loaded = best
    for name, told in zip(
        ("reading alone", "comparison", "first import", "same file again", "plain loading"), best, strict=True
    ):
        speed = told["rows"] / told["seconds"]
        print(f"  {name:16} {speed:9,.0f} rows/s  {told['seconds']:6.2f} s", end="")
        print(f"  processor {told['work']:6.2f} s  {told['memory']:4} MB", flush=True)
    for measure, clock in (("seconds", "by the clock"), ("work", "by processor time")):
        print(f"  {label}, {clock}: first ÷ plain {loaded[measure] / first[measure]:.2f}", end="")
        print(f"   again ÷ reading {parsed[measure] / again[measure]:.2f}", flush=True)
    print(f"  writes of the same file again: {again['writes']}", flush=True)


def _best(runs: tuple[dict, ...]) -> dict:
    return {key: min(run[key] for run in runs) for key in runs[0]} | {
        "memory": max(run["memory"] for run in runs)
    }


def _steps(path: Path, environment: dict[str, str]) -> list[dict]:
    manage = [sys.executable, "manage.py"]
    for name in ("escale.sqlite3", "floor.sqlite3"):
        for part in path.parent.glob(f"{name}*"):
            part.unlink()
    subprocess.run([*manage, "migrate", "-v0"], env=environment, check=True)
    subprocess.run([*manage, "flush", "--no-input", "-v0"], env=environment, check=True)
    results = []
    for name in STEPS:
        command = [sys.executable, "-m", "tests.bench.imports", "--step", name, str(path)]
        done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
        results.append(json.loads(done.stdout))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--titles", type=int, nargs="+", default=[100_000, 171_716])
    parser.add_argument("--database", default="", help="an empty PostgreSQL database; without it only SQLite")
    parser.add_argument("--repeat", type=int, default=1, help="keep the best of so many runs")
    parser.add_argument("--step", nargs=2, metavar=("NAME", "FILE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.step:
        step(given.step[0], Path(given.step[1]))
        return
    print(describe_source())
    for size in given.titles:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "titles.csv")
            write_file(path, library(size))
            print(f"\n{size:,} titles, {path.stat().st_size / 1e6:.1f} MB")
            measure("SQLite", path, os.environ | {"DATA_DIR": folder, "DATABASE_URL": ""}, given.repeat)
            if given.database:
                measure(
                    "PostgreSQL",
                    path,
                    os.environ | {"DATA_DIR": folder, "DATABASE_URL": given.database},
                    given.repeat,
                )


if __name__ == "__main__":
    main()
