"""A house that tries many secrets until the luck suits it: no order of requests gives it the chance.

Such a house must know a number before it commits to its secret, or take one after it knows the others. The
tests send the requests of a match in every order, and a house that could grind is shown to be caught.
"""

import itertools
import json

import pytest

from games.core.chance import FairChance, make_commitment
from games.core.fairness import hash_nonce, list_key_parts
from games.models import Match, MatchSecret

pytestmark = pytest.mark.django_db

NONCES = ["a1" * 16, "b2" * 16]
HUMAN = {"kind": "human"}


def post(client, path: str, body: dict, token: str = ""):
    headers = {"Authorization": f"Seat {token}"} if token else {}
    return client.post(f"/api/v1/matches/{path}", json.dumps(body), "application/json", headers=headers)


def test_no_number_is_taken_before_the_commitment_is_told(client):
    """Neither with the wish for a match nor with the wish for another one."""
    wish = {"game": "shanghaien", "seats": [HUMAN, HUMAN], "nonce": NONCES[0]}
    answer = post(client, "", wish)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["nonce"])
    assert not Match.objects.exists()
    del wish["nonce"]
    made = post(client, "", wish).json()
    joined = post(client, f"{made['id']}/seats/", {"nonce": NONCES[1]}).json()
    post(client, f"{made['id']}/seats/mine/nonce/", {"nonce": NONCES[0]}, made["seat_token"])
    post(client, f"{made['id']}/resignation/", {}, made["seat_token"])
    again = post(client, f"{made['id']}/rematch/", {"nonce": NONCES[1]}, joined["seat_token"])
    assert (again.status_code, Match.objects.count()) == (400, 1)


@pytest.mark.parametrize("body", [{}, {"nonce": None, "hash": "0" * 64}])
def test_a_seat_sends_one_thing_at_a_time(client, body):
    made = post(client, "", {"game": "shanghaien", "seats": [HUMAN, HUMAN]}).json()
    answer = post(client, f"{made['id']}/seats/mine/nonce/", body, made["seat_token"])
    assert (answer.status_code, answer.json()["code"]) == (409, "one_nonce_or_hash")


STEPS = [("hash", 0), ("hash", 1), ("nonce", 0), ("nonce", 1)]


@pytest.mark.slow
@pytest.mark.parametrize("order", list(itertools.permutations(STEPS)), ids=str)
@pytest.mark.parametrize("pace", ["live", "calm"])
def test_in_no_order_of_requests_is_a_number_chosen_after_another_is_known(client, pace, order):
    """At a live table a hash is refused after the first number, a number before the last hash."""
    made = post(client, "", {"game": "shanghaien", "seats": [HUMAN, HUMAN], "pace": pace}).json()
    committed = made["commitment"]
    joined = post(client, f"{made['id']}/seats/", {}).json()
    tokens, taken = [made["seat_token"], joined["seat_token"]], []
    for kind, seat in order * 2:
        value = NONCES[seat] if kind == "nonce" else hash_nonce(bytes.fromhex(NONCES[seat]))
        answer = post(client, f"{made['id']}/seats/mine/nonce/", {kind: value}, tokens[seat])
        if answer.status_code == 200 and (kind, seat) not in taken:
            taken.append((kind, seat))
        facts = client.get(f"/api/v1/matches/{made['id']}/").json()
        assert facts["commitment"] == facts["fairness"]["commitment"] == committed
    kinds = [kind for kind, _ in taken]
    assert kinds == (["hash", "hash", "nonce", "nonce"] if pace == "live" else ["nonce", "nonce"])
    assert Match.objects.get().status == "active"


def first_die_is_six(secret: bytes, match_id: str, nonces: list[str]) -> bool:
    return (
        FairChance(secret, list_key_parts(match_id, [bytes.fromhex(nonce) for nonce in nonces])).below(6) == 5
    )


def test_a_house_that_tries_secrets_after_it_knows_the_numbers_breaks_its_commitment(client):
    """It finds a secret that suits it at once, and none of those is the one that it has committed to."""
    made = post(client, "", {"game": "shanghaien", "seats": [HUMAN, HUMAN]}).json()
    suitable = [
        secret
        for secret in (bytes([n]) * 32 for n in range(60))
        if first_die_is_six(secret, made["id"], NONCES)
    ]
    assert suitable, "grinding costs nothing, so only the order of the requests prevents it"
    assert all(make_commitment(secret, made["id"]) != made["commitment"] for secret in suitable)


def test_the_secret_is_drawn_before_and_never_again(client):
    made = post(client, "", {"game": "shanghaien", "seats": [HUMAN, HUMAN]}).json()
    secret = MatchSecret.objects.get().secret
    post(client, f"{made['id']}/seats/", {"nonce": NONCES[1]})
    post(client, f"{made['id']}/seats/mine/nonce/", {"nonce": NONCES[0]}, made["seat_token"])
    stored = MatchSecret.objects.get()
    assert stored.secret == secret
    assert make_commitment(bytes.fromhex(secret), made["id"]) == made["commitment"]
    assert bytes.fromhex("".join(stored.nonces)) == made["id"].encode() + bytes.fromhex("".join(NONCES))
