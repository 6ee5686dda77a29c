"""What a plan changes, written with few statements in the transaction of the caller."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, repeat
from typing import Any

from catalogue.importing.batch import Changed, New, Plan
from catalogue.importing.file.formats import CREDITS, SCALARS, TAGS
from catalogue.importing.known import TEXTS
from catalogue.importing.marks import Marks
from catalogue.importing.registry import Keys, Registry
from catalogue.importing.store import Store
from catalogue.models import TitleName
from catalogue.slugs import distinct, slug_of_words
from escale.common.text.folding import sort_key, sort_keys, tokens_of_all

UNTOLD: dict[str, Any] = {"kind": "game", "popularity": 0, **dict.fromkeys(TEXTS, "")}
flat = chain.from_iterable
LINKS = {name: ("catalogue_credit", "contributor_id") for name in CREDITS} | {
    name: ("catalogue_titletag", "tag_id") for name in TAGS
}


@dataclass(frozen=True, slots=True)
class Stamp:
    """The version that a batch makes, put on every title it changes."""

    version: int
    moment: datetime


@dataclass(slots=True)
class Writer:
    store: Store
    fields: tuple[str, ...]
    registries: dict[str, Registry]
    marks: Marks
    stamp: Stamp

    def write(self, plan: Plan) -> None:
        self._create_people_and_tags(plan)
        if plan.new:
            self._create(list(plan.new.values()), plan)
        if plan.changed:
            self._change(plan.changed, plan)

    def _create_people_and_tags(self, plan: Plan) -> None:
        facts = [new.facts for new in plan.new.values()] + [changed.facts for changed in plan.changed]
        for at, name in enumerate(self.fields):
            if name in LINKS and self.registries[name].strangers:
                self.registries[name].create(flat(row[at] for row in facts if row[at]))

    def _create(self, news: list[New], plan: Plan) -> None:
        pks = [new.pk for new in news]
        told = dict(zip(self.fields, zip(*(new.facts for new in news), strict=True), strict=True))
        ids = [plan.batch.ids[new.at] for new in news]
        years = told.get("year", repeat(None))
        words = tokens_of_all(told["name"])
        slugs = [plan.batch.slugs[new.at] or slug_of_words(name) for new, name in zip(news, words, strict=True)]
        columns: dict[str, Iterable[Any]] = {
            "id": pks,
            "slug": distinct(list(zip(slugs, years, ids))),  # noqa: B905 - untold years go on for ever
            "sort_key": sort_keys(told["name"], _filled(told.get("name_language"), ""), words),
            "bgg_id": ids,
            **{name: _filled(told.get(name), UNTOLD.get(name)) for name in SCALARS},
            "changed_in": repeat(self.stamp.version),
            "row_version": repeat(self.stamp.version),
            "row_mark": self._marks(plan, [new.at for new in news]),
            "changed_at": repeat(self.store.timestamp(self.stamp.moment)),
        }
        if "base" in told:
            columns["kind"] = map(_kind, told.get("kind", repeat(None)), told["base"])
        self.store.insert("catalogue_gametitle", tuple(columns), zip(*columns.values()))  # noqa: B905 - same
        names = zip(pks, _filled(told.get("name_language"), ""), repeat("main"), told["name"])
        self.store.insert("catalogue_titlename", ("title_id", "language", "kind", "name"), names)
        for name in self.fields:
            if name in LINKS:
                self._link(name, zip(pks, told[name], strict=True))

    def _marks(self, plan: Plan, rows: list[int]) -> list[int | None]:
        """A row whose base game is still to be found has to be looked at again."""
        waiting = {at for at, _base in plan.bases}
        return [None if at in waiting else self.marks.of(plan.batch.cells[at]) for at in rows]

    def _link(self, name: str, links: Iterable[tuple[int, Any]]) -> None:
        table, column = LINKS[name]
        find = self.registries[name].ids.__getitem__
        told = ((pk, list(map(find, keys))) for pk, keys in links if keys)
        if name in CREDITS:
            self.store.link(table, ("title_id", column, "role"), told, CREDITS[name])
        else:
            self.store.link(table, ("title_id", column), told)

    def _change(self, changes: list[Changed], plan: Plan) -> None:
        places = [(at, name) for at, name in enumerate(self.fields) if name in SCALARS]
        rows = (
            (
                change.pk,
                self.stamp.version,
                self.stamp.version,
                mark,
                self.store.timestamp(self.stamp.moment),
                *(UNTOLD.get(name) if change.facts[at] is None else change.facts[at] for at, name in places),
            )
            for change, mark in zip(changes, self._marks(plan, [change.at for change in changes]), strict=True)
        )
        columns = ("changed_in", "row_version", "row_mark", "changed_at", *(name for _at, name in places))
        self.store.update("catalogue_gametitle", columns, rows)
        for at, name in enumerate(self.fields):
            differing = [change for change in changes if change.facts[at] != change.old[at]]
            if name in LINKS and differing:
                self._relink(name, at, differing)
        self._rename(changes)

    def _rename(self, changes: list[Changed]) -> None:
        naming = [self.fields.index(name) if name in self.fields else None for name in ("name", "name_language")]
        told = {
            change.pk: tuple(None if at is None else change.facts[at] for at in naming)
            for change in changes
            if any(at is not None and change.facts[at] != change.old[at] for at in naming)
        }
        if told:
            rename(self.store, told)

    def _relink(self, name: str, at: int, changes: list[Changed]) -> None:
        table, column = LINKS[name]
        ids = self.registries[name].ids
        gone = [(change.pk, ids[key]) for change in changes for key in _without(change.old[at], change.facts[at])]
        if name in CREDITS:
            rows = ((*pair, CREDITS[name]) for pair in gone)
            self.store.delete(table, ("title_id", column, "role"), rows)
        else:
            self.store.delete(table, ("title_id", column), gone)
        self._link(name, ((change.pk, _without(change.facts[at], change.old[at])) for change in changes))


def _without(keys: Keys | None, others: Keys | None) -> list[str]:
    return [key for key in keys or () if key not in (others or ())]


def _filled(told: Iterable[Any] | None, untold: Any) -> Iterator[Any]:
    if told is None:
        return repeat(untold)
    return iter(told) if untold is None else (untold if value is None else value for value in told)


def _kind(kind: str | None, base: int | None) -> str:
    return kind or ("expansion" if base else "game")


def rename(store: Store, told: dict[int, tuple[Any, ...]]) -> None:
    """Another main name and its language; the one before stays known: who learnt it does not search in vain."""
    names = list(TitleName.objects.filter(title__in=told))
    mains = {name.title_id: name for name in names if name.kind == TitleName.Kind.MAIN}
    before = {pk: (main.name, main.language) for pk, main in mains.items()}
    now = {pk: (told[pk][0] or name, told[pk][1] or language) for pk, (name, language) in before.items()}
    others = (name for name in names if name.kind != TitleName.Kind.MAIN)
    doubles = [other.pk for other in others if (other.name, other.language) == now[other.title_id]]
    TitleName.objects.filter(pk__in=doubles).delete()
    store.update("catalogue_titlename", ("name", "language"), ((main.pk, *now[pk]) for pk, main in mains.items()))
    renamed = [pk for pk in now if now[pk][0] != before[pk][0]]
    kept = ((pk, before[pk][1], TitleName.Kind.TRANSLATION.value, before[pk][0]) for pk in renamed)
    store.insert("catalogue_titlename", ("title_id", "language", "kind", "name"), kept)
    store.update("catalogue_gametitle", ("sort_key",), ((pk, sort_key(*now[pk])) for pk in renamed))
