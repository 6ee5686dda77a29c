"""What the folder of a game holds, in one value: `games/<slug>/game.py` builds it and `games/registry.py` finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.bots.levels import Levels
from games.core.contract import Engine, Json
from games.core.lesson import Lesson

#: a string, or one that Django translates when it is shown
Text = Any
#: a message with %(fields)s, or a function of (fields, names of the seats) that gives the sentence
Sentence = Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """What a guest reads about a game before sitting down."""

    #: as the rule's title calls it in each language
    name: Text
    pitch: Text
    minutes: int
    age: int
    #: option of META -> its label
    options: Mapping[str, Text] = field(default_factory=dict)
    #: a seat knows what the others may not: at one screen a curtain falls between them
    has_secrets: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class GameWords:
    """The sentences of a game: one for each name that its engine can say."""

    decisions: Mapping[str, Sentence]
    actions: Mapping[str, Sentence]
    events: Mapping[str, Sentence]
    refusals: Mapping[str, Sentence]
    #: labels for the scripts of the board, by name; some are grouped in a mapping of their own
    screen: Mapping[str, Any]
    #: (view, names of the seats) -> the position as headings with lines, for people who do not see it
    board: Callable[[Json, list[str]], list[Json]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Game:
    """One game with all of its parts."""

    slug: str
    engine: Engine
    bots: Levels
    words: GameWords
    lesson: Lesson
    facts: Facts


def find_faults(game: Game) -> Iterator[str]:
    """What is missing or wrong, each time with the name of the part; nothing if the game is complete."""
    engine = game.engine
    missing = [name for name in ("META", *vars(Engine)) if not name.startswith("_") and not hasattr(engine, name)]
    if missing:
        yield f"engine has no {missing[0]}"
        return
    if engine.META.slug != game.slug:
        yield f"engine says in META that its slug is {engine.META.slug!r}"
    for part, kind in (("bots", Levels), ("facts", Facts), ("words", GameWords), ("lesson", Lesson)):
        if not isinstance(getattr(game, part), kind):
            yield f"{part} is not a {kind.__name__}"
            return
    yield from _compare_names("facts.options", game.facts.options, [option.name for option in engine.META.options])
    yield from _find_wrong_words(game.words, engine)
    if game.lesson.seats not in engine.META.seats:
        yield f"lesson has {game.lesson.seats} seats, and the game is not played by so many"


def _find_wrong_words(words: GameWords, engine: Engine) -> Iterator[str]:
    yield from _compare_names("words.decisions", words.decisions, engine.META.decision_kinds)
    yield from _compare_names("words.actions", words.actions, engine.META.actions)
    yield from _compare_names("words.events", words.events, engine.META.events)
    yield from _compare_names("words.refusals", words.refusals, engine.META.refusals)


def _compare_names(part: str, given: Iterable[str], expected: Iterable[str]) -> Iterator[str]:
    names: Sequence[str] = sorted({*given} ^ {*expected})
    for name in names:
        yield f"{part} lacks {name!r}" if name in expected else f"{part} names {name!r}, which META does not know"
