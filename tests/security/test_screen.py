"""What others wrote, as scripts show it: names at the table, words of the chat, what one types oneself."""

import httpx
import pytest

from tests.pages import Page
from tests.signing_in import over_http

pytestmark = pytest.mark.browser
HOSTILE = "<img src=x onerror=xss()><xss>"  # as long as a name may be


@pytest.fixture
def table(site, superuser) -> str:
    """A table of somebody with an account, who may write freely, against a bot; and what was said there."""
    with httpx.Client(base_url=site.url, timeout=30) as http:
        token = over_http(http, *superuser("eve"))
        headers = {"X-CSRFToken": token["csrfmiddlewaretoken"]}
        seats = [{"kind": "human"}, {"kind": "bot", "level": "easy"}]
        body = {"game": "macao", "seats": seats, "name": HOSTILE}
        made = http.post("/api/v1/matches/", json=body, headers=headers).raise_for_status().json()
        said = http.post(f"/api/v1/matches/{made['id']}/messages/", json={"text": HOSTILE}, headers=headers)
        assert said.status_code == 201, said.text
    return made["id"]


def harmless(page) -> None:
    page.wait_for_timeout(500)
    assert page.locator("xss, img[src=x]").count() == 0


def test_hostile_names_and_words_do_not_run(page, table):
    """The tab itself fails the test when its policy is broken or a script stumbles."""
    page.goto(Page("games:table", (table,)).path("en"))
    page.get_by_text(HOSTILE).first.wait_for(state="attached")
    harmless(page)
    for path in (Page("games:lobby").path("en"), f"/embed/{table}/", Page("games:mine").path("en")):
        page.goto(path)
        harmless(page)
    page.goto("/en/")
    page.locator("input[type=search]").first.fill(HOSTILE)
    harmless(page)
