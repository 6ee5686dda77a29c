"""How often the strong bot takes a win that nobody can prevent, with and without looking for one first.

`nice -n 19 python -m tests.bench.certain_wins --game macao --matches 200`: matches of steady bots; at each decision
that has a certain win both ways of the strong bot are asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from games.bots.base import Turn, ask_bot
from games.bots.certain_wins import find_certain_win
from games.bots.search import make_searcher
from games.core.chance import QuickChance
from games.core.contract import Action, Engine
from games.core.simulation import begin_case, list_cases, play_on
from games.registry import ENGINES, load_levels


def list_certain_wins(slug: str, matches: int) -> Iterator[tuple[Any, int, Action]]:
    """Positions of steady matches in which a seat can win for certain: the state, the seat, and what steady does."""
    engine, steady = ENGINES[slug], load_levels(slug).steady
    cases = list_cases(engine)
    for seed in range(matches):
        found: list[tuple[Any, int, Action]] = []

        def choose(state: Any, seat: int, luck: QuickChance, found=found) -> Action:
            action = ask_bot(steady, engine, state, seat, luck)
            if find_certain_win(describe_turn(engine, state, seat)) is not None:
                found.append((state.copy(), seat, action))
            return action

        state, record, chance = begin_case(cases[seed % len(cases)], seed)
        for _ in play_on(state, record, chance, choose, QuickChance(seed)):
            pass
        yield from found


def describe_turn(engine: Engine, state: Any, seat: int, menu: list[Action] | None = None) -> Turn:
    actions = menu or engine.legal(state, seat)
    return Turn(
        engine, seat, engine.view(state, seat), actions, lambda luck: engine.redeal(state, seat, luck)
    )


def takes_win(engine: Engine, state: Any, seat: int, action: Action) -> bool:
    return find_certain_win(describe_turn(engine, state, seat, [action])) is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="macao", choices=sorted(ENGINES))
    parser.add_argument("--matches", type=int, default=200)
    options = parser.parse_args()
    engine, policy = ENGINES[options.game], load_levels(options.game).policy
    before, now = (make_searcher(policy._replace(takes_certain_wins=takes)) for takes in (False, True))
    positions = choices = steady_skips = skips_before = skips_now = 0
    for state, seat, played in list_certain_wins(options.game, options.matches):
        positions += 1
        if len(engine.legal(state, seat)) == 1:
            continue
        choices += 1
        steady_skips += not takes_win(engine, state, seat, played)
        for bot in (before, now):
            action = ask_bot(bot, engine, state, seat, QuickChance(positions))
            skips = not takes_win(engine, state, seat, action)
            if bot is before:
                skips_before += skips
            else:
                skips_now += skips
    print(
        f"{options.game}: {positions} certain wins, {choices} with a choice; skipped by steady {steady_skips}, "
        f"by strong without looking first {skips_before}, by strong {skips_now}"
    )


if __name__ == "__main__":
    main()
