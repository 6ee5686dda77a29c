"""One address or account has only so many tables with bots at once."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from escale.common.clock import now_ms
from games.matches import absence, limits, seating
from games.matches.errors import MatchError
from games.models import Match
from tests.games.table import BOT, HUMAN, Table

pytestmark = pytest.mark.django_db
ORIGIN = "0123456789abcdef"
REQUESTS_AT_ONCE = 10


@pytest.fixture(autouse=True)
def _two_tables(monkeypatch):
    monkeypatch.setattr(seating, "MAX_BOT_TABLES", 2)


def open_table(client, seats, address: str = "192.0.2.1", language: str = "en"):
    return client.post(
        f"/api/v1/matches/?lang={language}",
        {"game": "shanghaien", "seats": seats},
        content_type="application/json",
        REMOTE_ADDR=address,
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "End one of those matches"),
        ("fr", "Terminez d’abord une"),
        ("it", "Concludi prima una"),
        ("de", "Beende zuerst"),
    ],
)
def test_the_third_table_with_bots_is_refused_in_every_language(client, language, words):
    for _ in range(2):
        assert open_table(client, [HUMAN, BOT]).status_code == 201
    refused = open_table(client, [HUMAN, BOT], language=language)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_bot_tables")
    assert words in refused.json()["detail"]
    assert open_table(client, [HUMAN, BOT], address="192.0.2.2").status_code == 201
    assert open_table(client, [HUMAN, HUMAN]).status_code == 201


def test_the_form_without_scripts_says_so_too(client):
    for _ in range(2):
        open_table(client, [HUMAN, BOT])
    page = client.post("/en/play/shanghaien/new-table/", {"seat2": "easy"}, REMOTE_ADDR="192.0.2.1")
    assert page.status_code == 403
    assert "End one of those matches first" in page.content.decode()


def test_a_finished_table_and_one_that_nobody_plays_do_not_count():
    finished, silent = (Table(seats=[HUMAN, BOT], origin=ORIGIN) for _ in range(2))
    with pytest.raises(MatchError, match="too_many_bot_tables"):
        Table(seats=[HUMAN, BOT], origin=ORIGIN)
    absence.resign(match_id=finished.id, proof=finished.proof(0))
    Table(seats=[HUMAN, BOT], origin=ORIGIN)
    Match.objects.filter(pk=silent.id).update(moved_at=now_ms() - limits.BOT_TABLE_MS)
    Table(seats=[HUMAN, BOT], origin=ORIGIN)


def test_a_rematch_counts_as_well():
    finished = Table(seats=[HUMAN, BOT], origin=ORIGIN)
    absence.resign(match_id=finished.id, proof=finished.proof(0))
    for _ in range(2):
        Table(seats=[HUMAN, BOT], origin=ORIGIN)
    with pytest.raises(MatchError, match="too_many_bot_tables"):
        seating.rematch(match_id=finished.id, proof=finished.proof(0), origin=ORIGIN)


def test_a_table_that_waits_for_people_counts_if_a_bot_sits_there():
    for _ in range(2):
        Table(game="macao", seats=[HUMAN, HUMAN, BOT], origin=ORIGIN, join=False)
    with pytest.raises(MatchError, match="too_many_bot_tables"):
        Table(seats=[HUMAN, BOT], origin=ORIGIN)


@pytest.mark.django_db(transaction=True)
def test_requests_of_the_same_moment_open_no_table_more():
    """Each waits for the others of its origin, so it counts their tables too."""
    start = threading.Barrier(REQUESTS_AT_ONCE)

    def open_one(_number: int) -> str:
        start.wait(20)
        try:
            seating.create(game="shanghaien", options={}, seats=[HUMAN, BOT], origin=ORIGIN)
        except MatchError as error:
            return error.code
        finally:
            connections.close_all()
        return "opened"

    with ThreadPoolExecutor(REQUESTS_AT_ONCE) as pool:
        outcomes = Counter(pool.map(open_one, range(REQUESTS_AT_ONCE)))
    assert outcomes == {"opened": 2, "too_many_bot_tables": REQUESTS_AT_ONCE - 2}
