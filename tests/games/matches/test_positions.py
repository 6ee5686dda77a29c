"""Any position of a match is read from the nearest saved state; an undo costs the same after many undos."""

import random
from contextlib import suppress

import pytest

from games.core import records
from games.matches import replay, takebacks
from games.matches.errors import MatchError
from games.matches.storage import event_log, sql
from games.models import Match, MatchEvent, SavedState
from games.registry import ENGINES
from tests.games.table import Table

pytestmark = pytest.mark.django_db


def play_with_undos(table: Table, moves: int, seed: int = 1) -> None:
    """Random moves, of which about every third is taken back if that is allowed."""
    draw = random.Random(seed)
    for _ in range(moves):
        if table.decision() is None:
            return
        seat = table.decision().seat
        table.act(draw.choice(table.menu()))
        for _ in range(draw.choice((0, 0, 1, 2))):
            try:
                takebacks.undo(match_id=table.id, proof=table.proof(seat))
            except MatchError:
                break


def states_by_whole_replay(match: Match) -> list:
    """The dumped state after every event, made from the first event on, without any saved state."""
    engine = ENGINES[match.game]
    record = replay.load_record(match)
    states = [records.replay_to(record, 0)]
    dumps = []
    for event in match.events.order_by("number"):
        if event.kind == "move":
            move = replay.decode(engine.META.actions, event.data["action"])
            state = states[-1].copy()
            parts = [replay.record_parts.Move(event.seat, move, event.data["chance"])]
            list(records.continue_replay(engine, state, parts))
            states.append(state)
        elif event.kind == "undo":
            del states[-len(event.data["of"]) :]
        dumps.append(engine.dump(states[-1]))
    return dumps


def forget_where_undos_went(table: Table) -> None:
    """Undo events as earlier releases wrote them."""
    for event in MatchEvent.objects.filter(match_id=table.id, kind="undo"):
        del event.data["back_to"]
        event.save()


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
@pytest.mark.parametrize("written_by", ["this release", "an earlier release"])
def test_the_state_after_every_event_is_that_of_the_whole_replay(game, written_by):
    table = Table(game=game)
    play_with_undos(table, 60)
    if written_by == "an earlier release":
        forget_where_undos_went(table)
        SavedState.objects.all().delete()
    match, engine = table.match, table.engine
    expected = states_by_whole_replay(match)
    assert SavedState.objects.exists() == (written_by == "this release")
    found = [engine.dump(replay.state_at(match, number)) for number in range(1, match.number + 1)]
    assert found == expected
    assert replay.find_difference(match) == ""


def play_and_take_back(moves: int) -> tuple[Table, int]:
    """A table where the last of so many moves was taken back, and the number of the event with that move."""
    while True:
        table = Table(game="halunken")
        table.play(moves - 1)
        seat, menu = table.decision().seat, table.menu()
        table.act(menu[0])
        number = table.match.number
        with suppress(MatchError):  # a move that drew cards stays
            takebacks.undo(match_id=table.id, proof=table.proof(seat))
            if len(menu) > 1:
                return table, number


def test_a_saved_state_that_was_taken_back_is_replaced():
    """The state after twenty moves is saved, the twentieth is taken back, and another one is played."""
    table, first = play_and_take_back(20)
    assert SavedState.objects.get(match_id=table.id, moves=20).number == first
    table.act(table.menu()[-1])
    saved = SavedState.objects.get(match_id=table.id, moves=20)
    assert saved.number > first
    match = table.match
    assert table.engine.dump(replay.state_at(match, match.number)) == table.engine.dump(table.state)
    assert replay.state_at(match, first) is not None


def rows_that_an_undo_reads(table: Table, monkeypatch) -> tuple[int, int]:
    """How many statements one undo runs, and how many rows they return."""
    seat = table.decision().seat
    table.act(("direction", "left"))
    counts = []
    fetch_rows = sql.fetch_rows

    def count(statement, parameters):
        rows = fetch_rows(statement, parameters)
        counts.append(len(rows))
        return rows

    with monkeypatch.context() as patched:
        patched.setattr(sql, "fetch_rows", count)
        takebacks.undo(match_id=table.id, proof=table.proof(seat))
    return len(counts), sum(counts)


def test_an_undo_reads_the_same_after_many_undos(monkeypatch):
    table = Table()
    table.act(("roll",))
    seat = table.decision().seat
    for _ in range(40):
        table.act(("direction", "left"))
        takebacks.undo(match_id=table.id, proof=table.proof(seat))
    after_few = rows_that_an_undo_reads(table, monkeypatch)
    for _ in range(60):
        table.act(("direction", "left"))
        takebacks.undo(match_id=table.id, proof=table.proof(seat))
    assert rows_that_an_undo_reads(table, monkeypatch) == after_few
    assert after_few[1] < 150


@pytest.mark.slow
def test_a_position_reads_no_more_in_a_long_match(monkeypatch):
    """From the nearest saved state on, at most as many moves are read as lie between two of them, and one
    batch.
    """
    table = Table(game="macao")
    draw = random.Random(1)
    while table.match.moves <= 60:
        if table.decision() is None:  # a short match: another one
            table = Table(game="macao")
        table.act(draw.choice(table.menu()))
    match = table.match
    counts = []
    walk = event_log.walk_moves_back

    def count(match_id, upto):
        for event in walk(match_id, upto):
            counts.append(event.number)
            yield event

    monkeypatch.setattr(event_log, "walk_moves_back", count)
    replay.state_at(match, match.number)
    assert len(counts) <= event_log.SAVED_STATE_INTERVAL
