"""How the fixtures were made: `python make_fixture.py CHECKOUT REVISION`, CHECKOUT being that revision with its
.venv.

It fills an empty SQLite database with the scripts that know the modules of that revision. Then it writes the
portable backup, the SQLite file, a dump of the same rows on PostgreSQL (ADMIN_URL names the server; needs
psql and pg_dump), and what `read_site.py` reads there as `expected.json.xz`. The tests need none of these
scripts but the last. A fixture is never made again, for a new one would prove nothing about the old revision;
so `fill_site.py` and `fill_matches.py` know the modules of the newest of these revisions only.
"""

import json
import lzma
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ADMIN_URL = os.environ.get("ADMIN_URL", "postgres://postgres@localhost:5432/postgres")
DATABASE = "escale_fixture"


def main(checkout: Path, revision: str) -> None:
    fixture = HERE / f"revision_{revision}"
    fixture.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        old = Path(name) / "old"
        manage(checkout, old, "migrate", "-v", "0")
        keys = run_script(checkout, old, "fill_site.py") | run_script(checkout, old, "fill_matches.py")
        (fixture / "keys.json").write_text(
            json.dumps(keys, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
        backup = fixture / "backup.zip"
        backup.unlink(missing_ok=True)
        manage(checkout, old, "backup", str(backup))
        write_sqlite(old / "escale.sqlite3", fixture)
        write_postgresql(checkout, Path(name) / "postgresql", fixture)
        shutil.copytree(old, Path(name) / "read")  # reading plays the matches on
        expected = run_script(checkout, Path(name) / "read", "read_site.py", READ_SITE_FIXTURE=str(fixture))
        text = json.dumps(expected, ensure_ascii=False, sort_keys=True)
        (fixture / "expected.json.xz").write_bytes(lzma.compress(text.encode()))


def write_sqlite(database: Path, fixture: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")
    (fixture / "escale.sqlite3.xz").write_bytes(lzma.compress(database.read_bytes(), preset=9))


def write_postgresql(checkout: Path, data_dir: Path, fixture: Path) -> None:
    """The backup restored by the old revision, then dumped without the commands that only psql knows."""
    subprocess.run(["psql", ADMIN_URL, "-qc", f"CREATE DATABASE {DATABASE}"], check=True)
    try:
        url = f"{ADMIN_URL.rsplit('/', 1)[0]}/{DATABASE}"
        backup = str(fixture / "backup.zip")
        manage(checkout, data_dir, "restore", backup, DATABASE_URL=url, DATABASE_POOLED="0")
        dump = subprocess.run(
            ["pg_dump", "--inserts", "--no-owner", "--no-privileges", url],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    finally:
        subprocess.run(["psql", ADMIN_URL, "-qc", f"DROP DATABASE {DATABASE} WITH (FORCE)"], check=True)
    lines = [
        line for line in dump.splitlines(True) if not line.startswith(("\\restrict", "\\unrestrict", "--"))
    ]
    (fixture / "postgresql.sql.xz").write_bytes(lzma.compress("".join(lines).encode(), preset=9))


def run_script(checkout: Path, data_dir: Path, name: str, **more: str) -> dict:
    program = f"import runpy; runpy.run_path({str(HERE / name)!r}, run_name='__main__')"
    return json.loads(manage(checkout, data_dir, "shell", "-v", "0", "-c", program, **more).splitlines()[-1])


def manage(checkout: Path, data_dir: Path, *arguments: str, **more: str) -> str:
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), "EMAIL_URL": "memory://"} | more
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [str(checkout / ".venv" / "bin" / "python"), "manage.py", *arguments]
    done = subprocess.run(
        command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2])
