"""Tokens of accounts: a page creates and revokes them, only their hash is stored, their scopes are obeyed."""

import re

import pytest
from django.contrib.auth import get_user_model

from escale.common.account_tokens import MAX_TOKENS, create_token
from escale.common.models import AccountToken, AuditEntry
from games.models import Match
from tests.games.web.test_api_match import BOT, HUMAN, post

pytestmark = pytest.mark.django_db
PAGE = "/staff/tokens/"
PROGRAM = {"kind": "program"}


@pytest.fixture
def account():
    return get_user_model().objects.create_user("anna", password="a long enough secret", is_staff=True)


@pytest.fixture
def token(account):
    return create_token(account, "my bot", ["read", "play"])[1]


def call(client, method, path, token, body=None):
    return client.generic(
        method,
        f"/api/v1{path}",
        body,
        content_type="application/json",
        headers={"Authorization": f"Token {token}"},
    )


def create_match(client, token, *seats, **more):
    headers = {"Authorization": f"Token {token}"}
    answer = post(client, "/matches/", {"game": "shanghaien", "seats": list(seats)} | more, **headers)
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_the_page_shows_a_new_token_once_and_stores_its_hash(client, account):
    client.force_login(account)
    answer = client.post(PAGE, {"name": "my bot", "scopes": ["play"]})
    text = re.search(r'<code class="secret">([^<]+)</code>', answer.text)[1]
    stored = AccountToken.objects.get()
    assert (
        stored.token_hash != text
        and stored.scopes == ["play"]
        and answer["Cache-Control"].find("no-store") > 0
    )
    assert text not in client.get(PAGE).text and "my bot" in client.get(PAGE).text
    assert call(client, "GET", "/me/", text).json() == {
        "name": "anna",
        "token": {"name": "my bot", "scopes": ["play"]},
    }
    entry = AuditEntry.objects.get(kind="common.accounttoken")
    assert entry.who == "anna" and stored.token_hash not in str(entry.after)


def test_a_revoked_token_opens_nothing(client, account, token):
    client.force_login(account)
    client.post(PAGE, {"revoke": AccountToken.objects.get().pk})
    answer = call(client, "GET", "/me/", token)
    assert answer.status_code == 401 and answer.json()["code"] == "unknown_token"


def test_nobody_revokes_the_token_of_another_account(client, token):
    other = get_user_model().objects.create_user("bernd", password="a long enough secret", is_staff=True)
    client.force_login(other)
    assert client.post(PAGE, {"revoke": AccountToken.objects.get().pk}).status_code == 404
    assert AccountToken.objects.exists()


@pytest.mark.parametrize("number", ["x", "٣", "9" * 30, "-1"])
def test_a_wrong_number_is_a_bad_request(client, account, number):
    client.force_login(account)
    assert client.post(PAGE, {"revoke": number}).status_code == 400


def test_guests_must_log_in(client):
    assert client.get(PAGE).status_code == 302 and client.post(PAGE, {"name": "x"}).status_code == 302


def test_a_form_without_scopes_or_name_says_so(client, account):
    client.force_login(account)
    answer = client.post(PAGE, {"name": "", "scopes": []})
    assert answer.status_code == 422 and not AccountToken.objects.exists()


def test_an_account_has_a_bounded_number_of_tokens(client, account):
    for number in range(MAX_TOKENS):
        create_token(account, str(number), ["read"])
    client.force_login(account)
    assert client.post(PAGE, {"name": "one more", "scopes": ["read"]}).status_code == 422
    assert AccountToken.objects.count() == MAX_TOKENS


def test_a_program_plays_with_the_token_of_its_account(client, token):
    made = create_match(client, token, HUMAN, BOT, visibility="unlisted")
    assert made["seats"][0]["kind"] == "program"
    path = f"/matches/{made['id']}"
    view = call(client, "POST", f"{path}/seats/mine/nonce/", token, '{"nonce": null}').json()
    assert view["seat"] == 0 and view["status"] == "active"
    mine = call(client, "GET", "/me/matches/?status=active", token).json()["results"]
    assert [(match["id"], match["seat"]) for match in mine] == [(made["id"], 0)]
    assert mine[0]["your_turn"] == bool(view["decisions"])
    if view["decisions"]:
        body = f'{{"decision": "{view["decisions"][0]["id"]}", "action": {{"type": "roll"}}}}'
        assert call(client, "POST", f"{path}/actions/", token, body).status_code == 201


def test_a_seat_says_that_a_program_sits_there(client):
    made = post(client, "/matches/", {"game": "shanghaien", "seats": [HUMAN, PROGRAM]}).json()
    assert [seat["kind"] for seat in made["seats"]] == ["human", "program"]
    path = f"/matches/{made['id']}"
    joined = post(client, f"{path}/seats/", {"kind": "program", "nonce": None}).json()
    assert joined["seats"][1]["kind"] == "program"
    view = client.get(f"/api/v1{path}/view/").json()
    assert view["seats"][1]["kind"] == "program"


def test_a_person_may_take_the_seat_of_a_program(client):
    made = post(client, "/matches/", {"game": "shanghaien", "seats": [HUMAN, PROGRAM]}).json()
    assert post(client, f"/matches/{made['id']}/seats/", {}).json()["seats"][1]["kind"] == "human"


def test_a_token_may_only_do_what_its_scopes_say(client, account):
    reader = create_token(account, "reader", ["read"])[1]
    answer = call(client, "POST", "/matches/", reader, '{"game": "shanghaien"}')
    assert answer.status_code == 403 and answer.json()["code"] == "missing_scope"
    assert answer.json()["scope"] == "play" and answer.json()["detail"]
    match = Match.objects.first()
    assert match is None and call(client, "GET", "/me/matches/", reader).status_code == 200


def test_a_move_needs_the_scope_too(client, account, token):
    made = create_match(client, token, HUMAN, BOT)
    reader = create_token(account, "reader", ["read"])[1]
    body = '{"decision": "x", "action": {"type": "roll"}}'
    answer = call(client, "POST", f"/matches/{made['id']}/actions/", reader, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "missing_scope")
    answer = call(client, "POST", f"/matches/{made['id']}/actions/", "unknown", body)
    assert (answer.status_code, answer.json()["code"]) == (401, "unknown_token")


def test_guests_and_seats_are_nobody(client, token):
    made = create_match(client, token, HUMAN, BOT)
    for headers in ({}, {"Authorization": f"Seat {made['seat_token']}"}):
        answer = client.get("/api/v1/me/", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "no_account")


def test_the_token_of_an_inactive_account_is_unknown(client, account, token):
    account.is_active = False
    account.save()
    assert call(client, "GET", "/me/", token).status_code == 401


@pytest.mark.parametrize("count", [1, 3])
def test_my_matches_need_as_many_queries_for_one_as_for_three(
    client, token, count, django_assert_num_queries
):
    for _ in range(count):
        create_match(client, token, HUMAN, BOT)
    with django_assert_num_queries(4):  # the token, the matches, their seats, their number
        assert call(client, "GET", "/me/matches/", token).json()["count"] == count


def test_matches_of_a_group_are_found(client, token):
    made = create_match(client, token, HUMAN, HUMAN, group="cup-1")
    create_match(client, token, HUMAN, HUMAN)
    for path in ("/me/matches/?group=cup-1", "/matches/?group=cup-1"):
        found = call(client, "GET", path, token).json()["results"]
        assert [(match["id"], match["group"]) for match in found] == [(made["id"], "cup-1")]
