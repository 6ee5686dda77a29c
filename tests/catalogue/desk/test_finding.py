"""One input at the desk finds boxes, titles with typing errors, shelves, and people."""

from datetime import date, timedelta

import pytest
from django.urls import reverse

from catalogue import services
from catalogue.desk import finding, lending
from catalogue.models import GameTitle, Reservation, Shelf
from escale.house import roles
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 2)


@pytest.fixture
def library():
    boxes = {}
    for number, name in (("E1", "Terraforming Mars"), ("E2", "1830"), ("E3", "Azul")):
        title = make_title(name)
        boxes[name] = make_copy(title, shelf="B6", inventory_number=number, barcode="4005556")
    Shelf.objects.filter(code="B6").update(room="Salon bleu", label="Strategy")
    lending.lend_copies(
        copies=[boxes["Azul"].pk], borrower="Jürgen Müller", borrower_kind="person", out=TODAY,
        due=TODAY + timedelta(days=3),
    )  # fmt: skip
    Reservation.objects.create(title=boxes["1830"].title, name="Anna Rossi", stay_from=TODAY, stay_to=TODAY)
    services.mark_changed(GameTitle.objects.all())
    return boxes


def find(text, **options):
    return finding.find_everything(text, today=TODAY, **options)


@pytest.mark.parametrize("text", ["terraforming", "teraforming", "Terraforming mrs"])
def test_a_title_is_found_however_it_is_spelled(library, text):
    assert find(text).boxes == [library["Terraforming Mars"]]


def test_a_number_finds_the_box_and_nothing_else(library):
    found = find("e1")
    assert found.was_scanned and found.boxes == [library["Terraforming Mars"]] and not found.loans


def test_a_title_that_looks_like_a_number_is_found(library):
    assert find("1830").boxes == [library["1830"]]
    assert find("1831").is_empty
    assert find("4005557999999").is_empty


@pytest.mark.parametrize("text", ["müller", "Muller", "jürgen mül", "Mülelr", "Müler"])
def test_a_borrower_is_found(library, text):
    assert [loan.copy for loan in find(text).loans] == [library["Azul"]]


def test_who_waits_is_found_and_hidden_from_those_who_may_not_know(library):
    assert [found.name for found in find("rossi").reservations] == ["Anna Rossi"]
    assert find("rossi", with_people=False).is_empty


@pytest.mark.parametrize("text", ["b6", "https://escale.example/s/B6/", "salon", "strategy"])
def test_a_shelf_is_found(library, text):
    assert [shelf.code for shelf in find(text).shelves] == ["B6"]


def test_the_desk_shows_what_it_found_and_keeps_its_boxes(client, clerk_of, library):
    client.force_login(clerk_of(roles.DESK))
    kept, asked = library["1830"].pk, library["Azul"].pk
    page = client.get(reverse("desk:lending"), {"copy": kept, "code": "muller"}).text
    assert f"?copy={kept}&amp;copy={asked}" in page and "Jürgen Müller" in page
    assert "zzzz" in client.get(reverse("desk:lending"), {"code": "zzzz"}, follow=True).text
