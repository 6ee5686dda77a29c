"""The tables of an account: what waits comes first, what is over is walked by cursor, however many there are."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.lobby import own_tables
from games.matches import absence, seating
from games.models import Match, Seat
from tests.games.table import HUMAN, Table

pytestmark = pytest.mark.django_db
ADDRESS = "/en/play/my-tables/"


@pytest.fixture
def player(client, django_user_model):
    user = django_user_model.objects.create_user(username="anna", password="long enough 1")
    client.force_login(user)
    return user


def add_table(user, *, is_over: bool, **more) -> str:
    table = Table(user=user, **more)
    if is_over:
        absence.resign(match_id=table.id, proof=table.proof(0))
    return table.id


def shown(page: str) -> list[str]:
    return re.findall(r'data-own="(\w+)"', page)


def next_link(page: str) -> str:
    found = re.search(r'href="([^"]+)"\s+rel="next"', page)
    return unescape(found[1]) if found else ""


def test_finished_tables_are_walked_and_running_ones_stand_on_the_first_page(client, player, monkeypatch):
    monkeypatch.setattr(own_tables, "MATCHES_PER_PAGE", 2)
    running = add_table(player, is_over=False)
    finished = [add_table(player, is_over=True) for _ in range(5)]
    add_table(None, is_over=True)
    pages, link = [], ADDRESS
    while link:
        page = client.get(link).text
        pages.append(shown(page))
        link = ADDRESS + next_link(page) if next_link(page) else ""
    assert pages == [[running, finished[4], finished[3]], [finished[2], finished[1]], [finished[0]]]


def test_a_table_at_which_the_account_has_two_seats_is_shown_once(client, player):
    table = Table(user=player)
    Seat.objects.filter(match=table.id).update(user=player)
    absence.resign(match_id=table.id, proof=table.proof(0))
    assert shown(client.get(ADDRESS).text) == [table.id]


def test_unfinished_tables_are_looked_for_to_a_stated_depth(client, player, monkeypatch):
    monkeypatch.setattr(own_tables, "SEARCHED_SEATS", 2)
    tables = [add_table(player, is_over=False) for _ in range(3)]
    assert set(shown(client.get(ADDRESS).text)) == set(tables[1:])


def test_the_page_asks_as_often_for_one_table_as_for_many(client, player):
    counts = []
    for number in (1, 3):
        for _ in range(number):
            add_table(player, is_over=True)
            add_table(player, is_over=False)
        client.get(ADDRESS)
        with CaptureQueriesContext(connection) as asked:
            client.get(ADDRESS)
        counts.append(len(asked))
    assert counts[0] == counts[1] < 10


def test_a_damaged_cursor_is_refused_and_guests_need_none(client, player):
    assert client.get(ADDRESS, {"cursor": "x"}).status_code == 400
    client.logout()
    assert client.get(ADDRESS).status_code == 200


def test_a_seat_that_was_taken_at_an_open_table_is_shown(client, player):
    made = seating.create(game="shanghaien", options={}, seats=[HUMAN, HUMAN])
    seating.join(match_id=made.match, user=player)
    assert shown(client.get(ADDRESS).text) == [made.match]
    assert Match.objects.count() == 1
