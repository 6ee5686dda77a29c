"""The list of matches: walked by cursor, reached by number in its beginning, never counted to its end."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from escale.common import cursors
from escale.common.api import lists
from games.models import Match, Visibility

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/matches/"


def add_matches(number: int, **facts) -> list[str]:
    """The ids of new matches, the newest first."""
    start = timezone.now()
    matches = [Match(game="shanghaien", engine_version=1, seat_count=2, **facts) for _ in range(number)]
    Match.objects.bulk_create(matches)
    for place, match in enumerate(matches):
        Match.objects.filter(pk=match.pk).update(created_at=start + timedelta(seconds=place))
    return [match.pk for match in reversed(matches)]


def walk(client, address: str) -> list[list[str]]:
    """The ids on each page, from this address to the end."""
    pages = []
    while address:
        answer = client.get(address).json()
        pages.append([result["id"] for result in answer["results"]])
        address = (answer["next"] or "").removeprefix("http://testserver")
    return pages


def refusal(client, address: str) -> dict:
    answer = client.get(address)
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    return answer.json()["errors"]


def test_following_next_shows_the_whole_list(client):
    ids = add_matches(7)
    add_matches(2, visibility=Visibility.UNLISTED)
    assert walk(client, f"{ADDRESS}?page_size=3") == [ids[:3], ids[3:6], ids[6:]]


def test_filters_stay_on_the_way(client):
    shanghaien, _macao = add_matches(3), add_matches(3, status="finished")
    assert walk(client, f"{ADDRESS}?page_size=2&status=open&lang=de") == [shanghaien[:2], shanghaien[2:]]


def test_previous_leads_back(client):
    ids = add_matches(5)
    first = client.get(f"{ADDRESS}?page_size=2").json()
    second = client.get(first["next"]).json()
    again = client.get(second["previous"]).json()
    assert [match["id"] for match in again["results"]] == ids[:2]
    assert (first["previous"], again["previous"]) == (None, None)


def test_pages_have_numbers_up_to_a_depth(client, monkeypatch):
    monkeypatch.setattr(lists, "MAX_DEPTH", 4)
    ids = add_matches(6)
    second = client.get(f"{ADDRESS}?page=2&page_size=2").json()
    assert [match["id"] for match in second["results"]] == ids[2:4]
    errors = refusal(client, f"{ADDRESS}?page=3&page_size=2&lang=en")
    assert "next" in errors["page"][0]
    assert walk(client, second["next"]) == [ids[4:]]


def test_the_count_is_known_up_to_a_limit(client, monkeypatch):
    add_matches(3)
    assert client.get(ADDRESS).json()["count"] == 3
    monkeypatch.setattr(cursors.count_up_to, "__defaults__", (2,))
    assert client.get(ADDRESS).json()["count"] is None


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("cursor=", "cursor"),
        ("cursor=WzAsW11d:nonsense", "cursor"),
        ("cursor=%00", "cursor"),
        ("cursor=x&page=1", "cursor"),
        ("page=0", "page"),
        ("page=1000000", "page"),
    ],
)
def test_what_leads_nowhere_is_said(client, query, field):
    assert field in refusal(client, f"{ADDRESS}?{query}")


def test_a_page_takes_as_many_queries_for_one_match_as_for_three(client):
    def count_queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{ADDRESS}?page_size=3").status_code == 200
        return len(queries)

    add_matches(1)
    one = count_queries()
    add_matches(9)
    assert count_queries() == one
