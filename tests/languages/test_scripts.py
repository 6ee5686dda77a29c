"""What scripts put together is right in every language."""

import re

import pytest

from tests.serving import ROOT

SCRIPTS = [
    path
    for app in ("games", "catalogue", "rules_docs", "escale")
    for path in ROOT.glob(f"{app}/**/static/**/*.js")
]
#: French writes a space before a colon, so a script that joins two texts takes the colon from a message
COLON = re.compile(r"`[^`\n]*\}: \$\{")


def test_there_are_scripts():
    assert len(SCRIPTS) > 20


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_writes_a_colon_between_two_texts(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line.strip() for line in lines if COLON.search(line) and not line.strip().startswith("//")] == []
