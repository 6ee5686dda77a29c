"""Advice of a bot, for a person whose opponents are all bots."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from games.bots import levels
from games.bots.base import ask_bot
from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action
from games.matches.errors import MatchError
from games.matches.storage.rows import TableSnapshot
from games.registry import ENGINES, load_game, load_levels

ADVISER_LEVEL = "steady"


class Hint(NamedTuple):
    """The action that a bot would choose, and why."""

    action: Action
    reason: Reason


def find_hint(game: str, table: TableSnapshot, seat: int) -> Hint:
    """The action that a steady bot would choose in this seat. The bot knows only what the seat knows."""
    if any(other.kind == "human" for other in table.seats if other.index != seat):
        raise MatchError("hint_against_people")
    engine, state = ENGINES[game], table.state
    if not any(decision.seat == seat for decision in engine.decisions(state)):
        raise MatchError("nothing_to_decide")
    chance = QuickChance(secrets.randbits(63))
    bot = levels.make_bot(load_levels(game), ADVISER_LEVEL)
    action = ask_bot(bot, engine, state, seat, chance)
    known_state = engine.redeal(state, seat, chance)
    return Hint(action, load_game(game).find_reason(known_state, seat, action))
