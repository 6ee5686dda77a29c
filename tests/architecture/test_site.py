"""The site obeys every rule of the house."""

from functools import cache
from pathlib import Path

import pytest

from tests.architecture.rules import RULES
from tests.architecture.source_tree import SourceTree, read_tree

ROOT = Path(__file__).parents[2]
#: faults that wait to be mended: rule → how they begin
KNOWN: dict[str, tuple[str, ...]] = {
    "modules_import_without_cycles": ("import cycle: games.macao.rules.paying.payment",),
    "packages_stay_small": ("games/halunken/rules", "games/macao/rules"),
    "modules_stay_short": ("games/core/records.py",),
}


@cache
def site() -> SourceTree:
    return read_tree(ROOT)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_site_obeys(rule):
    known = KNOWN.get(rule.__name__, ())
    assert [fault for fault in rule(site()) if not fault.startswith(known)] == []


def test_the_whole_site_is_read():
    paths = {module.path for module in site()}
    assert {"manage.py", "escale/urls.py", "catalogue/models/titles.py", "games/core/contract.py"} <= paths
    assert not [path for path in paths if path.startswith((".venv", "tests"))]
