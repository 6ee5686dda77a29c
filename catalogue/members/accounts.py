"""Accounts of members: opened, changed and blocked, with subscriptions. Each change is in the audit log."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.models import Category, Copy, Member, MemberSettings, Person, Subscription
from escale.common import audit
from escale.common.text.folding import fold

CARD_PREFIX, CARD_DIGITS = "M", 5
MAX_PERSONS = 60
CACHE_KEY, CACHE_SECONDS = "members-are-on", 60


# ── The mode ──────────────────────────────────────────────────────────────────────────────────────


def load_settings() -> MemberSettings:
    """The saved settings. If none are saved, those of a house without members."""
    return MemberSettings.objects.filter(pk=MemberSettings.THE_ROW).first() or MemberSettings(
        pk=MemberSettings.THE_ROW
    )


def members_are_enabled() -> bool:
    """Whether the house has members, because staff have switched them on."""
    return load_settings().is_on


def members_are_shown() -> bool:
    """Whether the navigation shows members. It asks on every page, so the answer may be a minute old."""
    is_enabled = cache.get(CACHE_KEY)
    if is_enabled is None:
        is_enabled = members_are_enabled()
        cache.set(CACHE_KEY, is_enabled, CACHE_SECONDS)
    return is_enabled


@transaction.atomic
def save_settings(settings: MemberSettings, *, who: Any) -> None:
    before = audit.take_snapshot(load_settings())
    settings.pk = MemberSettings.THE_ROW
    settings.save()
    audit.record_change(who=who, thing=settings, before=before)
    if settings.is_on and not Category.objects.exists():
        audit.record_addition(who=who, thing=Category.objects.create(name=_("Family")))
    transaction.on_commit(lambda: cache.delete(CACHE_KEY))


# ── Accounts ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PersonEntry:
    """A person, as entered in the form."""

    name: str
    born: int | None = None


def next_card() -> str:
    """A card number that no member has: one more than that of the last account."""
    number = (Member.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    while Member.objects.with_card(_write_card(number)).exists():
        number += 1
    return _write_card(number)


def _write_card(number: int) -> str:
    return f"{CARD_PREFIX}{number:0{CARD_DIGITS}}"


@transaction.atomic
def save_member(member: Member, persons: Sequence[PersonEntry], *, who: Any) -> Member:
    """Opens an account, or changes it. Raises DeskRefusal if a member or a box has the card number."""
    _check_card(member)
    is_new = member.pk is None
    before = {} if is_new else audit.take_snapshot(Member.objects.select_for_update().get(pk=member.pk))
    names = [member.name, *(person.name for person in persons), member.card]
    # A blank stands before each word, so that the search finds the beginnings of words.
    member.words = f" {' '.join(fold(name) for name in names)}"
    member.sort_key = fold(member.name)[:120]
    member.save()
    if is_new:
        audit.record_addition(who=who, thing=member)
    else:
        audit.record_change(who=who, thing=member, before=before)
    _save_persons(member, persons, who)
    return member


def _check_card(member: Member) -> None:
    member.card = member.card.strip()
    if Member.objects.with_card(member.card).exclude(pk=member.pk).exists():
        raise DeskRefusal(_("Another member has this card number."))
    boxes = Copy.objects.with_number(member.card) | Copy.objects.filter(barcode=member.card)
    if boxes.exists():
        raise DeskRefusal(_("A box has this number: the desk could not tell the card and the box apart."))


def _save_persons(member: Member, persons: Sequence[PersonEntry], who: Any) -> None:
    """Replaces the persons of the account. Persons who stay the same are not touched."""
    new_entries = list(persons)[:MAX_PERSONS]
    for person in member.persons.all():
        entry = PersonEntry(person.name, person.born)
        if entry in new_entries:
            new_entries.remove(entry)
        else:
            audit.record_deletion(who=who, thing=person)
            person.delete()
    for entry in new_entries:
        person = Person.objects.create(member=member, name=entry.name, born=entry.born)
        audit.record_addition(who=who, thing=person)


@transaction.atomic
def block_member(member: Member, reason: str, *, who: Any) -> None:
    """Blocks the card. The desk sees the reason. An empty reason unblocks the card."""
    audit.change_fields(who=who, thing=member, blocked=reason.strip()[:200])


# ── Subscriptions ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    first: date
    last: date
    fee: Decimal
    deposit: Decimal
    paid_by: str
    note: str = ""


def propose_days(member: Member, today: date) -> tuple[date, date]:
    """The first and last day of the next subscription: a year, from the end of the last one or from today."""
    last_day = member.subscriptions.aggregate(last=Max("last"))["last"] if member.pk else None
    first = max(today, last_day + timedelta(days=1)) if last_day else today
    return first, add_year(first) - timedelta(days=1)


def add_year(day: date) -> date:
    """The same day of the next year; the last day of February if there is no 29th."""
    last_of_month = calendar.monthrange(day.year + 1, day.month)[1]
    return day.replace(year=day.year + 1, day=min(day.day, last_of_month))


@transaction.atomic
def subscribe(member: Member, payment: Payment, *, who: Any) -> Subscription:
    Member.objects.select_for_update().get(pk=member.pk)  # Of two desks, the second sees what the first did.
    if payment.last < payment.first:
        raise DeskRefusal(_("The subscription ends before it begins."))
    if member.subscriptions.filter(first__lte=payment.last, last__gte=payment.first).exists():
        raise DeskRefusal(_("The member has a subscription for some of these days already."))
    subscription = Subscription.objects.create(
        member=member,
        category=member.category,
        commune=member.commune,
        persons=max(1, member.persons.count()),
        first=payment.first,
        last=payment.last,
        fee=payment.fee,
        deposit=payment.deposit,
        paid_by=payment.paid_by or ("" if payment.fee else Subscription.PaidBy.FREE),
        note=payment.note,
    )
    audit.record_addition(who=who, thing=subscription)
    return subscription


@transaction.atomic
def settle_subscription(
    subscription: Subscription, *, today: date, who: Any, paid_by: str = "", returns_deposit: bool = False
) -> None:
    """Notes how a subscription was paid, or that its deposit was returned."""
    if paid_by:
        audit.change_fields(who=who, thing=subscription, paid_by=paid_by)
    if returns_deposit:
        audit.change_fields(who=who, thing=subscription, deposit_returned_on=today)
