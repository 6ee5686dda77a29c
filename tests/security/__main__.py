"""Attacks the site, and reads its code for what could be attacked: `make security`, or `… security short`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.security import code
from tests.serving import ROOT, running

CASES, CASES_SHORT = 150, 15


def schema(cases: int) -> list[str]:
    """Every operation of the API called with right and wrong values; hooks.py leads the calls to what exists."""
    with (
        tempfile.TemporaryDirectory(prefix="escale-security-") as folder,
        running(Path(folder), TRUSTED_PROXIES="1") as site,
    ):
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", "tests/security/schemathesis.toml"]
        command += ["run", f"{site.url}/api/v1/schema/", "-n", str(cases), "-c", "all", "--no-color"]
        command += ["--phases", "coverage,fuzzing", "--suppress-health-check", "all", "--continue-on-failure"]
        more = {"SECURITY_SITE": site.url, "SCHEMATHESIS_HOOKS": "tests.security.hooks"}
        done = subprocess.run(command, cwd=ROOT, env=os.environ | more, capture_output=True, text=True)
    print("\n".join(done.stdout.splitlines()[-14:]), flush=True)
    return [] if done.returncode == 0 else done.stdout.splitlines()


def main() -> int:
    short = "short" in sys.argv[1:]
    steps = {
        "bandit": code.bandit,
        "unused code (vulture)": code.vulture,
        "unused libraries (deptry)": code.deptry,
        "known holes (pip-audit)": code.audit,
        "the API by its schema": lambda: schema(CASES_SHORT if short else CASES),
    }
    failed = 0
    for name, step in steps.items():
        faults = step()
        word = (
            "not known here: pip-audit or its index does not answer" if faults is None else "FAIL" if faults else "ok"
        )
        print(f"{name}: {word}", *(faults or []), sep="\n  ", flush=True)
        failed += bool(faults)
    return failed


if __name__ == "__main__":
    sys.exit(main())
