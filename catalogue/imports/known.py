"""What the catalogue knows of titles, in the same shape as a file tells it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from catalogue.imports.formats import CREDITS, TAGS
from catalogue.imports.registry import Registry
from catalogue.imports.sheet import Memo
from catalogue.imports.store import Store

TEXTS = frozenset(
    (
        "players_best",
        "players_recommended",
        "esar",
        "col",
        *(f"description_{code}" for code in ("fr", "en", "it", "de")),
    )
)


@dataclass(frozen=True, slots=True)
class Known:
    pk: int
    facts: tuple[Any, ...]


@dataclass(slots=True)
class Reading:
    """Reads the facts that a file tells, and no others."""

    store: Store
    facts: Sequence[str]
    registries: dict[str, Registry]
    _select: str = field(init=False)
    _links: list[tuple[int, Memo]] = field(init=False)

    def __post_init__(self) -> None:
        columns = ", ".join(self._expression(name) for name in self.facts)
        base = "LEFT JOIN catalogue_gametitle b ON b.id = t.base_id" if "base" in self.facts else ""
        name = (
            "LEFT JOIN catalogue_titlename n ON n.title_id = t.id AND n.kind = 'main'"
            if {"name", "name_language"} & set(self.facts)
            else ""
        )
        self._select = (
            f"SELECT t.bgg_id, t.id{', ' if columns else ''}{columns} FROM catalogue_gametitle t {base} {name}"
        )
        self._links = [
            (at, Memo(self.registries[name].keys_of)) for at, name in enumerate(self.facts) if name in self.registries
        ]

    def _expression(self, name: str) -> str:
        concat = self.store.concat
        if name == "name":
            return "n.name"
        if name == "name_language":
            return "NULLIF(n.language, '')"
        if name == "base":
            return "b.bgg_id"
        if name in CREDITS:
            ids = concat.format(column="c.contributor_id")
            return f"(SELECT {ids} FROM catalogue_credit c WHERE c.title_id = t.id AND c.role = '{CREDITS[name]}')"
        if name in TAGS:
            ids = concat.format(column="x.tag_id")
            of_kind = f"SELECT g.id FROM catalogue_tag g WHERE g.kind = '{TAGS[name]}'"
            return f"(SELECT {ids} FROM catalogue_titletag x WHERE x.title_id = t.id AND x.tag_id IN ({of_kind}))"
        return f"NULLIF(t.{name}, '')" if name in TEXTS else f"t.{name}"

    def by_bgg_id(self, ids: Sequence[int]) -> dict[int, Known]:
        return {row[0]: known for row, known in self._read("t.bgg_id", ids)}

    def by_pk(self, pks: Sequence[int]) -> dict[int, Known]:
        return {known.pk: known for _row, known in self._read("t.id", pks)}

    def _read(self, column: str, values: Sequence[int]) -> list[tuple[tuple[Any, ...], Known]]:
        if not values:
            return []
        where, params = self.store.any_of(column, values)
        with connection.cursor() as cursor:
            cursor.execute(f"{self._select} WHERE {where}", params)
            rows = cursor.fetchall()
        facts = self._keyed([row[2:] for row in rows])
        return [(row, Known(row[1], told)) for row, told in zip(rows, facts, strict=True)]

    def _keyed(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Link columns come as lists of ids and leave as sets of keys."""
        if not self._links or not rows:
            return rows
        columns: list[Any] = list(zip(*rows, strict=True))
        for at, memo in self._links:
            columns[at] = map(memo.__getitem__, columns[at])
        return list(zip(*columns, strict=True))
