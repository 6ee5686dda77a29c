"""The database itself refuses what cannot be; names and descriptions fall back as readers expect."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from catalogue.models import Contributor, Credit, GameTitle, Loan, Reservation, Tag, TitleName, TitleTag
from catalogue.models.full_titles import with_all_relations
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "facts",
    [
        {"slug": ""},
        {"kind": "toy"},
        {"year": 30000},
        {"year": -20000},
        {"players_min": 0},
        {"players_min": 5, "players_max": 2},
        {"minutes_min": 90, "minutes_max": 30},
        {"age": 100},
        {"weight": 0.5},
        {"weight": 5.1},
        {"language_dependence": 6},
    ],
)
def test_impossible_facts_are_refused(facts):
    with pytest.raises(IntegrityError), transaction.atomic():
        GameTitle.objects.create(**{"slug": "azul", **facts})


def test_slug_and_bgg_id_are_unique():
    make_title("Azul", bgg_id=230802)
    for double in ({"slug": "azul"}, {"slug": "azul-2", "bgg_id": 230802}):
        with pytest.raises(IntegrityError), transaction.atomic():
            GameTitle.objects.create(**double)


def test_titles_without_a_bgg_id_do_not_collide():
    make_title("Azul")
    assert make_title("Hive").bgg_id is None


def test_a_title_is_not_its_own_base():
    title = make_title()
    with pytest.raises(IntegrityError), transaction.atomic():
        GameTitle.objects.filter(pk=title.pk).update(base=title)


def test_one_main_name_and_no_name_twice():
    title = make_title("Azul", names=[("fr", "Azul")])
    for double in ({"name": "Azulejo", "kind": "main"}, {"name": "Azul", "language": "fr"}, {"name": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            TitleName.objects.create(title=title, **double)


def test_a_link_stands_once():
    title = make_title()
    tag = Tag.objects.create(kind="theme", slug="sea", names={"en": "Sea"})
    person = Contributor.objects.create(slug="michael-kiesling", name="Michael Kiesling")
    TitleTag.objects.create(title=title, tag=tag)
    Credit.objects.create(title=title, contributor=person, role="designer")
    with pytest.raises(IntegrityError), transaction.atomic():
        TitleTag.objects.create(title=title, tag=tag)
    with pytest.raises(IntegrityError), transaction.atomic():
        Credit.objects.create(title=title, contributor=person, role="designer")
    Credit.objects.create(title=title, contributor=person, role="artist")


def test_boxes_keep_their_title_and_their_numbers():
    copy = make_copy(inventory_number="E1", shelf="B3")
    make_copy(copy.title)
    make_copy(copy.title)
    with pytest.raises(ProtectedError):
        copy.title.delete()
    for wrong in (
        {"inventory_number": "E1"},
        {"inventory_number": ""},
        {"status": "eaten"},
        {"condition": "odd"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            make_copy(copy.title, **wrong)


@pytest.mark.parametrize(
    "dates",
    [{"due": date(2026, 1, 1)}, {"due": date(2026, 3, 1), "back": date(2026, 1, 1)}],
)
def test_a_loan_goes_forward_in_time(dates):
    with pytest.raises(IntegrityError), transaction.atomic():
        Loan.objects.create(copy=make_copy(), borrower="Salon", out=date(2026, 2, 1), **dates)


def test_a_stay_goes_forward_in_time():
    with pytest.raises(IntegrityError), transaction.atomic():
        Reservation.objects.create(
            title=make_title(), name="Anna", stay_from=date(2026, 2, 2), stay_to=date(2026, 2, 1)
        )


def test_names_in_languages():
    title = make_title("Ticket to Ride", names=[("fr", "Les Aventuriers du Rail"), ("de", "Zug um Zug")])
    TitleName.objects.create(title=title, language="it", name="Vecchio nome", kind="former")
    title = GameTitle.objects.with_names().get()
    assert str(title) == title.name == "Ticket to Ride"
    assert [title.name_in(code) for code in ("fr", "de", "it", "en")] == [
        "Les Aventuriers du Rail",
        "Zug um Zug",
        "Ticket to Ride",
        "Ticket to Ride",
    ]


def test_descriptions_fall_back_to_a_language_of_the_site():
    title = make_title(descriptions={"fr": "Des carreaux.", "de": "Fliesen."})
    assert [title.description(code) for code in ("de", "it", "ja")] == [
        "Fliesen.",
        "Des carreaux.",
        "Des carreaux.",
    ]
    assert make_title("Hive").description("fr") == ""


def test_numbers_of_players():
    assert GameTitle(players_best="3,4").best_with == (3, 4)
    assert GameTitle().recommended_with == ()


def test_what_stands_on_its_shelf():
    here, out = make_title("Azul"), make_title("Hive")
    make_title("Wish")
    make_copy(here)
    make_copy(here)
    make_copy(out, status="out")
    assert list(GameTitle.objects.available()) == [here]
    assert list(GameTitle.objects.in_collection()) == [here, out]


@pytest.mark.parametrize("titles", [1, 3])
def test_everything_about_titles_in_the_same_number_of_queries(titles, django_assert_num_queries):
    for number in range(titles):
        base = make_title(f"Base {number}")
        make_title(f"More {number}", base=base, kind="expansion")
        make_copy(base, shelf="B3")
    with django_assert_num_queries(9):
        for title in with_all_relations(GameTitle.objects.all()):
            [str(expansion) for expansion in title.expansions.all()]
            [str(copy.shelf) for copy in title.copies.all()]
            str(title.base)


@pytest.mark.parametrize(("stored", "read"), [("3,4", (3, 4)), ("", ()), ("2-4", (2, 4)), ("any, <b>", ())])
def test_what_people_write_as_numbers_of_players_breaks_no_page(stored, read):
    assert GameTitle(players_best=stored).best_with == read
