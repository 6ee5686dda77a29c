"""Imports titles and boxes from a file, batch by batch.

Each batch is one transaction, and writes only what differs from the catalogue. So an import that was
interrupted is resumed by running it again: the rows that it has written are found unchanged.
"""

import gc
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from catalogue.importing.boxes.box_plan import BoxPlan
from catalogue.importing.boxes.box_planning import BoxPlanner
from catalogue.importing.boxes.box_writer import write_boxes
from catalogue.importing.bulk_sql import BulkSql, choose_bulk_sql
from catalogue.importing.comparing.policies import Policies
from catalogue.importing.converting.opening import open_table
from catalogue.importing.file.columns import Format
from catalogue.importing.file.fields import LINK_FIELDS
from catalogue.importing.file.formats import OWN
from catalogue.importing.file.mapping import find_format
from catalogue.importing.file.reading import FileRow, Source
from catalogue.importing.file.report import Report, count_filled
from catalogue.importing.file.sheet import Sheet, TitleRow
from catalogue.importing.fingerprints import Fingerprints
from catalogue.importing.links import find_base_games, find_new_links, write_links
from catalogue.importing.names import NewName, find_new_names, write_names
from catalogue.importing.planning import BatchPlan, PlannedTitle, Planner
from catalogue.importing.registry import create_registries
from catalogue.importing.title_writer import TitleWriter
from catalogue.importing.undo.journal import Journal
from catalogue.models import GameTitle, ImportJob
from catalogue.services import lock_catalogue, mark_changed, raise_version

BATCH_SIZE = 5_000
LARGE_IMPORT = 1_000  # After this many new titles, the database must update its statistics.
ShowProgress = Callable[[int, int], None]  # is called with the line that was reached and the number of lines
ConfirmBatch = Callable[[int], None]  # is called with the line that was reached


def import_file(
    path: Path,
    *,
    dry_run: bool = False,
    progress: ShowProgress | None = None,
    batch_size: int = BATCH_SIZE,
    job: ImportJob | None = None,
) -> Report:
    """Imports the file. Raises FileProblem if it cannot be read as a whole; the report lists the refused
    rows.

    A dry run does the same work and rolls it back at the end, so its report says what an import would do. An
    import that belongs to a job can be undone.
    """
    dry_run_transaction = transaction.atomic() if dry_run else nullcontext()
    with pause_garbage_collector(), open_table(path) as source, dry_run_transaction:
        run = ImportRun.of_source(source, dry_run=dry_run, job=job)
        for rows in run.import_batches(batch_size):
            if progress and rows:
                progress(rows[-1].line, source.lines)
        if dry_run:
            transaction.set_rollback(True)
    return run.report


@contextmanager
def pause_garbage_collector() -> Iterator[None]:
    """Pauses Python's garbage collector: it takes a sixth of an import, and finds no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(slots=True, kw_only=True)
class ImportRun:
    """The import of one file."""

    sheet: Sheet
    bulk_sql: BulkSql
    planner: Planner
    box_planner: BoxPlanner
    fingerprints: Fingerprints
    report: Report
    job: ImportJob | None = None  # The new boxes belong to it.
    as_reference: bool = False  # Whether new titles are for reference only.
    journal: Journal | None = None  # records what an undo needs; None if nothing can be undone
    # By primary key of an expansion: BGG id and line of its base game, which may come later in the file.
    base_by_pk: dict[int, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of_source(
        cls,
        source: Source,
        *,
        dry_run: bool = False,
        job: ImportJob | None = None,
        mapping: Mapping[str, str] | None = None,
        policies: Policies | None = None,
    ) -> "ImportRun":
        """The run for this source. Raises FileProblem if no format has its headers."""
        file_format = find_format(source.header, mapping, source.format_name)
        bulk_sql = choose_bulk_sql()
        sheet = Sheet(file_format, source, create_registries(bulk_sql))
        row_filter = file_format.row_filter
        report = Report(
            format=file_format.name,
            dry_run=dry_run,
            passed_over_because=row_filter.reason if row_filter else "",
            unread=sheet.unread_headers if file_format.needs_most_headers else [],
        )
        # Staff edit exports in our own format, so such a file may replace what they entered.
        protects_edits = file_format.name != OWN.name
        return cls(
            sheet=sheet,
            bulk_sql=bulk_sql,
            planner=Planner(bulk_sql, sheet.fact_fields, report, policies or {}, protects_edits),
            box_planner=BoxPlanner(sheet.box_fields, report, policies or {}, protects_edits),
            fingerprints=Fingerprints.for_sheet(sheet, bulk_sql),
            report=report,
            job=job,
            as_reference=_choose_reference(job, file_format),
            journal=Journal(job) if job and job.pk and not dry_run else None,
        )

    def import_batches(
        self,
        batch_size: int,
        confirm: ConfirmBatch = lambda line: None,
    ) -> Iterator[list[FileRow]]:
        """Yields the rows of each batch after its transaction; at the end the rows that had to wait for all
        others.

        `confirm` is called at the end of each transaction. If it raises an exception, the batch is rolled
        back.
        """
        line = 0
        while rows := list(islice(self.sheet.source.rows, batch_size)):
            line = rows[-1].line
            with transaction.atomic():
                self.import_batch(rows)
                confirm(line)
            yield rows
        with transaction.atomic():
            waiting_rows = self._import_waiting_rows()
            self._link_base_games()
            confirm(line)
        yield [FileRow(row.line, row.cells) for row in waiting_rows]
        if self.report.created >= LARGE_IMPORT and not self.report.dry_run:
            self.bulk_sql.update_statistics()

    def import_batch(self, file_rows: list[FileRow]) -> None:
        remaining_rows = self.fingerprints.skip_unchanged(file_rows, self.planner.line_by_identity)
        self._count_unchanged(file_rows, remaining_rows)
        if not remaining_rows:
            return
        for registry in self.sheet.used_registries():
            registry.load_new()
        title_rows = self.sheet.parse(remaining_rows, self.report)
        lock_catalogue()
        if self.sheet.format.adds_links_only:
            self._add_links(title_rows)
        else:
            self._import_titles(title_rows)

    def _import_titles(self, title_rows: list[TitleRow]) -> None:
        plan, box_plan, planned_rows = self.plan_rows(title_rows)
        self.sheet.count_cells(planned_rows, plan.title_by_row, self.report.cells)
        self._write_batch(plan, box_plan, find_new_names(plan))

    def plan_rows(self, title_rows: list[TitleRow]) -> tuple[BatchPlan, BoxPlan, list[TitleRow]]:
        """Plans titles and boxes. Returns the rows that need not wait, too."""
        plan = self.planner.plan(title_rows)
        box_plan = self.box_planner.plan(plan)
        if self.box_planner.may_wait and self.box_planner.waiting_rows:
            waiting_lines = {row.line for row in self.box_planner.waiting_rows}
            title_rows = [row for row in title_rows if row.line not in waiting_lines]
        return plan, box_plan, title_rows

    def _import_waiting_rows(self) -> list[TitleRow]:
        waiting_rows = self.box_planner.end_waiting()
        if waiting_rows:
            lock_catalogue()
            self._import_titles(waiting_rows)
        return waiting_rows

    def _count_unchanged(self, file_rows: list[FileRow], remaining_rows: Sequence[FileRow]) -> None:
        skipped = len(file_rows) - len(remaining_rows)
        self.report.count_unchanged(skipped)
        if skipped:
            filled = sum(count_filled(row.cells) for row in file_rows)
            filled -= sum(count_filled(row.cells) for row in remaining_rows)
            self.report.cells.total += filled
            self.report.cells.unchanged += filled

    def _add_links(self, rows: list[TitleRow]) -> None:
        field_name = self.sheet.fact_fields[0]  # Such a file has one column besides the BGG id.
        new_links = find_new_links(rows, field_name, self.report)
        known_ids = set(
            GameTitle.objects.filter(bgg_id__in={row.bgg_id for row in rows}).values_list("bgg_id", flat=True)
        )
        accepted = {row for row in rows if row.bgg_id in known_ids}
        self.sheet.count_cells(rows, accepted, self.report.cells)
        title_pks = {title_pk for title_pk, _slug in new_links}
        if new_links:
            with self._record(changed=title_pks):
                write_links(new_links, field_name, self.sheet.registries[field_name], self.bulk_sql)
                mark_changed(title_pks)

    def _write_batch(self, plan: BatchPlan, box_plan: BoxPlan, new_names: list[NewName]) -> None:
        new_titles, changed_titles = plan.new_titles(), plan.changed_titles()
        # Rows that add names or boxes: the facts of their titles may stay the same.
        rows_with_additions = box_plan.rows() | {row for row, _name in new_names}
        changing_rows = rows_with_additions | {title.row for title in changed_titles}
        self._count_rows(plan, changing_rows)
        self.report.copies_created += len(box_plan.new_boxes)
        self._note_base_games(plan)
        if not (new_titles or changing_rows):
            return
        new_pks = {title.pk for title in new_titles}
        changing_pks = {plan.title_by_row[row].pk for row in changing_rows} - new_pks
        with self._record(created=new_pks, changed=changing_pks, has_boxes=bool(box_plan.new_boxes)):
            version, now = raise_version(), timezone.now()
            self._write_titles(new_titles, changed_titles, version, now)
            write_names(new_names, plan, self.bulk_sql)
            write_boxes(box_plan, plan, self.job)
            other_pks = changing_pks - {title.pk for title in changed_titles}
            GameTitle.objects.filter(pk__in=other_pks).update(changed_in=version, changed_at=now)

    def _write_titles(
        self, new_titles: list[PlannedTitle], changed_titles: list[PlannedTitle], version: int, now: datetime
    ) -> None:
        self._create_people_and_tags([*new_titles, *changed_titles])
        writer = TitleWriter(
            bulk_sql=self.bulk_sql,
            fields=self.sheet.fact_fields,
            registries=self.sheet.registries,
            fingerprints=self.fingerprints,
            version=version,
            as_reference=self.as_reference,
            changed_at=self.bulk_sql.to_column_value(now),
        )
        writer.create_titles(new_titles)
        writer.change_titles(changed_titles)

    def _record(
        self, *, created: Collection[int] = (), changed: Collection[int] = (), has_boxes: bool = False
    ) -> AbstractContextManager[None]:
        """Records what is written in this context, if the import can be undone."""
        if self.journal is None:
            return nullcontext()
        return self.journal.record(created=created, changed=changed, has_boxes=has_boxes)

    def _create_people_and_tags(self, titles: list[PlannedTitle]) -> None:
        for field_name in self.sheet.fact_fields:
            if field_name in LINK_FIELDS:
                slugs = [slug for title in titles for slug in title.facts[field_name] or ()]
                self.sheet.registries[field_name].create_missing(slugs)

    def _count_rows(self, plan: BatchPlan, changing_rows: set[TitleRow]) -> None:
        for row, title in plan.title_by_row.items():
            creates_title = title.is_new and title.row is row
            self.report.count_row(created=creates_title, updated=row in changing_rows)

    def _note_base_games(self, plan: BatchPlan) -> None:
        for title in plan.titles():
            if title.unresolved_base_bgg_id:
                self.base_by_pk[title.pk] = (title.unresolved_base_bgg_id, title.row.line)

    def _link_base_games(self) -> None:
        """Links expansions to their base games, after all titles of the file have been imported."""
        if not self.base_by_pk:
            return
        lock_catalogue()
        links = find_base_games(self.base_by_pk, self.report)
        if links:
            expansion_pks = [pk for _base_pk, pk in links]
            with self._record(changed=expansion_pks):
                self.bulk_sql.update("catalogue_gametitle", ("base_id",), links)
                mark_changed(expansion_pks)


def _choose_reference(job: ImportJob | None, file_format: Format) -> bool:
    """Whether new titles are for reference only: as staff have chosen, else as the format proposes."""
    if job is None or job.as_reference is None:
        return file_format.is_reference
    return job.as_reference
