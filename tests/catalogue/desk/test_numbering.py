"""Many boxes get numbers, a shelf and labels at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from catalogue import services
from catalogue.desk import DeskRefusal, numbering
from catalogue.models import Copy, ImportJob, Shelf
from escale.common.models import AuditEntry
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def number_all(first: str, order: str = "title") -> list[str]:
    return numbering.number_boxes(boxes=Copy.objects.not_gone(), first=first, order=order, who=None)


def make_boxes(*names: str, **facts) -> list[Copy]:
    return [make_copy(make_title(name), **facts) for name in names]


def numbers_by_title() -> dict[str, str]:
    return dict(Copy.objects.values_list("title__slug", "inventory_number"))


def test_boxes_are_numbered_in_the_order_of_their_names():
    make_boxes("Uno", "Azul", "Hive")
    assert number_all("E0007") == ["E0007", "E0008", "E0009"]
    assert numbers_by_title() == {"azul": "E0007", "hive": "E0008", "uno": "E0009"}


def test_numbers_that_exist_are_left_out_in_whatever_case():
    make_copy(make_title("Go"), inventory_number="e0002")
    make_copy(make_title("Gone"), inventory_number="E0003", status="lost")
    make_boxes("Azul", "Hive")
    assert number_all("E0001") == ["E0001", "E0004"]


def test_a_number_that_a_box_has_is_never_changed():
    make_copy(make_title("Go"), inventory_number="X1")
    with pytest.raises(DeskRefusal, match="have a number already"):
        number_all("E1")


@pytest.mark.parametrize(
    ("first", "second"),
    [("E0001", "E0002"), ("99", "100"), ("2026-A9", "2026-A10"), ("7b", "8b"), ("LU 1 (x)", "LU 2 (x)")],
)
def test_the_last_digits_count_up(first, second):
    make_boxes("Azul", "Hive")
    assert number_all(first) == [first, second]


def test_a_first_number_without_digits_is_refused():
    make_boxes("Azul")
    with pytest.raises(DeskRefusal, match="“Box” has none"):
        number_all("Box")


def test_a_series_that_becomes_too_long_is_refused_before_anything_is_written():
    make_boxes("Azul")
    with pytest.raises(DeskRefusal, match="longer than 40"):
        number_all("E" * 39 + "1")
    assert numbers_by_title() == {"azul": None}


def test_all_are_shelved_on_a_new_shelf():
    make_boxes("Azul", "Hive")
    make_copy(make_title("Go"), shelf="B3")
    assert numbering.shelve_boxes(boxes=Copy.objects.all(), code="b3", who=None) == 2
    assert set(Copy.objects.values_list("shelf__code", flat=True)) == {"B3"}
    assert numbering.shelve_boxes(boxes=Copy.objects.all(), code="D1", who=None) == 3
    assert Shelf.objects.filter(code="D1").exists()


def test_every_change_is_in_the_audit_log():
    make_boxes("Azul", "Hive")
    number_all("E1")
    entries = AuditEntry.objects.filter(kind="catalogue.copy").order_by("pk")
    assert [entry.after for entry in entries] == [{"inventory_number": "E1"}, {"inventory_number": "E2"}]


def test_many_boxes_take_as_many_queries_as_few():
    def queries(first):
        with CaptureQueriesContext(connection) as captured:
            number_all(first)
        return len(captured)

    services.raise_version()  # The first change of all makes the row of the version.
    make_boxes("Azul")
    few = queries("A1")
    make_boxes(*(f"Title {number}" for number in range(40)))
    assert queries("B1") == few


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("E0009–E0011", ["E0009", "E0010", "E0011"]),
        ("e1-e2", ["e1", "e2"]),
        ("E0003", ["E0003"]),
        ("A1-B2", ["A1-B2"]),
        ("E9-E1", ["E9-E1"]),
        ("E1-E99999999", ["E1-E99999999"]),
        ("LU-001", ["LU-001"]),
    ],
)
def test_a_range_stands_for_all_numbers_between(text, numbers):
    assert numbering.expand_range(text) == numbers


# ── The page ──────────────────────────────────────────────────────────────────────────────────────


def test_boxes_of_an_import_are_numbered_shelved_and_labelled(keeper):
    job = ImportJob.objects.create(name="ours.csv", stored="x", state=ImportJob.State.DONE)
    make_boxes("Azul", "Hive", import_job=job)
    make_boxes("Other")
    address = f"{reverse('desk:boxes')}?import={job.pk}"
    shown = keeper.post(address, {"act": "preview", "first": "E0001", "order": "title"}).text
    assert "E0001" in shown and "E0002" in shown
    assert Copy.objects.filter(inventory_number=None).count() == 3
    answer = keeper.post(address, {"act": "number", "first": "E0001", "order": "title"})
    assert numbers_by_title() == {"azul": "E0001", "hive": "E0002", "other": None}
    keeper.post(address, {"act": "shelve", "code": "B1"})
    assert Copy.objects.filter(shelf__code="B1").count() == 2
    page = keeper.get(answer["Location"]).text
    assert "numbers=E0001%E2%80%93E0002" in page
    pdf = keeper.get(
        reverse("desk:labels"), {"what": "numbers", "numbers": "E0001–E0002", "sheet": "L7160", "start": 1}
    )
    assert pdf.content.startswith(b"%PDF")


def test_only_the_ticked_boxes_are_changed(keeper):
    azul, _hive = make_boxes("Azul", "Hive")
    keeper.post(reverse("desk:boxes"), {"act": "number", "first": "E1", "order": "title", "copy": azul.pk})
    assert numbers_by_title() == {"azul": "E1", "hive": None}


def test_labels_of_a_whole_list(keeper):
    make_boxes("Azul", "Hive", shelf="B1")
    make_copy(make_title("Go"), shelf="B2")
    answer = keeper.post(f"{reverse('desk:boxes')}?no=number", {"act": "labels"})
    assert answer["Location"] == f"{reverse('desk:labels')}?no=number&what=list"
    assert 'name="no" value="number"' in keeper.get(answer["Location"]).text
    pdf = keeper.get(reverse("desk:labels"), {"no": "number", "what": "list", "sheet": "L7160", "start": 1})
    assert pdf.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"azul", "hive", "go"}),
        ("no=number", {"azul", "hive"}),
        ("no=shelf", {"go"}),
        ("q=hive", {"hive"}),
        ("q=e0009", {"go"}),
        ("no=nonsense&import=x&shelf=-1", {"azul", "hive", "go"}),
    ],
)
def test_lists_of_boxes(keeper, query, found):
    make_boxes("Azul", "Hive", shelf="B1")
    make_copy(make_title("Go"), inventory_number="E0009")
    make_copy(make_title("Lost"), status="lost")
    page = keeper.get(f"{reverse('desk:boxes')}?{query}")
    assert {box.title.slug for box in page.context["boxes_page"].rows} == found


def test_the_list_takes_as_many_queries_for_three_boxes_as_for_one(keeper):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert keeper.get(reverse("desk:boxes")).status_code == 200
        return len(captured)

    make_boxes("Azul", shelf="B1")
    queries()  # the first request of a session loads more
    few = queries()
    make_boxes("Hive", "Go", shelf="B1")
    assert queries() == few


def test_who_may_not_change_boxes_sees_no_list(client, clerk_of):
    client.force_login(clerk_of("reader"))
    assert client.get(reverse("desk:boxes")).status_code == 403
