"""The lobby shows tables of many addresses, and none for ever."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from escale.common.clock import now_ms
from games.lobby import expiry, listing, origins
from games.models import Match, Seat
from tests.games.table import BOT, HUMAN, Table

pytestmark = pytest.mark.django_db
HONEST = "192.0.2.1"
NOISY = "198.51.100.7"


def open_table(client, address: str, **more):
    body = {"game": "shanghaien", "seats": [HUMAN, HUMAN], **more}
    return client.post("/api/v1/matches/", body, content_type="application/json", REMOTE_ADDR=address)


def shown_ids(client, path: str = "/en/play/") -> str:
    return client.get(path).content.decode()


@pytest.mark.parametrize("path", ["/en/play/", "/en/play/shanghaien/"])
def test_thirteen_tables_of_one_address_push_no_other_off_the_lobby(client, path):
    honest = open_table(client, HONEST).json()["id"]
    noisy = [open_table(client, NOISY).json()["id"] for _ in range(13)]
    page = shown_ids(client, path)
    assert honest in page
    assert [match for match in noisy if match in page] == noisy[: -listing.SHOWN_TABLES_PER_ORIGIN - 1 : -1][
        ::-1
    ]


def test_thirteen_running_tables_of_one_address_push_no_other_off_those_to_watch(client):
    honest = Table(origin="honest")
    honest.play(2)
    for _ in range(13):
        noisy = Table(origin="noisy")
        noisy.play(2)
    page = shown_ids(client)
    assert honest.id in page
    assert len(listing.list_watchable_tables()) == 1 + listing.SHOWN_TABLES_PER_ORIGIN


def test_tables_against_bots_at_which_nobody_moves_are_not_shown_to_watch():
    untouched = Table(seats=(HUMAN, BOT))
    played = Table()
    played.play(1)
    assert [match.pk for match in listing.list_watchable_tables()] == [played.id]
    Match.objects.filter(pk=played.id).update(moved_at=now_ms() - listing.QUICK_SILENCE_MS - 1000)
    assert list(listing.list_watchable_tables()) == []
    Match.objects.filter(pk=played.id).update(pace="correspondence")
    assert [match.pk for match in listing.list_watchable_tables()] == [played.id]
    Seat.objects.filter(match=played.id, relief_level="").update(relief_level="steady")
    assert list(listing.list_watchable_tables()) == [], "bots alone play here now"
    assert untouched.match.status == "active"


def test_the_lobby_asks_as_often_for_one_table_as_for_three(client):
    def questions() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get("/en/play/")
        return len(asked)

    open_table(client, HONEST)
    Table().play(2)
    client.get("/en/play/")
    one = questions()
    for _ in range(2):
        open_table(client, NOISY)
        Table().play(2)
    assert questions() == one


def test_an_open_table_is_removed_after_a_day_and_a_running_one_stays(client):
    old, young = open_table(client, HONEST).json()["id"], open_table(client, HONEST).json()["id"]
    running = Table().id
    yesterday = timezone.now() - timedelta(days=1, minutes=1)
    Match.objects.filter(pk__in=(old, running)).update(created_at=yesterday)
    assert old not in shown_ids(client), "not shown, even before the worker has come by"
    assert expiry.remove_expired_tables() is False
    assert set(Match.objects.values_list("pk", flat=True)) == {young, running}
    assert client.get(f"/m/{old}").status_code == 404


def test_many_expired_tables_are_removed_in_steps(monkeypatch):
    monkeypatch.setattr(expiry, "TABLES_PER_STEP", 2)
    for _ in range(3):
        Table(join=False)
    Match.objects.update(created_at=timezone.now() - timedelta(days=2))
    assert expiry.remove_expired_tables() is True
    assert expiry.remove_expired_tables() is False
    assert not Match.objects.exists()


@pytest.mark.parametrize("path", ["/en/play/macao/", "/fr/jouer/macao/"])
def test_the_page_says_how_long_a_table_stays_open(client, path):
    assert ("after a day" if path.startswith("/en") else "au bout d’un jour") in shown_ids(client, path)


def test_one_address_has_so_many_waiting_tables_and_still_plays_against_bots(client, monkeypatch):
    monkeypatch.setattr(origins, "MAX_OPEN_TABLES", 2)
    assert [open_table(client, NOISY).status_code for _ in range(3)] == [201, 201, 409]
    assert open_table(client, NOISY).json()["code"] == "too_many_tables"
    assert open_table(client, NOISY, seats=[HUMAN, BOT]).status_code == 201
    assert open_table(client, HONEST).status_code == 201
    form = {"name": "", "seat2": "human", "pace": "none"}
    answer = client.post("/en/play/shanghaien/new-table/", form, REMOTE_ADDR=NOISY)
    assert (answer.status_code, "waiting for players" in answer.content.decode()) == (403, True)


def test_a_seat_keeps_a_digest_of_its_address_until_a_day_after_the_last_move(client):
    match = open_table(client, NOISY).json()["id"]
    client.post(f"/api/v1/matches/{match}/seats/", {}, content_type="application/json", REMOTE_ADDR=HONEST)
    kept = list(Seat.objects.filter(match=match).values_list("origin", flat=True))
    assert len(set(kept)) == 2 and all(kept) and not any(NOISY in origin for origin in kept)
    origins.erase_old_origins()
    assert list(Seat.objects.filter(match=match).values_list("origin", flat=True)) == kept
    Match.objects.filter(pk=match).update(moved_at=now_ms() - origins.DAY_MS - 1000)
    assert origins.erase_old_origins() is False
    assert set(Seat.objects.filter(match=match).values_list("origin", flat=True)) == {""}


def test_a_blocked_address_opens_no_table_and_takes_no_seat_until_the_day_is_over(client):
    table = Table(join=False)
    noisy = open_table(client, NOISY).json()["id"]
    origins.block_origin(Match.objects.get(pk=noisy).origin)
    seats = f"/api/v1/matches/{table.id}/seats/"

    def sit_down(address: str):
        return client.post(seats, {}, content_type="application/json", REMOTE_ADDR=address)

    for answer in (open_table(client, NOISY), sit_down(NOISY)):
        assert (answer.status_code, answer.json()["code"]) == (403, "address_blocked")
    assert client.post("/en/play/macao/new-table/", {"seat2": "easy"}, REMOTE_ADDR=NOISY).status_code == 403
    assert open_table(client, HONEST).status_code == 201
    origins.BlockedOrigin.objects.update(until=now_ms() - 1)
    assert sit_down(NOISY).status_code == 201


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("/fr/jouer/relecture/abc/?at=3", "/fr/jouer/revoir/abc/?at=3"),
        ("/it/gioca/rivisione/abc/", "/it/gioca/replay/abc/"),
    ],
)
def test_former_addresses_of_replays_lead_to_the_present_ones(client, former, present):
    answer = client.get(former)
    assert (answer.status_code, answer["Location"]) == (301, present)


def test_the_lobby_chooses_among_the_newest_tables_only(monkeypatch):
    """Its cost does not grow with the number of tables that are open or running."""
    monkeypatch.setattr(listing, "MAX_CANDIDATES", 2)
    waiting = [Table(join=False, origin=f"origin {number}").id for number in range(3)]
    played = [Table(origin=f"origin {number}") for number in range(3)]
    for table in played:
        table.play(2)
    assert {match.pk for match in listing.list_open_tables()} == set(waiting[1:])
    assert {match.pk for match in listing.list_watchable_tables()} == {table.id for table in played[1:]}
