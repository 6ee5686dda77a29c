"""The screen in the middle of a table: it shows what everybody may see, and nothing else."""

import re
import time
from random import Random
from urllib.parse import unquote

import pytest
import segno
from django.core.cache import cache
from playwright.sync_api import expect

from games.core.chance import QuickChance
from games.core.contract import Json
from games.matches.storage import sql, states
from games.models import Match
from games.registry import ENGINES
from games.web.screens import MAX_LETTERS
from tests.games.http import Seat, table
from tests.games.real_table import RealTable, read_record
from tests.games.screens import SEATED, decided, mover
from tests.games.table import HUMAN, Table
from tests.test_pages_accessible import violations

NONCE = re.compile(r'nonce="[^"]*"')
SCREEN = {"fr": "/fr/jouer/ecran", "de": "/de/spielen/bildschirm"}
VIEW = "() => document.querySelector('escale-match').view"
SIZE = """() => {
    const { scrollHeight: height, scrollWidth: width } = document.documentElement
    const { offsetWidth, offsetHeight } = document.querySelector('.screen-picture img')
    return { height, width, picture: offsetWidth * offsetHeight }
}"""
SHARE_LOOKED_AT = 0.2
MOST_SECONDS = 60  # for four phones, from the first code to the board


def read_page(client, match_id: str) -> str:
    """Everything that is sent; the nonce of the scripts is another one each time."""
    answer = client.get(f"/en/play/screen/{match_id}/")
    assert answer.status_code == 200
    return NONCE.sub("", answer.content.decode())


def read_screen(client, match_id: str) -> str:
    page = read_page(client, match_id)
    return page[page.index("<escale-screen") : page.index("</escale-screen>")]


def store_state(match_id: str, state: Json) -> None:
    Match.objects.filter(pk=match_id).update(state=sql.to_json(state))
    states.clear_state_cache()
    cache.clear()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("game", "seats"), [(game, n) for game in ENGINES for n in ENGINES[game].META.seats])
def test_what_is_hidden_dealt_again_gives_the_same_screen(client, game, seats):
    """At one position of five of a whole match, also while choices are secret."""
    engine, luck = ENGINES[game], Random(seats)
    table = Table(game=game, seats=[HUMAN] * seats)
    hidden = 0
    while decision := table.decision():
        table.act(luck.choice(table.menu()), seat=decision.seat)
        if luck.random() > SHARE_LOOKED_AT:
            continue
        state = engine.dump(table.state)
        dealt_again = engine.dump(engine.redeal(engine.load(state), None, QuickChance(luck.randrange(1000))))
        if dealt_again != state:
            hidden += 1
            before = read_page(client, table.id)
            store_state(table.id, dealt_again)
            assert read_page(client, table.id) == before
            store_state(table.id, state)
    assert hidden >= 3


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
@pytest.mark.parametrize(
    ("game", "card", "heading"), [("shanghaien", "Americans", "Tavern"), ("macao", "Killer", "Piles")]
)
def test_cards_that_only_stand_in_are_not_shown(client, game, card, heading):
    table = RealTable(client, read_record(game))
    screen = read_screen(client, table.id)
    assert card not in screen and "image/svg" not in screen
    table.enter_open_cards()
    screen = read_screen(client, table.id)
    assert heading in screen and 'src="data:image/svg+xml,' in screen


@pytest.mark.django_db
def test_the_drawing_has_the_screen_for_itself_and_its_words_remain_for_who_does_not_see_it(client):
    screen = read_screen(client, Table(game="halunken", seats=[HUMAN] * 4).id)
    assert 'class="screen-words"' not in screen
    words = screen[screen.index('<div class="visually-hidden">') :]
    assert words.count("<li>Dive ") == 14
    assert "Round" in screen[: screen.index("<picture")] or "choose their places" in screen


def scan(visitor, screen, name: str):
    """A phone that reads the code on the screen and sits down."""
    phone = visitor(width=375, locale="en-GB")
    phone.goto("/m/" + screen.locator(".screen-address").inner_text().partition("/m/")[2])
    phone.locator("[data-do=join]").click()
    phone.locator("escale-match [name=answer]").fill(name)
    phone.keyboard.press("Enter")
    phone.wait_for_function(SEATED)
    return phone


def open_on_screen(visitor, http) -> tuple:
    """The table is opened on the screen itself, whose own seat is given back once somebody else sits there."""
    options = {"black_jack": False}
    wish = {"game": "halunken", "seats": [HUMAN] * 4, "pace": "none", "options": options}
    made = http.post("/matches/", json=wish).json()
    screen = visitor(width=1920, locale="en-GB")
    screen.goto(f"/en/play/screen/{made['id']}/")
    first = scan(visitor, screen, "Anna")
    left = Seat(http, made["id"], made["seat_token"]).call("DELETE", "seats/mine/")
    assert left.status_code == 204, left.text
    return screen, first


@pytest.mark.slow
@pytest.mark.django_db
def test_a_long_round_does_not_fill_the_screen_and_its_end_names_who_won(client):
    table = Table(game="halunken", seats=[HUMAN] * 4)
    lengths = set()
    while decision := table.decision():
        table.act(table.menu()[-1], seat=decision.seat)
        if table.match.moves % 4 == 0:
            log = read_screen(client, table.id).partition('class="screen-log"')[2]
            lengths.add(sum(map(len, re.findall("<li>(.*?)</li>", log))))
    assert 0 < max(lengths) <= MAX_LETTERS
    prompt = re.search(r'class="screen-prompt" role="status">(.*?)<', read_screen(client, table.id))[1]
    assert prompt.endswith(" wins!") or prompt.startswith("Shared win: "), prompt


@pytest.mark.browser
def test_four_phones_are_seated_from_the_screen_and_each_is_a_hand(visitor, http):
    began = time.monotonic()
    screen, first = open_on_screen(visitor, http)
    phones = [first, *(scan(visitor, screen, name) for name in ("Bernd", "Clara", "Dario"))]
    screen.locator(".screen-picture img").wait_for()
    assert time.monotonic() - began < MOST_SECONDS
    assert {phone.evaluate(VIEW)["seat"] for phone in phones} == {0, 1, 2, 3}

    for dive in range(1, 5):  # who must decide, and nobody else, can settle
        settle(mover(phones), dive)
    waiting = screen.locator(".screen-seats .waits")
    expect(waiting).to_have_count(4)
    words = screen.locator(".screen-board").inner_html()
    for left, phone in enumerate(
        phones[:3], start=1
    ):  # three cards lie face down now, each known to its hand
        choose_card(phone, left)
        expect(waiting).to_have_count(4 - left)
        assert phone.evaluate(VIEW)["state"]["chosen"]["own"] == {"card": left}
        shown = screen.locator(".screen-board").inner_html()
        assert re.sub("▶ ", "", unquote(shown)) == re.sub("▶ ", "", unquote(words))
    choose_card(phones[3], 4)
    expect(screen.locator(".screen-log")).to_contain_text("Dario")


def settle(phone, dive: int) -> None:
    space = phone.locator(f"[data-space='{3 * dive - 1}']")
    decided(phone, lambda: [space.click() for _ in range(2)])


def choose_card(phone, number: int) -> None:
    phone.locator(f"[data-key='choose-{number}']").click()
    decided(phone, phone.locator("[data-do=play]").click)


@pytest.mark.browser
@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_drawing_fills_a_television_and_nothing_is_wrong_with_the_page(visitor, http, language):
    screen = visitor(width=1920, locale="en-GB")
    match = table(http, "halunken", 4)[0].match
    for width, height in ((1920, 1080), (768, 1024), (375, 800)):
        screen.set_viewport_size({"width": width, "height": height})
        screen.goto(f"{SCREEN[language]}/{match}/")
        size = screen.evaluate(SIZE)
        assert size["height"] <= height and size["width"] <= width, "nobody scrolls a television"
        assert size["picture"] >= 0.4 * height * width, "much of the screen is the drawing"
        assert violations(screen) == []
