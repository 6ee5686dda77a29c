"""Nobody sees what their seat may not know: deal the rest again, and every byte that can be fetched stays the
same.
"""

import json

import pytest
from django.contrib import admin

from games.core.chance import QuickChance
from games.matches import absence
from games.matches.storage.states import clear_state_cache
from games.models import Match, MatchSecret
from games.registry import ENGINES
from tests.games.table import Table

pytestmark = pytest.mark.django_db

CASES = [
    *((slug, seats, {}) for slug, engine in ENGINES.items() for seats in engine.META.seats),
    ("halunken", 4, {"games": 3}),
]
READS = ["", "view/", "events/", "record/", "fairness/"]
WRONG = [
    {"type": "place", "die": 9},
    {"type": "choose", "card": 99},
    {"type": "pass"},
    {"type": "nonsense"},
    {},
]


def everything(client, table: Table, seat: int | None) -> dict:
    """All that this seat can make the site say about the match without changing it."""
    headers = {"Authorization": f"Seat {table.tokens[seat]}"} if seat is not None else {}
    base = f"/api/v1/matches/{table.id}/"
    client.get(base + "view/", headers=headers)  # from now on the seat counts as present
    said = {path: client.get(base + path, headers=headers).content for path in READS}
    for i, action in enumerate(WRONG):
        body = json.dumps({"action": action})
        said[f"check {i}"] = client.post(
            base + "check/", body, content_type="application/json", headers=headers
        ).content
    said["page"] = client.get(f"/en/play/table/{table.id}/").content
    said["embed"] = client.get(f"/embed/{table.id}/").content
    return said


def replace_state(table: Table, state) -> None:
    Match.objects.filter(pk=table.id).update(state=json.dumps(table.engine.dump(state)))
    clear_state_cache()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), CASES)
@pytest.mark.parametrize("moves", [4, 23])
def test_what_a_seat_cannot_know_changes_nothing_that_it_can_read(client, game, seats, options, moves):
    table = Table(game=game, seats=[{"kind": "human"}] * seats, options=options)
    table.play(moves)
    true = table.state
    for seat in [None, *range(seats)]:
        replace_state(table, true)
        before = everything(client, table, seat)
        other = table.engine.redeal(true, seat, QuickChance(7))
        assert table.engine.dump(other) != table.engine.dump(true), "something was dealt again"
        replace_state(table, other)
        assert everything(client, table, seat) == before


def test_a_secret_choice_is_told_to_nobody_before_all_have_chosen(client):
    table = Table(game="halunken", seats=[{"kind": "human"}] * 3, options={"black_jack": False})
    while {decision.kind for decision in table.engine.decisions(table.state)} != {"choose"}:
        table.act()
    chosen = table.act(("choose", 7), seat=1)
    for seat in (None, 0, 2):
        headers = {"Authorization": f"Seat {table.tokens[seat]}"} if seat is not None else {}
        events = client.get(
            f"/api/v1/matches/{table.id}/events/?after={chosen.number - 1}", headers=headers
        ).json()
        (event,) = events["events"]
        assert "action" not in event
        assert "7" not in json.dumps(event["events"])
    own = client.get(
        f"/api/v1/matches/{table.id}/events/?after={chosen.number - 1}",
        headers={"Authorization": f"Seat {table.tokens[1]}"},
    ).json()
    assert own["events"][0]["action"] == {"type": "choose", "card": 7}


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_the_deal_of_the_next_game_lies_face_down_until_the_end(client, seats):
    table = Table(game="halunken", seats=[{"kind": "human"}] * seats, options={"games": 3})
    while not (dealt := table.match.events.filter(data__chance__has_key="setup").first()):
        table.act()
    hidden = json.dumps(dealt.data["chance"]["setup"], separators=(",", ":")).encode()
    for seat in [None, *range(seats)]:
        assert not [path for path, said in everything(client, table, seat).items() if hidden in said]
        headers = {"Authorization": f"Seat {table.tokens[seat]}"} if seat is not None else {}
        events = client.get(
            f"/api/v1/matches/{table.id}/events/?after={dealt.number - 1}", headers=headers
        ).json()
        assert events["events"][0]["chance"]["setup"] == {}, "said, but not shown"
    for seat in range(seats - (seats == 2)):
        absence.resign(match_id=table.id, proof=table.proof(seat))
    assert hidden in client.get(f"/api/v1/matches/{table.id}/events/?after={dealt.number - 1}").content


def test_the_secret_of_the_dice_is_in_no_answer_before_the_end(client):
    table = Table()
    table.play(5)
    secret = MatchSecret.objects.get(match_id=table.id)
    for seat in (None, 0, 1):
        for said in everything(client, table, seat).values():
            assert secret.secret.encode() not in said
            assert all(nonce.encode() not in said for nonce in secret.nonces)
    absence.resign(match_id=table.id, proof=table.proof(0))
    assert secret.secret in client.get(f"/api/v1/matches/{table.id}/record/").content.decode()


def test_a_token_is_stored_nowhere():
    table = Table()
    (seat,) = table.match.seats.filter(index=0)
    assert table.tokens[0] not in json.dumps(list(table.match.seats.values()), default=str)
    assert seat.token_hash != table.tokens[0]


def test_no_admin_page_shows_a_secret_or_a_state():
    for model, site in admin.site._registry.items():
        assert model is not MatchSecret
        if model is Match:
            shown = {*site.get_fields(None), *site.list_display}
            assert not shown & {"state"}


def test_every_engine_is_covered():
    assert {case[0] for case in CASES} == set(ENGINES)
