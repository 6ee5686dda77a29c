"""Finds titles by the words that people type. A title is a number here: 0, 1, 2 …"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import chain, islice
from math import log10
from typing import NamedTuple

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
from escale.common.text.folding import list_spellings, parse_roman_number, tokenize
from escale.common.text.vocabulary import Vocabulary

MAX_WORDS = 24  # The rest of a longer query is ignored.
MAX_SCORED = 400  # When more titles answer, only the most promising are scored.
MIN_SHARE_OF_BEST = 0.6  # A hit with fewer of the best hit's points is not shown, unless it holds all words.
# What is added to the words of a query while the quality of the best title is below the number.
FALLBACKS = ((0.999, add_misspellings), (0.9, add_misspelt_prefixes), (0.75, add_distant_words))


class Hit(NamedTuple):
    """A title that answers a query, and which of its names earned the points."""

    number: int
    points: float
    name_number: int


class Matches(NamedTuple):
    """The titles that answer a query: those that were scored, best first, and those that were too many to score."""

    hits: list[Hit]
    unscored: set[int]


class Ranking(NamedTuple):
    """All titles, the most popular first, and the rank of each."""

    numbers: Sequence[int]
    rank_of: Sequence[int]

    def most_popular(
        self, numbers: set[int], limit: int, accepts: Callable[[int], bool] = lambda number: True
    ) -> Iterable[int]:
        """The most popular of these titles that are accepted."""
        # When many titles are given, walking down the ranking soon meets enough of them.
        if len(numbers) * 30 > len(self.numbers):
            return islice((number for number in self.numbers if number in numbers and accepts(number)), limit)
        return nsmallest(limit, filter(accepts, numbers), key=self.rank_of.__getitem__)


def title_text(names: Sequence[str], credits: Sequence[str]) -> str:
    """All names and credits of a title in one string; see `catalogue.search.index.scoring`."""
    spelt_names = (SPELLING_SEPARATOR.join(f" {' '.join(words)} " for words in list_spellings(name)) for name in names)
    credit_words = dict.fromkeys(word for person in credits for word in tokenize(person))
    return f"{NAME_SEPARATOR.join(spelt_names)}{CREDITS_SEPARATOR} {' '.join(credit_words)} "


def title_bonus(popularity: int, is_expansion: bool) -> float:
    """The points that a title has in the answer to every query."""
    return WEIGHTS.popularity * log10(1 + max(0, popularity)) - WEIGHTS.expansion * is_expansion


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
        """Set the text of a title. The next free number adds a title, an empty text takes one out."""
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

        The words are looked up as they were typed, and with a space more or less. While the best title is a poor
        answer, words that resemble them are looked up too. Titles with equal points are ordered by the ranking, so
        that every process gives the same answer.
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
                add_similar_words(word, self.vocabulary)
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
        """Add the scores of these titles; a title keeps the better of two scores."""
        for number in self._select_promising(words, numbers, ranking):
            score = score_title(words, self.texts[number])
            points = score.points + self.bonuses[number] - penalty
            if number not in scores or points > scores[number].points:
                scores[number] = Score(points, score.name_number, score.quality)

    def _select_promising(self, words: list[QueryWord], numbers: set[int], ranking: Ranking) -> Iterable[int]:
        """Of too many titles those with a name that is the query or begins with it, then the most popular."""
        if len(numbers) <= MAX_SCORED:
            return numbers
        texts = self.texts
        phrase = " " + " ".join(word.text for word in words)
        phrase_after_a_name = NAME_SEPARATOR + phrase
        phrase_at_an_end = [
            f"{phrase} {separator}" for separator in (NAME_SEPARATOR, SPELLING_SEPARATOR, CREDITS_SEPARATOR)
        ]

        def begins_a_name(number: int) -> bool:
            return texts[number].startswith(phrase) or phrase_after_a_name in texts[number]

        def is_a_name(number: int) -> bool:
            return begins_a_name(number) and any(ending in texts[number] for ending in phrase_at_an_end)

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
        """The titles that hold all words. The rarest word comes first, because it leaves the fewest titles."""
        if not words:
            return set()
        rarest, *others = sorted(words, key=lambda word: (word.compare_always, self._count_titles(word)))
        return self._narrow(self._titles_with(rarest), others)

    def _titles_with(self, word: QueryWord) -> set[int]:
        """The titles that hold the word, a longer word that begins with it, or a similar word."""
        start, end = self.vocabulary.find_span(word.text)
        titles = self._titles_with_any(self.vocabulary.words[start:end])
        return titles.union(*self._titles_by_similar_word(word).values())

    def _titles_with_any(self, tokens: Iterable[str]) -> set[int]:
        return set().union(*map(self.vocabulary.numbers_by_word.__getitem__, tokens))

    def _titles_by_similar_word(self, word: QueryWord) -> "dict[str, array[int]]":
        numbers_by_word = self.vocabulary.numbers_by_word
        similar = chain(word.synonyms, word.similar)
        return {token: numbers_by_word[token] for token in similar if token in numbers_by_word}

    def _count_titles(self, word: QueryWord) -> int:
        """At least as many as the titles that hold the word: a title counts for each of its words that match."""
        count = self.vocabulary.count_in_span(*self.vocabulary.find_span(word.text))
        return count + sum(len(numbers) for numbers in self._titles_by_similar_word(word).values())

    def _narrow(self, numbers: set[int], words: Iterable[QueryWord]) -> set[int]:
        """Those of the titles that hold these words too."""
        texts = self.texts
        for word in words:
            if word.compare_always or not numbers:
                continue  # Scoring compares the word with the text of each title.
            matching = {number for number in numbers if word.prefix in texts[number]}
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
        """When no title holds all words: the titles that hold the rarest of them."""
        rarity_by_title: dict[int, float] = {}
        for word in words:
            numbers = self._titles_with(word)
            if word.text in SMALL_WORDS or len(numbers) > len(self.texts) // 4 + 50:
                continue
            rarity = log10(1 + len(self.texts) / (1 + len(numbers)))
            for number in numbers:
                rarity_by_title[number] = rarity_by_title.get(number, 0.0) + rarity
        rarest_first = sorted(rarity_by_title, key=lambda number: (-rarity_by_title[number], ranking.rank_of[number]))
        return set(rarest_first[:MAX_SCORED])

    # ── Queries with a space more or less ─────────────────────────────────────────────────────────

    def _respace_query(self, tokens_typed: list[str]) -> Iterator[tuple[list[QueryWord], set[int]]]:
        """The query with two words joined or one word split, each time with the titles that hold the words."""
        for at in range(len(tokens_typed) - 1):
            joined = to_query_word(tokens_typed[at] + tokens_typed[at + 1])
            other_tokens = tokens_typed[:at], tokens_typed[at + 2 :]
            yield self._replace_words(other_tokens, [joined], self._titles_with(joined))
        # The pieces of a split word are often common: then only the titles with the rarest other word are searched.
        counted = sorted((self._count_titles(to_query_word(token)), at) for at, token in enumerate(tokens_typed))
        for at, token in enumerate(tokens_typed):
            others = [(count, position) for count, position in counted[:2] if position != at]
            other_count, other_position = others[0] if others else (len(self.texts), at)
            for cut in range(1, len(token)):
                left, right = token[:cut], token[cut:]
                numbers = self._titles_side_by_side(left, right, tokens_typed[other_position], other_count)
                if numbers:
                    pieces = [to_query_word(left), to_query_word(right)]
                    yield self._replace_words((tokens_typed[:at], tokens_typed[at + 1 :]), pieces, numbers)

    def _titles_side_by_side(self, left: str, right: str, other_token: str, other_count: int) -> set[int]:
        """The titles that hold the left piece and, next to it, a word that begins with the right one.

        A right piece of one letter must be a whole word. `other_token` is another word of the query; `other_count`
        titles hold it at most.
        """
        vocabulary = self.vocabulary
        is_letter = len(right) == 1
        if left not in vocabulary.numbers_by_word or (is_letter and right not in vocabulary.numbers_by_word):
            return set()
        start, end = vocabulary.find_span(right)
        both = f" {left} {right}"
        if is_letter:
            end = start + 1
            both += " "
        left_numbers = vocabulary.numbers_by_word[left]
        right_count = vocabulary.count_in_span(start, end)
        candidates: Iterable[int] = left_numbers
        if other_count < min(right_count, len(left_numbers)):
            candidates = self._titles_with(to_query_word(other_token))
        elif right_count < len(left_numbers):
            candidates = self._titles_with_any(vocabulary.words[start:end])
        return {number for number in candidates if both in self.texts[number]}

    def _replace_words(
        self, other_tokens: tuple[list[str], list[str]], words: list[QueryWord], numbers: set[int]
    ) -> tuple[list[QueryWord], set[int]]:
        """The query with these words between the others, and those of the titles that hold the others too."""
        words_before, words_after = ([to_query_word(token) for token in tokens] for tokens in other_tokens)
        return [*words_before, *words, *words_after], self._narrow(numbers, [*words_before, *words_after])
