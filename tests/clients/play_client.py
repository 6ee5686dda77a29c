"""Plays a match against a bot with the client that openapi-python-client makes of the schema:
python play_client.py https://site GAME
"""

import json
import secrets
import sys
import time

from escale_client import AuthenticatedClient, Client
from escale_client.api.games import matches_act, matches_create, matches_view, seats_nonce
from escale_client.models import (
    ActRequest,
    GameEnum,
    NewMatchRequest,
    NonceRequest,
    SeatedOut,
    SeatKind,
    SeatWishRequest,
    Status,
)

site, game = sys.argv[1:]
seats = [SeatWishRequest(SeatKind.PROGRAM), SeatWishRequest(SeatKind.BOT, level="easy")]
made = matches_create.sync(client=Client(site), body=NewMatchRequest(game=GameEnum(game), seats=seats))
assert isinstance(made, SeatedOut), made
seat = AuthenticatedClient(site, token=made.seat_token, prefix="Seat")
view = seats_nonce.sync(made.id, client=seat, body=NonceRequest(nonce=secrets.token_hex(16)))
moves = 0
while view.status != Status.FINISHED:
    if view.decisions:
        body = ActRequest(decision=view.decisions[0].id, action=view.menu[0])
        view = matches_act.sync(made.id, client=seat, body=body)
        moves += 1
    else:
        time.sleep(0.05)
        view = matches_view.sync(made.id, client=seat)
print(json.dumps({"moves": moves, "end": view.outcome.end, "type": type(view).__name__}))
