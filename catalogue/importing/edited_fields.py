"""Finds the facts that staff entered or corrected by hand, by their entries in the audit log."""

from collections import defaultdict
from collections.abc import Sequence

from django.db import models

from catalogue.models import GameTitle
from escale.common.models import AuditEntry

IDS_PER_QUERY = 1000


def load_edited_fields(pks: Sequence[int], model: type[models.Model] = GameTitle) -> dict[int, set[str]]:
    """By primary key of a title or box, the fields that staff entered. Imports are not in the audit log."""
    edited: dict[int, set[str]] = defaultdict(set)
    for start in range(0, len(pks), IDS_PER_QUERY):
        things = [str(pk) for pk in pks[start : start + IDS_PER_QUERY]]
        entries = AuditEntry.objects.filter(kind=model._meta.label_lower, thing__in=things)
        for pk, values in entries.values_list("thing", "after"):
            edited[int(pk)].update(name for name, value in values.items() if value not in (None, ""))
    return edited
