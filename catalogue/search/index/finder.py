"""Finds titles by the words that people type. A title is a number here: 0, 1, 2 …"""

from array import array
from collections.abc import Iterable, Iterator
from itertools import chain
from math import log10
from typing import NamedTuple

from catalogue.search.index.ranking import Ranking
from catalogue.search.index.scoring import (
    CREDITS_SEPARATOR,
    NAME_SEPARATOR,
    SMALL_WORDS,
    SPELLING_SEPARATOR,
    WEIGHTS,
    QueryWord,
    Score,
    score_title,
)
from catalogue.search.index.similar_words import add_distant_words, add_misspellings, add_misspelt_prefixes
from escale.common.text.folding import parse_roman_number, tokenize
from escale.common.text.vocabulary import Vocabulary

MAX_WORDS = 24  # The rest of a longer query is ignored.
MAX_SCORED = 400  # When more titles answer, only the most promising are scored.
# A hit with less than this share of the best hit's points is not shown, unless the title holds all words of the
# query.
MIN_SHARE_OF_BEST = 0.6
# A word tells titles apart only if at most a quarter of them hold it; in a small catalogue, a few more.
COMMON_WORD_DIVISOR, COMMON_WORD_ALLOWANCE = 4, 50
# The quality of a title is the share of the query that its name holds, from 0 to 1. While the best title has
# less quality than the number, the function adds words of the catalogue that resemble the words of the query.
FALLBACKS = ((0.999, add_misspellings), (0.9, add_misspelt_prefixes), (0.75, add_distant_words))


class Hit(NamedTuple):
    """A title that answers a query, its points, and which of its names earned them."""

    number: int
    points: float
    name_number: int


class Matches(NamedTuple):
    """The titles that answer a query: the scored ones, best first, and others that were not scored."""

    hits: list[Hit]
    unscored: set[int]


def to_query_word(text: str) -> QueryWord:
    value = parse_roman_number(text)
    return QueryWord(text, synonyms=(str(value),) if value else ())


class Finder:
    """The texts of all titles, and for each word the titles that hold it."""

    def __init__(self, texts: list[str], bonuses: Iterable[float]) -> None:
        self.vocabulary = Vocabulary()
        self.texts = texts
        self.bonuses = array("f", bonuses)
        self.vocabulary.load((number, set(text.split())) for number, text in enumerate(texts))

    def put(self, number: int, text: str, bonus: float) -> None:
        """Set the text of a title. The next free number adds a title, an empty text takes the title out."""
        if number == len(self.texts):
            self.texts.append("")
            self.bonuses.append(0.0)
        words_before, words_after = set(self.texts[number].split()), set(text.split())
        for word in words_before - words_after:
            self.vocabulary.discard(word, number)
        for word in words_after - words_before:
            self.vocabulary.add(word, number)
        self.texts[number] = text
        self.bonuses[number] = bonus

    def find(self, query: str, ranking: Ranking) -> Matches:
        """The titles that answer the query.

        The words are looked up as they were typed, and with one space more or less. While the best title is a
        poor answer, words of the catalogue that resemble the typed words are looked up too. Titles with equal
        points are ordered by the ranking, and therefore every process gives the same answer.
        """
        tokens_typed = tokenize(query)[:MAX_WORDS]
        words = [to_query_word(token) for token in tokens_typed]
        scores: dict[int, Score] = {}
        exact_matches = self._titles_with_all(words)
        self._score_titles(words, exact_matches, scores, ranking)
        for respaced_words, numbers in self._respace_query(tokens_typed):
            self._score_titles(respaced_words, numbers, scores, ranking, penalty=WEIGHTS.respaced)
        for sufficient_quality, add_similar_words in FALLBACKS:
            if max((score.quality for score in scores.values()), default=0.0) >= sufficient_quality:
                break
            for word in words:
                add_similar_words(word, self.vocabulary)  # changes `word.similar`
            self._score_titles(words, self._titles_with_all(words), scores, ranking)
        if not scores:
            self._score_titles(words, self._titles_with_some(words, ranking), scores, ranking)
        return self._select_matches(scores, exact_matches, ranking)

    def _select_matches(self, scores: dict[int, Score], exact_matches: set[int], ranking: Ranking) -> Matches:
        hits = [Hit(number, score.points, score.name_number) for number, score in scores.items()]
        hits.sort(key=lambda hit: (-hit.points, ranking.rank_of[hit.number]))
        min_points = hits[0].points * MIN_SHARE_OF_BEST if hits else 0.0
        shown_hits = [hit for hit in hits if hit.points >= min_points or hit.number in exact_matches]
        return Matches(shown_hits, unscored=exact_matches.difference(scores))

    def _score_titles(
        self,
        words: list[QueryWord],
        numbers: set[int],
        scores: dict[int, Score],
        ranking: Ranking,
        penalty: float = 0.0,
    ) -> None:
        """Add the scores of these titles. A title that has a score already keeps the better one."""
        for number in self._select_promising(words, numbers, ranking):
            score = score_title(words, self.texts[number])
            points = score.points + self.bonuses[number] - penalty
            if number not in scores or points > scores[number].points:
                scores[number] = Score(points, score.name_number, score.quality)

    def _select_promising(self, words: list[QueryWord], numbers: set[int], ranking: Ranking) -> Iterable[int]:
        """The titles that are worth scoring: all of them, unless they are more than MAX_SCORED.

        Of more titles it takes those with a name that is the query, those with a name that begins with the
        query, and the most popular ones: at most twice MAX_SCORED titles in all.
        """
        if len(numbers) <= MAX_SCORED:
            return numbers
        texts = self.texts
        # A text begins with the first name. A separator stands before each further name, and after each name.
        phrase = " " + " ".join(word.text for word in words)
        phrase_at_start_of_name = NAME_SEPARATOR + phrase
        phrases_at_end_of_name = [
            f"{phrase} {separator}" for separator in (NAME_SEPARATOR, SPELLING_SEPARATOR, CREDITS_SEPARATOR)
        ]

        def begins_a_name(number: int) -> bool:
            return texts[number].startswith(phrase) or phrase_at_start_of_name in texts[number]

        def is_a_name(number: int) -> bool:
            # The phrase may begin one name and end another one: such titles are rare, and one too many does
            # no harm.
            return begins_a_name(number) and any(ending in texts[number] for ending in phrases_at_end_of_name)

        numbers_by_word = self.vocabulary.numbers_by_word
        titles_with_rarest_word = min((numbers_by_word.get(word.text, array("I")) for word in words), key=len)
        same_names = {number for number in numbers.intersection(titles_with_rarest_word) if is_a_name(number)}
        return {
            *ranking.most_popular(same_names, MAX_SCORED),
            *ranking.most_popular(numbers, MAX_SCORED // 2, begins_a_name),
            *ranking.most_popular(numbers, MAX_SCORED // 2),
        }

    # ── Titles that hold words ────────────────────────────────────────────────────────────────────

    def _titles_with_all(self, words: list[QueryWord]) -> set[int]:
        """The titles that hold all words.

        The rarest word is looked up first, because it leaves the fewest titles. A word that is compared when
        scoring cannot be looked up in the vocabulary, so it comes last.
        """
        if not words:
            return set()
        rarest, *others = sorted(
            words, key=lambda word: (word.compare_when_scoring, self._count_titles(word))
        )
        return self._narrow(self._titles_with(rarest), others)

    def _titles_with(self, word: QueryWord) -> set[int]:
        """The titles that hold the word, a longer word that begins with it, or a similar word."""
        start, end = self.vocabulary.find_prefix_span(word.text)
        titles = self._titles_with_any(self.vocabulary.words[start:end])
        return titles.union(*self._titles_by_similar_word(word).values())

    def _titles_with_any(self, tokens: Iterable[str]) -> set[int]:
        return set().union(*map(self.vocabulary.numbers_by_word.__getitem__, tokens))

    def _titles_by_similar_word(self, word: QueryWord) -> "dict[str, array[int]]":
        numbers_by_word = self.vocabulary.numbers_by_word
        similar = chain(word.synonyms, word.similar)
        return {token: numbers_by_word[token] for token in similar if token in numbers_by_word}

    def _count_titles(self, word: QueryWord) -> int:
        """An upper bound of the titles that hold the word: a title counts for each of its words
        that match.
        """
        count = self.vocabulary.count_in_span(*self.vocabulary.find_prefix_span(word.text))
        return count + sum(len(numbers) for numbers in self._titles_by_similar_word(word).values())

    def _narrow(self, numbers: set[int], words: Iterable[QueryWord]) -> set[int]:
        """Those titles that also hold all of these words."""
        texts = self.texts
        for word in words:
            if word.compare_when_scoring or not numbers:
                continue  # Scoring compares the word with the text of each title.
            matching = {number for number in numbers if word.text_after_space in texts[number]}
            for token, titles_with_token in self._titles_by_similar_word(word).items():
                # Searching few texts is faster than intersecting with many titles.
                if len(titles_with_token) < 2 * len(numbers):
                    matching |= numbers.intersection(titles_with_token)
                else:
                    whole_word = f" {token} "
                    matching |= {number for number in numbers if whole_word in texts[number]}
            numbers = matching
        return numbers

    def _titles_with_some(self, words: list[QueryWord], ranking: Ranking) -> set[int]:
        """The titles that hold the rarest of the words; searched when no title holds all words."""
        common_count = len(self.texts) // COMMON_WORD_DIVISOR + COMMON_WORD_ALLOWANCE
        rarity_by_title: dict[int, float] = {}
        for word in words:
            numbers = self._titles_with(word)
            if word.text in SMALL_WORDS or len(numbers) > common_count:
                continue
            rarity = log10(1 + len(self.texts) / (1 + len(numbers)))
            for number in numbers:
                rarity_by_title[number] = rarity_by_title.get(number, 0.0) + rarity
        rarest_first = sorted(
            rarity_by_title, key=lambda number: (-rarity_by_title[number], ranking.rank_of[number])
        )
        return set(rarest_first[:MAX_SCORED])

    # ── Queries with a space more or less ─────────────────────────────────────────────────────────

    def _respace_query(self, tokens_typed: list[str]) -> Iterator[tuple[list[QueryWord], set[int]]]:
        """The query with two words joined or one word split: each variant with the titles that hold its
        words.
        """
        for at in range(len(tokens_typed) - 1):
            joined = to_query_word(tokens_typed[at] + tokens_typed[at + 1])
            other_tokens = tokens_typed[:at], tokens_typed[at + 2 :]
            yield self._replace_words(other_tokens, [joined], self._titles_with(joined))
        counts = [self._count_titles(to_query_word(token)) for token in tokens_typed]
        for at, token in enumerate(tokens_typed):
            other_token, other_count = self._find_rarest_other(tokens_typed, counts, at)
            for cut in range(1, len(token)):
                left, right = token[:cut], token[cut:]
                numbers = self._titles_side_by_side(left, right, other_token, other_count)
                if numbers:
                    pieces = [to_query_word(left), to_query_word(right)]
                    yield self._replace_words((tokens_typed[:at], tokens_typed[at + 1 :]), pieces, numbers)

    def _find_rarest_other(self, tokens: list[str], counts: list[int], at: int) -> tuple[str, int]:
        """The rarest word of the query apart from the one at this position, and its upper bound of titles.

        A query of one word has no other: an empty word stands for it, with the number of all titles.
        """
        other_positions = [position for position in range(len(tokens)) if position != at]
        if not other_positions:
            return "", len(self.texts)
        rarest = min(other_positions, key=counts.__getitem__)
        return tokens[rarest], counts[rarest]

    def _titles_side_by_side(self, left: str, right: str, other_token: str, other_count: int) -> set[int]:
        """The titles that hold the left piece and, next to it, a word that begins with the right piece.

        A right piece of one letter must be a whole word. `other_token` is another word of the query; at most
        `other_count` titles hold it.
        """
        vocabulary = self.vocabulary
        is_letter = len(right) == 1
        if left not in vocabulary.numbers_by_word or (is_letter and right not in vocabulary.numbers_by_word):
            return set()
        start, end = vocabulary.find_prefix_span(right)
        both_pieces = f" {left} {right}"
        if is_letter:
            end = start + 1  # The words of the span are sorted, so the letter itself is the first one.
            both_pieces += " "
        left_numbers = vocabulary.numbers_by_word[left]
        right_count = vocabulary.count_in_span(start, end)
        # Very many titles may hold a piece. Only the fewest titles are searched: those with the left piece,
        # those with the right piece, or those with the other word.
        candidates: Iterable[int] = left_numbers
        if other_count < min(right_count, len(left_numbers)):
            candidates = self._titles_with(to_query_word(other_token))
        elif right_count < len(left_numbers):
            candidates = self._titles_with_any(vocabulary.words[start:end])
        return {number for number in candidates if both_pieces in self.texts[number]}

    def _replace_words(
        self, other_tokens: tuple[list[str], list[str]], words: list[QueryWord], numbers: set[int]
    ) -> tuple[list[QueryWord], set[int]]:
        """The query with these words between the other ones, and the titles that also hold the
        other words.
        """
        words_before, words_after = ([to_query_word(token) for token in tokens] for tokens in other_tokens)
        return [*words_before, *words, *words_after], self._narrow(numbers, [*words_before, *words_after])
