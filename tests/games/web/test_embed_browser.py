"""A table in a page of another origin, with third-party cookies blocked: playable without an account."""

import contextlib
import html
import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx
import pytest

from tests.conftest import CHROMIUM, FLAGS
from tests.games.http import play_out, posted, table
from tests.games.screens import OVER, PENDING, SEATED

pytestmark = pytest.mark.browser
BLOCKED = [*FLAGS, "--test-third-party-cookie-phaseout"]
#: a short game: about ten decisions for each of two seats
QUICK = {"game": "halunken", "options": {"black_jack": False}}


@contextlib.contextmanager
def foreign(text: str):
    """A web page on an origin that is not ours."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args):
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def blog(browser, site):
    """Opens a page of somebody else with this in it, in a browser that blocks cookies of third parties."""
    strict = browser.browser_type.launch(executable_path=CHROMIUM, args=BLOCKED)
    with contextlib.ExitStack() as stack:
        stack.callback(strict.close)

        def open_blog(inside: str):
            text = (
                f'<!doctype html><title>A blog</title><script type="module" '
                f'src="{site.url}/embed.js"></script>{inside}'
            )
            page = strict.new_page(reduced_motion="reduce", viewport={"width": 700, "height": 900})
            page.goto(stack.enter_context(foreign(text)))
            return page, page.locator("iframe").element_handle().content_frame()

        yield open_blog


def seat_element(made: dict, language: str) -> str:
    return f'<escale-match match="{made["id"]}" seat="{made["seat_token"]}" lang="{language}"></escale-match>'


HIGHEST = 1200  # what a frame may have without `max-height`


def fits(page, frame) -> None:
    """The frame becomes as high as what stands in it, but no higher than it may be."""
    for _ in range(1200):
        inner = frame.evaluate("document.documentElement.offsetHeight")
        outer = page.locator("iframe").bounding_box()["height"]
        if outer == min(inner, HIGHEST):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"the frame has {outer} pixels for {inner}")


def play_to_the_end(frame) -> int:
    """The first offer of the action bar, again and again."""
    played = 0
    while not frame.evaluate(OVER):
        if before := frame.evaluate(PENDING):
            frame.evaluate("() => document.querySelector('[data-menu]').click()")
            frame.wait_for_function(f"(before) => ({PENDING})() !== before", arg=before)
            played += 1
        else:
            frame.page.wait_for_timeout(50)
    return played


def test_a_match_is_played_to_its_end_and_again_inside_a_foreign_page(blog, http):
    seats = [{"kind": "human"}, {"kind": "bot", "level": "random"}]
    made = posted(http, "/matches/", {**QUICK, "seats": seats})
    page, frame = blog(seat_element(made, "de"))
    frame.locator("escale-match[data-drawn]").wait_for()
    assert frame.locator("html").get_attribute("lang") == "de"
    fits(page, frame)
    assert play_to_the_end(frame) >= 5
    frame.locator("[data-do=rematch]").wait_for()
    fits(page, frame)
    assert page.context.cookies() == []
    frame.locator("[data-do=rematch]").click()
    frame.wait_for_url(lambda url: "/embed/" in url and made["id"] not in url)
    frame.wait_for_function(SEATED)
    assert frame.locator("html").get_attribute("lang") == "de"


def test_the_replay_opens_in_the_frame(blog, http):
    match = play_out(table(http, **QUICK))
    _page, frame = blog(f'<escale-match match="{match}" lang="it" at="6"></escale-match>')
    frame.locator("[data-part=position]", has_text="Posizione").wait_for()
    frame.locator("[data-do=on]").click()
    assert frame.locator("html").get_attribute("lang") == "it"


@pytest.mark.parametrize(
    ("level", "language", "words"), [("easy", "en", "Open the table"), ("", "fr", "Ouvrir la table")]
)
def test_whoever_presses_the_button_gets_a_new_table(level, language, words, blog):
    page, frame = blog(f'<escale-match game="shanghaien" bot="{level}" lang="{language}"></escale-match>')
    button = frame.get_by_role("button", name=words)
    button.wait_for()
    fits(page, frame)
    assert page.locator("iframe").bounding_box()["height"] < 500, (
        "shrunk from what it was before anything was known"
    )
    button.click()
    frame.locator("escale-match[data-drawn]").wait_for()
    assert frame.evaluate("() => document.querySelector('escale-match').view.seat") is not None
    fits(page, frame)


def test_oembed_gives_frames_of_a_table_a_replay_and_a_position(site, blog, http):
    """What a system that speaks oEmbed puts into its page shows what the address showed."""
    match = play_out(table(http, **QUICK))
    waiting = posted(http, "/matches/", {"game": "macao", "seats": [{"kind": "human"}] * 2})["id"]
    start = next(
        e["number"] for e in http.get(f"/matches/{match}/events/").json()["events"] if e["kind"] == "start"
    )
    shown = {
        f"/m/{waiting}": ("[data-do=join]", r"\w"),
        f"/en/play/replay/{match}/": ("[data-part=position]", r"\D0 "),
        f"/de/spielen/wiederholung/{match}/?at={start + 7}": ("[data-part=position]", r"\D7 "),
    }
    for path, (part, text) in shown.items():
        told = http.get(f"{site.url}/oembed/", params={"url": site.url + path}).json()
        assert f'src="{site.url}/embed/' in told["html"]
        _page, frame = blog(told["html"])
        frame.locator(part, has_text=re.compile(text)).wait_for()


def test_a_new_table_asks_for_a_name_and_outlives_a_reload_of_the_page(blog):
    page, frame = blog('<escale-match game="shanghaien" bot="easy" lang="en"></escale-match>')
    frame.get_by_label("Your name at the table").fill("Ottilie")
    frame.get_by_role("button", name="Open the table").click()
    frame.locator("escale-match[data-drawn]").wait_for()
    match = frame.locator("escale-match").get_attribute("match")
    assert "Ottilie" in frame.locator(".match-seats.mine").inner_text()
    page.reload()
    frame = page.locator("iframe").element_handle().content_frame()
    frame.locator(f'escale-match[match="{match}"][data-drawn]').wait_for()
    frame.wait_for_function(SEATED)


def test_the_very_lines_of_the_guide_put_a_table_into_a_page(browser, site, http):
    text = html.unescape(httpx.get(f"{site.url}/en/developers/embeds/").text)
    (lines,) = re.findall(r"<pre[^>]*><code>(<script.*?)</code></pre>", text, re.DOTALL)
    assert site.url in lines
    with foreign(f"<!doctype html><title>A blog</title>{lines}") as address:
        page = browser.new_page()
        page.goto(address)
        frame = page.locator("iframe").element_handle().content_frame()
        frame.wait_for_selector("form button, [data-menu]")
        page.close()
