"""Calls every operation of the API by its schema with right and wrong values, one operation after the other.

With SCHEMA_RESULTS, the name of a file, each operation adds a line to it, and a run that was stopped goes on with
those that have none. SCHEMA_OPERATIONS names the only ones to call.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from tests.serving import ROOT, Site, running

CASES, CASES_SHORT = 150, 15
METHODS = {"get", "post", "put", "patch", "delete"}
#: They do not end for ten minutes; tests/games/live/ listens to them.
ENDLESS = {"matches_stream", "me_stream"}
COUNT = re.compile(r"Test cases:\s+(\d+) generated")
MAKE_TOKEN = """
from django.contrib.auth import get_user_model
from escale.common.account_tokens import SCOPES, create_token
account = get_user_model().objects.create_superuser("ada", password="long enough 1")
print(create_token(account, "program", list(SCOPES))[1])
"""


def call_all(short: bool = False) -> list[str]:
    """The faults; hooks.py leads the calls to what exists."""
    with (
        tempfile.TemporaryDirectory(prefix="escale-security-") as folder,
        running(Path(folder), TRUSTED_PROXIES="1") as site,
    ):
        token = site.manage("shell", "-v0", "-c", MAKE_TOKEN).split()[-1]
        operations = _list_operations(site)
        missing = sorted(operations - _read_done().keys())
        results = {name: _call_and_note(site, token, name, short) for name in missing}
    results |= {name: done for name, done in _read_done().items() if name in operations}
    cases = sum(done["cases"] for done in results.values())
    failed = {name: done for name, done in results.items() if done["failed"]}
    print(f"{len(results)} operations, {cases} cases, {len(failed)} operations with faults", flush=True)
    return [line for name, done in failed.items() for line in (name, *done["output"])]


def _list_operations(site: Site) -> set[str]:
    with urllib.request.urlopen(f"{site.url}/api/v1/schema/", timeout=60) as answer:
        paths = json.load(answer)["paths"]
    names = {item[method]["operationId"] for item in paths.values() for method in METHODS & item.keys()}
    only = os.environ.get("SCHEMA_OPERATIONS", "").split()
    return (names & set(only) if only else names) - ENDLESS


def _read_done() -> dict[str, dict]:
    """What the file of the results has, by operation."""
    file = Path(os.environ.get("SCHEMA_RESULTS", ""))
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return {done["operation"]: done for done in map(json.loads, lines)}


def _call_and_note(site: Site, token: str, operation: str, short: bool) -> dict:
    done = _call(site, token, operation, CASES_SHORT if short else CASES)
    if name := os.environ.get("SCHEMA_RESULTS"):
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"operation": operation} | done) + "\n")
    return done


def _call(site: Site, token: str, operation: str, cases: int) -> dict:
    """Calls one operation. How many cases were generated, and the output of a run that failed.

    A run sometimes generates a part of the cases that it was asked for, and ends well: then there is a second one.
    """
    begin = time.monotonic()
    run = _run(site, token, operation, cases, "coverage,fuzzing")
    count = _count_cases(run)
    if count < cases and run.returncode == 0:
        run = _run(site, token, operation, cases, "fuzzing")
        count += _count_cases(run)
    return {
        "cases": count,
        "failed": run.returncode != 0,
        "seconds": round(time.monotonic() - begin),
        "output": run.stdout.splitlines() if run.returncode or not count else [],
    }


def _run(site: Site, token: str, operation: str, cases: int, phases: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", "tests/security/schemathesis.toml"]
    wanted = f"run {site.url}/api/v1/schema/ -n {cases} -c all --no-color --include-operation-id {operation}"
    command += [*wanted.split(), "--phases", phases]
    command += ["--suppress-health-check", "all", "--continue-on-failure"]
    more = {"SECURITY_SITE": site.url, "SECURITY_TOKEN": token, "SCHEMATHESIS_HOOKS": "tests.security.hooks"}
    return subprocess.run(command, cwd=ROOT, env=os.environ | more, capture_output=True, text=True)


def _count_cases(run: subprocess.CompletedProcess[str]) -> int:
    count = COUNT.search(run.stdout)
    return int(count[1]) if count else 0
