"""A header Authorization that names no seat is refused: its sender would be a spectator without
knowing it.
"""

import json

import pytest

from tests.games.table import Table

pytestmark = pytest.mark.django_db
OTHER_SCHEMES = ["Bearer {token}", "Basic YTpi", "{token}", "Seat:{token}", "bearer"]
NO_TOKENS = [
    "Seat",
    "Seat  ",
    "Seat a b",
    "Seat <token>",
    'Seat "abc"',
    "Seat clé",
    "Seat " + "x" * 129,
    "Seat x, Seat y",
]
READING = ["matches/", "matches/{id}/", "matches/{id}/view/", "matches/{id}/events/", "games/", "bots/"]
WRITING = {
    "matches/": {"game": "halunken", "seats": [{"kind": "human"}] * 2},
    "matches/{id}/check/": {"action": {"type": "roll"}},
    "matches/{id}/actions/": {"decision": "x", "action": {"type": "roll"}},
    "matches/{id}/resignation/": {},
}


def send(client, method: str, path: str, authorization: str, body: dict | None = None):
    table = Table()
    headers = {"Authorization": authorization.format(token=table.tokens[0]), "Accept-Language": "en"}
    content = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
    return getattr(client, method)(f"/api/v1/{path.format(id=table.id)}", headers=headers, **content)


def check(response, code: str) -> dict:
    problem = response.json()
    assert (response.status_code, response["WWW-Authenticate"], problem["code"]) == (401, "Seat, Token", code)
    assert response["Content-Type"] == "application/problem+json"
    return problem


@pytest.mark.parametrize("authorization", OTHER_SCHEMES)
def test_another_scheme_is_refused_by_name(client, authorization):
    problem = check(send(client, "get", "matches/{id}/view/", authorization), "unknown_scheme")
    assert "Seat <token>" in problem["detail"]


@pytest.mark.parametrize("authorization", NO_TOKENS)
def test_a_malformed_token_is_refused(client, authorization):
    problem = check(send(client, "get", "matches/{id}/view/", authorization), "authentication_failed")
    assert problem["detail"] == "This is not the token of a seat or an account."


@pytest.mark.parametrize("path", READING)
def test_every_address_that_reads_refuses_it(client, path):
    check(send(client, "get", path, "Bearer abc"), "unknown_scheme")
    check(send(client, "get", path, "Seat"), "authentication_failed")


@pytest.mark.parametrize("path", WRITING)
def test_every_address_that_writes_refuses_it(client, path):
    check(send(client, "post", path, "Bearer abc", WRITING[path]), "unknown_scheme")
    check(send(client, "post", path, "Seat", WRITING[path]), "authentication_failed")


def test_an_account_cannot_be_beside_another_scheme(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("anna"))
    for path in ("matches/{id}/actions/", "matches/{id}/resignation/"):
        check(send(client, "post", path, "Bearer abc", WRITING[path]), "unknown_scheme")


@pytest.mark.parametrize("authorization", ["Seat {token}", "seat {token}", "SEAT {token}", ""])
def test_a_seat_and_no_header_are_answered_as_before(client, authorization):
    assert send(client, "get", "matches/{id}/view/", authorization).status_code == 200


def test_an_empty_header_leaves_the_account_its_seat(client, django_user_model):
    """The pages of the site send one where they act for the account."""
    client.force_login(django_user_model.objects.create_user("anna"))
    body = {"game": "halunken", "seats": [{"kind": "human"}] * 2}
    assert send(client, "post", "matches/", "", body).status_code == 201
