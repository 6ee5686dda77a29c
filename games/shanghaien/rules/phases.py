"""What each action does. `check` has let it pass; here the rules only go forward."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core.contract import Action, Chance, Event
from games.shanghaien.rules.scoring import judge
from games.shanghaien.rules.state import AIM, AIM_BOTH, FIRST, GONE, OVER, PLACE, ROLLED, TURN, State
from games.shanghaien.rules.tables import CARDS, DICE, ENDS, JOKER, NATION, NATIONS, NUMBER, ROUNDS, ROW, SAILORS, VALUE
from games.shanghaien.rules.tables import ROLLED as DICE_ROLLED


def advance(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Change the state in place; what happened, as public facts."""
    state.step += 1
    return _DO[action[0]](state, seat, action, chance)


def _roll(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.pair = pair = chance.dice("dice", DICE_ROLLED)
    state.phase = ROLLED if state.direction else FIRST
    return [("rolled", seat, pair)]


def _direction(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.direction = 1 + ENDS.index(action[1])
    state.numbered = state.number()
    events: list[Event] = [("directed", seat, action[1])]
    if state.phase == AIM_BOTH:
        return events + _place_both(state, seat, chance)
    state.phase = PLACE
    return events


def _place(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    value = action[1]
    state.laid[ROW * seat + value - 1] += 1
    state.supply[seat] -= 1
    state.pair = ()
    state.phase = TURN
    state.seat = 1 - seat
    return [("placed", seat, value, CARDS[state.numbered[value - 1]])]


def _place_both(state: State, seat: int, chance: Chance) -> list[Event]:
    """rules: trick-both"""
    return [event for value in state.pair for event in _place(state, seat, ("place", value), chance)]


def _trick(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    _, card, use, nation, die, delta = action
    events: list[Event] = [("played", seat, card, use, nation)]
    _spend(state, seat, NUMBER[card], nation)
    state.phase = PLACE if state.direction else AIM
    if use == "both":
        if state.direction:
            return events + _place_both(state, seat, chance)
        state.phase = AIM_BOTH
    elif use == "adjust":
        state.pair = tuple(value + delta if i == die else value for i, value in enumerate(state.pair))
        events.append(("adjusted", seat, state.pair))
    elif use == "reroll":
        state.pair = chance.dice("dice", DICE_ROLLED)
        events.append(("rolled", seat, state.pair))
    return events


def _spend(state: State, seat: int, card: int, nation: str | None) -> None:
    """A trick card joins a nation for ever, or leaves the game. rules: tricks, trick-joker"""
    state.used |= 1 << seat
    state.tricks[seat] ^= 1 << (card - SAILORS)
    if nation is None:
        state.owner[card] = GONE
        return
    state.jokers = (*state.jokers, (card, seat, NATIONS.index(nation)))
    state.crew[len(NATIONS) * seat + NATIONS.index(nation)] += JOKER


def _shanghai(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    given: list[Event] = []
    for number, (to, dice, sums) in enumerate(judge(state.laid), start=1):
        card = state.numbered[number - 1]
        if to is None:
            state.owner[card] = GONE
        else:
            _give(state, card, to)
        given.append(("given", CARDS[card], number, to, dice, sums))
    state.last = (state.round, seat, state.direction, tuple(given))
    return [("shanghaied", seat, state.round), *given, _next_round(state, seat)]


def _give(state: State, card: int, to: int) -> None:
    state.owner[card] = to + 1
    if card < SAILORS:
        state.crew[len(NATIONS) * to + NATION[card]] += VALUE[card]
        state.sailors[to] |= 1 << NATION[card]
    else:
        state.tricks[to] |= 1 << (card - SAILORS)


def _next_round(state: State, seat: int) -> Event:
    """rules: round-end, game-end"""
    state.laid = [0] * (2 * ROW)
    state.supply = [DICE, DICE]
    state.numbered = ()
    state.direction = state.used = state.step = 0
    if state.round == ROUNDS:
        state.phase, state.seat = OVER, -1
        return ("ended", "eight_rounds")
    state.round += 1
    state.starter = state.seat = 1 - seat
    return ("opened", state.round, state.seat)


_DO: Final[dict[str, Callable[[State, int, Action, Chance], list[Event]]]] = {
    "place": _place,
    "roll": _roll,
    "shanghai": _shanghai,
    "direction": _direction,
    "trick": _trick,
}
