"""Marks titles without a box as for reference only, which hides them from guests, and shows them again.

Dumps of all games that were imported by older versions of the site are in the public catalogue. Here staff
take all their titles out of it at once. The titles of one such change get the same version of the catalogue.
By this version the change is undone, except for titles that somebody has changed since.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.models import CatalogueVersion, Copy, GameTitle
from catalogue.models.titles import GameTitleQuerySet
from catalogue.services import lock_catalogue, raise_version
from escale.common import audit
from escale.common.models import AuditEntry

# The keys of the two changes in the audit log; CatalogueVersion has their labels.
KEPT, TOUCHED, SHOWN_AGAIN = "kept_for_reference", "touched", "shown_again"
MAX_LISTED = 10  # of the changes that can be undone


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be undone, and how many of its titles nobody has changed since."""

    version: int
    titles: int
    at: datetime
    who: str
    touched: bool  # whether the change included titles that somebody had entered or changed


def find_titles(*, touched: bool = False) -> GameTitleQuerySet:
    """The titles that guests see although the house never had a box of them.

    With `touched`, this includes titles that somebody entered or changed. Without it, these are only the
    titles that an import of facts without boxes has written and nobody has changed.
    """
    boxes = Copy.objects.filter(title=OuterRef("pk"))
    titles = GameTitle.objects.filter(~Exists(boxes), is_reference=False)
    if touched:
        return titles
    return titles.filter(row_mark__isnull=False, row_version=F("changed_in"))


@transaction.atomic
def keep_for_reference(*, touched: bool, who: Any) -> int:
    """Hides the titles of `find_titles` from guests; returns their number."""
    lock_catalogue()
    titles = find_titles(touched=touched)
    if not titles.exists():
        return 0
    version, now = raise_version(), timezone.now()
    count = titles.update(is_reference=True, changed_in=version, changed_at=now)
    _record(who, {KEPT: count, TOUCHED: touched})
    return count


@transaction.atomic
def show_again(*, version: int, who: Any) -> int:
    """Undoes the change that made this version; returns how many titles guests see again."""
    lock_catalogue()
    change = next((change for change in list_changes() if change.version == version), None)
    if change is None:
        raise DeskRefusal(_("This change can no longer be undone."))
    new_version = raise_version()
    values = {"is_reference": False, "changed_in": new_version, "changed_at": timezone.now()}
    if not change.touched:
        values["row_version"] = new_version  # The titles count as unchanged since their import again.
    count = GameTitle.objects.filter(is_reference=True, changed_in=version).update(**values)
    _record(who, {SHOWN_AGAIN: count})
    return count


def _record(who: Any, values: dict[str, Any]) -> None:
    row = CatalogueVersion.objects.get(pk=CatalogueVersion.THE_ROW)
    audit.record(who=who, action=audit.CHANGE, thing=row, before={}, after=values)


def list_changes() -> list[Change]:
    """The latest changes that can be undone, the newest first."""
    entries = AuditEntry.objects.filter(kind=CatalogueVersion._meta.label_lower, after__has_key=KEPT)
    changes = []
    for entry in entries.order_by("-pk")[:MAX_LISTED]:
        version = int(entry.label)
        titles = GameTitle.objects.filter(is_reference=True, changed_in=version).count()
        if titles:
            changes.append(Change(version, titles, entry.at, entry.who, entry.after[TOUCHED]))
    return changes
