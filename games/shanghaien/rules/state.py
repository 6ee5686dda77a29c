"""The position, and its conversion to JSON and back.

It consists of small numbers and flat lists, so that a copy is fast. Cards, nations and trick cards are
numbers, as in `tables.py`.
"""

from __future__ import annotations

from typing import Any, Final

from games.core.contract import Event, Json
from games.shanghaien.rules.tables import (
    CARD_NUMBER,
    CARDS,
    CARDS_IN_ROW,
    DICE,
    JOKER_VALUE,
    NATION,
    NATIONS,
    SAILOR_COUNT,
    TRICKS,
    VALUE,
    has_bit,
)

# phases of a turn; from AIMING on no die can be placed
TURN: Final = 0  # roll dice, or end the round
ROLLED: Final = 1  # place a die, or play a trick card first
FIRST_ROLL: Final = 2  # the first roll of the round: choose the direction, or play a trick card first
PLACING: Final = 3  # place a die; a trick card may not be played any more
AIMING: Final = 4  # a trick card was played on the first roll of the round: choose the direction
AIMING_BOTH: Final = 5  # the same after *both dice*: the choice places them
OVER: Final = 6
PHASES: Final = ("turn", "rolled", "first", "place", "aim", "aim_both", "over")

# places of a card, in `State.owner`
HIDDEN: Final = 0  # in the draw pile or in the tavern
GONE: Final = 3  # out of the game; 1 and 2 are the seats 0 and 1


class State:
    """The position. Masks have a bit for each nation, trick card or seat, as the name says.

    `cards_by_number`, `supply`, `crew_values`, `nation_masks` and `trick_masks` follow from the other fields.
    They are kept because they are needed at every step.
    """

    __slots__ = (
        "cards_by_number", "crew_values", "decider", "deck", "dice_laid", "direction", "extra_trick",
        "jokers", "last_round", "nation_masks", "owner", "phase", "roll", "round", "starter", "step",
        "supply", "trick_masks", "trick_players",
    )  # fmt: skip

    extra_trick: bool
    deck: tuple[int, ...]  # all 48 cards in the order in which they are dealt
    round: int
    starter: int
    decider: int  # the seat that decides, -1 when over
    phase: int
    step: int  # number of actions done in this round
    roll: tuple[int, ...]  # two dice, () before they are rolled
    direction: int  # where number 1 is as seat 0 sees the row: 0 not chosen, 1 left, 2 right
    cards_by_number: tuple[int, ...]  # the row from number 1 to 6, () until the direction is chosen
    trick_players: int  # mask of the seats that played a trick in this round
    dice_laid: list[int]  # [6 * seat + value - 1] -> dice of this seat on the card with this number
    supply: list[int]  # by seat, the number of dice not laid
    owner: bytearray  # card -> its place
    crew_values: list[int]  # [8 * seat + nation] -> sum of the values in this crew, jokers included
    nation_masks: list[int]  # by seat, the nations of which it has a sailor, jokers excluded
    trick_masks: list[int]  # by seat, the unused trick cards
    jokers: tuple[tuple[int, int, int], ...]  # card, seat, nation
    # round, the seat that ended it, direction, its `given` events
    last_round: tuple[int, int, int, tuple[Event, ...]] | None

    def copy(self) -> State:
        new = object.__new__(State)
        new.extra_trick = self.extra_trick
        new.deck = self.deck
        new.round = self.round
        new.starter = self.starter
        new.decider = self.decider
        new.phase = self.phase
        new.step = self.step
        new.roll = self.roll
        new.direction = self.direction
        new.cards_by_number = self.cards_by_number
        new.trick_players = self.trick_players
        new.dice_laid = self.dice_laid[:]
        new.supply = self.supply[:]
        new.owner = self.owner[:]
        new.crew_values = self.crew_values[:]
        new.nation_masks = self.nation_masks[:]
        new.trick_masks = self.trick_masks[:]
        new.jokers = self.jokers
        new.last_round = self.last_round
        return new

    def find_tavern(self) -> tuple[int, ...]:
        """The cards in the row, left to right as seat 0 sees it; none when the match is over."""
        if self.phase == OVER:
            return ()
        return self.deck[CARDS_IN_ROW * (self.round - 1) : CARDS_IN_ROW * self.round]

    def find_cards_by_number(self) -> tuple[int, ...]:
        """The cards in the row from number 1 to 6; none before the direction is chosen (rules: direction)."""
        if not self.direction:
            return ()
        tavern = self.find_tavern()
        return tavern if self.direction == 1 else tavern[::-1]


def new_match(*, extra_trick: bool, starter: int, deck: list[str]) -> State:
    state = State()
    state.extra_trick = extra_trick
    state.deck = tuple(map(CARD_NUMBER.__getitem__, deck))
    state.round, state.starter, state.decider, state.phase, state.step = 1, starter, starter, TURN, 0
    state.roll, state.direction, state.cards_by_number, state.trick_players = (), 0, (), 0
    state.dice_laid = [0] * (2 * CARDS_IN_ROW)
    state.owner = bytearray(len(deck)) + (b"\x01\x02" if extra_trick else bytes((GONE, GONE)))
    state.jokers, state.last_round = (), None
    state.supply, state.crew_values, state.nation_masks = [DICE, DICE], [0] * (2 * len(NATIONS)), [0, 0]
    state.trick_masks = [1 << TRICKS, 1 << TRICKS + 1] if extra_trick else [0, 0]
    return state


def tally_crews(state: State) -> tuple[list[int], list[int], list[int], list[int]]:
    """`supply`, `crew_values`, `nation_masks` and `trick_masks` as they follow from the other fields."""
    supply = [DICE - sum(state.dice_laid[CARDS_IN_ROW * seat : CARDS_IN_ROW * (seat + 1)]) for seat in (0, 1)]
    crew_values, nation_masks, trick_masks = [0] * (2 * len(NATIONS)), [0, 0], [0, 0]
    joker_cards = {card for card, _, _ in state.jokers}
    for card, place in enumerate(state.owner):
        seat = place - 1
        if seat not in (0, 1) or card in joker_cards:
            continue
        if card < SAILOR_COUNT:
            crew_values[len(NATIONS) * seat + NATION[card]] += VALUE[card]
            nation_masks[seat] |= 1 << NATION[card]
        else:
            trick_masks[seat] |= 1 << (card - SAILOR_COUNT)
    for _, seat, nation in state.jokers:
        crew_values[len(NATIONS) * seat + nation] += JOKER_VALUE
    return supply, crew_values, nation_masks, trick_masks


def dump(state: State) -> Json:
    """The whole state as JSON, secrets included: for storage, never for a screen."""
    return {
        "extra_trick": state.extra_trick,
        "deck": [CARDS[card] for card in state.deck],
        "round": state.round,
        "starter": state.starter,
        "seat": state.decider,
        "phase": PHASES[state.phase],
        "step": state.step,
        "pair": list(state.roll),
        "direction": state.direction,
        "used": state.trick_players,
        "laid": list(state.dice_laid),
        "owner": list(state.owner),
        "jokers": [[CARDS[card], seat, NATIONS[nation]] for card, seat, nation in state.jokers],
        "last": state.last_round and [*state.last_round[:3], [list(event) for event in state.last_round[3]]],
    }


def load(data: Json) -> State:
    """The state that `dump` wrote."""
    state = new_match(extra_trick=data["extra_trick"], starter=data["starter"], deck=data["deck"])
    state.round, state.decider, state.step = data["round"], data["seat"], data["step"]
    state.phase = PHASES.index(data["phase"])
    state.roll, state.direction, state.trick_players = tuple(data["pair"]), data["direction"], data["used"]
    state.cards_by_number = state.find_cards_by_number()
    state.dice_laid, state.owner = list(data["laid"]), bytearray(data["owner"])
    state.jokers = tuple(
        (CARD_NUMBER[card], seat, NATIONS.index(nation)) for card, seat, nation in data["jokers"]
    )
    state.last_round = _load_last_round(data["last"])
    state.supply, state.crew_values, state.nation_masks, state.trick_masks = tally_crews(state)
    return state


def _load_last_round(data: list[Any] | None) -> tuple[int, int, int, tuple[Event, ...]] | None:
    if data is None:
        return None
    number, ended_by, direction, given_events = data
    events = [(*facts, tuple(dice), sums and tuple(sums)) for *facts, dice, sums in given_events]
    return number, ended_by, direction, tuple(events)


def invariant(state: State) -> None:
    """Raises AssertionError if a die or card is lost or doubled, or if a derived field is wrong."""
    assert tally_crews(state) == (state.supply, state.crew_values, state.nation_masks, state.trick_masks), (
        "a tally is wrong"
    )
    assert state.cards_by_number == state.find_cards_by_number(), "the row is numbered wrongly"
    assert min(state.supply) >= 0 and min(state.dice_laid) >= 0, "dice were made from nothing"
    dealt = CARDS_IN_ROW * (state.round - 1) if state.phase != OVER else len(state.deck)
    assert sorted(state.deck) == list(range(len(state.deck))), "the deck lost a card"
    for place, card in enumerate(state.deck):
        assert (state.owner[card] == HIDDEN) == (place >= dealt), f"{CARDS[card]} is in two places or none"
    for card, seat, nation in state.jokers:
        assert state.owner[card] == seat + 1, f"{CARDS[card]} joined a crew and is not owned"
        assert has_bit(state.nation_masks[seat], nation), f"{CARDS[card]} has no sailor to join"
    assert (state.phase == OVER) == (state.decider == -1), "somebody decides in a match that is over"
    assert bool(state.roll) == (state.phase not in (TURN, OVER)), "dice are rolled at the wrong time"
