"""Loads titles of the catalogue as facts, so that they can be compared with the rows of a file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from catalogue.importing.file.fields import CREDITS, DESCRIPTIONS, LINK_FIELDS, SCALARS, TAGS
from catalogue.models import Credit, GameTitle, TitleName, TitleTag

# Columns that hold "" if the fact is unknown. The fact is None then. ESAR and COL are classes of games.
TEXT_FIELDS = frozenset(("players_best", "players_recommended", "esar", "col"))
FIELD_BY_ROLE = {role: field for field, role in CREDITS.items()}
FIELD_BY_TAG_KIND = {kind: field for field, kind in TAGS.items()}

# Field -> value; None if it is unknown. People and tags are tuples of slugs.
Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredTitle:
    """A title of the catalogue, with the facts that the file has columns for."""

    pk: int
    bgg_id: int | None
    facts: Facts


def load_titles_by_bgg_id(bgg_ids: Sequence[int], fields: Sequence[str]) -> list[StoredTitle]:
    return _load_titles({"bgg_id__in": bgg_ids}, fields)


def load_titles_by_pk(pks: Iterable[int], fields: Sequence[str]) -> list[StoredTitle]:
    return _load_titles({"pk__in": list(pks)}, fields)


def _load_titles(condition: dict[str, Sequence[int]], fields: Sequence[str]) -> list[StoredTitle]:
    """The titles. Takes one query for them, and one each for their names, people and tags."""
    scalar_fields = [name for name in fields if name in SCALARS]
    rows = GameTitle.objects.filter(**condition)
    titles = []
    for row in rows.values("pk", "bgg_id", "base__bgg_id", "descriptions", *scalar_fields):
        facts = _read_facts(row, fields, scalar_fields)
        titles.append(StoredTitle(pk=row["pk"], bgg_id=row["bgg_id"], facts=facts))
    if titles:
        facts_by_pk = {title.pk: title.facts for title in titles}
        _add_main_names(facts_by_pk, fields)
        _add_people(facts_by_pk, fields)
        _add_tags(facts_by_pk, fields)
    return titles


def _read_facts(row: dict[str, Any], fields: Sequence[str], scalar_fields: Sequence[str]) -> Facts:
    """The facts in the row of the title itself. Names, people and tags are still None."""
    facts: Facts = dict.fromkeys(fields)
    for field in scalar_fields:
        facts[field] = row[field]
        if field in TEXT_FIELDS:
            facts[field] = row[field] or None
    for field, language in DESCRIPTIONS.items():
        if field in fields:
            facts[field] = row["descriptions"].get(language)
    # Includes languages that the file has no column for, because all languages are written together.
    facts["descriptions"] = row["descriptions"]
    if "base" in fields:
        facts["base"] = row["base__bgg_id"]
    return facts


def _add_main_names(facts_by_pk: dict[int, Facts], fields: Sequence[str]) -> None:
    if "name" not in fields and "name_language" not in fields:
        return
    main_names = TitleName.objects.filter(title__in=facts_by_pk, kind=TitleName.Kind.MAIN)
    for pk, name, language in main_names.values_list("title_id", "name", "language"):
        facts = facts_by_pk[pk]
        if "name" in fields:
            facts["name"] = name
        if "name_language" in fields:
            facts["name_language"] = language or None


def _add_people(facts_by_pk: dict[int, Facts], fields: Sequence[str]) -> None:
    if not any(field in CREDITS for field in fields):
        return
    credits = Credit.objects.filter(title__in=facts_by_pk)
    for pk, role, slug in credits.values_list("title_id", "role", "contributor__slug"):
        _add_to_tuple(facts_by_pk[pk], FIELD_BY_ROLE.get(role), slug)


def _add_tags(facts_by_pk: dict[int, Facts], fields: Sequence[str]) -> None:
    if not any(field in TAGS for field in fields):
        return
    tags = TitleTag.objects.filter(title__in=facts_by_pk)
    for pk, kind, slug in tags.values_list("title_id", "tag__kind", "tag__slug"):
        _add_to_tuple(facts_by_pk[pk], FIELD_BY_TAG_KIND.get(kind), slug)


def _add_to_tuple(facts: Facts, field: str | None, slug: str) -> None:
    """Adds the slug to the tuple of the field, if the file has a column for the field."""
    if field in facts:
        facts[field] = (*(facts[field] or ()), slug)


def is_same_fact(field: str, value: Any, other_value: Any) -> bool:
    """Whether the values are equal, ignoring the order of people and of tags."""
    if field in LINK_FIELDS:
        return set(value or ()) == set(other_value or ())
    return bool(value == other_value)
