import pytest

from rules_docs.editing.loading import load_rule
from rules_docs.files.rule_folder import read_rule_folder
from tests.rules_docs import small_rule


@pytest.fixture
def folder(tmp_path):
    return small_rule.write_rule(tmp_path / "harbour")


@pytest.fixture
def load(folder, db):
    """Loads the folder as it now stands."""

    def load_folder(**options):
        return load_rule(read_rule_folder(folder), **options)

    return load_folder


@pytest.fixture
def document(load):
    return load().document
