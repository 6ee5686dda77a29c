"""The demo library is complete, agrees with the outside world, and loads as a whole."""

import csv
from datetime import date
from time import perf_counter

import pytest
from django.core.management import call_command

from catalogue.demo import FOLDER, load_demo
from catalogue.models import Contributor, Copy, GameTitle, Loan, Shelf, Tag, TitleName
from escale.common import languages

TODAY = date(2026, 3, 6)
PLAYABLE = {34320: "shanghaien", 276023: "les-ombres-de-macao", 349: "halunken-und-spelunken"}


def rows():
    with (FOLDER / "games.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.django_db
def test_it_loads_whole_and_quickly():
    begun = perf_counter()
    report = load_demo(today=TODAY)
    assert perf_counter() - begun < 2
    assert (report.refused, report.notes, report.unread) == (0, [], [])
    assert GameTitle.objects.count() == report.created >= 300
    assert Copy.objects.count() == report.copies_created >= 300
    assert GameTitle.objects.filter(kind="expansion", base=None).count() == 0
    assert not Copy.objects.filter(shelf=None).exists()
    assert not Shelf.objects.filter(room="").exists()


@pytest.mark.django_db
def test_loading_it_again_changes_nothing():
    load_demo(today=TODAY)
    before = Loan.objects.count(), Copy.objects.filter(status="out").count()
    report = load_demo(today=date(2026, 4, 1))
    assert (report.created, report.updated, report.copies_created) == (0, 0, 0)
    assert (Loan.objects.count(), Copy.objects.filter(status="out").count()) == before


@pytest.mark.django_db
def test_some_boxes_are_out_late_or_incomplete():
    load_demo(today=TODAY)
    assert Copy.objects.filter(status="out").count() == Loan.objects.open().count() >= 10
    assert 1 <= Loan.objects.overdue(TODAY).count() <= 5
    assert Loan.objects.exclude(back=None).count() >= 5
    assert Copy.objects.incomplete().count() >= 10
    assert {"repair", "lost"} <= set(Copy.objects.values_list("status", flat=True))


@pytest.mark.django_db
def test_the_playable_games_stand_on_a_shelf_and_are_described_in_every_language():
    load_demo(today=TODAY)
    for bgg_id, slug in PLAYABLE.items():
        title = GameTitle.objects.get(bgg_id=bgg_id)
        assert title.slug == slug
        assert title.copies.available().exists()
        assert set(title.descriptions) == set(languages.codes())


@pytest.mark.django_db
def test_many_titles_are_described_in_all_languages_or_in_none():
    load_demo(today=TODAY)
    described_in = [set(texts) for texts in GameTitle.objects.values_list("descriptions", flat=True)]
    assert all(not codes or codes == set(languages.codes()) for codes in described_in)
    assert sum(bool(codes) for codes in described_in) >= 60


@pytest.mark.django_db
def test_every_word_has_a_name_in_every_language():
    load_demo(today=TODAY)
    for tag in Tag.objects.all():
        assert set(tag.names) == set(languages.codes()), tag
    assert Contributor.objects.filter(slug="reiner-knizia").exists()
    assert set(TitleName.objects.values_list("language", flat=True)) >= {"fr", "de", "it", "en", "ja", ""}


@pytest.mark.django_db
def test_the_command_says_what_it_did(capsys):
    call_command("load_demo")
    assert f"Demo library: {len({row['bgg_id'] for row in rows()})} titles created" in capsys.readouterr().out


def test_french_descriptions_have_french_spaces():
    for row in rows():
        text = row["description_fr"]
        assert not any(f" {sign}" in text or f"« {sign}" in text for sign in ":;!?»"), row["name"]
        assert "'" not in text
