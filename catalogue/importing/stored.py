"""What the catalogue already knows of titles, in the same shape as the rows of a file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from catalogue.importing.file.formats import CREDITS, DESCRIPTIONS, LINK_FIELDS, SCALARS, TAGS
from catalogue.models import Credit, GameTitle, TitleName, TitleTag

# Columns that hold "" where nothing is known; a file gives None there.
TEXT_FIELDS = frozenset(("players_best", "players_recommended", "esar", "col"))
CREDIT_FIELDS = {role: field for field, role in CREDITS.items()}
TAG_FIELDS = {kind: field for field, kind in TAGS.items()}

Facts = dict[str, Any]  # Field -> value, None where nothing is known. People and tags are tuples of keys.


@dataclass(frozen=True, slots=True)
class StoredTitle:
    pk: int
    facts: Facts


def load_by_bgg_id(bgg_ids: Iterable[int], fields: Sequence[str]) -> dict[int, StoredTitle]:
    titles = _load({"bgg_id__in": list(bgg_ids)}, fields)
    return {title.facts.pop("bgg_id"): title for title in titles}


def load_by_pk(pks: Iterable[int], fields: Sequence[str]) -> dict[int, StoredTitle]:
    titles = _load({"pk__in": list(pks)}, fields)
    for title in titles:
        del title.facts["bgg_id"]
    return {title.pk: title for title in titles}


def _load(condition: dict[str, list[int]], fields: Sequence[str]) -> list[StoredTitle]:
    """The titles with these fields and their BGG id; one query for titles, one for each kind of row beside them."""
    columns = [name for name in fields if name in SCALARS]
    descriptions = [name for name in fields if name in DESCRIPTIONS]
    facts_by_pk: dict[int, Facts] = {}
    for row in GameTitle.objects.filter(**condition).values("pk", "bgg_id", "base__bgg_id", "descriptions", *columns):
        facts: Facts = dict.fromkeys(fields)
        facts["bgg_id"] = row["bgg_id"]
        for column in columns:
            facts[column] = (row[column] or None) if column in TEXT_FIELDS else row[column]
        for column in descriptions:
            facts[column] = row["descriptions"].get(DESCRIPTIONS[column])
        facts["descriptions"] = row["descriptions"]  # in every language, also in those of which the file says nothing
        if "base" in fields:
            facts["base"] = row["base__bgg_id"]
        facts_by_pk[row["pk"]] = facts
    if facts_by_pk:
        _add_names(facts_by_pk, fields)
        _add_links(facts_by_pk, fields)
    return [StoredTitle(pk, facts) for pk, facts in facts_by_pk.items()]


def _add_names(facts_by_pk: dict[int, Facts], fields: Sequence[str]) -> None:
    if "name" not in fields and "name_language" not in fields:
        return
    main_names = TitleName.objects.filter(title__in=facts_by_pk, kind=TitleName.Kind.MAIN)
    for pk, name, language in main_names.values_list("title_id", "name", "language"):
        facts = facts_by_pk[pk]
        if "name" in fields:
            facts["name"] = name
        if "name_language" in fields:
            facts["name_language"] = language or None


def _add_links(facts_by_pk: dict[int, Facts], fields: Sequence[str]) -> None:
    links: list[tuple[int, str, str]] = []  # primary key of the title, field, key of the person or tag
    if any(name in CREDITS for name in fields):
        credits = Credit.objects.filter(title__in=facts_by_pk).values_list("title_id", "role", "contributor__slug")
        links += [(pk, CREDIT_FIELDS[role], key) for pk, role, key in credits if role in CREDIT_FIELDS]
    if any(name in TAGS for name in fields):
        tags = TitleTag.objects.filter(title__in=facts_by_pk).values_list("title_id", "tag__kind", "tag__slug")
        links += [(pk, TAG_FIELDS[kind], key) for pk, kind, key in tags if kind in TAG_FIELDS]
    for pk, field, key in links:
        if field in fields:
            facts_by_pk[pk][field] = (*(facts_by_pk[pk][field] or ()), key)


def is_same(field: str, value: Any, other: Any) -> bool:
    """Whether both say the same; the order of people and tags says nothing."""
    if field in LINK_FIELDS:
        return set(value or ()) == set(other or ())
    return bool(value == other)
