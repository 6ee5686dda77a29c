"""Counting the house: walk along the shelves, scan what stands there, settle what does not fit.

A check is a set of findings. Whoever scans adds to it, so it may be left and taken up again, by several at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogue import services
from catalogue.desk import DeskRefusal, lending
from catalogue.models import Copy, InventoryCheck, InventoryFinding, Shelf, StrayCode
from catalogue.models.copies import CopyQuerySet
from escale.common import audit


class State(StrEnum):
    RIGHT = "right"
    MISPLACED = "misplaced"
    TURNED_UP = "turned-up"
    OUT = "out"
    REPAIR = "repair"
    MISSING = "missing"
    UNCOUNTED = "uncounted"
    UNKNOWN = "unknown"


LABELS = {
    State.RIGHT: gettext_lazy("in its place"),
    State.MISPLACED: gettext_lazy("misplaced"),
    State.TURNED_UP: gettext_lazy("here, though it counts as away"),
    State.OUT: gettext_lazy("out, as it should be"),
    State.REPAIR: gettext_lazy("in repair"),
    State.MISSING: gettext_lazy("missing"),
    State.UNCOUNTED: gettext_lazy("on shelves not yet counted"),
    State.UNKNOWN: gettext_lazy("unknown code"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One box, or one code that no box bears, in the report."""

    state: State
    code: str
    name: str = ""
    expected: str = ""
    seen: str = ""
    copy: int | None = None

    @property
    def label(self) -> str:
        return str(LABELS[self.state])


@transaction.atomic
def begin(*, shelf: Shelf | None, note: str = "", who: Any = None) -> InventoryCheck:
    check = InventoryCheck.objects.create(shelf=shelf, begun_at=timezone.now(), note=note)
    audit.record_addition(who=who, thing=check)
    return check


@transaction.atomic
def scan(*, check: InventoryCheck, code: str, shelf: Shelf | None, who: str = "") -> InventoryFinding | StrayCode:
    """A code was seen on a shelf. Scanned twice, it stands where it was seen last."""
    _must_be_open(check)
    found = lending.copies_of(code) or _gone(code)
    here = [copy for copy in found if copy.shelf_id == (shelf and shelf.pk)]
    seen = {"seen_on": shelf, "seen_at": timezone.now()}
    if not found:
        number = lending.written_on(code) or code.strip()[:40]
        return StrayCode.objects.update_or_create(inventory_check=check, code=number, defaults=seen)[0]
    chosen = _next(check, here or found)
    defaults = {**seen, "seen_by": who}
    return InventoryFinding.objects.update_or_create(inventory_check=check, copy=chosen, defaults=defaults)[0]


def _gone(code: str) -> list[Copy]:
    """A box that was thought lost may turn up."""
    return list(Copy.objects.with_title_and_shelf().with_number(lending.written_on(code)))


def _next(check: InventoryCheck, copies: list[Copy]) -> Copy:
    """Of several boxes with one barcode, one that was not seen yet."""
    seen = set(check.findings.filter(copy__in=copies).values_list("copy_id", flat=True))
    return next((copy for copy in copies if copy.pk not in seen), copies[0])


@transaction.atomic
def unscan(*, check: InventoryCheck, copies: list[int]) -> None:
    _must_be_open(check)
    check.findings.filter(copy__in=copies).delete()


def _must_be_open(check: InventoryCheck) -> None:
    if check.ended_at:
        raise DeskRefusal(_("This inventory is closed."))


def expected(check: InventoryCheck) -> CopyQuerySet:
    """The boxes that should be found, or be known to be away."""
    copies = Copy.objects.not_gone().with_title_and_shelf()
    return copies.filter(shelf=check.shelf_id) if check.shelf_id else copies


def lines(check: InventoryCheck) -> Iterator[Line]:
    """What stands in its place, what does not, what was not seen; then the codes that nobody knows."""
    findings = check.findings.select_related("copy__shelf", "copy__title", "seen_on")
    seen = {finding.copy_id: finding for finding in findings.prefetch_related("copy__title__names")}
    for finding in seen.values():
        yield _line(_state(finding), finding.copy, seen=finding.seen_on.code if finding.seen_on else "")
    away = {Copy.Status.OUT: State.OUT, Copy.Status.REPAIR: State.REPAIR}
    # While one still walks, a box is only missing where somebody has been.
    walked = None if check.ended_at or check.shelf_id else {finding.seen_on_id for finding in seen.values()}
    for copy in expected(check).exclude(pk__in=seen).order_by("shelf__room", "shelf__position", "shelf__code", "pk"):
        unseen = State.MISSING if walked is None or copy.shelf_id in walked else State.UNCOUNTED
        yield _line(away.get(Copy.Status(copy.status), unseen), copy)
    for stray in check.strays.select_related("seen_on"):
        yield Line(State.UNKNOWN, stray.code, seen=stray.seen_on.code if stray.seen_on else "")


def _state(finding: InventoryFinding) -> State:
    if finding.copy.status != Copy.Status.IN:
        return State.TURNED_UP
    return State.RIGHT if finding.seen_on_id in (None, finding.copy.shelf_id) else State.MISPLACED


def _line(state: State, copy: Copy, *, seen: str = "") -> Line:
    return Line(state, str(copy), copy.title.name, copy.shelf.code if copy.shelf else "", seen, copy.pk)


@transaction.atomic
def close(*, check: InventoryCheck, who: Any = None) -> None:
    """Closing it twice changes nothing."""
    if check.ended_at is None:
        audit.change_fields(who=who, thing=check, ended_at=timezone.now())


@services.catalogue_transaction()
def settle(*, check: InventoryCheck, move: list[int], lost: list[int], who: Any = None) -> int:
    """Move boxes to where they were seen, and write off as lost what nobody saw; how many were changed."""
    changed: list[Copy] = []
    findings = check.findings.filter(copy__in=move).exclude(seen_on=None).select_related("copy")
    for finding in findings:
        audit.change_fields(who=who, thing=finding.copy, shelf_id=finding.seen_on_id)
        changed.append(finding.copy)
    for copy in expected(check).filter(pk__in=lost, status=Copy.Status.IN).exclude(findings__inventory_check=check):
        audit.change_fields(who=who, thing=copy, status=Copy.Status.LOST)
        changed.append(copy)
    if changed:
        services.mark_changed({copy.title_id for copy in changed})
    return len(changed)
