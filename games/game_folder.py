"""What the folder of a game holds, in one value: `games/<slug>/game.py` builds it and `games/registry.py`
finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.bots.judging.calibration import Forecast
from games.bots.judging.judge import Judge
from games.bots.levels import Levels
from games.bots.puzzling import SolveMenu
from games.core.analysis.measures import Analyst
from games.core.coaching import CoachedTurn, Reason, Remark
from games.core.contract import Action, Engine, Json
from games.core.lesson import Lesson
from games.core.positions.probes import COMMON_QUESTIONS, Probes
from games.core.real_table.luck import TableLuck

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
    #: option of META -> its value in a first match, where that is not the default
    first_options: Mapping[str, Any] = field(default_factory=dict)
    #: a seat knows what the others may not: at one screen a curtain falls between them
    has_secrets: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class TableWords:
    """What the page for a real table calls the things that people enter there."""

    #: card -> what stands on it, and the group that it is found in
    card: Callable[[Any], tuple[str, str]]
    #: place of the setup, such as `deck[3]` -> where that is on the table
    place: Callable[[str], str]
    #: label of chance -> the question that it answers
    draws: Mapping[str, Text]
    #: the question in which order cards are put down; only games with `TableLuck.find_order` have it
    order: Text = ""
    #: groups of cards that a notebook asks about
    groups: Mapping[str, Text] = field(default_factory=dict)
    #: field of an action -> the question that it answers; only notebooks ask for fields
    fields: Mapping[str, Text] = field(default_factory=dict)
    #: (action that can be noted, its sentence) -> its label; without a network less is seen of the cards
    label_note: Callable[[Json, str], str] = lambda action, sentence: sentence
    #: shown beside the question, if the box may differ from what the site knows
    note: Text = ""


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
    #: what the coach says about a decision, the most important first
    coach: Callable[[CoachedTurn], Iterable[Remark]]
    #: why a bot gives a hint: a sentence for each code of a `Reason`
    reasons: Mapping[str, Sentence]
    #: what is entered at a real table; only games that can be played there have it
    table: TableWords | None = None
    #: what is asked about positions, beside the questions of every game
    questions: Mapping[str, Sentence] = field(default_factory=dict)
    #: what an answer calls a thing that a question is about
    name_thing: Callable[[str], str] = str
    #: (view, names of the seats) -> the position as SVG; without it the position is drawn in words
    draw: Callable[[Json, list[str]], str] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Game:
    """One game with all of its parts."""

    slug: str
    engine: Engine
    bots: Levels
    words: GameWords
    lesson: Lesson
    probes: Probes
    facts: Facts
    #: (a state that the seat cannot tell from the true one, seat, action) -> why a bot chose this action
    find_reason: Callable[[Any, int, Action], Reason]
    #: how people play it with the dice and cards of their own box; None if it cannot be played so yet
    table_luck: TableLuck | None = None
    #: judges a whole match; None if nobody can say what was luck in this game
    analyst: Analyst | None = None
    #: Judging takes so long that a process of its own does it.
    is_analyst_slow: bool = False
    #: estimates chances to win; None if the game cannot
    forecast: Forecast | None = None
    #: what judging by rollouts must know; None for a game that is judged otherwise
    judge: Judge | None = None
    #: finds the exact chance to win of each action; None if no position of the game is solved
    solve_menu: SolveMenu | None = None


def find_faults(game: Game) -> Iterator[str]:
    """What is missing or wrong, each time with the name of the part; nothing if the game is complete."""
    engine = game.engine
    missing = [
        name for name in ("META", *vars(Engine)) if not name.startswith("_") and not hasattr(engine, name)
    ]
    if missing:
        yield f"engine has no {missing[0]}"
        return
    if engine.META.slug != game.slug:
        yield f"engine says in META that its slug is {engine.META.slug!r}"
    for part, kind in (
        ("bots", Levels),
        ("facts", Facts),
        ("words", GameWords),
        ("lesson", Lesson),
        ("probes", Probes),
    ):
        if not isinstance(getattr(game, part), kind):
            yield f"{part} is not a {kind.__name__}"
            return
    yield from _compare_names(
        "facts.options", game.facts.options, [option.name for option in engine.META.options]
    )
    values_by_option = {option.name: option.values for option in engine.META.options}
    for name, value in game.facts.first_options.items():
        if value not in values_by_option.get(name, ()):
            yield f"facts.first_options gives {name!r} a value that META does not know"
    yield from _find_wrong_words(game.words, engine)
    probes = (*game.probes.probes, *game.probes.examples)
    questions = {probe.question for probe in probes} - COMMON_QUESTIONS
    yield from _compare_names("words.questions", game.words.questions, questions)
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
        yield (
            f"{part} lacks {name!r}"
            if name in expected
            else f"{part} names {name!r}, which META does not know"
        )
