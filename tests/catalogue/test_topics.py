"""Words of facets, shelves and numbers of boxes answer in the search, and titles with the word come first."""

import pytest
from django.urls import reverse

from catalogue import services
from catalogue.desk import box_lists
from catalogue.models import GameTitle, Tag, TitleTag
from catalogue.search.live_index import catalogue_index
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


def tag(title: GameTitle, kind: str, **names: str) -> None:
    slug = names["en"].lower().replace(" ", "-").replace("/", "-")
    word, _made = Tag.objects.get_or_create(kind=kind, slug=slug, defaults={"names": names})
    TitleTag.objects.create(title=title, tag=word)


@pytest.fixture(autouse=True)
def library():
    pandemic, hanabi = make_title("Pandemic", popularity=90), make_title("Hanabi", popularity=50)
    ra, uno = make_title("Ra", popularity=20), make_title("Uno", popularity=10)
    make_title("Opération", popularity=99)
    make_title("Enchères royales", popularity=1)
    for title in (pandemic, hanabi):
        tag(title, "mechanism", en="Cooperative Game", fr="Coopération", de="Kooperativ")
    tag(ra, "mechanism", en="Auction/Bidding", fr="Enchères")
    for title in (uno, hanabi):
        tag(title, "family", en="Card Games", fr="Jeux de cartes")
    make_copy(ra, shelf="B6", inventory_number="E0291")
    make_copy(uno, shelf="b7", inventory_number="LU-2")
    services.raise_version()


def find(text: str) -> list[str]:
    ids = catalogue_index.search(text).ids
    slugs = dict(GameTitle.objects.values_list("pk", "slug"))
    return [slugs[id] for id in ids]


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("coopération", ["pandemic", "hanabi"]),
        ("COOPERATIVE", ["pandemic", "hanabi"]),
        ("kooperativ", ["pandemic", "hanabi"]),
        ("enchères", ["enchères-royales", "ra"]),
        ("bidding", ["ra"]),
        ("jeux de cartes", ["hanabi", "uno"]),
        ("B6", ["ra"]),
        ("b6", ["ra"]),
        ("b7", ["uno"]),
        ("B7", ["uno"]),
        ("E0291", ["ra"]),
        ("e0291", ["ra"]),
        ("lu-2", ["uno"]),
        ("operation", ["opération"]),
    ],
)
def test_words_of_facets_and_codes_answer(text, slugs):
    assert find(text) == slugs


def test_a_word_that_is_added_answers_at_once():
    assert find("bluff") == []
    title = GameTitle.objects.get(slug="ra")
    tag(title, "mechanism", en="Bluff")
    services.mark_changed([title])
    assert find("bluff") == ["ra"]


@pytest.mark.parametrize(
    ("text", "slugs"), [("ra", ["ra"]), ("jeux de cartes", ["uno"]), ("E9999", []), ("http://x/?box=Uno", [])]
)
def test_the_desk_finds_boxes_by_title(text, slugs):
    assert [box.title.slug for box in box_lists.find_boxes_by_title(text)] == slugs


def test_the_desk_offers_the_boxes_of_a_title(client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("grace"))
    page = client.get(reverse("desk:lending"), {"code": "Ra"}).text
    assert "E0291" in page and "copy=" in page
