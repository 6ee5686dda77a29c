"""One batch of rows: which titles they mean, what differs from what is known, and nothing written yet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.report import Report, Wrong
from catalogue.importing.file.sheet import Batch
from catalogue.importing.known import Facts, Known, Reading
from catalogue.models import GameTitle
from escale.common.text.folding import sort_key

RANGES = (
    ("players_min", "players_max", _("At least {low} players, but at most {high}.")),
    ("minutes_min", "minutes_max", _("At least {low} minutes, but at most {high}.")),
)
Who = int | tuple[Any, ...]


@dataclass(slots=True)
class New:
    at: int
    facts: Facts
    pk: int = 0


@dataclass(slots=True)
class Changed:
    at: int
    pk: int
    old: Facts
    facts: Facts


@dataclass(slots=True)
class Plan:
    """What a batch means. `pks` is the title of each row, None where it was refused."""

    batch: Batch
    fields: Sequence[str]
    pks: list[int | None]
    new: dict[int, New] = field(default_factory=dict)
    changed: list[Changed] = field(default_factory=list)
    # Rows of titles that an earlier row of this batch makes: place of the row, place of that row.
    followers: list[tuple[int, int]] = field(default_factory=list)
    # Rows whose base game is another than the catalogue knows: place of the row, id of the base.
    bases: list[tuple[int, int]] = field(default_factory=list)

    def number(self, ids: Iterable[int]) -> None:
        """Give the new titles their ids, ahead of writing them."""
        for new, pk in zip(self.new.values(), ids, strict=True):
            self.pks[new.at] = new.pk = pk
        for at, first in self.followers:
            self.pks[at] = self.pks[first]

    def withdraw(self, at: int) -> None:
        """Nothing of the row is to be written."""
        self.new.pop(at, None)
        self.changed = [change for change in self.changed if change.at != at]
        self.bases = [base for base in self.bases if base[0] != at]
        self.pks[at] = None


@dataclass(slots=True)
class Planner:
    """Compares rows with the catalogue. It remembers which line first spoke of a title."""

    reading: Reading
    fields: Sequence[str]
    seen: dict[Who, int] = field(default_factory=dict)
    ambiguous: set[Who] = field(default_factory=set)
    _name: int | None = field(init=False)
    _year: int | None = field(init=False)
    _base: int | None = field(init=False)
    _ranges: list[tuple[int, int, str]] = field(init=False)

    def __post_init__(self) -> None:
        at = {name: place for place, name in enumerate(self.fields)}
        self._name, self._year, self._base = at.get("name"), at.get("year"), at.get("base")
        self._ranges = [(at[low], at[high], message) for low, high, message in RANGES if low in at and high in at]

    def plan(self, batch: Batch, report: Report) -> Plan:
        whos = self._whos(batch)
        known = self._known(whos)
        plan = Plan(batch, self.fields, [None] * len(batch))
        differing: list[tuple[int, Known]] = []
        first_here: dict[Who, int] = {}
        for at, (who, facts) in enumerate(zip(whos, batch.facts, strict=True)):
            title, line = known.get(who), batch.lines[at]
            if self.seen.setdefault(who, line) != line:
                self._again(plan, at, who, title, first_here.get(who, -1), report)
                continue
            first_here[who] = at
            if title is None:
                self._new(plan, at, who, report)
            else:
                plan.pks[at] = title[0]
                if title[1] != facts:
                    differing.append((at, title))
        self._differing(plan, differing, report)
        return plan

    def _whos(self, batch: Batch) -> list[Who]:
        if None not in batch.ids:
            return batch.ids  # type: ignore[return-value]
        name, year = self._name, self._year
        return [
            batch.ids[at]
            or (batch.slugs[at] and ("slug", batch.slugs[at]))
            or ("name", name is not None and facts[name], facts[year] if year is not None else None)
            for at, facts in enumerate(batch.facts)
        ]

    def _known(self, whos: Sequence[Who]) -> dict[Who, Known]:
        ids = [who for who in whos if isinstance(who, int)]
        known: dict[Who, Known] = dict(self.reading.by_bgg_id(ids))  # type: ignore[arg-type]
        if len(ids) < len(whos):
            fitting = _without_ids({who for who in whos if not isinstance(who, int)})
            self.ambiguous = {who for who, pks in fitting.items() if len(pks) > 1}
            titles = self.reading.by_pk([pks[0] for pks in fitting.values()])
            known.update((who, titles[pks[0]]) for who, pks in fitting.items() if len(pks) == 1)
        return known

    def _again(self, plan: Plan, at: int, who: Who, title: Known | None, first: int, report: Report) -> None:
        """A further row of a title brings a box or a name; the first row has told the facts."""
        batch, line = plan.batch, plan.batch.lines[at]
        if not (batch.boxes and batch.boxes[at]) and not (batch.names and batch.names[at]):
            report.refuse(line, Wrong(_("The title stands in line {line} already."), line=self.seen[who]))
        elif title is not None:
            plan.pks[at] = title[0]
        elif first in plan.new:
            plan.followers.append((at, first))
        else:
            wrong = _("Line {line}, which tells the facts of this title, was refused.")
            report.refuse(line, Wrong(wrong, line=self.seen[who]))

    def _new(self, plan: Plan, at: int, who: Who, report: Report) -> None:
        facts = plan.batch.facts[at]
        name = facts[self._name] if self._name is not None else None
        wrong = self.contradiction(facts, who)
        if who in self.ambiguous:
            wrong = Wrong(_("Several titles are called “{name}”: tell their bgg_id."), name=name)
        elif not name:
            missing = _("There is no title “{title}” in the catalogue, and no name to make one.")
            wrong = Wrong(missing, title=who if isinstance(who, int) else who[1] or "")
        if wrong:
            report.refuse(plan.batch.lines[at], wrong)
            return
        plan.new[at] = New(at, facts)
        if self._base is not None and facts[self._base]:
            plan.bases.append((at, facts[self._base]))

    def _differing(self, plan: Plan, differing: list[tuple[int, Known]], report: Report) -> None:
        base = self._base
        for at, (pk, old) in differing:
            merged = tuple(map(_newer, plan.batch.facts[at], old))
            if base is not None and merged[base] != old[base]:
                # Which title that is, and whether there is one, is seen when all titles are in.
                plan.bases.append((at, merged[base]))
                merged = (*merged[:base], old[base], *merged[base + 1 :])
            if wrong := self.contradiction(merged, plan.batch.ids[at]):
                report.refuse(plan.batch.lines[at], wrong)
                plan.pks[at] = None
            elif merged != old:
                plan.changed.append(Changed(at, pk, old, merged))

    def contradiction(self, facts: Facts, who: Who | None) -> Wrong | None:
        """What no cell says alone: a range the wrong way round, a game that extends itself."""
        for low, high, message in self._ranges:
            least, most = facts[low], facts[high]
            if least is not None and most is not None and least > most:
                return Wrong(message, low=least, high=most)
        if self._base is not None and facts[self._base] is not None and facts[self._base] == who:
            return Wrong(_("A title cannot be its own base game."))
        return None


def _newer(told: Any, known: Any) -> Any:
    return known if told is None else told


def _without_ids(whos: Iterable[Who]) -> dict[Who, list[int]]:
    """The titles that may be meant by a slug, or by a name and a year."""
    slugs = {who[1]: who for who in whos if isinstance(who, tuple) and who[0] == "slug"}
    names = [who for who in whos if isinstance(who, tuple) and who[0] == "name" and who[1]]
    found: dict[Who, list[int]] = {}
    for slug, pk in GameTitle.objects.filter(slug__in=slugs).values_list("slug", "pk"):
        found[slugs[slug]] = [pk]
    candidates: dict[str, list[tuple[int | None, int]]] = {}
    # The sort key has an index, the name has none.
    keyed = GameTitle.objects.filter(sort_key__in={sort_key(who[1]) for who in names}, names__kind="main")
    for name, year, pk in keyed.values_list("names__name", "year", "pk"):
        candidates.setdefault(name, []).append((year, pk))
    for who in names:
        fitting = [pk for year, pk in candidates.get(who[1], []) if who[2] in (None, year)]
        if fitting:
            found[who] = fitting
    return found
