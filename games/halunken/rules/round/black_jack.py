"""Phase four: Black Jack walks, and robs for his renter or nobody (rules: black-jack, black-jack-alone)."""

from __future__ import annotations

from games.core.contract import Action, Chance, Event
from games.halunken.rules.round.begin_end import add_to_recap, end_round
from games.halunken.rules.state import ALONE, RAID, State
from games.halunken.rules.tables import NUMBERS, RUM, SCOUNDREL, SPACES, card_name, card_number, cards_of


def move_jack(state: State, events: list[Event], chance: Chance) -> list[Event]:
    card = _turn_jack_card(state, chance)
    events.append(("jack_turned", card_name(card) if state.seats == 2 else card, state.jack_number))
    start = space = state.jack_space
    steps_left = state.jack_number
    passed_seats: list[int] = []
    # He also passes whoever stands on the target and on the spaces that he skips then (ruling `passing`).
    while steps_left > 0 or space in state.positions:
        space = (space + 1) % SPACES
        steps_left -= 1
        if space in state.positions:
            passed_seats.append(state.positions.index(space))
    state.jack_space = space
    state.raid_targets = [seat for seat in reversed(passed_seats) if seat != state.renter]
    events.append(("jack_moved", start, space))
    return continue_raids(state, events, chance)


def _turn_jack_card(state: State, chance: Chance) -> int:
    """Black Jack's card of this round; also sets his number.

    The record keeps only what chance decided (ruling `two-players-draw`).
    """
    if state.seats > 2:
        card = state.jack_number = state.jack_pile[state.round - 1]
        state.jack_used.append(card)
        chance.note("jack", card)
        return card
    if not state.jack_card:
        names = [card_name(card) for card in cards_of(state.jack_hand)]
        play_jack_card(state, card_number(chance.pick("jack", names)))
        if not state.jack_number:
            state.jack_number = chance.pick("number", NUMBERS)
    return state.jack_used[-1]


def play_jack_card(state: State, card: int) -> None:
    state.jack_hand ^= 1 << card
    state.jack_used.append(card)
    state.jack_number = 0 if card == RUM else card


def continue_raids(state: State, events: list[Event], chance: Chance) -> list[Event]:
    """Goes through the captains that Black Jack passed, in order, until somebody must choose a scoundrel."""
    while state.raid_targets:
        victim = state.raid_targets.pop()
        must_decide = _lose_to_nobody(state, victim) if state.renter < 0 else _raid(state, victim, events)
        if must_decide:
            return add_to_recap(state, events)
    return end_round(state, events, chance)


def _lose_to_nobody(state: State, victim: int) -> bool:
    """True if the victim has a scoundrel to lose (rules: black-jack-alone)."""
    if not state.crews[victim]:
        return False
    state.phase, state.decider, state.victim = ALONE, victim, victim
    return True


def _raid(state: State, victim: int, events: list[Event]) -> bool:
    """True if the renter robs this victim. Crews are compared as Black Jack passes (ruling `compare-now`)."""
    own, theirs = len(state.crews[state.renter]), len(state.crews[victim])
    if theirs and own <= theirs:
        state.phase, state.decider, state.victim = RAID, state.renter, victim
        return True
    events.append(("spared", state.renter, victim, own, theirs))
    return False


def lose(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    card = SCOUNDREL[action[1]]
    state.crews[seat].remove(card)
    state.boat.append(card)
    state.victim = -1
    return continue_raids(state, [("lost", seat, action[1])], chance)
