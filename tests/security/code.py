"""What tools that read the code complain about; every exception stands here or in pyproject.toml with its
reason.
"""

import json
import re
import subprocess
import sys
from importlib.util import find_spec

from tests.serving import ROOT

SOURCES = ["escale", "catalogue", "games", "rules_docs", "run.py", "manage.py"]
LOCKED = ["requirements.txt", "requirements-dev.txt", "requirements-assistants.txt"]
NAMES = "the statement is put together from names in our code; every value is a parameter"
MARKED = "every word in it went through escape; the XSS corpus shows it"
ASSERTED = "an invariant of the engine: it guards against our own mistakes, not against input"
FIXED = "a fixed command without a shell"
# bandit: (check, file) and why it is right there.
EXCEPTIONS = {
    ("B608", "catalogue/importing/bulk_sql.py"): NAMES,
    **{
        ("B608", name): NAMES
        for name in (
            "games/matches/storage/match_rows.py",
            "games/matches/storage/event_log.py",
            "escale/backup/restoring.py",
        )
    },
    **{
        ("B404", name): FIXED
        for name in ("run.py", "rules_docs/editing/extracting.py", "games/automation/thinking.py")
    },
    **{
        ("B603", name): FIXED
        for name in ("run.py", "rules_docs/editing/extracting.py", "games/automation/thinking.py")
    },
    **{(check, "escale/house/context.py"): MARKED for check in ("B308", "B703")},
    ("B606", "run.py"): FIXED,
    **{(check, "catalogue/presenting/charts.py"): MARKED for check in ("B308", "B703")},
    **{(check, "escale/common/templatetags/kit.py"): MARKED for check in ("B308", "B703")},
    **{
        ("B101", f"games/{name}.py"): ASSERTED
        for name in ("halunken/rules/state", "macao/rules/checks", "core/simulation")
    },
    ("B101", "games/shanghaien/rules/state.py"): ASSERTED,
    ("B105", "games/web/guides.py"): "an example of a record, with dots for the secret",
    ("B105", "games/matches/record_import.py"): "a record that was made without a secret has an empty one",
    (
        "B403",
        "escale/common/optional_cache.py",
    ): "only names the errors of pickle; Django's cache reads our own Redis",
    ("B310", "games/static/games/examples/bot.py"): "an example that calls the address its reader gives it",
    (
        "B311",
        "games/static/games/examples/bot.py",
    ): "an example bot that picks any legal move; no luck of a match",
    ("B405", "rules_docs/text/drawings.py"): "reads only drawings that are part of this code",
    ("B314", "rules_docs/text/drawings.py"): "reads only drawings that are part of this code",
}


def tool(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)


def bandit() -> list[str]:
    """Findings that nobody argued for, and arguments that nothing needs any more."""
    report = json.loads(tool("bandit", "-q", "-r", *SOURCES, "-f", "json").stdout)
    found = {
        (fault["test_id"], fault["filename"].removeprefix("./")): fault["issue_text"]
        for fault in report["results"]
    }
    news = [f"{check} {file}: {found[check, file]}" for check, file in found.keys() - EXCEPTIONS.keys()]
    return news + [f"{check} {file}: is no longer found" for check, file in EXCEPTIONS.keys() - found.keys()]


def lines(done: subprocess.CompletedProcess) -> list[str]:
    return [] if done.returncode == 0 else (done.stdout + done.stderr).splitlines() or ["it failed silently"]


# Columns, choices and fields of answers are declarations: databases and readers use them.
DECLARED = re.compile(r"[\w/]*(models[\w/]*|\w*schemas)\.py:\d+: unused variable")


def vulture() -> list[str]:
    return [line for line in lines(tool("vulture")) if not DECLARED.match(line)]


def deptry() -> list[str]:
    return lines(tool("deptry", ".", "--no-ansi", "--config", "tests/security/deptry.toml"))


def audit() -> list[str] | None:
    """None where it can not be known: pip-audit is not installed, or its index does not answer."""
    if find_spec("pip_audit") is None:
        return None
    done = tool("pip_audit", "--strict", "--require-hashes", *(f"-r{file}" for file in LOCKED))
    unreachable = "ConnectionError" in done.stderr or "ServiceError" in done.stderr
    return None if unreachable else lines(done)
