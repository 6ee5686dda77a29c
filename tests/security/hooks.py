"""Leads the generated calls to things that exist: real slugs, and matches with a seat, in every state of a
match.

Schemathesis loads this. Three calls in four are led; the fourth keeps what was generated, and so does a wrong
path.
"""

import itertools
import os
from functools import cache

import httpx
import schemathesis

SITE = os.environ.get("SECURITY_SITE", "")
#: the token of an account that may do everything
TOKEN = os.environ.get("SECURITY_TOKEN", "")
OF_ACCOUNTS = ("/desk/", "/me/", "/matches/bulk/")
NEWEST_VERSION = 10**9
KEY, MIN_GUEST_KEY_LENGTH = "Idempotency-Key", 16
TURN = itertools.count()
KINDS = 12
WAITING = {"game": "halunken", "seats": [{"kind": "human"}, {"kind": "human"}]}
PLAYING = {"game": "macao", "seats": [{"kind": "human"}, {"kind": "bot", "level": "easy"}]}
SLUGS = {"/titles/{": "catan", "/rules/{": "shanghaien", "/games/{": "halunken"}


def address(turn: int) -> dict:
    """Every call comes from somewhere else, so that the limits (tested elsewhere) do not answer for the
    views.
    """
    return {"X-Forwarded-For": f"10.{turn >> 16 & 255}.{turn >> 8 & 255}.{turn & 255}"}


def api(path: str, body: dict, headers: dict) -> dict:
    answer = httpx.post(f"{SITE}/api/v1/matches/{path}", json=body, headers=headers, timeout=20)
    answer.raise_for_status()
    return answer.json()


def create_match(turn: int) -> tuple[str, dict]:
    """A new match that waits, is being played or is over, and the header of its first seat."""
    made = api("", PLAYING if turn % 3 else WAITING, address(turn))
    seat = {"Authorization": f"Seat {made['seat_token']}"}
    if turn % 3 and turn % KINDS != 1:  # One match in a while still waits for the random number of this seat.
        api(f"{made['id']}/seats/mine/nonce/", {"nonce": None}, address(turn) | seat)
    if turn % 3 == 2:
        api(f"{made['id']}/resignation/", {}, address(turn) | seat)
    return made["id"], seat


@cache
def keep_match(kind: int) -> tuple[str, dict]:
    """A match for all calls that only read: creating one takes three calls of its own."""
    return create_match(kind)


def led(case, part: str) -> bool:
    component = {str(name.value): info for name, info in case.meta.components.items()}.get(part)
    return component is None or component.mode.value == "positive"


def lengthen_key(case) -> None:
    """A guest needs a longer key than a seat or an account, which a schema cannot say."""
    key = case.headers.get(KEY)
    if key and led(case, "header"):
        case.headers[KEY] = key.ljust(MIN_GUEST_KEY_LENGTH, "0")


def send_token(case) -> None:
    """Sends the token where a guest may do nothing, and a version that is not too old with changes."""
    if (case.method != "GET" and "/titles/" in case.path) or any(part in case.path for part in OF_ACCOUNTS):
        case.headers["Authorization"] = f"Token {TOKEN}"
    if isinstance(case.body, dict) and "changed_in" in case.body and led(case, "body"):
        case.body["changed_in"] = NEWEST_VERSION


@schemathesis.hook
def before_call(context, case, kwargs):
    turn = next(TURN)
    case.headers = {**(case.headers or {}), **address(turn)}
    lengthen_key(case)
    if turn % 4 == 3:
        return
    send_token(case)
    if not case.path_parameters or not led(case, "path"):
        return
    if "match_id" in case.path_parameters:
        case.path_parameters["match_id"], seat = (
            keep_match(turn % KINDS) if case.method == "GET" else create_match(turn)
        )
        case.headers |= seat
    if "/desk/boxes/{" in case.path:
        case.path_parameters["box_id"] = 1
    for part, slug in SLUGS.items():
        if part in case.path:
            case.path_parameters["slug"] = slug
            case.path_parameters |= {"key": "shanghai"} if "key" in case.path_parameters else {}
