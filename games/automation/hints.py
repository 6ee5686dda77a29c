"""Advice of a bot, for a person whose opponents are all bots."""

from __future__ import annotations

import secrets

from games.bots import levels
from games.bots.base import ask_bot
from games.core.chance import QuickChance
from games.core.contract import Action
from games.matches.errors import MatchError
from games.matches.storage.rows import TableSnapshot
from games.registry import ENGINES, load_levels

ADVISER_LEVEL = "steady"


def hint(game: str, table: TableSnapshot, seat: int) -> Action:
    """The action that a steady bot would choose in this seat. The bot knows no more than the seat does."""
    if any(other.kind == "human" for other in table.seats if other.index != seat):
        raise MatchError("hint_against_people")
    engine, state = ENGINES[game], table.state
    if not any(decision.seat == seat for decision in engine.decisions(state)):
        raise MatchError("nothing_to_decide")
    return ask_bot(
        levels.make_bot(load_levels(game), ADVISER_LEVEL), engine, state, seat, QuickChance(secrets.randbits(63))
    )
