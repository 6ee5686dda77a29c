"""The site obeys every rule of the house."""

from functools import cache
from pathlib import Path

import pytest

from tests.architecture.rules import RULES
from tests.architecture.source_tree import SourceTree, read_tree

ROOT = Path(__file__).parents[2]


@cache
def site() -> SourceTree:
    return read_tree(ROOT)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_site_obeys(rule):
    assert list(rule(site())) == []


def test_the_whole_site_is_read():
    paths = {module.path for module in site()}
    assert {"manage.py", "escale/urls.py", "catalogue/models/titles.py", "games/core/contract.py"} <= paths
    assert not [path for path in paths if path.startswith((".venv", "tests"))]
