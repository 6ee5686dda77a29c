"""What a batch of rows will write: which titles its rows mean, and what they say that the catalogue does not know."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.file.sheet import Identity, TitleRow
from catalogue.importing.store import current_store
from catalogue.importing.stored import Facts, StoredTitle, is_same, load_by_bgg_id, load_by_pk
from catalogue.models import GameTitle
from escale.common.text.folding import build_sort_key

RANGES = (
    ("players_min", "players_max", _("At least {low} players, but at most {high}.")),
    ("minutes_min", "minutes_max", _("At least {low} minutes, but at most {high}.")),
)


@dataclass(slots=True, eq=False)
class PlannedTitle:
    """A title as the catalogue will know it once the batch is written."""

    row: TitleRow  # The row that tells its facts; further rows tell names and boxes.
    facts: Facts
    stored_facts: Facts | None = None  # None: the title is new.
    pk: int = 0  # 0 until a new title has got its id.
    base_bgg_id: int | None = None  # Its base game, where that is another than the catalogue knows.

    @property
    def is_new(self) -> bool:
        return self.stored_facts is None

    def changed_fields(self) -> list[str]:
        before = self.stored_facts or {}
        return [name for name, value in self.facts.items() if not is_same(name, before.get(name), value)]


@dataclass(slots=True)
class BatchPlan:
    title_by_row: dict[TitleRow, PlannedTitle] = field(default_factory=dict)

    def titles(self) -> Iterator[PlannedTitle]:
        """Each title that a row of this batch tells the facts of."""
        return (title for row, title in self.title_by_row.items() if title.row is row)

    def new_titles(self) -> list[PlannedTitle]:
        return [title for title in self.titles() if title.is_new]

    def changed_titles(self) -> list[PlannedTitle]:
        return [title for title in self.titles() if not title.is_new and title.changed_fields()]

    def refuse(self, row: TitleRow, problem: FileProblem, report: Report) -> None:
        """Write nothing of the row, nor of the rows that add to the title which it would have made."""
        report.refuse(row.line, problem)
        title = self.title_by_row.pop(row)
        if title.is_new and title.row is row:
            for further in [other for other, its_title in self.title_by_row.items() if its_title is title]:
                del self.title_by_row[further]
                report.refuse(further.line, first_row_was_refused(row.line))


def first_row_was_refused(line: int) -> FileProblem:
    return FileProblem(_("Line {line}, which tells the facts of this title, was refused."), line=line)


@dataclass(slots=True)
class Planner:
    """Compares rows with the catalogue, batch by batch of one file."""

    fields: Sequence[str]
    report: Report
    # The line that first described each title, in this batch or an earlier one.
    line_by_identity: dict[Identity, int] = field(default_factory=dict)

    def plan(self, rows: Sequence[TitleRow]) -> BatchPlan:
        matches = self._find_titles(rows)
        plan = BatchPlan()
        new_titles: dict[Identity, PlannedTitle] = {}
        for row in rows:
            identity = row.identity()
            titles = matches.get(identity, [])
            try:
                if self.line_by_identity.setdefault(identity, row.line) != row.line:
                    title = self._plan_further_row(row, titles, new_titles.get(identity))
                elif len(titles) == 1:
                    title = self._plan_stored_title(row, titles[0])
                else:
                    title = self._plan_new_title(row, is_ambiguous=len(titles) > 1)
                    new_titles[identity] = title
                plan.title_by_row[row] = title
            except FileProblem as problem:
                self.report.refuse(row.line, problem)
        return plan

    def _find_titles(self, rows: Sequence[TitleRow]) -> dict[Identity, list[StoredTitle]]:
        """Identity -> the titles of the catalogue that it may mean."""
        identities = {row.identity() for row in rows}
        bgg_ids = current_store().existing_values(
            "catalogue_gametitle", "bgg_id", [identity for identity in identities if isinstance(identity, int)]
        )
        titles: dict[Identity, list[StoredTitle]] = {
            bgg_id: [title] for bgg_id, title in load_by_bgg_id(bgg_ids, self.fields).items()
        }
        pks_by_identity = _find_without_ids(identity for identity in identities if isinstance(identity, tuple))
        if pks_by_identity:
            title_by_pk = load_by_pk((pk for pks in pks_by_identity.values() for pk in pks), self.fields)
            for identity, pks in pks_by_identity.items():
                titles[identity] = [title_by_pk[pk] for pk in pks]
        return titles

    def _plan_further_row(
        self, row: TitleRow, titles: list[StoredTitle], new_title: PlannedTitle | None
    ) -> PlannedTitle:
        """A further row of a title brings a box or a name; the first row has told the facts."""
        first_line = self.line_by_identity[row.identity()]
        if not row.box and not row.names:
            raise FileProblem(_("The title stands in line {line} already."), line=first_line)
        if len(titles) == 1:
            return PlannedTitle(row, titles[0].facts, titles[0].facts, titles[0].pk)
        if new_title is None:
            raise first_row_was_refused(first_line)
        return new_title

    def _plan_new_title(self, row: TitleRow, *, is_ambiguous: bool) -> PlannedTitle:
        name = row.facts.get("name")
        if is_ambiguous:
            raise FileProblem(_("Several titles are called “{name}”: tell their bgg_id."), name=name)
        if not name:
            message = _("There is no title “{title}” in the catalogue, and no name to make one.")
            raise FileProblem(message, title=row.bgg_id or row.slug or "")
        _check_facts(row.facts, row.bgg_id)
        return PlannedTitle(row, row.facts, base_bgg_id=row.facts.get("base"))

    def _plan_stored_title(self, row: TitleRow, stored: StoredTitle) -> PlannedTitle:
        """What the row tells replaces what is known; a blank cell leaves it."""
        facts = dict(stored.facts)
        facts.update({name: value for name, value in row.facts.items() if value is not None})
        title = PlannedTitle(row, facts, stored.facts, stored.pk)
        if title.changed_fields():
            _check_facts(facts, row.bgg_id)
        if facts.get("base") != stored.facts.get("base"):
            # Whether there is such a title is known when all rows have been imported.
            title.base_bgg_id = facts["base"]
            facts["base"] = stored.facts["base"]
        return title


def _check_facts(facts: Facts, bgg_id: int | None) -> None:
    """Refuse what no cell shows alone: a range the wrong way round, a game that extends itself."""
    for low_field, high_field, message in RANGES:
        low, high = facts.get(low_field), facts.get(high_field)
        if low is not None and high is not None and low > high:
            raise FileProblem(message, low=low, high=high)
    if bgg_id is not None and facts.get("base") == bgg_id:
        raise FileProblem(_("A title cannot be its own base game."))


def _find_without_ids(identities: Iterable[Identity]) -> dict[Identity, list[int]]:
    """Identity -> primary keys of the titles with that slug, or with that name and year."""
    slugs, names = [], []
    for identity in identities:
        if isinstance(identity, tuple) and identity[1]:
            (slugs if identity[0] == "slug" else names).append(identity)
    pks: dict[Identity, list[int]] = {}
    if slugs:
        titles = GameTitle.objects.filter(slug__in=[slug for _kind, slug in slugs])
        pks.update({("slug", slug): [pk] for slug, pk in titles.values_list("slug", "pk")})
    titles_by_name = _find_by_name([name for _kind, name, _year in names])
    for identity in names:
        _kind, name, year = identity
        matching = [pk for title_year, pk in titles_by_name[name] if year in (None, title_year)]
        if matching:
            pks[identity] = matching
    return pks


def _find_by_name(names: list[str]) -> dict[str, list[tuple[int | None, int]]]:
    """Main name -> (year, primary key) of each title that bears it."""
    titles: dict[str, list[tuple[int | None, int]]] = defaultdict(list)
    if not names:
        return titles
    # The sort key has an index, the name has none.
    rows = GameTitle.objects.filter(sort_key__in={build_sort_key(name) for name in names}, names__kind="main")
    for name, year, pk in rows.values_list("names__name", "year", "pk"):
        titles[name].append((year, pk))
    return titles
