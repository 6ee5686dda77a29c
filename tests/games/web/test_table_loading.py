"""A table's page comes still and light: nothing jumps while it loads, its scripts are few and asked for at
once.
"""

import gzip

import pytest

from tests.games.loading import GAMES, visit
from tests.games.screens import open_table

pytestmark = pytest.mark.browser
ANNOUNCED = (
    "() => [...document.querySelectorAll('link[rel=modulepreload], script[src]')].map((one) => "
    "one.href || one.src)"
)
#: bytes of all scripts, each compressed with gzip
MAX_SCRIPTS = 60_000


@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_and_little_is_loaded(visitor, game, width):
    page = visitor(width, service_workers="block")
    for loaded in visit(page, game):
        assert loaded.shift <= 0.05, loaded.moved
        assert sum(loaded.scripts.values()) > 5_000
        assert set(loaded.scripts) <= set(page.evaluate(ANNOUNCED)), (
            "a module that is found late costs a round trip"
        )
    if width == 375:
        sizes = {url: len(gzip.compress(page.request.get(url).body())) for url in loaded.scripts}
        assert sum(sizes.values()) <= MAX_SCRIPTS, sizes


def test_a_thing_tells_about_itself_when_the_network_is_gone(visitor):
    """What the first board does without has come before anybody taps it."""
    page = visitor(375, service_workers="block")
    with page.expect_response("**/halunken/info.js"), page.expect_response("**/games/info-card.js"):
        open_table(page, "halunken", ["easy"])
    page.wait_for_function("() => document.querySelector('escale-match').lateParts.infoCard")
    page.context.set_offline(True)
    page.locator(".halunken-walk").first.click()
    page.locator(".info-card .info-facts > div").first.wait_for()
