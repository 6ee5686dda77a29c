"""All measurements, one after the other: `make bench`, or `python3 run.py bench catalogue engines`."""

import subprocess
import sys
import time
from pathlib import Path

from tests.bench import report

HERE = Path(__file__).parent


def measurable() -> list[str]:
    """The modules here that can be run by themselves."""
    return sorted(
        path.stem
        for path in HERE.glob("*.py")
        if not path.stem.startswith("_") and '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    )


def main() -> int:
    known = measurable()
    chosen = sys.argv[1:] or known
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        print(f"Unknown: {', '.join(unknown)}. There are: {', '.join(known)}.", file=sys.stderr)
        return 2
    facts, parts = report.machine(), [measured(name) for name in chosen]
    print(f"\nWritten: {report.write(facts, parts)}; the page /developers/measures/ shows it.")
    return sum(not part["whole"] for part in parts)


def measured(name: str) -> dict:
    """Run one module; what it prints is shown at once and kept."""
    print(f"\n## {name}\n", flush=True)
    command, began, lines = ["-m", f"tests.bench.{name}"], time.monotonic(), []
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    seconds = round(time.monotonic() - began)
    shown = {"name": name, "command": " ".join(["python", *command]), "text": "".join(lines)}
    return shown | {"seconds": seconds, "whole": running.returncode == 0}


if __name__ == "__main__":
    sys.exit(main())
