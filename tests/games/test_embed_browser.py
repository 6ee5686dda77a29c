"""A table in a page of another origin, with third-party cookies blocked: playable without an account."""

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.conftest import CHROMIUM, FLAGS
from tests.games.http import posted

pytestmark = pytest.mark.browser


@contextlib.contextmanager
def foreign(html: str):
    """A web page on an origin that is not ours."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(html.encode())

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


def test_a_match_is_played_inside_a_foreign_page(browser, site, http):
    seats = [{"kind": "human"}, {"kind": "bot", "level": "random"}]
    made = posted(http, "/matches/", {"game": "shanghaien", "seats": seats})
    element = f'<escale-match match="{made["id"]}" seat="{made["seat_token"]}" lang="en"></escale-match>'
    page_html = (
        f'<!doctype html><title>A blog</title><script type="module" src="{site.url}/embed.js"></script>{element}'
    )
    strict = browser.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, "--test-third-party-cookie-phaseout"])
    with foreign(page_html) as url, contextlib.closing(strict):
        page = strict.new_page()
        page.goto(url)
        table = page.frame_locator("iframe")
        roll = table.get_by_role("button", name="Roll two dice")
        roll.click(timeout=20_000)
        table.locator(".match-log li", has_text="rolls").first.wait_for()
        assert page.context.cookies() == []
        height = page.locator("iframe").bounding_box()["height"]
        assert height != 640, "the frame has taken the height of its table"
