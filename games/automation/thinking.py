"""Computes the actions of bots.

A strong bot computes for most of a second. In the process of the worker, other matches would have to wait for
that. So it computes in a separate process: `python -m games.automation.thinking` reads one question a line
and writes one action a line. That process does not load Django, and ends when the process that started it
ends.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from games.bots import levels
from games.bots.base import ask_bot
from games.core.chance import QuickChance
from games.core.contract import Action, Json
from games.core.json_form import decode, encode
from games.registry import ENGINES, load_levels

log = logging.getLogger(__name__)
ROOT = Path(__file__).parents[2]
#: If all processors are busy, the processes that answer requests have priority.
NICENESS = 10


def think_inline(game: str, level: str, state: Any, seat: int, seed: int) -> Action:
    """The action of this bot, computed in the calling thread."""
    bot = levels.make_bot(load_levels(game), level)
    return ask_bot(bot, ENGINES[game], state, seat, QuickChance(seed))


class SubprocessThinker:
    """Like `think_inline`, but slow bots compute in a second process, which starts with the first of them."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __call__(self, game: str, level: str, state: Any, seat: int, seed: int) -> Action:
        if level in levels.SLOW:
            engine = ENGINES[game]
            question = {"game": game, "level": level, "state": engine.dump(state), "seat": seat, "seed": seed}
            try:
                return decode(engine.META.actions, self._ask(question))
            except (OSError, ValueError):
                log.exception("the process of the bots has ended; thinking here")
                self.close()
        return think_inline(game, level, state, seat, seed)

    def _ask(self, question: Json) -> Json:
        if self._process is None:
            command = [sys.executable, "-m", "games.automation.thinking"]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            # In a separate session, Ctrl-C at the terminal does not reach the process; it ends when its input
            # is closed.
            self._process = subprocess.Popen(  # type: ignore[call-overload]
                command, cwd=ROOT, text=True, start_new_session=True, **pipes
            )
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def answer_line(line: str) -> str:
    """The action that answers one question, both as JSON."""
    question = json.loads(line)
    engine = ENGINES[question["game"]]
    state = engine.load(question["state"])
    action = think_inline(question["game"], question["level"], state, question["seat"], question["seed"])
    return json.dumps(encode(engine.META.actions, action))


if __name__ == "__main__":
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    for line in sys.stdin:
        sys.stdout.write(answer_line(line) + "\n")
        sys.stdout.flush()
