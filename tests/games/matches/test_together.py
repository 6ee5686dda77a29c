"""Moves of different matches are written with one statement, while other transactions write too."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, connections

from games.core.json_form import encode
from games.matches.moves import MoveRequest, play_move, play_together
from games.matches.storage.event_log import load_events
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import proof_by_token
from games.matches.storage.states import clear_state_cache
from games.matches.storage.transactions import write_transaction
from games.registry import ENGINES
from tests.games.table import Table

pytestmark = pytest.mark.django_db(transaction=True)


def first_move(table: Table) -> MoveRequest:
    decision = table.decision()
    action = encode(table.engine.META.actions, table.menu()[0])
    return MoveRequest(table.id, table.proof(decision.seat), decision.id, action)


@contextmanager
def match_locked(match_id: str, seconds: float) -> Iterator[None]:
    """Another transaction keeps the match locked for so long."""
    locked = threading.Event()

    def hold() -> None:
        with write_transaction():
            lock_match(match_id)
            locked.set()
            threading.Event().wait(seconds)
        connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    locked.wait(20)
    yield
    thread.join()


@pytest.mark.slow
def test_a_locked_match_holds_up_no_other():
    """On PostgreSQL the batch leaves it out, and `play_move` waits for it; SQLite has one writer
    at a time.
    """
    tables = [Table(), Table()]
    requests = [first_move(table) for table in tables]
    with match_locked(tables[0].id, 0.5):
        accepted = play_together(requests)
    assert [bool(move) for move in accepted] == [connection.vendor == "sqlite", True]
    assert accepted[1].number == tables[1].match.number
    if accepted[0] is None:
        assert play_move(requests[0]).number == tables[0].match.number


def test_a_move_whose_match_has_changed_is_left_out():
    table, other = Table(), Table()
    requests = [first_move(table), first_move(other)]
    table.act()
    accepted = play_together(requests)
    assert accepted[0] is None and accepted[1].number == other.match.number
    assert [event.number for event in load_events(table.match, 0, None)] == list(
        range(1, table.match.number + 1)
    )


@pytest.mark.slow
def test_a_batch_of_different_games_leaves_the_same_states_as_single_moves():
    tables = [Table(game=game) for game in (*ENGINES, *ENGINES)]
    for _ in range(12):
        before = [table.match.number for table in tables]
        accepted = play_together([first_move(table) for table in tables])
        assert [move.number for move in accepted] == [number + 1 for number in before]
        assert [move.match.awaited_seats for move in accepted] == [
            table.match.awaited_seats for table in tables
        ]
    for table in tables:
        cached = table.engine.dump(table.state)
        clear_state_cache()
        assert table.engine.dump(table.state) == cached
        assert set(table.kinds()[3:]) == {"move"}


def test_an_empty_batch_and_an_unknown_match_write_nothing():
    assert play_together([]) == []
    assert play_together([MoveRequest("nowhere", proof_by_token("x"), "d", {"type": "roll"})]) == [None]
