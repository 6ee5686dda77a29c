"""Runs pytest, and what failed once more, alone: `python -m tests.twice -n 2 -q`.

On a machine of two cores a browser now and then waits longer than its test does. Such a test does not stop a
delivery, but it is named at the end, so that somebody finds out why it depends on the rest of the machine.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LAST_FAILED = ROOT / ".pytest_cache/v/cache/lastfailed"
#: more than so many failures are a fault of the change, whatever they do alone
MOST = 5


def read_failed() -> list[str]:
    return sorted(json.loads(LAST_FAILED.read_text())) if LAST_FAILED.exists() else []


def run_pytest(arguments: list[str]) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, check=False).returncode


def main(arguments: list[str]) -> int:
    """The exit code of pytest; 0 too if all that failed has passed alone."""
    LAST_FAILED.unlink(missing_ok=True)
    code = run_pytest(arguments)
    failed = read_failed()
    if code != 1 or not 0 < len(failed) <= MOST:
        return code
    print(f"\nOnce more, alone: {len(failed)} failed.", flush=True)
    if run_pytest(["-q", "--tb=short", "-n", "0", *failed]) != 0:
        return code
    print(*(f"UNSTABLE {name}: failed beside the other tests and passed alone" for name in failed), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
