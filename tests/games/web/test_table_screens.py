"""The screen in the middle of a table: it shows what everybody may see, and nothing else."""

import pytest
import segno
from django.core.cache import cache

from games.core.chance import QuickChance
from games.core.contract import Json
from games.matches.storage import sql, states
from games.models import Match
from games.registry import ENGINES
from tests.games.real_table import RealTable, read_record
from tests.games.table import HUMAN, Table


def read_screen(client, match_id: str) -> str:
    page = client.get(f"/en/play/screen/{match_id}/").content.decode()
    return page[page.index("<escale-screen") : page.index("</escale-screen>")]


def store_state(match_id: str, state: Json) -> None:
    Match.objects.filter(pk=match_id).update(state=sql.to_json(state))
    states.clear_state_cache()
    cache.clear()


@pytest.mark.django_db
@pytest.mark.parametrize("game", ENGINES)
def test_what_is_hidden_dealt_again_gives_the_same_screen(client, game):
    engine = ENGINES[game]
    table = Table(game=game, seats=[HUMAN] * max(engine.META.seats))
    for _ in range(12):
        table.act()
        before = read_screen(client, table.id)
        state = engine.dump(table.state)
        dealt_again = engine.dump(engine.redeal(engine.load(state), None, QuickChance(5)))
        assert dealt_again != state
        store_state(table.id, dealt_again)
        assert read_screen(client, table.id) == before
        store_state(table.id, state)


@pytest.mark.django_db
def test_the_screen_is_a_spectators_even_for_an_account_that_plays(client, django_user_model):
    account = django_user_model.objects.create_user("anna")
    table = Table(game="halunken", seats=[HUMAN] * 2, user=account)
    before = read_screen(client, table.id)
    client.force_login(account)
    assert read_screen(client, table.id) == before


@pytest.mark.django_db
def test_a_free_seat_is_offered_by_a_code_that_leads_to_the_table(client, settings):
    table = Table(seats=[HUMAN] * 2, join=False)
    address = f"{settings.BASE_URL}/m/{table.id}"
    screen = read_screen(client, table.id)
    assert address in screen
    code = segno.make(address, error="m").svg_data_uri(scale=8, border=2, light="#fff")
    assert code.replace("'", "&#x27;") in screen


@pytest.mark.django_db
def test_cards_that_only_stand_in_are_not_shown(client):
    table = RealTable(client, read_record("shanghaien"))
    screen = read_screen(client, table.id)
    assert "Americans" not in screen and "image/svg" not in screen
    table.enter_open_cards()
    screen = read_screen(client, table.id)
    assert "Tavern" in screen and 'src="data:image/svg+xml,' in screen


@pytest.mark.browser
def test_four_phones_are_seated_from_the_screen_and_each_is_a_hand(visitor, site, http):
    made = http.post("/matches/", json={"game": "halunken", "seats": [HUMAN] * 4, "pace": "none"}).json()
    screen = visitor(width=1920, locale="en-GB")
    screen.goto(f"/en/play/screen/{made['id']}/")
    path = screen.locator(".screen-address").inner_text().partition("/m/")[2]
    phones = []
    for name in ("Bernd", "Clara", "Dario"):
        phone = visitor(width=375, locale="en-GB")
        phone.goto(f"/m/{path}")
        phone.locator("[data-do=join]").click()
        phone.locator("escale-match [name=answer]").fill(name)
        phone.keyboard.press("Enter")
        phones.append(phone)
    first = visitor(width=375, locale="en-GB")
    first.goto(f"/m/{path}#seat={made['seat_token']}")
    screen.locator(".screen-board").wait_for()
    for phone in (first, *phones):
        phone.wait_for_function("() => document.querySelector('escale-match')?.view?.status === 'active'")
    seats = {
        phone.evaluate("() => document.querySelector('escale-match').view.seat") for phone in (first, *phones)
    }
    assert seats == {0, 1, 2, 3}
