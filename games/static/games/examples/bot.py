"""A bot for any game of the site: python bot.py https://site MATCH TOKEN. Needs Python alone."""

import hashlib
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request

site, match, token = sys.argv[1:4]


def call(path, body=None):
    headers = {"Authorization": f"Seat {token}", "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"{site}/api/v1/matches/{match}/{path}", data, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 409:
            return call("view/")
        if error.code not in (429, 503):
            raise
        time.sleep(int(error.headers.get("Retry-After", 1)))  # the site is busy
        return call(path, body)


nonce = secrets.token_bytes(16)  # our part of the luck
luck = {"nonce": nonce.hex(), "hash": hashlib.sha256(nonce).hexdigest()}
view = call("view/")
while view["status"] != "finished":
    seats = (view.get("fairness") or {}).get("seats")  # before the match begins
    if awaited := seats and seats[view["seat"]]["awaited"]:
        view = call("seats/mine/nonce/", {awaited: luck[awaited]})
    elif view["decisions"]:
        choice = random.choice(view["menu"])  # your idea here: the board is in view["state"]
        view = call("actions/", {"decision": view["decisions"][0]["id"], "action": choice})
    else:
        time.sleep(0.2)  # or listen to stream/ for ticks
        view = call("view/")
print(view["outcome"])
