"""Phases three and four: captains recruit, then Black Jack goes his way (rules: order, black-jack)."""

from __future__ import annotations

from games.core.contract import Action, Chance, Event
from games.halunken.rules.rounds import end_round, told
from games.halunken.rules.state import ALONE, BRAWL, MEETING, RAID, State
from games.halunken.rules.tables import NAME, NUMBERS, RUM, SCOUNDREL, SPACES, card_name, card_number, cards_of

# --- phase three (rules: order, recruit, brawl, meet-black-jack)


def start_moving(state: State, events: list[Event], chance: Chance) -> list[Event]:
    numbers = state.numbers
    for seat in _cancelled(state):
        events.append(("cancelled", seat, card_name(state.chosen[seat])))
        _recruit(state, seat, events)
    movers = [seat for seat in range(state.seats) if numbers[seat]]
    state.queue = sorted(movers, key=numbers.__getitem__, reverse=True)
    return _move_on(state, events, chance)


def _cancelled(state: State) -> list[int]:
    """By card, rum last, equal cards in seat order from the opener (ruling 4)."""
    if all(state.numbers):
        return []
    start = state.opener if state.black_jack else state.first
    seats = [seat for seat in range(state.seats) if not state.numbers[seat]]
    return sorted(seats, key=lambda seat: (state.chosen[seat], (seat - start) % state.seats))


def _recruit(state: State, seat: int, events: list[Event]) -> None:
    space = state.pos[seat]
    card = state.top(space)
    if card < 0:
        return
    state.taken[space] += 1
    state.crews[seat].append(card)
    below = state.top(space)
    events.append(("took", seat, space, NAME[card], NAME[below] if below >= 0 else None))


def _move_on(state: State, events: list[Event], chance: Chance) -> list[Event]:
    """Moves captain after captain until one of them must decide; then it is Black Jack's turn."""
    while state.queue:
        if _arrive(state, state.queue.pop(), events):
            return told(state, events)
    if state.black_jack:
        return _move_jack(state, events, chance)
    return end_round(state, events, chance)


def _arrive(state: State, seat: int, events: list[Event]) -> bool:
    """True if the captain who arrives has something to decide there."""
    start = state.pos[seat]
    space = (start + state.numbers[seat]) % SPACES
    met = state.pos.index(space) if space in state.pos else -1
    state.pos[seat] = space
    events.append(("moved", seat, start, space))
    _recruit(state, seat, events)
    if met >= 0:
        return _brawl(state, seat, met, events)
    return space == state.jack_space and _meet_jack(state, seat, events)


def _brawl(state: State, seat: int, victim: int, events: list[Event]) -> bool:
    state.victim = victim
    own, theirs = len(state.crews[seat]), len(state.crews[victim])
    if theirs and own <= theirs:
        state.phase, state.who = BRAWL, seat
        return True
    events.append(("spared", seat, victim, own, theirs))
    _push(state, victim, events)
    return False


def _push(state: State, victim: int, events: list[Event]) -> None:
    start = state.pos[victim]
    state.pos[victim] = _next_free(state, start)
    state.victim = -1
    events.append(("pushed", victim, start, state.pos[victim]))


def _next_free(state: State, space: int) -> int:
    """The next space without captain or Black Jack (ruling 5)."""
    space = (space + 1) % SPACES
    while space == state.jack_space or space in state.pos:
        space = (space + 1) % SPACES
    return space


def _meet_jack(state: State, seat: int, events: list[Event]) -> bool:
    if state.boat or may_rob_at_jack(state, seat):
        state.phase, state.who = MEETING, seat
        return True
    _push_jack(state, events)
    return False


def may_rob_at_jack(state: State, seat: int) -> bool:
    """Two players: who meets the other's Black Jack may rob the renter instead (rules: two-players)."""
    if state.seats != 2 or state.renter != 1 - seat:
        return False
    theirs = len(state.crews[1 - seat])
    return theirs > 0 and len(state.crews[seat]) <= theirs


def _push_jack(state: State, events: list[Event]) -> None:
    start = state.jack_space
    state.jack_space = _next_free(state, start)
    events.append(("jack_pushed", start, state.jack_space))


def rob(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    _, victim, name = action
    card = SCOUNDREL[name]
    state.crews[victim].remove(card)
    state.crews[seat].append(card)
    events: list[Event] = [("robbed", seat, victim, name)]
    if state.phase == RAID:
        state.victim = -1
        return _raid_on(state, events, chance)
    if state.phase == BRAWL:
        _push(state, victim, events)
    else:
        _push_jack(state, events)
    return _move_on(state, events, chance)


def salvage(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    card = SCOUNDREL[action[1]]
    state.boat.remove(card)
    state.crews[seat].append(card)
    events: list[Event] = [("salvaged", seat, action[1])]
    _push_jack(state, events)
    return _move_on(state, events, chance)


def decline(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    events: list[Event] = [("declined", seat)]
    _push_jack(state, events)
    return _move_on(state, events, chance)


# --- phase four (rules: black-jack, black-jack-alone)


def _move_jack(state: State, events: list[Event], chance: Chance) -> list[Event]:
    card = _jack_card(state, chance)
    events.append(("jack_turned", card_name(card) if state.seats == 2 else card, state.jack_number))
    start = space = state.jack_space
    left = state.jack_number
    passed: list[int] = []
    # whoever stands on the target, or on the spaces skipped behind it, is passed too (ruling 8)
    while left > 0 or space in state.pos:
        space = (space + 1) % SPACES
        left -= 1
        if space in state.pos:
            passed.append(state.pos.index(space))
    state.jack_space = space
    state.passed = [seat for seat in reversed(passed) if seat != state.renter]
    events.append(("jack_moved", start, space))
    return _raid_on(state, events, chance)


def _jack_card(state: State, chance: Chance) -> int:
    """Also sets the number. The record keeps only what chance decided (ruling 10)."""
    if state.seats > 2:
        card = state.jack_number = state.pile[state.round - 1]
        state.jack_used.append(card)
        chance.note("jack", card)
        return card
    if not state.jack_card:
        use_jack_card(state, card_number(chance.pick("jack", [card_name(c) for c in cards_of(state.jack_hand)])))
        if not state.jack_number:
            state.jack_number = chance.pick("number", NUMBERS)
    return state.jack_used[-1]


def use_jack_card(state: State, card: int) -> None:
    state.jack_hand ^= 1 << card
    state.jack_used.append(card)
    state.jack_number = 0 if card == RUM else card


def _raid_on(state: State, events: list[Event], chance: Chance) -> list[Event]:
    """Goes through the captains passed, in path order, until somebody must choose a scoundrel."""
    while state.passed:
        victim = state.passed.pop()
        theirs = len(state.crews[victim])
        if state.renter < 0:
            if theirs:
                state.phase, state.who, state.victim = ALONE, victim, victim
                return told(state, events)
        elif _raid(state, victim, theirs, events):
            return told(state, events)
    return end_round(state, events, chance)


def _raid(state: State, victim: int, theirs: int, events: list[Event]) -> bool:
    """Compares at the moment of passing (ruling 9)."""
    own = len(state.crews[state.renter])
    if theirs and own <= theirs:
        state.phase, state.who, state.victim = RAID, state.renter, victim
        return True
    events.append(("spared", state.renter, victim, own, theirs))
    return False


def lose(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    card = SCOUNDREL[action[1]]
    state.crews[seat].remove(card)
    state.boat.append(card)
    state.victim = -1
    return _raid_on(state, [("lost", seat, action[1])], chance)
