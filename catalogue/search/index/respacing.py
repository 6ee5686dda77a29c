"""Variants of a query with one space more or less: one word split, or two words joined."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from catalogue.search.index.scoring import QueryWord, to_query_word
from catalogue.search.index.title_lookup import TitleLookup


class QueryVariant(NamedTuple):
    """A query as the reader may have meant it, and the titles that hold its words."""

    words: list[QueryWord]
    titles: set[int]


class RarestOther(NamedTuple):
    """The rarest of the other words of a query, and an upper limit for the number of titles that hold it."""

    token: str
    title_count: int


def respace_query(tokens: list[str], lookup: TitleLookup) -> Iterator[QueryVariant]:
    """Yields the variants of the query."""
    yield from _join_two_words(tokens, lookup)
    yield from _split_one_word(tokens, lookup)


def _join_two_words(tokens: list[str], lookup: TitleLookup) -> Iterator[QueryVariant]:
    for position in range(len(tokens) - 1):
        joined_word = to_query_word(tokens[position] + tokens[position + 1])
        words_before = [to_query_word(token) for token in tokens[:position]]
        words_after = [to_query_word(token) for token in tokens[position + 2 :]]
        titles = lookup.keep_with_all(lookup.find_with(joined_word), words_before + words_after)
        yield QueryVariant([*words_before, joined_word, *words_after], titles)


def _split_one_word(tokens: list[str], lookup: TitleLookup) -> Iterator[QueryVariant]:
    counts = [lookup.count_titles(to_query_word(token)) for token in tokens]
    for position, token in enumerate(tokens):
        words_before = [to_query_word(other) for other in tokens[:position]]
        words_after = [to_query_word(other) for other in tokens[position + 1 :]]
        rarest_other = _find_rarest_other(tokens, counts, position, lookup)
        for cut in range(1, len(token)):
            left, right = token[:cut], token[cut:]
            titles = _find_side_by_side(left, right, rarest_other, lookup)
            if titles:
                pieces = [to_query_word(left), to_query_word(right)]
                titles = lookup.keep_with_all(titles, words_before + words_after)
                yield QueryVariant([*words_before, *pieces, *words_after], titles)


def _find_rarest_other(
    tokens: list[str], counts: list[int], position: int, lookup: TitleLookup
) -> RarestOther:
    """The rarest word except the one at this position.

    If the query has only one word, this is "", which all titles hold.
    """
    other_positions = [other for other in range(len(tokens)) if other != position]
    if not other_positions:
        return RarestOther("", len(lookup.texts))
    rarest = min(other_positions, key=lambda other: counts[other])
    return RarestOther(tokens[rarest], counts[rarest])


def _find_side_by_side(left: str, right: str, other: RarestOther, lookup: TitleLookup) -> set[int]:
    """The titles that hold the left piece of a word and, next to it, a word that begins with the right piece.

    A right piece of one letter must be a whole word.
    """
    vocabulary = lookup.vocabulary
    if left not in vocabulary.numbers_by_word:
        return set()
    start, end = vocabulary.find_prefix_span(right)
    both_pieces = f" {left} {right}"
    if len(right) == 1:
        if right not in vocabulary.numbers_by_word:
            return set()
        end = start + 1  # The words of the span are sorted, so the letter itself comes first.
        both_pieces += " "
    # A title that answers holds the left piece, the right piece, and the rarest other word of the query. A
    # piece may be in very many titles. So only the titles with the rarest of the three are searched.
    titles_with_left = vocabulary.numbers_by_word[left]
    left_title_count = len(titles_with_left)
    right_title_count = vocabulary.count_in_span(start, end)
    candidates: Iterable[int]
    if other.title_count < min(left_title_count, right_title_count):
        candidates = lookup.find_with(to_query_word(other.token))
    elif right_title_count < left_title_count:
        candidates = lookup.find_with_any(vocabulary.words[start:end])
    else:
        candidates = titles_with_left
    return {number for number in candidates if both_pieces in lookup.texts[number]}
