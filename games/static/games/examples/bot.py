"""A bot for any game of the site: python bot.py https://site MATCH TOKEN. Needs Python alone."""

import json
import random
import sys
import time
import urllib.error
import urllib.request

site, match, token = sys.argv[1:4]


def call(path, body=None):
    headers = {"Authorization": f"Seat {token}", "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"{site}/api/v1/matches/{match}/{path}", data, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


view = call("view/")
while view["status"] != "finished":
    if view["decisions"]:
        choice = random.choice(view["menu"])  # your idea here: the board is in view["state"]
        try:
            view = call("actions/", {"decision": view["decisions"][0]["id"], "action": choice})
        except urllib.error.HTTPError as error:
            if error.code not in (409, 429):
                raise
            view = call("view/")
    else:
        time.sleep(0.2)  # or listen to stream/ for ticks
        view = call("view/")
print(view["outcome"])
