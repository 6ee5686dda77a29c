"""Does the actions. `check` has allowed each, so nothing is refused here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core.contract import Action, Chance, Event
from games.shanghaien.rules.scoring import judge_row
from games.shanghaien.rules.state import (
    AIMING,
    AIMING_BOTH,
    FIRST_ROLL,
    GONE,
    OVER,
    PLACING,
    ROLLED,
    TURN,
    State,
)
from games.shanghaien.rules.tables import (
    CARD_NUMBER,
    CARDS,
    CARDS_IN_ROW,
    DICE,
    DICE_PER_ROLL,
    ENDS,
    JOKER_VALUE,
    NATION,
    NATIONS,
    ROUNDS,
    SAILOR_COUNT,
    VALUE,
)


def advance(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Does a checked action in place; returns the events, which everybody may see."""
    state.step += 1
    return _MOVES[action[0]](state, seat, action, chance)


def _roll(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.roll = pair = chance.dice("dice", DICE_PER_ROLL)
    state.phase = ROLLED if state.direction else FIRST_ROLL
    return [("rolled", seat, pair)]


def _direction(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.direction = 1 + ENDS.index(action[1])
    state.cards_by_number = state.find_cards_by_number()
    events: list[Event] = [("directed", seat, action[1])]
    if state.phase == AIMING_BOTH:
        return events + _place_both(state, seat, chance)
    state.phase = PLACING
    return events


def _place(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    value = action[1]
    state.dice_laid[CARDS_IN_ROW * seat + value - 1] += 1
    state.supply[seat] -= 1
    state.roll = ()
    state.phase = TURN
    state.decider = 1 - seat
    return [("placed", seat, value, CARDS[state.cards_by_number[value - 1]])]


def _place_both(state: State, seat: int, chance: Chance) -> list[Event]:
    """Places both dice at once (rules: trick-both)."""
    return [event for value in state.roll for event in _place(state, seat, ("place", value), chance)]


def _trick(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    _, card, use, nation, die, delta = action
    events: list[Event] = [("played", seat, card, use, nation)]
    _spend_trick(state, seat, CARD_NUMBER[card], nation)
    state.phase = PLACING if state.direction else AIMING
    if use == "both":
        if state.direction:
            return events + _place_both(state, seat, chance)
        state.phase = AIMING_BOTH
    elif use == "adjust":
        state.roll = tuple(value + delta if i == die else value for i, value in enumerate(state.roll))
        events.append(("adjusted", seat, state.roll))
    elif use == "reroll":
        state.roll = chance.dice("dice", DICE_PER_ROLL)
        events.append(("rolled", seat, state.roll))
    return events


def _spend_trick(state: State, seat: int, card: int, nation: str | None) -> None:
    """Moves a trick card to a nation for ever, as a joker, or out of the game. rules: tricks, trick-joker"""
    state.trick_players |= 1 << seat
    state.trick_masks[seat] ^= 1 << (card - SAILOR_COUNT)
    if nation is None:
        state.owner[card] = GONE
        return
    state.jokers = (*state.jokers, (card, seat, NATIONS.index(nation)))
    state.crew_values[len(NATIONS) * seat + NATIONS.index(nation)] += JOKER_VALUE


def _shanghai(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Ends the round and gives the cards to their winners (rules: shanghai, distribution)."""
    given_events: list[Event] = []
    for number, (to, dice, sums) in enumerate(judge_row(state.dice_laid), start=1):
        card = state.cards_by_number[number - 1]
        if to is None:
            state.owner[card] = GONE
        else:
            _give_card(state, card, to)
        given_events.append(("given", CARDS[card], number, to, dice, sums))
    state.last_round = (state.round, seat, state.direction, tuple(given_events))
    return [("shanghaied", seat, state.round), *given_events, _begin_next_round(state, seat)]


def _give_card(state: State, card: int, to: int) -> None:
    state.owner[card] = to + 1
    if card < SAILOR_COUNT:
        state.crew_values[len(NATIONS) * to + NATION[card]] += VALUE[card]
        state.nation_masks[to] |= 1 << NATION[card]
    else:
        state.trick_masks[to] |= 1 << (card - SAILOR_COUNT)


def _begin_next_round(state: State, seat: int) -> Event:
    """Clears the table for the next round, or ends the match (rules: round-end, game-end)."""
    state.dice_laid = [0] * (2 * CARDS_IN_ROW)
    state.supply = [DICE, DICE]
    state.cards_by_number = ()
    state.direction = state.trick_players = state.step = 0
    if state.round == ROUNDS:
        state.phase, state.decider = OVER, -1
        return ("ended", "eight_rounds")
    state.round += 1
    state.starter = state.decider = 1 - seat
    return ("opened", state.round, state.decider)


_MOVES: Final[dict[str, Callable[[State, int, Action, Chance], list[Event]]]] = {
    "place": _place,
    "roll": _roll,
    "shanghai": _shanghai,
    "direction": _direction,
    "trick": _trick,
}
