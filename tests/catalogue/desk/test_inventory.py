"""Counting: right, misplaced, out, missing, unknown; left and taken up again; several people at once."""

import csv
import io
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from django.urls import reverse
from django.utils import timezone

from catalogue import services
from catalogue.desk import DeskRefusal, inventory
from catalogue.desk.inventory import BoxState
from catalogue.models import Copy, InventoryCheck, Shelf
from escale.common.models import AuditEntry
from tests.catalogue.making import make_copy, make_title
from tests.signing_in import over_http

pytestmark = pytest.mark.django_db


@pytest.fixture
def walked(house):
    """The whole house was counted: E0003 stands wrongly, E0002 was not found, a stranger was scanned, one is
    out.
    """
    out = make_copy(make_title("Dixit"), shelf="C2", inventory_number="E0004")
    day = timezone.localdate()
    services.lend_copy(out, borrower="Salon", borrower_kind="room", out=day, due=day)
    check = inventory.begin_check(shelf=None)
    here = Shelf.objects.get(code="B1")
    for code in ("E0001", "E0003", "4711", "E0003"):
        inventory.record_scan(check=check, code=code, shelf=here, who="clerk")
    return check


def states(check):
    return {line.code: line.state for line in inventory.list_report_lines(check)}


def test_what_was_found(walked):
    assert states(walked) == {
        "E0001": BoxState.RIGHT, "E0003": BoxState.MISPLACED, "E0002": BoxState.MISSING, "E0004": BoxState.OUT,
        "4711": BoxState.UNKNOWN,
    }  # fmt: skip
    assert walked.findings.count() == 2


def test_a_box_that_counts_as_away_is_taken_back_where_it_was_seen(walked):
    out, lost = Copy.objects.get(inventory_number="E0004"), Copy.objects.get(inventory_number="E0002")
    Copy.objects.filter(pk=lost.pk).update(status="lost")
    here = Shelf.objects.get(code="B1")
    for code in ("E0004", "E0002"):
        inventory.record_scan(check=walked, code=code, shelf=here)
    assert states(walked)["E0004"] == states(walked)["E0002"] == BoxState.TURNED_UP
    assert inventory.correct_boxes(check=walked, move=[], lost=[], back=[out.pk, lost.pk]) == 2
    for box in Copy.objects.filter(pk__in=[out.pk, lost.pk]):
        assert (box.status, box.shelf) == ("in", here)
    assert not out.loans.open().exists()
    assert inventory.correct_boxes(check=walked, move=[], lost=[], back=[out.pk]) == 0


def test_only_where_somebody_has_been_a_box_is_missing(house):
    """A walk that has just begun does not call the whole house missing; once it is closed, the rest is."""
    check = inventory.begin_check(shelf=None)
    inventory.record_scan(check=check, code="E0001", shelf=Shelf.objects.get(code="B1"))
    assert states(check) == {
        "E0001": BoxState.RIGHT,
        "E0002": BoxState.MISSING,
        "E0003": BoxState.SHELF_NOT_COUNTED,
    }
    inventory.close_check(check=check)
    assert states(check)["E0003"] == BoxState.MISSING


def test_one_shelf_alone(house):
    check = inventory.begin_check(shelf=Shelf.objects.get(code="C2"))
    assert states(check) == {"E0003": BoxState.MISSING}
    inventory.record_scan(check=check, code="E0003", shelf=check.shelf)
    assert states(check) == {"E0003": BoxState.RIGHT}


def test_a_box_of_another_shelf_is_none_of_those_expected(keeper, house):
    check = inventory.begin_check(shelf=Shelf.objects.get(code="B1"))
    for code in ("E0001", "E0003"):  # E0003 belongs on C2.
        inventory.record_scan(check=check, code=code, shelf=check.shelf)
    assert (inventory.count_seen(check), inventory.expected_copies(check).count()) == (1, 2)
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "Boxes seen: 1 of 2" in keeper.get(reverse("desk:check", args=[check.pk])).text


def test_a_lost_box_that_turns_up(house):
    Copy.objects.filter(pk=house[0].pk).update(status="lost")
    check = inventory.begin_check(shelf=None)
    inventory.record_scan(check=check, code="E0001", shelf=house[0].shelf)
    assert states(check)["E0001"] == BoxState.TURNED_UP


def test_boxes_with_one_barcode_are_counted_apart(house):
    title = make_title("Skull")
    pair = [make_copy(title, shelf="B1", barcode="376", inventory_number=f"E10{n}") for n in range(2)]
    check = inventory.begin_check(shelf=None)
    for _n in range(2):
        inventory.record_scan(check=check, code="376", shelf=pair[0].shelf)
    assert check.findings.count() == 2


def test_setting_right(walked, house):
    lines = {line.code: line for line in inventory.list_report_lines(walked)}
    changed = inventory.correct_boxes(
        check=walked, move=[lines["E0003"].copy], lost=[lines["E0002"].copy, lines["E0004"].copy]
    )
    assert changed == 2
    assert Copy.objects.get(inventory_number="E0003").shelf.code == "B1"
    assert Copy.objects.get(inventory_number="E0002").status == "lost"
    assert Copy.objects.get(inventory_number="E0004").status == "out"  # it is known where that one is
    assert AuditEntry.objects.filter(kind="catalogue.copy").count() == 2


def test_boxes_are_counted_not_titles(walked, house):
    twin = make_copy(house[1].title, shelf="B1", inventory_number="E0012")
    assert inventory.correct_boxes(check=walked, move=[], lost=[house[1].pk, twin.pk]) == 2


def test_a_closed_inventory_takes_nothing_more(walked):
    inventory.close_check(check=walked)
    with pytest.raises(DeskRefusal):
        inventory.record_scan(check=walked, code="E0002", shelf=None)
    with pytest.raises(DeskRefusal):
        inventory.remove_findings(check=walked, copies=[finding.copy_id for finding in walked.findings.all()])
    assert walked.findings.count() == 2
    closed = walked.ended_at
    inventory.close_check(check=walked)
    assert InventoryCheck.objects.get().ended_at == closed


def test_the_walk_by_forms(keeper, house):
    keeper.post(reverse("desk:inventory"), {"shelf": "", "note": "spring"})
    check = InventoryCheck.objects.get()
    address = reverse("desk:check", args=[check.pk])
    moved = keeper.post(address, {"code": "b1"})
    assert moved["Location"] == f"{address}?shelf=B1"
    keeper.post(address, {"shelf": "B1", "code": "E0001"})
    warned = keeper.post(address, {"shelf": "B1", "code": "E0003"}, follow=True)
    assert "C2" in warned.text
    keeper.post(address, {"shelf": "B1", "code": "4711"})
    assert keeper.post(address, {"shelf": "B1", "take_away": "nonsense"}).status_code == 302
    keeper.post(address, {"shelf": "B1", "take_away": house[0].pk})
    assert list(check.findings.values_list("copy__inventory_number", "seen_by")) == [
        ("E0003", "house keeper")
    ]
    report = reverse("desk:report", args=[check.pk])
    assert keeper.get(report).status_code == 200
    keeper.post(report, {"move": [house[2].pk], "close": "1"})
    assert Copy.objects.get(pk=house[2].pk).shelf.code == "B1"
    assert InventoryCheck.objects.get().ended_at


def test_a_box_without_a_shelf_is_not_said_to_belong_on_one(keeper, house):
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    make_copy(make_title("Skull"), inventory_number="E0020")
    check = inventory.begin_check(shelf=None)
    address = reverse("desk:check", args=[check.pk])
    page = keeper.post(address, {"shelf": "B1", "code": "E0020"}, follow=True).text
    assert "Skull has no shelf yet." in page and "—" not in page
    assert page.count("has no shelf yet") == 2 and "belongs on" not in page


def test_a_report_explains_missing_boxes_only_while_the_whole_house_is_counted(keeper, house):
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    for shelf, is_explained in ((None, True), (Shelf.objects.get(code="B1"), False)):
        check = inventory.begin_check(shelf=shelf)
        page = keeper.get(reverse("desk:report", args=[check.pk])).text
        assert ("This inventory is still open" in page) is is_explained


def test_the_report_as_a_file_without_formulas(keeper, walked):
    title = make_title("=SUM(A1)", slug="sum")
    make_copy(title, shelf="B1", inventory_number="E0009")
    answer = keeper.get(reverse("desk:report_file", args=[walked.pk]))
    rows = list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig"))))
    assert len(rows) == 7
    assert ["E0009", "'=SUM(A1)"] in [row[1:3] for row in rows]


STAFF = """
from django.contrib.auth.models import Group, User
user, _made = User.objects.get_or_create(username="counting", is_staff=True)
user.set_password("{password}"); user.save(); user.groups.add(Group.objects.get(name="desk"))
from catalogue.desk import inventory
from catalogue.models import Copy
print(inventory.begin_check(shelf=None).pk)
print(" ".join(Copy.objects.exclude(inventory_number=None).values_list("inventory_number", flat=True)[:20]))
"""


@pytest.mark.slow
def test_several_people_at_once_lose_nothing(site):
    password = "counting at once 5"
    pk, numbers = site.manage("shell", "-v", "0", "-c", STAFF.format(password=password)).split("\n")[:2]
    address, codes = f"/staff/inventory/{pk}/", numbers.split()

    def walk(who: int) -> set[int]:
        with httpx.Client(base_url=site.url, follow_redirects=True, timeout=30) as client:
            token = over_http(client, "counting", password)
            turns = (codes[(n * 7 + who) % 20] for n in range(20))
            return {client.post(address, data={"code": code, **token}).status_code for code in turns}

    with ThreadPoolExecutor(3) as people:
        assert set().union(*people.map(walk, range(3))) == {200}
    count = (
        "from catalogue.models import InventoryFinding as F; "
        "print(F.objects.filter(inventory_check={}).count())"
    )
    assert site.manage("shell", "-v", "0", "-c", count.format(pk)).strip() == "20"
