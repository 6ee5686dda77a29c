"""Every page of the desk, empty and full, by plain forms alone."""

import re
from datetime import date, timedelta

import pytest
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from catalogue.models import Copy, GameTitle, Loan, Reservation, SlugRedirect
from escale.common.models import AuditEntry
from tests.catalogue.desk.conftest import questions
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
PAGES = [
    "lending",
    "loans",
    "inventory",
    "cataloguing",
    "add",
    "many",
    "merge",
    "imports",
    "labels",
    "exports",
]
DESK = "/staff/desk/"


@pytest.mark.parametrize("name", PAGES)
def test_an_empty_house_tells_what_to_do_first(keeper, name):
    page = keeper.get(reverse(f"desk:{name}"))
    assert page.status_code == 200
    assert 'class="empty"' in page.text or 'class="help' in page.text


@pytest.mark.parametrize("name", PAGES)
def test_pages_of_a_full_house(keeper, house, name):
    assert keeper.get(reverse(f"desk:{name}")).status_code == 200


def scan(client, *codes):
    """One after the other, as a scanner types them; the address that the list lives in."""
    address = DESK
    for code in codes:
        kept = re.findall(r"copy=(\d+)", address)
        address = client.get(DESK, {"copy": kept, "code": code})["Location"]
    return address


def test_scans_gather_in_the_address(keeper, house):
    address = scan(keeper, "E0001", "e0002", "E0001")
    assert address == f"{DESK}?copy={house[0].pk}&copy={house[1].pk}"
    page = keeper.get(address).text
    assert "Azul" in page and "Hive" in page and "Uno" not in page


@pytest.mark.parametrize("name", ["lending", "inventory", "cataloguing", "add", "many", "merge", "imports"])
def test_what_no_text_can_be_is_refused(keeper, house, name):
    assert keeper.post(reverse(f"desk:{name}"), {"code": "a\0", "act": "lend"}).status_code == 400
    assert keeper.get(reverse(f"desk:{name}"), {"code": "a\0"}).status_code in (200, 302)


def test_an_unknown_code_is_said_and_the_list_stays(keeper, house):
    kept = scan(keeper, "E0001", "NONSENSE")
    assert kept == f"{DESK}?copy={house[0].pk}"
    assert "NONSENSE" in keeper.get(kept).text


def test_lend_take_back_undo(keeper, house):
    due = timezone.localdate() + timedelta(days=2)
    form = {
        "copy": [house[0].pk, house[1].pk],
        "borrower_kind": "person",
        "borrower": "Anna",
        "due": due,
        "act": "lend",
    }
    done = keeper.post(DESK, form, follow=True)
    assert Copy.objects.filter(status=Copy.Status.OUT).count() == 2
    undo = re.search(r'name="undo" value="([^"]+)"', done.text)[1]
    back = {
        "copy": [house[0].pk],
        f"remark-{house[0].pk}": "one tile",
        f"condition-{house[0].pk}": "worn",
        "act": "back",
    }
    keeper.post(DESK, back)
    assert Copy.objects.get(pk=house[0].pk).missing == "one tile"
    refused = keeper.post(DESK, {"act": "undo", "undo": undo}, follow=True)
    assert 'class="note bad"' in refused.text and Loan.objects.count() == 2
    keeper.post(DESK, {"act": "undo", "undo": "forged"})
    assert Copy.objects.filter(status=Copy.Status.OUT).count() == 1


def test_a_form_that_is_not_complete_says_so_and_lends_nothing(keeper, house):
    page = keeper.post(
        DESK, {"copy": [house[0].pk], "borrower_kind": "person", "borrower": "", "due": "", "act": "lend"}
    )
    assert page.text.count("errorlist") == 2
    assert not Loan.objects.exists()


def test_history_shows_every_loan(keeper, house):
    Loan.objects.create(
        copy=house[0], borrower="Anna", out=date(2026, 1, 1), due=date(2026, 1, 3), back=date(2026, 1, 2)
    )
    assert "Anna" in keeper.get(reverse("desk:history", args=["azul"])).text


@pytest.mark.parametrize("path", ["", "loans/", "history/azul/"])
def test_the_desk_asks_the_same_number_of_questions_for_one_box_and_for_many(keeper, house, path):
    def queries(boxes):
        return questions(keeper, f"{DESK}{path}?{'&'.join(f'copy={box.pk}' for box in boxes)}")

    for box in house:
        Loan.objects.create(copy=box, borrower="Anna", out=date(2026, 1, 1), due=date(2026, 1, 3))
    queries(house[:1])
    assert queries(house[:1]) == queries(house) <= 16


# ── Reservations
# ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_guest_puts_a_title_aside_without_an_account(client, house):
    page = client.get("/en/title/azul/")
    assert "/en/title/azul/put-aside/" in page.text and not page.cookies
    today = timezone.localdate()
    wish = {"name": "Anna", "stay_from": today, "stay_to": today + timedelta(days=3)}
    assert client.post("/en/title/azul/put-aside/", wish)["Location"].startswith("/en/reservation/")
    again = client.post("/en/title/azul/put-aside/", wish)
    assert "already put aside" in again.text
    assert Reservation.objects.count() == 1


def test_the_desk_settles_a_reservation(keeper, house):
    today = timezone.localdate()
    one = Reservation.objects.create(title=house[0].title, name="Anna", stay_from=today, stay_to=today)
    assert "Anna" in keeper.get(DESK).text
    keeper.post(reverse("desk:close_reservation", args=[one.pk]))
    assert "Anna" not in keeper.get(DESK).text


def test_wishes_from_one_direction_are_limited(client, house):
    today = timezone.localdate()
    for n in range(10):
        client.post("/en/title/azul/put-aside/", {"name": f"Guest {n}", "stay_from": today, "stay_to": today})
    page = client.post(
        "/en/title/hive/put-aside/", {"name": "Guest 11", "stay_from": today, "stay_to": today}
    )
    assert "That is a lot of requests" in page.text
    assert not Reservation.objects.filter(name="Guest 11").exists()


# ── Cataloguing
# ──────────────────────────────────────────────────────────────────────────────────────────────────────

NEW = {"kind": "game", "condition": "good"}


def test_a_new_title_with_its_box(keeper, house):
    form = {
        **NEW,
        "name": "Ricochet Robots",
        "players_min": 1,
        "players_max": 10,
        "inventory_number": "E0004",
    }
    assert keeper.post(reverse("desk:add"), form).status_code == 302
    title = GameTitle.objects.get(slug="ricochet-robots")
    assert title.copies.get().inventory_number == "E0004"
    assert list(AuditEntry.objects.values_list("who", "kind").order_by("pk")) == [
        ("house keeper", "catalogue.gametitle"), ("house keeper", "catalogue.copy")
    ]  # fmt: skip


def test_what_is_there_already_is_offered_first(keeper, house):
    form = {**NEW, "name": "azul!", "inventory_number": "E0009"}
    page = keeper.post(reverse("desk:add"), form)
    assert f"?title={house[0].title_id}" in page.text
    assert GameTitle.objects.count() == 3
    keeper.post(reverse("desk:add"), {**form, "sure": "azul!"})
    assert GameTitle.objects.filter(slug__startswith="azul").count() == 2


def test_a_further_box_and_a_number_that_is_taken(keeper, house):
    form = {**NEW, "title": house[0].title_id, "inventory_number": "e0002"}
    assert "e0002" in keeper.post(reverse("desk:add"), form).text
    keeper.post(reverse("desk:add"), {**form, "inventory_number": "E0004"})
    assert house[0].title.copies.count() == 2


def test_a_number_that_is_taken_in_this_very_moment(keeper, house, monkeypatch):
    monkeypatch.setattr(QuerySet, "exists", lambda self: False)
    form = {**NEW, "title": house[0].title_id, "inventory_number": "E0002"}
    assert "E0002" in keeper.post(reverse("desk:add"), form).text
    assert house[0].title.copies.count() == 1


def test_copying_from_a_similar_title(keeper, house):
    like = house[0].title
    like.weight = 1.8
    like.save()
    assert 'value="4"' in keeper.get(reverse("desk:add"), {"like": like.pk, "name": "Azul Mini"}).text
    form = {**NEW, "name": "Azul Mini", "like": like.pk, "sure": "Azul Mini", "players_min": 2}
    keeper.post(reverse("desk:add"), form)
    assert GameTitle.objects.get(slug="azul-mini").weight == 1.8


def test_numbers_go_on_where_they_were():
    from catalogue.desk.cataloguing import next_number

    assert next_number() == "E0001"
    box = make_copy(inventory_number="M099")
    make_copy(box.title, inventory_number="odd one")
    assert next_number() == "M100"
    make_copy(box.title, inventory_number="M100", status="lost")
    assert next_number() == "M101"


def test_several_boxes_are_changed_at_once(keeper, house):
    form = {"copy": [box.pk for box in house], "condition": "worn", "languages": "", "shelf": ""}
    keeper.post(reverse("desk:many"), form)
    assert set(Copy.objects.values_list("condition", flat=True)) == {"worn"}
    assert {box.shelf.code for box in Copy.objects.select_related("shelf")} == {"B1", "C2"}
    assert AuditEntry.objects.filter(kind="catalogue.copy").count() == 3


def test_boxes_of_one_title_are_counted_one_by_one(keeper, house):
    twin = make_copy(house[0].title, inventory_number="E0012")
    form = {"copy": [house[0].pk, twin.pk], "condition": "worn"}
    page = keeper.post(reverse("desk:many"), form, follow=True, headers={"Accept-Language": "en"})
    assert "2 entries were changed." in page.text


def test_two_entries_become_one_and_old_links_lead_on(keeper, house, client):
    keep, facts = house[0].title, {"year": 2017, "photo": "f" * 32}
    gone = make_title("Azul (2017)", slug="azul-2017", names=[("de", "Azul Spiel")], **facts)
    box = make_copy(gone, inventory_number="E0007")
    SlugRedirect.objects.create(slug="very-old", title=gone)
    keeper.post(reverse("desk:merge"), {"keep": "azul", "gone": "azul-2017"})
    keep.refresh_from_db()
    assert not GameTitle.objects.filter(pk=gone.pk).exists()
    assert (keep.year, keep.photo) == (2017, "f" * 32)
    assert Copy.objects.get(pk=box.pk).title_id == keep.pk
    assert {name.name for name in keep.names.all()} == {"Azul", "Azul (2017)", "Azul Spiel"}
    for old in ("azul-2017", "very-old"):
        assert client.get(f"/en/title/{old}/")["Location"] == "/en/title/azul/"


def test_what_contradicts_is_not_learnt(keeper):
    """Three players at least here, two at most there: no span, and no reason to refuse the rest."""
    make_title("Azul", players_min=3, minutes_max=45)
    make_title("Azul (2017)", slug="azul-2017", players_max=2, minutes_min=30)
    keeper.post(reverse("desk:merge"), {"keep": "azul", "gone": "azul-2017"})
    title = GameTitle.objects.get()
    assert (title.players_min, title.players_max) == (3, None)
    assert (title.minutes_min, title.minutes_max) == (30, 45)


def test_a_title_is_not_merged_with_itself(keeper, house):
    page = keeper.post(reverse("desk:merge"), {"keep": "azul", "gone": "azul"}, follow=True)
    assert GameTitle.objects.filter(slug="azul").exists() and 'class="note bad"' in page.text


@pytest.mark.parametrize(
    "what", ["players", "minutes", "age", "description", "mechanism", "contents", "shelf", "number"]
)
def test_what_is_missing_is_listed(keeper, house, what):
    nameless = make_copy(make_title("Nothing Known"))
    page = keeper.get(reverse("desk:queue", args=[what])).text
    assert nameless.title.name in page
    assert keeper.get(reverse("desk:queue", args=["nonsense"])).status_code == 404
