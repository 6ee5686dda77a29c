"""Where bots think. A strong one takes most of a second of pure computing, and pages would wait for the interpreter.

So it thinks in a process of its own, which knows no Django: `python -m games.automation.thinking` reads a question
a line and answers each with an action. It ends with whoever asks.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

from games.bots import levels
from games.bots.base import ask
from games.core.chance import QuickChance
from games.core.contract import Action, Json, decode, encode
from games.registry import ENGINES, load_levels

log = logging.getLogger(__name__)
ROOT = Path(__file__).parents[2]


def think_inline(game: str, level: str, state: Any, seat: int, seed: int) -> Action:
    """What this bot does, thought out by whoever calls."""
    bot = levels.make_bot(load_levels(game), level)
    return ask(bot, ENGINES[game], state, seat, QuickChance(seed))


class SubprocessThinker:
    """Thinks like `think_inline`; bots that take long think in the other process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __call__(self, game: str, level: str, state: Any, seat: int, seed: int) -> Action:
        if level in levels.SLOW:
            engine = ENGINES[game]
            question = {"game": game, "level": level, "state": engine.dump(state), "seat": seat, "seed": seed}
            try:
                return decode(engine.META.actions, self._asked(question))
            except (OSError, ValueError):
                log.exception("the process that thinks is gone; thinking here")
                self.close()
        return think_inline(game, level, state, seat, seed)

    def _asked(self, question: Json) -> Json:
        if self._process is None:
            command = [sys.executable, "-m", "games.automation.thinking"]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            # a session of its own: Ctrl-C at the terminal stops whoever asks, and that ends this one without a word
            self._process = subprocess.Popen(command, cwd=ROOT, text=True, start_new_session=True, **pipes)  # type: ignore[call-overload]
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def answer(line: str) -> str:
    asked = json.loads(line)
    engine = ENGINES[asked["game"]]
    state = engine.load(asked["state"])
    return json.dumps(
        encode(engine.META.actions, think_inline(asked["game"], asked["level"], state, asked["seat"], asked["seed"]))
    )


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(answer(line) + "\n")
        sys.stdout.flush()
