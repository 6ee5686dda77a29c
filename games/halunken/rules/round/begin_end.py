"""Begins and ends a round, and after the last round the game (rules: round, game-end, variant-long)."""

from __future__ import annotations

from games.core.contract import Chance, Event
from games.halunken.rules.scoring import describe_game
from games.halunken.rules.setup import deal_next_game
from games.halunken.rules.state import AUCTION, CHOOSING, OVER, State
from games.halunken.rules.tables import ROUNDS


def begin_round(state: State, events: list[Event]) -> None:
    state.round += 1
    state.chosen_cards = [0] * state.seats
    state.jack_card = state.jack_number = 0
    if state.renter >= 0:  # rules: auction (the last renter of Black Jack opens)
        state.opener = state.renter
    state.renter = state.best_bid = state.bidder = -1
    events.append(("round_begun", state.round))
    if state.black_jack:
        state.phase, state.decider, state.answers_due = AUCTION, state.opener, state.seats
    else:
        state.phase, state.decider = CHOOSING, 0


def end_round(state: State, events: list[Event], chance: Chance) -> list[Event]:
    """All events of the action. The recap shows only one round, so it does not get those of the next one."""
    add_to_recap(state, events)
    later_events: list[Event] = []
    if state.round < ROUNDS:
        begin_round(state, later_events)
    else:
        _end_game(state, later_events, chance)
    return events + later_events


def _end_game(state: State, events: list[Event], chance: Chance) -> None:
    """Scores the game, and ends the match or deals the next game. rules: game-end, variant-long"""
    seats = describe_game(state)
    state.finished_games.append({"seats": seats})
    events.append(("game_scored", state.game, tuple(seat["total"] for seat in seats)))
    if state.game == state.games:
        state.phase, state.decider = OVER, -1
        return
    deal_next_game(state, chance)
    events.append(("game_begun", state.game, state.first_seat))


def add_to_recap(state: State, events: list[Event]) -> list[Event]:
    """Returns the events and adds them to the recap, which a screen shows step by step after the reveal."""
    state.recap += events
    return events
