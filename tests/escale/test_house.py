"""The house: its two identities, its pages, and its own address in every language."""

import json
import re
from datetime import date

import pytest
from django.conf import settings
from django.core.cache import cache

from escale.house.models import House
from tests.pages import HOUSE
from tests.valid import squeeze

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _ in settings.LANGUAGES]


def structured(html: str) -> dict:
    return json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', html)[1])


@pytest.mark.parametrize(
    ("day", "hosts", "games"),
    [
        (date(2013, 1, 1), "Chantal et François", 7000),
        (date(2022, 6, 20), "Chantal et François", 7000),
        (date(2022, 6, 21), "Isabelle et Raphaël", 9000),
        (date(2030, 1, 1), "Isabelle et Raphaël", 9000),
    ],
)
def test_each_day_has_its_hosts(day, hosts, games):
    house = House.objects.on(day)
    assert (house.hosts, house.games) == (hosts, games)


def test_nobody_kept_the_house_before_it_stood():
    assert House.objects.on(date(2012, 12, 31)) is None


def test_every_identity_speaks_four_languages():
    for house in House.objects.all():
        words = {language: house.text(language) for language in LANGUAGES}
        assert {text.language for text in words.values()} == set(LANGUAGES)
        assert all(text.tagline and text.welcome and text.place and text.cover for text in words.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_says_who_keeps_the_house(client, language):
    html = client.get(f"/{language}/").content.decode()
    assert f'<html lang="{language}"' in html
    assert "Isabelle et Raphaël" in html
    assert House.objects.today().text(language).tagline[:20] in html.replace("\u202f", " ")


def test_search_engines_learn_where_the_house_is(client):
    facts = structured(client.get("/fr/").content.decode())
    assert facts["address"]["addressLocality"] == "Sologny"
    assert facts["telephone"] == ["09 72 30 41 42", "06 24 69 12 99"]


def test_facts_for_search_engines_can_not_leave_their_element(client):
    House.objects.update(name="</script><script>alert(1)</script>&")
    cache.clear()
    html = client.get("/fr/").content.decode()
    assert structured(html)["name"] == "</script><script>alert(1)</script>&"
    assert "<script>alert" not in html


def test_a_change_by_staff_is_shown_at_once(admin_client):
    house = House.objects.today()
    admin_client.get("/fr/")
    fields = {name: getattr(house, name) for name in ("name", "town", "country", "surface", "games", "stars")}
    fields |= {"hosts": "Nouveaux hôtes", "sleeps_min": 2, "sleeps_max": 15, "valid_from": "2022-06-21"}
    forms = {"texts-TOTAL_FORMS": 0, "texts-INITIAL_FORMS": 0}
    assert admin_client.post(f"/admin/escale/house/{house.pk}/change/", fields | forms).status_code == 302
    assert "Nouveaux hôtes" in admin_client.get("/fr/").content.decode()


def test_a_house_without_identity_still_has_pages(client):
    House.objects.all().delete()
    cache.clear()
    for path in ("/fr/", "/fr/maison/", "/fr/vie-privee/"):
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("page", HOUSE, ids=str)
def test_the_language_switch_stays_on_the_page(client, page):
    html = client.get(page.path("fr")).content.decode()
    links = dict(re.findall(r'<li><a href="([^"]+)" hreflang="(\w\w)"', squeeze(html)))
    assert sorted(links.values()) == sorted(LANGUAGES)
    for address, language in links.items():
        there = client.get(address)
        assert there.status_code == 200
        assert f'<html lang="{language}"' in there.content.decode()
        assert address == page.path(language)


def test_one_address_one_language(client):
    html = client.get("/de/haus/").content.decode()
    assert f'<link rel="canonical" href="{settings.BASE_URL}/de/haus/">' in html
    assert f'hreflang="fr" href="{settings.BASE_URL}/fr/maison/"' in html
    assert f'hreflang="x-default" href="{settings.BASE_URL}/fr/maison/"' in html


def test_root_leads_to_the_readers_language(client):
    assert client.get("/", headers={"Accept-Language": "de"}).headers["Location"] == "/de/"
    assert client.get("/", headers={"Accept-Language": "pl"}).headers["Location"] == "/fr/"


def test_reading_sets_no_cookie(client):
    for path in ("/fr/", "/fr/recherche/?q=x", "/fr/maison/"):
        assert not client.get(path).cookies


def test_the_styleguide_is_for_staff(client, admin_client):
    assert client.get("/styleguide/").status_code == 404
    assert admin_client.get("/styleguide/").status_code == 200
