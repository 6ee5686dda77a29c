"""Creates matches and computes their first moves before anybody plays them.

It runs as a command beside the server, on the same database, so it knows the secret from which the luck of a
match follows. It prints the matches as JSON. Each move has the `request` for the API, and the row that the
request writes, for views that only write it.
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
from games.matches.luck.contributions import Sent, contribute  # noqa: E402
from games.matches.storage.luck import load_chance  # noqa: E402
from games.matches.storage.match_rows import lock_match  # noqa: E402
from games.matches.storage.rows import proof_by_index, public_decision_id  # noqa: E402
from games.matches.storage.states import load_state  # noqa: E402
from games.matches.storage.transactions import write_transaction  # noqa: E402
from games.registry import ENGINES  # noqa: E402

HUMAN = {"kind": "human"}


def compute_match(game: str, move_count: int, seed: int) -> dict[str, Any]:
    """A new match between two people, and its first moves."""
    created = seating.create(game=game, options={}, seats=[HUMAN, HUMAN])
    contribute(match_id=created.match, proof=proof_by_index(created.index), sent=Sent())
    joined = seating.join(match_id=created.match, sent=Sent())
    token_by_seat = {created.index: created.token, joined.index: joined.token}
    with write_transaction():
        row = lock_match(created.match)
        state, chance = load_state(row), load_chance(row)
    engine, random_choice, moves = ENGINES[game], random.Random(seed), []
    while len(moves) < move_count and (pending := engine.decisions(state)):
        seat = pending[0].seat
        action = random_choice.choice(list_long_actions(engine.legal(state, seat)))
        state, events = apply(engine, state, seat, action, chance)
        request = {
            "decision": public_decision_id(row, pending[0].id),
            "action": encode(engine.META.actions, action),
        }
        encoded_events = [encode(engine.META.events, event) for event in events]
        moves.append(
            {
                "token": token_by_seat[seat],
                "seat": seat,
                "request": request,
                "data": request | {"chance": chance.take_draws(), "events": encoded_events},
                "state": engine.dump(state),
            }
        )
    return {"match": created.match, "number": row.number, "moves": moves}


def list_long_actions(menu: Any) -> list[Any]:
    """The actions that do not end a round early, so that a match is long enough; all if there is no other."""
    return [action for action in menu if action[0] != "shanghai"] or list(menu)


if __name__ == "__main__":
    game, matches, moves = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    json.dump([compute_match(game, moves, seed) for seed in range(matches)], sys.stdout)
