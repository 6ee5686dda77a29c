"""A table's page comes still and light: nothing jumps while it loads, its scripts are few and asked for at
once.
"""

import pytest

from tests.games.loading import GAMES, visit

pytestmark = pytest.mark.browser
ANNOUNCED = (
    "() => [...document.querySelectorAll('link[rel=modulepreload], script[src]')].map((one) => "
    "one.href || one.src)"
)


@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_and_little_is_loaded(visitor, game, width):
    page = visitor(width, service_workers="block")
    for loaded in visit(page, game):
        assert loaded.shift <= 0.05, loaded.moved
        assert 5_000 < sum(loaded.scripts.values()) <= 60_000
        assert set(loaded.scripts) <= set(page.evaluate(ANNOUNCED)), (
            "a module that is found late costs a round trip"
        )
