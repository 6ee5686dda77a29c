"""Inventory checks: staff walk along the shelves, scan the boxes, and correct what the report shows.

A finding is a box that was seen on a shelf in a check. Every scan is stored at once, so a check can be
interrupted, and several people can scan.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, npgettext_lazy

from catalogue import services
from catalogue.desk import DeskRefusal, lending
from catalogue.models import Copy, InventoryCheck, InventoryFinding, Shelf, StrayCode
from catalogue.models.copies import CopyQuerySet
from escale.common import audit, languages


class BoxState(StrEnum):
    """The state of a scanned box or code in the report of a check."""

    RIGHT = "right"
    MISPLACED = "misplaced"
    TURNED_UP = "turned-up"
    OUT = "out"
    REPAIR = "repair"
    MISSING = "missing"
    SHELF_NOT_COUNTED = "uncounted"
    UNKNOWN = "unknown"


LABELS = {
    BoxState.RIGHT: gettext_lazy("in its place"),
    BoxState.MISPLACED: gettext_lazy("misplaced"),
    BoxState.TURNED_UP: gettext_lazy("here, although it is recorded as unavailable"),
    BoxState.OUT: gettext_lazy("out, as it should be"),
    BoxState.REPAIR: gettext_lazy("under repair"),
    BoxState.MISSING: gettext_lazy("missing"),
    BoxState.SHELF_NOT_COUNTED: gettext_lazy("on shelves not yet counted"),
    BoxState.UNKNOWN: gettext_lazy("unknown code"),
}

# After the number of boxes or codes in a state.
COUNT_LABELS = {
    BoxState.RIGHT: npgettext_lazy("after a number of boxes", "in its place", "in their place", "n"),
    BoxState.MISPLACED: npgettext_lazy("after a number of boxes", "misplaced", "misplaced", "n"),
    BoxState.TURNED_UP: npgettext_lazy(
        "after a number of boxes",
        "here, although it is recorded as unavailable",
        "here, although they are recorded as unavailable",
        "n",
    ),
    BoxState.OUT: npgettext_lazy(
        "after a number of boxes", "out, as it should be", "out, as they should be", "n"
    ),
    BoxState.REPAIR: LABELS[BoxState.REPAIR],
    BoxState.MISSING: npgettext_lazy("after a number of boxes", "missing", "missing", "n"),
    BoxState.SHELF_NOT_COUNTED: LABELS[BoxState.SHELF_NOT_COUNTED],
    BoxState.UNKNOWN: npgettext_lazy("after a number", "unknown code", "unknown codes", "n"),
}


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line of the report: a box, or a code that belongs to no box."""

    state: BoxState
    code: str
    name: str = ""  # of the title
    expected: str = ""  # the shelf where the box belongs
    seen: str = ""  # the shelf where it was seen
    copy: int | None = None

    @property
    def label(self) -> str:
        return str(LABELS[self.state])


def label_count(state: BoxState, count: int) -> str:
    """What stands after the number of boxes or codes in a state."""
    return str(COUNT_LABELS[state] % {"n": count})


# ── The check ─────────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def begin_check(*, shelf: Shelf | None, note: str = "", who: Any = None) -> InventoryCheck:
    check = InventoryCheck.objects.create(shelf=shelf, begun_at=timezone.now(), note=note)
    audit.record_addition(who=who, thing=check)
    return check


@transaction.atomic
def close_check(*, check: InventoryCheck, who: Any = None) -> None:
    """Ends the check. Closing it a second time changes nothing."""
    if check.ended_at is None:
        audit.change_fields(who=who, thing=check, ended_at=timezone.now())


def _refuse_closed(check: InventoryCheck) -> None:
    if check.ended_at:
        raise DeskRefusal(_("This inventory is closed."))


# ── Scans ─────────────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def record_scan(
    *, check: InventoryCheck, code: str, shelf: Shelf | None, who: str = ""
) -> InventoryFinding | StrayCode:
    """Notes that a code was seen on a shelf. A second scan of the same box replaces the first."""
    _refuse_closed(check)
    copies = lending.find_copies(code) or _find_gone_copies(code)
    seen = {"seen_on": shelf, "seen_at": timezone.now()}
    if not copies:
        number = lending.parse_box_code(code) or code.strip()[:40]
        stray, _created = StrayCode.objects.update_or_create(
            inventory_check=check, code=number, defaults=seen
        )
        return stray
    copies_of_shelf = [copy for copy in copies if copy.shelf_id == (shelf.pk if shelf else None)]
    copy = _choose_unseen(check, copies_of_shelf or copies)
    finding, _created = InventoryFinding.objects.update_or_create(
        inventory_check=check, copy=copy, defaults={**seen, "seen_by": who}
    )
    return finding


def _find_gone_copies(code: str) -> list[Copy]:
    """The boxes with this inventory number that were recorded as lost or retired, but turned up."""
    return list(Copy.objects.with_title_and_shelf().with_number(lending.parse_box_code(code)))


def _choose_unseen(check: InventoryCheck, copies: list[Copy]) -> Copy:
    """The first of these boxes, all with one barcode, that was not seen yet; else the first of all."""
    seen_ids = set(check.findings.filter(copy__in=copies).values_list("copy_id", flat=True))
    return next((copy for copy in copies if copy.pk not in seen_ids), copies[0])


@transaction.atomic
def remove_findings(*, check: InventoryCheck, copies: list[int]) -> None:
    _refuse_closed(check)
    check.findings.filter(copy__in=copies).delete()


# ── The report ────────────────────────────────────────────────────────────────────────────────────


def expected_copies(check: InventoryCheck) -> CopyQuerySet:
    """The boxes that belong to the shelf of the check, or else to the whole house. Boxes on loan are
    included.
    """
    copies = Copy.objects.not_gone().with_title_and_shelf()
    return copies.filter(shelf=check.shelf_id) if check.shelf_id else copies


def count_seen(check: InventoryCheck) -> int:
    """How many of the expected boxes were seen, on any shelf. Other boxes that were seen do not count."""
    return expected_copies(check).filter(findings__inventory_check=check).count()


def list_report_lines(check: InventoryCheck) -> Iterator[ReportLine]:
    """Yields the boxes that were seen, then the others, then the codes that belong to no box."""
    findings = list(
        check.findings.select_related("copy__shelf", "copy__title", "seen_on").prefetch_related(
            "copy__title__names"
        )
    )
    for finding in findings:
        seen_on = finding.seen_on.code if finding.seen_on else ""
        yield _make_line(_state_of_finding(finding), finding.copy, seen=seen_on)
    seen_ids = {finding.copy_id for finding in findings}
    # Until a check of the whole house ends, a box is missing only if somebody has scanned on its shelf.
    is_complete = bool(check.ended_at or check.shelf_id)
    scanned_shelf_ids = {finding.seen_on_id for finding in findings}
    unseen_copies = expected_copies(check).exclude(pk__in=seen_ids)
    for copy in unseen_copies.order_by("shelf__room", "shelf__position", "shelf__code", "pk"):
        is_counted = is_complete or copy.shelf_id in scanned_shelf_ids
        yield _make_line(_state_of_unseen(copy, is_counted), copy)
    for stray in check.strays.select_related("seen_on"):
        yield ReportLine(BoxState.UNKNOWN, stray.code, seen=stray.seen_on.code if stray.seen_on else "")


def _state_of_finding(finding: InventoryFinding) -> BoxState:
    if finding.copy.status != Copy.Status.IN:
        return BoxState.TURNED_UP
    return BoxState.MISPLACED if finding.is_misplaced else BoxState.RIGHT


def _state_of_unseen(copy: Copy, is_counted: bool) -> BoxState:
    if copy.status == Copy.Status.OUT:
        return BoxState.OUT
    if copy.status == Copy.Status.REPAIR:
        return BoxState.REPAIR
    return BoxState.MISSING if is_counted else BoxState.SHELF_NOT_COUNTED


def _make_line(state: BoxState, copy: Copy, *, seen: str = "") -> ReportLine:
    return ReportLine(
        state=state,
        code=str(copy),
        name=copy.title.name_in(languages.current()),
        expected=copy.shelf.code if copy.shelf else "",
        seen=seen,
        copy=copy.pk,
    )


@services.catalogue_transaction()
def correct_boxes(
    *, check: InventoryCheck, move: list[int], lost: list[int], back: Collection[int] = (), who: Any = None
) -> int:
    """Corrects what the check has found; returns the number of boxes that were changed.

    Boxes in `move` get the shelf on which they were seen. Boxes in `back` were seen although they are
    recorded as unavailable: they are available again. Boxes in `lost` were not seen: they are recorded as
    lost.
    """
    changed_copies: list[Copy] = []
    away = check.findings.filter(copy__in=back).exclude(copy__status=Copy.Status.IN).select_related("copy")
    for finding in away:
        changed_copies.append(_take_back(finding, who))
    moved = [*move, *(copy.pk for copy in changed_copies)]
    findings = check.findings.filter(copy__in=moved).exclude(seen_on=None).select_related("copy")
    for finding in findings:
        audit.change_fields(who=who, thing=finding.copy, shelf_id=finding.seen_on_id)
        changed_copies.append(finding.copy)
    unseen_copies = expected_copies(check).exclude(findings__inventory_check=check)
    for copy in unseen_copies.filter(pk__in=lost, status=Copy.Status.IN):
        audit.change_fields(who=who, thing=copy, status=Copy.Status.LOST)
        changed_copies.append(copy)
    if changed_copies:
        services.mark_changed({copy.title_id for copy in changed_copies})
    return len({copy.pk for copy in changed_copies})


def _take_back(finding: InventoryFinding, who: Any) -> Copy:
    """Makes a box available that was seen on a shelf but is recorded as unavailable."""
    copy = finding.copy
    if copy.status == Copy.Status.OUT:
        seen = lending.ReturnedBox(copy=copy.pk, missing=copy.missing, condition=copy.condition)
        lending.return_copies(returned=[seen], on=timezone.localdate(finding.seen_at), who=who)
    else:
        audit.change_fields(who=who, thing=copy, status=Copy.Status.IN)
    return copy
