"""What a bad line may not do to a move: lose it, double it, or make another one of it."""

import os
import random
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from games.registry import ENGINES
from tests.games.http import Seat, table, to_move
from tests.games.screens import PENDING, come_to
from tests.serving import free_port, running

pytestmark = pytest.mark.browser

#: what selects the first possible action on the board of each game
FIRST_THING = {
    "shanghaien": ".shanghaien-roll button",
    "halunken": ".halunken-dive.open",
    "macao": ".macao-piles button",
}
#: the decision at which the network goes
KIND = {"shanghaien": "place", "halunken": "settle", "macao": "turn"}
SELECTED = "() => document.querySelector('escale-match').selected"
STOP = "() => document.querySelector('escale-match').stopListening()"
NUMBER = "() => document.querySelector('escale-match').view.number"
NUMBER_ABOVE = "(number) => document.querySelector('escale-match').view?.number > number"


def play_until(seats: list[Seat], kind: str) -> dict:
    while True:
        view = to_move(seats)
        if view["decisions"][0]["kind"] == kind:
            return view
        seats[view["seat"]].act(view["decisions"][0]["id"], view["menu"][0])


def moves_of(seat: Seat, decision: str) -> list[dict]:
    return [entry for entry in seat.view()["log"] if entry.get("decision") == decision]


def select_thing(page, game: str) -> dict:
    page.locator(FIRST_THING[game]).first.click()
    page.locator("[data-do=play]").wait_for()
    return page.evaluate(SELECTED)


@pytest.mark.parametrize("game", FIRST_THING)
def test_a_move_that_was_played_offline_goes_out_once_the_network_is_back(game, visitor, http):
    seats = table(http, game)
    view = play_until(seats, KIND[game])
    decision, page = view["decisions"][0]["id"], visitor(width=375)
    come_to(page, seats[view["seat"]])
    chosen = select_thing(page, game)
    page.context.set_offline(True)
    page.locator("[data-do=play]").click()
    button = page.locator("[data-do=retry]")
    expect(button).to_contain_text("nouvel envoi…")
    page.locator(".match-board").press("Escape")
    page.locator(FIRST_THING[game]).last.click()  # another one cannot take its place
    expect(button).to_have_count(1)
    page.context.set_offline(False)
    page.wait_for_function(NUMBER_ABOVE, arg=view["number"])
    expect(button).to_have_count(0)
    (move,) = moves_of(seats[view["seat"]], decision)
    assert move["action"] == chosen


#: so many kinds of decisions of each game; 0 stands for all of them, also for those that come rarely
KINDS = int(os.environ.get("LINE_KINDS", "2"))
CHOOSE_LAST = """() => {
  const table = document.querySelector('escale-match')
  table.choose(table.view.menu.at(-1))
  return table.view.menu.at(-1)
}"""
IS_RETRYING = "() => Boolean(document.querySelector('escale-match').outbox.retriedMove)"


def walk_kinds(http, game: str, seed: int) -> Iterator[tuple[dict, list[Seat]]]:
    """The first decision of each kind in matches that are played at random, with its table."""
    wanted, luck = set(ENGINES[game].META.decision_kinds), random.Random(seed)
    while wanted:
        seats = table(http, game)
        while wanted and (view := to_move(seats)):
            if view["decisions"][0]["kind"] in wanted:
                wanted.remove(view["decisions"][0]["kind"])
                yield view, seats
                view = to_move(seats)
            if view:
                seats[view["seat"]].act(view["decisions"][0]["id"], luck.choice(view["menu"]))


@pytest.mark.parametrize("game", FIRST_THING)
def test_every_kind_of_decision_is_made_once_over_a_line_that_breaks(game, visitor, http):
    made = 0
    for view, seats in walk_kinds(http, game, seed=3):
        seat, decision = seats[view["seat"]], view["decisions"][0]
        page = visitor()  # a browser that has had another seat of this table would ask who takes the screen
        come_to(page, seat)
        page.context.set_offline(True)
        chosen = page.evaluate(CHOOSE_LAST)
        page.locator("[data-do=play]").click()
        page.wait_for_function(IS_RETRYING)
        page.context.set_offline(False)
        page.wait_for_function(NUMBER_ABOVE, arg=view["number"])
        moves = moves_of(seat, decision["id"])
        assert [move["action"] for move in moves] == [chosen], decision["kind"]
        page.close()
        made += 1
        if made == KINDS:
            break
    assert made >= min(KINDS or 2, 2)


def test_a_move_whose_answer_was_lost_counts_once(visitor, http):
    seats = table(http)
    view, page = play_until(seats, "place"), visitor()
    come_to(page, seats[view["seat"]])
    keys = []

    def lose_first_answer(route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) > 1:
            return route.fallback()
        route.fetch()
        return route.abort()

    page.route("**/actions/", lose_first_answer)
    with page.expect_response("**/actions/"):  # the second one, for the first is lost
        page.locator(FIRST_THING["shanghaien"]).first.dblclick()
    page.wait_for_function(NUMBER_ABOVE, arg=view["number"])
    page.locator("[data-do=retry]").wait_for(state="detached")
    assert len(keys) == 2 and len(set(keys)) == 1
    assert len(moves_of(seats[view["seat"]], view["decisions"][0]["id"])) == 1


def test_a_move_that_could_not_be_sent_outlives_a_reload(visitor, http):
    seats = table(http)
    view, page = play_until(seats, "place"), visitor()
    come_to(page, seats[view["seat"]])
    page.route("**/actions/", lambda route: route.abort())
    page.locator(FIRST_THING["shanghaien"]).first.dblclick()
    page.locator("[data-do=retry]").wait_for()
    chosen = page.evaluate("() => document.querySelector('escale-match').outbox.retriedMove.action")
    page.unroute("**/actions/")
    page.reload()
    page.wait_for_function(NUMBER_ABOVE, arg=view["number"])
    (move,) = moves_of(seats[view["seat"]], view["decisions"][0]["id"])
    assert move["action"] == chosen


def test_the_slower_of_two_windows_is_told_so_kindly(visitor, http):
    seats = table(http)
    view = play_until(seats, "place")
    mover, slow = seats[view["seat"]], visitor()
    come_to(slow, mover)
    slow.evaluate(STOP)  # what the other window does comes late
    mover.act(view["decisions"][0]["id"], view["menu"][0])
    slow.locator(FIRST_THING["shanghaien"]).last.dblclick()
    note = slow.locator(".match-alert .note")
    expect(note).to_contain_text("dans une autre fenêtre")
    assert "bad" not in note.get_attribute("class")
    expect(slow.locator(".shanghaien-dice.mine .die")).to_have_count(1)
    assert slow.evaluate(PENDING) is None


def test_two_windows_of_one_seat_show_the_same(visitor, http):
    seats = table(http)
    view = play_until(seats, "place")
    one = visitor()
    come_to(one, seats[view["seat"]])
    other = one.context.new_page()
    come_to(other, seats[view["seat"]])
    one.locator(FIRST_THING["shanghaien"]).first.dblclick()
    for page in (one, other):
        page.wait_for_function(NUMBER_ABOVE, arg=view["number"])
        expect(page.locator(".shanghaien-dice.mine .die")).to_have_count(1)
    prompts = [page.locator(".match-prompt").inner_text() for page in (one, other)]
    assert prompts[0] == prompts[1]


def test_the_clock_counts_seconds_and_warns(visitor, http):
    seats = table(http, pace="live")
    view = to_move(seats)
    page = visitor()
    page.clock.install()
    come_to(page, seats[view["seat"]])
    clock = page.locator(".match-seat [data-due]")
    expect(clock).to_contain_text("2:5")
    before = clock.locator("time").inner_text()
    page.clock.run_for(2000)
    assert clock.locator("time").inner_text() != before
    assert not clock.locator("small").is_visible()
    page.clock.fast_forward("02:35")
    page.clock.run_for(500)
    expect(clock).to_have_attribute("data-urgency", "amber")
    expect(clock.locator("small")).to_be_visible()
    expect(page.locator("[data-part=spoken]")).to_contain_text("un robot joue pour vous")
    page.clock.fast_forward("00:15")
    page.clock.run_for(500)
    expect(clock).to_have_attribute("data-urgency", "red")
    page.clock.fast_forward("10:00")  # the machine slept
    page.clock.run_for(500)
    expect(clock.locator("time")).to_have_text("0:00")


def test_the_clock_is_that_of_the_server(visitor, http):
    seats = table(http, pace="live")
    page = visitor()
    page.clock.install(time="2001-01-01T00:00:00Z")  # this machine is far behind
    come_to(page, seats[to_move(seats)["seat"]])
    page.wait_for_function("() => /^(2:5|3:0)/.test(document.querySelector('[data-due] time').textContent)")


SCENE_BEGINS = """() => new Promise((begin) => document.querySelector('escale-match')
  .addEventListener('escale-scene', () => begin(true), { once: true }))"""
SCENE_RUNS = "() => document.querySelector('escale-match').director.isRunning"


@pytest.mark.slow
def test_a_restart_of_the_server_in_the_middle_of_a_scene_loses_nothing(visitor, tmp_path):
    port = str(free_port())
    with running(tmp_path, PORT=port) as site, httpx.Client(base_url=f"{site.url}/api/v1") as client:
        seats = table(client)
        view, page = play_until(seats, "place"), visitor(speed="calm")
        watcher = seats[1 - view["seat"]]
        page.goto(f"{site.url}/m/{watcher.match}#seat={watcher.token}")
        page.locator("escale-match[data-drawn]").wait_for()
        page.evaluate(f"() => {{ window.scene = ({SCENE_BEGINS})() }}")
        seats[view["seat"]].act(view["decisions"][0]["id"], view["menu"][0])
        page.evaluate("() => window.scene")
        assert page.evaluate(SCENE_RUNS)
    page.wait_for_function(PENDING)
    decision = page.evaluate(PENDING)
    chosen = page.evaluate(CHOOSE_LAST)
    page.locator("[data-do=play]").click()
    page.locator("[data-do=retry]").wait_for()
    with running(tmp_path, PORT=port) as site, httpx.Client(base_url=f"{site.url}/api/v1") as client:
        page.wait_for_function(NUMBER_ABOVE, arg=page.evaluate(NUMBER))
        (move,) = moves_of(watcher._replace(http=client), decision)
        assert move["action"] == chosen
