import pytest
from django.core.cache import cache

from rules_docs.editing.loading import load_rule
from rules_docs.files.rule_folder import read_rule_folder
from rules_docs.search.live_index import rules_index
from tests.rules_docs import small


@pytest.fixture
def folder(tmp_path):
    return small.write(tmp_path / "harbour")


@pytest.fixture
def load(folder, db):
    """Loads the folder as it now stands."""

    def again(**options):
        return load_rule(read_rule_folder(folder), **options)

    return again


@pytest.fixture
def document(load):
    return load().document


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Tests roll the database back, which never happens to a process that serves readers."""
    cache.clear()
    rules_index.clear()
