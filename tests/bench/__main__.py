"""All measurements, one after the other: `make bench`, or `python3 run.py bench catalogue engines`."""

import subprocess
import sys
from pathlib import Path

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
    failed = 0
    for name in chosen:
        print(f"\n## {name}\n", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"tests.bench.{name}"]).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
