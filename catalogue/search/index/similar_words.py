"""Adds words of the catalogue to a word of a query, because they contain it or resemble it."""

from catalogue.search.index.scoring import WEIGHTS, QueryWord, one_edit_similarity
from escale.common.text.vocabulary import Vocabulary

MAX_LETTERS = 20  # of a word that are compared
MAX_WORDS_PER_PREFIX = 200


def add_misspellings(word: QueryWord, vocabulary: Vocabulary) -> None:
    """Adds the words that differ by one edit, and those that contain this word."""
    text, length = word.text[:MAX_LETTERS], len(word.text)
    if length < 3:
        return
    if length > 3:
        for token in vocabulary.find_containing(text):
            word.similar[token] = WEIGHTS.inside + 0.1 * length / len(token)
    for token in vocabulary.find_one_edit_away(text):
        _raise_similarity(word, token, one_edit_similarity(length, whole_word=True))


def add_misspelt_prefixes(word: QueryWord, vocabulary: Vocabulary) -> None:
    """Adds the words whose beginning differs by one edit."""
    text, length = word.text[:MAX_LETTERS], len(word.text)
    if length < 4:
        word.compare_when_scoring = True
        return
    similarity = one_edit_similarity(length, whole_word=False)
    for _prefix, start, end in vocabulary.find_prefixes_one_edit_away(text):
        for token in vocabulary.words[start : min(end, start + MAX_WORDS_PER_PREFIX)]:
            _raise_similarity(word, token, similarity)


def add_words_two_edits_away(word: QueryWord, vocabulary: Vocabulary) -> None:
    """Adds the words that differ by two edits, if the word is long."""
    length = len(word.text)
    if length <= 5:
        return
    similarity = one_edit_similarity(length, whole_word=False)
    for token, distance in vocabulary.find_two_edits_away(word.text[:MAX_LETTERS]).items():
        _raise_similarity(word, token, similarity - WEIGHTS.second_edit * (distance - 1))


def _raise_similarity(word: QueryWord, token: str, similarity: float) -> None:
    word.similar[token] = max(word.similar.get(token, 0.0), similarity)
