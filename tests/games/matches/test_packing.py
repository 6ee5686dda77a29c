"""A packed match reads exactly as it did before, at every event and for everybody."""

import json
import os
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder

from escale.common.clock import now_ms
from games import jobs
from games.core import records
from games.matches import record_import, replay
from games.matches.archiving import ending, packed_rows, packing
from games.matches.archiving.lifetimes import ABANDONED_AFTER, OLDER_SERVERS_ANSWER, PACK_AFTER
from games.matches.luck import draws
from games.matches.messages import send_message
from games.matches.storage import event_log, sql, states
from games.matches.storage.match_rows import load_seats, lock_match
from games.matches.storage.rows import proof_by_token
from games.models import Match, MatchEvent, MatchSecret, PackedMatch, Packing, SavedState
from games.presenting import event_view, match_view
from games.registry import ENGINES
from tests.games.matches.finished import write_finished_match
from tests.games.table import Table

pytestmark = pytest.mark.django_db
#: so many matches of each game; PACKED_MATCHES=1000 proves more, in about three minutes a game
QUICK, SLOW = 4, int(os.environ.get("PACKED_MATCHES", "30"))


def read_everything(match: Match) -> dict[str, Any]:
    """The log, the record, the fairness, and at every event the state and what each viewer knows."""
    engine = ENGINES[match.game]
    viewers = [None, *range(match.seat_count)]
    positions = [replay.state_at(match, number) for number in range(match.number + 1)]
    return {
        "log": [event._asdict() for event in event_log.load_log(match)],
        "record": replay.record(match),
        "fairness": draws.list_draws(match),
        "states": [json.dumps(engine.dump(state)) for state in positions],
        "views": [[json.dumps(engine.view(state, seat)) for seat in viewers] for state in positions],
        "now": engine.dump(states.load_state(match)),
    }


def fresh(match: Match) -> Match:
    packed_rows.clear_cache()
    states.clear_state_cache()
    return Match.objects.with_seats().get(pk=match.pk)


def compare_packed(game: str, seed: int) -> None:
    match = write_finished_match(game, seed)
    before = read_everything(fresh(match))
    assert packing.pack(match.pk), (game, seed)
    after = read_everything(fresh(match))
    for part, value in before.items():
        assert after[part] == value, (game, seed, part)


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_a_packed_match_reads_as_before_at_every_event(game):
    for seed in range(QUICK):
        compare_packed(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_many_packed_matches_read_as_before_at_every_event(game):
    for seed in range(SLOW):
        compare_packed(game, seed)


def read_pages(match: Match) -> list[Any]:
    """What the API answers about views and events, with every way to ask for a part of them."""
    answers: list[Any] = []
    seats = load_seats(match.pk)
    for seat in (None, *range(match.seat_count)):
        for at in range(0, match.number + 1, 5):
            options = match_view.ViewOptions(at=at, words=at % 15 == 0)
            answers.append(match_view.build_view(match, seat, options))
        for after in (0, 3, 40, match.number - 1, match.number, match.number + 5):
            answers.append(event_view.describe_new_events(match, seat, seats, after))
            options = match_view.ViewOptions(after=after)
            answers.append(match_view.build_view(match, seat, options))
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_views_and_events_of_a_packed_match_are_as_before(game):
    match = write_finished_match(game, 5)
    match.seats.filter(index=0).update(blocked=2)
    before = read_pages(fresh(match))
    assert packing.pack(match.pk)
    assert read_pages(fresh(match)) == before


@pytest.mark.parametrize("game", ENGINES)
def test_the_hot_tables_keep_nothing_but_what_people_wrote(game):
    match = write_finished_match(game, 1)
    assert packing.pack(match.pk)
    rows = MatchEvent.objects.filter(match=match)
    assert set(rows.values_list("kind", flat=True)) <= {"message"}
    assert not MatchSecret.objects.filter(match=match).exists()
    assert not SavedState.objects.filter(match=match).exists()
    packed = Match.objects.get(pk=match.pk)
    assert (packed.state, packed.packing) == ("", Packing.DONE)
    assert "Glück" not in str(packed_rows.load_packed(match.pk).events_with_names(["", "", "", ""]))


def test_a_seat_that_is_renamed_is_renamed_in_the_packed_log_too():
    match = write_finished_match("shanghaien", 2)
    assert packing.pack(match.pk)
    match.seats.filter(index=0).update(name="Another")
    joined = event_log.load_log(fresh(match))[0]
    assert (joined.kind, joined.data) == ("join", {"name": "Another"})


def test_a_name_that_the_seat_no_longer_has_stays_a_row():
    match = write_finished_match("shanghaien", 2)
    match.seats.filter(index=0).update(name="Another")
    before = read_everything(fresh(match))
    assert packing.pack(match.pk)
    assert MatchEvent.objects.filter(match=match, kind="join").count() == 1
    assert read_everything(fresh(match)) == before


def test_an_erased_message_does_not_come_back():
    match = write_finished_match("halunken", 11)
    MatchEvent.objects.create(
        match=match, number=match.number + 1, kind="message", seat=0, at=1, data={"text": "x"}
    )
    Match.objects.filter(pk=match.pk).update(number=match.number + 1)
    assert packing.pack(match.pk)
    MatchEvent.objects.filter(match=match, kind="message").delete()
    log = event_log.load_log(fresh(match))
    assert "message" not in {event.kind for event in log}
    assert [event.number for event in event_log.load_events(fresh(match), None, None)] == [
        event.number for event in log[-40:]
    ]


def test_events_after_the_packing_are_read_with_the_packed_ones():
    match = write_finished_match("macao", 3)
    assert packing.pack(match.pk)
    seat = match.seats.get(index=0)
    send_message(match_id=match.pk, proof=proof_by_token(seat.token_hash), phrase="thanks")
    match = fresh(match)
    log = event_log.load_log(match)
    assert [event.number for event in log] == list(range(1, match.number + 1))
    assert log[-1].kind == "message"
    assert event_log.load_events(match, match.number - 3, None) == log[-3:]
    assert event_log.load_events(match, None, None) == log[-40:]
    assert replay.find_difference(match) == ""


def test_a_match_comes_out_of_the_packing_as_it_went_in():
    match = write_finished_match("macao", 8)
    before, result = read_everything(fresh(match)), match.result
    assert packing.pack(match.pk) and packing.unpack(match.pk)
    assert not PackedMatch.objects.exists()
    assert fresh(match).result == sql.from_json(sql.to_json(result))
    assert read_everything(fresh(match)) == before
    assert replay.find_difference(fresh(match)) == ""


def test_the_result_keeps_its_breakdown(client):
    match = write_finished_match("halunken", 3)
    before = client.get(f"/api/v1/matches/{match.pk}/").json()["outcome"]
    assert before["breakdown"]
    assert packing.pack(match.pk)
    packed_rows.clear_cache()
    assert "breakdown" not in Match.objects.get(pk=match.pk).result
    assert client.get(f"/api/v1/matches/{match.pk}/").json()["outcome"] == before


def test_an_imported_match_is_packed_too():
    match = write_finished_match("shanghaien", 4)
    imported = record_import.record(replay.record(fresh(match)))
    before = read_everything(fresh(imported))
    assert packing.pack(imported.pk)
    assert read_everything(fresh(imported)) == before
    assert len(PackedMatch.objects.get(pk=imported.pk).content) < 2_000


def test_data_that_do_not_follow_from_the_rules_are_kept_as_they_are():
    """A release of long ago may have said other things of a move."""
    match = write_finished_match("shanghaien", 6)
    for event in MatchEvent.objects.filter(match=match, kind="move")[:3]:
        event.data["events"].append({"type": "something", "of": "long ago"})
        event.save()
    before = read_everything(fresh(match))
    assert packing.pack(match.pk)
    assert read_everything(fresh(match)) == before


@pytest.fixture
def migrated_long_ago():
    """No server of an older release answers any more."""
    migration = MigrationRecorder.Migration.objects.filter(app="games", name=packing.FIRST_MIGRATION)
    assert migration.update(applied=datetime.now(UTC) - OLDER_SERVERS_ANSWER - timedelta(minutes=1)) == 1


def damage_event(match: Match) -> None:
    event = MatchEvent.objects.filter(match=match, kind="move").first()
    event.data["action"] = {"type": "no such action"}
    event.save()


@pytest.mark.parametrize(
    "damage", [damage_event, lambda match: Match.objects.filter(pk=match.pk).update(state="{}")]
)
def test_a_damaged_match_stays_as_it_is_and_is_not_tried_again(damage, caplog, migrated_long_ago):
    match, sound = write_finished_match("shanghaien", 6), write_finished_match("shanghaien", 7)
    Match.objects.update(created_at=datetime(2020, 1, 1, tzinfo=UTC))
    damage(match)
    count = MatchEvent.objects.filter(match=match).count()
    packing.pack_due_matches()
    assert f"match {match.pk} cannot be packed" in caplog.text
    assert MatchEvent.objects.filter(match=match).count() == count
    assert Match.objects.get(pk=match.pk).packing == Packing.IMPOSSIBLE
    assert Match.objects.get(pk=sound.pk).packing == Packing.DONE
    assert packing.find_due_matches(10) == []


def test_nothing_is_packed_within_a_day_of_the_migration(monkeypatch):
    match = write_finished_match("shanghaien", 1)
    Match.objects.update(created_at=datetime(2020, 1, 1, tzinfo=UTC))
    assert packing.find_due_matches(10) == [match.pk]
    packing.pack_due_matches()
    assert not PackedMatch.objects.exists()
    a_day_later = now_ms() + int(OLDER_SERVERS_ANSWER.total_seconds() * 1000) + 60_000
    monkeypatch.setattr(packing, "now_ms", lambda: a_day_later)
    packing.pack_due_matches()
    assert PackedMatch.objects.exists()


def test_a_worker_packs_only_after_the_time_of_a_release():
    (job,) = [job for job in jobs.JOBS if job.step is packing.pack_due_matches]
    assert job.first_after == jobs.SECONDS_OF_A_RELEASE == 3600


def test_matches_are_packed_a_week_after_their_last_event_in_steps(migrated_long_ago):
    matches = [write_finished_match("shanghaien", seed) for seed in range(packing.MATCHES_PER_STEP + 2)]
    assert packing.find_due_matches(99) == []  # They were created just now.
    long_ago = datetime.now(UTC) - PACK_AFTER - timedelta(hours=1)
    Match.objects.update(created_at=long_ago, moved_at=int(long_ago.timestamp() * 1000))
    recent = matches[0].pk
    Match.objects.filter(pk=recent).update(moved_at=now_ms() - 1000)
    assert packing.pack_due_matches() is True
    assert PackedMatch.objects.count() == packing.MATCHES_PER_STEP
    assert packing.pack_due_matches() is False
    assert PackedMatch.objects.count() == len(matches) - 1
    assert not PackedMatch.objects.filter(pk=recent).exists()


def test_a_match_that_is_written_meanwhile_is_left_for_the_next_step(monkeypatch):
    match = write_finished_match("shanghaien", 2)
    seat = match.seats.get(index=0)

    def lock_late(match_id):
        send_message(match_id=match_id, proof=proof_by_token(seat.token_hash), phrase="thanks")
        return lock_match(match_id)

    monkeypatch.setattr(packing, "lock_match", lock_late)
    assert not packing.pack(match.pk)
    assert not PackedMatch.objects.exists()
    monkeypatch.undo()
    assert packing.pack(match.pk)


DAMAGES = {
    "empty": b"",
    "no zlib": b"nonsense",
    "another dictionary": b"\x78\xf9\x00\x00\x00\x01" + bytes(40),
    "cut off": None,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_packed_row_is_a_fault_of_ours_that_names_its_match(client, caplog, damage):
    match = write_finished_match("shanghaien", 2)
    assert packing.pack(match.pk)
    row = PackedMatch.objects.get(pk=match.pk)
    content = DAMAGES[damage]
    PackedMatch.objects.update(content=bytes(row.content)[:-30] if content is None else content)
    fresh(match)
    client.raise_request_exception = False
    for path in ("view/", "view/?at=9", "record/", "fairness/", "events/", ""):
        caplog.clear()
        assert client.get(f"/api/v1/matches/{match.pk}/{path}").status_code == 500
        assert f"the packed log of match {match.pk} cannot be read" in caplog.text
    for path in ("/en/play/", "/api/v1/matches/", "/api/v1/matches/?status=finished"):
        assert client.get(path).status_code == 200
    with pytest.raises(CommandError):
        call_command("replay_matches", stdout=StringIO(), stderr=(faults := StringIO()))
    assert f"{match.pk} (shanghaien)" in faults.getvalue()


def test_the_command_replays_packed_matches_too():
    for game in ENGINES:
        match = write_finished_match(game, 1)
        write_finished_match(game, 2)
        assert packing.pack(match.pk)
    said = StringIO()
    call_command("replay_matches", stdout=said)
    assert said.getvalue() == f"{2 * len(ENGINES)} matches replayed, 0 differ.\n"


def test_the_command_unpacks_all_matches():
    matches = [write_finished_match("shanghaien", seed) for seed in (1, 2)]
    assert all(packing.pack(match.pk) for match in matches)
    call_command("unpack_matches", stdout=(said := StringIO()))
    assert said.getvalue() == "2 matches unpacked.\n"
    assert not PackedMatch.objects.exists()
    assert all(replay.find_difference(fresh(match)) == "" for match in matches)


def test_a_packed_match_costs_one_statement_more_and_no_more_for_a_long_one(django_assert_num_queries):
    short, long = write_finished_match("halunken", 2), write_finished_match("halunken", 9)
    assert short.number < 40 < long.number
    for match in (short, long):
        assert packing.pack(match.pk)
        match = fresh(match)
        with django_assert_num_queries(0):  # Statements by hand are not counted; nothing else may read.
            event_log.load_log(match)
            event_log.load_events(match, None, None)
            replay.state_at(match, match.number)


def test_a_match_that_everybody_has_left_ends():
    playing, left, unplayed = Table(), Table(), Table()
    playing.act()
    left.act()
    Match.objects.filter(pk__in=[left.id, unplayed.id]).update(
        moved_at=now_ms() - ABANDONED_AFTER.total_seconds() * 1000 - 1
    )
    assert ending.end_abandoned_matches() is False
    assert playing.match.status == "active"
    assert not Match.objects.filter(pk=unplayed.id).exists()
    match = left.match
    assert (match.status, match.result["end"], match.result["winners"]) == ("finished", "abandoned", [])
    assert left.kinds()[-1] == "abandon"
    assert replay.find_difference(match) == ""
    record = records.read_document(replay.record(match), ENGINES)
    records.check_result(record)
    before = read_everything(fresh(match))
    assert packing.pack(match.pk)
    assert read_everything(fresh(match)) == before
