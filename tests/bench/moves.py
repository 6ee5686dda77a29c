"""Whole matches written down before they are played, because a seat's luck is known to whoever knows the secret.

Runs beside the server on its database, and prints one lot of moves for each lane: what the API is sent, and the rows
that the same moves write, for the views that only write.
"""

import json
import random
import sys
from typing import Any

import django

django.setup()

from games.core.contract import apply  # noqa: E402
from games.core.json_form import encode  # noqa: E402
from games.matches import seating  # noqa: E402 (models are only there now)
from games.matches.storage.luck import load_chance  # noqa: E402
from games.matches.storage.match_rows import lock_match  # noqa: E402
from games.matches.storage.states import load_state  # noqa: E402
from games.matches.storage.transactions import write_transaction  # noqa: E402
from games.matches.writes import public_decision_id  # noqa: E402 (models are only there now)
from games.registry import ENGINES  # noqa: E402

HUMAN = {"kind": "human"}


def match(game: str, moves: int, seed: int) -> dict[str, Any]:
    """A new match between two people, and its first moves."""
    made = seating.create(game=game, options={}, seats=[HUMAN, HUMAN])
    joined = seating.join(match_id=made.match)
    tokens = {made.index: made.token, joined.index: joined.token}
    with write_transaction():
        row = lock_match(made.match)
        state, chance = load_state(row), load_chance(row)
    engine, draw, written = ENGINES[game], random.Random(seed), []
    while len(written) < moves and (pending := engine.decisions(state)):
        seat, name = pending[0].seat, public_decision_id(row, pending[0].id)
        action = draw.choice(unhurried(engine.legal(state, seat)))
        state, events = apply(engine, state, seat, action, chance)
        asked = {"decision": name, "action": encode(engine.META.actions, action)}
        said = [encode(engine.META.events, event) for event in events]
        row_data = asked | {"chance": chance.collect(), "events": said}
        written.append({"token": tokens[seat], "seat": seat, "asked": asked, "data": row_data})
        written[-1]["state"] = engine.dump(state)
    return {"match": made.match, "number": row.number, "moves": written}


def unhurried(menu: Any) -> list[Any]:
    """Rounds are played out, so that a match is long enough."""
    return [action for action in menu if action[0] != "shanghai"] or list(menu)


if __name__ == "__main__":
    game, matches, moves = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    json.dump([match(game, moves, seed) for seed in range(matches)], sys.stdout)
