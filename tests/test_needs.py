"""No test is left out in silence: CI has every tool, and elsewhere a sentence says what to install."""

import re

import pytest

from tests.needs import need
from tests.serving import ROOT

LEAVES_OUT = re.compile(r"\bpytest\.skip\b|\bskipif\b|\bimportorskip\b|\bmark\.skip\b|\bxfail\b")


def test_a_missing_tool_leaves_a_test_out_but_fails_it_where_ci_runs(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="Install it"):
        need(None, "Install it.")
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="Install it"):
        need(None, "Install it.")
    need("/usr/bin/node", "Install it.")


def test_nothing_else_leaves_a_test_out():
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("*.py")
        if LEAVES_OUT.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"tests/needs.py", "tests/test_needs.py"}
