"""Who must decide, and what may be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from ..base import Action, Decision
from .payment import Crew
from .state import ASKED, CONTACT, OVER, PHASES, RESERVE, TURN, VICTIM, Row, State, facts
from .tables import PILES, Deck

CONTACTS: list[Action] = [("contact", pile) for pile in range(PILES)]
PASS: list[Action] = [("pass",)]


def turn(state: State) -> int:
    if state.phase == VICTIM:
        return state.given.index(ASKED)
    return -1 if state.phase == OVER else state.turn


def decisions(state: State) -> list[Decision]:
    """Each seat has one turn a round, and each kind of decision comes once in it: so an id never comes back."""
    kind = PHASES[state.phase]
    waiting = [seat for seat, given in enumerate(state.given) if given == ASKED]
    if state.phase not in (VICTIM, OVER):
        waiting = [state.turn]
    return [Decision(f"r{state.round}.t{state.turn}.{kind}.s{seat}", seat, kind) for seat in waiting]


def decides(state: State, seat: int) -> bool:
    if state.phase == VICTIM:
        return 0 <= seat < len(state.given) and state.given[seat] == ASKED
    return state.phase != OVER and seat == state.turn


def legal(state: State, seat: int) -> Sequence[Action]:
    """The menu. Payments that are worse than another are not in it (ruling 8), though `check` accepts them."""
    phase = state.phase
    if phase == TURN:
        return _turn(state, seat) if seat == state.turn else ()
    if not decides(state, seat):
        return ()
    deck = state.deck
    if phase == CONTACT:
        return contacts(state)
    if phase == RESERVE:
        return [deck.reserves[tile] for tile in state.tiles]
    return [deck.discards[card] for card in state.blue[seat]]


def _turn(state: State, seat: int) -> list[Action]:
    deck = state.deck
    blue = state.blue[seat]
    crew = deck.crews[state.red[seat]]
    bills, unit, cost_of = crew.rate.bills, crew.rate.unit, deck.cost_of
    supply = crew.supply
    for card in blue:
        supply += unit[card]
    menu = contacts(state)
    for card in blue:
        bill = bills[cost_of[card]]
        if bill.covered[(supply - unit[card]) & bill.mask]:  # a card never pays for itself (ruling 6)
            menu += recruits(deck, crew, blue, card)
    for tile in state.tiles + state.reserved[seat]:
        cost = deck.tile_cost_of[tile]
        if cost >= 0:
            bill = bills[cost]
            if bill.covered[supply & bill.mask]:
                menu += openings(deck, crew, blue, tile)
        elif meets(state, seat, tile):
            menu.append(("open", deck.tile_names[tile], ()))
    return menu or PASS


def contacts(state: State) -> list[Action]:
    return [action for action, pile in zip(CONTACTS, state.piles, strict=True) if pile]


def recruits(deck: Deck, crew: Crew, blue: Row, card: int) -> list[Action]:
    """Every payment for a blue card that is not worse than another, the default first."""
    name = deck.names[card]
    bill = crew.rate.bills[deck.cost_of[card]]
    return [("recruit", name, *payment) for payment in bill.payments(crew, [other for other in blue if other != card])]


def openings(deck: Deck, crew: Crew, blue: Row, tile: int) -> list[Action]:
    """Every payment for a tile that asks resources."""
    name = deck.tile_names[tile]
    return [("open", name, pay) for pay, _ in crew.rate.bills[deck.tile_cost_of[tile]].payments(crew, blue)]


def meets(state: State, seat: int, tile: int) -> bool:
    """Whether a seat has what a tile without a cost needs; nothing is discarded for it."""
    have = facts(state, seat)
    return all(have[need] >= count for need, count in state.deck.tile_needs[tile].items())
