"""First games: recorded beginnings of matches, in which the reader makes the moves of seat 0.

docs/tutorials.md says how to write one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.core.chance import ScriptedChance
from games.core.contract import Action, Event, Json, apply
from games.core.json_form import encode
from games.core.lesson import Step
from games.presenting import match_view
from games.presenting import words as phrases
from games.registry import ENGINES, load_game

READER = 0


class Position(NamedTuple):
    """A state of the lesson, with the step that follows and the step that led to the state, and its events.

    `step` is None after the last step.
    """

    state: Any
    step: Step | None
    last_step: Step | None = None
    events: Sequence[Event] = ()


def list_positions(game: str) -> Iterator[Position]:
    """Every position of the lesson."""
    lesson, engine = load_game(game).lesson, ENGINES[game]
    state = engine.deal(lesson.seats, lesson.options, lesson.setup)
    last_step: Step | None = None
    events: Sequence[Event] = ()
    for step in lesson.steps:
        yield Position(state, step, last_step, events)
        state, events = apply(engine, state, step.seat, step.action, ScriptedChance(step.chance))
        last_step = step
    yield Position(state, None, last_step, events)


def names_at_table(game: str) -> list[str]:
    """The names at the table of the lesson, the reader first."""
    return phrases.lesson_names(load_game(game).lesson.seats)


def list_scenes(game: str, names: list[str]) -> list[Json]:
    """What the reader sees, step by step, in the active language."""
    engine, words = ENGINES[game], phrases.Words(game, names)
    return [
        _scene(game, engine, words, number, position) for number, position in enumerate(list_positions(game))
    ]


def _scene(game: str, engine: Any, words: phrases.Words, number: int, position: Position) -> Json:
    state, step = position.state, position.step
    fields = engine.META.actions
    is_asked = step is not None and step.seat == READER and bool(step.say)
    actions = engine.legal(state, READER) if is_asked else []
    menu = [encode(fields, action) for action in actions]
    scene: Json = {
        "state": engine.view(state, READER),
        "menu": menu,
        "labels": [words.choice(action, READER, state) for action in actions],
        "say": str(step.say if step else load_game(game).lesson.end),
        "rule": match_view.link_to_rule(game, step.rule) if step and step.rule else None,
        "move": None,
        "choices": [],
        "answers": [_answer(game, step, action) for action in actions],
        "entry": _describe_last_move(engine, words, number, position),
    }
    if step and is_asked:
        right_action = _find_in_menu(engine, state, step)
        scene["choices"] = _list_choices(step, actions, right_action)
        label = words.choice(right_action, step.seat, state)
        scene["move"] = {"seat": step.seat, "action": encode(fields, right_action), "label": label}
    elif step:
        # The choices of others may be hidden until the board reveals them.
        scene["move"] = {"seat": step.seat, "action": None, "label": f"{words.names[step.seat]} …"}
    return scene


def _list_choices(step: Step, actions: Sequence[Action], right_action: Action) -> list[int]:
    """The indexes in the menu of the buttons: the right action, and the first action of each wrong kind."""
    places = {actions.index(right_action)}
    for wrong_kind in step.wrong:
        for place, action in enumerate(actions):
            if wrong_kind.fits(action):
                places.add(place)
                break
    return sorted(places)


def _answer(game: str, step: Step | None, action: Action) -> Json | None:
    """The answer to this action, if the lesson has a special one."""
    wrong_kinds = step.wrong if step else ()
    for wrong_kind in wrong_kinds:
        if wrong_kind.fits(action):
            return {"say": str(wrong_kind.say), "rule": match_view.link_to_rule(game, wrong_kind.rule)}
    return None


def _describe_last_move(engine: Any, words: phrases.Words, number: int, position: Position) -> Json | None:
    """The move that led to this position, as the log of a match shows it."""
    if not position.last_step:
        return None
    events = [encode(engine.META.events, event) for event in position.events]
    sentences = words.sentences(events)
    return {
        "number": number,
        "kind": "move",
        "seat": position.last_step.seat,
        "events": events,
        "sentences": sentences,
        "text": " ".join(sentence for sentence in sentences if sentence),
    }


def _find_in_menu(engine: Any, state: Any, step: Step) -> Action:
    """The action as the menu has it, where the cards of a payment may have another order."""
    menu = engine.legal(state, step.seat)
    for action in menu:
        if _sort_parts(action) == _sort_parts(step.action):
            return action
    return step.action


def _sort_parts(action: Action) -> list[Any]:
    """The action with each list in it sorted."""
    return [sorted(part) if isinstance(part, tuple) else part for part in action]
