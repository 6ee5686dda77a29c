"""Addresses in answers of the API: all absolute, `url` is a page, `links` say what they are."""

from collections import Counter
from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.games.web.test_api_match import BOT, HUMAN, add_nonce, get, new_match

pytestmark = pytest.mark.django_db
#: The host of the request is that of the test client.
BASES = (settings.BASE_URL, "http://testserver")
MOST_OF_A_PLACE = 10
DEPRECATED = {"/api/v1/games/", "/api/v1/games/shanghaien/", "/api/v1/titles/changes/?since=0"}


def find_addresses(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for item in value:
            yield from find_addresses(item, place)
    elif isinstance(value, dict):
        for name, member in value.items():
            if isinstance(member, str) and (name == "url" or place.endswith("links")):
                yield f"{place}.{name}", member
            else:
                yield from find_addresses(member, f"{place}.{name}")


def choose_addresses(body: object) -> Iterator[tuple[str, str]]:
    """The first addresses of each place of the answer: a list says the same of each of its titles."""
    seen: Counter[str] = Counter()
    for place, address in find_addresses(body):
        seen[place] += 1
        if seen[place] <= MOST_OF_A_PLACE:
            yield place, address


def find_objections(client, path: str, body: object) -> list[str]:
    objections = []
    for place, address in choose_addresses(body):
        base = next((base for base in BASES if address.startswith(base + "/")), None)
        if base is None:
            objections.append(f"{place}: {address} is not absolute")
            continue
        if ".sources" in place:
            continue
        is_page = place.endswith((".url", ".page"))
        answer = client.get(address.removeprefix(base).partition("#")[0], follow=True)
        is_html = answer["Content-Type"].startswith("text/html")
        may_be_of_the_api = path in DEPRECATED and place in (".url", ".results.url")
        if is_page and not may_be_of_the_api and (answer.status_code != 200 or not is_html):
            objections.append(f"{place}: {address} is no page")
    return objections


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/games/",
        "/api/v1/games/shanghaien/",
        "/api/v1/rules/",
        "/api/v1/rules/shanghaien/overview/",
        "/api/v1/rules/search/?q=dice",
        "/api/v1/titles/?page_size=2",
        "/api/v1/titles/suggest/?q=a",
        "/api/v1/titles/changes/?since=0",
        "/api/v1/suggest/?q=a",
    ],
)
def test_addresses_are_absolute_and_lead_to_what_they_say(client, demo_library, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert list(find_addresses(answer.json())), "nothing was tested"
    assert find_objections(client, path, answer.json()) == []


def test_addresses_of_a_match_are_absolute(client, demo_library):
    made = new_match(client, HUMAN, BOT)
    add_nonce(client, made)
    facts = client.get(f"/api/v1/matches/{made['id']}/").json()
    view = get(client, f"/matches/{made['id']}/view/", made["seat_token"]).json()
    assert list(find_addresses(facts))
    assert find_objections(client, "", facts) + find_objections(client, "", view) == []
