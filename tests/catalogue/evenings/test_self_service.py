"""At the box: what its code opens, and guests who take it and put it back by themselves."""

import dataclasses
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from catalogue import ports
from catalogue.desk import DeskRefusal, lending, reserving
from catalogue.evenings import self_service, stays
from catalogue.models import Copy, Loan, Reservation, Stay
from catalogue.ports import RuleLink
from escale.common.models import AuditEntry
from escale.house import roles
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


@pytest.fixture
def today():
    return timezone.localdate()


@pytest.fixture
def box():
    return make_copy(make_title("Azul", components="100 tiles *\n1 bag"), inventory_number="E1", shelf="B1")


@pytest.fixture
def stay(today):
    title = make_title("Hive")
    make_copy(title)
    return Reservation.objects.create(
        title=title, name="Anna", stay_from=today, stay_to=today + timedelta(days=3)
    )


@pytest.fixture
def phone(client, stay):
    """A phone on which the guest has opened the link of the reservation."""
    client.post(f"/en/reservation/{reserving.sign_token(stay)}/phone/")
    return client


def test_the_code_of_a_label_opens_the_page_of_its_box(client, box):
    answer = client.get("/t/azul/?box=E1", headers={"Accept-Language": "en"})
    assert answer["Location"] == "/en/box/E1/"
    page = client.get("/en/box/e1/").text
    assert "/en/title/azul/score/" in page and "Take it for my stay" not in page
    assert client.get("/en/box/E2/").status_code == 404


def test_a_box_leads_to_its_companion(client, monkeypatch):
    make_copy(make_title("Halunken", bgg_id=7), inventory_number="E7")
    rule = RuleLink("halunken", ("en",), "halunken")
    monkeypatch.setattr(ports, "rules", lambda: {7: rule})
    assert 'href="/en/play/halunken/with-your-box/"' in client.get("/en/box/E7/").text
    monkeypatch.setattr(ports, "rules", lambda: {7: dataclasses.replace(rule, engine="")})
    assert "with-your-box" not in client.get("/en/box/E7/").text


def test_a_guest_takes_a_box_and_puts_it_back_with_one_tap_each(phone, box, stay):
    phone.post("/en/box/E1/", {"act": "take"})
    loan = Loan.objects.get()
    assert (loan.copy, loan.borrower, loan.due, loan.note) == (box, "Anna", stay.stay_to, "self-service")
    assert "You have this box" in phone.get("/en/box/E1/").text
    form = {
        "act": "back",
        f"piece-{box.pk}": ["tiles"],
        f"count-{box.pk}": ["100"],
        f"missing-count-{box.pk}": ["2"],
    }
    phone.post("/en/box/E1/", form)
    box.refresh_from_db()
    assert (box.status, box.missing) == ("repair", "2/100 tiles")
    assert [entry.kind for entry in AuditEntry.objects.filter(action="add")] == ["catalogue.loan"]
    assert AuditEntry.objects.filter(kind="catalogue.loan", action="change").count() == 1


def test_a_second_tap_makes_no_second_loan_and_no_second_return(box, stay, today):
    first, second = (self_service.take_box(box, stay, today=today) for _phone in range(2))
    assert first == second and Loan.objects.count() == 1
    for _phone in range(2):
        assert self_service.put_back(box, stay, missing="", today=today).status == "in"
    assert Loan.objects.exclude(back=None).count() == 1


def test_without_a_stay_nothing_moves(client, box, stay, today):
    assert (
        "Open the link to your reservation or your stay" in client.post("/en/box/E1/", {"act": "take"}).text
    )
    Reservation.objects.filter(pk=stay.pk).update(stay_from=today + timedelta(days=1))
    client.post(f"/en/reservation/{reserving.sign_token(stay)}/phone/")
    assert self_service.COOKIE not in client.cookies
    client.cookies[self_service.COOKIE] = "forged"
    client.post("/en/box/E1/", {"act": "take"})
    assert not Loan.objects.exists()


def test_a_guest_cannot_put_back_what_others_have_nor_take_what_is_promised(box, stay, today):
    other = Reservation.objects.create(title=box.title, name="Bea", stay_from=today, stay_to=stay.stay_to)
    with pytest.raises(DeskRefusal):
        self_service.take_box(box, stay, today=today)
    self_service.take_box(box, other, today=today)
    with pytest.raises(DeskRefusal):
        self_service.put_back(box, stay, missing="", today=today)
    assert Copy.objects.get(pk=box.pk).status == "out"


def test_who_reserves_under_the_name_of_another_guest_neither_sees_nor_ends_their_loans(box, stay, today):
    """Anybody can reserve, under any name, without having been in the house."""
    others_box = make_copy(make_title("Tikal"), inventory_number="E2")
    lending.lend_copies(copies=[others_box.pk], borrower="Anna", out=today, due=today)
    self_service.take_box(box, stay, today=today)
    forger = Reservation.objects.create(title=box.title, name="anna ", stay_from=today, stay_to=today)
    assert self_service.list_own_loans(forger) == []
    for copy in (box, others_box):
        with pytest.raises(DeskRefusal):
            self_service.put_back(copy, forger, missing="", today=today)
    assert [loan.copy for loan in self_service.list_own_loans(stay)] == [box]


def test_the_link_that_took_a_box_puts_it_back_also_if_it_was_reserved_by_another_one(box, stay, today):
    other = Reservation.objects.create(title=box.title, name="Anna", stay_from=today, stay_to=stay.stay_to)
    self_service.take_box(box, stay, today=today)
    other.refresh_from_db()
    assert other.done
    assert self_service.put_back(box, stay, missing="", today=today).status == "in"


def test_the_link_of_a_stay_needs_three_taps_to_bring_a_box_back(client, box, today):
    made = stays.make_stay(name="Carla", stay_from=today, stay_to=today, today=today, who=None)
    lending.lend_copies(copies=[box.pk], borrower="carla ", out=today, due=today)
    address = f"/en/stay/{stays.sign_token(made)}/"
    page = client.get(address).text
    assert "Use this phone for the boxes" in page and self_service.COOKIE not in client.cookies
    client.post(address)
    assert '<a class="button wide" href="/en/box/E1/">' in client.get(address).text
    client.post("/en/box/E1/", {"act": "back"})
    assert Copy.objects.get(pk=box.pk).status == "in"
    assert "You have no boxes." in client.get(address).text


def test_a_revoked_link_and_one_of_other_days_open_nothing(client, box, today, django_user_model):
    clerk = django_user_model.objects.create_user("clerk")
    made = stays.make_stay(name="Carla", stay_from=today, stay_to=today, today=today, who=clerk)
    address = f"/en/stay/{stays.sign_token(made)}/"
    client.post(address)
    client.post("/en/box/E1/", {"act": "take"})
    for _tap in range(2):
        stays.revoke_link(made, who=clerk)
    client.post("/en/box/E1/", {"act": "back"})
    assert Loan.objects.get().back is None
    assert client.get(address).status_code == client.get("/en/stay/forged/").status_code == 410
    assert self_service.find_stay(stays.sign_token(made), today=today) is None
    log = AuditEntry.objects.filter(kind="catalogue.stay").order_by("pk")
    assert [(entry.who, entry.action) for entry in log] == [("clerk", "add"), ("clerk", "change")]
    later = today + timedelta(days=1)
    early = stays.make_stay(name="Dario", stay_from=later, stay_to=later, today=today, who=None)
    assert self_service.find_stay(stays.sign_token(early), today=today) is None
    assert self_service.find_stay(stays.sign_token(early), today=later) == early


@pytest.mark.parametrize(("first", "last"), [(1, 0), (-3, -1), (0, 32)])
def test_a_stay_with_impossible_days_is_refused(today, first, last):
    days = {"stay_from": today + timedelta(days=first), "stay_to": today + timedelta(days=last)}
    with pytest.raises(DeskRefusal):
        stays.make_stay(name="Carla", today=today, who=None, **days)


def test_two_guests_of_one_name_have_no_links_for_the_same_day(today):
    later = today + timedelta(days=2)
    first = stays.make_stay(name="Rossi", stay_from=today, stay_to=later, today=today, who=None)
    with pytest.raises(DeskRefusal):
        stays.make_stay(name=" rossi", stay_from=later, stay_to=later, today=today, who=None)
    stays.make_stay(name="Rossi, room 4", stay_from=today, stay_to=later, today=today, who=None)
    stays.revoke_link(first, who=None)
    stays.make_stay(name="Rossi", stay_from=today, stay_to=later, today=today, who=None)


@pytest.fixture
def clerk(client, django_user_model):
    """A browser in which somebody of the desk is signed in."""
    roles.update_groups()  # tests that empty the database take the groups with them
    user = django_user_model.objects.create_user("clerk", is_staff=True)
    user.groups.add(Group.objects.get(name=roles.DESK))
    client.force_login(user)
    return client


def test_the_desk_makes_shows_and_revokes_a_link(clerk, today):
    assert 'value="Family Rossi"' in clerk.get("/staff/desk/stays/?name=Family%20Rossi").text
    form = {"name": "Family Rossi", "stay_from": today.isoformat(), "stay_to": today.isoformat()}
    page = clerk.post("/staff/desk/stays/", form, follow=True).text
    made = Stay.objects.get()
    assert stays.sign_token(made).split(":")[0] in page
    code = f"/staff/desk/stays/{made.pk}/code.svg"
    assert code in page and clerk.get(code).content.startswith(b"<svg xmlns=")
    assert "Family Rossi" in clerk.get("/staff/desk/stays/").text
    clerk.post(f"/staff/desk/stays/{made.pk}/revoke/")
    assert f"/staff/desk/stays/{made.pk}/" not in clerk.get("/staff/desk/stays/").text
    assert clerk.get(code).status_code == 404
    wrong = clerk.post("/staff/desk/stays/", form | {"stay_to": "2020-01-01"})
    assert wrong.status_code == 422 and Stay.objects.count() == 1
