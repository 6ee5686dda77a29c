"""At the return: the list is ticked, an essential piece takes the box out of lending, and is found again."""

from datetime import date, timedelta

import pytest
from django.urls import reverse

from catalogue.contents import checking
from catalogue.desk import lending
from catalogue.desk.lending import ReturnedBox
from catalogue.models import Copy
from escale.common.models import AuditEntry
from escale.house import roles
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 2)


@pytest.fixture
def box():
    title = make_title("Can't Stop", slug="cant-stop", components="12 dice *\n1 board\nrules")
    return make_copy(title, inventory_number="E1")


def lend(box):
    return lending.lend_copies(
        copies=[box.pk], borrower="Anna", borrower_kind="person", out=TODAY, due=TODAY + timedelta(days=3)
    )


def give_back(client, box, *, gone, remark="", seen=("dice", "board", "rules")):
    fields = {
        "act": "back", "copy": box.pk, f"piece-{box.pk}": ["dice", "board", "rules"],
        f"count-{box.pk}": ["12", "1", ""], f"missing-count-{box.pk}": gone, f"seen-{box.pk}": list(seen),
        f"remark-{box.pk}": remark, f"condition-{box.pk}": "good",
    }  # fmt: skip
    return client.post(reverse("desk:lending"), fields, follow=True)


def test_a_missing_essential_piece_takes_the_box_out_of_lending(keeper, box):
    lend(box)
    page = give_back(keeper, box, gone=["1", "0", "2"], remark="bag torn")
    assert "E1 lacks an essential piece" in page.text
    box.refresh_from_db()
    assert (box.status, box.missing) == ("repair", "1/12 dice; 2/? rules; bag torn")
    with pytest.raises(lending.DeskRefusal):
        lend(box)
    public = keeper.get("/en/title/cant-stop/").text
    assert "1 of 12 dice, 2 × rules, bag torn" in public


def test_what_is_not_essential_keeps_the_box_in_lending(keeper, box):
    lend(box)
    page = give_back(keeper, box, gone=["0", "1", "0"], seen=["dice"])
    box.refresh_from_db()
    assert (box.status, box.missing) == ("in", "1/1 board")
    assert "E1: 1 line of its contents was not ticked." in page.text


def test_found_again_lends_the_box_again(keeper, box):
    lend(box)
    give_back(keeper, box, gone=["1", "0", "0"])
    page = keeper.get(reverse("desk:contents", args=[box.pk]))
    assert 'name="lent_again"' in page.text and 'value="1" ' not in page.text.split("missing-count-")[0]
    fields = {
        f"piece-{box.pk}": ["dice"],
        f"count-{box.pk}": ["12"],
        f"missing-count-{box.pk}": ["0"],
        "lent_again": "1",
    }
    keeper.post(reverse("desk:contents", args=[box.pk]), fields)
    box.refresh_from_db()
    assert (box.status, box.missing) == ("in", "")
    entry = AuditEntry.objects.first()
    assert (entry.before, entry.after) == (
        {"status": "repair", "missing": "1/12 dice"},
        {"status": "in", "missing": ""},
    )


def test_a_box_under_repair_stays_there_while_an_essential_piece_is_missing(box):
    checking.check_box(copy=box, missing="1/12 dice", condition="good")
    kept = checking.check_box(copy=box, missing="1/12 dice; 1/1 board", condition="good", is_lent_again=True)
    assert kept.status == Copy.Status.REPAIR


def test_a_return_is_undone_although_it_sent_the_box_to_repair(box):
    lend(box)
    result = lending.return_copies(returned=[ReturnedBox(box.pk, "2/12 dice", "worn")], on=TODAY)
    assert result.copies[0].status == "repair"
    lending.undo_loans(result.undo_steps)
    box.refresh_from_db()
    assert (box.status, box.missing, box.condition) == ("out", "", "good")


def test_an_impossible_number_is_refused_with_its_line_and_changes_nothing(keeper, box):
    lend(box)
    page = give_back(keeper, box, gone=["13", "0", "0"])
    assert "dice: 0 to 12 can be missing, not “13”." in page.text
    box.refresh_from_db()
    assert (box.status, box.missing) == ("out", "")


def test_essential_pieces_are_ticked_without_changing_the_text(keeper, box):
    address = reverse("desk:title_contents", args=[box.title_id])
    keeper.post(address, {"ticks": "1", "essential": ["board"]})
    box.title.refresh_from_db()
    assert box.title.components == "12 dice\n1 board *\nrules"
    keeper.post(address, {"components": "12 dice *\r\n1 board"})
    box.title.refresh_from_db()
    assert box.title.components == "12 dice *\n1 board"


def test_only_those_who_may_change_boxes_note_contents(client, clerk_of, box):
    client.force_login(clerk_of(roles.READER))
    assert client.get(reverse("desk:contents", args=[box.pk])).status_code == 403
    assert client.get(reverse("desk:title_contents", args=[box.title_id])).status_code == 403
