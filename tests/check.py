"""Everything that is asked of a change, one after the other: `python3 run.py check`."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.data import FOLDER

ROOT = Path(__file__).parent.parent
APPS = ("escale", "catalogue", "rules_docs", "games")
TEMPLATES = sorted(str(path) for app in APPS for path in (ROOT / app).rglob("templates/**/*.html"))
PYTHON = [sys.executable]
DJADE = str(Path(sys.executable).with_name("djade"))
MANAGE = [*PYTHON, "manage.py"]
PYTEST = [*PYTHON, "-m", "pytest", "-q", "--tb=short"]
#: one more than there are cores: browser tests often wait; with two more a whole run took longer
PROCESSES = (os.cpu_count() or 1) + 1
TWICE = [*PYTHON, "-m", "tests.twice", "-q", "--tb=short"]
PRODUCTION = {
    "BASE_URL": "https://escale.example",
    "SECRET_KEY": "only-for-the-check-" * 3,
    "ALLOWED_HOSTS": "",
}
STEPS = [
    ("format", [*PYTHON, "-m", "ruff", "format", "--check", "."], {}),
    ("lint", [*PYTHON, "-m", "ruff", "check", "."], {}),
    ("indentation of templates", [*PYTHON, "-m", "djhtml", "--check", "--tabwidth", "2", *TEMPLATES], {}),
    ("format of templates", [DJADE, "--check", *TEMPLATES], {}),
    ("types of the pure layer", [*PYTHON, "-m", "mypy"], {}),
    ("migrations are complete", [*MANAGE, "makemigrations", "--check", "--dry-run"], {}),
    ("settings fit for production", [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
    ("translations are complete", [*MANAGE, "messages", "--check"], {}),
    ("words are those of the lists of terms", [*MANAGE, "check_terms"], {}),
    ("rules and their keys", [*MANAGE, "check_rules"], {}),
    ("tests", [*TWICE, "-n", str(PROCESSES), "--durations", "40", "--durations-min", "8"], {}),
]
REAL = ("real collections", [*PYTEST, "tests/catalogue/real_data.py"], {})


def run(command: list[str], more: dict[str, str], *, aloud: bool) -> tuple[bool, list[str]]:
    """Whether it ended well, and what it said; aloud, one hears it while it goes on."""
    lines = []
    with tempfile.TemporaryDirectory(prefix="escale-check-") as data:
        given = os.environ | {"DATA_DIR": data} | more
        with subprocess.Popen(
            command, env=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as running:
            for line in running.stdout:
                lines.append(line.rstrip("\n"))
                if aloud:
                    print(line, end="", flush=True)
    return running.returncode == 0, lines


def main(arguments: list[str] | None = None) -> int:
    """What failed stands last, test by test, however much was printed before."""
    parser = argparse.ArgumentParser(prog="run.py check", description="Everything that is asked of a change.")
    parser.add_argument("--fast", action="store_true", help="all steps but the tests, in under a minute")
    is_fast = parser.parse_args(arguments).fast
    failed: list[str] = []
    tests: list[str] = []
    unstable: list[str] = []
    for name, command, more in STEPS[:-1] if is_fast else [*STEPS, *([REAL] if FOLDER.is_dir() else [])]:
        began, aloud = time.monotonic(), name == "tests"
        well, lines = run(command, more, aloud=aloud)
        print(f"{'ok  ' if well else 'FAIL'} {name} ({time.monotonic() - began:.0f} s)", flush=True)
        unstable += [line for line in lines if line.startswith("UNSTABLE ")]
        if not well:
            failed.append(name)
            tests += [line for line in lines if line.startswith(("FAILED tests/", "ERROR tests/"))]
            print(*([] if aloud else lines), sep="\n", flush=True)
    if not is_fast and not FOLDER.is_dir():
        print(f"left out: {REAL[0]}; CATALOGUE_DATA names the folder where they lie")
    print(*unstable, *tests, f"Not yet: {', '.join(failed)}." if failed else "All is well.", sep="\n")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
