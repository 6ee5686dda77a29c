"""The embedded table and the page around it talk: attributes that live, events, methods, and a table that stays."""

import pytest

from tests.games.http import play_out, posted, table
from tests.games.screens import SEATED
from tests.games.web.test_embed_browser import QUICK, blog, fits, seat_element  # noqa: F401 - a fixture

pytestmark = pytest.mark.browser
#: collects the events; a page without TLS has no randomUUID
COLLECT = """<script>window.told = []; delete Crypto.prototype.randomUUID;
for (const name of ['created', 'turn', 'moved', 'finished', 'refused'])
  addEventListener(`escale:${name}`, (event) => told.push([name, event.detail]))</script>"""
#: what the page around may do, and what it hears
PLAY_FIRST = """async () => {
  const element = document.querySelector('escale-match')
  const turn = window.told.filter(([name]) => name === 'turn').at(-1)[1]
  return await element.play(turn.menu[0])
}"""
BAD_ACTION = """async () => document.querySelector('escale-match').play({type: 'settle', space: 99}).then(
  () => null, (error) => ({message: error.message, code: error.problem.code, rule: error.problem.rule?.key}))"""

#: attributes and a move while the frame is far below the screen, and not loaded
TOLD_EARLY = """() => {
  const element = document.querySelector('escale-match')
  element.setAttribute('theme', 'dark')
  element.setAttribute('at', '9')
  element.play({type: 'pass'}).catch((error) => { window.answer = error.message })
}"""
PLAY_AND_RELOAD = """() => {
  const element = document.querySelector('escale-match')
  const answer = element.play({type: 'pass'}).catch((error) => error.message)
  element.setAttribute('lang', 'de')
  return answer
}"""


def wait_for_event(page, name: str) -> dict:
    page.wait_for_function(f"() => window.told.some(([told]) => told === '{name}')")
    return page.evaluate(f"() => window.told.findLast(([told]) => told === '{name}')[1]")


def play_until_first_seat_decides(seats) -> None:
    while not seats[0].view()["decisions"]:
        view = seats[1].view()
        seats[1].act(view["decisions"][0]["id"], view["menu"][0])


def seated_element(seat) -> str:
    return COLLECT + f'<escale-match match="{seat.match}" seat="{seat.token}"></escale-match>'


def test_the_page_around_hears_of_turns_and_plays_itself(blog, http):  # noqa: F811
    seats = table(http, **QUICK)
    page, frame = blog(seated_element(seats[0]))
    frame.locator("escale-match[data-drawn]").wait_for()
    play_until_first_seat_decides(seats)
    turn = wait_for_event(page, "turn")
    assert turn["id"] == seats[0].match and turn["seat"] == 0 and turn["menu"] and turn["prompt"]
    refusal = page.evaluate(BAD_ACTION)
    assert refusal["code"].startswith("halunken.") and refusal["rule"] and refusal["message"]
    assert wait_for_event(page, "refused")["rule"]["url"].startswith("http")
    page.evaluate("() => document.querySelector('escale-match').focus()")
    frame.wait_for_function("() => document.activeElement.closest('main') !== null")
    number = page.evaluate(PLAY_FIRST)
    assert number > turn["number"]
    page.wait_for_function(
        "(number) => window.told.some(([name, detail]) => name === 'moved' && detail.number >= number)",
        arg=number,
    )
    seats[1].call("POST", "resignation/")
    assert wait_for_event(page, "finished")["outcome"]["end"] == "resigned"


def test_a_turn_is_told_though_the_board_was_there_before_the_script_that_tells_it(blog, http):  # noqa: F811
    seats = table(http, **QUICK)
    play_until_first_seat_decides(seats)
    page, _frame = blog(seated_element(seats[0]))
    held = []
    page.route("**/games/framed*.js", lambda route: held.append(route))
    page.reload()
    frame = page.locator("iframe").element_handle().content_frame()
    frame.wait_for_function("() => document.querySelector('escale-match')?.view")
    for route in held:
        route.continue_()
    assert wait_for_event(page, "turn")["seat"] == 0


def test_a_table_that_was_opened_here_is_there_after_a_reload(blog, http):  # noqa: F811
    page, frame = blog(COLLECT + '<escale-match game="halunken" bot="easy" lang="en"></escale-match>')
    frame.get_by_role("button", name="Open the table").click()
    created = wait_for_event(page, "created")
    assert set(created) == {"id"}, "the token of the seat is no business of listeners"
    page.reload()
    frame = page.locator("iframe").element_handle().content_frame()
    frame.wait_for_url(lambda url: f"/embed/{created['id']}/" in url)
    frame.locator("escale-match[data-drawn]").wait_for()
    assert frame.evaluate("() => document.querySelector('escale-match').view.seat") == 0


def test_attributes_live(blog, http):  # noqa: F811
    match = play_out(table(http, **QUICK))
    page, frame = blog(f'<escale-match match="{match}" lang="it" theme="dark"></escale-match>')
    frame.locator("[data-part=position]").wait_for()
    assert frame.locator("html").get_attribute("data-theme") == "dark"
    page.evaluate("() => document.querySelector('escale-match').setAttribute('theme', 'light')")
    frame.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    page.evaluate("() => document.querySelector('escale-match').setAttribute('at', '9')")
    frame.wait_for_function("() => document.querySelector('escale-replay').number === 9")
    page.evaluate("() => document.querySelector('escale-match').setAttribute('lang', 'de')")
    page.locator("iframe[src*='lang=de']").wait_for()


def test_what_a_frame_is_told_before_it_is_loaded_reaches_it(blog, http):  # noqa: F811
    match = play_out(table(http, **QUICK))
    far_below = (
        f'<div style="height: 9000px"></div><escale-match match="{match}" theme="light"></escale-match>'
    )
    page, _frame = blog(far_below)
    page.evaluate(TOLD_EARLY)
    page.locator("escale-match").scroll_into_view_if_needed()
    frame = page.locator("iframe").element_handle().content_frame()
    frame.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    frame.wait_for_function("() => document.querySelector('escale-replay').number === 9")
    page.wait_for_function("() => window.answer === 'no table is open here'")


def test_a_move_for_a_frame_that_is_loaded_again_fails(blog, http):  # noqa: F811
    seats = table(http, **QUICK)
    page, frame = blog(f'<escale-match match="{seats[0].match}" lang="en"></escale-match>')
    frame.locator("escale-match[data-drawn]").wait_for()
    answer = page.evaluate(PLAY_AND_RELOAD)
    assert answer == "The table was loaded again or taken away."


@pytest.mark.parametrize("style", ["height: 400px", "max-height: 400px"])
def test_the_height_of_the_page_counts(blog, http, style):  # noqa: F811
    match = play_out(table(http, **QUICK))
    page, frame = blog(f'<escale-match match="{match}" style="{style}"></escale-match>')
    frame.locator("[data-part=position]").wait_for()
    page.wait_for_function("() => document.querySelector('iframe').offsetHeight === 400")
    assert page.evaluate("() => document.querySelector('escale-match').offsetHeight") == 400


@pytest.mark.parametrize("width", [320, 700, 1200])
def test_the_frame_is_never_higher_or_wider_than_it_was_given(blog, http, width):  # noqa: F811
    made = posted(
        http, "/matches/", {**QUICK, "seats": [{"kind": "human"}, {"kind": "bot", "level": "random"}]}
    )
    page, frame = blog(seat_element(made, "en").replace("<escale-match", '<escale-match max-height="480"'))
    frame.wait_for_function(SEATED)
    assert not frame.locator("[role=alert] .note").count(), "the random number was sent without storage too"
    page.set_viewport_size({"width": width, "height": 900})
    frame.locator("escale-match[data-drawn]").wait_for()
    page.wait_for_function("() => document.querySelector('iframe').offsetHeight <= 480")
    inner, outer = frame.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert inner <= outer, f"{inner} pixels are wider than {outer}"
    page.evaluate("() => document.querySelector('escale-match').removeAttribute('max-height')")
    page.wait_for_timeout(300)
    assert page.evaluate("() => document.querySelector('iframe').offsetHeight") <= 1200


@pytest.mark.parametrize("element", ['match="0123456789abcdef"', 'game="chess"'])
def test_an_unknown_table_is_said_in_the_frame(blog, element):  # noqa: F811
    page, frame = blog(f'<escale-match {element} lang="en"></escale-match>')
    frame.get_by_role("heading", name="No such table").wait_for()
    fits(page, frame)
