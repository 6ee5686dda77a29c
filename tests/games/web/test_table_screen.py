"""What all tables have in common on screen: talk, wishes of others, what happened meanwhile, one screen for
two.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.games.http import Seat, table, to_move
from tests.games.screens import PENDING, TOKEN, come_to, decided, mover, open_table, too_wide
from tests.signing_in import in_browser
from tests.test_pages_accessible import violations

pytestmark = pytest.mark.browser

#: the second person has sat down, and either may decide or must hand the screen back
BESIDE = """() => {
    const table = document.querySelector('escale-match')
    return table.screen.curtainSeat || (table.view.seat === 1 && table.view.menu.length)
}"""
#: both sit at this screen, which shows the one who must decide
TURNED = """() => {
    const table = document.querySelector('escale-match')
    const here = table.screen.seats.find((seat) => seat.token === table.api.token)
    return table.screen.seats.length === 2 && table.view.decisions.length && here.index === table.view.seat
}"""
VIEW = "() => document.querySelector('escale-match').view"


def both(visitor, seats: list[Seat]) -> list:
    pages = [visitor(), visitor(width=375)]
    for page, seat in zip(pages, seats, strict=True):
        come_to(page, seat)
    return pages


def act(seats: list[Seat], times: int = 1) -> dict:
    """Whoever must decide takes the first action of the menu."""
    for _ in range(times):
        view = to_move(seats)
        view = seats[view["seat"]].act(view["decisions"][0]["id"], view["menu"][0]).json()
    return view


def fold(page, name: str) -> None:
    page.locator(".room-tool", has_text=name).click()


def test_a_phrase_stands_beside_its_speaker_and_can_be_hidden(visitor, http):
    anna, bernd = both(visitor, table(http))
    fold(anna, "Dire quelque chose")
    anna.get_by_role("button", name="Bonne chance").click()
    bernd.locator(".match-seat .match-said", has_text="Bonne chance").wait_for()
    bernd.locator(".match-log .message", has_text="Joueur 1").wait_for(state="attached")
    assert bernd.locator("[data-chat]").count() == 0, "guests have the phrases only"
    fold(bernd, "Dire quelque chose")
    bernd.get_by_role("button", name="Masquer ce que dit Joueur 1").click()
    bernd.locator(".match-alert", has_text="Vous ne voyez plus ce que dit Joueur 1").wait_for()
    assert violations(bernd) == []
    bernd.locator(".match-log .message").wait_for(state="detached")
    anna.get_by_role("button", name="Oups").click()
    anna.locator(".match-log .message", has_text="Oups").wait_for(state="attached")
    fold(bernd, "Dire quelque chose")
    bernd.get_by_role("button", name="Merci").click()
    anna.locator(".match-log .message", has_text="Merci").wait_for(state="attached")
    expect(bernd.locator(".match-log .message")).to_have_text([re.compile("Joueur 2.*Merci")])
    bernd.get_by_role("button", name="Afficher ce que dit Joueur 1").click()
    bernd.locator(".match-log .message", has_text="Oups").wait_for(state="attached")


def test_an_account_writes_its_own_words(visitor, http, account):
    page, guest = visitor(), visitor()
    in_browser(page, *account, "/fr/jouer/")
    match = open_table(page, "shanghaien", ["human"])
    joined = http.post(f"/matches/{match}/seats/", json={"name": "Bernd"}).json()
    come_to(guest, Seat(http, match, joined["seat_token"]))
    page.locator(".shanghaien-row").wait_for()
    fold(page, "Dire quelque chose")
    page.get_by_label("Votre message").fill("Gare au <b>mousse</b> !")
    page.keyboard.press("Enter")
    guest.locator(".match-log .message", has_text="Anna : Gare au <b>mousse</b> !").wait_for(state="attached")
    page.wait_for_function("() => document.querySelector('#match-chat').value === ''")


def test_a_pause_is_agreed_and_ended(visitor, http):
    anna, bernd = both(visitor, table(http))
    fold(anna, "Plus")
    anna.locator("[data-do=pause]").click()
    anna.locator(".match-offer", has_text="On attend la réponse").wait_for()
    bernd.locator(".match-offer", has_text="pause").wait_for()
    assert violations(bernd) == []
    bernd.locator("[data-do=agree]").click()
    for page in (anna, bernd):
        page.locator(".match-prompt", has_text="pause").wait_for()
        assert page.locator(".match-actions [data-menu]").count() == 0
    anna.locator("[data-do=resume]").click()
    assert mover([anna, bernd])


@pytest.mark.parametrize(("answer", "goes_back"), [("agree", True), ("decline", False)])
def test_a_move_goes_back_when_the_other_agrees(answer, goes_back, visitor, http):
    seats = table(http)
    pages = both(visitor, seats)
    mover = act(seats, 3)["seat"]
    asks, answers = pages[mover], pages[1 - mover]
    lying = f"() => document.querySelector('escale-match').view.state.seats[{mover}].supply === 5"
    answers.wait_for_function(lying)
    asks.wait_for_function(lying)
    fold(asks, "Plus")
    asks.locator("[data-do=takeback]").click()
    for page in pages:
        page.locator(".match-offer", has_text="reprendre").wait_for()
    answers.locator(f"[data-do={answer}]").click()
    asks.locator(".match-offer").wait_for(state="detached")
    assert asks.evaluate(lying) is not goes_back
    assert bool(asks.evaluate(PENDING)) is goes_back


def test_nothing_can_be_taken_back_after_a_roll_and_the_page_says_so(visitor, http):
    seats = table(http)
    page = visitor()
    come_to(page, seats[act(seats)["seat"]])
    fold(page, "Plus")
    page.locator("[data-do=takeback]").click()
    page.locator(".match-alert .note.bad", has_text="rien à reprendre").wait_for()


def test_who_comes_back_reads_what_happened_meanwhile(visitor, http):
    seats = table(http)
    first = act(seats)["seat"]
    page = visitor(width=375)
    come_to(page, seats[1 - first])
    assert page.locator(".match-alert .note").count() == 0
    page.goto("about:blank")
    act(seats, 2)
    page.goto(f"/m/{seats[0].match}")
    note = page.locator(".match-alert .note", has_text="Pendant votre absence")
    note.wait_for()
    assert note.locator("li").count() == 2
    assert "pose le" in note.inner_text()
    assert violations(page) == []
    note.locator("[data-do=dismiss]").click()
    page.reload()
    page.locator("escale-match[data-drawn]").wait_for()
    assert page.locator(".match-alert .note").count() == 0, "read once"


def test_a_move_may_come_while_the_missed_ones_are_loaded(visitor, http):
    seats = table(http)
    own = seats[1 - act(seats)["seat"]]
    page = visitor(speed="fast")
    come_to(page, own)
    page.goto("about:blank")
    act(seats, 2)
    waiting = []
    page.route("**/view/?at=*", lambda route: waiting.append(route))
    page.goto(f"/m/{seats[0].match}")
    page.wait_for_function("() => document.querySelector('escale-match')?.latest")
    number = act(seats)["number"]
    page.wait_for_function(f"() => document.querySelector('escale-match').latest.number >= {number}")
    for route in waiting:
        route.continue_()
    page.unroute("**/view/?at=*")
    page.wait_for_function(f"() => document.querySelector('escale-match').view?.number >= {number}")
    assert page.locator(".match-alert .note.bad").count() == 0


def sit_beside(page, name: str) -> None:
    """One more person at the same screen."""
    page.locator("[data-do=join]").click()
    page.locator("escale-match [name=answer]").fill(name)
    page.keyboard.press("Enter")


def uncover(page) -> None:
    page.locator("[data-do=uncover]").click()
    page.locator(".match-board").wait_for()
    page.wait_for_function(PENDING)


def settle(page) -> None:
    page.locator(".halunken-dive.open").first.click()
    decided(page, page.locator("[data-do=play]").click)


def test_a_curtain_falls_between_two_people_at_one_screen(visitor):
    page = visitor(width=375)
    open_table(page, "halunken", ["human"], black_jack="False")
    sit_beside(page, "Bernd")
    page.wait_for_function(BESIDE)
    if page.locator("[data-do=uncover]").count():  # whoever sat down last is not the one who begins
        uncover(page)
    settle(page)
    uncover(page)
    settle(page)
    page.locator("button.halunken-walk").first.wait_for()
    secret = page.evaluate(VIEW)
    page.locator("button.halunken-walk").first.click()
    page.locator("[data-do=play]").click()
    page.locator("[data-do=uncover]").wait_for()
    assert page.locator(".match-board").is_hidden()
    assert page.locator("[data-part=words]").is_hidden()
    assert page.locator(".match-actions button").count() == 1
    assert violations(page) == []
    page.keyboard.press("1")
    page.reload()
    page.locator("[data-do=uncover]").wait_for()
    assert page.locator(".match-board").is_hidden(), "nor after the page is loaded again"
    uncover(page)
    other = page.evaluate(VIEW)
    assert other["seat"] != secret["seat"]
    assert other["state"]["chosen"]["own"] == {"card": None}
    assert page.locator(".halunken-walk.chosen").count() == 0
    assert not too_wide(page)


#: plays, and is in the hands of the other before the answer comes; whose views were shown to whom
TURN_AWAY = """async () => {
    const table = document.querySelector('escale-match')
    const [show, shown] = [table.show.bind(table), []]
    table.show = (view) => {
        shown.push([view.seat, table.screen.seats.find((seat) => seat.token === table.api.token).index])
        show(view)
    }
    const played = table.play(table.view.menu[0])
    table.api.token = table.screen.seats.find((seat) => seat.index !== table.view.seat).token
    await played
    while (!shown.length) await new Promise((go) => setTimeout(go, 50))
    await new Promise((go) => setTimeout(go, 500))
    return shown
}"""


def test_what_came_for_one_seat_is_not_shown_to_the_other(visitor):
    page = visitor()
    open_table(page, "shanghaien", ["human"])
    sit_beside(page, "Bernd")
    page.wait_for_function(TURNED)
    shown = page.evaluate(TURN_AWAY)
    assert all(seat == here for seat, here in shown)


def test_without_secrets_the_table_turns_to_who_must_decide(visitor):
    page = visitor()
    open_table(page, "shanghaien", ["human"])
    sit_beside(page, "Bernd")
    for _ in range(2):
        page.wait_for_function(TURNED)
        decided(page, lambda: page.keyboard.press("1"))
        if page.evaluate(VIEW)["decisions"][0]["kind"] == "direction":
            decided(page, lambda: page.keyboard.press("1"))
        here = page.evaluate(VIEW)["seat"]
        page.keyboard.press("1")
        page.wait_for_function(
            "(seat) => document.querySelector('escale-match').view.seat !== seat", arg=here
        )
    assert page.locator("[data-do=uncover]").count() == 0


REPEATED = """async ([decision, action, key]) => {
    const table = document.querySelector('escale-match')
    table.show(await table.api.call('POST', `${table.path}/actions/`, { decision, action }, { 'Idempotency-Key': key }))
}"""


def test_an_answer_that_was_lost_does_not_leave_the_table_in_the_past(visitor, http):
    seats = table(http)
    view = act(seats)
    mover, page = seats[view["seat"]], visitor()
    come_to(page, mover)
    page.evaluate("() => document.querySelector('escale-match').stopListening()")  # nor does any tick come
    played = (view["decisions"][0]["id"], view["menu"][0])
    mover.act(*played, key="lost")
    last = act(seats, 3)["number"]
    page.evaluate(REPEATED, [*played, "lost"])
    page.wait_for_function("(last) => document.querySelector('escale-match').view.number === last", arg=last)


def test_letters_are_ordered_and_cancelled(visitor, http):
    page = visitor(width=375)
    come_to(page, table(http)[0])
    address = "anna.of.the.long.table.by.the.harbour@library.example.org"
    for answer, told in ((address, address), ("", "plus de courriel")):
        fold(page, "Plus")
        page.locator("[data-do=notify]").click()
        field = page.locator("escale-match [name=answer]")
        field.press_sequentially(answer)
        assert field.input_value() == answer
        page.keyboard.press("Enter")
        page.locator(".match-alert .good", has_text=told).wait_for()
    assert violations(page) == []


def test_a_seat_that_could_not_be_given_back_is_not_forgotten(visitor):
    page = visitor()
    match = open_table(page, "shanghaien", ["human"])
    page.route("**/seats/mine/", lambda route: route.abort())
    fold(page, "Plus")
    page.locator("[data-do=leave]").click()
    page.locator(".match-alert .note.bad").wait_for()
    assert match in page.url and page.evaluate(TOKEN, match)


def test_a_table_is_left_before_it_begins(visitor, http):
    page = visitor()
    match = open_table(page, "shanghaien", ["human"])
    fold(page, "Plus")
    page.locator("[data-do=leave]").click()
    page.wait_for_url("**/jouer/shanghaien/")
    assert http.get(f"/matches/{match}/").status_code == 404


def test_the_rule_in_force_is_at_hand(visitor, http):
    seats = table(http, "halunken", options={"black_jack": False})
    page = visitor()
    come_to(page, seats[to_move(seats)["seat"]])
    page.keyboard.press("?")
    page.locator(".match-alert .match-rule h3", has_text="La mise en place").wait_for()
    page.locator(".match-alert a[href*='/r/halunken/two-players']").first.click()
    page.locator(".match-alert .match-rule h3", has_text="À deux").wait_for()
    fold(page, "Règle")
    drawer = page.locator("[data-part=rule] h3")
    expect(drawer).to_have_text(re.compile("La mise en place"))
    act(seats, 2)
    expect(drawer).not_to_have_text(re.compile("La mise en place"))
    assert page.evaluate(VIEW)["decisions"][0]["rule"]["key"] == "movement"


def test_every_table_leads_to_its_screen(visitor, http):
    seats = table(http, "halunken")
    page, watcher = visitor(width=375), visitor()
    come_to(page, seats[0])
    watcher.goto(f"/m/{seats[0].match}")
    for each in (page, watcher):
        fold(each, "Plus")
        each.get_by_role("link", name="Écran de table").click()
        each.locator(".screen-picture img").wait_for()


@pytest.mark.parametrize("width", [375, 1280])
def test_the_rule_is_asked_from_its_drawer(visitor, http, width):
    seats = table(http, "shanghaien")
    page = visitor(width=width)
    come_to(page, seats[0])
    fold(page, "Règle")
    field = page.get_by_role("searchbox", name="Interrogez la règle")
    field.fill("Combien vaut un joker ?")
    field.press("Enter")
    answers = page.locator("[data-part=answers]")
    expect(answers.locator("h3").first).to_contain_text("Joker")
    expect(answers.locator("h3 a").first).to_have_attribute("href", re.compile("#trick-joker$"))
    field.fill("Comment roquer avec mon roi ?")
    field.press("Enter")
    expect(answers).to_contain_text("La règle n’y répond pas")
    assert violations(page) == []


#: what a finger would miss, names that are broken, and a prompt that pushes the board down
TOO_SMALL = """() => {
    const shown = [...document.querySelectorAll('.match-board button')].filter((each) => each.offsetWidth)
    const line = (each) => parseFloat(getComputedStyle(each).lineHeight)
    return [
        ...shown.filter((each) => Math.min(each.offsetWidth, each.offsetHeight) < 44),
        ...[...document.querySelectorAll('.macao-piles b')].filter((each) => each.offsetHeight > 30),
        ...[...document.querySelectorAll('.match-prompt span')].filter((each) => each.offsetHeight > 2.1 * line(each)),
    ].map((each) => each.outerHTML)
}"""


@pytest.mark.parametrize(("game", "options"), [("halunken", {"black_jack": False}), ("macao", {})])
def test_the_smallest_phone_shows_what_to_do_and_what_the_others_did(game, options, visitor, http):
    seats = table(http, game, options=options)
    act(seats, 3)
    page = visitor(width=320, has_touch=True, is_mobile=True)
    come_to(page, seats[to_move(seats)["seat"]])
    page.locator(".match-board button").first.wait_for()
    assert page.evaluate(TOO_SMALL) == []
    assert page.locator(".others .seat-last").first.text_content() != ""
    assert page.locator(".match-actions").bounding_box()["height"] <= 80
