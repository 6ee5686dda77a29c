import pytest
from django.core.cache import cache

from rules_docs.editing import loading
from rules_docs.search import live_index
from rules_docs.text import rule_folder
from tests.rules_docs import small


@pytest.fixture
def folder(tmp_path):
    return small.write(tmp_path / "harbour")


@pytest.fixture
def load(folder, db):
    """Loads the folder as it now stands."""

    def again(**options):
        return loading.load(rule_folder.read(folder), **options)

    return again


@pytest.fixture
def document(load):
    return load().document


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Tests roll the database back, which never happens to a process that serves readers."""
    cache.clear()
    live_index._held = live_index.Held()
