"""A bot thinks the same wherever it thinks, and goes on when its process is gone."""

import os
import signal
import subprocess
import sys

import pytest

from games.automation import thinking
from games.core.chance import QuickChance
from games.core.contract import begin_match
from games.registry import ENGINES

pytestmark = pytest.mark.slow


@pytest.fixture
def apart():
    apart = thinking.SubprocessThinker()
    yield apart
    apart.close()
    assert apart._process is None


def position(game: str):
    """The first position of a match in which there is a choice."""
    engine, luck = ENGINES[game], QuickChance(5)
    state, _ = begin_match(engine, engine.META.seats[0], {}, luck)
    while len(menu := engine.legal(state, engine.turn(state))) == 1:
        engine.advance(state, engine.turn(state), menu[0], luck)
    return state, engine.turn(state)


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_the_other_process_chooses_the_same(apart, game):
    state, seat = position(game)
    assert apart(game, "strong", state, seat, 7) == thinking.think_inline(game, "strong", state, seat, 7)
    assert apart._process.poll() is None, "it waits for the next question"


def test_quick_bots_need_no_process(apart):
    state, seat = position("shanghaien")
    assert apart("shanghaien", "easy", state, seat, 7) == thinking.think_inline(
        "shanghaien", "easy", state, seat, 7
    )
    assert apart._process is None


def test_a_killed_process_is_replaced(apart, caplog):
    state, seat = position("shanghaien")
    chosen = apart("shanghaien", "strong", state, seat, 7)
    first = apart._process.pid
    os.kill(first, signal.SIGKILL)
    apart._process.wait()
    assert apart("shanghaien", "strong", state, seat, 7) == chosen
    assert "thinking here" in caplog.text
    assert apart("shanghaien", "strong", state, seat, 7) == chosen
    assert apart._process.pid != first


def test_what_stops_the_site_at_its_terminal_does_not_reach_it(apart):
    state, seat = position("shanghaien")
    apart("shanghaien", "strong", state, seat, 7)
    assert os.getpgid(apart._process.pid) != os.getpgrp()


def test_it_knows_no_django():
    """Else each server would hold the whole site twice."""
    check = "import sys, games.automation.thinking; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], cwd=thinking.ROOT).returncode == 0
