"""Slugs of titles. A slug is readable, and never was the slug of another title."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from catalogue.importing.bulk_sql import choose_bulk_sql
from escale.common.text.folding import tokenize

#: Titles with the same name and without an id get a number below this one.
MAX_NUMBER = 100
#: Letters of the name in a slug. Year, id or number follow them.
MAX_NAME_LENGTH = 100


class SlugParts(NamedTuple):
    """The parts of a slug: the name; if this slug is taken, also the year or the BGG id."""

    name_slug: str
    year: int | None
    bgg_id: int | None


def slug_of(name: str) -> str:
    """The name in plain letters. If it has none, "": `choose_slugs` makes another slug then."""
    words = [word for word in tokenize(name) if word.isascii() and word.isalnum()]
    return "-".join(words)[:MAX_NAME_LENGTH].strip("-")


def choose_slugs(titles: Sequence[SlugParts]) -> list[str]:
    """A free slug for each title. Equal names are followed by the year, the id or a number."""
    counts = Counter(parts.name_slug for parts in titles)
    taken_slugs = _find_taken(counts)
    ambiguous = {slug for slug, count in counts.items() if count > 1 or not slug or slug in taken_slugs}
    options = set()
    for parts in titles:
        if parts.name_slug in ambiguous:
            options.update(_list_options(parts))
    taken_slugs |= _find_taken(options)

    slugs = []
    for parts in titles:
        slug = parts.name_slug
        if slug in ambiguous:
            slug = _choose_free(parts, taken_slugs)
            taken_slugs.add(slug)
        slugs.append(slug)
    return slugs


def _list_options(parts: SlugParts) -> Iterable[str]:
    """Yields the slugs that the title could have, the best one first."""
    if parts.name_slug:
        yield parts.name_slug
    if parts.name_slug and parts.year is not None:
        yield f"{parts.name_slug}-{abs(parts.year)}"
    base = parts.name_slug or "jeu"
    if parts.bgg_id is not None:
        yield f"{base}-{parts.bgg_id}"
    else:
        for number in range(2, MAX_NUMBER):
            yield f"{base}-{number}"


def _choose_free(parts: SlugParts, taken_slugs: set[str]) -> str:
    """The first option that is not taken. If all are taken, a slug with a random end."""
    for option in _list_options(parts):
        if option not in taken_slugs:
            return option
    return f"{parts.name_slug or 'jeu'}-{secrets.token_hex(4)}"


def _find_taken(slugs: Collection[str]) -> set[str]:
    """The slugs among these that lead to a title, or once did."""
    if not slugs:
        return set()
    sql = choose_bulk_sql()
    taken_slugs: set[str] = set()
    for table in ("catalogue_gametitle", "catalogue_slugredirect"):
        taken_slugs.update(sql.select_existing(table, "slug", list(slugs)))
    return taken_slugs
