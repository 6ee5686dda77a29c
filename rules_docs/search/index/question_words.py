"""Turns questions and texts of rules into the tokens that "Ask the rules" compares. No I/O.

A text becomes its stems, the terms of the glossary that it names (`@key`) and its groups of synonyms
(`~number`). Pieces of four letters find compound words and misspelt ones.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from escale.common.text.folding import fold
from rules_docs.search.index.analysis import (
    Phrases,
    find_stop_words,
    find_term_mentions,
    split_words,
    stem_phrase,
    stem_word,
)

TERM_PREFIX = "@"
SYNONYM_PREFIX = "~"
PIECE_PREFIX = "#"
PIECE_LENGTH = 4


@dataclass(frozen=True)
class Wording:
    """What is needed to read a text in one language: the terms of the rule, and synonyms of the language."""

    language: str
    terms: Phrases = field(default_factory=dict)
    synonyms: Phrases = field(default_factory=dict)


def index_synonyms(groups: Iterable[Iterable[str]], language: str) -> Phrases:
    """The groups of synonyms of each word or phrase, by its stems."""
    groups_by_phrase: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for number, group in enumerate(groups):
        for name in group:
            phrase = stem_phrase(name, language)
            if phrase:
                groups_by_phrase[phrase].add(f"{SYNONYM_PREFIX}{number}")
    return groups_by_phrase


def find_tokens(text: str, wording: Wording, *, with_stop_words: bool = False) -> list[str]:
    """Stems, terms and groups of synonyms of a text.

    Stop words matter where two questions are compared: "who" and "when" ask for different things.
    """
    language = wording.language
    stop_words = find_stop_words(language)
    words = split_words(text)
    stems = [stem_word(word, language) for word in words if word not in stop_words]
    tokens = [stem_word(word, language) for word in words] if with_stop_words else list(stems)
    tokens += [TERM_PREFIX + mention.term_key for mention in find_term_mentions(stems, wording.terms)]
    tokens += [mention.term_key for mention in find_term_mentions(stems, wording.synonyms)]
    return tokens


def find_pieces(text: str, language: str) -> list[str]:
    """All pieces of four letters of the words that are not stop words.

    An underscore marks both ends of a word.
    """
    stop_words = find_stop_words(language)
    pieces = []
    for word in split_words(text):
        if word not in stop_words:
            marked_word = f"_{fold(word)}_"
            starts = range(max(1, len(marked_word) - PIECE_LENGTH + 1))
            pieces += [PIECE_PREFIX + marked_word[start : start + PIECE_LENGTH] for start in starts]
    return pieces
