"""Addresses of titles: readable, never two the same, never one that once led elsewhere."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from catalogue.importing.bulk_sql import choose_bulk_sql
from escale.common.text.folding import tokenize

NAMESAKES = 100  # As many titles without an id are numbered.
LONGEST = 100  # Leaves room for what tells namesakes apart.
Named = tuple[str, int | None, int | None]  # Slug of the name, year, BGG id.


def slug_of(name: str) -> str:
    """The name in plain letters, "" where it has none of them (`distinct` then takes a number)."""
    words = [word for word in tokenize(name) if word.isascii() and word.isalnum()]
    return "-".join(words)[:LONGEST].strip("-")


def choose_slugs(titles: Sequence[Named]) -> list[str]:
    """A free slug for each title: namesakes get the year, then the id, then a number."""
    counts = Counter(slug for slug, _year, _bgg_id in titles)
    taken = _find_taken(counts)
    unclear = {slug for slug, count in counts.items() if count > 1} | taken | {""}
    taken |= _find_taken({option for title in titles if title[0] in unclear for option in _options(*title)})
    return [_choose_free(title, taken) if title[0] in unclear else title[0] for title in titles]


def _options(slug: str, year: int | None, bgg_id: int | None) -> Iterable[str]:
    if slug:
        yield slug
    if slug and year is not None:
        yield f"{slug}-{abs(year)}"
    if bgg_id is not None:
        yield f"{slug or 'jeu'}-{bgg_id}"
    else:
        yield from (f"{slug or 'jeu'}-{number}" for number in range(2, NAMESAKES))


def _choose_free(title: Named, taken: set[str]) -> str:
    """The first option that is not taken, which it then is; a random slug when all are taken."""
    fallback = f"{title[0] or 'jeu'}-{secrets.token_hex(4)}"
    slug = next((option for option in _options(*title) if option not in taken), fallback)
    taken.add(slug)
    return slug


def _find_taken(slugs: Collection[str]) -> set[str]:
    """Those of the slugs that lead to a title or once did."""
    if not slugs:
        return set()
    tables = ("catalogue_gametitle", "catalogue_slugredirect")
    return {slug for table in tables for slug in choose_bulk_sql().select_existing(table, "slug", list(slugs))}
