"""An import can be undone: what nobody has touched since goes back, what somebody touched stays and is named."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from catalogue import jobs, services
from catalogue.exporting import titles
from catalogue.importing.importer import import_file
from catalogue.importing.undo.requests import ask_for_undo, erase_old_steps, find_last_day, undo_next_step
from catalogue.models import Contributor, Copy, GameTitle, ImportJob, ImportStep, Shelf, Tag, TitleName
from escale.common import audit
from escale.common.models import AuditEntry
from escale.house import roles
from tests.catalogue.desk.conftest import clerk_of as clerk_of
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
HEADER = "bgg_id,name,names,base_bgg_id,year,players_min,players_max,designers,mechanisms,description_fr,"
HEADER += "inventory_number,shelf,condition\r\n"
OLD = HEADER + (
    "1,Azul,de:Azul DE,,2017,2,4,Michael Kiesling,Drafting | Tiles,Des carreaux,E1,B1,good\r\n"
    "2,Hive,,,2001,2,2,John Yianni,Grid,,E2,B1,good\r\n"
    "3,Macao,,,2009,2,4,Stefan Feld | Somebody Else,Dice,,E3,B2,worn\r\n"
)
# Names, facts, people, tags and boxes change; an expansion comes before its base game.
NEW = HEADER + (
    "9,Kraken,,10,2020,2,4,New Person,Sea,,N9,Z9,new\r\n"
    "1,Azul (new),fr:Azul FR,,2018,1,5,Another Person | Michael Kiesling,Tiles | Newness,D’autres,E1,B2,worn\r\n"
    "2,Hive,it:Alveare,,2001,2,2,John Yianni,Grid,Une ruche,E2,B1,good\r\n"
    "10,Ocean,,,2021,,,,,,N10,Z9,new\r\n"
    "10,Ocean,,,,,,,,,N11,Z9,new\r\n"
)


@pytest.fixture
def bring(tmp_path):
    """Imports a text as an import of staff; returns its job."""

    def bring(text, batch_size=2):
        path = tmp_path / "games.csv"
        path.write_text(text, encoding="utf-8", newline="")
        job = ImportJob.objects.create(
            name="games.csv", stored="x", state=ImportJob.State.DONE, ended_at=timezone.now()
        )
        report = import_file(path, batch_size=batch_size, job=job)
        assert not report.refused, report.refusals
        return job

    return bring


@pytest.fixture
def library(bring):
    """Three titles that an import brought, and one that staff entered."""
    bring(OLD)
    make_copy(make_title("Zug um Zug", year=2004), shelf="C1")


def export() -> str:
    return "".join(titles.csv_lines())


def undo(job, clerk) -> dict:
    ask_for_undo(job=job, who=clerk)
    while undo_next_step():
        pass
    job.refresh_from_db()
    assert job.undone_at and not job.steps.exists()
    return job.undo_progress


@pytest.fixture
def clerk(django_user_model):
    return django_user_model.objects.create_user("clerk")


@pytest.mark.parametrize("batch_size", [1, 2, 100])
def test_the_export_equals_the_one_before_byte_for_byte(library, bring, clerk, batch_size):
    before = export()
    people, tags, shelves = Contributor.objects.count(), Tag.objects.count(), Shelf.objects.count()
    job = bring(NEW, batch_size)
    assert export() != before and GameTitle.objects.get(bgg_id=9).base.name == "Ocean"
    progress = undo(job, clerk)
    assert export() == before
    assert (progress["titles_removed"], progress["boxes_removed"], progress["kept"]) == (2, 3, 0)
    assert (Contributor.objects.count(), Tag.objects.count(), Shelf.objects.count()) == (
        people,
        tags,
        shelves,
    )
    assert GameTitle.objects.get(bgg_id=1).sort_key == "azul"


def test_the_same_file_can_be_imported_again(library, bring, clerk):
    job = bring(NEW)
    after = [line.split(",", 1)[1] for line in export().splitlines()]
    undo(job, clerk)
    bring(NEW)
    assert [line.split(",", 1)[1] for line in export().splitlines()][:4] == after[:4]
    assert Copy.objects.count() == 7


def test_links_of_people_are_undone(library, bring, clerk):
    before = export()
    job = bring("game_id,id,value\r\n1,5,Somebody Else\r\n2,6,Quite New\r\n")
    assert "Quite New" in export()
    undo(job, clerk)
    assert export() == before and not Contributor.objects.filter(name="Quite New").exists()


def test_what_staff_changed_since_stays_and_is_named(library, bring, clerk):
    job = bring(NEW)
    azul, ocean = GameTitle.objects.get(bgg_id=1), GameTitle.objects.get(bgg_id=10)
    audit.change_fields(who=clerk, thing=azul, year=1999, players_min=2)
    box = Copy.objects.get(inventory_number="N10")
    audit.change_fields(who=clerk, thing=box, note="lid torn")
    services.mark_changed([azul, ocean])
    progress = undo(job, clerk)
    azul.refresh_from_db()
    assert (azul.name, azul.year, azul.players_min, azul.players_max) == ("Azul", 1999, 2, 5)
    assert GameTitle.objects.filter(bgg_id=10).exists() and not GameTitle.objects.filter(bgg_id=9).exists()
    assert list(Copy.objects.filter(title=ocean).values_list("inventory_number", flat=True)) == ["N10"]
    named = {
        (entry["title"], entry["box"]): (entry["reason"], entry["fields"]) for entry in progress["named"]
    }
    assert named == {
        ("Azul", ""): ("changed", ["players_max", "players_min", "year"]),
        ("Ocean", "N10"): ("changed", ["note"]),
    }


def test_a_box_that_was_lent_stays_with_its_title(library, bring, clerk):
    job = bring(NEW)
    box = Copy.objects.get(inventory_number="N9")
    today = date(2026, 11, 1)
    loan = services.lend_copy(box, borrower="Ada", due=today + timedelta(7), out=today)
    services.return_copy(loan, on=today)
    progress = undo(job, clerk)
    kraken = GameTitle.objects.get(bgg_id=9)
    assert kraken.copies.get() == box and [name.name for name in kraken.names.all()] == ["Kraken"]
    # Its base game stays too: the title that stays is its expansion.
    assert kraken.base.name == "Ocean" and not kraken.base.copies.exists()
    assert [(entry["title"], entry["box"], entry["reason"]) for entry in progress["named"]] == [
        ("Ocean", "", "used"),
        ("Kraken", "N9", "used"),
    ]


def _number(**number_by_old):
    """A file that gives boxes other numbers."""
    key, lines = services.collection_key(), []
    for old, new in number_by_old.items():
        box = Copy.objects.get(inventory_number=old)
        lines.append(f"{services.write_box_id(key, box.pk)},{new},{box.title.name}\r\n")
    return "box_id,inventory_number,name\r\n" + "".join(lines)


def test_swapped_numbers_go_back(library, bring, clerk):
    before = export()
    job = bring(_number(E1="E2", E2="E3", E3="E1"), batch_size=100)
    assert Copy.objects.get(inventory_number="E2").title.name == "Azul"
    undo(job, clerk)
    assert export() == before


def test_a_number_that_another_box_has_by_now_stays_there(library, bring, clerk):
    job = bring(_number(E1="E7", E2="E1"), batch_size=100)
    make_copy(GameTitle.objects.get(bgg_id=3), inventory_number="E2")
    progress = undo(job, clerk)
    # Hive keeps E1, because its E2 is taken; so Azul keeps E7.
    assert [(entry["reason"], entry["title"], entry["box"]) for entry in progress["named"]] == [
        ("taken", "Hive", "E1"),
        ("taken", "Azul", "E7"),
    ]


def test_what_another_import_changed_since_stays(library, bring, clerk):
    job = bring(NEW)
    bring("bgg_id,name,year\r\n10,Ocean,2022\r\n1,Azul (new),2019\r\n")
    progress = undo(job, clerk)
    assert GameTitle.objects.get(bgg_id=10).year == 2022
    assert GameTitle.objects.get(bgg_id=1).year == 2019
    assert {entry["title"] for entry in progress["named"]} == {"Azul", "Ocean"}


def test_titles_that_were_removed_since_do_no_harm(library, bring, clerk):
    job = bring(NEW)
    Copy.objects.filter(title__bgg_id=10).delete()
    services.remove_title(GameTitle.objects.get(bgg_id=10))
    TitleName.objects.filter(title__bgg_id=1, language="fr").delete()
    assert undo(job, clerk)["titles_removed"] == 1


def test_the_undo_is_in_the_audit_log(library, bring, clerk):
    job = bring(NEW)
    undo(job, clerk)
    entries = AuditEntry.objects.filter(kind="catalogue.importjob", thing=str(job.pk)).order_by("pk")
    asked, done = entries.values_list("who", "after")
    assert asked[0] == done[0] == "clerk" and "undo_asked_at" in asked[1]
    assert (done[1]["titles_removed"], done[1]["kept"]) == (2, 0)


def test_after_thirty_days_it_is_too_late_and_nothing_is_kept(library, bring, monkeypatch):
    job, now = bring(NEW), timezone.now()
    assert find_last_day(job) == job.ended_at + timedelta(days=30)
    erase_old_steps(now + timedelta(days=29))
    assert ImportStep.objects.filter(job=job).exists()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=31))
    assert find_last_day(job) is None
    jobs.forget_old_imports()
    assert not ImportStep.objects.exists()


def test_staff_undo_an_import_by_its_page(client, library, bring, clerk_of):
    client.force_login(clerk_of(roles.CATALOGUER))
    job = bring(NEW)
    box = Copy.objects.get(inventory_number="N10")
    audit.change_fields(who=None, thing=box, note="lid torn", status="repair")
    address = reverse("desk:job", args=[job.pk])
    assert 'name="undo"' in client.get(address).text
    client.post(address, {"undo": "1"})
    page = client.get(address).text
    assert 'http-equiv="refresh"' in page and 'name="undo"' not in page
    while jobs.import_files():
        pass
    page = client.get(address, headers={"Accept-Language": "en"}).text
    assert "Ocean" in page and "N10" in page and 'http-equiv="refresh"' not in page
    answer = client.get(reverse("desk:kept", args=[job.pk]), headers={"Accept-Language": "en"})
    assert 'Ocean,N10,"has since been changed: Status, Note"' in b"".join(answer.streaming_content).decode()
