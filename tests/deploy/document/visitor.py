"""What a visitor does: runs inside the machine, with Python's standard library only; prints JSON.

`visitor.py page ADDRESS…` reads pages; `visitor.py play LEVEL EVENTS` plays against a bot until the match has so many
events or is over; `visitor.py match ID` looks whether a match exists.
"""

import json
import sys
import time
import urllib.error
import urllib.request

SITE = "https://escale.example"


def fetch(path: str, body: dict | None = None, token: str = "") -> tuple[int, bytes]:
    headers = {"Accept-Language": "en", "Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Seat {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SITE + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def read_pages(paths: list[str]) -> dict:
    answers = {path: fetch(path) for path in paths}
    return {path: [status, len(content)] for path, (status, content) in answers.items()}


def play(level: str, events: str) -> dict:
    """A match of Shanghaien against one bot."""
    seats = [{"kind": "human"}, {"kind": "bot", "level": level}]
    status, content = fetch("/api/v1/matches/", {"game": "shanghaien", "seats": seats})
    assert status == 201, content
    match = json.loads(content)
    token, ends = match["seat_token"], time.monotonic() + 240
    while time.monotonic() < ends:
        view = json.loads(fetch(f"/api/v1/matches/{match['id']}/view/", token=token)[1])
        if view["status"] == "finished" or view["number"] >= int(events):
            return {"id": match["id"], "status": view["status"], "number": view["number"]}
        if view["decisions"]:
            move = {"decision": view["decisions"][0]["id"], "action": view["menu"][0]}
            fetch(f"/api/v1/matches/{match['id']}/actions/", move, token)
        else:
            time.sleep(0.05)
    return {"id": match["id"], "status": view["status"], "number": view["number"]}


def find_match(match: str) -> dict:
    return {"status": fetch(f"/api/v1/matches/{match}/")[0]}


def main(task: str, *arguments: str) -> None:
    tasks = {"page": lambda: read_pages(list(arguments)), "play": lambda: play(*arguments)}
    tasks["match"] = lambda: find_match(*arguments)
    print(json.dumps(tasks[task]()))


if __name__ == "__main__":
    main(*sys.argv[1:])
