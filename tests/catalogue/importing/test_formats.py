"""Files of others, by their headers."""

from pathlib import Path

import pytest

from catalogue.importing.importer import import_file
from catalogue.models import Copy, Credit, GameTitle, TitleName

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parent.parent / "data"


def counts(report):
    return report.created, report.updated, report.unchanged, report.passed_over, report.refused


def take(tmp_path, text):
    path = tmp_path / "file.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return import_file(path)


def test_a_collection(tmp_path):
    report = import_file(DATA / "collection.csv")
    assert counts(report) == (2, 1, 0, 1, 0)
    calm, storm = GameTitle.objects.order_by("bgg_id")
    assert (calm.name, calm.year, calm.players_best, calm.players_recommended) == (
        "Port Calm",
        2011,
        "3",
        "2,3,4",
    )
    assert (calm.minutes_min, calm.minutes_max, calm.age, calm.weight, calm.language_dependence) == (
        45,
        60,
        10,
        2.25,
        1,
    )
    assert (storm.kind, storm.minutes_min, storm.minutes_max, storm.age) == ("expansion", 45, 60, None)
    assert TitleName.objects.get(language="it").name == "Il porto quieto"
    boxes = Copy.objects.order_by("pk").values_list(
        "source_id", "shelf__code", "languages", "missing", "note", "edition"
    )
    assert list(boxes)[:3] == [
        ("7001", "B3", "", "", "", ""),
        ("7002", None, "it", "two\ncubes", "In shrink", "Italian edition, Molo, 2019"),
        ("7002#2", None, "it", "two\ncubes", "In shrink", "Italian edition, Molo, 2019"),
    ]
    assert counts(import_file(DATA / "collection.csv")) == (0, 0, 3, 1, 0)


def test_a_collection_ruined_by_a_spreadsheet_is_refused_row_by_row():
    report = import_file(DATA / "collection_spreadsheet.csv")
    assert counts(report) == (0, 0, 0, 0, 2)
    assert [(line, str(wrong)) for line, wrong in report.refusals] == [
        (
            2,
            "average, baverage: The average 65.432 is not between 0 and 10: a spreadsheet has changed the "
            "numbers of this file. Send it as it was exported, without opening it in a spreadsheet.",
        ),
        (3, "There is nothing in “objectname”."),
    ]
    assert not GameTitle.objects.exists()


def test_a_collection_in_a_merge_conflict_is_refused_row_by_row():
    report = import_file(DATA / "collection_merge.csv")
    # The markers themselves are rows too.
    assert counts(report) == (0, 0, 0, 0, 5)
    assert {str(wrong) for _line, wrong in report.refusals} == {
        "The row lies between the merge markers on lines 1 and 7: resolve the conflict first."
    }
    assert not GameTitle.objects.exists()


def test_a_ranks_dump(tmp_path):
    header = "id,name,yearpublished,rank,bayesaverage,average,usersrated,is_expansion\n"
    rows = "1,+6 Bag o' Sea,2005,7,6.1,6.5,3000,1\n2,¥€$,0,0,0,0,0,0\n3,Go,-2200,9,7.6,7.6,16000,0\n"
    assert counts(take(tmp_path, header + rows)) == (3, 0, 0, 0, 0)
    told = GameTitle.objects.order_by("bgg_id").values_list(
        "names__name", "slug", "kind", "year", "popularity"
    )
    assert list(told) == [
        ("+6 Bag o' Sea", "6-bag-o-sea", "expansion", 2005, 3000),
        ("¥€$", "jeu-2", "game", None, 0),
        ("Go", "go", "game", -2200, 16000),
    ]


def test_games_with_mechanics(tmp_path):
    header = "\ufeffID;Name;YearPublished;MinPlayers;MaxPlayers;PlayTime;MinAge;UsersRated;ComplexityAverage;"
    header += "Mechanics;Domains\r\n"
    rows = (
        "1;Calm;2017;0;999;60000;0;42;3,86;Trading, Dice Rolling;Strategy "
        "Games\r\n;Blank;1990;2;2;20;10;1;2;;\r\n"
    )
    report = take(tmp_path, header + rows)
    assert [(line, str(wrong)) for line, wrong in report.refusals] == [(3, "There is nothing in “ID”.")]
    title = GameTitle.objects.get()
    assert (title.players_min, title.players_max, title.minutes_max, title.age, title.weight) == (
        None,
        999,
        60000,
        None,
        3.86,
    )
    assert {tag.name_in("en") for tag in title.tags.all()} == {"Trading", "Dice Rolling", "Strategy Games"}


def test_details_are_for_titles_that_are_there(tmp_path):
    GameTitle.objects.create(slug="calm", bgg_id=1)
    header = "game_id,rank_type,rank,best_num_players,language_dependency,avg_weight,users_rated\n"
    rows = "1,boardgame,1,5,Unplayable in another language,4.3141,5756\n1,strategygames,1,5,,4.3,1\n"
    rows += "2,boardgame,2,4,,1.9,591\n"
    report = take(tmp_path, header + rows)
    assert counts(report) == (0, 1, 0, 1, 1)
    title = GameTitle.objects.get()
    assert (title.players_best, title.language_dependence, title.weight, title.popularity) == (
        "5",
        5,
        4.3141,
        5756,
    )


def test_designers_are_added_and_titles_never_made(tmp_path):
    GameTitle.objects.create(slug="calm", bgg_id=1)
    text = "game_id,id,value\r\n1,7,Anna\r\n1,3,(Uncredited)\r\n2,7,Anna\r\n1,8,Bernd\r\n1,8,Bernd\r\n"
    report = take(tmp_path, text)
    assert counts(report) == (0, 2, 2, 0, 1)
    assert str(report.refusals[0][1]) == "There is no title with the id 2."
    assert list(Credit.objects.values_list("contributor__name", "role")) == [
        ("Anna", "designer"),
        ("Bernd", "designer"),
    ]
    assert counts(take(tmp_path, text)) == (0, 0, 4, 0, 1)
