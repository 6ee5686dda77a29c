"""What each action does. `check` has let it pass; here the rules only go forward."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..base import Action, Chance, Event
from .scoring import judge
from .state import AIM, AIM_BOTH, FIRST, GONE, OVER, PLACE, ROLLED, TURN, State, Verdict
from .tables import CARDS, DICE, ENDS, JOKER, NATION, NATIONS, NUMBER, ROUNDS, ROW, SAILORS, VALUE
from .tables import ROLLED as DICE_ROLLED


def advance(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Change the state in place; what happened, as public facts."""
    state.step += 1
    return _DO[action[0]](state, seat, action, chance)


def _roll(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.pair = pair = tuple(chance.dice("dice", DICE_ROLLED))
    state.phase = ROLLED if state.direction else FIRST
    return [("rolled", seat, pair)]


def _direction(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    state.direction = 1 + ENDS.index(action[1])
    events: list[Event] = [("directed", seat, action[1])]
    if state.phase == AIM_BOTH:
        return events + _lay_both(state, seat)
    state.phase = PLACE
    return events


def _place(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    event = _lay(state, seat, action[1])
    _pass_on(state, seat)
    return [event]


def _lay(state: State, seat: int, value: int) -> Event:
    state.laid[ROW * seat + value - 1] += 1
    state.supply[seat] -= 1
    return ("placed", seat, value, CARDS[state.card(value)])


def _lay_both(state: State, seat: int) -> list[Event]:
    """rules: trick-both"""
    events = [_lay(state, seat, value) for value in state.pair]
    _pass_on(state, seat)
    return events


def _pass_on(state: State, seat: int) -> None:
    state.pair = ()
    state.phase = TURN
    state.seat = 1 - seat


def _trick(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    _, card, use, nation, die, delta = action
    number = NUMBER[card]
    state.used |= 1 << seat
    state.tricks[seat] ^= 1 << (number - SAILORS)
    if use == "joker":
        _join(state, seat, number, NATIONS.index(nation))
    else:
        state.owner[number] = GONE
    events: list[Event] = [("played", seat, card, use, nation)]
    state.phase = PLACE if state.direction else AIM
    if use == "both":
        state.phase = AIM_BOTH
        return events if not state.direction else events + _lay_both(state, seat)
    if use == "adjust":
        state.pair = tuple(value + delta if i == die else value for i, value in enumerate(state.pair))
        events.append(("adjusted", seat, state.pair))
    elif use == "reroll":
        state.pair = tuple(chance.dice("dice", DICE_ROLLED))
        events.append(("rolled", seat, state.pair))
    return events


def _join(state: State, seat: int, card: int, nation: int) -> None:
    """rules: trick-joker"""
    state.jokers = (*state.jokers, (card, seat, nation))
    state.crew[len(NATIONS) * seat + nation] += JOKER


def _shanghai(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    verdicts: list[Verdict] = []
    for value, (to, dice, sums) in enumerate(judge(state.laid), start=1):
        card = state.card(value)
        _give(state, card, to)
        verdicts.append((CARDS[card], value, to, dice, sums))
    state.last = (state.round, seat, state.direction, tuple(verdicts))
    given: list[Event] = [
        ("given", card, n, None if to < 0 else to, dice, sums) for card, n, to, dice, sums in verdicts
    ]
    return [("shanghaied", seat, state.round), *given, _next_round(state, seat)]


def _give(state: State, card: int, to: int) -> None:
    if to < 0:
        state.owner[card] = GONE
        return
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
    state.direction = state.used = state.step = 0
    if state.round == ROUNDS:
        state.phase, state.seat = OVER, -1
        return ("ended", "eight_rounds")
    state.round += 1
    state.starter = state.seat = 1 - seat
    return ("opened", state.round, state.seat, tuple(CARDS[card] for card in state.tavern()))


_DO: Final[dict[str, Callable[[State, int, Action, Chance], list[Event]]]] = {
    "place": _place,
    "roll": _roll,
    "shanghai": _shanghai,
    "direction": _direction,
    "trick": _trick,
}
