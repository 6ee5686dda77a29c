"""A house with members: two categories, one family with a subscription, and a day on which all begins."""

from datetime import date, timedelta

import pytest
from django.utils import translation

from catalogue.members import accounts
from catalogue.models import Category, Member, MemberSettings, Subscription
from tests.catalogue.desk.conftest import clerk_of as clerk_of
from tests.catalogue.desk.conftest import keeper as keeper
from tests.catalogue.making import make_copy, make_title

MONDAY = date(2026, 3, 2)


def in_days(number: int) -> date:
    return MONDAY + timedelta(days=number)


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def members_on(db):
    accounts.save_settings(MemberSettings(is_on=True), who=None)


@pytest.fixture
def families(db) -> Category:
    return Category.objects.create(name="Families", boxes=2, days=14, renewals=1)


@pytest.fixture
def make_member(families):
    def make(name="Family Weber", *, first=-10, last=300, **facts) -> Member:
        facts = {"card": accounts.next_card(), "category": families, "mail": "weber@example.org"} | facts
        persons = facts.pop("persons", [accounts.PersonEntry("Anna Weber", 2016)])
        member = accounts.save_member(Member(name=name, language="en", **facts), persons, who=None)
        if last is not None:
            Subscription.objects.create(
                member=member, category=member.category, first=in_days(first), last=in_days(last)
            )
        return member

    return make


@pytest.fixture
def member(make_member) -> Member:
    return make_member()


@pytest.fixture
def boxes(db) -> list:
    return [make_copy(make_title(f"Game {n}"), inventory_number=f"E{n}") for n in range(4)]
