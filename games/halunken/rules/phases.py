"""Does the actions: setting up here, the phases of a round in `round/` (rules: setup, round)."""

from __future__ import annotations

from collections.abc import Callable

from games.core.contract import Action, Chance, Event
from games.halunken.rules.round.auction import bid, pass_bid
from games.halunken.rules.round.begin_end import begin_round
from games.halunken.rules.round.black_jack import lose
from games.halunken.rules.round.choosing import choose, choose_jack, name_jack_rum_number, name_rum_number
from games.halunken.rules.round.moving import decline, rob, salvage
from games.halunken.rules.state import SETTLING_JACK, State
from games.halunken.rules.tables import SCOUNDREL_NAMES, SPACES, STRENGTH


def advance(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Does a checked action in place, and everything that follows until somebody must decide again."""
    # Seats choose cards at the same time, in any order, so these actions do not count as steps.
    if action[0] == "choose":
        return choose(state, seat, action, chance)
    if action[0] == "choose_jack":
        return choose_jack(state, seat, action, chance)
    state.step += 1
    return _MOVES_IN_TURN[action[0]](state, seat, action, chance)


def _settle(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Places a captain and gives it a scoundrel. rules: setup"""
    space = action[1]
    card = state.top_card(space)
    state.positions[seat] = space
    state.taken_counts[space] += 1
    state.crews[seat].append(card)
    events: list[Event] = [("settled", seat, space, SCOUNDREL_NAMES[card])]
    state.decider = (seat + 1) % state.seats
    if state.decider == state.first_seat:
        events.append(("opened", tuple(SCOUNDREL_NAMES[state.top_card(space)] for space in range(SPACES))))
        _finish_settling(state, events)
    return events


def _finish_settling(state: State, events: list[Event]) -> None:
    """The seat with the weakest scoundrel places Black Jack, the strongest opens. rules: setup-black-jack"""
    if not state.black_jack:
        begin_round(state, events)
        return
    by_strength = sorted(range(state.seats), key=lambda seat: STRENGTH[state.crews[seat][0]])
    state.phase, state.decider, state.opener = SETTLING_JACK, by_strength[0], by_strength[-1]


def _settle_jack(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.jack_space = action[1]
    events: list[Event] = [("jack_settled", seat, action[1])]
    begin_round(state, events)
    return events


_MOVES_IN_TURN: dict[str, Callable[[State, int, Action, Chance], list[Event]]] = {
    "settle": _settle,
    "settle_jack": _settle_jack,
    "bid": bid,
    "pass": pass_bid,
    "rum": name_rum_number,
    "rum_jack": name_jack_rum_number,
    "rob": rob,
    "salvage": salvage,
    "decline": decline,
    "lose": lose,
}
