"""Everything that the record of a title shows. Six queries load it for any number of titles."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from catalogue.models import Copy
from catalogue.presenting.cards import Name, load_names, select_rows

# In SQL, because the ORM would take most of the time of a page of new records.
SELECT_TITLES = """
    SELECT
        title.id, title.slug, title.bgg_id, title.kind, title.year, title.players_min, title.players_max,
        title.players_best, title.players_recommended, title.minutes_min, title.minutes_max, title.age,
        title.weight, title.language_dependence, title.esar, title.col, title.descriptions, title.changed_in,
        title.base_id, base.slug
    FROM catalogue_gametitle title
    LEFT JOIN catalogue_gametitle base ON base.id = title.base_id
    WHERE title.id IN ({ids})
"""
SELECT_EXPANSIONS = """
    SELECT base_id, id, slug FROM catalogue_gametitle title WHERE base_id IN ({ids})
    AND (NOT is_reference OR EXISTS (
        SELECT 1 FROM catalogue_copy box
        WHERE box.title_id = title.id AND box.status NOT IN ('lost', 'retired')
    ))
    ORDER BY sort_key, id
"""
SELECT_TAGS = """
    SELECT title_tag.title_id, tag.kind, tag.slug, tag.names
    FROM catalogue_titletag title_tag
    JOIN catalogue_tag tag ON tag.id = title_tag.tag_id
    WHERE title_tag.title_id IN ({ids})
    ORDER BY tag.kind, tag.slug
"""
SELECT_CREDITS = """
    SELECT credit.title_id, credit.role, contributor.slug, contributor.name
    FROM catalogue_credit credit
    JOIN catalogue_contributor contributor ON contributor.id = credit.contributor_id
    WHERE credit.title_id IN ({ids})
    ORDER BY credit.id
"""
SELECT_BOXES = """
    SELECT
        box.title_id, box.inventory_number, shelf.code, shelf.room, box.status, loan.due, box.condition,
        box.missing, box.languages, box.edition, box.acquired
    FROM catalogue_copy box
    LEFT JOIN catalogue_shelf shelf ON shelf.id = box.shelf_id
    LEFT JOIN catalogue_loan loan ON loan.copy_id = box.id AND loan.back IS NULL
    WHERE box.title_id IN ({ids}) AND box.status NOT IN (%s, %s)
    ORDER BY box.id
"""


class TitleRow(NamedTuple):
    """The columns of SELECT_TITLES."""

    id: int
    slug: str
    bgg_id: int | None
    kind: str
    year: int | None
    players_min: int | None
    players_max: int | None
    players_best: str
    players_recommended: str
    minutes_min: int | None
    minutes_max: int | None
    age: int | None
    weight: float | None
    language_dependence: int | None
    esar: str
    col: str
    descriptions_json: str
    changed_in: int
    base_id: int | None
    base_slug: str | None


class RelatedTitle(NamedTuple):
    """The base game of a title, or one of its expansions."""

    id: int
    slug: str
    names: list[Name]


class TagRow(NamedTuple):
    kind: str
    slug: str
    names_json: str


class CreditRow(NamedTuple):
    role: str
    slug: str
    name: str


class BoxRow(NamedTuple):
    """A box without its borrower, who is known only to staff."""

    inventory_number: str | None
    shelf: str | None
    room: str | None
    status: str
    due: str | date | None
    condition: str
    missing: str
    languages: str
    edition: str
    acquired: str | date | None


class FullTitle(NamedTuple):
    """A title with all its related rows."""

    row: TitleRow
    names: list[Name]
    base: RelatedTitle | None
    expansions: list[RelatedTitle]
    tags: list[TagRow]
    credits: list[CreditRow]
    boxes: list[BoxRow]

    @property
    def descriptions(self) -> dict[str, str]:
        return json.loads(self.row.descriptions_json)

    @property
    def family(self) -> frozenset[int]:
        """The ids of the titles that the record names."""
        return frozenset({self.row.base_id or 0, *(expansion.id for expansion in self.expansions)})


def load_full_titles(ids: Sequence[int]) -> Iterator[FullTitle]:
    """Yields these titles. Ids without a title are left out."""
    rows = [TitleRow(*row) for row in select_rows(SELECT_TITLES, ids)]
    expansions_by_base = _group(select_rows(SELECT_EXPANSIONS, ids))
    related_ids = {row.base_id for row in rows if row.base_id}
    related_ids |= {id for expansions in expansions_by_base.values() for id, _slug in expansions}
    names_by_id = load_names([*{*ids, *related_ids}])
    tags_by_id = _group(select_rows(SELECT_TAGS, ids))
    credits_by_id = _group(select_rows(SELECT_CREDITS, ids))
    boxes_by_id = _group(select_rows(SELECT_BOXES, ids, *Copy.GONE))
    for row in rows:
        base = RelatedTitle(row.base_id, row.base_slug, names_by_id[row.base_id]) if row.base_id else None
        yield FullTitle(
            row,
            names=names_by_id[row.id],
            base=base,
            expansions=[RelatedTitle(id, slug, names_by_id[id]) for id, slug in expansions_by_base[row.id]],
            tags=[TagRow(*tag) for tag in tags_by_id[row.id]],
            credits=[CreditRow(*credit) for credit in credits_by_id[row.id]],
            boxes=[BoxRow(*box) for box in boxes_by_id[row.id]],
        )


def _group(rows: Iterable[tuple]) -> dict[int, list[tuple]]:
    """By first column, the rows without it."""
    rows_by_id: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for id, *rest in rows:
        rows_by_id[id].append(tuple(rest))
    return rows_by_id
