"""Bots against bots, quickly: whole matches without a table, and how often one wins among others."""

from __future__ import annotations

from games.bots.base import Bot, ask_bot
from games.core.chance import QuickChance
from games.core.contract import Engine, Json, begin_match


def find_winners(engine: Engine, bots: list[Bot], options: Json, seed: int) -> list[int]:
    """The winners of one match."""
    luck, thought = QuickChance(seed), QuickChance(seed + 10_000)
    state, _ = begin_match(engine, len(bots), options, luck)
    while (seat := engine.turn(state)) >= 0:
        engine.advance(state, seat, ask_bot(bots[seat], engine, state, seat, thought), luck)
    outcome = engine.outcome(state)
    assert outcome is not None
    return outcome.winners


def measure_share(
    engine: Engine, better: Bot, worse: Bot, seats: int, matches: int, options: list[Json]
) -> float:
    """Wins of one better bot among worse ones, each seat in turn, as a multiple of its fair share."""
    won = 0.0
    for number in range(matches):
        seat = number % seats
        bots = [better if other == seat else worse for other in range(seats)]
        winners = find_winners(engine, bots, options[number // 2 % len(options)], number)
        won += (seat in winners) / len(winners)
    return won / matches * seats
