"""Says row by row what the import of a file would do, and writes nothing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any

from catalogue.importing.boxes.box_plan import BoxPlan
from catalogue.importing.comparing.policies import KeptField
from catalogue.importing.file.reading import FileRow
from catalogue.importing.file.report import FileProblem
from catalogue.importing.file.sheet import TitleRow
from catalogue.importing.importer import ImportRun
from catalogue.importing.links import find_new_links
from catalogue.importing.names import find_new_names
from catalogue.importing.planning import BatchPlan, PlannedTitle

BATCH_SIZE = 2000
MAX_TEXT = 200  # characters of a value that are shown
NEW, CHANGED, UNCHANGED, DOUBTFUL, REFUSED = KINDS = ("new", "changed", "unchanged", "doubtful", "refused")

Problem = tuple[int, FileProblem]  # the line, and what is wrong there


@dataclass(slots=True)
class FieldChange:
    """The value of a field now and after the import. If the catalogue keeps its value, `reason` says why."""

    field: str
    now: str
    then: str
    reason: str = ""


@dataclass(slots=True)
class ComparedRow:
    line: int
    name: str
    kinds: set[str] = field(default_factory=set)
    fields: list[FieldChange] = field(default_factory=list)
    problems: list[FileProblem] = field(default_factory=list)


def compare_batches(run: ImportRun) -> Iterator[list[ComparedRow]]:
    """Yields the compared rows, batch by batch. The run plans them as an import, but writes nothing."""
    # New titles are not written to the catalogue, so the planner must remember them.
    run.planner.remembers_new_titles = bool(run.sheet.box_fields)
    while file_rows := list(islice(run.sheet.source.rows, BATCH_SIZE)):
        yield compare_rows(run, file_rows)
    if waiting_rows := run.box_planner.end_waiting():
        yield _compare_waiting_rows(run, waiting_rows)


def compare_rows(run: ImportRun, file_rows: list[FileRow]) -> list[ComparedRow]:
    """What the import of these rows would do. Rows that must wait for the end of the file are left out."""
    report = run.report
    first_refusal, first_note = len(report.refusals), len(report.notes)
    remaining_rows = run.fingerprints.skip_unchanged(file_rows, run.planner.line_by_identity)
    rows_by_line = _describe_unchanged(run, file_rows, remaining_rows)
    for registry in run.sheet.used_registries():
        registry.load_new()
    title_rows = run.sheet.parse(remaining_rows, report)
    waiting_lines: set[int] = set()
    if run.sheet.format.adds_links_only:
        _compare_links(run, title_rows, rows_by_line)
    else:
        planned_rows = _compare_titles(run, title_rows, rows_by_line)
        waiting_lines = {row.line for row in title_rows} - {row.line for row in planned_rows}
    notes = [note for note in report.notes[first_note:] if note[0] not in waiting_lines]
    _add_problems(run, rows_by_line, notes, report.refusals[first_refusal:], remaining_rows)
    return [rows_by_line[line] for line in sorted(rows_by_line)]


def _compare_waiting_rows(run: ImportRun, title_rows: list[TitleRow]) -> list[ComparedRow]:
    report = run.report
    first_refusal = len(report.refusals)
    rows_by_line: dict[int, ComparedRow] = {}
    _compare_titles(run, title_rows, rows_by_line)
    lines = {row.line for row in title_rows}
    # The notes about the cells are older: they were made when the rows were read, in an earlier batch.
    notes = [note for note in report.notes if note[0] in lines]
    _add_problems(run, rows_by_line, notes, report.refusals[first_refusal:], title_rows)
    return [rows_by_line[line] for line in sorted(rows_by_line)]


def _compare_titles(
    run: ImportRun, title_rows: list[TitleRow], rows_by_line: dict[int, ComparedRow]
) -> list[TitleRow]:
    """Describes what becomes of the rows; returns the rows that need not wait."""
    plan, box_plan, planned_rows = run.plan_rows(title_rows)
    _describe_plan(plan, box_plan, rows_by_line)
    return planned_rows


def _add_problems(
    run: ImportRun,
    rows_by_line: dict[int, ComparedRow],
    notes: Sequence[Problem],
    refusals: Sequence[Problem],
    rows: Sequence[FileRow | TitleRow],
) -> None:
    cells_by_line = {row.line: row.cells for row in rows}
    for line, problem in notes:
        row = rows_by_line.setdefault(line, ComparedRow(line, ""))
        row.kinds.add(DOUBTFUL)
        row.problems.append(problem)
    for line, problem in refusals:
        name = run.sheet.find_name(cells_by_line.get(line, ()))
        rows_by_line[line] = ComparedRow(line, name, {REFUSED}, problems=[problem])


def _describe_unchanged(
    run: ImportRun, file_rows: list[FileRow], remaining_rows: Sequence[FileRow]
) -> dict[int, ComparedRow]:
    remaining_lines = {row.line for row in remaining_rows}
    return {
        row.line: ComparedRow(row.line, run.sheet.find_name(row.cells), {UNCHANGED})
        for row in file_rows
        if row.line not in remaining_lines
    }


def _compare_links(run: ImportRun, title_rows: list[TitleRow], rows: dict[int, ComparedRow]) -> None:
    """Compares the rows of a file in which each row links a title with a person."""
    field_name = run.sheet.fact_fields[0]
    for title_row in title_rows:
        refused_before = run.report.refused
        links = find_new_links([title_row], field_name, run.report)
        if run.report.refused > refused_before:  # this row was refused
            continue
        row = ComparedRow(title_row.line, str(title_row.bgg_id), {CHANGED if links else UNCHANGED})
        row.fields = [FieldChange(field_name, "", show(slug)) for _title_pk, slug in links]
        rows[title_row.line] = row


def _describe_plan(plan: BatchPlan, box_plan: BoxPlan, rows: dict[int, ComparedRow]) -> None:
    fields_by_row: dict[TitleRow, list[FieldChange]] = defaultdict(list)
    for title in plan.titles():
        fields_by_row[title.row] += _list_title_changes(title)
    for name_row, (language, _kind, text) in find_new_names(plan):
        fields_by_row[name_row].append(FieldChange("names", "", f"{language}:{text}" if language else text))
    for new_box in box_plan.new_boxes:
        values = new_box.values
        label = values.get("inventory_number") or values.get("shelf") or values.get("source_id") or "+1"
        fields_by_row[new_box.row].append(FieldChange("box", "", show(label)))
    for changed_row, name, before, after in box_plan.list_changes():
        fields_by_row[changed_row].append(FieldChange(name, show(before), show(after)))
    for kept in plan.kept_fields:
        fields_by_row[kept.row].append(_describe_kept(kept))
    for title_row, title in plan.title_by_row.items():
        fields = fields_by_row[title_row]
        has_changes = any(not change.reason for change in fields)
        kind = CHANGED if has_changes else UNCHANGED
        if title.is_new and title.row is title_row:
            kind = NEW
        stored_facts = title.stored_facts or {}
        name = stored_facts.get("name") or title.facts.get("name") or str(title_row.identity())
        rows[title_row.line] = ComparedRow(title_row.line, name, {kind}, fields)


def _list_title_changes(title: PlannedTitle) -> list[FieldChange]:
    stored_facts = title.stored_facts or {}
    changes = []
    for name in title.changed_fields():
        if name in title.row.facts:
            then = title.facts[name]
            changes.append(FieldChange(name, show(stored_facts.get(name)), show(then)))
    if title.unresolved_base_bgg_id and not title.is_new:
        stored_base = show(stored_facts.get("base"))
        changes.append(FieldChange("base", stored_base, show(title.unresolved_base_bgg_id)))
    return changes


def _describe_kept(kept: KeptField) -> FieldChange:
    return FieldChange(kept.field, show(kept.stored_value), show(kept.file_value), kept.reason)


def show(value: Any) -> str:
    """The value as a short text."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        value = ", ".join(map(str, value))
    if isinstance(value, date):
        value = value.isoformat()
    text = str(value)
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…"
