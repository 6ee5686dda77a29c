"""Caches the records of titles until the titles change, together with their JSON."""

import json
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from catalogue.models import GameTitle
from catalogue.presenting.records.building import Json, build_record
from catalogue.presenting.records.full_rows import load_full_titles
from catalogue.presenting.title_cache import TitleCache
from catalogue.search.live_index import catalogue_index
from catalogue.services import IDS_PER_STATEMENT
from escale.common import languages


class CachedRecord(NamedTuple):
    """The record of a title, its JSON, and the ids of the base game and expansions that it names."""

    id: int
    record: Json
    json: str
    family: frozenset[int]


class RecordCache(TitleCache[CachedRecord]):
    """Also removes a record if its base game or one of its expansions changes."""

    def drop(self, ids: Iterable[int] | None) -> None:
        super().drop(None if ids is None else {*ids, *_find_bases(list(ids))})

    def _depends_on(self, id: int, entry: CachedRecord, changed: Set[int]) -> bool:
        return id in changed or not entry.family.isdisjoint(changed)


def _find_bases(ids: Sequence[int]) -> Iterator[int]:
    """Yields the base games of these titles. Their cached records lack a title that is a new expansion."""
    for start in range(0, len(ids), IDS_PER_STATEMENT):
        some_ids = ids[start : start + IDS_PER_STATEMENT]
        expansions = GameTitle.objects.filter(pk__in=some_ids).exclude(base=None)
        yield from expansions.values_list("base_id", flat=True)


_cache = RecordCache()


def load_records(ids: Sequence[int]) -> list[Json]:
    return [entry.record for entry in load_cached_records(ids)]


def load_records_json(ids: Sequence[int]) -> str:
    """The records of these titles as a JSON list."""
    return f"[{','.join(entry.json for entry in load_cached_records(ids))}]"


def load_cached_records(ids: Sequence[int]) -> list[CachedRecord]:
    """These titles in the language of the reader. All that are not cached yet are loaded together."""
    language = languages.current()

    def make_records(missing: list[int]) -> dict[int, CachedRecord]:
        rule_by_bgg_id = catalogue_index.load_rules()
        cached_records = {}
        for title in load_full_titles(missing):
            record = build_record(title, language, rule_by_bgg_id.get(title.row.bgg_id or 0))
            text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            cached_records[title.row.id] = CachedRecord(title.row.id, record, text, title.family)
        return cached_records

    return _cache.get(ids, language, make_records)
