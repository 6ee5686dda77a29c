"""What fails beside other tests is run once more, alone, and named."""

from pathlib import Path

import pytest

from tests import twice


@pytest.fixture
def runs(monkeypatch, tmp_path):
    """Stands in for pytest: gives the exit codes that a test lists, notes what it was asked, writes what failed."""
    notes = {"codes": [], "failed": [], "asked": []}
    file: Path = tmp_path / "lastfailed"
    monkeypatch.setattr(twice, "LAST_FAILED", file)

    def run_pytest(arguments: list[str]) -> int:
        notes["asked"].append(arguments)
        if notes["failed"]:
            file.write_text("{" + ", ".join(f'"{name}": true' for name in notes["failed"]) + "}")
        return notes["codes"].pop(0)

    monkeypatch.setattr(twice, "run_pytest", run_pytest)
    return notes


def test_nothing_is_run_again_if_all_passed(runs):
    runs["codes"] = [0]
    assert twice.main(["-n", "2"]) == 0
    assert runs["asked"] == [["-n", "2"]]


def test_what_passes_alone_is_named(runs, capsys):
    runs["codes"], runs["failed"] = [1, 0], ["tests/a.py::test_b"]
    assert twice.main([]) == 0
    assert runs["asked"][1][-1] == "tests/a.py::test_b"
    assert "UNSTABLE tests/a.py::test_b" in capsys.readouterr().out


def test_what_fails_alone_too_has_failed(runs, capsys):
    runs["codes"], runs["failed"] = [1, 1], ["tests/a.py::test_b"]
    assert twice.main([]) == 1
    assert "UNSTABLE" not in capsys.readouterr().out


@pytest.mark.parametrize(("code", "count"), [(1, twice.MOST + 1), (1, 0), (2, 1), (5, 0)])
def test_many_failures_and_broken_runs_are_not_run_again(runs, code, count):
    """Code 1 without a failed test is an error in a fixture of the whole run; 2 and 5 are no results."""
    runs["codes"], runs["failed"] = [code], [f"tests/a.py::test_{number}" for number in range(count)]
    assert twice.main([]) == code
    assert len(runs["asked"]) == 1
