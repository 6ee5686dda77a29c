"""A day with members at the desk: open an account, scan a card, lend, renew, erase."""

import json
import re

import pytest
from django.urls import reverse

from catalogue.desk import labels, lending
from catalogue.members import accounts
from catalogue.models import Loan, Member, MemberSettings, Subscription
from escale.common.models import AuditEntry
from escale.house import roles
from tests.catalogue.desk.conftest import questions
from tests.catalogue.making import make_copy, make_title
from tests.catalogue.members.conftest import MONDAY, in_days

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Family Rossi", "kind": "family", "card": "M77", "persons": "Ada Rossi, 2015\nBruno Rossi",
    "mail": "rossi@example.org", "language": "it", "commune": "Thonon", "wants_reminders": "on",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _today(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *arguments: MONDAY)


@pytest.fixture
def desk(keeper):
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return keeper


def test_an_account_is_opened_subscribed_and_found_by_any_name(desk, families):
    address = reverse("desk:add_member")
    answer = desk.post(address, FORM | {"category": families.pk})
    member = Member.objects.get(card="M77")
    page = reverse("desk:member", args=[member.pk])
    assert answer.url == page
    assert list(member.persons.values_list("name", "born")) == [("Ada Rossi", 2015), ("Bruno Rossi", None)]
    days = {"first": "2026-03-02", "last": "2027-03-01"}
    desk.post(page, days | {"act": "subscribe", "fee": "25.50", "deposit": "50", "paid_by": "cash"})
    subscription = Subscription.objects.get()
    assert (subscription.commune, subscription.persons, str(subscription.fee)) == ("Thonon", 2, "25.50")
    for text in ("bruno", "ROSSI ada", "m77"):
        assert "Family Rossi" in desk.get(reverse("desk:members"), {"q": text}, follow=True).text
    assert "Family Rossi" not in desk.get(reverse("desk:members"), {"q": "ossi"}).text


def test_a_wrong_account_is_refused_with_the_field(desk, families, boxes):
    answer = desk.post(reverse("desk:add_member"), FORM | {"category": families.pk, "card": "E1"})
    assert "A box has this number" in answer.text and not Member.objects.exists()


def test_card_and_boxes_are_scanned_and_lent_with_a_receipt(desk, member, boxes):
    address = reverse("desk:lending")
    answer = desk.get(address, {"code": member.card.lower()}, follow=True)
    assert "Family Weber" in answer.text
    answer = desk.get(address, {"code": "E1", "member": member.pk}, follow=True)
    assert "Family Weber" in answer.text and "Game 1" in answer.text
    answer = desk.post(address, {"act": "lend", "copy": boxes[1].pk, "member": member.pk}, follow=True)
    loan = Loan.objects.get()
    assert (loan.member, loan.due) == (member, in_days(14))
    receipt = reverse("desk:receipt", args=[member.pk])
    assert receipt in answer.text
    page = desk.get(receipt).text
    assert "Game 1" in page and "Family Weber" in page


def test_the_desk_confirms_what_the_rules_object_to(desk, member, boxes):
    address = reverse("desk:lending")
    form = {"act": "lend", "copy": [box.pk for box in boxes[:3]], "member": member.pk}
    answer = desk.post(address, form)
    assert "would have 3 boxes" in answer.text and 'name="despite" value="boxes-3"' in answer.text
    assert not Loan.objects.exists()
    desk.post(address, form | {"despite": "boxes-3"})
    assert Loan.objects.filter(breaks_rule=True).count() == 3


def test_without_members_the_desk_knows_no_card(desk, member, boxes):
    accounts.save_settings(MemberSettings(is_on=False), who=None)
    page = desk.get(reverse("desk:lending"), {"code": member.card}, follow=True).text
    assert "Nothing here matches" in page
    form = {"act": "lend", "copy": boxes[0].pk, "member": member.pk, "borrower_kind": "person",
            "borrower": "Bernd", "due": "2026-03-05"}  # fmt: skip
    desk.post(reverse("desk:lending"), form)
    assert (Loan.objects.get().member, Loan.objects.get().borrower) == (None, "Bernd")


def test_a_loan_is_renewed_on_the_page_of_the_member(desk, member, boxes, monkeypatch):
    [loan] = lending.lend_copies(copies=[boxes[0].pk], member=member, out=in_days(-5))
    page = reverse("desk:member", args=[member.pk])
    desk.post(page, {"act": "renew", "loan": loan.pk})
    assert Loan.objects.get().due == in_days(14)


def test_the_desk_says_when_a_box_is_due_before_and_after_it_is_lent(desk, member, boxes):
    address = reverse("desk:lending")
    chosen = {"copy": boxes[0].pk, "member": member.pk}
    page = desk.get(address, chosen).text
    assert "Leave empty to follow the rules: 16 March." in page
    # A refusal is shown in the panel, which lies below the fold of a phone.
    assert page.count('formaction="#lend"') == 1
    answer = desk.post(address, chosen | {"act": "lend"}, follow=True)
    assert "1 box lent to Family Weber. Due back: 16 March." in answer.text


def test_members_of_the_name_come_before_boxes_that_sound_like_it(desk, member):
    make_copy(make_title("Webber"), inventory_number="E9")
    page = desk.get(reverse("desk:lending"), {"code": "weber"}).text
    assert 0 < page.index("Family Weber") < page.index("E9 · Webber")


def test_who_renews_nothing_is_told_to_tick(desk, member, boxes):
    answer = desk.post(reverse("desk:member", args=[member.pk]), {"act": "renew"}, follow=True)
    assert "Tick the boxes to renew." in answer.text


def test_the_log_names_what_is_private_by_its_kind_in_the_language_of_the_reader(desk, member):
    desk.post(reverse("desk:member", args=[member.pk]), {"act": "export"})
    desk.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    page = desk.get(reverse("admin:common_auditentry_changelist")).text
    assert "Personenbezogene Daten exportiert: ja" in page
    assert set(re.findall(r"<td[^>]*>(member|Mitglied)</td>", page)) == {"Mitglied"}


def test_all_that_is_kept_is_given_out_and_erased_with_a_note_in_the_log(desk, member, boxes):
    page = reverse("desk:member", args=[member.pk])
    values = json.loads(desk.post(page, {"act": "export"}).content)
    assert values["members"][0]["name"] == "Family Weber"
    assert values["members"][0]["persons"] == [{"name": "Anna Weber", "born": 2016}]
    assert "Tick the box" in desk.post(page, {"act": "erase"}, follow=True).text
    desk.post(page, {"act": "erase", "confirmed": "1"})
    assert not Member.objects.exists()
    log = AuditEntry.objects.filter(kind="catalogue.member", who=roles.HOUSE_KEEPER)
    assert [entry.after.get("exported") or entry.action for entry in log.order_by("pk")] == [True, "delete"]


def test_cards_are_printed(desk, member):
    answer = desk.get(reverse("desk:member_cards"), {"member": member.pk})
    assert answer.content.startswith(b"%PDF")


def test_without_members_there_is_no_card_to_print(desk):
    page = desk.get(reverse("desk:member_cards"), follow=True).text
    assert "There is no member to print a card for." in page and "shelf matches" not in page


@pytest.mark.parametrize("name", ["members", "lending", "loans", "member", "receipt", "member_settings"])
def test_a_page_asks_as_often_for_many_as_for_one(desk, member, make_member, name):
    arguments = [member.pk] if name in ("member", "receipt") else []
    address = reverse(f"desk:{name}", args=arguments) + f"?member={member.pk}"

    def lend(number: int) -> None:
        box = make_copy(make_title(f"Box {number}"))
        Loan.objects.create(copy=box, member=member, borrower="x", out=in_days(-20), due=in_days(-5 + number))

    lend(0)
    questions(desk, address)
    first = questions(desk, address)
    for number in (1, 2):
        lend(number)
        make_member(f"Family {number}")
    assert questions(desk, address) == first
    assert first <= (12 if name in ("members", "loans") else 16)


def test_a_card_names_the_library(member, monkeypatch):
    monkeypatch.setattr("catalogue.ports.house_name", lambda: "Le Dé perché")
    [card] = labels.make_member_cards([member])
    assert card.facts == "Le Dé perché · Families"
