"""A guest's seat that an account makes its own, at the table or for all tables of a browser."""

import pytest

from tests.games.screens import PENDING, decided, open_table
from tests.games.web.test_tables_accessible import TABLE, judged
from tests.signing_in import in_browser

pytestmark = pytest.mark.browser
WORDS = {"fr": "mon compte", "en": "my account", "it": "mio account", "de": "mein Konto"}


def test_a_seat_is_claimed_at_the_table_and_played_on_elsewhere(visitor, account):
    page = visitor(375)
    match = open_table(page, "shanghaien", ["easy"])
    claim = page.locator("[data-do=claim]")
    assert claim.count() == 0, "a guest has no account to keep it in"
    in_browser(page, *account, "/fr/jouer/mes-tables/")
    for language, words in WORDS.items():
        page.goto(f"{TABLE[language]}/{match}/")
        page.locator("escale-match[data-drawn]").wait_for()
        assert words in claim.text_content()
    page.locator("[data-open=settings]").click()
    claim.click()
    page.locator(".match-alert .good").wait_for()
    claim.wait_for(state="detached")
    elsewhere = visitor()
    in_browser(elsewhere, *account, "/fr/jouer/mes-tables/")
    elsewhere.locator(f'[data-own="{match}"] a').click()
    elsewhere.wait_for_function(PENDING)
    decided(elsewhere, elsewhere.locator("[data-menu]").first.click)


def test_all_seats_of_a_browser_are_claimed_at_once(visitor, account):
    page = visitor(375)
    matches = {open_table(page, game, ["human"]) for game in ("macao", "halunken")}
    page.goto("/fr/jouer/mes-tables/")
    page.locator("[data-mine-list] li").nth(1).wait_for()
    assert page.locator("[data-claim]").count() == 0
    faults = judged(page)
    in_browser(page, *account, "/fr/jouer/mes-tables/")
    page.locator("[data-mine-list] li").nth(1).wait_for()
    faults += judged(page)
    page.locator("[data-claim]").click()
    for match in matches:
        page.locator(f'[data-own="{match}"]').wait_for()
    page.locator("[data-mine]").wait_for(state="hidden")  # each table is listed once
    assert page.locator("[data-mine-empty]").count() == 0
    assert faults + judged(page) == []
