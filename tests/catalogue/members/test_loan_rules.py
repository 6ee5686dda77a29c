"""What a member may borrow and until when; rules are broken only by staff who have seen them."""

import pytest

from catalogue.desk import DeskRefusal, lending, reserving
from catalogue.desk.promises import PromisesAtRisk
from catalogue.members import accounts, renewals
from catalogue.members.loan_rules import RulesAtRisk
from catalogue.models import BoxKind, Loan, LoanRule, MemberSettings, Reservation
from escale.common.models import AuditEntry
from tests.catalogue.members.conftest import MONDAY, in_days

pytestmark = pytest.mark.django_db


def lend(member, *boxes, **details) -> list[Loan]:
    return lending.lend_copies(copies=[box.pk for box in boxes], member=member, **{"out": MONDAY} | details)


def reserve(box, first: int, last: int) -> Reservation:
    request = reserving.ReservationRequest("Bernd", in_days(first), in_days(last))
    return reserving.reserve_title(title=box.title, request=request, today=MONDAY)


def codes_at_risk(member, *boxes, **details) -> list[str]:
    with pytest.raises(RulesAtRisk) as risk:
        lend(member, *boxes, **details)
    assert not Loan.objects.filter(out=details.get("out", MONDAY)).exists()
    return [objection.code for objection in risk.value.objections]


# ── Quotas and periods ────────────────────────────────────────────────────────────────────────────


def test_a_box_is_lent_for_the_days_of_the_category(member, boxes):
    [loan] = lend(member, boxes[0])
    assert (loan.due, loan.borrower, loan.member, loan.breaks_rule) == (
        in_days(14),
        "Family Weber",
        member,
        False,
    )


def test_a_kind_of_box_has_days_and_a_quota_of_its_own(member, families, boxes):
    giant = BoxKind.objects.create(name="Giant games")
    LoanRule.objects.create(category=families, kind=giant, boxes=1, days=3)
    for box in boxes[:2]:
        box.kind = giant
        box.save()
    assert codes_at_risk(member, *boxes[:2]) == [f"kind-{giant.pk}-2"]
    loans = lend(member, boxes[0], boxes[2])
    assert [loan.due for loan in loans] == [in_days(3), in_days(14)]


def test_the_quota_counts_what_the_card_has(member, boxes):
    lend(member, boxes[0], boxes[1])
    with pytest.raises(RulesAtRisk, match="would have 3 boxes; the limit for the category “Families” is 2"):
        lend(member, boxes[2])
    assert Loan.objects.count() == 2


def test_staff_may_lend_against_a_rule_that_they_have_seen(member, boxes, django_user_model):
    clerk = django_user_model.objects.create_user("clerk")
    [code] = codes_at_risk(member, *boxes[:3])
    assert codes_at_risk(member, *boxes, confirmed_objections=[code]) == ["boxes-4"]
    loans = lend(member, *boxes[:3], confirmed_objections=[code], who=clerk)
    assert all(loan.breaks_rule for loan in loans)
    entry = AuditEntry.objects.filter(kind="catalogue.loan").latest("pk")
    assert (entry.who, entry.after["breaks_rule"], entry.after["borrower"]) == ("clerk", True, "•")


def test_a_blocked_card_and_an_ended_subscription_are_told(make_member, boxes):
    member = make_member(last=-1)
    accounts.block_member(member, "lost a box", who=None)
    assert codes_at_risk(member, boxes[0]) == ["blocked", "subscription"]


def test_a_late_box_is_told(member, boxes):
    lend(member, boxes[0])
    assert codes_at_risk(member, boxes[1], out=in_days(15)) == ["late-1"]


def test_a_member_is_warned_of_a_promise_for_the_days_of_the_rules(member, boxes):
    reservation = reserve(boxes[0], 14, 15)
    with pytest.raises(PromisesAtRisk):
        lend(member, boxes[0])
    assert lend(member, boxes[0], confirmed_reservation_ids=[reservation.pk])[0].breaks_promise


# ── Renewals ──────────────────────────────────────────────────────────────────────────────────────


def test_a_renewal_begins_a_whole_period_today(member, boxes):
    [loan] = lend(member, boxes[0])
    renewed = renewals.renew_by_link(loan.pk, member.pk, today=in_days(10))
    assert (renewed.due, renewed.renewals) == (in_days(24), 1)
    with pytest.raises(DeskRefusal, match="cannot be renewed again"):
        renewals.renew_by_link(loan.pk, member.pk, today=in_days(20))


def test_what_is_reserved_is_not_renewed_by_link_and_at_the_desk_after_a_warning(member, boxes):
    [loan] = lend(member, boxes[0])
    reservation = reserve(boxes[0], 20, 22)
    with pytest.raises(DeskRefusal, match="reserved"):
        renewals.renew_by_link(loan.pk, member.pk, today=in_days(10))
    with pytest.raises(PromisesAtRisk):
        renewals.renew_at_desk(loan.pk, today=in_days(10), who=None)
    renewed = renewals.renew_at_desk(
        loan.pk, today=in_days(10), who=None, confirmed_reservation_ids=[reservation.pk]
    )
    assert renewed.due == in_days(24)
    assert Loan.objects.get(pk=loan.pk).breaks_promise


@pytest.mark.parametrize("trouble", ["late", "blocked", "of another", "switched off", "back"])
def test_a_link_renews_only_what_needs_no_desk(trouble, member, make_member, boxes):
    [loan] = lend(member, boxes[0])
    today, owner = in_days(10), member.pk
    if trouble == "late":
        today = in_days(15)
    if trouble == "blocked":
        accounts.block_member(member, "x", who=None)
    if trouble == "of another":
        owner = make_member("Family Other").pk
    if trouble == "switched off":
        accounts.save_settings(MemberSettings(is_on=True, renew_by_link=False), who=None)
    if trouble == "back":
        lending.return_copies(returned=[lending.ReturnedBox(boxes[0].pk, "", "good")], on=today)
    with pytest.raises(DeskRefusal):
        renewals.renew_by_link(loan.pk, owner, today=today)
    assert Loan.objects.get(pk=loan.pk).due == in_days(14)


def test_a_renewal_never_shortens_a_loan(member, boxes):
    [loan] = lend(member, boxes[0], due=in_days(60))
    with pytest.raises(DeskRefusal, match="would not extend it"):
        renewals.renew_at_desk(loan.pk, today=in_days(1), who=None)


# ── Accounts ──────────────────────────────────────────────────────────────────────────────────────


def test_a_card_is_of_one_member_and_of_no_box(member, make_member, boxes):
    with pytest.raises(DeskRefusal, match="Another member"):
        make_member("Family Other", card=member.card.lower())
    with pytest.raises(DeskRefusal, match="A box"):
        make_member("Family Other", card="e1")


def test_two_subscriptions_do_not_overlap(member):
    payment = {"fee": 20, "deposit": 0, "paid_by": "cash"}
    first, last = accounts.propose_days(member, MONDAY)
    assert first == in_days(301)
    with pytest.raises(DeskRefusal, match="already"):
        accounts.subscribe(member, accounts.Payment(first=in_days(300), last=last, **payment), who=None)
    assert accounts.subscribe(member, accounts.Payment(first=first, last=last, **payment), who=None)


def test_what_costs_nothing_is_not_unpaid(make_member):
    payment = {"first": MONDAY, "last": in_days(9), "deposit": 0, "paid_by": ""}
    for fee, paid_by in ((0, "free"), (20, "")):
        member = make_member(f"Family {fee}", last=None)
        subscription = accounts.subscribe(member, accounts.Payment(fee=fee, **payment), who=None)
        assert subscription.paid_by == paid_by


def test_the_audit_log_does_not_name_a_member(member):
    accounts.block_member(member, "owes us Azul", who=None)
    words = " ".join(AuditEntry.objects.values_list("words", flat=True))
    assert "weber" not in words and "azul" not in words
    assert AuditEntry.objects.filter(kind="catalogue.member", action="change").count() == 1
