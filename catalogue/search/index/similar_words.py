"""Adds to a word of a query the words of the catalogue that resemble it: fragments, misspellings,
beginnings.
"""

from catalogue.search.index.scoring import WEIGHTS, QueryWord, one_edit_similarity
from escale.common.text.vocabulary import Vocabulary

MAX_LETTERS = 20  # Of a longer word only the beginning is compared.
MAX_WORDS_PER_PREFIX = 200


def add_misspellings(word: QueryWord, vocabulary: Vocabulary) -> None:
    """Add the words that differ by one edit, and those that hold this one as a fragment."""
    text, length = word.text[:MAX_LETTERS], len(word.text)
    if length < 3:
        return
    if length > 3:
        for token in vocabulary.find_containing(text):
            word.similar[token] = WEIGHTS.inside + 0.1 * length / len(token)
    for token in vocabulary.find_one_edit_away(text):
        _raise_similarity(word, token, one_edit_similarity(length, whole_word=True))


def add_misspelt_prefixes(word: QueryWord, vocabulary: Vocabulary) -> None:
    """Add the words with a beginning that differs by one edit."""
    text, length = word.text[:MAX_LETTERS], len(word.text)
    if length < 4:
        word.compare_when_scoring = True
        return
    similarity = one_edit_similarity(length, whole_word=False)
    for _prefix, start, end in vocabulary.find_prefixes_one_edit_away(text):
        for token in vocabulary.words[start : min(end, start + MAX_WORDS_PER_PREFIX)]:
            _raise_similarity(word, token, similarity)


def add_distant_words(word: QueryWord, vocabulary: Vocabulary) -> None:
    """Add the words that differ from a long word by two edits."""
    length = len(word.text)
    if length <= 5:
        return
    similarity = one_edit_similarity(length, whole_word=False)
    for token, distance in vocabulary.find_two_edits_away(word.text[:MAX_LETTERS]).items():
        _raise_similarity(word, token, similarity - WEIGHTS.second_edit * (distance - 1))


def _raise_similarity(word: QueryWord, token: str, similarity: float) -> None:
    word.similar[token] = max(word.similar.get(token, 0.0), similarity)
