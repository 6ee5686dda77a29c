"""Pages of the catalogue without JavaScript: what they show, what they cost, what they refuse."""

import json
import re
from datetime import date

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from catalogue import ports, services
from catalogue.covers import EDITION
from catalogue.models import (
    Contributor,
    Copy,
    Credit,
    GameTitle,
    Loan,
    Reservation,
    Shelf,
    SlugRedirect,
    Tag,
    TitleName,
    TitleTag,
)
from catalogue.ports import RuleLink
from catalogue.presenting import charts
from catalogue.search.live_index import catalogue_index
from tests.catalogue.making import make_copy, make_title
from tests.valid import squeeze

pytestmark = pytest.mark.django_db


def named(response) -> list[str]:
    """The names of the titles on a page, in order."""
    return re.findall(r'<h3><a href="[^"]+">([^<]+)</a>', response.content.decode())


@pytest.fixture
def library():
    """Three titles: on a shelf, out, without a box."""
    azul = make_title(
        "Azul", players_min=2, players_max=4, age=8, minutes_max=45, year=2017, weight=1.8, popularity=900
    )
    hive = make_title(
        "Hive", players_min=2, players_max=2, age=9, minutes_max=20, year=2001, weight=2.3, popularity=500
    )
    tikal = make_title(
        "Tikal", names=[("fr", "Tikal, la cité perdue")], players_min=2, players_max=4, age=10, year=1999
    )
    tag = Tag.objects.create(
        kind="mechanism", slug="tile-placement", names={"en": "Tile placement", "fr": "Pose de tuiles"}
    )
    TitleTag.objects.bulk_create([TitleTag(title=title, tag=tag) for title in (azul, tikal)])
    make_copy(azul, shelf="B3", acquired=date(2024, 5, 1))
    services.lend_copy(
        make_copy(hive, shelf="B4"), borrower="Anna", out=date(2026, 3, 2), due=date(2026, 3, 6)
    )
    return azul, hive, tikal


def test_list_shows_all_titles_the_most_popular_first(client, library):
    assert named(client.get("/en/catalogue/")) == ["Azul", "Hive", "Tikal"]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("q=azlu", ["Azul"]),
        ("players=3", ["Azul", "Tikal"]),
        ("minutes=30", ["Hive"]),
        ("age=9", ["Azul", "Hive"]),
        ("available=yes", ["Azul"]),
        ("mechanism=tile-placement&players=2", ["Azul", "Tikal"]),
        ("year_min=2000&year_max=2010", ["Hive"]),
        ("decade=2010&decade=1990", ["Azul", "Tikal"]),
        ("weight=light", ["Azul"]),
        ("shelf=B3", ["Azul"]),
        ("ordering=year", ["Tikal", "Hive", "Azul"]),
        ("ordering=-year", ["Azul", "Hive", "Tikal"]),
        ("players=x&age=-1&year_min=abc&page=0", ["Azul", "Hive", "Tikal"]),
        ("page=999", ["Azul", "Hive", "Tikal"]),
    ],
)
def test_address_says_it_all(client, library, query, names):
    assert named(client.get(f"/en/catalogue/?{query}")) == names


def test_names_are_those_of_the_language(client, library):
    assert "Tikal, la cité perdue" in named(client.get("/fr/catalogue/"))
    assert "Tikal" in named(client.get("/de/katalog/"))


def test_facets_count_and_chips_remove(client, library):
    page = squeeze(client.get("/fr/catalogue/?mechanism=tile-placement&players=3").content.decode())
    assert re.search(
        r'value="tile-placement"[^>]*checked><span>Pose de tuiles</span><span class="count">2<', page
    )
    assert '<a class="chip on" href="?players=3">Pose de tuiles' in page
    assert '<a class="chip on" href="?mechanism=tile-placement">3 joueurs' in page


def test_nothing_found_offers_the_nearest(client, library):
    response = client.get("/en/catalogue/?q=azul&players=8")
    assert "No titles match" in response.content.decode()
    assert named(response) == ["Azul"]


def test_places(client, library):
    page = client.get("/en/catalogue/").content.decode()
    assert "Shelf B3" in page
    assert "Out, due back 6 Mar" in page


def test_shelf_view_shows_spines(client, library):
    page = client.get("/en/catalogue/?view=shelf").content.decode()
    assert squeeze(page).count('<li class="spine') == 3


def test_part_for_the_script_is_the_same_without_frame(client, library):
    whole, part = (
        client.get("/en/catalogue/?q=hive"),
        client.get("/en/catalogue/?q=hive", headers={"X-Part": "results"}),
    )
    assert "X-Part" in whole["Vary"]
    assert part.content.decode().strip() in whole.content.decode()
    assert b"<html" not in part.content


def test_combinations_are_not_for_search_engines(client, library):
    page = client.get("/en/catalogue/?players=3").content.decode()
    assert '<meta name="robots" content="noindex, follow">' in page
    assert '<link rel="canonical" href="http://127.0.0.1:8000/en/catalogue/">' in page


def queries(client, path) -> int:
    cache.clear()
    with CaptureQueriesContext(connection) as context:
        assert client.get(path).status_code == 200
    return len(context)


LISTS = ["catalogue/?q=title", "catalogue/print/?q=title", "shelves/A1/", "what-shall-we-play/?players=2"]


@pytest.mark.parametrize("path", [f"/en/{path}" for path in LISTS])
def test_as_many_queries_for_24_titles_as_for_one(client, path):
    def grow(first, last):
        for n in range(first, last):
            title = make_title(f"Title {n}", names=[("fr", f"Titre {n}")], players_min=1, players_max=4)
            make_copy(title, shelf="A1")
            services.mark_changed([title])

    counts = []
    for first, last in ((0, 1), (1, 3), (3, 24)):
        grow(first, last)
        catalogue_index.clear()
        catalogue_index.search()
        counts.append(queries(client, path))
    assert counts[0] == counts[1] == counts[2]


def test_title_tells_all_it_knows(client, library, monkeypatch):
    azul = library[0]
    person = Contributor.objects.create(slug="michael-kiesling", name="Michael Kiesling")
    Credit.objects.create(title=azul, contributor=person, role="designer")
    make_title("Azul: Crystal Mosaic", slug="azul-crystal", kind="expansion", base=azul)
    azul.bgg_id, azul.descriptions = 230802, {"en": "Tiles <b>everywhere</b>."}
    azul.save()
    services.mark_changed([azul])
    monkeypatch.setattr(ports, "rules", lambda: {230802: RuleLink("azul", ("fr", "en"))})
    monkeypatch.setattr(ports, "rule_url", lambda document, language: f"/{language}/rules/{document}/")
    page = client.get("/en/title/azul/").content.decode()
    told = (
        "Michael Kiesling",
        "2–4 players",
        "45 min",
        "Shelf B3",
        "Azul: Crystal Mosaic",
        "Tile placement",
        "Tikal",
    )
    assert [words for words in (*told, "/fr/rules/azul/") if words not in page] == []
    assert "Tiles &lt;b&gt;everywhere" in page
    out = client.get("/en/title/hive/").content.decode()
    assert "due back 6 March" in out


def test_relatives_are_named_as_readers_know_them(client, library):
    base = GameTitle.objects.get(slug="tikal")
    make_title("Tikal Temples", names=[("fr", "Tikal, les temples")], base=base, kind="expansion")
    page = client.get("/fr/jeu/tikal/").content.decode()
    assert "Tikal, les temples</a>" in page and "Tikal Temples" not in page


def test_jsonld_cannot_leave_its_script(client):
    title = make_title("</script><script>alert(1)</script>", slug="bad", players_min=2)
    services.mark_changed([title])
    page = client.get("/en/title/bad/").content.decode()
    data = re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)[1]
    assert json.loads(data)["name"] == "</script><script>alert(1)</script>"
    assert "<script>alert" not in page


def test_former_address_leads_to_the_title(client, library):
    SlugRedirect.objects.create(slug="old-azul", title=library[0])
    response = client.get("/en/title/old-azul/")
    assert (response.status_code, response["Location"]) == (301, "/en/title/azul/")
    assert client.get("/en/title/none/").status_code == 404


def test_missing_pieces_are_shown(client):
    make_copy(make_title("Azul"), shelf="B3", missing="Two blue tiles")
    assert "Two blue tiles" in client.get("/en/title/azul/").content.decode()
    assert "Incomplete" in client.get("/en/catalogue/").content.decode()


def test_a_complete_box_beside_an_incomplete_one_is_enough(client):
    azul = make_title("Azul")
    make_copy(azul, shelf="B3", missing="Two blue tiles")
    make_copy(azul, shelf="B4")
    assert "Incomplete" not in client.get("/en/catalogue/").content.decode()


def test_shelves(client, library):
    Shelf.objects.filter(code="B3").update(room="Harbour", label="Families, A–L")
    page = client.get("/en/shelves/").content.decode()
    assert "Harbour" in page and "Families, A\u2060–\u2060L" in page and "1 box" in page
    shelf = client.get("/en/shelves/B3/").content.decode()
    assert 'href="/en/title/azul/"' in shelf and "/en/title/hive/" not in shelf
    assert client.get("/en/shelves/none/").status_code == 404


@pytest.mark.parametrize(("present", "words"), [(1, "3 scatole, 1 presente"), (2, "3 scatole, 2 presenti")])
def test_shelves_count_the_boxes_that_are_there_in_words_that_agree(client, db, present, words):
    for number in range(3):
        make_copy(make_title(f"Azul {number}"), shelf="B3", status="in" if number < present else "repair")
    assert words in squeeze(client.get("/it/scaffali/").content.decode())


def test_long_labels_of_a_chart_stand_in_two_equal_lines():
    drawn = charts.draw_columns([("121–180\u00a0min", 3), ("plus de 180 min", 1), ("2", 5)], "Temps")
    below = re.findall(r'text-anchor="middle">([^<]+)</text>', drawn)
    assert below == ["3", "121–180", "min", "1", "plus de", "180 min", "5", "2"]


def test_statistics_have_a_table_under_each_chart(client, library):
    page = client.get("/en/statistics/").content.decode()
    assert page.count('<svg class="chart"') == page.count("<table>") > 3
    assert "2010–2019" in page


def test_pages_of_an_empty_catalogue(client):
    lists = ("catalogue/", "catalogue/print/", "catalogue/arrivals.atom", "my-list/")
    for path in (*lists, "shelves/", "statistics/", "what-shall-we-play/?players=4"):
        assert client.get(f"/en/{path}").status_code == 200


def test_pick_gives_reasons_and_others_without_repeats(client, library):
    response = client.get("/en/what-shall-we-play/?players=2&age=8&minutes=60")
    page = response.content.decode()
    assert named(response) == ["Azul"]
    assert "done in 45 minutes" in page and "from age 8" in page and "Shelf B3" in page
    others = re.search(r'href="(\?[^"]*seen=[^"]+)#picks"', page)[1].replace("&amp;", "&")
    last = client.get(f"/en/what-shall-we-play/{others}")
    assert named(last) == [] and "Nothing else fits" in last.text and "No other box" in last.text
    first = client.get("/en/what-shall-we-play/?players=8&age=8&minutes=15").text
    assert "Nothing fits" in first and "No box that is here now" in first


def test_my_list_is_in_the_address(client, library):
    response = client.get("/en/my-list/?title=hive&title=azul&title=none")
    assert named(response) == ["Hive", "Azul"]
    assert '<table class="compare">' in response.content.decode()


def test_my_list_is_put_aside_whole_or_not_at_all(client, library):
    today = timezone.localdate()
    form = {"title": ["azul", "hive"], "name": "Anna", "stay_from": today, "stay_to": today}
    assert "Azul" in client.get("/en/my-list/put-aside/?title=azul&title=hive").text
    Copy.objects.filter(title__slug="hive").update(status="repair")
    refused = client.post("/en/my-list/put-aside/", form)
    assert "Hive: The box is under repair: nobody knows yet when it can be lent." in refused.text
    assert not Reservation.objects.exists()
    Loan.objects.all().delete()
    Copy.objects.filter(title__slug="hive").update(status="in")
    done = client.post("/en/my-list/put-aside/", form)
    assert done.text.count("/en/reservation/") == 2
    assert sorted(Reservation.objects.values_list("title__slug", flat=True)) == ["azul", "hive"]


def test_a_card_says_by_which_other_name_it_was_found(client, library):
    title = GameTitle.objects.get(slug="hive")
    TitleName.objects.create(title=title, name="Bienenstock", language="de", kind="translation")
    services.mark_changed([title])
    assert "also called “Bienenstock”" in client.get("/en/catalogue/?q=bienenstok").text
    assert "also called" not in client.get("/en/catalogue/?q=hive").text
    assert "also called" not in client.get("/de/katalog/?q=bienenstock").text


def test_arrivals_are_atom(client, library):
    response = client.get("/en/catalogue/arrivals.atom")
    assert response["Content-Type"].startswith("application/atom+xml")
    assert "<title>Azul</title>" in response.content.decode()
    assert "2024-05-01T00:00:00+00:00" in response.content.decode()


def test_a_wish_names_languages_and_ignores_what_is_none(client, library):
    for language in ("fr", "xx"):
        assert (
            client.get("/en/what-shall-we-play/", {"players": "2", "language": language}).status_code == 200
        )


FILES = {
    "/covers/fr/azul.svg": "svg+xml",
    "/covers/de/azul.png": "png",
    "/t/azul/qr.svg": "svg+xml",
    "/s/B3/qr.svg": "svg+xml",
}


@pytest.mark.parametrize("path", FILES)
def test_files(client, library, path):
    response = client.get(f"{path}?v=1")
    assert response["Content-Type"] == f"image/{FILES[path]}"
    assert "immutable" in response["Cache-Control"]
    assert client.get(path, headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_short_addresses_choose_the_language(client, library):
    assert client.get("/t/azul/", headers={"Accept-Language": "de"})["Location"].startswith("/de/")
    assert client.get("/s/B3/", headers={"Accept-Language": "en"})["Location"] == "/en/shelves/B3/"
    assert client.get("/covers/xx/azul.svg").status_code == 404


@pytest.mark.parametrize("text", ["\x00", "<script>", "%", "' OR 1=1", "\u202e", "a" * 5000, "😀"])
def test_hostile_words_are_only_words(client, library, text):
    response = client.get(
        "/en/catalogue/", {"q": text, "mechanism": text, "page": text, "view": text, "ordering": text}
    )
    assert response.status_code == 200
    assert b"<script>alert" not in response.content
    assert text != "<script>" or b'value="<script>"' not in response.content


def test_a_card_is_drawn_anew_when_its_title_changes(client, library):
    assert named(client.get("/en/catalogue/?q=azul")) == ["Azul"]
    library[0].names.update(name="Azul Mini")
    services.mark_changed([library[0]])
    assert named(client.get("/en/catalogue/?q=azul")) == ["Azul Mini"]


def test_every_drawn_cover_changes_its_address_with_the_way_of_drawing(client):
    """Browsers keep it for a year."""
    make_title("Azul")
    pages = [
        client.get(path).content.decode()
        for path in ("/fr/catalogue/", reverse("catalogue:title", args=["azul"]), "/api/v1/titles/azul/")
    ]
    found = [address for page in pages for address in re.findall(r'/covers/[\w./-]+(?:svg|png)[^"]*', page)]
    assert len(found) >= 4 and all(address.endswith(f"-{EDITION}") for address in found if "?" in address), (
        found
    )
    assert len([address for address in found if "?" in address]) >= 4


def test_titles_are_filtered_by_their_class_of_esar_which_is_spelled_out(client):
    make_copy(make_title("Azul", esar="r 406"))
    make_copy(make_title("Memory", esar="A"))
    make_copy(make_title("Unknown", esar="X 1"))
    page = client.get("/en/catalogue/", {"esar": "R"}).text
    assert "Azul" in page and "Memory" not in page and "Unknown" not in page
    assert "R – games with rules" in page and "X –" not in page
    assert "r 406 (R – games with rules)" in client.get("/en/title/azul/").text
    assert client.get("/api/v1/titles/", {"esar": "z"}).status_code == 400
    answer = client.get("/api/v1/titles/", {"esar": "a"}).json()
    assert [title["slug"] for title in answer["results"]] == ["memory"]
