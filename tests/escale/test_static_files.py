"""What browsers load of our scripts and style sheets: the source without its comments."""

import re
from pathlib import Path

import pytest

from escale.server.static_files import remove_comments

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(
    path
    for app in ("escale", "catalogue", "rules_docs", "games")
    for path in (ROOT / app).rglob("static/**/*.js")
)


def test_comments_go_and_lines_keep_their_numbers():
    script = b"// Rolls.\nconst url = 'https://x'\n  // Twice.\nroll() // now\n"
    assert remove_comments("games/roll.js", script) == b"\nconst url = 'https://x'\n\nroll() // now\n"
    style = b"/* Two\n   lines. */\na { color: red } /* warm */\n"
    assert remove_comments("games/room.css", style) == b"\n\na { color: red } \n"


@pytest.mark.parametrize("name", ["admin/js/core.js", "games/people.svg"])
def test_libraries_and_drawings_stay_as_they_are(name):
    assert remove_comments(name, b"// kept\n/* kept */") == b"// kept\n/* kept */"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_text_of_a_script_looks_like_a_comment(path):
    """A line of a template literal that begins with // would be lost."""
    is_in_literal = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("//"):
            assert not is_in_literal, f"{path.name}:{number}"
        else:
            is_in_literal ^= len(re.findall(r"(?<!\\\\)`", line)) % 2 == 1
    assert not is_in_literal
