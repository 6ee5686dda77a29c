"""Who must decide, and the menus of actions."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.contract import Action, Decision
from games.macao.rules.paying.crews import Crew, Payers
from games.macao.rules.paying.rates import Bill
from games.macao.rules.state import ASKED, CONTACT, OVER, PHASES, RESERVE, TURN, VICTIM, State, count_needs
from games.macao.rules.tables import PILES

CONTACTS: list[Action] = [("contact", pile) for pile in range(PILES)]
PASS: list[Action] = [("pass",)]


def turn(state: State) -> int:
    if state.phase == VICTIM:
        return state.victim_choices.index(ASKED)
    return -1 if state.phase == OVER else state.turn


def decisions(state: State) -> list[Decision]:
    """All open decisions.

    No id occurs twice: each seat has one turn a round, with at most one decision of each kind.
    """
    kind = PHASES[state.phase]
    if state.phase == OVER:
        return []
    if state.phase == VICTIM:
        seats = [seat for seat, choice in enumerate(state.victim_choices) if choice == ASKED]
    else:
        seats = [state.turn]
    return [Decision(f"r{state.round}.t{state.turn}.{kind}.s{seat}", seat, kind) for seat in seats]


def must_decide(state: State, seat: int) -> bool:
    if state.phase == VICTIM:
        return 0 <= seat < len(state.victim_choices) and state.victim_choices[seat] == ASKED
    return state.phase != OVER and seat == state.turn


def legal(state: State, seat: int) -> Sequence[Action]:
    """The menu. It omits payments that are worse than another (ruling 8), though `check` accepts them."""
    phase = state.phase
    if phase == TURN:
        return _list_turn_actions(state, seat) if seat == state.turn else ()
    if not must_decide(state, seat):
        return ()
    deck = state.deck
    if phase == CONTACT:
        return list_contacts(state)
    if phase == RESERVE:
        return [deck.reserves[tile] for tile in state.tiles]
    return [deck.discards[card] for card in state.blue[seat]]


def _list_turn_actions(state: State, seat: int) -> list[Action]:
    """Contacts, then cards that can be recruited, then tiles that can be opened; if there are none, passing.

    The code is dense, because it is a hot path: random play and the search make a menu for every step.
    """
    deck = state.deck
    blue = state.blue[seat]
    crew = state.crews[seat]
    bills, unit, kind_unit = crew.rate.bills, crew.rate.unit, deck.kind_unit
    supply, kinds = crew.supply, crew.kinds + deck.widow_unit * len(state.deceased[seat])
    for card in blue:
        supply += unit[card]
        kinds += kind_unit[card]
    menu = list_contacts(state)
    payers = None
    for card in blue:
        bill = bills[card]
        if not bill.missing[(supply - unit[card]) & bill.mask]:  # a card never pays for itself (ruling 6)
            payers = payers or crew.list_payers(blue)
            others = (
                crew.list_payers([other for other in blue if other != card])
                if unit[card] & bill.mask
                else payers
            )
            menu += list_recruits(bill, crew, others, deck.names[card])
    have, tile_bills, needs = None, crew.rate.tile_bills, deck.tile_needs
    for tile in state.tiles + state.reserved[seat]:
        tile_bill = tile_bills[tile]
        if tile_bill:
            if not tile_bill.missing[supply & tile_bill.mask]:
                payers = payers or crew.list_payers(blue)
                menu += list_openings(tile_bill, crew, payers, deck.tile_names[tile])
        else:
            have = have or count_needs(state, seat, kinds)
            for need, count in needs[tile]:
                if have[need] < count:
                    break
            else:  # nothing that the tile needs is missing
                menu.append(deck.opens[tile])
    return menu or PASS


def list_contacts(state: State) -> list[Action]:
    if all(state.piles):
        return CONTACTS[:]
    return [action for action, pile in zip(CONTACTS, state.piles, strict=True) if pile]


def list_recruits(bill: Bill, crew: Crew, payers: Payers, card: str) -> list[Action]:
    """Every payment for a blue card that is not worse than another; the default comes first."""
    cards, plans = crew.plan_payments(bill, payers)
    ways = bill.ways
    menu: list[Action] = []
    for pick, way in plans:
        menu.append(("recruit", card, pick(cards), ways[way].removed))
    return menu


def list_openings(bill: Bill, crew: Crew, payers: Payers, tile: str) -> list[Action]:
    """Every payment for a tile that costs resources."""
    cards, plans = crew.plan_payments(bill, payers)
    return [("open", tile, pick(cards)) for pick, _ in plans]
