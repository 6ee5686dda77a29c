"""The page for a real table, by taps alone: recorded matches end as the engine says, and turns are short."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import TimeoutError

from games.shanghaien.rules.tables import SECOND_USE
from tests.games.real_table import list_records, read_record
from tests.games.tapping import Tapper
from tests.games.web.test_tables_accessible import judged

MOST_TAPS = 6
#: Matches in which it does not matter later in which order the cards of a payment went under a pile.
WHOLE = {"shanghaien": (0, 1), "halunken": (0, 1), "macao": (0,)}

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
    assert tapper.read()["dice"] == 0, "a die that is not sent is forgotten"
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
def test_recorded_matches_entered_by_taps_end_as_the_engine_says(visitor, game):
    records = list(list_records(game))
    for record in [records[number] for number in WHOLE[game]]:
        tapper = Tapper(visitor(width=375, locale="en-GB"), record)
        turns = tapper.play()
        view = tapper.read()["view"]
        assert view["outcome"]["scores"] == record["result"]["scores"]
        assert view["outcome"]["winners"] == record["result"]["winners"]
        if game == "shanghaien":
            assert median(turn.taps for turn in turns) <= MOST_TAPS


def test_an_entry_that_is_lost_on_its_way_counts_once(page):
    tapper = Tapper(page, read_record("shanghaien"))
    page.context.set_offline(True)
    page.locator("[data-key='lay-1']").click()
    page.locator(".note").get_by_text("No network").wait_for()
    page.context.set_offline(False)
    page.wait_for_function("() => !document.querySelector('escale-real-table').notes.areKept")
    kinds = [entry["kind"] for entry in tapper.read()["view"]["log"]]
    assert kinds.count("reveal") == 1


def open_again(page) -> None:
    """Twice if need be: once in eighteen runs the kept page was not drawn the first time (docs/roadmap.md)."""
    table = page.locator("escale-real-table[data-drawn]")
    page.reload()
    try:
        table.wait_for()
    except TimeoutError:
        page.reload()
        table.wait_for()


def test_a_match_noted_without_a_network_is_one_record_when_it_is_back(visitor):
    """From the first round to the end: the page is even closed and opened again on the way."""
    page = visitor(width=375, locale="en-GB")
    tapper = Tapper(page, read_record("shanghaien"))
    page.wait_for_function(
        "async () => (await navigator.serviceWorker.getRegistrations())"
        ".some(({ scope, active }) => scope.includes('/real-table/') && active?.state === 'activated')"
    )
    page.wait_for_function("async () => Boolean(await caches.match(location.pathname))")
    page.context.set_offline(True)
    tapper.play(lambda view: len(tapper.left) == 70, Random(3))
    open_again(page)
    tapper.play(lambda view: not view["menu"] and not view["luck"]["awaits"])
    assert tapper.left == []
    page.context.set_offline(False)
    finished = "() => document.querySelector('escale-real-table').view?.status === 'finished'"
    page.wait_for_function(finished, timeout=120_000)  # some 150 entries are sent now
    record = page.request.get(f"/api/v1/matches/{tapper.match}/record/").json()
    assert record["result"] == tapper.record["result"]
    assert tapper.list_actions(record["moves"]) == tapper.list_recorded()


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


FOLLOW = """async ({ records, uses }) => {
    const { Notebook } = await import('/static/shanghaien/notebook.js')
    const find = (setup, place) => (place === 'starter' ? setup.starter : setup.deck[parseInt(place.slice(5))])
    return records.map(({ setup, options, moves }) => {
        const tricks = options.extra_trick ? ['trick-9', 'trick-10'].map((card) => ({ second: uses[card] })) : []
        const seats = [0, 1].map(() => ({ supply: 6, trick_played: false, tricks, crew: {} }))
        const state = { seats, turn: 0, phase: 'turn', dice: [], direction: null, round: 1, rounds: 8, tavern: [] }
        const awaits = ['', ...'123456'].map((among) => ({ among }))
        const book = new Notebook({ view: { state, luck: { awaits }, status: 'active' }, facts: { uses } })
        const wrong = moves.findIndex(({ seat, action, chance }) => {
            for (const place of book.listPlaces()) book.noteCard(place, find(setup, place))
            if (book.turn !== seat || !book.canBe(action) || book.countDice(action) !== (chance?.dice ?? []).length)
                return true
            book.noteAction(action, chance)
            return false
        })
        return [wrong, book.phase]
    })
}"""


def test_the_notebook_can_follow_every_recorded_match(page):
    page.goto("/en/play/")
    records = list(list_records("shanghaien"))
    followed = page.evaluate(FOLLOW, {"records": records, "uses": SECOND_USE})
    assert followed == [[-1, "over"]] * len(records)
