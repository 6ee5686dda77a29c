"""Home, search page and search box bring the apps together."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from catalogue.services import mark_changed
from games.matches import seating
from games.matches.seating import create
from games.models import Match, Status
from games.registry import ENGINES
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf():
    titles = [
        make_title("Catan", names=[("de", "Die Siedler von Catan")], year=1995),
        make_title("Azul", year=2017),
    ]
    for title in titles:
        make_copy(title, shelf="A1")
    mark_changed(titles)
    return titles


def suggested(client, query: str, language: str = "fr") -> list[dict]:
    return client.get("/api/v1/suggest/", {"q": query, "lang": language}).json()["results"]


def test_home_shows_what_came_last_and_the_games_to_play(client, shipped_rules, shelf):
    html = client.get("/fr/").content.decode()
    for name in ("Catan", "Azul", "Shanghaien", "Halunken", "Les Ombres de Macao"):
        assert name in html


def test_home_says_so_when_the_shelves_are_empty(client):
    assert "Les rayons sont encore vides" in client.get("/fr/").content.decode()


TWO_PEOPLE = [{"kind": "human"}, {"kind": "human"}]
SIT_DOWN = {"fr": "Prendre place", "en": "Sit down", "it": "Siediti", "de": "Platz nehmen"}
OPEN_A_TABLE = {
    "fr": "Ouvrir une table",
    "en": "Open a table",
    "it": "Apri un tavolo",
    "de": "Einen Tisch eröffnen",
}


def list_links(client, language: str) -> list[tuple[str, str]]:
    """The words and the address of each link of the home page."""
    html = client.get(f"/{language}/").content.decode()
    links = re.findall(r'<a\b[^>]*href="([^"]*)"[^>]*>(.*?)</a>', html, re.DOTALL)
    return [(" ".join(re.sub(r"<[^>]*>", " ", content).split()), address) for address, content in links]


def test_a_table_that_waits_is_announced(client):
    assert "table vous attend" not in client.get("/fr/").content.decode()
    create(game="shanghaien", options={}, seats=TWO_PEOPLE, name="Anna")
    assert "1 table vous attend" in client.get("/fr/").content.decode()


@pytest.mark.parametrize("language", SIT_DOWN)
def test_who_sits_down_comes_to_the_table_that_waits(client, language):
    create(game="shanghaien", options={}, seats=TWO_PEOPLE, name="Anna")
    newest = create(game="shanghaien", options={}, seats=TWO_PEOPLE, name="Bernd").match
    with translation.override(language):
        table, game = reverse("games:table", args=[newest]), reverse("games:game", args=["shanghaien"])
    links = list_links(client, language)
    assert [link for link in links if link[0].startswith(SIT_DOWN[language])] == [
        (f"{SIT_DOWN[language]} (Shanghaien)", table)
    ]
    assert ("Shanghaien", game) in links
    assert client.get(table).status_code == 200


@pytest.mark.parametrize("language", OPEN_A_TABLE)
def test_where_no_table_waits_one_opens_a_table(client, language):
    html = client.get(f"/{language}/").content.decode()
    assert html.count(f"{OPEN_A_TABLE[language]}</span>") == len(ENGINES)
    assert not [link for link in list_links(client, language) if link[0].startswith(SIT_DOWN[language])]


def test_a_table_without_a_free_seat_does_not_wait(client):
    """It stays open until its players have sent their nonces."""
    full = create(game="shanghaien", options={}, seats=TWO_PEOPLE, name="Anna").match
    seating.join(match_id=full)
    create(
        game="macao", options={}, seats=[{"kind": "human"}, {"kind": "bot", "level": "easy"}], name="Bernd"
    )
    assert Match.objects.filter(status=Status.OPEN).count() == 2
    html = client.get("/fr/").content.decode()
    assert "vous attend" not in html


def test_the_question_for_tonight_leads_to_an_answer(client, shelf):
    html = client.get("/fr/").content.decode()
    action = html.split('<form action="')[1].split('"')[0]
    assert client.get(action.split("#")[0], {"players": 4, "minutes": 45, "mood": "light"}).status_code == 200


@pytest.mark.parametrize("titles", [1, 3])
def test_home_asks_the_database_as_often_for_one_title_as_for_three(
    client, titles, shipped_rules, django_assert_num_queries
):
    made = [make_title(f"Title {n}") for n in range(titles)]
    for title in made:
        make_copy(title)
    mark_changed(made)
    client.get("/it/")  # builds the indexes
    with django_assert_num_queries(9):
        client.get("/fr/")


def test_a_search_finds_titles_and_rules(client, shipped_rules, shelf):
    html = client.get("/fr/recherche/", {"q": "catan"}).content.decode()
    assert "/fr/" in html
    assert "Catan" in html
    html = client.get("/fr/recherche/", {"q": "shanghai"}).content.decode()
    assert "shanghaien/#" in html
    assert "<mark>Shanghai</mark>" in html  # what was found is read before it is opened


def test_a_search_that_finds_nothing_shows_ways_on(client, shipped_rules, shelf):
    html = client.get("/en/search/", {"q": "xyzzyq"}).content.decode()
    main = html[html.index("<main") : html.index("</main")]
    assert "Nothing found" in main and "/en/catalogue/" in main and "/en/rules/" in main
    assert "Nothing found here" not in main


def test_a_search_without_words_asks_for_some(client):
    html = client.get("/fr/recherche/", {"q": "   "}).content.decode()
    assert "Un seul champ" in html


def test_a_search_is_shown_as_it_was_typed_but_never_runs(client, shipped_rules):
    html = client.get("/fr/recherche/", {"q": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html


def test_the_box_suggests_titles_and_sections(client, shipped_rules, shelf):
    assert suggested(client, "cata")[0] == {
        "name": "Catan",
        "url": "http://127.0.0.1:8000/fr/jeu/catan/",
        "note": "1995",
    }
    assert any("shanghaien/#" in result["url"] for result in suggested(client, "shangh"))


def test_a_title_found_by_another_name_shows_that_name(client, shelf):
    assert suggested(client, "siedler")[0]["note"] == "Die Siedler von Catan"
    assert suggested(client, "siedler", "de")[0] == {
        "name": "Die Siedler von Catan",
        "url": "http://127.0.0.1:8000/de/spiel/catan/",
        "note": "1995",
    }


def test_nothing_is_suggested_for_nothing(client):
    assert suggested(client, "") == suggested(client, "   ") == []
