"""What a seat, or a spectator, may know.

That is everything but the cards below the tops and what victims are about to give. By ruling 3 only the top
of a pile and its number of cards are known. People may remember that a card went under a pile; the table does
not show it, and `redeal` deals it again.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

from games.core.contract import Action, Json
from games.macao.rules.deck.packed import count_at
from games.macao.rules.deck.validation import NEEDS
from games.macao.rules.menu import list_openings, list_recruits
from games.macao.rules.paying.crews import Crew
from games.macao.rules.paying.rates import Bill, Rate
from games.macao.rules.scoring import count_coins
from games.macao.rules.state import (
    ASKED,
    OVER,
    PHASES,
    VICTIM,
    Row,
    State,
    count_needs,
    pack_kinds,
    pack_means,
)
from games.macao.rules.tables import ROUND_LIMIT, Deck


def view(state: State, seat: int | None) -> Json:
    if seat is not None and not 0 <= seat < len(state.blue):
        seat = None
    return {
        "seat": seat,
        "first": state.first,
        "turn": state.turn,
        "round": state.round,
        "rounds": ROUND_LIMIT,
        "phase": PHASES[state.phase],
        "last_round": state.phase == OVER or _is_last_round(state),
        "piles": [
            {"top": state.deck.names[pile[0]] if pile else None, "count": len(pile)} for pile in state.piles
        ],
        "tiles": [state.deck.tile_names[tile] for tile in state.tiles],
        "seats": [_describe_seat(state, place) for place in range(len(state.blue))],
        "victims": _describe_victims(state, seat),
        "cards": _describe_cards(state),
        "copies": _count_copies(state),
        "establishments": _describe_tiles(state),
        "mine": None if seat is None else _describe_own(state, seat),
    }


def _is_last_round(state: State) -> bool:
    return not state.tiles or any(len(red) >= state.deck.red_to_end for red in state.red)


def _describe_seat(state: State, seat: int) -> Json:
    deck = state.deck
    members, establishments = count_coins(state, seat)
    return {
        "blue": [deck.names[card] for card in state.blue[seat]],
        "deceased": [deck.names[card] for card in state.deceased[seat]],
        "red": [deck.names[card] for card in state.red[seat]],
        "reserved": [deck.tile_names[tile] for tile in state.reserved[seat]],
        "opened": [deck.tile_names[tile] for tile in state.yellow[seat]],
        "blue_count": len(state.blue[seat]) + len(state.deceased[seat]),
        "blue_limit": state.crews[seat].limit,
        "red_count": len(state.red[seat]),
        "red_to_end": deck.red_to_end,
        "coins": {"members": members, "establishments": establishments, "total": members + establishments},
    }


def _describe_victims(state: State, seat: int | None) -> Json | None:
    """The seats that must still choose, and the choice of the viewing seat.

    The others' choices are secret until then.
    """
    if state.phase != VICTIM:
        return None
    own = state.victim_choices[seat] if seat is not None else ASKED
    return {
        "waiting": [seat_asked for seat_asked, choice in enumerate(state.victim_choices) if choice == ASKED],
        "given": state.deck.names[own] if own >= 0 else None,
    }


def _describe_cards(state: State) -> Json:
    """The facts of every card that can be seen, by name."""
    shown = [pile[0] for pile in state.piles if pile]
    shown += [card for rows in (state.blue, state.deceased, state.red) for row in rows for card in row]
    return {state.deck.names[card]: state.deck.card_facts[card] for card in sorted(shown)}


def _count_copies(state: State) -> Json:
    """How many cards of each type are in play, the hidden ones too: people know it from the box."""
    rows = chain(state.piles, state.blue, state.deceased, state.red)
    return dict(sorted(Counter(state.deck.kind[card] for card in chain.from_iterable(rows)).items()))


def _describe_tiles(state: State) -> Json:
    tiles = sorted(
        {*state.tiles, *(tile for rows in (state.reserved, state.yellow) for row in rows for tile in row)}
    )
    return {state.deck.tile_names[tile]: state.deck.tile_facts[tile] for tile in tiles}


def _describe_own(state: State, seat: int) -> Json:
    """What the viewing seat could pay for, whoever is in turn."""
    deck = state.deck
    crew = state.crews[seat]
    blue = state.blue[seat]
    packed = pack_means(state, seat)
    have = count_needs(state, seat, pack_kinds(state, seat))
    return {
        "production": _describe_production(deck, crew, state.red[seat], blue, packed),
        "recruits": [_describe_recruit(deck, crew, blue, card, packed) for card in blue],
        "openings": [
            _describe_opening(deck, crew, blue, tile, bill, packed)
            if bill
            else _describe_checklist(deck, tile, have)
            for tile in state.tiles + state.reserved[seat]
            for bill in [crew.rate.tile_bills[tile]]
        ],
    }


def _describe_production(deck: Deck, crew: Crew, red: Row, blue: Row, packed: int) -> Json:
    rate = crew.rate
    return {
        "sources": [_describe_source(deck, rate, card, 1, "blue") for card in blue]
        + [_describe_source(deck, rate, card, deck.units_red[card], "red") for card in red],
        "groups": [
            {"resources": rate.resources(group), "units": count_at(packed, group)}
            for group in range(rate.jokers)
        ],
        "jokers": count_at(packed, rate.jokers),
        "exchanges": [
            {"card": deck.names[card], "resources": [deck.resources[side] for side in pair]}
            for card in red
            if (pair := deck.cards[card].pair)
        ],
        "croupiers": [deck.names[card] for card in red if deck.kind[card] == "croupier"],
        "innkeepers": [deck.names[card] for card in red if deck.kind[card] == "innkeeper"],
    }


def _describe_source(deck: Deck, rate: Rate, card: int, units: int, colour: str) -> Json:
    joker = deck.is_widow[card]
    return {
        "card": deck.names[card],
        "colour": colour,
        "units": units,
        "joker": joker,
        "stands_for": list(deck.resources) if joker else rate.resources(rate.group[card]),
    }


def _describe_recruit(deck: Deck, crew: Crew, blue: Row, card: int, packed: int) -> Json:
    bill = crew.rate.bills[card]
    line = _describe_cost(bill, packed - crew.rate.unit[card])
    others = crew.list_payers([other for other in blue if other != card])
    payments = list_recruits(bill, crew, others, deck.names[card]) if line["possible"] else []
    return {"card": deck.names[card], **line, "payments": _list_proposals(deck, blue, payments)}


def _describe_opening(deck: Deck, crew: Crew, blue: Row, tile: int, bill: Bill, packed: int) -> Json:
    line = _describe_cost(bill, packed)
    payments = (
        list_openings(bill, crew, crew.list_payers(blue), deck.tile_names[tile]) if line["possible"] else []
    )
    return {"tile": deck.tile_names[tile], **line, "payments": _list_proposals(deck, blue, payments)}


def _describe_checklist(deck: Deck, tile: int, have: tuple[int, ...]) -> Json:
    checklist = [
        {"need": NEEDS[need], "have": have[need], "of": count, "met": have[need] >= count}
        for need, count in deck.tile_needs[tile]
    ]
    possible = all(line["met"] for line in checklist)
    return {"tile": deck.tile_names[tile], "possible": possible, "checklist": checklist}


def _describe_cost(bill: Bill, packed: int) -> Json:
    """Whether a cost can be paid, and if not what is missing; "one short" is `short` 1."""
    short, missing, jokers = bill.explain_shortage(packed)
    return {
        "possible": short == 0,
        "short": short,
        "missing": missing,
        "jokers": jokers,
        "discounts": [list(way.removed) for way in bill.ways if way.removed],
    }


def _list_proposals(deck: Deck, blue: Row, payments: list[Action]) -> list[Json]:
    """One payment for each set of cards that would be lost; the default first."""
    proposals: dict[tuple[str, ...], Json] = {}
    for action in payments:
        lost = tuple([name for name in action[2] if deck.index[name] in blue])
        if lost not in proposals:
            proposals[lost] = _describe_proposal(deck, action, lost)
    return list(proposals.values())


def _describe_proposal(deck: Deck, action: Action, lost: tuple[str, ...]) -> Json:
    widows = [name for name in lost if deck.is_widow[deck.index[name]]]
    return {
        "pay": list(action[2]),
        "croupier": list(action[3]) if action[0] == "recruit" else None,
        "discards": [name for name in lost if name not in widows],
        "widows": widows,
    }
