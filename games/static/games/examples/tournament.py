"""A round-robin tournament of sample bots, each with one stream for all its seats. Needs Python alone.

python tournament.py https://site TOKEN GAME...     TOKEN is the token of an account, with the scope "play"
"""

import collections
import itertools
import json
import random
import secrets
import sys
import threading
import time
import urllib.error
import urllib.request

site, account, *games = sys.argv[1:]
group = f"cup-{secrets.token_hex(4)}"
bots = {  # your ideas here: each chooses from the menu of a view
    "first": lambda menu: menu[0],
    "last": lambda menu: menu[-1],
    "random": random.choice,
    "longest": lambda menu: max(menu, key=lambda action: len(json.dumps(action))),
}


def call(path, body=None, authorization=f"Token {account}", key=""):
    headers = {"Authorization": authorization, "Content-Type": "application/json"}
    headers |= {"Idempotency-Key": key} if key else {}
    request = urllib.request.Request(f"{site}/api/v1/{path}", body and json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code not in (429, 503):
            raise
        time.sleep(int(error.headers.get("Retry-After", 1)))
        return call(path, body, authorization, key)


def play(choose, tokens):
    """One bot plays all its seats; tokens are by match."""
    headers = {"Authorization": "Seat " + ", ".join(tokens.values())}
    open_matches, last_id = set(tokens), ""
    while open_matches:
        headers |= {"Last-Event-ID": last_id} if last_id else {}
        with urllib.request.urlopen(
            urllib.request.Request(f"{site}/api/v1/me/stream/", headers=headers)
        ) as stream:
            for line in stream:
                name, _, value = line.decode().strip().partition(": ")
                if name == "event":
                    kind = value
                elif name == "id":
                    last_id = value
                elif name == "data":
                    match = json.loads(value)["match"]
                    if kind == "turn":
                        move_while_possible(match, tokens[match], choose)
                    elif kind == "finished":
                        open_matches.discard(match)
                        if not open_matches:
                            return


def move_while_possible(match, token, choose):
    proof = f"Seat {token}"
    view = call(f"matches/{match}/view/", authorization=proof)
    while view["decisions"]:
        move = {"decision": view["decisions"][0]["id"], "action": choose(view["menu"])}
        try:
            view = call(f"matches/{match}/actions/", move, proof, key=secrets.token_hex(16))
        except urllib.error.HTTPError as error:
            if error.code != 409:  # somebody was faster: look again
                raise
            view = call(f"matches/{match}/view/", authorization=proof)


pairs = [(game, *pair) for game in games for pair in itertools.combinations(bots, 2)]
wishes = [
    {"game": game, "group": group, "name": one, "seats": [{"kind": "program"}, {"kind": "program"}]}
    for game, one, other in pairs
]
made = call("matches/bulk/", {"matches": wishes}, key=secrets.token_hex(16))["results"]
tokens = collections.defaultdict(dict)
for (_game, one, other), match in zip(pairs, made, strict=True):
    path = f"matches/{match['id']}/seats/"
    joined = call(path, {"name": other, "nonce": secrets.token_hex(16)}, key=secrets.token_hex(16))
    tokens[one][match["id"]], tokens[other][match["id"]] = match["seat_token"], joined["seat_token"]
    nonce = {"nonce": secrets.token_hex(16)}
    call(f"{path}mine/nonce/", nonce, f"Seat {match['seat_token']}", key=secrets.token_hex(16))
threads = [threading.Thread(target=play, args=(bots[name], tokens[name])) for name in bots]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
points = collections.Counter()
for match in call(f"me/matches/?group={group}&page_size=100")["results"]:
    winners = match["outcome"]["winners"]
    for seat in winners:
        points[match["seats"][seat]["name"]] += 1 / len(winners)
print(json.dumps({"group": group, "matches": len(made), "points": points.most_common()}))
