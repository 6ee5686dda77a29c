"""Score sheets, evenings and boxes are open to guests: with the limit lowered to two, the third try changes nothing."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from catalogue.desk import reserving
from catalogue.models import Evening, Loan, Reservation, ScoreSheet
from catalogue.web.evenings import at_box, plans, sheets
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
EVENING = {"name": "Friday club", "begins": "19:30", "minutes": "120"}


def lower(monkeypatch, module, name: str) -> None:
    monkeypatch.setattr(module, name, getattr(module, name)._replace(times=2))


def test_the_third_score_sheet_is_not_kept(client, monkeypatch):
    lower(monkeypatch, sheets, "KEEP")
    make_title("Azul")
    form = {"name": ["Ada"], "category": ["a"], "score-0": ["3"], "mode": "points", "act": "keep",
            "played_on": "2026-03-02"}  # fmt: skip
    answers = [client.post("/en/title/azul/score/", form) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 200]
    assert ScoreSheet.objects.count() == 2 and "a lot of sheets" in answers[2].text


def test_the_third_file_of_plays_is_not_read(client, monkeypatch):
    lower(monkeypatch, sheets, "IMPORT")
    pages = [
        client.post("/en/score/import/", {"file": SimpleUploadedFile("plays.json", b"{}")}).text
        for _ in range(3)
    ]
    assert ["a lot of files" in page for page in pages] == [False, False, True]


def test_the_third_evening_is_not_made(client, monkeypatch):
    lower(monkeypatch, plans, "PLAN")
    for _ in range(3):
        client.post("/en/evening/", EVENING | {"day": timezone.localdate()})
    assert Evening.objects.count() == 2


def test_the_third_change_of_an_evening_is_not_kept(client, monkeypatch):
    lower(monkeypatch, plans, "JOIN")
    link = client.post("/en/evening/", EVENING | {"day": timezone.localdate()})["Location"]
    for name in ("Ada", "Bob", "Cleo"):
        client.post(link, {"act": "join", "name": name, "people": "1"})
    page = client.get(link).text
    assert "Ada" in page and "Bob" in page and "Cleo" not in page


def test_the_third_box_is_not_taken(client, monkeypatch):
    lower(monkeypatch, at_box, "SELF_SERVICE")
    today = timezone.localdate()
    for number in range(3):
        make_copy(make_title(f"Title {number}"), inventory_number=f"E{number}")
    reserved = make_title("Hive")
    stay = Reservation.objects.create(title=reserved, name="Anna", stay_from=today, stay_to=today)
    client.post(f"/en/reservation/{reserving.sign_token(stay)}/phone/")
    for number in range(3):
        client.post(f"/en/box/E{number}/", {"act": "take"})
    assert Loan.objects.count() == 2
