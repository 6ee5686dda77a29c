"""A server gets ready by itself, and what stays is not looked through for garbage again."""

import gc

import pytest
from django.db import DatabaseError

from catalogue.search.live_index import catalogue_index
from escale.server import warm_up
from rules_docs.search.live_index import rules_index

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def as_before(monkeypatch):
    monkeypatch.setattr(catalogue_index, "change_listeners", [*catalogue_index.change_listeners])
    monkeypatch.setattr(warm_up, "close_old_connections", lambda: None)  # the test's own goes on
    catalogue_index.clear()
    gc.unfreeze()
    yield
    gc.unfreeze()


def test_a_server_that_is_ready_has_its_indexes_and_keeps_them_for_good(django_assert_max_num_queries):
    warm_up.prepare()
    assert gc.get_freeze_count() > 10_000
    with django_assert_max_num_queries(4):  # versions and stamps, no title and no text
        catalogue_index.version()
        rules_index.refresh()


def test_an_index_that_is_built_anew_is_kept_for_good_too():
    warm_up.prepare()
    gc.unfreeze()
    catalogue_index.clear()
    catalogue_index.version()
    assert gc.get_freeze_count() > 10_000


def test_garbage_is_not_kept_for_good():
    class Held:
        gone = False

        def __del__(self):
            Held.gone = True

    one = Held()
    one.itself = one
    del one
    warm_up.prepare()
    assert Held.gone


def test_a_database_that_does_not_answer_yet_keeps_no_server_from_starting(monkeypatch, caplog):
    def nobody():
        raise DatabaseError("no answer")

    monkeypatch.setattr(catalogue_index, "version", nobody)
    warm_up.prepare()
    assert "does not answer yet" in caplog.text
