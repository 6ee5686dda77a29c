"""Phase one: the captains bid for Black Jack (rules: auction)."""

from __future__ import annotations

from games.core.contract import Action, Chance, Event
from games.halunken.rules.state import CHOOSING, State
from games.halunken.rules.tables import SCOUNDREL, SCOUNDREL_NAMES


def bid(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.best_bid, state.bidder = SCOUNDREL[action[1]], seat
    # two players continue until one passes (rules: two-players)
    if state.seats > 2 or state.answers_due == 1:
        state.answers_due -= 1
    return _go_to_next_bidder(state, seat, [("bid", seat, action[1])])


def pass_bid(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.answers_due -= 1
    if state.seats == 2 and state.bidder >= 0:
        state.answers_due = 0
    return _go_to_next_bidder(state, seat, [("passed", seat)])


def _go_to_next_bidder(state: State, seat: int, events: list[Event]) -> list[Event]:
    if state.answers_due:
        state.decider = (seat + 1) % state.seats
        return events
    _rent_black_jack(state, events)
    state.phase, state.decider = CHOOSING, 0
    return events


def _rent_black_jack(state: State, events: list[Event]) -> None:
    """The seat of the best bid rents Black Jack, and puts the scoundrel of the bid on the boat."""
    state.renter = state.bidder
    if state.renter < 0:
        events.append(("unrented",))
        return
    state.crews[state.renter].remove(state.best_bid)
    state.boat.append(state.best_bid)
    events.append(("rented", state.renter, SCOUNDREL_NAMES[state.best_bid]))
