"""The short form of the floods of `make security`; `make security` itself measures how long others wait."""

import pytest

from tests.security import floods

pytestmark = pytest.mark.slow


def test_one_seat_writes_few_events_whatever_it_asks_for():
    assert floods.flood_offers(short=True) == []


def test_one_seat_sends_only_so_many_moves_that_come_too_late():
    assert floods.flood_moves(short=True) == []


def test_fast_and_honest_play_is_not_limited():
    assert floods.play_honestly(short=True) == []


def test_strong_bots_of_one_visitor_keep_no_easy_bot_from_answering(monkeypatch):
    """Other tests run beside this one, so an answer may take a few seconds; before, it took 12.4."""
    monkeypatch.setattr(floods, "EASY_BOT_SECONDS", 5.0)
    assert floods.flood_bots(short=True) == []
