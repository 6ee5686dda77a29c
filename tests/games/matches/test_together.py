"""Moves of different matches that are written at once, while others write too."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, connections

from games.core.contract import encode
from games.matches.moves import MoveRequest, play_move, play_together
from games.matches.storage.event_log import load_events
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import proof_by_token
from games.matches.storage.states import clear_state_cache
from games.matches.storage.transactions import write_transaction
from games.registry import ENGINES
from tests.games.table import Table

pytestmark = pytest.mark.django_db(transaction=True)


def asked(table: Table) -> MoveRequest:
    decision = table.decision()
    action = encode(table.engine.META.actions, table.menu()[0])
    return MoveRequest(table.id, table.proof(decision.seat), decision.id, action)


@contextmanager
def somebody_writes(match_id: str, seconds: float) -> Iterator[None]:
    """Has the match in hand for so long."""
    begun = threading.Event()

    def hold() -> None:
        with write_transaction():
            lock_match(match_id)
            begun.set()
            threading.Event().wait(seconds)
        connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait(20)
    yield
    thread.join()


def test_the_match_that_somebody_is_just_writing_holds_up_no_other():
    """PostgreSQL leaves it out, and `act` waits for it; SQLite has one writer, and the others have their turn."""
    tables = [Table(), Table()]
    wishes = [asked(table) for table in tables]
    with somebody_writes(tables[0].id, 0.5):
        done = play_together(wishes)
    assert [bool(one) for one in done] == [connection.vendor == "sqlite", True]
    assert done[1].number == tables[1].match.number
    if done[0] is None:
        assert play_move(wishes[0]).number == tables[0].match.number


def test_what_was_written_meanwhile_is_left_out():
    table, other = Table(), Table()
    wishes = [asked(table), asked(other)]
    table.act()
    done = play_together(wishes)
    assert done[0] is None and done[1].number == other.match.number
    assert [event.number for event in load_events(table.id, 0, None)] == list(range(1, table.match.number + 1))


def test_a_lot_of_different_games_is_what_its_matches_would_have_been_alone():
    tables = [Table(game=game) for game in (*ENGINES, *ENGINES)]
    for _ in range(12):
        before = [table.match.number for table in tables]
        done = play_together([asked(table) for table in tables])
        assert [one.number for one in done] == [number + 1 for number in before]
        assert [one.match.waiting for one in done] == [table.match.waiting for table in tables]
    for table in tables:
        known = table.engine.dump(table.state)
        clear_state_cache()
        assert table.engine.dump(table.state) == known
        assert set(table.kinds()[3:]) == {"move"}


def test_nothing_is_written_where_nothing_is_asked():
    assert play_together([]) == []
    assert play_together([MoveRequest("nowhere", proof_by_token("x"), "d", {"type": "roll"})]) == [None]
