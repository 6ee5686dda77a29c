"""Programs among themselves: limits are told, many matches are created at once, a tournament is played."""

import json
import subprocess
import sys

import pytest
from django.contrib.auth import get_user_model

from escale.common.account_tokens import create_token
from games.matches.limits import CREATE, MAX_BULK, TOKEN_FACTOR
from games.models import Match
from games.web.guides import FILES
from tests.games.web.test_api_match import HUMAN, post
from tests.signing_in import Account, superuser

PROGRAM = {"kind": "program"}
WISH = {"game": "shanghaien", "seats": [PROGRAM, PROGRAM], "group": "cup"}


@pytest.fixture
def token(db):
    account = get_user_model().objects.create_user("anna", password="a long enough secret")
    return {"Authorization": f"Token {create_token(account, 'bot', ['play'])[1]}"}


def test_an_answer_tells_what_is_left_of_its_limit(client, db):
    first = post(client, "/matches/", WISH)
    second = post(client, "/matches/", WISH)
    assert first["RateLimit-Policy"] == f'"match-create";q={CREATE.times};w={CREATE.seconds}'
    assert first["RateLimit"].startswith(f'"match-create";r={CREATE.times - 1};t=')
    assert second["RateLimit"].startswith(f'"match-create";r={CREATE.times - 2};t=')
    assert "RateLimit" in first["Access-Control-Expose-Headers"]


def test_what_one_request_counts_is_not_told_to_another(client, db):
    post(client, "/matches/", WISH)
    assert "RateLimit" not in client.get("/api/v1/matches/")


def test_a_token_of_an_account_has_a_higher_limit(client, token):
    answer = post(client, "/matches/", WISH, **token)
    assert f"q={CREATE.times * TOKEN_FACTOR};" in answer["RateLimit-Policy"]


def test_many_matches_are_created_at_once(client, token):
    answer = post(client, "/matches/bulk/", {"matches": [WISH] * 3}, **token)
    assert answer.status_code == 201
    results = answer.json()["results"]
    assert len({match["seat_token"] for match in results}) == 3
    assert {match["group"] for match in results} == {"cup"}
    assert f"r={CREATE.times * TOKEN_FACTOR - 3};" in answer["RateLimit"]


def test_one_wrong_match_creates_none(client, token):
    wrong = WISH | {"seats": [HUMAN, {"kind": "robot"}]}
    answer = post(client, "/matches/bulk/", {"matches": [WISH, wrong]}, **token)
    assert answer.status_code == 400 and list(answer.json()["errors"]) == ["matches[1].seats[1].kind"]
    unknown_level = WISH | {"seats": [HUMAN, {"kind": "bot", "level": "none"}]}
    answer = post(client, "/matches/bulk/", {"matches": [WISH, unknown_level]}, **token)
    assert answer.status_code == 400 and answer.json()["code"] == "unknown_level"
    answer = post(
        client, "/matches/bulk/", {"matches": [wrong, WISH | {"pace": "slow", "nonce": ""}, 7]}, **token
    )
    assert set(answer.json()["errors"]) == {
        "matches[0].seats[1].kind",
        "matches[1].pace",
        "matches[1].nonce",
        "matches[2]",
    }
    answer = post(client, "/matches/bulk/", {"matches": 7, "more": 1}, **token)
    assert set(answer.json()["errors"]) == {"matches", "more"}
    assert not Match.objects.exists()


@pytest.mark.parametrize("matches", [None, [], {}, "x", [WISH] * (MAX_BULK + 1), [7]])
def test_a_wrong_list_is_refused(client, token, matches):
    answer = post(client, "/matches/bulk/", {"matches": matches}, **token)
    assert answer.status_code == 400 and answer.json()["errors"]


def test_guests_create_one_match_at_a_time(client, db):
    answer = post(client, "/matches/bulk/", {"matches": [WISH]})
    assert (answer.status_code, answer.json()["code"]) == (401, "no_account")


@pytest.mark.slow
def test_four_sample_bots_play_a_tournament_of_every_game_with_one_stream_each(site):
    superuser(site, Account("organiser"))
    code = (
        "from django.contrib.auth.models import User; from escale.common.account_tokens import create_token;"
        "print(create_token(User.objects.get(username='organiser'), 'cup', ['read', 'play'])[1])"
    )
    token = site.manage("shell", "-c", code).split()[-1]
    program = [
        sys.executable,
        str(FILES / "tournament.py"),
        site.url,
        token,
        "shanghaien",
        "halunken",
        "macao",
    ]
    done = subprocess.run(program, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["matches"] == 18
    assert sum(points for _bot, points in result["points"]) == pytest.approx(18)
