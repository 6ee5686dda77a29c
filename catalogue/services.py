"""Changes of the catalogue. Code that changes titles, or what belongs to them, calls `mark_changed`, too.

Each change raises the version of the catalogue. A process compares it with the version of its search index.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice

from django.db import connection, connections, router, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from catalogue.models import (
    CatalogueVersion,
    Copy,
    GameTitle,
    Loan,
    LostVersions,
    Member,
    RemovedTitle,
    Reservation,
    SlugRedirect,
    TitleName,
)
from escale.common.text.folding import build_sort_key

VERSIONS_BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
IDS_PER_STATEMENT = 1000  # Every database accepts this number of parameters.
# Consonants and digits that look different from each other. They spell no word.
KEY_LENGTH, KEY_LETTERS = 5, "BCDFGHJKMPQRTVWXYZ2346789"


@dataclass(frozen=True, slots=True)
class Changes:
    """The ids of the titles that were changed, and of those that were removed, after a version."""

    version: int
    changed: list[int]
    removed: list[int]


class CopyUnavailable(Exception):
    """The copy cannot be lent now. The text is its status."""


# ── Versions ──────────────────────────────────────────────────────────────────────────────────────


def current_version() -> int:
    """The version of the catalogue.

    Every page asks for it. So the query is plain SQL, which takes less time than a query of the ORM.
    """
    with connections[router.db_for_read(CatalogueVersion)].cursor() as cursor:
        cursor.execute("SELECT number FROM catalogue_catalogueversion")
        row = cursor.fetchone()
    return row[0] if row else 0


def lock_catalogue() -> None:
    """Keeps all other processes from changing the catalogue until this transaction ends.

    SQLite has one writer at a time anyway. On PostgreSQL, two transactions could deadlock otherwise: one
    holds a box and waits for the version, the other holds the version and waits for the box.
    """
    if connection.features.has_select_for_update:
        _lock_version()


@contextmanager
def catalogue_transaction() -> Iterator[None]:
    """A transaction that changes the catalogue."""
    with transaction.atomic():
        lock_catalogue()
        yield


def _lock_version() -> CatalogueVersion:
    return CatalogueVersion.objects.select_for_update().get_or_create(pk=CatalogueVersion.THE_ROW)[0]


def raise_version() -> int:
    """Raises the version of the catalogue; returns the new version.

    The row stays locked until the transaction ends, so that versions are committed in their order.
    """
    version = _lock_version()
    version.number += 1
    version.save(update_fields=["number"])
    return version.number


@transaction.atomic
def note_restore() -> None:
    """Raises the version of a restored catalogue to a number that no version had before the restore.

    This number is the seconds since `VERSIONS_BEGIN`, because a catalogue changes less than once a second.
    """
    version = _lock_version()
    seconds = int((timezone.now() - VERSIONS_BEGIN).total_seconds())
    new_number = max(version.number + 1, seconds)
    LostVersions.objects.create(after=version.number, before=new_number)
    version.number = new_number
    version.save(update_fields=["number"])


def is_lost(number: int) -> bool:
    """Whether a restore has undone this version."""
    return LostVersions.objects.filter(after__lt=number, before__gt=number).exists()


@transaction.atomic
def mark_changed(titles: Iterable[GameTitle | int]) -> int:
    """Marks these titles as changed, or what belongs to them; returns the new version."""
    remaining_ids = iter([title if isinstance(title, int) else title.pk for title in titles])
    version, now = raise_version(), timezone.now()
    while ids := list(islice(remaining_ids, IDS_PER_STATEMENT)):
        GameTitle.objects.filter(pk__in=ids).update(changed_in=version, changed_at=now)
    return version


@transaction.atomic
def changes_since(version: int) -> Changes:
    removed_titles = RemovedTitle.objects.filter(changed_in__gt=version)
    return Changes(
        version=current_version(),
        changed=list(GameTitle.objects.changed_since(version).values_list("pk", flat=True)),
        removed=list(removed_titles.values_list("title_id", flat=True)),
    )


# ── Ids in exports ────────────────────────────────────────────────────────────────────────────────


def collection_key() -> str:
    """Letters that distinguish this collection from others in exports. They are chosen at the first call."""
    row = CatalogueVersion.objects.filter(pk=CatalogueVersion.THE_ROW).first()
    if row is None or not row.collection_key:
        with transaction.atomic():
            row = _lock_version()
            if not row.collection_key:
                row.collection_key = get_random_string(KEY_LENGTH, KEY_LETTERS)
                row.save(update_fields=["collection_key"])
    return row.collection_key


def write_box_id(key: str, copy_pk: int) -> str:
    """The id of a box in exports. An import finds the box by it, even if its number has changed."""
    return f"{key}-{copy_pk}"


# ── Titles ────────────────────────────────────────────────────────────────────────────────────────


@catalogue_transaction()
def remove_title(title: GameTitle) -> int:
    """Deletes a title that has no copies any more, and records its removal; returns the new version."""
    version = raise_version()
    RemovedTitle.objects.create(
        title_id=title.pk, slug=title.slug, changed_in=version, removed_at=timezone.now()
    )
    title.delete()
    return version


def redirect_old_slug(slug: str, title: GameTitle) -> None:
    """Redirects the former slug of a title to the title. The present slug is not redirected any more."""
    SlugRedirect.objects.filter(slug=title.slug).delete()
    SlugRedirect.objects.update_or_create(slug=slug, defaults={"title": title})


def refresh_sort_key(title: GameTitle) -> None:
    """Computes the sort key again, after the names of the title have changed."""
    main = title.names.filter(kind=TitleName.Kind.MAIN).first()
    if main:
        GameTitle.objects.filter(pk=title.pk).update(sort_key=build_sort_key(main.name, main.language))


# ── Loans ─────────────────────────────────────────────────────────────────────────────────────────


@catalogue_transaction()
def lend_copy(
    copy: Copy,
    *,
    borrower: str,
    due: date,
    out: date,
    borrower_kind: str = Loan.BorrowerKind.PERSON,
    member: Member | None = None,
    note: str = "",
    reservation: Reservation | None = None,
    breaks_promise: bool = False,
    breaks_rule: bool = False,
) -> Loan:
    """Records a loan of a copy that is on its shelf.

    `breaks_promise` tells that the copy was reserved for somebody else, `breaks_rule` that a loan rule
    forbids the loan. Staff may lend it all the same.
    """
    copy = Copy.objects.select_for_update().get(pk=copy.pk)
    if copy.status != Copy.Status.IN:
        raise CopyUnavailable(copy.get_status_display())
    loan = Loan.objects.create(
        copy=copy,
        borrower=borrower,
        borrower_kind=borrower_kind,
        member=member,
        out=out,
        due=due,
        note=note,
        reservation=reservation,
        breaks_promise=breaks_promise,
        breaks_rule=breaks_rule,
    )
    _set_status(copy, Copy.Status.OUT)
    return loan


@catalogue_transaction()
def return_copy(loan: Loan, *, on: date) -> Copy:
    """Ends a loan and makes the copy available. Returning it a second time changes nothing."""
    copy = Copy.objects.select_for_update().get(pk=loan.copy_id)
    is_open_loan = Loan.objects.filter(pk=loan.pk, back=None).update(back=on)
    if is_open_loan:
        _set_status(copy, Copy.Status.IN)
    return copy


def _set_status(copy: Copy, status: str) -> None:
    copy.status = status
    copy.save(update_fields=["status"])
    mark_changed([copy.title_id])
