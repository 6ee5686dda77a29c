"""Draws all luck before the first move, and makes the first state from it (rules: setup)."""

from __future__ import annotations

from games.core.contract import Chance, Json, Malformed
from games.core.json_form import require_setup
from games.macao.rules.meta import META
from games.macao.rules.state import TURN, Row, State, invariant
from games.macao.rules.tables import PILES, SHIPPED_DECK, Deck, read_deck


def draw(seats: int, options: Json, chance: Chance) -> Json:
    """The first seat, the cards and the tiles, drawn in this order, and the deck.

    A match keeps its own deck.
    """
    deck = read_deck(options["deck"]) if "deck" in options else SHIPPED_DECK
    first = chance.below(seats)
    cards = deck.shuffled + [f"widow-{n}" for n in range(seats + 1, 2 * seats)]
    chance.shuffle(cards)
    tiles = list(deck.tile_names)
    chance.shuffle(tiles)
    return {
        "first": first,
        "piles": [cards[pile::PILES] for pile in range(PILES)],
        "tiles": tiles[: deck.tiles_in_play[seats]],
        "deck": deck.data,
    }


def deal(seats: int, options: Json, setup: Json) -> State:
    """The first state. A setup without a deck has the shipped one."""
    require_setup(META, setup)
    first = setup["first"]
    if not 0 <= first < seats:
        raise Malformed(f"a seat from 0 to {seats - 1} is expected", "setup.first")
    state = State.__new__(State)
    state.deck = deck = _find_deck(setup)
    state.first = state.turn = first
    state.round, state.passes, state.phase, state.victim_choices = 1, 0, TURN, ()
    state.piles = _read_piles(deck, seats, setup["piles"])
    state.tiles = tuple(_read_numbers(setup["tiles"], deck.tile_index, "setup.tiles"))
    state.blue = [(deck.index[f"widow-{seat + 1}"],) for seat in range(seats)]
    for row in ("deceased", "red", "reserved", "yellow"):
        setattr(state, row, [()] * seats)
    state.crews = [deck.crews[()]] * seats
    try:
        invariant(state)
    except AssertionError as broken:
        raise Malformed(str(broken), "setup") from None
    return state


def _find_deck(setup: Json) -> Deck:
    try:
        return read_deck(setup["deck"]) if "deck" in setup else SHIPPED_DECK
    except Malformed as error:
        raise error.within("setup") from None


def _read_piles(deck: Deck, seats: int, piles: list[list[str]]) -> list[Row]:
    if len(piles) != PILES:
        raise Malformed("four piles are expected", "setup.piles")
    rows = [tuple(_read_numbers(pile, deck.index, f"setup.piles[{n}]")) for n, pile in enumerate(piles)]
    count = sum(map(len, rows))
    if [len(row) for row in rows] != [len(range(pile, count, PILES)) for pile in range(PILES)]:
        raise Malformed("the cards are dealt in turn to the piles", "setup.piles")
    return rows


def _read_numbers(names: list[str], index: dict[str, int], where: str) -> list[int]:
    for place, name in enumerate(names):
        if name not in index:
            raise Malformed("unknown name", f"{where}[{place}]")
    return [index[name] for name in names]
