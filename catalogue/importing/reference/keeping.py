"""Keeps titles without a box for reference, and shows them to guests again.

Dumps of all games that were imported before the site knew titles for reference are in the public catalogue. Here
staff take them out of it at once. All titles of one change get one version of the catalogue: by this version the
change is taken back, except for titles that somebody has touched since.
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

# The words of the audit log for the two changes; CatalogueVersion has their labels.
KEPT, TOUCHED, SHOWN_AGAIN = "kept_for_reference", "touched", "shown_again"
MAX_LISTED = 10  # changes that can be taken back on the page


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be taken back: its titles are still for reference, and nobody has touched them since."""

    version: int
    titles: int
    at: datetime
    who: str
    touched: bool  # whether titles were among them that somebody had entered or changed


def find_titles(*, touched: bool = False) -> GameTitleQuerySet:
    """The titles that guests see although the house never had a box of them.

    With `touched`, also those that somebody entered or changed. Without it, only those that are as an import of
    facts without boxes has left them.
    """
    boxes = Copy.objects.filter(title=OuterRef("pk"))
    titles = GameTitle.objects.filter(~Exists(boxes), is_reference=False)
    if touched:
        return titles
    return titles.filter(row_mark__isnull=False, row_version=F("changed_in"))


@transaction.atomic
def keep_for_reference(*, touched: bool, who: Any) -> int:
    """Hide the titles of `find_titles` from guests; returns how many these were."""
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
    """Take the change back that made this version; returns how many titles guests see again."""
    lock_catalogue()
    change = next((change for change in list_changes() if change.version == version), None)
    if change is None:
        raise DeskRefusal(_("This change can no longer be taken back."))
    new_version = raise_version()
    values = {"is_reference": False, "changed_in": new_version, "changed_at": timezone.now()}
    if not change.touched:
        values["row_version"] = new_version  # They are as their import has left them again.
    count = GameTitle.objects.filter(is_reference=True, changed_in=version).update(**values)
    _record(who, {SHOWN_AGAIN: count})
    return count


def _record(who: Any, values: dict[str, Any]) -> None:
    row = CatalogueVersion.objects.get(pk=CatalogueVersion.THE_ROW)
    audit.record(who=who, action=audit.CHANGE, thing=row, before={}, after=values)


def list_changes() -> list[Change]:
    """The latest changes that can be taken back, the newest first."""
    entries = AuditEntry.objects.filter(kind=CatalogueVersion._meta.label_lower, after__has_key=KEPT)
    changes = []
    for entry in entries.order_by("-pk")[:MAX_LISTED]:
        version = int(entry.label)
        titles = GameTitle.objects.filter(is_reference=True, changed_in=version).count()
        if titles:
            changes.append(Change(version, titles, entry.at, entry.who, entry.after[TOUCHED]))
    return changes
