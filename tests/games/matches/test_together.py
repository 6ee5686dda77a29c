"""Moves of different matches that are written at once, while others write too."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, connections

from games.core.contract import encode
from games.matches import services
from games.matches.storage import event_log, store
from tests.games.table import Table

pytestmark = pytest.mark.django_db(transaction=True)


def asked(table: Table) -> services.Asked:
    decision = table.decision()
    action = encode(table.engine.META.actions, table.menu()[0])
    return services.Asked(table.id, table.who(decision.seat), decision.id, action)


@contextmanager
def somebody_writes(match_id: str, seconds: float) -> Iterator[None]:
    """Has the match in hand for so long."""
    begun = threading.Event()

    def hold() -> None:
        with store.writing():
            store.lock(match_id)
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
        done = services.act_together(wishes)
    assert [bool(one) for one in done] == [connection.vendor == "sqlite", True]
    assert done[1].number == tables[1].match.number
    if done[0] is None:
        assert services.act(**wishes[0]._asdict()).number == tables[0].match.number


def test_what_was_written_meanwhile_is_left_out():
    table, other = Table(), Table()
    wishes = [asked(table), asked(other)]
    table.act()
    done = services.act_together(wishes)
    assert done[0] is None and done[1].number == other.match.number
    assert [event.number for event in event_log.log(table.id, 0, None)] == list(range(1, table.match.number + 1))


def test_a_lot_of_different_games_is_what_its_matches_would_have_been_alone():
    tables = [Table(game=game) for game in ("shanghaien", "macao", "halunken", "shanghaien")]
    for _ in range(12):
        before = [table.match.number for table in tables]
        done = services.act_together([asked(table) for table in tables])
        assert [one.number for one in done] == [number + 1 for number in before]
        assert [one.row.waiting for one in done] == [table.match.waiting for table in tables]
    for table in tables:
        known = table.engine.dump(table.state)
        store.forget_states()
        assert table.engine.dump(table.state) == known
        assert set(table.kinds()[3:]) == {"move"}


def test_nothing_is_written_where_nothing_is_asked():
    assert services.act_together([]) == []
    assert services.act_together([services.Asked("nowhere", store.by_token("x"), "d", {"type": "roll"})]) == [None]
