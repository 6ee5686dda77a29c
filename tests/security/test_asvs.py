"""The table of requirements is true as far as a test can tell: what it names exists, and every
gap is said.
"""

import ast
import re

import pytest

from tests.security.__main__ import STEPS
from tests.serving import ROOT

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "asvs.md").read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d", line)
]


def names_in(path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_a_requirement_names_exists(row):
    _number, _asks, how, shown = row
    if found := re.fullmatch(r"`([\w/]+\.py)::(\w+)`", shown):
        assert found[2] in names_in(ROOT / "tests" / found[1])
    elif found := re.fullmatch(r"command: security ([\w ]+)", shown):
        assert set(found[1].split()) <= set(STEPS)
    elif shown == "—":
        assert "not met" in how or "in part" in how or "deploy.md" in how or "only the tokens" in how
    else:
        assert re.fullmatch(r"framework: [\w-]+", shown)


def test_every_number_stands_once_and_the_gaps_are_said():
    numbers = [number for row in ROWS for number in row[0].split()]
    assert len(numbers) == len(set(numbers)) > 140
    assert sum("not met" in row[2] for row in ROWS) >= 5
