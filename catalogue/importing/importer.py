"""Import of titles and boxes: one transaction a batch, nothing written that is known already.

An import that was interrupted is resumed by running it again: what the finished batches wrote is compared and left.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import chain, islice, repeat
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from catalogue.importing.batch import Plan, Planner
from catalogue.importing.boxes import Boxes, BoxPlan, write_boxes
from catalogue.importing.file.formats import CREDITS, TAGS, Format, recognise
from catalogue.importing.file.reading import Row, Source, opened
from catalogue.importing.file.report import Report, Wrong
from catalogue.importing.file.sheet import Batch, Sheet
from catalogue.importing.known import Reading
from catalogue.importing.links import add_links, missing_links
from catalogue.importing.marks import Marks
from catalogue.importing.naming import Told, add_names, missing_names
from catalogue.importing.registry import Registry
from catalogue.importing.store import Store, store
from catalogue.importing.writing import Stamp, Writer
from catalogue.models import GameTitle
from catalogue.services import lock_catalogue, mark_changed, raise_version

BATCH = 20_000
FIRST = 2_000  # A short batch to begin with: one soon sees how fast it goes.
MANY = 1_000
Progress = Callable[[int, int], None]  # The line that was reached, and the lines in all.


def import_file(path: Path, *, dry_run: bool = False, progress: Progress | None = None, batch: int = BATCH) -> Report:
    """Take the file in. Raises Wrong when it cannot be read as a whole; the report tells the rows that were refused.

    A dry run is the real run, undone at the end: what it reports is what would happen.
    """
    with _uncollected():
        return _imported(path, dry_run, progress or (lambda _line, _lines: None), batch)


@contextmanager
def _uncollected() -> Iterator[None]:
    """A batch makes a hundred thousand tuples and no cycles: the collector would walk them for half of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _imported(path: Path, dry_run: bool, progress: Progress, batch: int) -> Report:
    with opened(path) as source, transaction.atomic() if dry_run else nullcontext():
        run = Run.over(source, recognise(source.header), dry_run)
        sizes = chain([min(FIRST, batch)], repeat(batch))
        while rows := list(islice(source.rows, next(sizes))):
            run.take(rows)
            progress(rows[-1][0], source.lines)
        run.link_bases()
        run.settle()
        if dry_run:
            transaction.set_rollback(True)
    return run.report


@dataclass(slots=True)
class Run:
    """One file on its way into the catalogue."""

    sheet: Sheet
    store: Store
    registries: dict[str, Registry]
    planner: Planner
    boxes: Boxes
    marks: Marks
    report: Report
    # Base games that rows named, by title; they may stand further down in the file.
    bases: dict[int, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def over(cls, source: Source, form: Format, dry_run: bool) -> "Run":
        database, people = store(), Registry(store())
        registries = {name: people for name in CREDITS} | {
            name: Registry(database, kind) for name, kind in TAGS.items()
        }
        sheet = Sheet(form, source, registries)
        known = Reading(database, sheet.facts, registries)
        report = Report(
            form.name, dry_run, passed_over_because=form.passed_over, unread=sheet.unread if form.mostly else []
        )
        return cls(
            sheet,
            database,
            registries,
            Planner(known, sheet.facts),
            Boxes(sheet.boxes),
            Marks.over(sheet, database),
            report,
        )

    @transaction.atomic
    def take(self, rows: list[Row | tuple[int, Wrong]]) -> None:
        unknown = self.marks.unknown(rows, self.planner.seen)
        self.report.rows += len(rows) - len(unknown)
        self.report.unchanged += len(rows) - len(unknown)
        if not unknown:
            return
        for name in self.sheet.links:
            self.registries[name].refresh()
        batch = self.sheet.parse(unknown, self.report)
        if self.sheet.form.links:
            self._add_links(batch)
        else:
            self._bring_up_to_date(batch)

    def _bring_up_to_date(self, batch: Batch) -> None:
        lock_catalogue()
        plan = self.planner.plan(batch, self.report)
        if plan.new:
            plan.number(self.store.new_ids("catalogue_gametitle", len(plan.new)))
        boxes = self.boxes.plan(plan, self.report)
        names = missing_names(plan)
        self._count(plan, boxes, names)
        self.bases.update((plan.pks[at], (base, batch.lines[at])) for at, base in plan.bases)
        changed = {plan.pks[at] for at in (*names, *(row[0] for row in (*boxes.new, *boxes.changed)))}
        if not (plan.new or plan.changed or changed):
            return
        stamp = Stamp(raise_version(), timezone.now())
        Writer(self.store, self.sheet.facts, self.registries, self.marks, stamp).write(plan)
        add_names(self.store, plan, names)
        write_boxes(boxes, plan)
        written = {new.pk for new in plan.new.values()} | {change.pk for change in plan.changed}
        self._stamp(changed - written, stamp)

    def _stamp(self, titles: set[int | None], stamp: Stamp) -> None:
        GameTitle.objects.filter(pk__in=titles).update(changed_in=stamp.version, changed_at=stamp.moment)

    def _count(self, plan: Plan, boxes: BoxPlan, names: dict[int, list[Told]]) -> None:
        more = {*names, *(row[0] for row in (*boxes.new, *boxes.changed)), *(change.at for change in plan.changed)}
        taken = len(plan.pks) - plan.pks.count(None)
        updated = sum(plan.pks[at] is not None and at not in plan.new for at in more)
        self.report.rows += taken
        self.report.created += len(plan.new)
        self.report.updated += updated
        self.report.unchanged += taken - len(plan.new) - updated
        self.report.copies_created += len(boxes.new)

    def _add_links(self, batch: Batch) -> None:
        lock_catalogue()
        name = self.sheet.facts[0]
        if missing := missing_links(batch, name, self.registries[name], self.report):
            add_links(self.store, name, self.registries[name], missing)
            mark_changed({title for title, _key in missing})

    @transaction.atomic
    def link_bases(self) -> None:
        """Tie expansions to their base games, now that all titles of the file are in."""
        if not self.bases:
            return
        lock_catalogue()
        wanted = {base for base, _line in self.bases.values()}
        known = dict(GameTitle.objects.filter(bgg_id__in=wanted).values_list("bgg_id", "pk"))
        moved: dict[int, int] = {}
        for title, (base, line) in self.bases.items():
            if base in known:
                moved[title] = known[base]
            else:
                self.report.note(line, Wrong(_("The base game {id} is not in the catalogue."), id=base))
        if moved:
            self.store.update("catalogue_gametitle", ("base_id",), moved.items())
            mark_changed(moved)

    def settle(self) -> None:
        """Let the database look at what it holds now, when that is much more than before."""
        if self.report.created >= MANY and not self.report.dry_run:
            self.store.settle()
