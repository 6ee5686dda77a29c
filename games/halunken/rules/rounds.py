"""How a round begins and ends, and with the last one the game (rules: round, game-end, variant-long)."""

from __future__ import annotations

from games.core.contract import Chance, Event
from games.halunken.rules.dealing import deal_next
from games.halunken.rules.scoring import game_breakdown
from games.halunken.rules.state import AUCTION, CHOOSING, OVER, State
from games.halunken.rules.tables import ROUNDS


def begin_round(state: State, events: list[Event]) -> None:
    state.round += 1
    state.chosen = [0] * state.seats
    state.jack_card = state.jack_number = 0
    if state.renter >= 0:  # rules: auction (whoever played Black Jack last opens)
        state.opener = state.renter
    state.renter = state.best = state.bidder = -1
    events.append(("round_begun", state.round))
    if state.black_jack:
        state.phase, state.who, state.to_act = AUCTION, state.opener, state.seats
    else:
        state.phase, state.who = CHOOSING, 0


def end_round(state: State, events: list[Event], chance: Chance) -> list[Event]:
    told(state, events)
    after: list[Event] = []
    if state.round < ROUNDS:
        begin_round(state, after)
    else:
        _end_game(state, after, chance)
    return events + after


def _end_game(state: State, events: list[Event], chance: Chance) -> None:
    """rules: game-end, variant-long"""
    seats = game_breakdown(state)
    state.finished.append({"seats": seats})
    events.append(("game_scored", state.game, tuple(seat["total"] for seat in seats)))
    if state.game == state.games:
        state.phase, state.who = OVER, -1
        return
    deal_next(state, chance)
    events.append(("game_begun", state.game, state.first))


def told(state: State, events: list[Event]) -> list[Event]:
    """Keeps what a screen tells step by step after the reveal."""
    state.recap += events
    return events
