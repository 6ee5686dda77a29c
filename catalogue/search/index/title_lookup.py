"""Looks up the titles that hold given words. A title is a number here."""

from array import array
from collections.abc import Iterable
from itertools import chain
from math import log10

from catalogue.search.index.ranking import Ranking
from catalogue.search.index.scoring import SMALL_WORDS, QueryWord
from escale.common.text.vocabulary import Vocabulary

# A word distinguishes titles only if at most a quarter of them hold it; in a small catalogue, a few more.
COMMON_WORD_DIVISOR, COMMON_WORD_ALLOWANCE = 4, 50


class TitleLookup:
    """The text of each title, and for each word the titles that hold it.

    A title holds a word of a query if its text has this word, a longer word that begins with it, or a similar
    word.
    """

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.vocabulary = Vocabulary()
        self.vocabulary.load((number, set(text.split())) for number, text in enumerate(texts))

    def put(self, number: int, text: str) -> None:
        """Sets the text of a title. The next free number adds a title, an empty text removes the title."""
        if number == len(self.texts):
            self.texts.append("")
        words_before, words_after = set(self.texts[number].split()), set(text.split())
        for word in words_before - words_after:
            self.vocabulary.discard(word, number)
        for word in words_after - words_before:
            self.vocabulary.add(word, number)
        self.texts[number] = text

    def find_with_all(self, words: list[QueryWord]) -> set[int]:
        """The titles that hold all of the words.

        The rarest word is looked up first, because it leaves the fewest titles. A short word that is compared
        when the titles are scored comes last.
        """
        if not words:
            return set()
        rarest_first = sorted(words, key=lambda word: (word.compare_when_scoring, self.count_titles(word)))
        titles_with_rarest = self.find_with(rarest_first[0])
        return self.keep_with_all(titles_with_rarest, rarest_first[1:])

    def find_with(self, word: QueryWord) -> set[int]:
        start, end = self.vocabulary.find_prefix_span(word.text)
        titles = self.find_with_any(self.vocabulary.words[start:end])
        for titles_with_token in self._find_by_similar_word(word).values():
            titles.update(titles_with_token)
        return titles

    def find_with_any(self, tokens: Iterable[str]) -> set[int]:
        """The titles that hold at least one of these words of the vocabulary."""
        titles: set[int] = set()
        for token in tokens:
            titles.update(self.vocabulary.numbers_by_word[token])
        return titles

    def _find_by_similar_word(self, word: QueryWord) -> "dict[str, array[int]]":
        """By word of the vocabulary that resembles this word, the titles that hold it."""
        numbers_by_word = self.vocabulary.numbers_by_word
        similar = chain(word.synonyms, word.similar)
        return {token: numbers_by_word[token] for token in similar if token in numbers_by_word}

    def count_titles(self, word: QueryWord) -> int:
        """An upper limit for the number of titles with the word: each matching word of a title counts."""
        start, end = self.vocabulary.find_prefix_span(word.text)
        count = self.vocabulary.count_in_span(start, end)
        for titles_with_token in self._find_by_similar_word(word).values():
            count += len(titles_with_token)
        return count

    def keep_with_all(self, numbers: set[int], words: Iterable[QueryWord]) -> set[int]:
        """The titles among these that also hold all of these words.

        A word that is compared when the titles are scored excludes none of them here.
        """
        texts = self.texts
        for word in words:
            if word.compare_when_scoring or not numbers:
                continue
            matching = {number for number in numbers if word.text_after_space in texts[number]}
            for token, titles_with_token in self._find_by_similar_word(word).items():
                # Searching in few texts is faster than intersecting with many titles.
                if len(titles_with_token) < 2 * len(numbers):
                    matching |= numbers.intersection(titles_with_token)
                else:
                    whole_word = f" {token} "
                    matching |= {number for number in numbers if whole_word in texts[number]}
            numbers = matching
        return numbers

    def find_with_some(self, words: list[QueryWord], ranking: Ranking, limit: int) -> set[int]:
        """The titles that hold the rarest of the words. Used if no title holds all words."""
        common_count = len(self.texts) // COMMON_WORD_DIVISOR + COMMON_WORD_ALLOWANCE
        rarity_by_title: dict[int, float] = {}
        for word in words:
            numbers = self.find_with(word)
            if word.text in SMALL_WORDS or len(numbers) > common_count:
                continue
            rarity = log10(1 + len(self.texts) / (1 + len(numbers)))
            for number in numbers:
                rarity_by_title[number] = rarity_by_title.get(number, 0.0) + rarity
        rarest_first = sorted(
            rarity_by_title, key=lambda number: (-rarity_by_title[number], ranking.rank_of[number])
        )
        return set(rarest_first[:limit])
