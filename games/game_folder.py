"""The parts of a game. `games/<slug>/game.py` builds a `Game` from them, and `games/registry.py` loads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.bots.judging.calibration import Forecast
from games.bots.judging.judged_game import JudgedGame
from games.bots.levels import Levels
from games.bots.puzzling import SolveMenu
from games.core.analysis.measures import Analyst
from games.core.coaching import CoachedTurn, Reason, Remark
from games.core.contract import Action, Engine, Json
from games.core.lesson import Lesson
from games.core.positions.probes import COMMON_QUESTIONS, GameProbes
from games.core.real_table.luck import TableLuck

#: a string, or one that Django translates when it is shown
Text = Any
#: a message with %(fields)s, or a function of (fields, names of the seats) that gives the sentence
Sentence = Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """What a guest reads about a game before the first match."""

    #: the name, as the title of the rule gives it in each language
    name: Text
    pitch: Text
    minutes: int
    age: int
    #: option of META -> its label
    options: Mapping[str, Text] = field(default_factory=dict)
    #: option of META -> its value in a first match, if that is not the default
    first_options: Mapping[str, Any] = field(default_factory=dict)
    #: whether seats have secrets; then the site hides the screen when two players of one screen change places
    has_secrets: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class TableWords:
    """The words of the page for a real table: names for the things that people enter there."""

    #: card -> its label, and the group in which it is listed
    card: Callable[[Any], tuple[str, str]]
    #: place of the setup, such as `deck[3]` -> where it is on the table
    place: Callable[[str], str]
    #: label of a draw -> the question that it answers
    draws: Mapping[str, Text]
    #: the question about the order in which cards are put down; only for games with `TableLuck.find_order`
    order: Text = ""
    #: groups of cards that a notebook, which works without a network, asks about
    groups: Mapping[str, Text] = field(default_factory=dict)
    #: field of an action -> the question that it answers; only notebooks ask for fields
    fields: Mapping[str, Text] = field(default_factory=dict)
    #: (action that can be noted, its sentence) -> its label, as without a network less is known of the cards
    label_note: Callable[[Json, str], str] = lambda action, sentence: sentence
    #: a note beside the question, if the box may differ from what the site knows
    note: Text = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameWords:
    """The sentences of a game: one for each name that its engine may return."""

    decisions: Mapping[str, Sentence]
    actions: Mapping[str, Sentence]
    events: Mapping[str, Sentence]
    refusals: Mapping[str, Sentence]
    #: labels for the scripts of the board, by name; some are in a mapping of their own
    screen: Mapping[str, Any]
    #: (view, names of the seats) -> the position as headings with lines, for people who cannot see it
    board: Callable[[Json, list[str]], list[Json]]
    #: what the coach says about a decision, the most important first
    coach: Callable[[CoachedTurn], Iterable[Remark]]
    #: why a bot gives a hint: a sentence for each code of a `Reason`
    reasons: Mapping[str, Sentence]
    #: the sentences of `reasons` that say “you”, said of `who` to somebody who watches
    reasons_about: Mapping[str, Sentence] = field(default_factory=dict)
    #: the words for a real table; None for games that cannot be played there
    table: TableWords | None = None
    #: the questions of this game about positions, in addition to those of every game
    questions: Mapping[str, Sentence] = field(default_factory=dict)
    #: name of a thing -> the words for it in an answer
    name_thing: Callable[[str], str] = str
    #: (view, names of the seats) -> the position as SVG; without it the position is shown in words
    draw: Callable[[Json, list[str]], str] | None = None
    #: the same for a screen that is wider than high and seen from afar; without it the screen shows `draw`
    draw_wide: Callable[[Json, list[str]], str] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Game:
    """One game with all of its parts."""

    slug: str
    engine: Engine
    bots: Levels
    words: GameWords
    lesson: Lesson
    probes: GameProbes
    facts: Facts
    #: (a state that the seat cannot tell from the true one, seat, action) -> why a bot chose this action
    find_reason: Callable[[Any, int, Action], Reason]
    #: (state, seat, action) -> what this seat sees of the things that the action takes, for the label of the action
    find_visible_facts: Callable[[Any, int, Action], Json] = lambda state, seat, action: {}
    #: how people play it with the dice and cards of their own box; None if that is not possible yet
    table_luck: TableLuck | None = None
    #: judges a whole match; None if the luck of this game cannot be measured
    analyst: Analyst | None = None
    #: Judging takes so long that a separate process does it.
    is_analyst_slow: bool = False
    #: estimates chances to win; None if the game has no estimates
    forecast: Forecast | None = None
    #: what judging by rollouts needs to know; None for a game that is judged in another way
    judged_game: JudgedGame | None = None
    #: finds the exact chance to win of each action; None if no position of the game is solved
    solve_menu: SolveMenu | None = None


def find_faults(game: Game) -> Iterator[str]:
    """What is missing or wrong, with the name of the part; nothing if the game is complete."""
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
        ("probes", GameProbes),
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
    probes = (*game.probes.searched_probes, *game.probes.example_probes)
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
