"""What a member may borrow: how many boxes and for how long. Says which rules a loan would break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogue.desk import DeskRefusal
from catalogue.members.opening import OpenDays
from catalogue.models import BoxKind, Category, Copy, Loan, LoanRule, Member


@dataclass(frozen=True, slots=True)
class Objection:
    """A rule that a loan would break. Staff may confirm the code, and lend all the same."""

    code: str
    text: str


class RulesAtRisk(DeskRefusal):
    """The loan would break rules. Staff may confirm that, and lend all the same."""

    def __init__(self, objections: Sequence[Objection]) -> None:
        super().__init__(" ".join(objection.text for objection in objections))
        self.objections = objections


@dataclass(frozen=True, slots=True)
class Allowance:
    """The rules of a category; by id, the rules of kinds of boxes that have their own."""

    category: Category
    rules_by_kind: Mapping[int, LoanRule]

    def count_days(self, kind_id: int | None) -> int:
        rule = self.rules_by_kind.get(kind_id) if kind_id else None
        return rule.days if rule and rule.days else self.category.days

    def find_due_day(self, kind_id: int | None, *, out: date, open_days: OpenDays) -> date:
        return open_days.find_open_day(out + timedelta(days=self.count_days(kind_id)))


def load_allowance(category: Category) -> Allowance:
    return Allowance(category, {rule.kind_id: rule for rule in category.rules.select_related("kind")})


def find_objections(
    member: Member, copies: Iterable[Copy], allowance: Allowance, *, today: date
) -> list[Objection]:
    """The objections to lending these boxes to the member. Takes three queries for any number of boxes."""
    objections = list_objections_to_member(member, today=today)
    counts = Counter(
        dict(Loan.objects.open().filter(member=member).values_list("copy__kind").annotate(Count("pk")))
    )
    counts.update(copy.kind_id for copy in copies)
    category = allowance.category
    if counts.total() > category.boxes:
        words = {"n": counts.total(), "most": category.boxes, "category": category}
        text = ngettext(
            "The card would have %(n)s box; the limit for the category “%(category)s” is %(most)s.",
            "The card would have %(n)s boxes; the limit for the category “%(category)s” is %(most)s.",
            counts.total(),
        )
        objections.append(Objection(f"boxes-{counts.total()}", text % words))
    for kind_id, rule in allowance.rules_by_kind.items():
        if rule.boxes is not None and counts[kind_id] > rule.boxes:
            objections.append(_object_to_kind(rule.kind, counts[kind_id], rule.boxes))
    return objections


def _object_to_kind(kind: BoxKind, count: int, most: int) -> Objection:
    text = ngettext(
        "The card would have %(n)s box of the kind “%(kind)s”; the limit is %(most)s.",
        "The card would have %(n)s boxes of the kind “%(kind)s”; the limit is %(most)s.",
        count,
    )
    return Objection(f"kind-{kind.pk}-{count}", text % {"n": count, "kind": kind, "most": most})


def list_objections_to_member(member: Member, *, today: date) -> list[Objection]:
    """The objections to any loan or renewal of the member."""
    objections = []
    if member.blocked:
        text = _("The card is blocked: %(reason)s") % {"reason": member.blocked}
        objections.append(Objection("blocked", text))
    if not member.subscriptions.filter(first__lte=today, last__gte=today).exists():
        objections.append(Objection("subscription", _("No subscription is valid today.")))
    late_count = Loan.objects.overdue(today).filter(member=member).count()
    if late_count:
        text = ngettext("%(n)s box is overdue.", "%(n)s boxes are overdue.", late_count) % {"n": late_count}
        objections.append(Objection(f"late-{late_count}", text))
    return objections
