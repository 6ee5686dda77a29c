"""Decides what the files of a rule change in the database, and remembers the content of the files.

A place is one value of a rule, such as the Italian text of a section; `places.py` lists them all. Three
things are compared for each place: the value in the files, the value in the database, and the digest of the
value in the files when they were last loaded. So an edit by staff can be told from an edit of the files.
"""

from dataclasses import dataclass, field

from rules_docs.editing.places import Places, digest_value
from rules_docs.models import LoadedPlace, RuleDocument


@dataclass
class MergePlan:
    """The places to write or remove, those edited on both sides, and those that keep the edit of staff."""

    to_write: Places = field(default_factory=dict)
    to_remove: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    staff_edits: list[str] = field(default_factory=list)


def plan_merge(
    file_places: Places,
    database_places: Places,
    digests_at_last_load: dict[str, str],
    *,
    overwrite: bool = False,
) -> MergePlan:
    """The plan for loading the files.

    A place that was edited on one side keeps that edit. Edits on both sides are a conflict, unless the files
    may overwrite.
    """
    plan = MergePlan()
    for place, value in file_places.items():
        file_digest = digest_value(value)
        database_digest = digest_value(database_places[place]) if place in database_places else None
        if file_digest == database_digest:
            continue
        is_file_unchanged = file_digest == digests_at_last_load.get(place)
        is_edited_by_staff = place in database_places and database_digest != digests_at_last_load.get(place)
        if is_file_unchanged and not overwrite:
            plan.staff_edits.append(place)
        elif is_edited_by_staff and not overwrite:
            plan.conflicts.append(place)
        else:
            plan.to_write[place] = value
    _plan_removals(plan, file_places, database_places, digests_at_last_load, overwrite=overwrite)
    return plan


def _plan_removals(
    plan: MergePlan,
    file_places: Places,
    database_places: Places,
    digests_at_last_load: dict[str, str],
    *,
    overwrite: bool,
) -> None:
    """Plans to remove places that the files no longer have, unless the staff edited them meanwhile."""
    for place in database_places.keys() - file_places.keys():
        came_from_files = place in digests_at_last_load
        # The texts of a removed section are deleted together with the section.
        if not came_from_files or place.startswith("text/"):
            continue
        is_edited_by_staff = digest_value(database_places[place]) != digests_at_last_load[place]
        if is_edited_by_staff and not overwrite:
            plan.conflicts.append(place)
        else:
            plan.to_remove.append(place)


def load_file_digests(document: RuleDocument) -> dict[str, str]:
    return dict(LoadedPlace.objects.filter(document=document).values_list("place", "digest"))


def save_file_digests(document: RuleDocument, file_places: Places) -> None:
    """Remembers the content of the files.

    A different value in the database then counts as an edit by staff.
    """
    LoadedPlace.objects.filter(document=document).delete()
    rows = []
    for place, value in file_places.items():
        rows.append(LoadedPlace(document=document, place=place, digest=digest_value(value)))
    LoadedPlace.objects.bulk_create(rows)
