"""Addresses of titles: readable, never two the same, never one that once led elsewhere."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from catalogue.importing.store import store
from escale.common.text.folding import tokens

NAMESAKES = 100  # As many titles without an id are numbered.
LONGEST = 100  # Leaves room for what tells namesakes apart.


def slug_of(name: str) -> str:
    """The name in plain letters; a name that has none of them is called by its number (see `distinct`)."""
    return slug_of_words(tokens(name))


def slug_of_words(words: Sequence[str]) -> str:
    letters = "".join(words)
    if not (letters.isascii() and letters.isalnum()):
        words = [word for word in words if word.isascii() and word.isalnum()]
    return "-".join(words)[:LONGEST].strip("-")


def distinct(wanted: Sequence[tuple[str, int | None, int | None]]) -> list[str]:
    """A free slug for each (slug, year, bgg id): namesakes get the year, then the id, then a number."""
    often = Counter(slug for slug, _year, _id in wanted)
    taken = _taken(often)
    unclear = {slug for slug, times in often.items() if times > 1} | taken | {""}
    taken |= _taken({option for one in wanted if one[0] in unclear for option in _options(*one)})
    return [_free(one, taken) if one[0] in unclear else one[0] for one in wanted]


def _options(slug: str, year: int | None, bgg_id: int | None) -> Iterable[str]:
    if slug:
        yield slug
    if slug and year is not None:
        yield f"{slug}-{abs(year)}"
    if bgg_id is not None:
        yield f"{slug or 'jeu'}-{bgg_id}"
    else:
        yield from (f"{slug or 'jeu'}-{number}" for number in range(2, NAMESAKES))


def _free(one: tuple[str, int | None, int | None], taken: set[str]) -> str:
    crowded = f"{one[0] or 'jeu'}-{secrets.token_hex(4)}"  # more namesakes than anybody would number
    chosen = next((option for option in _options(*one) if option not in taken), crowded)
    taken.add(chosen)
    return chosen


def _taken(slugs: Collection[str]) -> set[str]:
    """Those of the slugs that lead somewhere."""
    tables = ("catalogue_gametitle", "catalogue_slugredirect")
    return {slug for table in tables for slug in store().present(table, "slug", list(slugs))} if slugs else set()
