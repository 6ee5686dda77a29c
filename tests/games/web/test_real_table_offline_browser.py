"""The page for a real table without a network: what is entered is noted, kept, and judged when it is back."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.real_table import RECORDED, read_record
from tests.games.tapping import Tapper

pytestmark = pytest.mark.browser


@pytest.fixture
def page(visitor):
    return visitor(width=375, locale="en-GB")


def test_an_entry_that_is_lost_on_its_way_counts_once(page):
    tapper = Tapper(page, read_record("shanghaien"))
    page.context.set_offline(True)
    page.locator("[data-key='lay-1']").click()
    page.locator(".note").get_by_text("No network").wait_for()
    page.context.set_offline(False)
    page.wait_for_function("() => !document.querySelector('escale-real-table').notes.areKept")
    kinds = [entry["kind"] for entry in tapper.read()["view"]["log"]]
    assert kinds.count("reveal") == 1


FINISHED = "() => document.querySelector('escale-real-table').view?.status === 'finished'"


@pytest.mark.parametrize("game", RECORDED)
def test_a_match_noted_without_a_network_is_one_record_when_it_is_back(visitor, game):
    """From the first round to the end: the page is even closed and opened again on the way."""
    page = visitor(width=375, locale="en-GB")
    tapper = Tapper(page, read_record(game))
    page.locator("escale-real-table[data-kept]").wait_for()
    page.context.set_offline(True)
    half = len(tapper.left) // 2
    tapper.play(lambda view: len(tapper.left) <= half, Random(3))
    open_again(page)
    tapper.play(lambda view: not view["menu"] and not view["luck"]["awaits"])
    assert tapper.left == []
    page.context.set_offline(False)
    page.wait_for_function(FINISHED, timeout=120_000)  # some 150 entries are sent now
    record = page.request.get(f"/api/v1/matches/{tapper.match}/record/").json()
    assert record["result"] == tapper.record["result"]
    assert tapper.list_actions(record["moves"]) == tapper.list_recorded()


def open_again(page) -> None:
    page.reload()
    page.locator("escale-real-table[data-drawn]").wait_for()


LOSE_THE_FILES_ONCE = """
    const { addAll } = Cache.prototype
    Cache.prototype.addAll = async function () {
        Cache.prototype.addAll = addAll
        throw new TypeError('Failed to fetch')
    }"""


def test_a_page_whose_files_were_lost_on_their_way_is_kept_a_little_later(page):
    page.add_init_script(LOSE_THE_FILES_ONCE)
    Tapper(page, read_record("shanghaien"))
    page.locator("escale-real-table[data-kept]").wait_for()
    page.get_by_text("Works without a network from now on.").wait_for()
    page.context.set_offline(True)
    open_again(page)
    page.locator("escale-real-table[data-kept]").wait_for()


def test_a_network_that_takes_requests_and_never_answers_is_none(page):
    """As on a train: what is kept is shown after some seconds, and the next entry becomes a note."""
    tapper = Tapper(page, read_record("shanghaien"))
    page.locator("escale-real-table[data-kept]").wait_for()
    page.context.route("**/*", lambda route: None)
    page.reload(wait_until="commit")
    page.locator("escale-real-table[data-drawn]").wait_for(timeout=60_000)
    tapper.tap("[data-key='lay-1']")
    page.get_by_text("Notes waiting: 1").wait_for()


NOTE_WHAT_NO_BUTTON_OFFERS = """() => {
    const table = document.querySelector('escale-real-table')
    table.note('actions', { seat: table.view.seat, action: { type: 'place', die: 5 } })
}"""


def test_a_note_that_was_wrong_stops_the_others_and_can_be_left_out(page):
    tapper = Tapper(page, read_record("shanghaien"))
    page.context.set_offline(True)
    tapper.play(lambda view: not view["luck"]["awaits"])
    for selector in ("die-3", "die-5"):
        tapper.tap(f"[data-key='{selector}']")
    notes = "() => document.querySelector('escale-real-table').notes.notes"
    assert len(page.evaluate(notes)) == 8
    page.evaluate(NOTE_WHAT_NO_BUTTON_OFFERS)
    page.context.set_offline(False)
    stopped = page.locator(".note.bad")
    stopped.get_by_role("link").wait_for()
    assert "First choose which end of the row is number 1." in stopped.inner_text()
    assert len(page.evaluate(notes)) == 1
    page.locator("[data-do=skip]").click()
    stopped.wait_for(state="detached")
    assert tapper.read()["view"]["state"]["phase"] == "first"
    assert page.evaluate(notes) == []
