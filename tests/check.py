"""Everything that is asked of a change, one after the other: `python3 run.py check`."""

import os
import subprocess
import sys
import tempfile
import time

from tests.bench.data import FOLDER

PYTHON = [sys.executable]
MANAGE = [*PYTHON, "manage.py"]
PRODUCTION = {"BASE_URL": "https://escale.example", "SECRET_KEY": "only-for-the-check-" * 3, "ALLOWED_HOSTS": ""}
STEPS = [
    ("format", [*PYTHON, "-m", "ruff", "format", "--check", "."], {}),
    ("lint", [*PYTHON, "-m", "ruff", "check", "."], {}),
    ("types of the pure layer", [*PYTHON, "-m", "mypy"], {}),
    ("migrations are complete", [*MANAGE, "makemigrations", "--check", "--dry-run"], {}),
    ("settings fit for production", [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
    ("translations are complete", [*MANAGE, "messages", "--check"], {}),
    ("rules and their keys", [*MANAGE, "check_rules"], {}),
    ("tests", [*PYTHON, "-m", "pytest", "-n", "2", "-q", "--cov", "--cov-report=term:skip-covered"], {}),
]
REAL = ("real collections", [*PYTHON, "-m", "pytest", "-q", "tests/catalogue/real_data.py"], {})


def run(command: list[str], more: dict[str, str]) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory(prefix="escale-check-") as data:
        given = os.environ | {"DATA_DIR": data} | more
        return subprocess.run(command, env=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main() -> int:
    failed = []
    for name, command, more in [*STEPS, *([REAL] if FOLDER.is_dir() else [])]:
        began = time.monotonic()
        done = run(command, more)
        print(f"{'ok  ' if done.returncode == 0 else 'FAIL'} {name} ({time.monotonic() - began:.0f} s)", flush=True)
        if done.returncode != 0 or name == "tests":
            print(done.stdout, flush=True)
        failed += [name] if done.returncode != 0 else []
    if not FOLDER.is_dir():
        print(f"left out: {REAL[0]}; CATALOGUE_DATA names the folder where they lie")
    print("All is well." if not failed else f"Not yet: {', '.join(failed)}.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
