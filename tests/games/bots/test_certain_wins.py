"""A win that nobody can prevent is found, and the strong bot takes it."""

from __future__ import annotations

from typing import Any

from games.bots.base import ask_bot
from games.bots.certain_wins import find_certain_win
from games.bots.search import make_searcher
from games.core.chance import QuickChance
from games.core.contract import Action
from games.core.simulation import Case, begin_case, play_on
from games.macao.bot import LEVELS, POLICY
from games.macao.rules import ENGINE
from tests.bench.certain_wins import describe_turn, takes_win
from tests.games.macao.positions import position

#: a match of steady bots, and how many moves it had when the search alone let a certain win go
SEED, MOVES = 22, 46


def play_until(seed: int, moves: int) -> tuple[Any, int]:
    """The state and the seat in turn after so many moves of a match of steady bots."""

    def choose(state: Any, seat: int, luck: QuickChance) -> Action:
        return ask_bot(LEVELS.steady, ENGINE, state, seat, luck)

    state, record, chance = begin_case(Case(ENGINE, 2, {}), seed)
    match = play_on(state, record, chance, choose, QuickChance(seed))
    while len(record.moves) < moves:
        next(match)
    return state, ENGINE.turn(state)


def test_the_strong_bot_takes_a_win_that_the_search_alone_lets_go() -> None:
    state, seat = play_until(SEED, MOVES)
    chosen = [
        ask_bot(
            make_searcher(POLICY._replace(takes_certain_wins=takes)), ENGINE, state, seat, QuickChance(SEED)
        )
        for takes in (False, True)
    ]
    assert [takes_win(ENGINE, state, seat, action) for action in chosen] == [False, True]


def test_nothing_is_certain_while_the_match_goes_on() -> None:
    state = position(blue=[["dancer-alcohol"]])
    assert find_certain_win(describe_turn(ENGINE, state, 0)) is None
