"""A row that this release does not understand troubles its own match, and no other."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.core import json_form
from games.matches.storage import states
from games.models import Match
from games.registry import ENGINES
from games.web import pages
from tests.games.table import BOT, HUMAN, Table

pytestmark = pytest.mark.django_db
LISTS = ["/en/play/", "/en/play/macao/", "/api/v1/matches/"]
STATES = {
    "empty": "",
    "no JSON": "{",
    "another thing": "[]",
    "a field missing": "{}",
    "nonsense": '{"deck": "x", "deal": 7, "phase": "?", "extra_trick": 1}',
}


@pytest.fixture
def client(client):
    client.raise_request_exception = False
    return client


def open_table() -> Table:
    return Table(game="macao", seats=[HUMAN, HUMAN], join=False, name="Anna")


def damage(match_id: str, **values) -> None:
    Match.objects.filter(pk=match_id).update(**values)
    states.clear_state_cache()


def send(client, table, body) -> int:
    response = client.post(
        f"/api/v1/matches/{table.id}/actions/",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Seat {table.tokens[0]}"},
    )
    return response.status_code


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("values", [{"pace": "blitz"}, {"visibility": "public", "pace": ""}])
def test_a_pace_of_a_later_release_is_listed_as_it_is(client, path, values):
    later, table = open_table(), open_table()
    damage(later.id, **values)
    page = client.get(path)
    assert page.status_code == 200
    assert later.id in page.text and table.id in page.text


@pytest.mark.parametrize("path", ["/en/play/", "/api/v1/matches/"])
def test_a_game_of_a_later_release_does_not_take_down_the_lobby(client, path):
    later, table = open_table(), open_table()
    damage(later.id, game="chess")
    page = client.get(path)
    assert (page.status_code, table.id in page.text) == (200, True)


@pytest.mark.parametrize("path", LISTS)
def test_a_row_that_cannot_be_described_is_left_out_and_logged(client, monkeypatch, path, caplog):
    broken, table = open_table(), open_table()
    describe_seats = pages.match_view.describe_seats

    def fail(match, *arguments):
        if match.id == broken.id:
            raise ValueError("a damaged row")
        return describe_seats(match, *arguments)

    monkeypatch.setattr(pages.match_view, "describe_seats", fail)
    page = client.get(path)
    assert (page.status_code, table.id in page.text, broken.id in page.text) == (200, True, False)
    assert f"match {broken.id} cannot be described" in caplog.text


def test_my_tables_survive_a_status_of_a_later_release(client, django_user_model):
    user = django_user_model.objects.create_user("anna")
    mine = [Table(game="macao", seats=[HUMAN, HUMAN], user=user) for _ in range(2)]
    damage(mine[0].id, status="adjourned")
    client.force_login(user)
    page = client.get("/en/play/my-tables/")
    assert (page.status_code, mine[1].id in page.text) == (200, True)


def test_a_match_with_the_pace_of_a_later_release_can_be_played(client):
    table = Table(game="macao")
    damage(table.id, pace="blitz")
    table.play(3)
    assert (table.match.moves, table.match.due) == (3, None)


@pytest.mark.parametrize("game", ENGINES)
@pytest.mark.parametrize("state", STATES)
def test_a_damaged_state_is_a_fault_of_ours_that_names_its_match(client, caplog, game, state):
    table = Table(game=game)
    decision = table.decision().id
    action = json_form.encode(table.engine.META.actions, table.menu()[0])
    damage(table.id, state=STATES[state])
    sentence = f"the stored state of match {table.id} cannot be read"
    assert client.get(f"/api/v1/matches/{table.id}/view/").status_code == 500
    assert sentence in caplog.text
    caplog.clear()
    assert send(client, table, {"decision": decision, "action": action}) == 500
    assert sentence in caplog.text


def test_the_command_reports_each_damaged_match_and_goes_on():
    damaged = [Table(game=game) for game in ENGINES for _ in STATES]
    for table, state in zip(damaged, [*STATES.values()] * len(ENGINES), strict=True):
        damage(table.id, state=state)
    unknown = Table(game="macao")
    damage(unknown.id, game="chess")
    intact = Table(game="macao", seats=[HUMAN, BOT])
    said, faults = StringIO(), StringIO()
    with pytest.raises(CommandError):
        call_command("replay_matches", stdout=said, stderr=faults)
    assert said.getvalue() == f"{len(damaged) + 2} matches replayed, {len(damaged) + 1} differ.\n"
    assert all(table.id in faults.getvalue() for table in [*damaged, unknown])
    assert intact.id not in faults.getvalue()
