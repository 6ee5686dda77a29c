"""Every answer of the API tells its limits, and what is left of them."""

import re

import pytest

from games.live.stream import MAX_STREAMS_PER_ADDRESS
from games.matches.limits import CREATE, MOVES
from tests.games.http import table

POLICY = re.compile(r'"[\w-]+";q=\d+;(w=\d+|qu="concurrent-requests")')
REST = re.compile(r'"[\w-]+";r=\d+(;t=\d+)?')


def check(answer) -> dict[str, str]:
    """The policies of an answer by name, after both fields were compared."""
    policies = answer.headers["RateLimit-Policy"].split(", ")
    rests = answer.headers["RateLimit"].split(", ")
    assert all(POLICY.fullmatch(policy) for policy in policies), policies
    assert all(REST.fullmatch(rest) for rest in rests), rests
    names = [policy.split(";")[0] for policy in policies]
    assert names == [rest.split(";")[0] for rest in rests]
    return {name.strip('"'): policy for name, policy in zip(names, policies, strict=True)}


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/titles/", "at-once"),
        ("/titles/export.csv", "heavy-at-once"),
        ("/titles/?nothing=1", "at-once"),
        ("/nowhere/", "at-once"),
        ("/me/", "at-once"),
    ],
)
def test_reading_counts_what_runs_at_once(http, path, name):
    assert list(check(http.get(path))) == [name]


def test_a_preflight_request_is_told_too(http):
    asked = {"Origin": "https://blog.example", "Access-Control-Request-Method": "POST"}
    assert list(check(http.options("/matches/", headers=asked))) == ["at-once"]


def test_writing_counts_against_its_own_limit_too(http):
    body = {"game": "halunken", "seats": [{"kind": "human"}, {"kind": "human"}]}
    policies = check(http.post("/matches/", json=body))
    assert policies["match-create"].endswith(f"q={CREATE.times};w={CREATE.seconds}")
    assert set(policies) == {"match-create", "at-once"}


def test_a_move_tells_how_many_its_seat_may_still_send(http):
    seats = table(http, "halunken")
    view = next(view for seat in seats if (view := seat.view())["menu"])
    mover = seats[view["seat"]]
    first = mover.act(view["decisions"][0]["id"], view["menu"][0])
    assert check(first)["match-moves"].endswith(f"q={MOVES.times};w={MOVES.seconds}")
    assert f"r={MOVES.times - 1};" in first.headers["RateLimit"]
    refused = mover.act("r9.t9", view["menu"][0])
    assert refused.status_code == 409 and f"r={MOVES.times - 2};" in refused.headers["RateLimit"]


def test_a_stream_tells_how_many_more_may_be_opened(http):
    match = table(http, "halunken")[0].match
    with http.stream("GET", f"/matches/{match}/stream/") as stream:
        assert check(stream)["streams"].startswith(f'"streams";q={MAX_STREAMS_PER_ADDRESS};')
