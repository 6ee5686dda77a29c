"""The page for a real table, by taps alone: recorded matches end as the engine says, and turns are short."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests.games.real_table import list_records, read_record
from tests.games.tapping import Tapper
from tests.games.web.test_tables_accessible import judged

MOST_TAPS = 6
MOST_HEIGHT = 1400  # of all cards of Macao on a phone, in pixels
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


def test_a_card_of_macao_is_found_without_a_long_search(page):
    """Below the name of its kind a card has one word; two that give the same are told apart by their cost."""
    tapper = Tapper(page, read_record("macao"))
    tapper.enter_next(tapper.read()["view"])
    dancers = page.locator(".real-cards", has_text="Dancer").locator("button").all_inner_texts()
    costs = ("alcohol, weapons, opium", "weapons, opium, jade")
    assert {name for name in dancers if "·" in name} == {f"money · {cost}" for cost in costs}
    assert {name for name in dancers if "·" not in name} == {"alcohol", "weapons", "opium", "jade"}
    assert page.evaluate("document.querySelector('.real-groups').offsetHeight") <= MOST_HEIGHT


def test_fourteen_dives_stand_in_two_columns(page):
    tapper = Tapper(page, read_record("halunken"))
    while tapper.read()["view"]["luck"]["awaits"]:
        tapper.enter_next(tapper.read()["view"])
    first, second = (page.locator(f"[data-key=act-{index}]").bounding_box() for index in (0, 1))
    assert first["y"] == second["y"] and first["x"] < second["x"]


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
