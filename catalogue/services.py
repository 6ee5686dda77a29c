"""What may be done to the catalogue. Whoever changes it says so with `mark_changed`, in the same transaction."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import islice

from django.db import connection, connections, router, transaction
from django.utils import timezone

from catalogue.models import CatalogueVersion, Copy, GameTitle, Loan, RemovedTitle, SlugRedirect, TitleName
from escale.common.text.folding import sort_key

CHUNK = 1000  # Ids in one statement: every database takes as many.


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened after a version: ids of titles to read again and of titles that are gone."""

    version: int
    changed: list[int]
    removed: list[int]


class CopyUnavailable(Exception):
    """The copy cannot be lent now."""


def current_version() -> int:
    """What a process compares with the version that its index was built from. Every page asks: so in plain SQL."""
    with connections[router.db_for_read(CatalogueVersion)].cursor() as cursor:
        cursor.execute("SELECT number FROM catalogue_catalogueversion")
        row = cursor.fetchone()
    return row[0] if row else 0


def lock_catalogue() -> None:
    """Nobody else changes the catalogue until this transaction ends: PostgreSQL too has one such writer at a time.

    Else one could hold a box and wait for the version that another holds, who waits for the box.
    """
    if connection.features.has_select_for_update:
        _version()


@contextmanager
def catalogue_transaction() -> Iterator[None]:
    """A transaction that changes the catalogue."""
    with transaction.atomic():
        lock_catalogue()
        yield


def raise_version() -> int:
    """The next version, locked until the transaction ends, so that versions are committed in their order."""
    row = _version()
    row.number += 1
    row.save(update_fields=["number"])
    return row.number


def _version() -> CatalogueVersion:
    return CatalogueVersion.objects.select_for_update().get_or_create(pk=CatalogueVersion.THE_ROW)[0]


@transaction.atomic
def mark_changed(titles: Iterable[GameTitle | int]) -> int:
    """Say that these titles (or what hangs on them) changed; returns the new version."""
    ids = iter([title if isinstance(title, int) else title.pk for title in titles])
    version, now = raise_version(), timezone.now()
    while chunk := list(islice(ids, CHUNK)):
        GameTitle.objects.filter(pk__in=chunk).update(changed_in=version, changed_at=now)
    return version


@catalogue_transaction()
def remove_title(title: GameTitle) -> int:
    """Take a title out and leave its tombstone. Its copies must have gone before."""
    version = raise_version()
    RemovedTitle.objects.create(title_id=title.pk, slug=title.slug, changed_in=version, removed_at=timezone.now())
    title.delete()
    return version


def redirect_old_slug(slug: str, title: GameTitle) -> None:
    """Whoever asks for a former address is led to the title; the one that it has now leads nowhere else."""
    SlugRedirect.objects.filter(slug=title.slug).delete()
    SlugRedirect.objects.update_or_create(slug=slug, defaults={"title": title})


def refresh_sort_key(title: GameTitle) -> None:
    """After its names have changed: lists order it by the main one."""
    main = title.names.filter(kind=TitleName.Kind.MAIN).first()
    if main:
        GameTitle.objects.filter(pk=title.pk).update(sort_key=sort_key(main.name, main.language))


@transaction.atomic
def changes_since(version: int) -> Changes:
    now = current_version()
    return Changes(
        version=now,
        changed=list(GameTitle.objects.changed_since(version).values_list("pk", flat=True)),
        removed=list(RemovedTitle.objects.filter(changed_in__gt=version).values_list("title_id", flat=True)),
    )


@catalogue_transaction()
def lend_copy(
    copy: Copy,
    *,
    borrower: str,
    due: date,
    out: date,
    borrower_kind: str = Loan.BorrowerKind.PERSON,
    note: str = "",
) -> Loan:
    copy = Copy.objects.select_for_update().get(pk=copy.pk)
    if copy.status != Copy.Status.IN:
        raise CopyUnavailable(copy.get_status_display())
    loan = Loan.objects.create(copy=copy, borrower=borrower, borrower_kind=borrower_kind, out=out, due=due, note=note)
    _set_status(copy, Copy.Status.OUT)
    return loan


@catalogue_transaction()
def return_copy(loan: Loan, *, on: date) -> Copy:
    """The box is back on its shelf; taking it back twice changes nothing."""
    copy = Copy.objects.select_for_update().get(pk=loan.copy_id)
    if Loan.objects.filter(pk=loan.pk, back=None).update(back=on):
        _set_status(copy, Copy.Status.IN)
    return copy


def _set_status(copy: Copy, status: str) -> None:
    copy.status = status
    copy.save(update_fields=["status"])
    mark_changed([copy.title_id])
