"""Tries actions in a position: plays the actions of a request from the position on, and stores nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.core.chance import FairChance, ScriptedChance
from games.core.contract import Action, Chance, Event, Json, Refusal
from games.core.contract import apply as play
from games.core.json_form import encode
from games.models import Status
from games.presenting import match_view
from games.presenting import words as phrases
from games.presenting.teaching.positions import PlacedPosition, get_words
from games.registry import ENGINES

#: a request may have at most this many actions; a section is understood with fewer
MAX_ACTIONS = 20


class TrialRefused(Exception):
    """Raised if the engine does not allow an action of a trial."""

    def __init__(self, placed: PlacedPosition, state: Any, seat: int, refusal: Refusal, number: int) -> None:
        super().__init__(refusal.code)
        self.placed = placed
        self.state = state
        self.seat = seat
        self.refusal = refusal
        #: the number of the action in the request, from 1
        self.number = number


def play_trial(placed: PlacedPosition, actions: Sequence[Action]) -> Json:
    """The view of the seat that must decide after these actions.

    Raises TrialRefused for the first refused action.
    """
    engine, state, log = ENGINES[placed.game], placed.state, []
    seat = find_decider(placed, state, placed.position.asked_move.seat)
    for number, action in enumerate(actions, start=1):
        refusal = engine.check(state, seat, action)
        if refusal is not None:
            raise TrialRefused(placed, state, seat, refusal, number)
        state, events = play(engine, state, seat, action, _make_chance(placed, number, action))
        log.append(_describe_move(placed, number, seat, events))
        seat = find_decider(placed, state, seat)
    return _build_view(placed, state, seat, log)


def find_decider(placed: PlacedPosition, state: Any, seat: int) -> int:
    """The seat that the reader plays: this seat while it must decide, otherwise the first that must."""
    seats = [decision.seat for decision in ENGINES[placed.game].decisions(state)]
    return seat if seat in seats or not seats else seats[0]


def _make_chance(placed: PlacedPosition, number: int, action: Action) -> Chance:
    """The draws of an action: those of the question are repeated, all others depend only on the position."""
    asked = placed.position.asked_move
    if number == 1 and action == asked.action and asked.chance:
        return ScriptedChance(asked.chance)
    return FairChance(placed.id.encode(), [str(number).encode()])


def _describe_move(placed: PlacedPosition, number: int, seat: int, events: Sequence[Event]) -> Json:
    """The action as the log of a match shows it."""
    encoded = [encode(ENGINES[placed.game].META.events, event) for event in events]
    sentences = get_words(placed).sentences(encoded)
    text = " ".join(sentence for sentence in sentences if sentence)
    entry = {"number": number, "kind": "move", "seat": seat, "events": encoded}
    return entry | {"sentences": sentences, "text": text}


def _build_view(placed: PlacedPosition, state: Any, seat: int, log: list[Json]) -> Json:
    """The view as at a table of people."""
    words, engine = get_words(placed), ENGINES[placed.game]
    outcome = engine.outcome(state)
    choices = match_view.list_choices(placed.game, state, seat, words)
    view = {
        "id": placed.id,
        "game": placed.game,
        "number": len(log),
        "status": Status.FINISHED if outcome else Status.ACTIVE,
        "seat": seat,
        "seats": [_describe_seat(index, name) for index, name in enumerate(words.names)],
        "state": engine.view(state, seat),
        "log": log,
        "outcome": _describe_outcome(outcome) if outcome else None,
        **choices,
    }
    view["board_words"] = words.board(view["state"])
    view["prompt"] = _write_prompt(view, words)
    return view


def _describe_seat(index: int, name: str) -> Json:
    return {"index": index, "name": name, "kind": "human", "taken": True}


def _describe_outcome(outcome: Any) -> Json:
    return {"scores": outcome.scores, "winners": outcome.winners, "end": "complete", "reason": outcome.reason}


def _write_prompt(view: Json, words: phrases.Words) -> str:
    if not view["decisions"]:
        return phrases.say_over()
    return _("%(who)s: %(said)s") % {"who": words.names[view["seat"]], "said": view["decisions"][0]["text"]}
