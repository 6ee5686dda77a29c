"""What a run of the measurements leaves in DATA_DIR: report.md for people, report.json for the page that
shows it.
"""

import json
import os
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from pathlib import Path

FOLDER = Path(os.environ.get("DATA_DIR", "data")) / "bench"


def machine() -> dict[str, str]:
    """The facts without which a figure says nothing."""
    info = Path("/proc/cpuinfo").read_text(encoding="utf-8") if Path("/proc/cpuinfo").exists() else ""
    model = next(
        (line.partition(":")[2].strip() for line in info.splitlines() if line.startswith("model name")), ""
    )
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {
        "processor": f"{model or platform.machine()}, {os.cpu_count()} cores",
        "memory": f"{pages / 2**30:.0f} GiB",
        "busy": f"{os.getloadavg()[0]:.1f} processes were running or waiting at the start",
        "system": platform.platform(),
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "PostgreSQL": _said("psql", "--version") or "not here",
        "revision": _said("git", "rev-parse", "--short", "HEAD") or "unknown",
    }


def _said(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def write(facts: dict[str, str], parts: list[dict]) -> Path:
    """Both files at once; a report that was there is replaced."""
    made = datetime.now(UTC).isoformat(timespec="seconds")
    FOLDER.mkdir(parents=True, exist_ok=True)
    content = json.dumps({"made": made, "machine": facts, "parts": parts}, ensure_ascii=False, indent=1)
    lines = [f"# Measured {made}", "", *(f"- {name}: {value}" for name, value in facts.items())]
    for part in parts:
        lines += ["", f"## {part['name']}" + ("" if part["whole"] else " (did not end well)"), ""]
        lines += ["```text", part["text"].strip(), "```", f"`{part['command']}`, {part['seconds']} s"]
    for name, text in (("report.json", content), ("report.md", "\n".join(lines) + "\n")):
        (FOLDER / f"{name}.new").write_text(text, encoding="utf-8")
        (FOLDER / f"{name}.new").replace(FOLDER / name)
    return FOLDER / "report.md"
