"""One line for an action of Shanghaien, and what is said of other lines."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Action, Malformed
from games.shanghaien.rules import ENGINE
from tests.games.shanghaien.positions import LEFT, ROLL, SHANGHAI, place, trick


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("roll", ROLL),
        ("left", LEFT),
        ("4", place(4)),
        ("shanghai", SHANGHAI),
        ("trick-4 both", trick("trick-4", "both")),
        ("trick-6 reroll", trick("trick-6", "reroll")),
        ("trick-10 joker lightblue", trick("trick-10", "joker", "lightblue")),
        ("trick-1 adjust 0 +1", trick("trick-1", "adjust", None, 0, 1)),
        ("trick-1 adjust 1 -1", trick("trick-1", "adjust", None, 1, -1)),
    ],
)
def test_lines(line: str, action: Action) -> None:
    assert ENGINE.notate(action) == line
    assert ENGINE.parse(line) == ENGINE.parse(f"  {line.upper().replace(' ', '   ')} ") == action


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("", "column 1"),
        ("7", "column 1"),
        ("trick-1", "column 8"),
        ("trick-1  adjust 2 +1", "column 17"),
        ("trick-1 joker pink", "column 15"),
        ("roll roll", "column 6"),
        (None, "column 1"),
        ("roll " * 100_000, "column 6"),  # told at once, however long the line
        ("roll İİ shanghai", "column 6"),
    ],
)
def test_a_wrong_line_says_where(line: Any, where: str) -> None:
    with pytest.raises(Malformed) as error:
        ENGINE.parse(line)
    assert error.value.where == where


@given(st.text(max_size=30))
def test_any_text_is_an_action_or_malformed(text: str) -> None:
    try:
        assert ENGINE.notate(ENGINE.parse(text)) == " ".join(text.lower().split())
    except Malformed as error:
        assert error.where.startswith("column ")
