"""Positions as readers of a rule see them: the question, the answers, the explanation, the drawing."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from escale.common import languages
from escale.common.text.elision import apply_elisions
from games.core.contract import Json
from games.core.json_form import decode, encode
from games.core.positions.picture import WIDTH, draw_lines, measure_height
from games.core.positions.position import Position, judge, replay_position, to_json, try_action
from games.core.positions.probes import Moment, ProbeQuestion
from games.core.positions.puzzles import Puzzle, make_position
from games.core.positions.searching import find_in_match
from games.presenting.words import Words
from games.registry import (
    ENGINES,
    load_game,
    load_probes,
    read_examples,
    read_fresh_seeds,
    read_positions,
    read_puzzles,
)

#: the names at the table of a position, which are the same in every language
NAMES = ("Anna", "Bernd", "Carla", "Dario")
COMMON_QUESTIONS = {
    "allowed": gettext_lazy("Is this allowed?"),
    "best": gettext_lazy("You are %(seat)s. What is your best move?"),
    "next": gettext_lazy("Who decides next?"),
    "over": gettext_lazy("Is the match over then?"),
    "score": gettext_lazy("How many points does %(seat)s have at the end?"),
}
#: how many positions are cached with all their words; each game has about twenty in each language
MAX_DESCRIBED = 512
MAX_DIGITS = 3


class PlacedPosition(NamedTuple):
    """A position with its id, the state in which the question is asked, and the moment after the action."""

    id: str
    game: str
    position: Position
    state: Any
    moment: Moment
    #: the puzzle with the worth of each choice, if the question is which one is the best
    puzzle: Puzzle | None = None


class DescribedPosition(NamedTuple):
    """A position in the words of one language."""

    id: str
    text: str
    #: each has a `label` and a `value`
    choices: list[Json]
    #: the index of the right answer in `choices`
    answer: int
    #: the engine's explanation of the action: why it refuses it, or what happened
    because: str
    board_words: list[Json]
    svg: str
    width: int
    height: int
    #: a digest of the drawing, which is in its address, so that browsers may cache it
    digest: str


@cache
def place_positions() -> dict[str, PlacedPosition]:
    """All positions of all games by their ids, each replayed once."""
    return {
        placed.id: placed
        for game in ENGINES
        for placed in [_place(game, position) for position in read_positions(game)]
    }


@cache
def place_examples() -> dict[str, PlacedPosition]:
    """The worked examples of all rules by their ids."""
    return {
        placed.id: placed
        for game in ENGINES
        for placed in [_place(game, example) for example in read_examples(game)]
    }


def _place(game: str, position: Position, number: str = "") -> PlacedPosition:
    """Replays a position; a number distinguishes a further position from the first."""
    engine = ENGINES[game]
    position_id = f"{game}-{position.probe.key}{number}"
    state = replay_position(engine, position)
    moment = try_action(engine, position.seats, state, position.asked_move)
    return PlacedPosition(position_id, game, position, state, moment)


@cache
def place_puzzles() -> dict[str, PlacedPosition]:
    """The puzzles of all games by their ids, in the order of their days."""
    placed: dict[str, PlacedPosition] = {}
    for game, engine in ENGINES.items():
        for number, puzzle in enumerate(read_puzzles(game), start=1):
            position, moment = make_position(engine, puzzle)
            puzzle_id = f"{game}-puzzle-{number}"
            placed[puzzle_id] = PlacedPosition(puzzle_id, game, position, puzzle.state, moment, puzzle)
    return placed


def find_position(position_id: str) -> PlacedPosition | None:
    """The position with this id: of a section, a worked example, or a puzzle.

    `halunken-rum-3` is the third further position of its section.
    """
    placed = (
        place_positions().get(position_id)
        or place_examples().get(position_id)
        or place_puzzles().get(position_id)
    )
    stem, _dash, number = position_id.rpartition("-")
    if placed or not number.isascii() or not number.isdecimal() or len(number) > MAX_DIGITS:
        return placed
    first = place_positions().get(stem)
    if first is None or not 1 <= int(number) <= count_further(first):
        return None
    return _place_further(stem, int(number))


def count_further(placed: PlacedPosition) -> int:
    """How many further positions the question has."""
    return len(read_fresh_seeds(placed.game).get(placed.position.probe.key, ()))


@lru_cache(maxsize=MAX_DESCRIBED)
def _place_further(first_id: str, number: int) -> PlacedPosition | None:
    """The first moment of another random match in which the section applies."""
    first = place_positions()[first_id]
    engine, probe = ENGINES[first.game], first.position.probe
    seed = read_fresh_seeds(first.game)[probe.key][number - 1]
    position = find_in_match(engine, load_probes(first.game), probe, seed)
    if position is None:
        return None
    return _place(first.game, position, f"-{number}")


def list_positions(game: str) -> list[PlacedPosition]:
    """The positions below the sections of a rule: first the worked examples, because the texts describe them.

    Only the first position of each section is shown there; the quiz asks about all.
    """
    firsts = [placed for placed in place_positions().values() if not placed.position.probe.variant]
    return [placed for placed in (*place_examples().values(), *firsts) if placed.game == game]


def is_example(position_id: str) -> bool:
    return position_id in place_examples()


def get_words(placed: PlacedPosition) -> Words:
    return Words(placed.game, list(NAMES[: placed.position.seats]))


def describe(placed: PlacedPosition) -> DescribedPosition:
    """The position in the active language."""
    return _describe(placed.id, languages.current())


@lru_cache(maxsize=MAX_DESCRIBED)
def _describe(position_id: str, language: str) -> DescribedPosition:
    placed = find_position(position_id)
    assert placed is not None, f"{position_id} was found before"
    words = get_words(placed)
    probe_question = judge(placed.position, placed.moment)
    view = ENGINES[placed.game].view(placed.state, placed.position.asked_move.seat)
    board_words = words.board(view)
    svg = _draw(placed, view, words, board_words)
    return DescribedPosition(
        id=position_id,
        text=_write_question(placed, probe_question, words),
        choices=[{"value": value, "label": _label(placed, value, words)} for value in probe_question.choices],
        answer=[to_json(value) for value in probe_question.choices].index(to_json(probe_question.answer)),
        because=_explain(placed, words),
        board_words=board_words,
        svg=svg,
        width=WIDTH,
        height=measure_height(svg),
        digest=hashlib.sha256(svg.encode()).hexdigest()[:10],
    )


def _draw(placed: PlacedPosition, view: Json, words: Words, board_words: list[Json]) -> str:
    draw = load_game(placed.game).words.draw
    return draw(view, words.names) if draw else draw_lines(board_words)


def _write_question(placed: PlacedPosition, probe_question: ProbeQuestion, words: Words) -> str:
    """What somebody does, and the question about it."""
    position = placed.position
    questions = {**COMMON_QUESTIONS, **load_game(placed.game).words.questions}
    ask = questions[position.question]
    fields = {"seat": words.names[probe_question.params["seat"]]} if "seat" in probe_question.params else {}
    question = ask(probe_question.params, words.names) if callable(ask) else str(ask) % fields
    if not position.probe.hides_action and not position.probe.ignores_action:
        move = position.asked_move
        action = words.choice(move.action, move.seat, placed.state)
        values = {"who": words.names[move.seat], "action": action}
        question = _("%(who)s: “%(action)s”.") % values + " " + question
    return apply_elisions(question, languages.current())


def _label(placed: PlacedPosition, value: Any, words: Words) -> str:
    """An answer in words."""
    kind = placed.position.probe.answers
    if kind == "yes_no":
        return pgettext("answer", "Yes") if value else pgettext("answer", "No")
    if kind == "seat":
        return _("nobody") if value is None else words.names[value]
    if kind == "action":
        action = decode(ENGINES[placed.game].META.actions, value)
        return words.choice(action, placed.position.asked_move.seat, placed.state)
    if kind == "thing":
        return load_game(placed.game).words.name_thing(value)
    return str(value)


def _explain(placed: PlacedPosition, words: Words) -> str:
    """The engine's explanation of the action; empty if the question is about the position itself."""
    if placed.puzzle:
        return words.reason(placed.puzzle.reason)
    refusal, events = placed.moment.refusal, placed.moment.events
    if refusal:
        return words.refusal(refusal)
    if placed.position.probe.ignores_action:
        return ""
    encoded = [encode(ENGINES[placed.game].META.events, event) for event in events]
    return " ".join(sentence for sentence in words.sentences(encoded) if sentence)
