"""Finds members by their card, or by the names of the account and of its persons."""

from __future__ import annotations

from catalogue.models import Member
from catalogue.models.members import MemberQuerySet
from escale.common.text.folding import fold

MAX_FOUND = 12


def find_by_card(code: str) -> Member | None:
    code = code.strip()
    if not code or len(code) > 20:
        return None
    return Member.objects.select_related("category").with_card(code).first()


def filter_by_name(members: MemberQuerySet, text: str) -> MemberQuerySet:
    """The members for whom each word of the text begins a word of a name, or of the card number."""
    for word in fold(text).split()[:6]:
        members = members.filter(words__contains=f" {word}")
    return members


def find_members(text: str) -> list[Member]:
    """The member with this card, else the first ones with these names."""
    if member := find_by_card(text):
        return [member]
    if not fold(text):
        return []
    return list(filter_by_name(Member.objects.select_related("category"), text)[:MAX_FOUND])
