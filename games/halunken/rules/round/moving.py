"""Phase three: captains move, recruit, brawl and meet Black Jack.

rules: order, recruit, brawl, meet-black-jack
"""

from __future__ import annotations

from games.core.contract import Action, Chance, Event
from games.halunken.rules.round.begin_end import add_to_recap, end_round
from games.halunken.rules.round.black_jack import continue_raids, move_jack
from games.halunken.rules.state import BRAWL, MEETING, RAID, State
from games.halunken.rules.tables import SCOUNDREL, SCOUNDREL_NAMES, SPACES, card_name


def start_moving(state: State, events: list[Event], chance: Chance) -> list[Event]:
    numbers = state.numbers  # by seat, the spaces that its captain moves; 0 if its card was cancelled
    for seat in _sort_cancelled(state):
        events.append(("cancelled", seat, card_name(state.chosen_cards[seat])))
        _recruit(state, seat, events)
    movers = [seat for seat in range(state.seats) if numbers[seat]]
    # `pop` takes the last item, so the captain with the lowest number is last.
    state.movers = sorted(movers, key=numbers.__getitem__, reverse=True)
    return _move_captains(state, events, chance)


def _sort_cancelled(state: State) -> list[int]:
    """The seats whose cards cancelled each other, in the order of recruiting (ruling `cancelled-order`).

    They are sorted by card, and rum is the highest card. Equal cards are in seat order: from the opener if
    the match has Black Jack, otherwise from the first seat.
    """
    if all(state.numbers):
        return []
    # `opener` begins the auction of this round; `first_seat` was the first to settle in this game.
    start = state.opener if state.black_jack else state.first_seat
    seats = [seat for seat in range(state.seats) if not state.numbers[seat]]
    return sorted(seats, key=lambda seat: (state.chosen_cards[seat], (seat - start) % state.seats))


def _recruit(state: State, seat: int, events: list[Event]) -> None:
    space = state.positions[seat]
    card = state.top_card(space)
    if card < 0:
        return
    state.taken_counts[space] += 1
    state.crews[seat].append(card)
    below = state.top_card(space)
    events.append(
        ("took", seat, space, SCOUNDREL_NAMES[card], SCOUNDREL_NAMES[below] if below >= 0 else None)
    )


def _move_captains(state: State, events: list[Event], chance: Chance) -> list[Event]:
    """Moves captain after captain until one of them must decide; if none is left, Black Jack moves."""
    while state.movers:
        must_decide = _move_captain(state, state.movers.pop(), events)
        if must_decide:
            return add_to_recap(state, events)  # Screens show the recap step by step.
    if state.black_jack:
        return move_jack(state, events, chance)
    return end_round(state, events, chance)


def _move_captain(state: State, seat: int, events: list[Event]) -> bool:
    """Moves a captain; True if it must decide something there."""
    start = state.positions[seat]
    space = (start + state.numbers[seat]) % SPACES
    victim = state.positions.index(space) if space in state.positions else -1
    state.positions[seat] = space
    events.append(("moved", seat, start, space))
    _recruit(state, seat, events)
    if victim >= 0:
        return _brawl(state, seat, victim, events)
    if space == state.jack_space:
        return _meet_jack(state, seat, events)
    return False


def _brawl(state: State, seat: int, victim: int, events: list[Event]) -> bool:
    """Lets two captains brawl; True if the one who arrives must choose what to rob."""
    state.victim = victim
    own, theirs = len(state.crews[seat]), len(state.crews[victim])
    if theirs and own <= theirs:
        state.phase, state.decider = BRAWL, seat
        return True
    events.append(("spared", seat, victim, own, theirs))
    _push_captain(state, victim, events)
    return False


def _push_captain(state: State, victim: int, events: list[Event]) -> None:
    start = state.positions[victim]
    state.positions[victim] = _find_free_space(state, start)
    state.victim = -1
    events.append(("pushed", victim, start, state.positions[victim]))


def _find_free_space(state: State, start: int) -> int:
    """The next space without a captain or Black Jack (ruling `next-free-space`)."""
    space = (start + 1) % SPACES
    while space == state.jack_space or space in state.positions:
        space = (space + 1) % SPACES
    return space


def _meet_jack(state: State, seat: int, events: list[Event]) -> bool:
    """True if the captain who meets Black Jack can take a scoundrel, from his boat or from the other crew."""
    if state.boat or may_rob_at_jack(state, seat):
        state.phase, state.decider = MEETING, seat
        return True
    _push_jack(state, events)
    return False


def may_rob_at_jack(state: State, seat: int) -> bool:
    """True if the seat may rob the other seat instead of taking from the boat (rules: two-players).

    That is allowed with two players, if the other seat rents Black Jack.
    """
    if state.seats != 2 or state.renter != 1 - seat:
        return False
    theirs = len(state.crews[1 - seat])
    return theirs > 0 and len(state.crews[seat]) <= theirs


def _push_jack(state: State, events: list[Event]) -> None:
    start = state.jack_space
    state.jack_space = _find_free_space(state, start)
    events.append(("jack_pushed", start, state.jack_space))


def rob(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Robs a captain after a brawl, at Black Jack or in a raid of Black Jack, and continues the round."""
    _, victim, name = action
    card = SCOUNDREL[name]
    state.crews[victim].remove(card)
    state.crews[seat].append(card)
    events: list[Event] = [("robbed", seat, victim, name)]
    if state.phase == RAID:
        state.victim = -1
        return continue_raids(state, events, chance)
    if state.phase == BRAWL:
        _push_captain(state, victim, events)
    else:
        _push_jack(state, events)
    return _move_captains(state, events, chance)


def salvage(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    card = SCOUNDREL[action[1]]
    state.boat.remove(card)
    state.crews[seat].append(card)
    events: list[Event] = [("salvaged", seat, action[1])]
    _push_jack(state, events)
    return _move_captains(state, events, chance)


def decline(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Takes no scoundrel at Black Jack; only this meeting may be declined."""
    events: list[Event] = [("declined", seat)]
    _push_jack(state, events)
    return _move_captains(state, events, chance)
