"""The page for a real table, by taps alone: recorded matches end as the engine says, and turns are short."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests.games.real_table import list_records, read_record
from tests.games.tapping import Tapper
from tests.games.web.test_tables_accessible import judged

MOST_TAPS = 6
#: Recorded matches by their number; `tests/bench/taps.py` enters ten of each game. In Macao a match in which it does
#: not matter later in which order the cards of a payment went under a pile.
WHOLE = {"shanghaien": 0, "halunken": 0, "macao": 0}

pytestmark = pytest.mark.browser


@pytest.fixture
def page(visitor):
    return visitor(width=375, locale="en-GB")


def test_a_round_of_shanghaien_is_tapped_and_wrong_entries_are_taken_back(page):
    tapper = Tapper(page, read_record("shanghaien"))
    tapper.tap(f"[data-key='lay-{tapper.record['setup']['starter']}']")
    before = tapper.taps
    while (view := tapper.read()["view"])["luck"]["awaits"]:
        tapper.enter_next(view)
    assert tapper.taps - before == MOST_TAPS, "the tavern takes six taps"
    tapper.tap("[data-key='die-3']")
    assert page.locator(".real-die").all_inner_texts() == ["3", "?"]
    tapper.tap("[data-do=undo]")
    assert tapper.read()["told"] == 0, "a die that is not sent is forgotten"
    turns = tapper.play(lambda view: view["state"]["round"] == 2)
    assert max(turn.taps for turn in turns) <= MOST_TAPS
    page.locator(".real-news li").nth(3).wait_for()
    number = tapper.read()["view"]["number"]
    tapper.tap("[data-do=undo]")
    view = tapper.read()["view"]
    assert (view["state"]["round"], view["number"]) == (1, number + 1)
    tapper.page.reload()
    assert tapper.read()["view"]["seat"] is not None, "the browser keeps its seats"


@pytest.mark.parametrize(("language", "scheme"), [("fr", "light"), ("de", "dark")])
def test_the_pages_of_a_real_table_are_accessible(visitor, language, scheme):
    phone = visitor(width=320, locale="en-GB", color_scheme=scheme)
    tapper = Tapper(phone, read_record("halunken"))
    assert judged(phone) == []
    with translation.override(language):
        phone.goto(reverse("games:real_table", args=[tapper.match]))
        phone.locator("escale-real-table[data-drawn]").wait_for()
        assert judged(phone) == []
        phone.goto(reverse("games:screen", args=[tapper.match]))
        assert judged(phone) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", WHOLE)
def test_a_recorded_match_entered_by_taps_ends_as_the_engine_says(visitor, game):
    record = list(list_records(game))[WHOLE[game]]
    tapper = Tapper(visitor(width=375, locale="en-GB"), record)
    turns = tapper.play()
    view = tapper.read()["view"]
    assert view["outcome"]["scores"] == record["result"]["scores"]
    assert view["outcome"]["winners"] == record["result"]["winners"]
    if game == "shanghaien":
        assert max(turn.taps for turn in turns) <= MOST_TAPS
