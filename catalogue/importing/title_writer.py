"""Writes new and changed titles with their main names, people and tags, in the transaction of the caller."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from catalogue.importing.bulk_sql import BulkSql
from catalogue.importing.file.fields import CREDITS, DESCRIPTIONS, LINK_FIELDS, SCALARS
from catalogue.importing.fingerprints import Fingerprints
from catalogue.importing.names import NAME_COLUMNS
from catalogue.importing.planning import PlannedTitle
from catalogue.importing.registry import Registry
from catalogue.importing.stored_titles import TEXT_FIELDS, Facts
from catalogue.models import TitleName
from catalogue.slugs import SlugParts, choose_slugs, slug_of
from escale.common.text.folding import build_sort_key

# What these columns hold if the fact is unknown. All other columns hold None then.
COLUMN_DEFAULTS: dict[str, Any] = {"kind": "game", "popularity": 0, **dict.fromkeys(TEXT_FIELDS, "")}
MAIN = TitleName.Kind.MAIN.value
TRANSLATION = TitleName.Kind.TRANSLATION.value
Link = tuple[int, str]  # primary key of the title, slug of the person or tag


@dataclass(slots=True, kw_only=True)
class TitleWriter:
    """Writes the titles of one batch."""

    bulk_sql: BulkSql
    fields: Sequence[str]  # the facts that the file has columns for
    registries: dict[str, Registry]  # by field, such as "designers": its people or tags
    fingerprints: Fingerprints
    version: int  # the version of the catalogue that this batch makes
    as_reference: bool  # whether guests see new titles only when the house has a box of them
    changed_at: Any  # the time, as a parameter of an SQL statement

    def create_titles(self, titles: list[PlannedTitle]) -> None:
        if not titles:
            return
        slugs = choose_slugs([_make_slug_parts(title) for title in titles])
        rows = [self._build_new_row(title, slug) for title, slug in zip(titles, slugs, strict=True)]
        columns = list(rows[0])
        self.bulk_sql.insert("catalogue_gametitle", columns, [tuple(row.values()) for row in rows])
        main_names = [(title.pk, _name_language(title), MAIN, title.facts["name"]) for title in titles]
        self.bulk_sql.insert("catalogue_titlename", NAME_COLUMNS, main_names)
        for field in self._link_fields():
            links = [(title.pk, slug) for title in titles for slug in title.facts[field] or ()]
            self._insert_links(field, links)

    def change_titles(self, titles: list[PlannedTitle]) -> None:
        if not titles:
            return
        rows = [self._build_changed_row(title) for title in titles]
        columns = list(rows[0])
        values = [(*row.values(), title.pk) for row, title in zip(rows, titles, strict=True)]
        self.bulk_sql.update("catalogue_gametitle", columns, values)
        for field in self._link_fields():
            self._change_links(field, titles)
        renamed_titles = [title for title in titles if _is_renamed(title)]
        if renamed_titles:
            change_main_names(renamed_titles, self.bulk_sql)

    def _link_fields(self) -> list[str]:
        return [field for field in self.fields if field in LINK_FIELDS]

    def _build_new_row(self, title: PlannedTitle, slug: str) -> dict[str, Any]:
        row = {
            "id": title.pk,
            "slug": slug,
            "sort_key": build_sort_key(title.facts["name"], _name_language(title)),
            "bgg_id": title.row.bgg_id,
            "is_reference": self.as_reference,
        }
        for field in SCALARS:
            row[field] = _column_value(field, title.facts.get(field))
        row["descriptions"] = _join_descriptions(title.facts)
        if title.facts.get("kind") is None and title.unresolved_base_bgg_id:
            row["kind"] = "expansion"
        row.update(self._version_columns(title))
        return row

    def _build_changed_row(self, title: PlannedTitle) -> dict[str, Any]:
        row = self._version_columns(title)
        for field in SCALARS:
            if field in self.fields:
                row[field] = _column_value(field, title.facts[field])
        if any(field in DESCRIPTIONS for field in self.fields):
            row["descriptions"] = _join_descriptions(title.facts)
        return row

    def _version_columns(self, title: PlannedTitle) -> dict[str, Any]:
        # A row without a fingerprint is read again by the next import, which may find the base game then.
        fingerprint = None if title.unresolved_base_bgg_id else self.fingerprints.of_cells(title.row.cells)
        return {
            # Every later change raises `changed_in`. As long as it equals `row_version`, nobody has changed
            # the title since this import, and `row_mark` is the fingerprint of its row in the file.
            "changed_in": self.version,
            "row_version": self.version,
            "row_mark": fingerprint,
            "changed_at": self.changed_at,
        }

    def _insert_links(self, field: str, links: list[Link]) -> None:
        table, columns = _link_table(field)
        self.bulk_sql.insert(table, columns, self._build_link_rows(field, links))

    def _change_links(self, field: str, titles: list[PlannedTitle]) -> None:
        added_links, removed_links = [], []
        for title in titles:
            assert title.stored_facts is not None  # Only titles of the catalogue are changed.
            old_slugs = title.stored_facts[field] or ()
            new_slugs = title.facts[field] or ()
            added_links += [(title.pk, slug) for slug in new_slugs if slug not in old_slugs]
            removed_links += [(title.pk, slug) for slug in old_slugs if slug not in new_slugs]
        if removed_links:
            table, columns = _link_table(field)
            self.bulk_sql.delete(table, columns, self._build_link_rows(field, removed_links))
        if added_links:
            self._insert_links(field, added_links)

    def _build_link_rows(self, field: str, links: list[Link]) -> list[tuple[Any, ...]]:
        pk_by_slug = self.registries[field].pk_by_slug
        if field in CREDITS:
            role = CREDITS[field]
            return [(title_pk, pk_by_slug[slug], role) for title_pk, slug in links]
        return [(title_pk, pk_by_slug[slug]) for title_pk, slug in links]


def _link_table(field: str) -> tuple[str, tuple[str, ...]]:
    """The table that links titles with the people or tags of the field, and its columns."""
    if field in CREDITS:
        return "catalogue_credit", ("title_id", "contributor_id", "role")
    return "catalogue_titletag", ("title_id", "tag_id")


def _make_slug_parts(title: PlannedTitle) -> SlugParts:
    """The slug that the title should get. Year and BGG id are added if another title has the slug."""
    slug = title.row.slug or slug_of(title.facts["name"])
    return SlugParts(slug, year=title.facts.get("year"), bgg_id=title.row.bgg_id)


def _column_value(field: str, value: Any) -> Any:
    return COLUMN_DEFAULTS.get(field) if value is None else value


def _join_descriptions(facts: Facts) -> str:
    """The descriptions in all languages, as JSON for their column."""
    descriptions = dict(facts.get("descriptions") or {})
    for field, language in DESCRIPTIONS.items():
        if facts.get(field):
            descriptions[language] = facts[field]
    return json.dumps(descriptions)


def _name_language(title: PlannedTitle) -> str:
    return title.facts.get("name_language") or ""


def _is_renamed(title: PlannedTitle) -> bool:
    changed_fields = title.changed_fields()
    return "name" in changed_fields or "name_language" in changed_fields


@dataclass(frozen=True, slots=True)
class MainNameChange:
    """The main name that a title has in the catalogue, and the one that it will get."""

    row: TitleName
    new_name: str
    new_language: str


def change_main_names(titles: list[PlannedTitle], bulk_sql: BulkSql) -> None:
    """Gives the titles new main names. The old ones become translations: people search for them."""
    facts_by_pk = {title.pk: title.facts for title in titles}
    name_rows = list(TitleName.objects.filter(title__in=facts_by_pk))
    change_by_pk = {}
    for row in name_rows:
        if row.kind == MAIN:
            facts = facts_by_pk[row.title_id]
            new_name = facts.get("name") or row.name
            new_language = facts.get("name_language") or row.language
            change_by_pk[row.title_id] = MainNameChange(row, new_name, new_language)
    # A translation that becomes the main name is deleted, so that it is not listed twice.
    other_rows = [row for row in name_rows if row.kind != MAIN]
    doubles = [row.pk for row in other_rows if _is_same_name(row, change_by_pk[row.title_id])]
    TitleName.objects.filter(pk__in=doubles).delete()
    _write_main_names(list(change_by_pk.values()), bulk_sql)


def _is_same_name(row: TitleName, change: MainNameChange) -> bool:
    return row.name == change.new_name and row.language == change.new_language


def _write_main_names(changes: list[MainNameChange], bulk_sql: BulkSql) -> None:
    rows = [(change.new_name, change.new_language, change.row.pk) for change in changes]
    bulk_sql.update("catalogue_titlename", ("name", "language"), rows)
    old_names, sort_keys = [], []
    for change in changes:
        title_pk = change.row.title_id
        sort_keys.append((build_sort_key(change.new_name, change.new_language), title_pk))
        if change.new_name != change.row.name:
            old_names.append((title_pk, change.row.language, TRANSLATION, change.row.name))
    bulk_sql.insert("catalogue_titlename", NAME_COLUMNS, old_names)
    bulk_sql.update("catalogue_gametitle", ("sort_key",), sort_keys)
