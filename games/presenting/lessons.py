"""First games: recorded beginnings in which the reader makes the moves of seat 0 (docs/tutorials.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.chance import ScriptedChance
from games.core.contract import Action, Json
from games.core.contract import apply as play
from games.core.json_form import encode
from games.core.lesson import Step
from games.presenting import match_view
from games.presenting import words as phrases
from games.registry import ENGINES, load_game

READER = 0


def positions(game: str) -> Iterator[tuple[Any, Step | None]]:
    """Every state of the lesson with the step that follows; the last one with none."""
    lesson, engine = load_game(game).lesson, ENGINES[game]
    state = engine.deal(lesson.seats, lesson.options, lesson.setup)
    for step in lesson.steps:
        yield state, step
        state, _events = play(engine, state, step.seat, step.action, ScriptedChance(step.chance))
    yield state, None


def scenes(game: str, names: list[str]) -> list[Json]:
    """What the reader sees, step by step, in the active language."""
    engine, words = ENGINES[game], phrases.Words(game, names)
    return [_scene(game, engine, words, state, step) for state, step in positions(game)]


def _scene(game: str, engine: Any, words: phrases.Words, state: Any, step: Step | None) -> Json:
    fields = engine.META.actions
    menu = [encode(fields, action) for action in engine.legal(state, READER)] if step and step.seat == READER else []
    scene: Json = {
        "state": engine.view(state, READER),
        "menu": menu,
        "labels": [words.action(action) for action in menu],
        "say": str(step.say if step else load_game(game).lesson.end),
        "rule": match_view.link_to_rule(game, step.rule) if step and step.rule else None,
        "move": None,
    }
    if step:
        action = encode(fields, _offered(engine, state, step))
        own = step.seat == READER
        # What others choose may be secret: the board shows it when it is revealed.
        scene["move"] = {"seat": step.seat, "action": action if own else None}
        scene["move"]["label"] = words.action(action) if own else f"{words.names[step.seat]} …"
    return scene


def _offered(engine: Any, state: Any, step: Step) -> Action:
    """The action as the menu writes it: the cards of a payment may stand in another order there."""
    menu = engine.legal(state, step.seat)
    return next((action for action in menu if _unordered(action) == _unordered(step.action)), step.action)


def _unordered(action: Action) -> list[Any]:
    return [sorted(part) if isinstance(part, tuple) else part for part in action]
