"""Estimates by playing on: the better action wins more often, and the margin says how sure that is."""

from __future__ import annotations

import pytest

from games.bots.rollouts import compare, find_margin, play_out
from games.halunken.bot import LEVELS
from games.halunken.rules import ENGINE
from games.registry import read_puzzles


def test_the_margin_shrinks_with_the_number_of_matches_and_is_never_nothing() -> None:
    assert find_margin([0.0, 1.0] * 50) == pytest.approx(0.098, abs=0.001)
    assert find_margin([0.0, 1.0] * 200) < find_margin([0.0, 1.0] * 50) / 1.9
    assert 0 < find_margin([1.0] * 100) < 0.03


def test_a_puzzle_is_found_again_by_fewer_matches() -> None:
    """The first with a gap so wide that twenty matches see it."""
    puzzle = next(
        each for each in read_puzzles("halunken") if sorted(c.value for c in each.choices)[-2] < 0.3
    )
    actions = [choice.action for choice in puzzle.choices]
    played = play_out(ENGINE, LEVELS.steady, puzzle.state, puzzle.seat, actions, matches=20)
    best = max(played, key=lambda rollouts: rollouts.mean)
    assert best.action == actions[puzzle.best]
    other = next(rollouts for rollouts in played if rollouts is not best)
    gap, margin = compare(best, other)
    assert gap > 0.2 and 0 < margin < 0.4
    again = play_out(ENGINE, LEVELS.steady, puzzle.state, puzzle.seat, actions, matches=20)
    assert [rollouts.shares for rollouts in again] == [rollouts.shares for rollouts in played]
