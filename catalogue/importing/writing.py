"""Writes the titles of a plan, with their names, people and tags, in the transaction of the caller."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from catalogue.importing.file.formats import CREDITS, DESCRIPTIONS, LINK_FIELDS, SCALARS
from catalogue.importing.fingerprints import Fingerprints
from catalogue.importing.planning import PlannedTitle
from catalogue.importing.registry import Registry
from catalogue.importing.store import Store
from catalogue.importing.stored import TEXT_FIELDS, Facts
from catalogue.models import TitleName
from catalogue.slugs import choose_slugs, slug_of
from escale.common.text.folding import build_sort_key

# What a column holds where the file tells nothing; None elsewhere.
COLUMN_DEFAULTS: dict[str, Any] = {"kind": "game", "popularity": 0, **dict.fromkeys(TEXT_FIELDS, "")}
NAME_COLUMNS = ("title_id", "language", "kind", "name")
MAIN, TRANSLATION = TitleName.Kind.MAIN.value, TitleName.Kind.TRANSLATION.value


@dataclass(slots=True)
class TitleWriter:
    store: Store
    fields: Sequence[str]  # The facts that the file tells.
    registries: dict[str, Registry]  # Field -> the people or tags that it lists.
    fingerprints: Fingerprints
    version: int  # Of the catalogue, which this batch makes.
    changed_at: Any  # The time, as the database stores it.

    def write(self, new_titles: list[PlannedTitle], changed_titles: list[PlannedTitle]) -> None:
        self._create_people_and_tags([*new_titles, *changed_titles])
        if new_titles:
            self._create(new_titles)
        if changed_titles:
            self._change(changed_titles)

    def _link_fields(self) -> list[str]:
        return [name for name in self.fields if name in LINK_FIELDS]

    def _create_people_and_tags(self, titles: list[PlannedTitle]) -> None:
        for field in self._link_fields():
            self.registries[field].create_missing(key for title in titles for key in title.facts[field] or ())

    def _create(self, titles: list[PlannedTitle]) -> None:
        slugs = choose_slugs(
            [
                (title.row.slug or slug_of(title.facts["name"]), title.facts.get("year"), title.row.bgg_id)
                for title in titles
            ]
        )
        rows = [self._new_row(title, slug) for title, slug in zip(titles, slugs, strict=True)]
        self.store.insert("catalogue_gametitle", list(rows[0]), [tuple(row.values()) for row in rows])
        names = [(title.pk, _language(title), MAIN, title.facts["name"]) for title in titles]
        self.store.insert("catalogue_titlename", NAME_COLUMNS, names)
        for field in self._link_fields():
            self._link(field, [(title.pk, key) for title in titles for key in title.facts[field] or ()])

    def _new_row(self, title: PlannedTitle, slug: str) -> dict[str, Any]:
        row = {
            "id": title.pk,
            "slug": slug,
            "sort_key": build_sort_key(title.facts["name"], _language(title)),
            "bgg_id": title.row.bgg_id,
        }
        for name in SCALARS:
            value = title.facts.get(name)
            row[name] = COLUMN_DEFAULTS.get(name) if value is None else value
        row["descriptions"] = _descriptions(title.facts)
        if title.facts.get("kind") is None and title.base_bgg_id:
            row["kind"] = "expansion"
        return row | self._version_columns(title)

    def _version_columns(self, title: PlannedTitle) -> dict[str, Any]:
        return {
            "changed_in": self.version,
            "row_version": self.version,
            # A row whose base game is still to be found is read again by the next import.
            "row_mark": None if title.base_bgg_id else self.fingerprints.of_cells(title.row.cells),
            "changed_at": self.changed_at,
        }

    def _link(self, field: str, keys: list[tuple[int, str]]) -> None:
        table, columns = _link_table(field)
        self.store.insert(table, columns, self._link_rows(field, keys))

    def _link_rows(self, field: str, keys: list[tuple[int, str]]) -> list[tuple[Any, ...]]:
        """Rows of the table that links titles with people (in a role) or with tags."""
        pk_by_key = self.registries[field].pk_by_key
        if field in CREDITS:
            role = CREDITS[field]
            return [(title_pk, pk_by_key[key], role) for title_pk, key in keys]
        return [(title_pk, pk_by_key[key]) for title_pk, key in keys]

    def _change(self, titles: list[PlannedTitle]) -> None:
        rows = [self._changed_row(title) for title in titles]
        columns = list(rows[0])[:-1]  # the last one is the id
        self.store.update("catalogue_gametitle", columns, [tuple(row.values()) for row in rows])
        for field in self._link_fields():
            self._change_links(field, titles)
        renamed = [title for title in titles if {"name", "name_language"} & set(title.changed_fields())]
        if renamed:
            rename_titles(self.store, renamed)

    def _changed_row(self, title: PlannedTitle) -> dict[str, Any]:
        row = self._version_columns(title)
        for name in SCALARS:
            if name in self.fields:
                value = title.facts[name]
                row[name] = COLUMN_DEFAULTS.get(name) if value is None else value
        if any(name in self.fields for name in DESCRIPTIONS):
            row["descriptions"] = _descriptions(title.facts)
        return row | {"id": title.pk}

    def _change_links(self, field: str, titles: list[PlannedTitle]) -> None:
        added, removed = [], []
        for title in titles:
            before = (title.stored_facts or {})[field] or ()
            after = title.facts[field] or ()
            added += [(title.pk, key) for key in after if key not in before]
            removed += [(title.pk, key) for key in before if key not in after]
        table, columns = _link_table(field)
        if removed:
            self.store.delete(table, columns, self._link_rows(field, removed))
        if added:
            self._link(field, added)


def _link_table(field: str) -> tuple[str, tuple[str, ...]]:
    """The table that links titles with what the field lists, and its columns."""
    if field in CREDITS:
        return "catalogue_credit", ("title_id", "contributor_id", "role")
    return "catalogue_titletag", ("title_id", "tag_id")


def _descriptions(facts: Facts) -> str:
    """The descriptions in every language, as the database stores them."""
    descriptions = dict(facts.get("descriptions") or {})
    descriptions.update({code: facts[name] for name, code in DESCRIPTIONS.items() if facts.get(name)})
    return json.dumps(descriptions)


def _language(title: PlannedTitle) -> str:
    return title.facts.get("name_language") or ""


@dataclass(frozen=True, slots=True)
class MainName:
    """A main name that changes."""

    row: TitleName
    name: str
    language: str


def rename_titles(store: Store, titles: list[PlannedTitle]) -> None:
    """Give the titles another main name or language. The name before stays as a translation: people search for it."""
    name_rows = TitleName.objects.filter(title__in=[title.pk for title in titles])
    title_by_pk = {title.pk: title for title in titles}
    main_names = {
        row.title_id: _new_main_name(row, title_by_pk[row.title_id].facts) for row in name_rows if row.kind == MAIN
    }
    others = [row for row in name_rows if row.kind != MAIN]
    TitleName.objects.filter(pk__in=[row.pk for row in others if _is_same_name(row, main_names[row.title_id])]).delete()
    _write_main_names(store, list(main_names.values()))


def _new_main_name(row: TitleName, facts: Facts) -> MainName:
    return MainName(row, facts.get("name") or row.name, facts.get("name_language") or row.language)


def _is_same_name(row: TitleName, main: MainName) -> bool:
    return (row.name, row.language) == (main.name, main.language)


def _write_main_names(store: Store, main_names: list[MainName]) -> None:
    rows = [(main.name, main.language, main.row.pk) for main in main_names]
    store.update("catalogue_titlename", ("name", "language"), rows)
    renamed = [main for main in main_names if main.name != main.row.name]
    old_names = [(main.row.title_id, main.row.language, TRANSLATION, main.row.name) for main in renamed]
    store.insert("catalogue_titlename", NAME_COLUMNS, old_names)
    sort_keys = [(build_sort_key(main.name, main.language), main.row.title_id) for main in renamed]
    store.update("catalogue_gametitle", ("sort_key",), sort_keys)
