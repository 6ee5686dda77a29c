"""Every POST takes an Idempotency-Key: sent again, it is done once and answered as the first time."""

import json
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from escale.common.api.idempotency import forget_old_answers
from escale.common.limits import Limit
from escale.common.models import Counter, RememberedAnswer
from games.models import Match, Seat
from games.web.api import matches
from tests.games.web.test_api_match import BOT, HUMAN, get, new_match, post

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "a-key-of-random-characters"}
OTHER_KEY = {"Idempotency-Key": "another-key-of-characters"}
NEW = {"game": "shanghaien", "seats": [HUMAN, HUMAN]}


def test_a_match_is_created_once_for_a_key(client):
    first = post(client, "/matches/", NEW, **KEY)
    again = post(client, "/matches/", NEW, **KEY)
    other = post(client, "/matches/", NEW, **OTHER_KEY)
    assert first.status_code == again.status_code == other.status_code == 201
    assert first.json() == again.json() != other.json() and Match.objects.count() == 2
    assert again["Location"] == first["Location"] and again["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first
    assert get(client, f"/matches/{first.json()['id']}/view/", again.json()["seat_token"]).json()["seat"] == 0


def test_a_seat_is_taken_once_for_a_key(client):
    made = new_match(client, HUMAN, HUMAN, HUMAN, game="halunken")
    path = f"/matches/{made['id']}/seats/"
    assert post(client, path, {}, **KEY).json() == post(client, path, {}, **KEY).json()
    assert Seat.objects.exclude(token_hash=None).count() == 2


@pytest.mark.parametrize("path", ["offers/", "messages/"])
def test_what_a_seat_does_is_done_once_for_a_key(client, path):
    made = new_match(client, HUMAN, BOT)
    post(client, f"/matches/{made['id']}/seats/mine/nonce/", {"nonce": None}, made["seat_token"])
    body = {"offers/": {"kind": "pause"}, "messages/": {"phrase": "hello"}}[path]
    first = post(client, f"/matches/{made['id']}/{path}", body, made["seat_token"], **KEY)
    number = Match.objects.get().number
    again = post(client, f"/matches/{made['id']}/{path}", body, made["seat_token"], **KEY)
    assert first.status_code == again.status_code == 201 and first.json() == again.json()
    assert Match.objects.get().number == number


def test_a_key_with_another_body_is_refused(client):
    post(client, "/matches/", NEW, **KEY)
    answer = post(client, "/matches/", NEW | {"name": "Anna"}, **KEY)
    assert answer.status_code == 409 and answer.json()["code"] == "key_used" and answer.json()["detail"]
    assert Match.objects.count() == 1


def test_keys_of_different_clients_do_not_meet(client):
    first = post(client, "/matches/", NEW, **KEY).json()
    other = client.post(
        "/api/v1/matches/",
        json.dumps(NEW),
        content_type="application/json",
        headers=KEY,
        REMOTE_ADDR="10.1.1.1",
    )
    assert other.status_code == 201 and other.json()["id"] != first["id"]


@pytest.mark.parametrize("key", ["", "short", "x" * 65])
def test_a_key_that_others_could_guess_is_refused(client, key):
    answer = post(client, "/matches/", NEW, **{"Idempotency-Key": key})
    assert answer.status_code == 400 and "Idempotency-Key" in answer.json()["errors"]
    assert not Match.objects.exists()


def test_a_refusal_is_not_remembered(client):
    wrong = NEW | {"game": "chess"}
    assert post(client, "/matches/", wrong, **KEY).status_code == 400
    assert post(client, "/matches/", NEW, **KEY).status_code == 201


def test_a_refused_request_counts_against_its_limit(client, monkeypatch):
    monkeypatch.setattr(matches, "CREATE", Limit("test-keyed", 2, 600))
    answers = [post(client, "/matches/", NEW | {"game": "chess"}, **KEY).status_code for _ in range(3)]
    assert answers == [400, 400, 429] and Counter.objects.filter(key__startswith="test-keyed").exists()


def test_tokens_are_not_stored_in_the_clear(client):
    token = post(client, "/matches/", NEW, **KEY).json()["seat_token"]
    row = RememberedAnswer.objects.get()
    stored = f"{row.digest} {row.fingerprint} {row.content}"
    assert row.content and token not in stored and KEY["Idempotency-Key"] not in stored


def test_answers_are_forgotten_after_a_day(client):
    post(client, "/matches/", NEW, **KEY)
    assert forget_old_answers() is False and RememberedAnswer.objects.count() == 1
    RememberedAnswer.objects.update(at=timezone.now() - timedelta(days=1, seconds=1))
    forget_old_answers()
    assert not RememberedAnswer.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_create_one_match():
    answers = []

    def create():
        try:
            answers.append(post(Client(), "/matches/", NEW, **KEY).json()["id"])
        finally:
            connection.close()

    threads = [threading.Thread(target=create) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4 and len(set(answers)) == 1 and Match.objects.count() == 1


def test_a_number_of_any_size_is_refused_like_any_wrong_value(client):
    answer = post(client, "/matches/", NEW | {"options": {"extra_trick": 2**70}}, **KEY)
    assert answer.status_code == 400
