"""Finds the title that each row of a batch describes, and compares the row with the catalogue.

A fact is what a column says about a title, such as its year. A plan says what the batch will write.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

from catalogue.importing.bulk_sql import BulkSql
from catalogue.importing.comparing.policies import MESSAGES, KeptField, Policies, find_reason_to_keep
from catalogue.importing.edited_fields import load_edited_fields
from catalogue.importing.file.cells import shorten
from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.file.sheet import Identity, TitleRow
from catalogue.importing.stored_titles import (
    Facts,
    StoredTitle,
    is_same_fact,
    load_titles_by_bgg_id,
    load_titles_by_pk,
)
from catalogue.models import GameTitle
from escale.common.text.folding import build_sort_key

_BAD_PLAYERS = _("The minimum number of players, {low}, is larger than the maximum, {high}.")
_BAD_MINUTES = _("The minimum playing time, {low} minutes, is longer than the maximum, {high}.")
RANGES = (("players_min", "players_max", _BAD_PLAYERS), ("minutes_min", "minutes_max", _BAD_MINUTES))
# A file without a column for expansions says by one of these words in the name that a title is an expansion.
_EXPANSION = re.compile(r"\b(?:extensions?|expansions?|erweiterung(?:en)?|espansion[ei])\b", re.IGNORECASE)


@dataclass(slots=True, eq=False)
class PlannedTitle:
    """A title as the catalogue will have it after the batch."""

    row: TitleRow  # The row that gives the facts. Further rows of the title only add names and boxes.
    facts: Facts
    stored_facts: Facts | None = None  # None for a new title.
    pk: int = 0
    unresolved_base_bgg_id: int | None = None  # Set if the row names another base game than is stored.

    @property
    def is_new(self) -> bool:
        return self.stored_facts is None

    def changed_fields(self) -> list[str]:
        stored_facts = self.stored_facts or {}
        changed_fields = []
        for name, value in self.facts.items():
            if not is_same_fact(name, stored_facts.get(name), value):
                changed_fields.append(name)
        return changed_fields


@dataclass(slots=True)
class BatchPlan:
    """What becomes of the rows of a batch. Refused rows are not in the plan."""

    title_by_row: dict[TitleRow, PlannedTitle] = field(default_factory=dict)
    kept_fields: list[KeptField] = field(default_factory=list)  # what the catalogue keeps against the file
    first_note: int = 0  # the number of notes in the report before this batch was planned

    def titles(self) -> Iterator[PlannedTitle]:
        """Yields each title whose facts come from a row of this batch, once."""
        return (title for row, title in self.title_by_row.items() if title.row is row)

    def new_titles(self) -> list[PlannedTitle]:
        return [title for title in self.titles() if title.is_new]

    def changed_titles(self) -> list[PlannedTitle]:
        return [title for title in self.titles() if not title.is_new and title.changed_fields()]

    def refuse(self, row: TitleRow, problem: FileProblem, report: Report) -> None:
        """Removes the row from the plan. If it is the first row of a new title, the further rows of the title
        are refused with it.
        """
        report.refuse(row.line, problem)
        refused_title = self.title_by_row.pop(row)
        if not refused_title.is_new or refused_title.row is not row:
            return
        further_rows = [other for other, title in self.title_by_row.items() if title is refused_title]
        for further_row in further_rows:
            del self.title_by_row[further_row]
            report.refuse(further_row.line, first_row_was_refused(row.line))

    def postpone_rows(self, rows: Collection[TitleRow], report: Report) -> None:
        """Removes rows of stored titles, and the notes about them, to plan them again later."""
        for row in rows:
            del self.title_by_row[row]
        remaining_fields = [kept for kept in self.kept_fields if kept.row not in rows]
        report.kept -= len(self.kept_fields) - len(remaining_fields)
        self.kept_fields = remaining_fields
        report.remove_notes(lines={row.line for row in rows}, first=self.first_note)


def first_row_was_refused(line: int) -> FileProblem:
    return FileProblem(_("Line {line}, which describes this title, was refused."), line=line)


@dataclass(slots=True)
class Planner:
    """Compares the rows of one file with the catalogue, batch by batch."""

    bulk_sql: BulkSql
    fields: Sequence[str]  # the facts that the file has columns for
    report: Report
    policies: Policies
    # Whether facts that staff entered or corrected win over the file, where no policy decides.
    protects_edits: bool
    # By primary key of the titles of the batch: the facts that staff entered.
    protected_fields: dict[int, set[str]] = field(default_factory=dict)
    # The first line of each title, in this batch or an earlier one.
    line_by_identity: dict[Identity, int] = field(default_factory=dict)
    # A comparison writes nothing, so later batches do not find the new titles in the catalogue.
    remembers_new_titles: bool = False
    remembered_titles: dict[Identity, PlannedTitle] = field(default_factory=dict)

    def plan(self, rows: Sequence[TitleRow]) -> BatchPlan:
        titles_by_identity = self._find_titles(rows)
        if self.protects_edits:
            pks = [title.pk for titles in titles_by_identity.values() for title in titles]
            self.protected_fields = load_edited_fields(pks)
        new_title_by_identity = self.remembered_titles if self.remembers_new_titles else {}
        plan = BatchPlan(first_note=len(self.report.notes))
        for row in rows:
            if row.is_nameless():
                self.report.refuse(row.line, FileProblem(_("The row names no game.")))
                continue
            identity = row.identity()
            stored_titles = titles_by_identity.get(identity, [])
            is_first_row = self.line_by_identity.setdefault(identity, row.line) == row.line
            try:
                if not is_first_row:
                    new_title = new_title_by_identity.get(identity)
                    title = self._plan_further_row(row, stored_titles, new_title)
                elif len(stored_titles) == 1:
                    title = self._plan_stored_title(row, stored_titles[0], plan)
                else:
                    title = self._plan_new_title(row, is_ambiguous=len(stored_titles) > 1)
                    new_title_by_identity[identity] = title
                plan.title_by_row[row] = title
            except FileProblem as problem:
                self.report.refuse(row.line, problem)
        self._assign_ids(plan.new_titles())
        return plan

    def _find_titles(self, rows: Sequence[TitleRow]) -> dict[Identity, list[StoredTitle]]:
        """By identity, the titles that may be meant. With more than one, the row is ambiguous."""
        identities = {row.identity() for row in rows}
        bgg_ids = [identity for identity in identities if isinstance(identity, int)]
        existing_bgg_ids = self.bulk_sql.select_existing("catalogue_gametitle", "bgg_id", bgg_ids)
        titles_by_identity: dict[Identity, list[StoredTitle]] = {}
        for title in load_titles_by_bgg_id(existing_bgg_ids, self.fields):
            titles_by_identity[title.bgg_id or 0] = [title]
        pks_by_identity = _find_by_slug(identities) | _find_by_name(identities)
        if pks_by_identity:
            all_pks = {pk for pks in pks_by_identity.values() for pk in pks}
            title_by_pk = {title.pk: title for title in load_titles_by_pk(all_pks, self.fields)}
            for identity, pks in pks_by_identity.items():
                titles_by_identity[identity] = [title_by_pk[pk] for pk in pks]
        return titles_by_identity

    def _plan_further_row(
        self, row: TitleRow, stored_titles: list[StoredTitle], new_title: PlannedTitle | None
    ) -> PlannedTitle:
        """Plans a row that adds a box or names to a title, whose facts an earlier row has given."""
        first_line = self.line_by_identity[row.identity()]
        if not row.box and not row.names:
            raise FileProblem(_("The title is already on line {line}."), line=first_line)
        if len(stored_titles) == 1:
            stored = stored_titles[0]
            return PlannedTitle(row, facts=stored.facts, stored_facts=stored.facts, pk=stored.pk)
        if new_title is None:
            raise first_row_was_refused(first_line)
        return new_title

    def _plan_new_title(self, row: TitleRow, *, is_ambiguous: bool) -> PlannedTitle:
        name = row.facts.get("name")
        if is_ambiguous:
            raise FileProblem(_("Several titles are called “{name}”: give the bgg_id."), name=name)
        if not name:
            message = _("There is no title “{title}” in the catalogue, and the row has no name for it.")
            raise FileProblem(message, title=row.bgg_id or row.slug or "")
        facts = dict(row.facts)
        if facts.get("kind") is None and _EXPANSION.search(name):
            facts["kind"] = "expansion"
            self.report.note(
                row.line,
                FileProblem(_("“{name}” is treated as an expansion because of its name."), name=name),
            )
        _resolve_contradictions(row, facts, {}, self.report)
        if "year" in facts and facts["year"] is None:
            facts["year"] = row.edition_year
        return PlannedTitle(row, facts=facts, unresolved_base_bgg_id=facts.get("base"))

    def _plan_stored_title(self, row: TitleRow, stored: StoredTitle, plan: BatchPlan) -> PlannedTitle:
        """Plans a row of a stored title. It replaces the stored facts; a blank cell changes nothing."""
        facts = dict(stored.facts)
        facts.update({name: value for name, value in row.facts.items() if value is not None})
        self._keep_facts(row, stored, facts, plan)
        if "year" in facts and facts["year"] is None:
            facts["year"] = row.edition_year
        title = PlannedTitle(row, facts=facts, stored_facts=stored.facts, pk=stored.pk)
        if title.changed_fields():
            _resolve_contradictions(row, facts, stored.facts, self.report)
        if facts.get("base") != stored.facts.get("base"):
            # The base game may come further down in the file, so it is linked after all rows.
            title.unresolved_base_bgg_id = facts["base"]
            facts["base"] = stored.facts["base"]
        return title

    def _keep_facts(self, row: TitleRow, stored: StoredTitle, facts: Facts, plan: BatchPlan) -> None:
        """Puts back the facts that staff entered or a policy keeps, and notes what the file says."""
        protected = self.protected_fields.get(stored.pk, set())
        for name in sorted(protected | self.policies.keys()):
            stored_value, file_value = stored.facts.get(name), row.facts.get(name)
            if file_value is None or is_same_fact(name, stored_value, file_value):
                continue
            reason = find_reason_to_keep(
                self.policies.get(name), stored=stored_value, is_protected=name in protected
            )
            if reason:
                facts[name] = stored_value
                kept = KeptField(row, name, stored_value, file_value, reason)
                record_kept_field(kept, plan, self.report)

    def _assign_ids(self, new_titles: list[PlannedTitle]) -> None:
        if new_titles:
            ids = self.bulk_sql.reserve_ids("catalogue_gametitle", len(new_titles))
            for title, pk in zip(new_titles, ids, strict=True):
                title.pk = pk


def _resolve_contradictions(row: TitleRow, facts: Facts, stored_facts: Facts, report: Report) -> None:
    """Gives two facts that contradict each other their stored values again, and notes what the file says."""
    for low_field, high_field, message in RANGES:
        low, high = facts.get(low_field), facts.get(high_field)
        if low is not None and high is not None and low > high:
            report.note(row.line, FileProblem(message, low=low, high=high))
            for name in (low_field, high_field):
                if name in facts:
                    facts[name] = stored_facts.get(name)
    if row.bgg_id is not None and facts.get("base") == row.bgg_id:
        report.note(row.line, FileProblem(_("A title cannot be its own base game.")))
        facts["base"] = stored_facts.get("base")


def record_kept_field(kept: KeptField, plan: BatchPlan, report: Report) -> None:
    """Notes in the plan and in the report that the catalogue keeps the value of a field."""
    plan.kept_fields.append(kept)
    report.kept += 1
    values = {"column": kept.field, "kept": _show(kept.stored_value), "told": _show(kept.file_value)}
    report.note(kept.row.line, FileProblem(MESSAGES[kept.reason], **values))


def _show(value: object) -> str:
    """The fact as a short text for staff."""
    return shorten(", ".join(map(str, value)) if isinstance(value, tuple) else str(value))


def _find_by_slug(identities: Iterable[Identity]) -> dict[Identity, list[int]]:
    """The primary key of the title with each slug, for ("slug", "ticket-to-ride") and so on."""
    slugs = [identity[1] for identity in identities if isinstance(identity, tuple) and identity[0] == "slug"]
    if not slugs:
        return {}
    titles = GameTitle.objects.filter(slug__in=slugs)
    return {("slug", slug): [pk] for slug, pk in titles.values_list("slug", "pk")}


def _find_by_name(identities: Iterable[Identity]) -> dict[Identity, list[int]]:
    """The primary keys of the titles with each name, for ("name", "Azul", year or None) and so on."""
    name_identities = [
        identity for identity in identities if isinstance(identity, tuple) and identity[0] == "name"
    ]
    titles_by_name = _load_years_and_pks([name for _kind, name, _year in name_identities if name])
    pks_by_identity: dict[Identity, list[int]] = {}
    for identity in name_identities:
        _kind, name, year = identity
        pks = [pk for title_year, pk in titles_by_name.get(name, []) if year is None or year == title_year]
        if pks:
            pks_by_identity[identity] = pks
    return pks_by_identity


def _load_years_and_pks(names: list[str]) -> dict[str, list[tuple[int | None, int]]]:
    """By main name, the year and the primary key of each title that has it."""
    titles_by_name: dict[str, list[tuple[int | None, int]]] = defaultdict(list)
    if not names:
        return titles_by_name
    # The sort key has an index in the database, the name has none.
    sort_keys = {build_sort_key(name) for name in names}
    rows = GameTitle.objects.filter(sort_key__in=sort_keys, names__kind="main")
    for name, year, pk in rows.values_list("names__name", "year", "pk"):
        titles_by_name[name].append((year, pk))
    return titles_by_name
