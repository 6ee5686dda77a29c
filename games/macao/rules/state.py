"""The position, and its conversion to JSON and back.

Cards and tiles are small numbers here, and names only in JSON.
"""

from __future__ import annotations

from itertools import chain

from games.core.contract import Json, Malformed
from games.macao.rules.paying.crews import Crew
from games.macao.rules.tables import PILES, ROUND_LIMIT, Deck, read_deck

Row = tuple[int, ...]

#: what the seat in turn must do, or the victims of its killer; the names are the kinds of decision
TURN, DISCARD, CONTACT, RESERVE, VICTIM, OVER = range(6)
PHASES = ("turn", "discard", "contact", "reserve", "victim", "over")

#: values in `victim_choices` besides cards: this seat gives up nothing; this seat must still choose
SPARED, ASKED = -1, -2


class State:
    """A match of Macao between two actions."""

    __slots__ = (
        "blue",
        "crews",
        "deceased",
        "deck",
        "first",
        "passes",
        "phase",
        "piles",
        "red",
        "reserved",
        "round",
        "tiles",
        "turn",
        "victim_choices",
        "yellow",
    )

    deck: Deck
    first: int
    turn: int  # whose turn it is, also while victims choose
    round: int  # from 1
    passes: int  # in this round
    phase: int
    piles: list[Row]
    tiles: Row  # in the centre
    blue: list[Row]  # by seat, as are the next five; deceased widows are not in it
    deceased: list[Row]  # widows
    red: list[Row]
    crews: list[Crew]  # the red cards with their effect on payments and limits
    reserved: list[Row]
    yellow: list[Row]
    victim_choices: Row  # by seat, while victims choose: SPARED, ASKED or a card; otherwise empty

    def copy(self) -> State:
        new = State.__new__(State)
        new.deck = self.deck
        new.first = self.first
        new.turn = self.turn
        new.round = self.round
        new.passes = self.passes
        new.phase = self.phase
        new.piles = self.piles[:]
        new.tiles = self.tiles
        new.blue = self.blue[:]
        new.deceased = self.deceased[:]
        new.red = self.red[:]
        new.crews = self.crews[:]
        new.reserved = self.reserved[:]
        new.yellow = self.yellow[:]
        new.victim_choices = self.victim_choices
        return new


def dump(state: State) -> Json:
    """The state as JSON, with names."""
    cards, tiles = state.deck.names, state.deck.tile_names

    def name_rows(rows: list[Row], names: list[str]) -> list[list[str]]:
        return [[names[item] for item in row] for row in rows]

    return {
        "deck": state.deck.data,
        "first": state.first,
        "turn": state.turn,
        "round": state.round,
        "passes": state.passes,
        "phase": PHASES[state.phase],
        "piles": name_rows(state.piles, cards),
        "tiles": [tiles[tile] for tile in state.tiles],
        "blue": name_rows(state.blue, cards),
        "dead": name_rows(state.deceased, cards),
        "red": name_rows(state.red, cards),
        "reserved": name_rows(state.reserved, tiles),
        "yellow": name_rows(state.yellow, tiles),
        "given": [choice if choice < 0 else cards[choice] for choice in state.victim_choices],
    }


def load(data: Json) -> State:
    """The state that `dump` wrote. Malformed if it is no state, AssertionError if it breaks the invariant."""
    try:
        state = _read_state(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Malformed(f"not a state of this game ({error})", "state") from None
    invariant(state)
    return state


def _read_state(data: Json) -> State:
    state = State.__new__(State)
    state.deck = deck = read_deck(data["deck"])
    for key in ("first", "turn", "round", "passes"):
        setattr(state, key, int(data[key]))
    state.phase = PHASES.index(data["phase"])
    state.piles = [tuple(deck.index[name] for name in row) for row in data["piles"]]
    state.tiles = tuple(deck.tile_index[name] for name in data["tiles"])
    state.blue = _number_rows(data["blue"], deck.index)
    state.deceased = _number_rows(data["dead"], deck.index)
    state.red = _number_rows(data["red"], deck.index)
    state.reserved = _number_rows(data["reserved"], deck.tile_index)
    state.yellow = _number_rows(data["yellow"], deck.tile_index)
    state.crews = [deck.crews[row] for row in state.red]
    state.victim_choices = tuple(
        choice if choice in (SPARED, ASKED) else deck.index[choice] for choice in data["given"]
    )
    return state


def _number_rows(rows: list[list[str]], index: dict[str, int]) -> list[Row]:
    return [tuple(index[name] for name in row) for row in rows]


def invariant(state: State) -> None:
    """Raises AssertionError if a card or tile is lost or doubled, or somebody has more than allowed."""
    _ensure(2 <= len(state.blue) <= 4, "two to four seats")
    rows_by_seat = (state.blue, state.deceased, state.red, state.reserved, state.yellow)
    _ensure(all(len(rows) == len(state.blue) for rows in rows_by_seat), "rows for each seat")
    _ensure(len(state.piles) == PILES, "four piles")
    _check_cards(state)
    _check_tiles(state)
    _ensure(0 <= state.first < len(state.blue) > state.turn >= 0, "the first and the present seat")
    _ensure(1 <= state.round <= ROUND_LIMIT and 0 <= state.passes <= len(state.blue), "rounds and passes")
    _check_limits(state)
    _check_victims(state)


def _check_cards(state: State) -> None:
    deck, seats = state.deck, len(state.blue)
    lying = sorted(chain(*state.piles, *state.blue, *state.deceased, *state.red))
    widows = 2 * seats - 1  # the last cards; for few seats not all widows of a deck are needed
    _ensure(lying == list(range(len(deck.shuffled) + widows)), "every card lies in exactly one place")
    _ensure(all(deck.is_widow[card] for row in state.deceased for card in row), "only widows decease")


def _check_tiles(state: State) -> None:
    lying = [tile for row in (state.tiles, *state.reserved, *state.yellow) for tile in row]
    _ensure(len(set(lying)) == len(lying), "every tile lies in one place")
    _ensure(len(lying) == state.deck.tiles_in_play[len(state.blue)], "as many tiles as seats ask for")


def _check_limits(state: State) -> None:
    for seat, blue in enumerate(state.blue):
        excess = 1 if state.phase == DISCARD and seat == state.turn else 0
        _ensure(state.crews[seat].cards == state.red[seat], f"the crew of seat {seat} is its red cards")
        limit = state.crews[seat].limit
        _ensure(
            len(blue) + len(state.deceased[seat]) <= limit + excess,
            f"seat {seat} keeps its limit of blue cards",
        )


def _check_victims(state: State) -> None:
    if state.phase != VICTIM:
        _ensure(state.victim_choices == (), "only victims give cards up")
        return
    _ensure(
        len(state.victim_choices) == len(state.blue) and ASKED in state.victim_choices,
        "a victim has to choose",
    )
    for seat, choice in enumerate(state.victim_choices):
        is_victim = seat != state.turn and bool(state.blue[seat])
        _ensure((choice == SPARED) != is_victim, f"seat {seat} is a victim or spared")
        _ensure(choice < 0 or choice in state.blue[seat], f"seat {seat} gives up a blue card of its own")


def _ensure(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def find_smallest_pile(piles: list[Row]) -> int:
    """The number of the smallest pile: the leftmost of equal ones (ruling 20), an empty one first (ruling
    21).
    """
    smallest = 0
    for number, pile in enumerate(piles):
        if len(pile) < len(piles[smallest]):
            smallest = number
    return smallest


def pack_kinds(state: State, seat: int) -> int:
    """All cards of a seat, packed by kind; a deceased widow counts as a widow (ruling 5)."""
    deck = state.deck
    unit = deck.kind_unit
    packed = state.crews[seat].kinds + deck.widow_unit * len(state.deceased[seat])
    for card in state.blue[seat]:
        packed += unit[card]
    return packed


def pack_means(state: State, seat: int) -> int:
    """All units that a seat can pay, packed by group."""
    crew = state.crews[seat]
    return crew.supply + sum([crew.rate.unit[card] for card in state.blue[seat]])


def count_needs(state: State, seat: int, packed_kinds: int) -> tuple[int, ...]:
    """How many a seat has of everything that tiles may need, in the order of NEEDS. rules: establishments"""
    most, different = state.deck.kind_counts[packed_kinds]
    blue = len(state.blue[seat]) + len(state.deceased[seat])
    return most, different, blue, len(state.red[seat]), len(state.reserved[seat]), len(state.yellow[seat])
