"""A member sees and renews loans by a link from an email: no account, and nothing for strangers."""

import hashlib
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone, translation

from catalogue.desk import lending
from catalogue.members import accounts, links
from catalogue.models import LinkRequest, Loan, MemberLink, MemberSettings
from catalogue.web.pages import my_loans
from tests.catalogue.desk.conftest import questions
from tests.catalogue.members.conftest import MONDAY

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _today(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *arguments: MONDAY)


def ask(client, address: str):
    return client.post(reverse("catalogue:ask_link"), {"mail": address}, follow=True)


def get_link(client, address="weber@example.org") -> str:
    ask(client, address)
    links.answer_requests()
    return re.search(r"https?://[^/]+(/en/my-loans/\S+)", mail.outbox[-1].body)[1]


def lend(member, box) -> Loan:
    return lending.lend_copies(copies=[box.pk], member=member, out=timezone.localdate())[0]


def test_the_link_of_an_email_shows_the_loans_and_renews(client, member, boxes):
    loan = lend(member, boxes[0])
    address = get_link(client)
    Loan.objects.update(due=timezone.localdate())
    page = client.get(address)
    assert "Game 0" in page.text and 'content="same-origin"' in page.text
    assert "no-store" in page["Cache-Control"] or "no-cache" in page["Cache-Control"]
    assert "Renewed" in client.post(address, {"loan": loan.pk}, follow=True).text
    assert Loan.objects.get().renewals == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"due": MONDAY - timedelta(days=1)}, "It is overdue"),
        ({"renewals": 1}, "cannot be renewed again"),
        ({"due": MONDAY + timedelta(days=14)}, "already due on 16 March"),
    ],
)
def test_a_loan_that_cannot_be_renewed_has_a_reason_instead_of_a_button(
    client, member, boxes, changes, reason
):
    lend(member, boxes[0])
    address = get_link(client)
    Loan.objects.update(**{"out": MONDAY - timedelta(days=9), "due": MONDAY} | changes)
    page = client.get(address).text
    assert reason in page and 'name="loan"' not in page


def test_an_ended_subscription_is_not_shown_as_running(client, make_member):
    make_member(last=-1)
    page = client.get(get_link(client)).text
    assert "No subscription is valid today." in page and "subscribed until" not in page


def test_a_wrong_address_is_refused_in_our_own_terms(client, members_on):
    """Django’s French message speaks of an “e-mail”, which is no word of ours."""
    with translation.override("fr"):
        assert "Saisissez une adresse électronique valide." in ask(client, "weber").text


def test_the_answer_is_the_same_for_strangers_who_get_nothing(client, member):
    texts = [
        re.sub(r"csrf\S+|value=\"\w+\"", "", ask(client, who).text)
        for who in ("weber@example.org", "no@example.org")
    ]
    assert texts[0] == texts[1]
    assert mail.outbox == [] and LinkRequest.objects.count() == 2
    links.answer_requests()
    assert [message.to for message in mail.outbox] == [["weber@example.org"]]
    assert not LinkRequest.objects.exists()


def test_only_the_hash_of_a_token_is_kept_and_for_some_days_only(client, member):
    address = get_link(client)
    token = address.rstrip("/").rsplit("/", 1)[1]
    link = MemberLink.objects.get()
    assert link.token_hash == hashlib.sha256(token.encode()).hexdigest()
    MemberLink.objects.update(valid_until=timezone.localdate().replace(year=2025))
    assert client.get(address).status_code == 410


@pytest.mark.parametrize("token", ["x", "a" * 64, "é"])
def test_a_wrong_token_opens_nothing(client, member, token):
    assert client.get(reverse("catalogue:my_loans", args=[token])).status_code == 410


def test_a_loan_of_another_member_is_not_renewed(client, member, make_member, boxes):
    loan = lend(make_member("Family Other", mail="other@example.org"), boxes[0])
    address = get_link(client)
    client.post(address, {"loan": loan.pk})
    assert Loan.objects.get().renewals == 0
    assert client.post(address, {"loan": "x"}).status_code == 404


def test_links_end_when_members_are_switched_off(client, member):
    address = get_link(client)
    accounts.save_settings(MemberSettings(is_on=False), who=None)
    assert client.get(address).status_code == 410
    assert client.get(reverse("catalogue:ask_link")).status_code == 404


@pytest.mark.parametrize("limit_of_links", ["LINK_REQUESTS", "LINKS_OF_ADDRESS"])
def test_links_and_renewals_have_limits(client, member, boxes, monkeypatch, limit_of_links):
    for name in (limit_of_links, "RENEWALS"):
        monkeypatch.setattr(my_loans, name, getattr(my_loans, name)._replace(times=1))
    loan = lend(member, boxes[0])
    address = get_link(client)
    assert "a lot of links" in ask(client, "weber@example.org").text
    for _time in range(2):
        page = client.post(address, {"loan": loan.pk}, follow=True).text
    assert "a lot of renewals" in page
    monkeypatch.setattr(my_loans, "LINK_USES", my_loans.LINK_USES._replace(times=1))
    refused = client.get(address)
    assert refused.status_code == 429 and 0 < int(refused["Retry-After"]) <= 3600
    assert "Too many links" in refused.text and "no longer valid" not in refused.text


def test_the_page_asks_as_often_for_three_loans_as_for_one(client, member, boxes):
    address = get_link(client)
    lend(member, boxes[0])
    questions(client, address)
    first = questions(client, address)
    lend(member, boxes[1])
    assert questions(client, address) == first
