"""Parses a search query into words that an index of several languages can answer. No I/O."""

from collections.abc import Iterable, Mapping, Sequence

from escale.common.text.folding import fold
from rules_docs.search.index.analysis import (
    STOP_WORDS,
    Phrases,
    find_term_mentions,
    split_words,
    stem_word,
)

MAX_QUERY_LENGTH = 200
MAX_QUERY_WORDS = 12
# How keyboards without umlauts write them, and the letter that remains if an umlaut loses its dots.
_UMLAUT_DIGRAPHS = (("ae", "a"), ("oe", "o"), ("ue", "u"))


class QueryWord:
    """One word of a query and everything that may stand for it in the index.

    `forms` are spellings and stems in all languages, because the query does not say which language it is in.
    `term_keys` are the terms of the glossary that the word names, alone or together with its neighbours.
    """

    __slots__ = ("folded", "forms", "is_stop_word", "term_keys", "written")

    def __init__(self, written: str, languages: Iterable[str]) -> None:
        self.written = written
        self.folded = fold(written)
        self.is_stop_word = any(written in stop_words for stop_words in STOP_WORDS.values())
        spellings = [written]
        umlaut_spelling = _respell_umlauts(self.folded)
        if umlaut_spelling:
            spellings.append(umlaut_spelling)
        self.forms = {fold(spelling) for spelling in spellings}
        for language in languages:
            self.forms |= {stem_word(spelling, language) for spelling in spellings}
        self.term_keys: set[str] = set()


def _respell_umlauts(folded_word: str) -> str | None:
    """`wurfel` for `wuerfel`, as some keyboards write Würfel; None if the word has no such digraph."""
    respelled = folded_word
    for digraph, letter in _UMLAUT_DIGRAPHS:
        respelled = respelled.replace(digraph, letter)
    return respelled if respelled != folded_word else None


def parse_query(text: str, phrases_by_language: Mapping[str, Phrases]) -> list[QueryWord]:
    """The words of a query, without stop words of any language unless it has no other words.

    The keys of `phrases_by_language` are the languages of the index.
    """
    words = split_words(text[:MAX_QUERY_LENGTH])[:MAX_QUERY_WORDS]
    query_words = [QueryWord(word, phrases_by_language) for word in words]
    significant_words = [query_word for query_word in query_words if not query_word.is_stop_word]
    query = significant_words or query_words
    for language, phrases in phrases_by_language.items():
        _add_term_keys(query, language, phrases)
    return query


def _add_term_keys(query: Sequence[QueryWord], language: str, phrases: Phrases) -> None:
    """Adds to each word the terms whose names it is part of, in one language."""
    written_words = [query_word.written for query_word in query]
    respelled_words = [_respell_umlauts(query_word.folded) or query_word.written for query_word in query]
    for words in (written_words, respelled_words):
        stems = [stem_word(word, language) for word in words]
        for mention in find_term_mentions(stems, phrases):
            for query_word in query[mention.start : mention.start + mention.length]:
                query_word.term_keys.add(mention.term_key)
