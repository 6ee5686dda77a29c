"""Where everything lies. Cards and tiles are small numbers here; their names stand only at the border.

Rows are tuples that a change replaces, so a copy shares them. Red cards are
sorted, since much is remembered by them; other rows are in the order in which things came; piles begin with their top.
"""

from __future__ import annotations

from itertools import chain

from games.core.contract import Json, Malformed
from games.macao.rules.paying.crews import Crew
from games.macao.rules.tables import PILES, ROUND_LIMIT, Deck, read_deck

Row = tuple[int, ...]

#: what the seat in turn, or the killer's victims, must do; the names are those of decisions
TURN, DISCARD, CONTACT, RESERVE, VICTIM, OVER = range(6)
PHASES = ("turn", "discard", "contact", "reserve", "victim", "over")

#: what a seat has to say about the killer: nothing, something, or else the card it gave up
SPARED, ASKED = -1, -2


class State:
    """A match of Macao between two actions."""

    __slots__ = (
        "blue",
        "crews",
        "dead",
        "deck",
        "first",
        "given",
        "passes",
        "phase",
        "piles",
        "red",
        "reserved",
        "round",
        "tiles",
        "turn",
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
    blue: list[Row]  # living ones
    dead: list[Row]  # deceased widows
    red: list[Row]
    crews: list[Crew]  # what the red cards mean for payments and limits: looked up when they change
    reserved: list[Row]
    yellow: list[Row]
    given: Row  # while victims choose: SPARED, ASKED or a card for each seat; else empty

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
        new.dead = self.dead[:]
        new.red = self.red[:]
        new.crews = self.crews[:]
        new.reserved = self.reserved[:]
        new.yellow = self.yellow[:]
        new.given = self.given
        return new


def dump(state: State) -> Json:
    """The state as JSON, with names."""
    card, tile = state.deck.names, state.deck.tile_names

    def rows(lists: list[Row], names: list[str]) -> list[list[str]]:
        return [[names[item] for item in row] for row in lists]

    return {
        "deck": state.deck.data,
        "first": state.first,
        "turn": state.turn,
        "round": state.round,
        "passes": state.passes,
        "phase": PHASES[state.phase],
        "piles": rows(state.piles, card),
        "tiles": [tile[item] for item in state.tiles],
        "blue": rows(state.blue, card),
        "dead": rows(state.dead, card),
        "red": rows(state.red, card),
        "reserved": rows(state.reserved, tile),
        "yellow": rows(state.yellow, tile),
        "given": [given if given < 0 else card[given] for given in state.given],
    }


def load(data: Json) -> State:
    """The state that `dump` wrote; Malformed or an AssertionError of the invariant if it is none."""
    try:
        state = _read(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Malformed(f"not a state of this game ({error})", "state") from None
    invariant(state)
    return state


def _read(data: Json) -> State:
    state = State.__new__(State)
    state.deck = deck = read_deck(data["deck"])
    for key in ("first", "turn", "round", "passes"):
        setattr(state, key, int(data[key]))
    state.phase = PHASES.index(data["phase"])
    state.piles = [tuple(deck.index[name] for name in row) for row in data["piles"]]
    state.tiles = tuple(deck.tile_index[name] for name in data["tiles"])
    for key, index in zip(_ROWS, (deck.index,) * 3 + (deck.tile_index,) * 2, strict=True):
        setattr(state, key, [tuple(index[name] for name in row) for row in data[key]])
    state.crews = [deck.crews[row] for row in state.red]
    state.given = tuple(given if given in (SPARED, ASKED) else deck.index[given] for given in data["given"])
    return state


_ROWS = ("blue", "dead", "red", "reserved", "yellow")


def invariant(state: State) -> None:
    """Every card and tile lies in one place, nobody has more than the rules allow; AssertionError says what broke."""
    _ensure(2 <= len(state.blue) <= 4, "two to four seats")
    _ensure(all(len(getattr(state, key)) == len(state.blue) for key in _ROWS), "rows for each seat")
    _ensure(len(state.piles) == PILES, "four piles")
    _cards(state)
    _tiles(state)
    _ensure(0 <= state.first < len(state.blue) > state.turn >= 0, "the first and the present seat")
    _ensure(1 <= state.round <= ROUND_LIMIT and 0 <= state.passes <= len(state.blue), "rounds and passes")
    _limits(state)
    _victims(state)


def _cards(state: State) -> None:
    deck, seats = state.deck, len(state.blue)
    lying = sorted(chain(*state.piles, *state.blue, *state.dead, *state.red))
    widows = 2 * seats - 1  # the last cards; a deck has more of them than few seats need
    _ensure(lying == list(range(len(deck.shuffled) + widows)), "every card lies in exactly one place")
    _ensure(all(deck.is_widow[card] for row in state.dead for card in row), "only widows decease")


def _tiles(state: State) -> None:
    lying = [tile for row in (state.tiles, *state.reserved, *state.yellow) for tile in row]
    _ensure(len(set(lying)) == len(lying), "every tile lies in one place")
    _ensure(len(lying) == state.deck.tiles_in_play[len(state.blue)], "as many tiles as seats ask for")


def _limits(state: State) -> None:
    for seat, blue in enumerate(state.blue):
        over = state.phase == DISCARD and seat == state.turn
        _ensure(state.crews[seat].cards == state.red[seat], f"the crew of seat {seat} is its red cards")
        limit = state.crews[seat].limit
        _ensure(len(blue) + len(state.dead[seat]) <= limit + over, f"seat {seat} keeps its limit of blue cards")


def _victims(state: State) -> None:
    if state.phase != VICTIM:
        _ensure(state.given == (), "only victims give cards up")
        return
    _ensure(len(state.given) == len(state.blue) and ASKED in state.given, "a victim has to choose")
    for seat, given in enumerate(state.given):
        asked = seat != state.turn and bool(state.blue[seat])
        _ensure((given == SPARED) != asked, f"seat {seat} is a victim or spared")
        _ensure(given < 0 or given in state.blue[seat], f"seat {seat} gives up a blue card of its own")


def _ensure(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def smallest_pile(piles: list[Row]) -> int:
    """Ties go to the leftmost (ruling 20); an empty pile is the smallest (ruling 21)."""
    smallest = 0
    for number, pile in enumerate(piles):
        if len(pile) < len(piles[smallest]):
            smallest = number
    return smallest


def kinds(state: State, seat: int) -> int:
    """All cards before a seat, packed by kind; a deceased widow counts as a widow (ruling 5)."""
    deck = state.deck
    unit = deck.kind_unit
    packed = state.crews[seat].kinds + deck.widow_unit * len(state.dead[seat])
    for card in state.blue[seat]:
        packed += unit[card]
    return packed


def means(state: State, seat: int) -> int:
    """All that a seat can pay with, packed."""
    crew = state.crews[seat]
    return crew.supply + sum([crew.rate.unit[card] for card in state.blue[seat]])


def facts(state: State, seat: int, kinds: int) -> tuple[int, ...]:
    """What a seat has of all that tiles may need, in the order of NEEDS (rules: establishments)."""
    most, different = state.deck.kind_counts[kinds]
    blue = len(state.blue[seat]) + len(state.dead[seat])
    return most, different, blue, len(state.red[seat]), len(state.reserved[seat]), len(state.yellow[seat])
