"""The search of the desk, for everything at once: a box by its number, barcode or label, a title by a name
that may be misspelled, a shelf, and people who have a box or wait for one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Q

from catalogue.desk import box_lists, lending
from catalogue.members import accounts
from catalogue.members.finding import find_by_card, find_members
from catalogue.models import Copy, Loan, Member, Reservation, Shelf
from escale.common.text.folding import fold
from escale.common.text.similar_words import is_similar

MAX_FOUND = 12  # of each kind
MAX_COMPARED = 5000  # loans, and as many reservations, whose names are compared with the text
MIN_NAME = 2  # letters of a text that is compared with names


@dataclass(slots=True)
class Findings:
    """What the desk's search has found; in each list the best matches come first."""

    was_scanned: bool = False  # The text is the code of these boxes, or the card number of this member.
    boxes: list[Copy] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    shelves: list[Shelf] = field(default_factory=list)
    loans: list[Loan] = field(default_factory=list)
    reservations: list[Reservation] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.boxes or self.members or self.shelves or self.loans or self.reservations)


def find_everything(text: str, *, today: date, with_people: bool = True) -> Findings:
    """What the text can mean. A scanned code finds only its box or its member, so staff need not choose."""
    if copies := lending.find_copies(text):
        return Findings(was_scanned=True, boxes=copies)
    with_members = with_people and accounts.members_are_enabled()
    if with_members and (member := find_by_card(text)):
        return Findings(was_scanned=True, members=[member])
    findings = Findings(boxes=box_lists.find_boxes_by_title(text), shelves=find_shelves(text))
    if with_people and len(text) >= MIN_NAME:
        open_loans = Loan.objects.open().order_by("due", "pk")
        waiting = Reservation.objects.current(today).order_by("stay_from", "pk")
        loan_ids = _match_names(text, open_loans.values_list("pk", "borrower")[:MAX_COMPARED])
        reservation_ids = _match_names(text, waiting.values_list("pk", "name")[:MAX_COMPARED])
        with_title = ("copy__title__names", "copy__shelf")
        findings.loans = list(open_loans.filter(pk__in=loan_ids).prefetch_related(*with_title))
        findings.members = find_members(text) if with_members else []
        findings.reservations = list(waiting.filter(pk__in=reservation_ids).prefetch_related("title__names"))
    return findings


def find_shelves(text: str) -> list[Shelf]:
    """The shelf with this code or label address; else those whose room or label contains the text."""
    code = text.rstrip("/").rsplit("/", 1)[-1] if "/s/" in text else text.strip()
    if shelf := Shelf.objects.filter(code__iexact=code).first():
        return [shelf]
    if len(code) < MIN_NAME:
        return []
    return list(Shelf.objects.filter(Q(label__icontains=code) | Q(room__icontains=code))[:MAX_FOUND])


def _match_names(text: str, names: Iterable[tuple[int, str]]) -> list[int]:
    """The ids of the names in which each word of the text begins a word, perhaps with a typing error."""
    wanted_words = fold(text).split()
    matching_ids = []
    for pk, name in names:
        words = fold(name).split()
        if all(any(is_similar(wanted_word, word) for word in words) for wanted_word in wanted_words):
            matching_ids.append(pk)
    return matching_ids[:MAX_FOUND]
