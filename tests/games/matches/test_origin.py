"""A match remembers from where it was opened, as a digest, until it ends."""

import json

import pytest
from django.test import RequestFactory

from escale.common import limits
from games.matches import absence, seating, takebacks
from games.models import Match
from tests.games.table import BOT, HUMAN, Table

pytestmark = pytest.mark.django_db


def create(client, address: str) -> Match:
    wish = {"game": "shanghaien", "seats": [HUMAN, {"kind": "bot", "level": "easy"}]}
    answer = client.post(
        "/api/v1/matches/", json.dumps(wish), content_type="application/json", REMOTE_ADDR=address
    )
    assert answer.status_code == 201, answer.content
    return Match.objects.get(pk=answer.json()["id"])


def test_tables_of_one_address_have_one_origin_that_does_not_hold_the_address(client):
    first, second, other = (create(client, address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"))
    assert first.origin == second.origin != other.origin
    assert len(first.origin) == limits.ORIGIN_DIGITS
    assert "192" not in first.origin


def test_tables_of_one_account_have_one_origin_wherever_it_is(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("reader"))
    assert create(client, "192.0.2.1").origin == create(client, "192.0.2.2").origin


def test_the_origin_cannot_be_computed_without_the_secret_key(settings):
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1")
    request.user = type("Nobody", (), {"is_authenticated": False})()
    before = limits.request_origin(request)
    settings.SECRET_KEY = "another key that nobody knows either"
    assert limits.request_origin(request) != before


def test_the_form_without_scripts_remembers_the_origin_too(client):
    client.post("/en/play/shanghaien/new-table/", {"seat2": "human"}, REMOTE_ADDR="192.0.2.1")
    assert Match.objects.get().origin == create(client, "192.0.2.1").origin


def test_a_move_keeps_the_origin_and_a_resignation_erases_it():
    table = Table(origin="0123456789abcdef")
    table.play(1)
    takebacks.make_offer(match_id=table.id, proof=table.proof(0), kind="pause")
    assert table.match.origin == "0123456789abcdef"
    absence.resign(match_id=table.id, proof=table.proof(0))
    assert (table.match.status, table.match.origin) == ("finished", "")


@pytest.mark.slow
def test_the_last_move_erases_the_origin():
    table = Table(game="macao", seats=[HUMAN, HUMAN], origin="0123456789abcdef")
    while table.match.status == "active":
        table.act()
    assert table.match.origin == ""


def test_a_rematch_has_the_origin_of_who_asks_for_it():
    table = Table(seats=[HUMAN, BOT], origin="0123456789abcdef")
    absence.resign(match_id=table.id, proof=table.proof(0))
    again = seating.rematch(match_id=table.id, proof=table.proof(0), origin="fedcba9876543210")
    assert Match.objects.get(pk=again.match).origin == "fedcba9876543210"
