"""Titles without a box that guests see since an old import are kept for reference, and shown again."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from catalogue.desk import cataloguing
from catalogue.importing.reference import keeping
from catalogue.models import GameTitle
from catalogue.services import mark_changed
from escale.common.models import AuditEntry
from tests.catalogue.desk.test_reference import RANKS, names_for_guests
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


@pytest.fixture
def public_dump(settings, tmp_path):
    """Two titles of a list of all games, which guests see."""
    settings.IMPORTS_ROOT = tmp_path / "imports"
    path = tmp_path / "ranks.csv"
    path.write_text(RANKS, encoding="utf-8")
    call_command("import_games", path, "--no-reference")
    return path


def keep_by_command(*arguments) -> str:
    output = io.StringIO()
    call_command("keep_for_reference", *arguments, stdout=output)
    return output.getvalue()


def test_staff_hide_what_an_old_import_has_left_and_nothing_else(public_dump, keeper, client):
    make_copy(make_title("Azul"))
    make_title("Wanted")  # Somebody entered it by hand: the house wishes to show it.
    page = keeper.get(reverse("desk:without_box"))
    assert (page.context["imported_count"], page.context["all_count"]) == (2, 3)
    assert "Carcassonne" in page.text and "Azul" not in page.text
    keeper.post(reverse("desk:without_box"), {"keep": "1"})
    assert set(names_for_guests(client, "")) == {"Azul", "Wanted"}
    assert cataloguing.find_duplicates("Carcassonne")[0].bgg_id == 822
    entry = AuditEntry.objects.latest("pk")
    assert (entry.kind, entry.after["kept_for_reference"]) == ("catalogue.catalogueversion", 2)


def test_the_change_is_taken_back_except_for_what_was_touched_since(public_dump, keeper, client):
    keeper.post(reverse("desk:without_box"), {"keep": "1"})
    mark_changed(GameTitle.objects.filter(bgg_id=13))
    change = keeper.get(reverse("desk:without_box")).context["changes"][0]
    assert change.titles == 1
    keeper.post(reverse("desk:without_box"), {"undo": change.version})
    assert names_for_guests(client, "") == ["Carcassonne"]
    keeper.post(reverse("desk:without_box"), {"undo": change.version})
    assert names_for_guests(client, "") == ["Carcassonne"]
    # What guests see again is as its import has left it, and can be hidden again.
    assert keeping.find_titles().get().bgg_id == 822


def test_what_somebody_changed_is_hidden_only_on_request(public_dump, keeper):
    mark_changed(GameTitle.objects.filter(bgg_id=13))
    keeper.post(reverse("desk:without_box"), {"keep": "1"})
    assert GameTitle.objects.get(is_reference=False).bgg_id == 13
    keeper.post(reverse("desk:without_box"), {"keep": "1", "which": "all"})
    assert not GameTitle.objects.filter(is_reference=False).exists()


def test_mirrors_hear_of_it(public_dump, client):
    since = client.get("/api/v1/titles/changes/").json()["version"]
    keeping.keep_for_reference(touched=False, who=None)
    removed = client.get("/api/v1/titles/changes/", {"since": since}).json()["removed"]
    assert {gone["slug"] for gone in removed} == {"carcassonne", "les-chateaux-de-bourgogne"}


def test_the_command_counts_hides_and_takes_back(public_dump):
    assert "2 titles" in keep_by_command()
    assert GameTitle.objects.filter(is_reference=False).count() == 2
    told = keep_by_command("--yes")
    assert not GameTitle.objects.filter(is_reference=False).exists()
    assert "2 titles again" in keep_by_command("--undo", told.split()[-1])
    with translation.override("en"), pytest.raises(CommandError, match="no longer"):
        keep_by_command("--undo", "1")


def test_a_retired_box_keeps_its_title_in_sight(public_dump):
    make_copy(GameTitle.objects.get(bgg_id=822), status="retired")
    assert keeping.find_titles(touched=True).get().bgg_id == 13


def test_the_list_takes_as_many_queries_for_many_titles(public_dump, keeper):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert keeper.get(f"{reverse('desk:without_box')}?which=all").status_code == 200
        return len(captured)

    queries()
    few = queries()
    for number in range(20):
        make_title(f"Title {number}")
    assert queries() == few <= 12


def test_who_may_not_import_sees_no_list(client, clerk_of):
    client.force_login(clerk_of("desk"))
    assert client.get(reverse("desk:without_box")).status_code == 403
