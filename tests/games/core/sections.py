"""Which section of each rule is proved by which test: `python -m tests.games.core.sections` prints the
report.

Tests say it themselves with `@rule("key")`; rulings stand in their names (`test_ruling_7_…`).
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

from games.registry import ENGINES

HERE = Path(__file__).parent
TEXTS = HERE.parents[2] / "rules_docs" / "texts"
#: parts of a rule document that state no rule of play
ABOUT = {"overview"}
ABOUT_KINDS = {"aid", "faq", "short"}


@cache
def list_sections(slug: str) -> list[str]:
    """The keys of the rule document that state rules."""
    document = tomllib.loads((TEXTS / slug / "rule.toml").read_text(encoding="utf-8"))
    return [
        s["key"] for s in document["section"] if s["key"] not in ABOUT and s.get("kind") not in ABOUT_KINDS
    ]


def find_tests_by_section(slug: str) -> dict[str, list[str]]:
    """Section key -> names of the tests that carry it."""
    found: dict[str, list[str]] = {}
    for name, node in _tests(slug):
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("rule"):
                found.setdefault(ast.literal_eval(mark.args[0]), []).append(name)
    return found


def find_proved_rulings(slug: str) -> set[int]:
    """Numbers of the rulings that tests name."""
    names = [name for name, _ in _tests(slug)]
    return {int(number) for name in names for number in re.findall(r"^test_ruling_(\d+)_", name)}


@cache
def _tests(slug: str) -> list[tuple[str, ast.FunctionDef]]:
    trees = [
        ast.parse(file.read_text(encoding="utf-8")) for file in sorted((HERE.parent / slug).glob("test_*.py"))
    ]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [(node.name, node) for node in nodes if node.name.startswith("test_")]


def main() -> int:
    missing = 0
    for slug in ENGINES:
        found = find_tests_by_section(slug)
        print(f"\n{slug}")
        for key in list_sections(slug):
            missing += key not in found
            print(f"  {key:24} {len(found.get(key, [])) or 'NO TEST'}")
        print(f"  rulings named by tests: {', '.join(map(str, sorted(find_proved_rulings(slug))))}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
