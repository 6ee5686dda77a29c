"""What the catalogue knows of titles, in the same shape as a file tells it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from catalogue.importing.file.formats import CREDITS, TAGS
from catalogue.importing.file.memo import Memo
from catalogue.importing.registry import Registry
from catalogue.importing.store import Store

TEXTS = frozenset(
    (
        "players_best",
        "players_recommended",
        "esar",
        "col",
        *(f"description_{code}" for code in ("fr", "en", "it", "de")),
    )
)


Facts = tuple[Any, ...]
Known = tuple[int, Facts]  # The title and what is known of it.


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
            return f"(SELECT {concat.format(column='x.tag_id')} FROM catalogue_titletag x WHERE x.title_id = t.id)"
        return f"NULLIF(t.{name}, '')" if name in TEXTS else f"t.{name}"

    def by_bgg_id(self, ids: Sequence[int]) -> dict[int, Known]:
        bgg_ids, pks, facts = self._read("t.bgg_id", self.store.present("catalogue_gametitle", "bgg_id", ids))
        return dict(zip(bgg_ids, zip(pks, facts, strict=True), strict=True))

    def by_pk(self, pks: Sequence[int]) -> dict[int, Known]:
        _bgg_ids, found, facts = self._read("t.id", pks)
        return dict(zip(found, zip(found, facts, strict=True), strict=True))

    def _read(self, column: str, values: Sequence[int]) -> tuple[Sequence[int], Sequence[int], Sequence[Facts]]:
        """Column by column: link columns come as lists of ids and leave as sets of keys."""
        if not values:
            return (), (), ()
        where, params = self.store.any_of(column, values)
        with connection.cursor() as cursor:
            cursor.execute(f"{self._select} WHERE {where}", params)
            columns: list[Any] = list(zip(*cursor.fetchall(), strict=True))
        if not columns:
            return (), (), ()
        bgg_ids, pks, *told = columns
        for at, memo in self._links:
            told[at] = list(map(memo.__getitem__, told[at]))
        return bgg_ids, pks, list(zip(*told, strict=True)) if told else [()] * len(pks)
