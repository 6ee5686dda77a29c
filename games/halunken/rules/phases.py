"""What an action does: `advance` and the four phases of a round behind it (rules: round)."""

from __future__ import annotations

from games.core.contract import Action, Chance, Event
from games.halunken.rules.moving import decline, lose, rob, salvage, start_moving, use_jack_card
from games.halunken.rules.rounds import begin_round, told
from games.halunken.rules.state import CHOOSING, RUM_JACK_NUMBER, RUM_NUMBER, SETTLING_JACK, State
from games.halunken.rules.tables import NAME, RUM, SCOUNDREL, SPACES, STRENGTH, card_name, card_number


def advance(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Does a checked action in place, and everything that follows until somebody must decide again."""
    if action[0] == "choose":
        return _choose(state, seat, card_number(action[1]), chance)
    if action[0] == "choose_jack":
        state.jack_card = card_number(action[1])
        return _reveal_if_complete(state, ("jack_chosen", seat), chance)
    state.step += 1
    return _SINGLE[action[0]](state, seat, action, chance)


# --- setting up (rules: setup, setup-black-jack)


def _settle(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    space = action[1]
    card = state.top(space)
    state.pos[seat] = space
    state.taken[space] += 1
    state.crews[seat].append(card)
    events: list[Event] = [("settled", seat, space, NAME[card])]
    state.who = (seat + 1) % state.seats
    if state.who == state.first:
        events.append(("opened", tuple(NAME[state.top(space)] for space in range(SPACES))))
        _after_settling(state, events)
    return events


def _after_settling(state: State, events: list[Event]) -> None:
    if not state.black_jack:
        begin_round(state, events)
        return
    by_strength = sorted(range(state.seats), key=lambda seat: STRENGTH[state.crews[seat][0]])
    state.phase, state.who, state.opener = SETTLING_JACK, by_strength[0], by_strength[-1]


def _settle_jack(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.jack_space = action[1]
    events: list[Event] = [("jack_settled", seat, action[1])]
    begin_round(state, events)
    return events


# --- phase one (rules: auction)


def _bid(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.best, state.bidder = SCOUNDREL[action[1]], seat
    if state.seats > 2 or state.to_act == 1:  # two players go on until one passes (rules: two-players)
        state.to_act -= 1
    return _next_bidder(state, seat, [("bid", seat, action[1])])


def _pass(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.to_act -= 1
    if state.seats == 2 and state.bidder >= 0:
        state.to_act = 0
    return _next_bidder(state, seat, [("passed", seat)])


def _next_bidder(state: State, seat: int, events: list[Event]) -> list[Event]:
    if state.to_act:
        state.who = (seat + 1) % state.seats
        return events
    state.renter = state.bidder
    if state.renter < 0:
        events.append(("unrented",))
    else:
        state.crews[state.renter].remove(state.best)
        state.boat.append(state.best)
        events.append(("rented", state.renter, NAME[state.best]))
    state.phase, state.who = CHOOSING, 0
    return events


# --- phase two (rules: movement, rum, cancelled)


def _choose(state: State, seat: int, card: int, chance: Chance) -> list[Event]:
    state.chosen[seat] = card
    return _reveal_if_complete(state, ("chosen", seat), chance)


def _reveal_if_complete(state: State, event: Event, chance: Chance) -> list[Event]:
    state.who = next((seat for seat in range(state.seats) if must_choose(state, seat)), -1)
    return [event] if state.who >= 0 else _reveal(state, [event], chance)


def must_choose(state: State, seat: int) -> bool:
    """A card of one's own, and for the renter of two players one for Black Jack too (rules: two-players)."""
    return not state.chosen[seat] or (not state.jack_card and seat == state.renter and state.duel)


def _reveal(state: State, events: list[Event], chance: Chance) -> list[Event]:
    chosen = state.chosen
    for seat, card in enumerate(chosen):
        state.hands[seat] ^= 1 << card
    state.played.append(tuple(chosen))
    state.recap = []
    jack = None
    if state.jack_card:
        use_jack_card(state, state.jack_card)
        jack = card_name(state.jack_card)
    events.append(("revealed", tuple(card_name(card) for card in chosen), jack))
    state.numbers = [card if card != RUM and chosen.count(card) == 1 else 0 for card in chosen]
    if chosen.count(RUM) == 1:
        state.phase, state.who = RUM_NUMBER, chosen.index(RUM)
        return told(state, events)
    return _before_moving(state, events, chance)


def _rum(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.numbers[seat] = action[1]
    return _before_moving(state, [("rum", seat, action[1])], chance)


def _before_moving(state: State, events: list[Event], chance: Chance) -> list[Event]:
    if state.jack_card == RUM:
        state.phase, state.who = RUM_JACK_NUMBER, state.renter
        return told(state, events)
    return start_moving(state, events, chance)


def _rum_jack(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.jack_number = action[1]
    return start_moving(state, [("rum_jack", seat, action[1])], chance)


_SINGLE = {
    "settle": _settle,
    "settle_jack": _settle_jack,
    "bid": _bid,
    "pass": _pass,
    "rum": _rum,
    "rum_jack": _rum_jack,
    "rob": rob,
    "salvage": salvage,
    "decline": decline,
    "lose": lose,
}
