"""Phase two: everybody chooses a card, all are revealed, rum gets its number.

rules: movement, rum, cancelled
"""

from __future__ import annotations

from games.core.contract import Action, Chance, Event
from games.halunken.rules.round.begin_end import add_to_recap
from games.halunken.rules.round.black_jack import play_jack_card
from games.halunken.rules.round.moving import start_moving
from games.halunken.rules.state import RUM_JACK_NUMBER, RUM_NUMBER, State
from games.halunken.rules.tables import RUM, card_name, card_number


def choose(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.chosen_cards[seat] = card_number(action[1])
    return _reveal_if_complete(state, ("chosen", seat), chance)


def choose_jack(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.jack_card = card_number(action[1])
    return _reveal_if_complete(state, ("jack_chosen", seat), chance)


def must_choose(state: State, seat: int) -> bool:
    """Whether the seat lacks its own card or, as renter of two, Black Jack's card (rules: two-players)."""
    return not state.chosen_cards[seat] or (not state.jack_card and seat == state.renter and state.duel)


def _reveal_if_complete(state: State, event: Event, chance: Chance) -> list[Event]:
    state.decider = next((seat for seat in range(state.seats) if must_choose(state, seat)), -1)
    if state.decider >= 0:
        return [event]
    return _reveal(state, [event], chance)


def _reveal(state: State, events: list[Event], chance: Chance) -> list[Event]:
    chosen = state.chosen_cards
    for seat, card in enumerate(chosen):
        state.hands[seat] ^= 1 << card
    state.played.append(tuple(chosen))
    state.recap = []
    jack = None
    if state.jack_card:
        play_jack_card(state, state.jack_card)
        jack = card_name(state.jack_card)
    events.append(("revealed", tuple(card_name(card) for card in chosen), jack))
    state.numbers = [card if card != RUM and chosen.count(card) == 1 else 0 for card in chosen]
    if chosen.count(RUM) == 1:
        state.phase, state.decider = RUM_NUMBER, chosen.index(RUM)
        return add_to_recap(state, events)
    return _ask_jack_number_or_move(state, events, chance)


def name_rum_number(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.numbers[seat] = action[1]
    return _ask_jack_number_or_move(state, [("rum", seat, action[1])], chance)


def _ask_jack_number_or_move(state: State, events: list[Event], chance: Chance) -> list[Event]:
    if state.jack_card == RUM:
        state.phase, state.decider = RUM_JACK_NUMBER, state.renter
        return add_to_recap(state, events)
    return start_moving(state, events, chance)


def name_jack_rum_number(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.jack_number = action[1]
    return start_moving(state, [("rum_jack", seat, action[1])], chance)
