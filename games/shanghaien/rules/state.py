"""A match at one moment: small numbers and flat lists, so that a copy costs next to nothing."""

from __future__ import annotations

from typing import Any, Final

from games.core.contract import Event, Json
from games.shanghaien.rules.tables import CARDS, DICE, JOKER, NATION, NATIONS, NUMBER, ROW, SAILORS, TRICKS, VALUE

# phases of a turn; from AIM on there is nothing to place
TURN: Final = 0  # roll or shanghai
ROLLED: Final = 1  # place a die, or play a trick first
FIRST: Final = 2  # the round's first roll: choose the direction, or play a trick first
PLACE: Final = 3  # place a die; the time for tricks is over
AIM: Final = 4  # a trick was played on the round's first roll: choose the direction
AIM_BOTH: Final = 5  # the same after *both dice*: choosing lays them
OVER: Final = 6
PHASES: Final = ("turn", "rolled", "first", "place", "aim", "aim_both", "over")

# places of a card
HIDDEN: Final = 0  # in the draw pile or in the tavern
GONE: Final = 3  # out of the game; 1 and 2 are the seats 0 and 1


class State:
    """`laid[6 * seat + value - 1]` counts dice, `crew[8 * seat + nation]` adds values; masks have a bit for each thing.

    `numbered`, `supply`, `crew`, `sailors` and `tricks` follow from the other fields; they are kept because they are
    asked at every step.
    """

    __slots__ = (
        "crew", "deck", "direction", "extra_trick", "jokers", "laid", "last", "numbered", "owner", "pair", "phase",
        "round", "sailors", "seat", "starter", "step", "supply", "tricks", "used",
    )  # fmt: skip

    extra_trick: bool
    deck: tuple[int, ...]  # all 48, in the order dealt
    round: int
    starter: int
    seat: int  # who decides, -1 when over
    phase: int
    step: int  # actions done in this round
    pair: tuple[int, ...]  # the roll, () before it
    direction: int  # where number 1 is as seat 0 sees the row: 0 not chosen, 1 left, 2 right
    numbered: tuple[int, ...]  # the tavern from number 1 to 6, () until the direction is chosen
    used: int  # mask of the seats that played a trick in this round
    laid: list[int]
    supply: list[int]
    owner: bytearray  # card number -> place
    crew: list[int]
    sailors: list[int]  # seat -> mask of nations of which it has a real sailor
    tricks: list[int]  # seat -> mask of unused trick cards
    jokers: tuple[tuple[int, int, int], ...]  # card, seat, nation
    last: tuple[int, int, int, tuple[Event, ...]] | None  # round, who ended it, direction, its `given` events

    def copy(self) -> State:
        new = object.__new__(State)
        new.extra_trick = self.extra_trick
        new.deck = self.deck
        new.round = self.round
        new.starter = self.starter
        new.seat = self.seat
        new.phase = self.phase
        new.step = self.step
        new.pair = self.pair
        new.direction = self.direction
        new.numbered = self.numbered
        new.used = self.used
        new.laid = self.laid[:]
        new.supply = self.supply[:]
        new.owner = self.owner[:]
        new.crew = self.crew[:]
        new.sailors = self.sailors[:]
        new.tricks = self.tricks[:]
        new.jokers = self.jokers
        new.last = self.last
        return new

    def tavern(self) -> tuple[int, ...]:
        """The cards in the row, left to right as seat 0 sees it; none when the match is over."""
        return self.deck[ROW * (self.round - 1) : ROW * self.round] if self.phase != OVER else ()

    def number(self) -> tuple[int, ...]:
        """The same from number 1 to 6. rules: direction"""
        return () if not self.direction else self.tavern() if self.direction == 1 else self.tavern()[::-1]


def begin(*, extra_trick: bool, starter: int, deck: list[str]) -> State:
    state = State()
    state.extra_trick = extra_trick
    state.deck = tuple(map(NUMBER.__getitem__, deck))
    state.round, state.starter, state.seat, state.phase, state.step = 1, starter, starter, TURN, 0
    state.pair, state.direction, state.numbered, state.used = (), 0, (), 0
    state.laid = [0] * (2 * ROW)
    state.owner = bytearray(len(deck)) + (b"\x01\x02" if extra_trick else bytes((GONE, GONE)))
    state.jokers, state.last = (), None
    state.supply, state.crew, state.sailors = [DICE, DICE], [0] * (2 * len(NATIONS)), [0, 0]
    state.tricks = [1 << TRICKS, 1 << TRICKS + 1] if extra_trick else [0, 0]
    return state


def tally(state: State) -> tuple[list[int], list[int], list[int], list[int]]:
    """What follows from dice, owners and jokers: supply, crew, sailors, tricks."""
    supply = [DICE - sum(state.laid[ROW * seat : ROW * (seat + 1)]) for seat in (0, 1)]
    crew, sailors, tricks = [0] * (2 * len(NATIONS)), [0, 0], [0, 0]
    joined = {card for card, _, _ in state.jokers}
    for card, place in enumerate(state.owner):
        seat = place - 1
        if seat not in (0, 1) or card in joined:
            continue
        if card < SAILORS:
            crew[len(NATIONS) * seat + NATION[card]] += VALUE[card]
            sailors[seat] |= 1 << NATION[card]
        else:
            tricks[seat] |= 1 << (card - SAILORS)
    for _, seat, nation in state.jokers:
        crew[len(NATIONS) * seat + nation] += JOKER
    return supply, crew, sailors, tricks


def dump(state: State) -> Json:
    """All of it, secrets included: for storage, never for a screen."""
    return {
        "extra_trick": state.extra_trick,
        "deck": [CARDS[card] for card in state.deck],
        "round": state.round,
        "starter": state.starter,
        "seat": state.seat,
        "phase": PHASES[state.phase],
        "step": state.step,
        "pair": list(state.pair),
        "direction": state.direction,
        "used": state.used,
        "laid": list(state.laid),
        "owner": list(state.owner),
        "jokers": [[CARDS[card], seat, NATIONS[nation]] for card, seat, nation in state.jokers],
        "last": state.last and [*state.last[:3], [list(given) for given in state.last[3]]],
    }


def load(data: Json) -> State:
    """The state that `dump` wrote."""
    state = begin(extra_trick=data["extra_trick"], starter=data["starter"], deck=data["deck"])
    state.round, state.seat, state.step = data["round"], data["seat"], data["step"]
    state.phase = PHASES.index(data["phase"])
    state.pair, state.direction, state.used = tuple(data["pair"]), data["direction"], data["used"]
    state.numbered = state.number()
    state.laid, state.owner = list(data["laid"]), bytearray(data["owner"])
    state.jokers = tuple((NUMBER[card], seat, NATIONS.index(nation)) for card, seat, nation in data["jokers"])
    state.last = _last(data["last"])
    state.supply, state.crew, state.sailors, state.tricks = tally(state)
    return state


def _last(data: list[Any] | None) -> tuple[int, int, int, tuple[Event, ...]] | None:
    if data is None:
        return None
    number, by, direction, given = data
    return number, by, direction, tuple((*facts, tuple(dice), sums and tuple(sums)) for *facts, dice, sums in given)


def invariant(state: State) -> None:
    """Every die and every card is in exactly one place, and what is kept twice agrees."""
    assert tally(state) == (state.supply, state.crew, state.sailors, state.tricks), "a tally is wrong"
    assert state.numbered == state.number(), "the row is numbered wrongly"
    assert min(state.supply) >= 0 and min(state.laid) >= 0, "dice were made from nothing"
    dealt = ROW * (state.round - 1) if state.phase != OVER else len(state.deck)
    assert sorted(state.deck) == list(range(len(state.deck))), "the deck lost a card"
    for place, card in enumerate(state.deck):
        assert (state.owner[card] == HIDDEN) == (place >= dealt), f"{CARDS[card]} is in two places or none"
    for card, seat, nation in state.jokers:
        assert state.owner[card] == seat + 1, f"{CARDS[card]} joined a crew and is not owned"
        assert state.sailors[seat] >> nation & 1, f"{CARDS[card]} has no sailor to join"
    assert (state.phase == OVER) == (state.seat == -1), "somebody decides in a match that is over"
    assert bool(state.pair) == (state.phase not in (TURN, OVER)), "dice are rolled at the wrong time"
