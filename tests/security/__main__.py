"""Attacks the site, and reads its code for what could be attacked."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.security import code, crawl, headers
from tests.serving import ROOT, running

CASES, CASES_SHORT = 150, 15


def schema(short: bool = False) -> list[str]:
    """Every operation of the API called with right and wrong values; hooks.py leads the calls to what exists."""
    with (
        tempfile.TemporaryDirectory(prefix="escale-security-") as folder,
        running(Path(folder), TRUSTED_PROXIES="1") as site,
    ):
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", "tests/security/schemathesis.toml"]
        wanted = f"run {site.url}/api/v1/schema/ -n {CASES_SHORT if short else CASES} -c all --no-color --workers 2"
        command += [*wanted.split(), "--phases", "coverage,fuzzing"]
        command += ["--suppress-health-check", "all", "--continue-on-failure"]
        more = {"SECURITY_SITE": site.url, "SCHEMATHESIS_HOOKS": "tests.security.hooks"}
        done = subprocess.run(command, cwd=ROOT, env=os.environ | more, capture_output=True, text=True)
    print("\n".join(done.stdout.splitlines()[-14:]), flush=True)
    return [] if done.returncode == 0 else done.stdout.splitlines()


STEPS = {
    "bandit": ("code that could be attacked (bandit)", code.bandit),
    "vulture": ("unused code (vulture)", code.vulture),
    "deptry": ("unused libraries (deptry)", code.deptry),
    "audit": ("known holes (pip-audit)", code.audit),
    "headers": ("headers (Mozilla's HTTP Observatory)", headers.observatory),
    "crawl": ("every link, page and script (crawl)", crawl.crawl),
    "schema": ("the API by its schema (schemathesis)", schema),
}
LONG = {"crawl", "schema"}  # these know a short form


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py security", description=__doc__)
    parser.add_argument("steps", nargs="*", help=f"Only these: {', '.join(STEPS)}. All of them when left out.")
    parser.add_argument("--short", action="store_true", help="Fewer pages are crawled and fewer calls generated.")
    given = parser.parse_args()
    if unknown := set(given.steps) - set(STEPS):
        parser.error(f"There is no step {', '.join(sorted(unknown))}.")
    return given


def main() -> int:
    given, failed = asked(), 0
    for name in given.steps or STEPS:
        label, step = STEPS[name]
        faults = step(given.short) if name in LONG else step()
        word = "not known here: a tool is missing or its index does not answer"
        word = word if faults is None else "FAIL" if faults else "ok"
        print(f"{label}: {word}", *(faults or []), sep="\n  ", flush=True)
        failed += bool(faults)
    return failed


if __name__ == "__main__":
    sys.exit(main())
