"""The report of the measurements: written whole, shown as it is, and never in the way."""

import json

import pytest

from tests.bench import report

pytestmark = pytest.mark.django_db
PART = {
    "name": "engines",
    "command": "python -m tests.bench.engines",
    "text": "uno <1>\n",
    "seconds": 3,
    "whole": True,
}


@pytest.fixture
def folder(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(report, "FOLDER", tmp_path / "bench")
    return tmp_path / "bench"


def test_the_page_shows_what_a_run_wrote(client, folder):
    assert "make bench" in client.get("/en/developers/measures/").content.decode()
    report.write({"Python": "3.11"}, [PART, PART | {"name": "tables", "whole": False}])
    shown = client.get("/en/developers/measures/").content.decode()
    assert "uno &lt;1&gt;" in shown
    assert shown.count("This measurement failed.") == 1
    assert "## tables (did not end well)" in (folder / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"made": 3}', '{"made": "yesterday"}'])
def test_a_damaged_report_is_none(client, folder, content):
    folder.mkdir()
    (folder / "report.json").write_text(content, encoding="utf-8")
    assert client.get("/fr/developpeurs/mesures/").status_code == 200


def test_the_facts_of_the_machine_are_words():
    assert all(json.dumps(value) and value for value in report.machine().values())
