"""What actions do. Nothing is drawn after the setup; everything here follows from the action."""

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
    smallest_pile,
)
from games.macao.rules.tables import ROUND_LIMIT


def advance(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Changes the state in place; trusts that `check` has agreed."""
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
    if len(blue) + len(state.dead[seat]) > state.crews[seat].limit:
        state.phase = DISCARD
    else:
        _end_turn(state, events)


def _recruit(state: State, seat: int, action: Action, events: list[Event]) -> None:
    deck = state.deck
    card = deck.index[action[1]]
    paid = _pay(state, seat, action[2], events)
    state.blue[seat] = _without(paid, card)
    state.red[seat] = red = tuple(sorted((*state.red[seat], card)))
    state.crews[seat] = deck.crews[red]
    events.append(("recruited", seat, action[1], action[2] or (), action[3] or ()))
    effect = _EFFECTS.get(deck.kind[card])
    if effect is None or not effect(state, seat):
        _end_turn(state, events)


def _open(state: State, seat: int, action: Action, events: list[Event]) -> None:
    tile = state.deck.tile_index[action[1]]
    state.blue[seat] = _pay(state, seat, action[2], events)
    if tile in state.tiles:
        state.tiles = _without(state.tiles, tile)
    else:
        state.reserved[seat] = _without(state.reserved[seat], tile)
    state.yellow[seat] = (*state.yellow[seat], tile)
    events.append(("opened", seat, action[1], action[2] or ()))
    _end_turn(state, events)


def _discard(state: State, seat: int, action: Action, events: list[Event]) -> None:
    card = state.deck.index[action[1]]
    if state.phase == VICTIM:
        state.given = tuple([card if place == seat else given for place, given in enumerate(state.given)])
        events.append(("gave_up", seat))
        if ASKED not in state.given:
            _take_from_victims(state, events)
            _end_turn(state, events)
        return
    state.blue[seat] = _without(state.blue[seat], card)
    _bury(state, seat, (card,), (action[1],), events)
    _end_turn(state, events)


def _reserve(state: State, seat: int, action: Action, events: list[Event]) -> None:
    tile = state.deck.tile_index[action[1]]
    state.tiles = _without(state.tiles, tile)
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
    """Blue cards used are discarded in the order named, a living widow deceases; returns the blue cards left."""
    deck = state.deck
    left = [*state.blue[seat]]
    buried, names = [], []
    for name in pay or ():
        card = deck.index[name]
        if card in left:
            left.remove(card)
            if deck.is_widow[card]:
                state.dead[seat] = (*state.dead[seat], card)
                events.append(("deceased", seat, name))
            else:
                buried.append(card)
                names.append(name)
    if buried:
        _bury(state, seat, tuple(buried), tuple(names), events)
    return tuple(left)


def _bury(state: State, seat: int, cards: Row, names: tuple[str, ...], events: list[Event]) -> None:
    """All cards of one discard go under one pile (ruling 20)."""
    pile = smallest_pile(state.piles)
    state.piles[pile] += cards
    events.append(("discarded", seat, names, pile))


def _kill(state: State, seat: int) -> bool:
    """Who has nothing but deceased widows is spared (ruling 14)."""
    given = tuple([ASKED if blue and victim != seat else SPARED for victim, blue in enumerate(state.blue)])
    if ASKED not in given:
        return False
    state.given = given
    state.phase = VICTIM
    return True


def _dance(state: State, seat: int) -> bool:
    """Compulsory if a pile has a card (ruling 13)."""
    if not any(state.piles):
        return False
    state.phase = CONTACT
    return True


def _police(state: State, seat: int) -> bool:
    """Compulsory if a central tile is left (ruling 15)."""
    if not state.tiles:
        return False
    state.phase = RESERVE
    return True


#: effects that ask for a decision tell whether there is one
_EFFECTS: dict[str, Callable[[State, int], bool]] = {"killer": _kill, "dancer": _dance, "policeman": _police}


def _take_from_victims(state: State, events: list[Event]) -> None:
    """Clockwise from the attacker (ruling 14)."""
    seats = len(state.blue)
    for victim in [(state.turn + step) % seats for step in range(1, seats)]:
        card = state.given[victim]
        if card != SPARED:
            state.blue[victim] = _without(state.blue[victim], card)
            _bury(state, victim, (card,), (state.deck.names[card],), events)
    state.given = ()


def _end_turn(state: State, events: list[Event]) -> None:
    """The end is looked for when all have had equally many turns (ruling 25: after complete actions)."""
    state.phase = TURN
    state.turn = turn = (state.turn + 1) % len(state.blue)
    if turn != state.first:
        return
    reason = end_reason(state)
    if reason is not None:
        state.phase = OVER
        events.append(("ended", reason))
    else:
        state.round += 1
        state.passes = 0


def end_reason(state: State) -> str | None:
    """Why the match ends with this round, if it does (rules: game-end; ruling 22)."""
    enough = state.deck.red_to_end
    for red in state.red:
        if len(red) >= enough:
            return "members"
    if not state.tiles:
        return "tiles"
    if state.passes == len(state.blue):
        return "standstill"
    return "rounds" if state.round >= ROUND_LIMIT else None


def _without(row: Row, item: int) -> Row:
    place = row.index(item)
    return row[:place] + row[place + 1 :]
