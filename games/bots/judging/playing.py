"""Plays matches of bots quickly, and takes samples of their positions with the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.bots.base import Bot, Turn, ask_bot, victory_shares
from games.core.chance import QuickChance
from games.core.contract import Chance, Engine, Json, begin_match

#: on average, one decision in this many is made at random, so that positions differ
RANDOM_ONE_IN = 12


class Sample(NamedTuple):
    """A position of a match, and the share of the victory that each seat had in the end."""

    state: Any
    #: how far the match had progressed, as the policy of the game counts it
    progress: int
    shares: list[float]


def play_until(
    engine: Engine, bot: Bot, state: Any, luck: QuickChance, is_reached: Callable[[Any], bool]
) -> None:
    """Plays on in place, with the bot in all seats, until the match is over or the position is reached.

    The bot gets no view, which would take half of the time: it must think about the result of `redeal`.
    """
    while (seat := engine.turn(state)) >= 0 and not is_reached(state):
        menu = engine.legal(state, seat)
        action = menu[0]
        if len(menu) > 1:
            action = bot(Turn(engine, seat, {}, menu, _make_redeal(engine, state, seat)), luck)
        engine.advance(state, seat, action, luck)


def _make_redeal(engine: Engine, state: Any, seat: int) -> Callable[[Chance], Any]:
    def redeal(luck: Chance) -> Any:
        return engine.redeal(state, seat, luck)

    return redeal


def sample_match(
    engine: Engine,
    bot: Bot,
    progress: Callable[[Any], int],
    seats: int,
    options: Json,
    seed: int,
    random_one_in: int = RANDOM_ONE_IN,
) -> Iterator[Sample]:
    """The first position of every round of a match that a bot plays against itself.

    One decision in `random_one_in` is made at random; none if that is 0.
    """
    luck, thought = QuickChance(2 * seed), QuickChance(2 * seed + 1)
    state, _setup = begin_match(engine, seats, options, luck)
    states, reached = [], -1
    while (seat := engine.turn(state)) >= 0:
        if progress(state) > reached:
            reached = progress(state)
            states.append(state.copy())
        if random_one_in and thought.below(random_one_in) == 0:
            menu = engine.legal(state, seat)
            action = menu[thought.below(len(menu))]
        else:
            action = ask_bot(bot, engine, state, seat, thought)
        engine.advance(state, seat, action, luck)
    shares = victory_shares(engine, state)
    for before in states:
        yield Sample(before, progress(before), shares)
