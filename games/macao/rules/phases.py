"""Does the actions. Nothing is drawn after the setup."""

from __future__ import annotations

from collections.abc import Callable

from games.core.contract import Action, Chance, Event
from games.macao.rules.state import (
    ASKED,
    CONTACT,
    DISCARD,
    OVER,
    RESERVE,
    SPARED,
    TURN,
    VICTIM,
    Row,
    State,
    find_smallest_pile,
)
from games.macao.rules.tables import ROUND_LIMIT


def advance(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Does a checked action in place; returns the events, which everybody may see."""
    events: list[Event] = []
    _MOVES[action[0]](state, seat, action, events)
    return events


def _contact(state: State, seat: int, action: Action, events: list[Event]) -> None:
    deck = state.deck
    number = action[1]
    pile = state.piles[number]
    card = pile[0]
    state.piles[number] = pile[1:]
    state.blue[seat] = blue = (*state.blue[seat], card)
    events.append(("contacted", seat, deck.names[card], number))
    # rules: innkeeper raises the limit; living and deceased widows count (rulings 4 and 5)
    if len(blue) + len(state.deceased[seat]) > state.crews[seat].limit:
        state.phase = DISCARD
    else:
        _end_turn(state, events)


def _recruit(state: State, seat: int, action: Action, events: list[Event]) -> None:
    deck = state.deck
    card = deck.index[action[1]]
    paid = _pay(state, seat, action[2], events)
    state.blue[seat] = _remove(paid, card)
    state.red[seat] = red = tuple(sorted((*state.red[seat], card)))
    state.crews[seat] = deck.crews[red]
    events.append(("recruited", seat, action[1], action[2] or (), action[3] or ()))
    start_effect = _EFFECTS.get(deck.kind[card])
    if start_effect is None or not start_effect(state, seat):
        _end_turn(state, events)


def _open(state: State, seat: int, action: Action, events: list[Event]) -> None:
    tile = state.deck.tile_index[action[1]]
    state.blue[seat] = _pay(state, seat, action[2], events)
    if tile in state.tiles:
        state.tiles = _remove(state.tiles, tile)
    else:
        state.reserved[seat] = _remove(state.reserved[seat], tile)
    state.yellow[seat] = (*state.yellow[seat], tile)
    events.append(("opened", seat, action[1], action[2] or ()))
    _end_turn(state, events)


def _discard(state: State, seat: int, action: Action, events: list[Event]) -> None:
    card = state.deck.index[action[1]]
    if state.phase == VICTIM:
        state.victim_choices = tuple(
            [card if victim == seat else choice for victim, choice in enumerate(state.victim_choices)]
        )
        events.append(("gave_up", seat))
        if ASKED not in state.victim_choices:
            _take_from_victims(state, events)
            _end_turn(state, events)
        return
    state.blue[seat] = _remove(state.blue[seat], card)
    _put_under_pile(state, seat, (card,), (action[1],), events)
    _end_turn(state, events)


def _reserve(state: State, seat: int, action: Action, events: list[Event]) -> None:
    tile = state.deck.tile_index[action[1]]
    state.tiles = _remove(state.tiles, tile)
    state.reserved[seat] = (*state.reserved[seat], tile)
    events.append(("reserved", seat, action[1]))
    _end_turn(state, events)


def _pass(state: State, seat: int, action: Action, events: list[Event]) -> None:
    state.passes += 1
    events.append(("passed", seat))
    _end_turn(state, events)


_MOVES: dict[str, Callable[[State, int, Action, list[Event]], None]] = {
    "contact": _contact,
    "recruit": _recruit,
    "open": _open,
    "discard": _discard,
    "reserve": _reserve,
    "pass": _pass,
}


def _pay(state: State, seat: int, pay: tuple[str, ...] | None, events: list[Event]) -> Row:
    """The blue cards that remain: the paying ones are discarded in order, and a living widow deceases."""
    deck = state.deck
    left = [*state.blue[seat]]
    discarded, names = [], []
    for name in pay or ():
        card = deck.index[name]
        if card in left:
            left.remove(card)
            if deck.is_widow[card]:
                state.deceased[seat] = (*state.deceased[seat], card)
                events.append(("deceased", seat, name))
            else:
                discarded.append(card)
                names.append(name)
    if discarded:
        _put_under_pile(state, seat, tuple(discarded), tuple(names), events)
    return tuple(left)


def _put_under_pile(state: State, seat: int, cards: Row, names: tuple[str, ...], events: list[Event]) -> None:
    """Puts all cards of one discard under one pile (ruling 20)."""
    pile = find_smallest_pile(state.piles)
    state.piles[pile] += cards
    events.append(("discarded", seat, names, pile))


def _start_killing(state: State, seat: int) -> bool:
    """True if there is a victim: a seat that has only deceased widows is spared (ruling 14)."""
    choices = tuple([ASKED if blue and victim != seat else SPARED for victim, blue in enumerate(state.blue)])
    if ASKED not in choices:
        return False
    state.victim_choices = choices
    state.phase = VICTIM
    return True


def _start_dance(state: State, seat: int) -> bool:
    """True if a pile has a card: then the seat must contact (ruling 13)."""
    if not any(state.piles):
        return False
    state.phase = CONTACT
    return True


def _start_police(state: State, seat: int) -> bool:
    """True if a central tile is left: then the seat must reserve (ruling 15)."""
    if not state.tiles:
        return False
    state.phase = RESERVE
    return True


#: kind of member -> the function that starts its effect, and returns whether somebody must decide
_EFFECTS: dict[str, Callable[[State, int], bool]] = {
    "killer": _start_killing,
    "dancer": _start_dance,
    "policeman": _start_police,
}


def _take_from_victims(state: State, events: list[Event]) -> None:
    """Takes the chosen cards from the victims, clockwise from the attacker (ruling 14)."""
    seats = len(state.blue)
    for victim in [(state.turn + step) % seats for step in range(1, seats)]:
        card = state.victim_choices[victim]
        if card != SPARED:
            state.blue[victim] = _remove(state.blue[victim], card)
            _put_under_pile(state, victim, (card,), (state.deck.names[card],), events)
    state.victim_choices = ()


def _end_turn(state: State, events: list[Event]) -> None:
    """Gives the turn to the next seat.

    The match can end only when all have had equally many turns (ruling 25).
    """
    state.phase = TURN
    state.turn = turn = (state.turn + 1) % len(state.blue)
    if turn != state.first:
        return
    reason = find_end_reason(state)
    if reason is not None:
        state.phase = OVER
        events.append(("ended", reason))
    else:
        state.round += 1
        state.passes = 0


def find_end_reason(state: State) -> str | None:
    """The reason why the match ends with this round; None if it does not (rules: game-end; ruling 22)."""
    enough = state.deck.red_to_end
    for red in state.red:
        if len(red) >= enough:
            return "members"
    if not state.tiles:
        return "tiles"
    if state.passes == len(state.blue):
        return "standstill"
    return "rounds" if state.round >= ROUND_LIMIT else None


def _remove(row: Row, item: int) -> Row:
    place = row.index(item)
    return row[:place] + row[place + 1 :]
