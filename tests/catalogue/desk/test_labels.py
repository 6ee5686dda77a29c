"""Labels: as many as asked for, where the sheet has them, with codes that lead to the box."""

import io

import pdfplumber
import pytest
from django.urls import reverse

from catalogue.desk import DeskRefusal, labels, lending
from catalogue.models import Copy, Shelf

pytestmark = pytest.mark.django_db


def pages(content: bytes) -> list[str]:
    with pdfplumber.open(io.BytesIO(content)) as file:
        return [page.extract_text() or "" for page in file.pages]


@pytest.mark.parametrize("sheet", labels.SHEETS)
def test_every_sheet_fits_on_paper(sheet, house):
    form = labels.SHEETS[sheet]
    assert form.left + (form.columns - 1) * form.across + form.width <= 210.5
    assert form.top + (form.rows - 1) * form.down + form.height <= 297.5
    text = pages(labels.render_pdf(labels.make_box_labels(Copy.objects.with_title_and_shelf()), sheet=sheet))[
        0
    ]
    assert "Azul" in text and "E0001" in text and "B1" in text


def test_the_first_place_and_the_next_sheet(house):
    told = labels.make_box_labels(Copy.objects.with_title_and_shelf())
    assert len(pages(labels.render_pdf(told, sheet="3425", start=9))) == 2
    assert len(pages(labels.render_pdf(told, sheet="3425", start=8))) == 1


@pytest.mark.parametrize("start", [0, 22])
def test_a_place_that_the_sheet_does_not_have(house, start):
    with pytest.raises(DeskRefusal, match="21"):
        labels.render_pdf(
            labels.make_box_labels(Copy.objects.with_title_and_shelf()), sheet="L7160", start=start
        )


def test_the_code_of_a_label_is_known_at_the_desk(house):
    for label, box in zip(labels.make_box_labels(Copy.objects.with_title_and_shelf()), house, strict=True):
        assert lending.find_copies(label.address) == [box]


def test_long_names_in_any_script_are_set(house):
    name = house[0].title.names.get()
    for told in (
        "Ein sehr langer Name, der auf keinem Schild in eine Zeile passt und noch weitergeht",
        'A "#\\{' * 9,
        "ウノ",
    ):
        name.name = told
        name.save()
        assert pages(
            labels.render_pdf(labels.make_box_labels(Copy.objects.with_title_and_shelf()), sheet="L7651")
        )


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"what": "numbers", "numbers": "E0001, E0003"}, {"Azul", "Uno"}),
        ({"what": "numbers", "numbers": "e0003;E0001 e0001"}, {"Azul", "Uno"}),
        ({"what": "recent", "count": 1}, {"Uno"}),
        ({"what": "shelves"}, {"B1", "C2"}),
    ],
)
def test_what_is_asked_for_is_printed(keeper, house, asked, found):
    answer = keeper.get(reverse("desk:labels"), {"sheet": "L7160", "start": 1, **asked})
    assert answer["Content-Type"] == "application/pdf"
    text = pages(answer.content)[0]
    assert {word for word in ("Azul", "Hive", "Uno", "C2") if word in text} - {"C2"} == found - {"B1", "C2"}
    assert all(word in text for word in found)


def test_a_number_without_a_box_is_named_and_nothing_printed(keeper, house):
    asked = {"sheet": "L7160", "start": 1, "what": "numbers", "numbers": "E0001 e9999"}
    page = keeper.get(reverse("desk:labels"), asked).text
    assert 'class="note bad"' in page and "E9999" in page and "E0001”" not in page


def test_a_shelf_and_nothing(keeper, house):
    shelf = Shelf.objects.get(code="B1")
    answer = keeper.get(
        reverse("desk:labels"), {"sheet": "L7160", "start": 1, "what": "shelf", "shelf": shelf.pk}
    )
    assert "Hive" in pages(answer.content)[0]
    page = keeper.get(
        reverse("desk:labels"), {"sheet": "L7160", "start": 1, "what": "numbers", "numbers": "X"}
    )
    assert 'class="note bad"' in page.text


def measure_ink(name: str) -> int:
    """How high the printed letters of the name are, in pixels."""
    label = labels.Label(kind="box", name=name, facts="", address="x", number="E1")
    with pdfplumber.open(io.BytesIO(labels.render_pdf([label], sheet="L7160"))) as file:
        page = file.pages[0]
        letters = [letter for letter in page.chars if letter["text"] == name]
        left, right = letters[0]["x0"], letters[0]["x1"]
        image = (
            page.crop((left, 0, right, letters[0]["bottom"])).to_image(resolution=300).original.convert("L")
        )
    _left, top, _right, bottom = image.point(lambda grey: 255 * (grey < 128)).getbbox()
    return bottom - top


def test_accents_on_capitals_are_not_cut_off(db):
    assert measure_ink("É") > 1.2 * measure_ink("E")
