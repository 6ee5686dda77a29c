"""An index of section texts in memory: words in, ids out, the same for every database. No I/O.

Sets of bits find the texts with the words; only the heaviest of them get scores. A section that changes gets
new text numbers; its former ones stay unused until the index is rebuilt.
"""

import math
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from escale.common.text.vocabulary import Vocabulary
from rules_docs.search.index import bit_sets
from rules_docs.search.index.query import QueryWord
from rules_docs.search.index.token_weights import EXPLANATION_PREFIX, MENTION_PREFIX, STEM_SHARE

# A text in the reader's language scores a little higher.
READER_LANGUAGE_FACTOR = 1.15
# At most this many words of the index stand for the beginning of a word or for a misspelt one.
_MAX_SIMILAR_WORDS = 16
_MIN_PREFIX_LENGTH = 2
# Short words have too many neighbours to guess which one was meant.
_MIN_MISSPELT_LENGTH = 4


class SectionHit(NamedTuple):
    """A section that answers a query: the text to show, the number of matching words, and the score."""

    section_id: int
    text_id: int
    word_count: int
    score: float


class SearchHits(NamedTuple):
    """The best hits, best first, and the number of all sections that match."""

    best: list[SectionHit]
    total: int


class IndexedText(NamedTuple):
    text_id: int
    tokens: Iterable[tuple[str, int]]


class PostingList:
    """The texts that contain a token: their numbers in rising order, and a weight for each."""

    __slots__ = ("_bits", "_by_weight", "numbers", "weights")

    def __init__(self) -> None:
        self.numbers = array("I")
        self.weights = bytearray()
        # Both are computed when they are first needed.
        self._bits: int | None = None
        self._by_weight: array[int] | None = None

    def add(self, number: int, weight: int) -> None:
        self.numbers.append(number)
        self.weights.append(weight)
        self._bits = None
        self._by_weight = None

    @property
    def bits(self) -> int:
        """The numbers as a set of bits."""
        if self._bits is None:
            self._bits = bit_sets.pack_numbers(self.numbers)
        return self._bits

    @property
    def by_weight(self) -> "array[int]":
        """The numbers, heaviest first."""
        if self._by_weight is None:
            positions = sorted(range(len(self.numbers)), key=self.weights.__getitem__, reverse=True)
            self._by_weight = array("I", [self.numbers[position] for position in positions])
        return self._by_weight

    def find_weight(self, number: int) -> int:
        """The weight of the token in a text; 0 if the text does not contain it."""
        position = bisect_left(self.numbers, number)
        if position < len(self.numbers) and self.numbers[position] == number:
            return self.weights[position]
        return 0


class Alternative(NamedTuple):
    """The postings of one token that may stand for a word of the query, and the factor for its weights."""

    postings: PostingList
    factor: float


Alternatives = list[Alternative]


class SectionIndex:
    """Sections in several languages.

    A section number counts the sections in the order in which they were added. In each language a section has
    a text number (see `bit_sets`). Languages are numbered in the order of the site's languages.
    """

    def __init__(self, language_count: int) -> None:
        self.language_count = language_count
        self.postings_by_token: dict[str, PostingList] = {}
        self.section_ids: list[int] = []  # by section number
        self.text_ids: list[int] = []  # by text number; 0 where a language is missing
        self.number_by_section_id: dict[int, int] = {}
        self._live_numbers = 0
        self._vocabulary = Vocabulary()
        self._is_vocabulary_sorted = False

    def __len__(self) -> int:
        return len(self.number_by_section_id)

    @property
    def unused_section_count(self) -> int:
        """How many section numbers belong to no section any more."""
        return len(self.section_ids) - len(self.number_by_section_id)

    # --- filling

    def put_section(self, section_id: int, texts_by_language: Mapping[int, IndexedText]) -> None:
        """Adds a section, or replaces all its texts. Languages are numbered from 0."""
        self.remove_section(section_id)
        section_number = len(self.section_ids)
        self.number_by_section_id[section_id] = section_number
        self.section_ids.append(section_id)
        self.text_ids.extend([0] * self.language_count)
        for language_number, text in texts_by_language.items():
            number = section_number * self.language_count + language_number
            self.text_ids[number] = text.text_id
            self._live_numbers |= 1 << number
            for token, weight in text.tokens:
                self._get_or_create_postings(token).add(number, weight)

    def remove_section(self, section_id: int) -> None:
        section_number = self.number_by_section_id.pop(section_id, None)
        if section_number is not None:
            texts_of_section = bit_sets.all_languages(self.language_count) << (
                section_number * self.language_count
            )
            self._live_numbers &= ~texts_of_section

    def _get_or_create_postings(self, token: str) -> PostingList:
        if token not in self.postings_by_token:
            self.postings_by_token[token] = PostingList()
            self._is_vocabulary_sorted = False
        return self.postings_by_token[token]

    def _get_vocabulary(self) -> Vocabulary:
        """Every word of the texts in alphabetical order."""
        if not self._is_vocabulary_sorted:
            words = (token for token in self.postings_by_token if not token.startswith(MENTION_PREFIX))
            self._vocabulary.words = sorted(words)
            self._is_vocabulary_sorted = True
        return self._vocabulary

    # --- searching

    def search(
        self,
        query: Sequence[QueryWord],
        *,
        limit: int = 20,
        language_number: int | None = None,
        allowed_numbers: int | None = None,
        is_prefix: bool = False,
    ) -> SearchHits:
        """The sections with a text that contains all words of the query, or else as many as possible.

        Texts in the language with `language_number` are preferred. `allowed_numbers` is the set of texts to
        search in, None for all. `is_prefix` says that the last word may be the beginning of a word.
        """
        groups = [self._find_alternatives(word, is_prefix=is_prefix and word is query[-1]) for word in query]
        groups = [alternatives for alternatives in groups if alternatives]
        searched = self._live_numbers if allowed_numbers is None else self._live_numbers & allowed_numbers
        matching, word_count = bit_sets.intersect_most([_unite(group) & searched for group in groups])
        if not matching:
            return SearchHits([], 0)
        candidates = _choose_candidates(groups, matching, limit=4 * limit + 20)
        scores = self._score_sections(groups, candidates, language_number)
        best_sections = sorted(scores, key=lambda section_number: (-scores[section_number], section_number))[
            :limit
        ]
        showable = self._find_showable_numbers(matching, searched, language_number)
        hits = []
        for section_number in best_sections:
            text_id = self._choose_text(section_number, showable, language_number)
            hits.append(
                SectionHit(self.section_ids[section_number], text_id, word_count, scores[section_number])
            )
        return SearchHits(hits, bit_sets.count_sections(matching, self.language_count))

    def _score_sections(
        self, groups: Sequence[Alternatives], candidates: Collection[int], language_number: int | None
    ) -> dict[int, float]:
        """The score of the best text of each section, by section number."""
        scores: dict[int, float] = {}
        for number in candidates:
            score = sum(_score_word(alternatives, number) for alternatives in groups)
            section_number, text_language_number = divmod(number, self.language_count)
            if text_language_number == language_number:
                score *= READER_LANGUAGE_FACTOR
            if score > scores.get(section_number, 0.0):
                scores[section_number] = score
        return scores

    def _find_showable_numbers(self, matching: int, searched: int, language_number: int | None) -> int:
        """The texts that may be shown as a result.

        If the query matches texts in the reader's language, results are shown in that language where it
        exists, otherwise in the language in which the words were found.
        """
        if language_number is None:
            return matching
        in_reader_language = bit_sets.first_language_bits(searched, self.language_count) << language_number
        if matching & in_reader_language:
            return matching | (searched & in_reader_language)
        return matching

    def _choose_text(self, section_number: int, showable: int, language_number: int | None) -> int:
        """The id of the text in the reader's language if it may be shown, else of the first that may be."""
        first_number = section_number * self.language_count
        numbers = range(first_number, first_number + self.language_count)
        showable_numbers = [number for number in numbers if bit_sets.has_number(showable, number)]
        if language_number is not None and first_number + language_number in showable_numbers:
            return self.text_ids[first_number + language_number]
        return self.text_ids[showable_numbers[0]]

    def _find_alternatives(self, query_word: QueryWord, *, is_prefix: bool) -> Alternatives:
        """All tokens of the index that the word may stand for: its forms and terms, or else similar words."""
        tokens = [form for form in query_word.forms if form in self.postings_by_token]
        for term_key in query_word.term_keys:
            term_tokens = (MENTION_PREFIX + term_key, EXPLANATION_PREFIX + term_key)
            tokens += [token for token in term_tokens if token in self.postings_by_token]
        if is_prefix:
            completions = self._find_completions(query_word.folded)
            tokens += [token for token in completions if token not in tokens]
        if not tokens:
            tokens = self._find_completions(query_word.folded) or self._find_corrections(query_word.folded)
        return [self._create_alternative(token, query_word) for token in tokens]

    def _create_alternative(self, token: str, query_word: QueryWord) -> Alternative:
        """The postings of a token with a factor: higher for rare tokens, a little lower for mere stems."""
        postings = self.postings_by_token[token]
        rarity = math.log(1 + len(self.text_ids) / len(postings.numbers))
        is_exact = token == query_word.folded or token.startswith(MENTION_PREFIX)
        return Alternative(postings, rarity if is_exact else rarity * STEM_SHARE)

    def _find_completions(self, beginning: str) -> list[str]:
        """Words of the index that begin with this."""
        if len(beginning) < _MIN_PREFIX_LENGTH:
            return []
        vocabulary = self._get_vocabulary()
        first, end = vocabulary.find_prefix_span(beginning)
        return vocabulary.words[first : min(end, first + _MAX_SIMILAR_WORDS)]

    def _find_corrections(self, word: str) -> list[str]:
        """Words of the index that differ by one slip of the keyboard."""
        if len(word) < _MIN_MISSPELT_LENGTH:
            return []
        vocabulary = self._get_vocabulary()
        prefixes = vocabulary.find_prefixes_one_edit_away(word)
        whole_words = [prefix for prefix, start, _end in prefixes if vocabulary.words[start] == prefix]
        return whole_words[:_MAX_SIMILAR_WORDS]


def _unite(alternatives: Alternatives) -> int:
    """The texts that contain any of the alternatives."""
    bits = 0
    for alternative in alternatives:
        bits |= alternative.postings.bits
    return bits


def _choose_candidates(groups: list[Alternatives], matching: int, limit: int) -> set[int]:
    """The texts that get scores: all matching ones if they are few, else the heaviest of each token."""
    octets = bit_sets.to_octets(matching)
    if matching.bit_count() <= limit:
        return set(bit_sets.iterate_numbers(octets))
    candidates: set[int] = set()
    for alternatives in groups:
        for alternative in alternatives:
            by_weight = alternative.postings.by_weight
            heaviest = (number for number in by_weight if bit_sets.contains(octets, number))
            candidates.update(islice(heaviest, limit))
    return candidates


def _score_word(alternatives: Alternatives, number: int) -> float:
    """The score of the best alternative for one word of the query in a text."""
    return max(alternative.postings.find_weight(number) * alternative.factor for alternative in alternatives)
