"""Import of titles and boxes from a file, batch by batch: one transaction each, and only what is new is written.

An import that was interrupted is resumed by running it again: what the finished batches wrote is compared and left.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from catalogue.importing.boxes import BoxPlan, BoxPlanner, write_boxes
from catalogue.importing.file.formats import CREDITS, TAGS, recognise
from catalogue.importing.file.reading import FileRow, Source, open_source
from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.file.sheet import Sheet, TitleRow
from catalogue.importing.fingerprints import Fingerprints
from catalogue.importing.links import find_missing_links, write_links
from catalogue.importing.names import find_missing_names, write_names
from catalogue.importing.planning import BatchPlan, PlannedTitle, Planner
from catalogue.importing.registry import Registry
from catalogue.importing.store import Store, current_store
from catalogue.importing.writing import TitleWriter
from catalogue.models import GameTitle
from catalogue.services import lock_catalogue, mark_changed, raise_version

BATCH_SIZE = 5_000
LARGE_IMPORT = 1_000  # After so many new titles the database is told that its tables have grown.
Progress = Callable[[int, int], None]  # Gets the line that was reached, and the number of lines.
Confirm = Callable[[int], None]  # Gets the line that was reached.


def import_file(
    path: Path, *, dry_run: bool = False, progress: Progress | None = None, batch_size: int = BATCH_SIZE
) -> Report:
    """Import the file. Raises FileProblem when it cannot be read as a whole; the report lists refused rows.

    A dry run is the real run, rolled back at the end: what it reports is what would happen.
    """
    with pause_garbage_collector(), open_source(path) as source, transaction.atomic() if dry_run else nullcontext():
        run = ImportRun.of_source(source, dry_run=dry_run)
        for rows in run.import_batches(batch_size):
            if progress:
                progress(rows[-1].line, source.lines)
        if dry_run:
            transaction.set_rollback(True)
    return run.report


@contextmanager
def pause_garbage_collector() -> Iterator[None]:
    """A batch allocates a hundred thousand objects without cycles; to search them takes a sixth of an import."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(slots=True)
class ImportRun:
    """The import of one file."""

    sheet: Sheet
    store: Store
    planner: Planner
    box_planner: BoxPlanner
    fingerprints: Fingerprints
    report: Report
    # Primary key of a title -> BGG id of its base game, which may stand further down in the file, and the line.
    base_by_pk: dict[int, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of_source(cls, source: Source, *, dry_run: bool = False) -> "ImportRun":
        """Raises FileProblem when nobody knows the format of the file."""
        file_format, store = recognise(source.header), current_store()
        people = Registry(store)
        registries = {name: people for name in CREDITS} | {name: Registry(store, kind) for name, kind in TAGS.items()}
        sheet = Sheet(file_format, source, registries)
        report = Report(
            file_format.name,
            dry_run,
            passed_over_because=file_format.filter_reason,
            unread=sheet.unread_headers if file_format.needs_most_headers else [],
        )
        planner, box_planner = Planner(sheet.fact_fields, report), BoxPlanner(sheet.box_fields, report)
        return cls(sheet, store, planner, box_planner, Fingerprints.for_sheet(sheet, store), report)

    def import_batches(self, batch_size: int, confirm: Confirm = lambda line: None) -> Iterator[list[FileRow]]:
        """Yields the rows of each batch after its transaction.

        `confirm` is called at the end of each transaction: what it raises rolls the batch back.
        """
        line = 0
        while rows := list(islice(self.sheet.source.rows, batch_size)):
            line = rows[-1].line
            with transaction.atomic():
                self.import_batch(rows)
                confirm(line)
            yield rows
        with transaction.atomic():
            self._link_bases()
            confirm(line)
        if self.report.created >= LARGE_IMPORT and not self.report.dry_run:
            self.store.update_statistics()

    def import_batch(self, rows: list[FileRow]) -> None:
        remaining = self.fingerprints.skip_unchanged(rows, self.planner.line_by_identity)
        self.report.count_unchanged(len(rows) - len(remaining))
        if not remaining:
            return
        for registry in self.sheet.used_registries():
            registry.refresh()
        title_rows = self.sheet.parse(remaining, self.report)
        lock_catalogue()
        if self.sheet.format.adds_links_only:
            self._add_links(title_rows)
        else:
            self._update_titles(title_rows)

    def _add_links(self, rows: list[TitleRow]) -> None:
        field_name = self.sheet.fact_fields[0]
        registry = self.sheet.registries[field_name]
        if missing := find_missing_links(rows, field_name, registry, self.report):
            write_links(self.store, field_name, registry, missing)
            mark_changed({pk for pk, _key in missing})

    def _update_titles(self, rows: list[TitleRow]) -> None:
        plan = self.planner.plan(rows)
        self._assign_ids(plan.new_titles())
        box_plan = self.box_planner.plan(plan)
        missing_names = find_missing_names(plan)
        new_titles, changed_titles = plan.new_titles(), plan.changed_titles()
        extending_rows = box_plan.rows() | {row for row, _name in missing_names}
        self._count(plan, extending_rows | {title.row for title in changed_titles}, box_plan)
        for title in plan.titles():
            if title.base_bgg_id:
                self.base_by_pk[title.pk] = (title.base_bgg_id, title.row.line)
        if not (new_titles or changed_titles or extending_rows):
            return
        version, now = raise_version(), timezone.now()
        fields, registries = self.sheet.fact_fields, self.sheet.registries
        stored_now = self.store.timestamp(now)
        writer = TitleWriter(self.store, fields, registries, self.fingerprints, version, stored_now)
        writer.write(new_titles, changed_titles)
        write_names(self.store, plan, missing_names)
        write_boxes(box_plan, plan)
        extended_pks = {plan.title_by_row[row].pk for row in extending_rows}
        written_pks = {title.pk for title in (*new_titles, *changed_titles)}
        GameTitle.objects.filter(pk__in=extended_pks - written_pks).update(changed_in=version, changed_at=now)

    def _assign_ids(self, titles: list[PlannedTitle]) -> None:
        if titles:
            for title, pk in zip(titles, self.store.reserve_ids("catalogue_gametitle", len(titles)), strict=True):
                title.pk = pk

    def _count(self, plan: BatchPlan, changing_rows: set[TitleRow], boxes: BoxPlan) -> None:
        for row, title in plan.title_by_row.items():
            self.report.count_row(created=title.is_new and title.row is row, updated=row in changing_rows)
        self.report.copies_created += len(boxes.new)

    def _link_bases(self) -> None:
        """Link expansions to their base games, now that all titles of the file are in."""
        if not self.base_by_pk:
            return
        lock_catalogue()
        bgg_ids = {bgg_id for bgg_id, _line in self.base_by_pk.values()}
        pk_by_bgg_id = dict(GameTitle.objects.filter(bgg_id__in=bgg_ids).values_list("bgg_id", "pk"))
        links = []
        for pk, (bgg_id, line) in self.base_by_pk.items():
            if bgg_id in pk_by_bgg_id:
                links.append((pk_by_bgg_id[bgg_id], pk))
            else:
                self.report.note(line, FileProblem(_("The base game {id} is not in the catalogue."), id=bgg_id))
        if links:
            self.store.update("catalogue_gametitle", ("base_id",), links)
            mark_changed([pk for _base_pk, pk in links])
