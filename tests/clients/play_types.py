"""Plays a match against a bot with httpx and the types that datamodel-code-generator makes of the schema:
python play_types.py https://site GAME
"""

import json
import secrets
import sys
import time

import httpx
from escale_types import ActRequest, NewMatchRequest, NonceRequest, SeatedOut, SeatWishRequest, ViewOut

site, game = sys.argv[1:]
http = httpx.Client(base_url=f"{site}/api/v1", timeout=30)


def send(path, body):
    answer = http.post(path, json=body.model_dump(mode="json", exclude_unset=True))
    assert answer.is_success, answer.text
    return answer.json()


seats = [SeatWishRequest(kind="program"), SeatWishRequest(kind="bot", level="easy")]
made = SeatedOut.model_validate(send("/matches/", NewMatchRequest(game=game, seats=seats)))
http.headers["Authorization"] = f"Seat {made.seat_token}"
path = f"/matches/{made.id}"
view = ViewOut.model_validate(
    send(f"{path}/seats/mine/nonce/", NonceRequest(nonce=secrets.token_hex(16)))
).root
moves = 0
while view.status.value != "finished":
    if view.decisions:
        action = view.menu[0].model_dump(mode="json", exclude_unset=True)
        body = ActRequest(decision=view.decisions[0].id, action=action)
        view = ViewOut.model_validate(send(f"{path}/actions/", body)).root
        moves += 1
    else:
        time.sleep(0.05)
        view = ViewOut.model_validate(http.get(f"{path}/view/").json()).root
print(json.dumps({"moves": moves, "end": view.outcome.end.value, "type": type(view).__name__}))
