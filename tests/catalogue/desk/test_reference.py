"""Titles for reference: guests do not see them; staff take the facts from them when a box comes."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from catalogue import jobs
from catalogue.desk import cataloguing
from catalogue.importing import staff_imports
from catalogue.models import Copy, GameTitle, ImportJob
from catalogue.search import reference
from catalogue.services import mark_changed
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
RANKS = "id,name,yearpublished,rank,bayesaverage,average,usersrated,is_expansion\r\n"
RANKS += "822,Carcassonne,2000,1,7,7,100,0\r\n13,Les Châteaux de Bourgogne,2011,2,7,7,90,0\r\n"
EAN = "3558380000013"
CHANGES = "/api/v1/titles/changes/"


@pytest.fixture
def dump(settings, tmp_path):
    """Two titles of which the house has no box."""
    settings.IMPORTS_ROOT = tmp_path / "imports"
    path = tmp_path / "ranks.csv"
    path.write_text(RANKS, encoding="utf-8")
    call_command("import_games", path)
    return path


def names_for_guests(client, text: str) -> list[str]:
    found = client.get(reverse("titles_api"), {"search": text}).json()["results"]
    return [title["name"] for title in found]


def test_guests_do_not_see_them_until_the_house_has_a_box(dump, client):
    title = GameTitle.objects.get(bgg_id=822)
    make_title("Carcassonne: The Castle", slug="castle")
    assert names_for_guests(client, "carcassonne") == ["Carcassonne: The Castle"]
    assert names_for_guests(client, "") == ["Carcassonne: The Castle"]
    box = cataloguing.add_box(title=title, facts={})
    assert names_for_guests(client, "carcassonne")[0] == "Carcassonne"
    Copy.objects.filter(pk=box.pk).update(status="retired")
    mark_changed([title.pk])
    assert names_for_guests(client, "carcassonne") == ["Carcassonne: The Castle"]


def test_files_for_partners_and_search_engines_leave_them_out(dump, client):
    mark_changed([make_title("Azul").pk])
    for name in ("csv", "ndjson"):
        content = b"".join(client.get(f"/api/v1/titles/export.{name}"))
        assert b"Azul" in content and b"Carcassonne" not in content
    assert b"carcassonne" not in client.get("/sitemap-titles-1.xml").content
    changes = client.get(CHANGES).json()
    assert [change["slug"] for change in changes["results"]] == ["azul"] and changes["removed"] == []


def test_a_title_that_becomes_one_for_reference_is_removed_from_mirrors(client):
    title = make_title("Azul")
    mark_changed([title.pk])
    since = client.get(CHANGES).json()["version"]
    GameTitle.objects.filter(pk=title.pk).update(is_reference=True)
    mark_changed([title.pk])
    answer = client.get(CHANGES, {"since": since}).json()
    assert answer["results"] == [] and [gone["slug"] for gone in answer["removed"]] == ["azul"]


@pytest.mark.slow
@pytest.mark.parametrize(("ticked", "is_reference"), [({"reference": "1"}, True), ({}, False)])
def test_staff_decide_when_they_import(dump, keeper, ticked, is_reference):
    GameTitle.objects.all().delete()
    sent = keeper.post(reverse("desk:imports"), {"file": SimpleUploadedFile("ranks.csv", RANKS.encode())})
    assert keeper.get(sent["Location"]).context["preview"].is_reference is True
    keeper.post(sent["Location"], {"start": "1", **ticked})
    while jobs.import_files():
        pass
    staff_imports._running = None
    assert ImportJob.objects.latest("pk").state == "done"
    assert set(GameTitle.objects.values_list("is_reference", flat=True)) == {is_reference}


@pytest.mark.parametrize(
    "text", ["822", "https://boardgamegeek.com/boardgame/822/carcassonne", "carcas", "CARCASSONNE"]
)
def test_staff_find_the_facts_by_number_and_name(dump, keeper, text):
    page = keeper.get(reverse("desk:add"), {"q": text})
    assert [title.bgg_id for title in page.context["question"]["titles"]] == [822]
    assert "Carcassonne" in page.content.decode()


def test_accents_and_articles_do_not_matter(dump):
    for text in ("chateaux bourgogne", "les chateaux de bourgogne", "Châteaux"):
        assert [title.bgg_id for title in reference.find_titles(text)] == [13], text


def test_a_barcode_is_learned_from_the_first_box_that_has_it(dump, keeper):
    page = keeper.get(reverse("desk:add"), {"q": EAN})
    assert page.context["question"]["titles"] == [] and EAN in page.content.decode()
    page = keeper.get(reverse("desk:add"), {"q": "carcassonne", "barcode": EAN})
    title = page.context["question"]["titles"][0]
    assert f"?title={title.pk}&amp;barcode={EAN}" in page.content.decode()
    page = keeper.get(reverse("desk:add"), {"title": title.pk, "barcode": EAN})
    assert page.context["box_form"]["barcode"].value() == EAN
    number = page.context["box_form"]["inventory_number"].value()
    keeper.post(
        reverse("desk:add"),
        {"title": title.pk, "barcode": EAN, "condition": "good", "inventory_number": number},
    )
    assert Copy.objects.get(title=title).barcode == EAN
    assert reference.find_titles(EAN) == [title]
    assert GameTitle.objects.count() == 2


def test_the_desk_learns_a_barcode_that_nobody_knows(keeper):
    box = make_copy(make_title("Hive"), inventory_number="E0002")
    desk = keeper.get(reverse("desk:lending"), {"code": EAN}, follow=True)
    learn = f"{reverse('desk:learn')}?barcode={EAN}"
    assert learn in desk.content.decode()
    assert [found.pk for found in keeper.get(f"{learn}&q=hive").context["boxes"]] == [box.pk]
    back = keeper.post(reverse("desk:learn"), {"barcode": EAN, "box": box.pk})
    assert back["Location"] == f"{reverse('desk:lending')}?copy={box.pk}"
    scanned = keeper.get(reverse("desk:lending"), {"code": EAN})
    assert scanned["Location"] == f"{reverse('desk:lending')}?copy={box.pk}"


def test_what_is_no_barcode_teaches_nothing(keeper):
    box = make_copy(make_title("Hive"), inventory_number="E0002")
    assert not reference.is_barcode("3558380000014") and not reference.is_barcode("E0002")
    keeper.post(reverse("desk:learn"), {"barcode": "3558380000014", "box": box.pk})
    box.refresh_from_db()
    assert box.barcode == ""
