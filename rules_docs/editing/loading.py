"""Loads a rule from its files into the database, all or nothing, never silently over edits of the staff."""

from dataclasses import dataclass

from django.db import transaction

from rules_docs.editing import editions, merging, place_writers, places, revisions
from rules_docs.editing.merging import MergePlan
from rules_docs.models import ChangeKind, RuleDocument
from rules_docs.text.faults import Fault, FileFault, RuleFilesError
from rules_docs.text.rule_files import SKELETON_FILE, RuleFiles


@dataclass(frozen=True)
class LoadReport:
    """The places (`places.py`) that were written, removed, or left as the staff edited them."""

    document: RuleDocument
    written: list[str]
    removed: list[str]
    staff_edits: list[str]
    edition: int | None


@transaction.atomic
def load_rule(
    rule: RuleFiles, *, kind: str = ChangeKind.CLARIFY, overwrite: bool = False, remove: bool = False
) -> LoadReport:
    """Loads a rule; raises RuleFilesError if the files contradict edits of the staff.

    `kind` is why the texts changed in the pivot, the language that decides the sense: it decides whether the
    other languages become stale. With `overwrite` the files win over edits of the staff. Without `remove` a
    section that is no longer in the files is a fault.
    """
    document, is_new = RuleDocument.objects.select_for_update().get_or_create(
        slug=rule.slug, defaults={"pivot": rule.skeleton["pivot"]}
    )
    file_places = places.collect_from_files(rule)
    database_places = {} if is_new else places.collect_from_database(document)
    digests_at_last_load = merging.load_file_digests(document)
    plan = merging.plan_merge(file_places, database_places, digests_at_last_load, overwrite=overwrite)
    _check_plan(rule, plan, remove=remove)
    if plan.to_write or plan.to_remove:
        _apply_plan(document, plan, kind)
    merging.save_file_digests(document, file_places)
    edition = _freeze_new_edition(document, rule)
    document.refresh_from_db()
    return LoadReport(
        document=document,
        written=sorted(plan.to_write),
        removed=plan.to_remove,
        staff_edits=plan.staff_edits,
        edition=edition,
    )


def _check_plan(rule: RuleFiles, plan: MergePlan, *, remove: bool) -> None:
    faults = [_create_conflict_fault(rule, place) for place in plan.conflicts]
    if not remove:
        removed_sections = [place.split("/")[1] for place in plan.to_remove if place.startswith("section/")]
        skeleton_file = rule.label_file(SKELETON_FILE)
        faults += [FileFault(skeleton_file, Fault.at(1, "section_gone", key=key)) for key in removed_sections]
    if faults:
        raise RuleFilesError(faults)


def _create_conflict_fault(rule: RuleFiles, place: str) -> FileFault:
    """The fault with the line of the file that contradicts an edit of the staff."""
    place_kind, *names = place.split("/")
    if place_kind == "text":
        section_key, language = names
        file = f"{language}.md"
        line = rule.find_heading_line(section_key, language)
    elif place_kind == "title":
        file = f"{names[0]}.md"
        line = 1
    else:
        file = SKELETON_FILE
        line = rule.find_line(f'"{names[-1]}"') if names else 1
    return FileFault(rule.label_file(file), Fault.at(line, "edited", place=place))


def _apply_plan(document: RuleDocument, plan: MergePlan, kind: str) -> None:
    """Writes first what texts refer to, then the texts, then the rulings, which refer to sections."""
    place_writers.write_skeleton(document, plan.to_write)
    place_writers.remove_places(document, plan.to_remove)
    place_writers.write_texts(document, plan.to_write, kind)
    place_writers.write_rulings(document, plan.to_write)
    revisions.render_document(document)


def _freeze_new_edition(document: RuleDocument, rule: RuleFiles) -> int | None:
    """The number of the edition that the files announce; None if it was frozen before."""
    version = rule.skeleton["version"]
    if version <= document.edition:
        return None
    return editions.freeze_edition(document=document, number=version).number
