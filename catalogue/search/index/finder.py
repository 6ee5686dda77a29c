"""Finds the titles that answer the words of a query. A title is a number here: 0, 1, 2 …"""

from array import array
from collections.abc import Callable, Iterable
from typing import NamedTuple

from catalogue.search.index.ranking import Ranking
from catalogue.search.index.respacing import respace_query
from catalogue.search.index.scoring import (
    CREDITS_SEPARATOR,
    NAME_SEPARATOR,
    SPELLING_SEPARATOR,
    WEIGHTS,
    QueryWord,
    Score,
    score_title,
    to_query_word,
)
from catalogue.search.index.similar_words import (
    add_misspellings,
    add_misspelt_prefixes,
    add_words_two_edits_away,
)
from catalogue.search.index.title_lookup import TitleLookup
from escale.common.text.folding import tokenize
from escale.common.text.vocabulary import Vocabulary

MAX_WORDS = 24  # Further words of a query are ignored.
MAX_SCORED = 400  # If more titles answer, only the most promising ones are scored.
# A hit with a smaller share of the best hit's points is not shown, unless it holds all words of the query.
MIN_SHARE_OF_BEST = 0.6


class Fallback(NamedTuple):
    """A function that adds words of the catalogue to a word of the query, because they resemble it.

    It is called while the quality of the best title is lower than `sufficient_quality`. The quality is the
    share of the query that the name of the title holds, from 0 to 1.
    """

    sufficient_quality: float
    add_similar_words: Callable[[QueryWord, Vocabulary], None]


FALLBACKS = (
    Fallback(0.999, add_misspellings),
    Fallback(0.9, add_misspelt_prefixes),
    Fallback(0.75, add_words_two_edits_away),
)


class Hit(NamedTuple):
    """A title that answers a query, its points, and the name that earned them."""

    number: int
    points: float
    name_number: int


class Matches(NamedTuple):
    """The titles that answer a query: scored titles, the best first, and others that were not scored."""

    hits: list[Hit]
    unscored: set[int]


class Finder:
    """The texts of all titles, and the bonuses: points that a title has in the answer to every query.

    A text holds the names and credits of a title, as `scoring.title_text` writes them.
    """

    def __init__(self, texts: list[str], bonuses: Iterable[float]) -> None:
        self.lookup = TitleLookup(texts)
        self.bonuses = array("f", bonuses)

    @property
    def texts(self) -> list[str]:
        return self.lookup.texts

    def put(self, number: int, text: str, bonus: float) -> None:
        """Sets the text of a title. The next free number adds a title, an empty text removes the title."""
        self.lookup.put(number, text)
        if number == len(self.bonuses):
            self.bonuses.append(bonus)
        self.bonuses[number] = bonus

    def find(self, query: str, ranking: Ranking) -> Matches:
        """The titles that answer the query.

        The words are looked up as they were typed, and with one space more or less. While the best title
        answers poorly, words of the catalogue that resemble the typed words are looked up too. Titles with
        equal points are ordered by the ranking, so every process gives the same answer.
        """
        typed_tokens = tokenize(query)[:MAX_WORDS]
        words = [to_query_word(token) for token in typed_tokens]
        scores: dict[int, Score] = {}
        exact_matches = self.lookup.find_with_all(words)
        self._score_titles(words, exact_matches, scores, ranking)
        for variant in respace_query(typed_tokens, self.lookup):
            self._score_titles(variant.words, variant.titles, scores, ranking, penalty=WEIGHTS.respaced)
        for fallback in FALLBACKS:
            best_quality = max((score.quality for score in scores.values()), default=0.0)
            if best_quality >= fallback.sufficient_quality:
                break
            for word in words:
                fallback.add_similar_words(word, self.lookup.vocabulary)
            # The words now lead to more titles than before.
            self._score_titles(words, self.lookup.find_with_all(words), scores, ranking)
        if not scores:
            self._score_titles(
                words, self.lookup.find_with_some(words, ranking, limit=MAX_SCORED), scores, ranking
            )
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
        """Scores these titles. A title that has a better score already keeps it."""
        for number in self._select_promising(words, numbers, ranking):
            score = score_title(words, self.texts[number])
            points = score.points + self.bonuses[number] - penalty
            if number not in scores or points > scores[number].points:
                scores[number] = Score(points, score.name_number, score.quality)

    def _select_promising(self, words: list[QueryWord], numbers: set[int], ranking: Ranking) -> Iterable[int]:
        """The titles that are worth scoring: all of them, if they are at most MAX_SCORED.

        Otherwise these are the titles with a name that equals the query, some with a name that begins with
        it, and the most popular ones: at most twice MAX_SCORED titles in all.
        """
        if len(numbers) <= MAX_SCORED:
            return numbers
        texts = self.texts
        # A text is " first name \n second name \t credits ", with NAME_SEPARATOR and CREDITS_SEPARATOR.
        phrase = " " + " ".join(word.text for word in words)
        phrase_after_name = NAME_SEPARATOR + phrase
        # If a name has several spellings, SPELLING_SEPARATOR stands between them.
        separators = (NAME_SEPARATOR, SPELLING_SEPARATOR, CREDITS_SEPARATOR)
        phrases_at_end = [f"{phrase} {separator}" for separator in separators]

        def begins_a_name(number: int) -> bool:
            text = texts[number]
            return text.startswith(phrase) or phrase_after_name in text

        def ends_a_name(number: int) -> bool:
            text = texts[number]
            return any(phrase_at_end in text for phrase_at_end in phrases_at_end)

        # A title whose name equals the query holds each of its words, so it holds the rarest one, too.
        numbers_by_word = self.lookup.vocabulary.numbers_by_word
        numbers_of_each_word = [numbers_by_word.get(word.text, array("I")) for word in words]
        numbers_of_rarest_word = min(numbers_of_each_word, key=len)
        candidates = numbers.intersection(numbers_of_rarest_word)
        # A title is also taken if the query begins one name and ends another. That is rare, and does no harm.
        same_names = {number for number in candidates if begins_a_name(number) and ends_a_name(number)}
        return {
            *ranking.most_popular(same_names, limit=MAX_SCORED),
            *ranking.most_popular(numbers, limit=MAX_SCORED // 2, accepts=begins_a_name),
            *ranking.most_popular(numbers, limit=MAX_SCORED // 2),
        }
