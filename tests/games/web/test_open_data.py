"""Finished public matches, catalogue and rulings as open data: one thing a line, without names of people."""

import gzip
import json
import re
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.matches import absence
from games.models import Match
from tests.games.table import Table
from tests.games.web.test_api_match import post

pytestmark = pytest.mark.django_db
PATH = "/api/v1/open-data/matches/"


def finish(**more) -> Table:
    table = Table(**more)
    for _ in range(3):
        table.act()
    absence.resign(match_id=table.id, proof=table.proof(0))
    return table


def read(answer) -> list[dict]:
    assert answer.status_code == 200 and answer["Content-Type"] == "application/x-ndjson", answer.content
    return [json.loads(line) for line in answer.content.splitlines()]


def test_a_finished_match_is_a_line_that_can_be_imported(client):
    table = finish(name="Anna")
    (row,) = read(client.get(PATH))
    assert row["id"] == table.id and row["engine_version"] and row["created"] < row["finished"]
    assert len(row["times"]) == len(row["record"]["moves"]) == 3 and row["times"] == sorted(row["times"])
    assert "Anna" not in json.dumps(row) and row["record"]["seats"][0]["name"] == "Seat 1"
    assert post(client, "/records/", row["record"]).status_code == 201


def test_running_unlisted_and_imported_matches_are_no_open_data(client):
    Table()
    finish(visibility="unlisted")
    (row,) = read(client.get(f"{PATH}?limit=1")) if finish() else []
    post(client, "/records/", row["record"])
    assert len(read(client.get(PATH))) == 1


def test_the_link_leads_through_the_whole_list_once(client):
    tables = [finish() for _ in range(3)]
    address, found = f"{PATH}?limit=2", []
    while address:
        answer = client.get(address)
        found += [row["id"] for row in read(answer)]
        following = re.search(r'<([^>]+)>; rel="next"', answer["Link"])
        address = following and following[1].removeprefix("http://testserver")
        assert 'rel="license"' in answer["Link"]
    assert found == [table.id for table in tables]


def test_filters(client):
    finish()
    today = timezone.localdate().isoformat()
    assert len(read(client.get(f"{PATH}?game=shanghaien&seats=2&since={today}"))) == 1
    for nothing in ("game=macao", "seats=3", f"until={today}"):
        assert read(client.get(f"{PATH}?{nothing}")) == []


def test_every_day_of_the_calendar_is_a_filter(client):
    finish()
    assert len(read(client.get(f"{PATH}?since=0001-01-01&until=9999-12-31"))) == 1
    for nothing in ("until=0001-01-01", "since=9999-12-31"):
        assert read(client.get(f"{PATH}?{nothing}")) == []


@pytest.mark.parametrize(
    "query",
    ["game=chess", "seats=9", "since=yesterday", "until=2026-13-01", "since=", "cursor=x", "limit=1000"],
)
def test_a_wrong_filter_is_named(client, query):
    answer = client.get(f"{PATH}?{query}")
    assert answer.status_code == 400 and query.partition("=")[0] in answer.json()["errors"]


@pytest.mark.parametrize("count", [1, 3])
def test_a_line_costs_the_same_whatever_stands_before_it(client, count, django_assert_max_num_queries):
    for _ in range(count):
        finish()
    with django_assert_max_num_queries(3 + 6 * count):
        assert len(read(client.get(PATH))) == count


@pytest.mark.slow
def test_the_dump_holds_the_matches_of_a_month_the_catalogue_and_the_rulings(tmp_path):
    call_command("load_demo")
    call_command("load_rules")
    table = finish()
    Match.objects.update(created_at=datetime(2026, 10, 31, 22, 59, tzinfo=UTC))
    finish()
    call_command("dump_open_data", tmp_path, "--month", "2026-10")
    files = {path.name: path for path in tmp_path.iterdir()}
    assert set(files) == {
        "matches-2026-10.ndjson.gz",
        "catalogue.ndjson.gz",
        "rulings.ndjson.gz",
        "LICENCES.txt",
    }
    rows = {
        name: [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
        for name, path in files.items()
        if name.endswith(".gz")
    }
    assert [row["id"] for row in rows["matches-2026-10.ndjson.gz"]] == [table.id]
    assert len(rows["catalogue.ndjson.gz"]) > 100 and rows["catalogue.ndjson.gz"][0]["slug"]
    assert {row["language"] for row in rows["rulings.ndjson.gz"]} == {"fr", "en", "it", "de"}


@pytest.mark.parametrize("month", ["2026-13", "october", "2026-1"])
def test_a_wrong_month_is_an_error(tmp_path, month):
    with pytest.raises(CommandError, match="no month"):
        call_command("dump_open_data", tmp_path, "--month", month)
