"""Scores how well a title answers the words of a query.

The text of a title is one string. Each word stands between two spaces. Separators stand between the names,
between the spellings of one name, and before the credits, which are the people and publishers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log10
from typing import NamedTuple

from escale.common.text.edit_distance import edit_distances
from escale.common.text.folding import list_spellings, parse_roman_number, tokenize

NAME_SEPARATOR, SPELLING_SEPARATOR, CREDITS_SEPARATOR = "\n", "\r", "\t"
_SMALL_WORDS = """
    a an and at by for from in of on or the to with
    au aux d de des du en et l la le les ou un une
    da dei del della di e gli i il lo nel per uno una el los y
    das dem den der die ein eine im mit oder und vom von zu zum zur
"""
SMALL_WORDS = frozenset(_SMALL_WORDS.split())
SMALL_WORD_WEIGHT = 0.35  # as a share of the weight of another word with the same length
NO_POSITION = -1


@dataclass(frozen=True, slots=True)
class Weights:
    """The points, tuned on two thirds of a set of queries and checked on the last third."""

    words: float = 100.0  # all words of the query are words of the name
    prefix: float = 0.89  # a word of the query begins a word of the name
    coverage: float = 9.5  # the query holds every letter of the name
    leading_phrase: float = 11.5  # the name begins with the words, in their order
    first_word: float = 2.8  # the name begins with the first word
    phrase: float = 17.0  # the words are neighbours in the name, in their order
    ordered: float = 6.5  # the words are in their order, with others between them
    whole_name: float = 4.5  # the name has no other word
    credits: float = 0.985  # a word is one of the people or publishers
    popularity: float = 1.5  # for each tenfold number of votes
    expansion: float = 2.5
    one_edit: float = 0.9  # a whole word differs by one letter
    one_edit_prefix: float = 0.74  # the beginning of a word differs by one letter
    edit_per_letter: float = 0.36  # divided by the length: a wrong letter matters more in a short word
    inside: float = 0.88  # the word is part of a longer one
    second_edit: float = 0.075  # subtracted from `one_edit_prefix` for a second wrong letter
    respaced: float = 0.5  # subtracted if words were joined or split


WEIGHTS = Weights()
# For a word that is misspelt, or that the name does not begin with: it may be similar by chance.
UNCERTAINTY = 0.9


def title_text(names: Sequence[str], credits: Sequence[str]) -> str:
    """All names and credits of a title in one string."""
    name_texts = []
    for name in names:
        spellings = [_put_spaces_around(words) for words in list_spellings(name)]
        name_texts.append(SPELLING_SEPARATOR.join(spellings))
    credit_words = dict.fromkeys(word for person in credits for word in tokenize(person))
    return NAME_SEPARATOR.join(name_texts) + CREDITS_SEPARATOR + _put_spaces_around(credit_words)


def _put_spaces_around(words: Iterable[str]) -> str:
    return f" {' '.join(words)} "


def title_bonus(popularity: int, is_expansion: bool) -> float:
    """The points that a title has in the answer to every query."""
    return WEIGHTS.popularity * log10(1 + max(0, popularity)) - WEIGHTS.expansion * is_expansion


@dataclass(slots=True)
class QueryWord:
    """One word of a query, and the words of the catalogue that resemble it."""

    text: str
    synonyms: tuple[str, ...] = ()  # words that are as good, such as "4" for "iv"
    similar: dict[str, float] = field(default_factory=dict)  # word of the catalogue -> similarity from 0 to 1
    # A short word resembles too many words of the catalogue to look all of them up. Instead, it is compared
    # with each word of a title when the title is scored.
    compare_when_scoring: bool = False
    text_after_space: str = field(init=False)  # is in a text if one of its words begins so
    letters: frozenset[str] = field(init=False)
    weight: float = field(init=False)

    def __post_init__(self) -> None:
        self.text_after_space = " " + self.text
        self.letters = frozenset(self.text)
        self.weight = len(self.text) * (SMALL_WORD_WEIGHT if self.text in SMALL_WORDS else 1.0)

    def compare(self, token: str) -> float:
        """How much a short word resembles the token, from 0 to 1.

        The result is stored, because other titles contain the same token.
        """
        length = len(self.text)
        head = token[: length + 2]  # Further letters can only increase the distance.
        similarity = 0.0
        # Each letter of the word that the token lacks costs an edit. This excludes most tokens quickly.
        if len(self.letters.difference(head)) < 2:
            whole_distance, prefix_distance = edit_distances(self.text, head)
            if prefix_distance <= 1:
                similarity = one_edit_similarity(length, whole_word=whole_distance <= 1)
        self.similar[token] = similarity
        return similarity


def to_query_word(text: str) -> QueryWord:
    """The word of a query. A Roman number also finds its digits."""
    value = parse_roman_number(text)
    return QueryWord(text, synonyms=(str(value),) if value else ())


class Score(NamedTuple):
    """The points of a title for one query."""

    points: float
    name_number: int  # the name that earned them
    quality: float  # the share of the query that the name holds, from 0 to 1; 1 leaves no doubt


class TokenMatch(NamedTuple):
    """How much of a query's word a name holds, from 0 to 1, and the position of the word in the name."""

    similarity: float
    position: int


NO_MATCH = TokenMatch(0.0, NO_POSITION)


def one_edit_similarity(length: int, *, whole_word: bool) -> float:
    """The similarity of a word of this length to another word, or to its beginning, that differs by one
    edit.
    """
    return (WEIGHTS.one_edit if whole_word else WEIGHTS.one_edit_prefix) - WEIGHTS.edit_per_letter / length


def score_title(words: Sequence[QueryWord], text: str) -> Score:
    """The score of the title's best name. A word that the name lacks may be found in the credits."""
    names_text, _separator, credits_text = text.partition(CREDITS_SEPARATOR)
    credit_similarities = _match_credits(words, credits_text)
    total_weight = sum(word.weight for word in words)
    best = Score(-1.0, 0, 0.0)
    for name_number, name in enumerate(names_text.split(NAME_SEPARATOR)):
        for spelling in name.split(SPELLING_SEPARATOR):
            points, quality = _score_name(words, spelling, credit_similarities, total_weight)
            if points > best.points:
                best = Score(points, name_number, quality)
    return best


def _match_credits(words: Sequence[QueryWord], credits_text: str) -> list[float]:
    tokens = credits_text.split()
    if not tokens:
        return [0.0] * len(words)
    return [WEIGHTS.credits * _match_token(word, credits_text, tokens).similarity for word in words]


def _match_token(word: QueryWord, text: str, tokens: list[str]) -> TokenMatch:
    """The token of the text that resembles the word most."""
    for spelling in (word.text, *word.synonyms):
        if spelling in tokens:
            return TokenMatch(1.0, tokens.index(spelling))
    similar, prefix = word.similar, word.text
    if not similar and not word.compare_when_scoring and word.text_after_space not in text:
        return NO_MATCH
    best_similarity, best_position = 0.0, NO_POSITION
    for position, token in enumerate(tokens):
        if token.startswith(prefix):
            similarity = WEIGHTS.prefix
        elif token in similar:
            similarity = similar[token]
        else:
            similarity = word.compare(token) if word.compare_when_scoring else 0.0
        if similarity > best_similarity:
            best_similarity, best_position = similarity, position
    return TokenMatch(best_similarity, best_position)


def _match_free_token(
    word: QueryWord, text: str, tokens: list[str], taken_positions: list[int], match: TokenMatch
) -> TokenMatch:
    """A token that is as good and that no other word of the query has matched yet.

    In the query "cosmic co", for instance, "co" should not match the beginning of "cosmic".
    """
    free_positions = [position for position in range(len(tokens)) if position not in taken_positions]
    other = _match_token(word, text, [tokens[position] for position in free_positions])
    if other.similarity < match.similarity:
        return match
    return TokenMatch(other.similarity, free_positions[other.position])


def _score_name(
    words: Sequence[QueryWord], text: str, credit_similarities: Sequence[float], total_weight: float
) -> tuple[float, float]:
    """The points and the quality of one spelling of a name."""
    tokens = text.split()
    quality = 0.0
    covered_letters = 0
    exact_words = 0
    positions: list[int] = []
    for word, credit_similarity in zip(words, credit_similarities, strict=True):
        match = _match_token(word, text, tokens)
        if match.position in positions and match.similarity >= WEIGHTS.prefix:
            match = _match_free_token(word, text, tokens, positions, match)
        similarity, position = match
        quality += max(similarity, credit_similarity) * word.weight
        if similarity and similarity >= credit_similarity:
            positions.append(position)
            exact_words += similarity == 1.0
            covered_letters += min(len(word.text), len(tokens[position]))
    quality /= total_weight
    points = WEIGHTS.words * quality
    if not positions:
        return points, quality
    points += WEIGHTS.coverage * min(1.0, covered_letters / sum(map(len, tokens)))
    if len(positions) < len(words):
        return points, quality * UNCERTAINTY
    points += _score_order(positions)
    if len(set(positions)) == len(tokens):
        points += WEIGHTS.whole_name * quality
    return points, _rate_certainty(words, tokens, positions, exact_words, quality)


def _score_order(positions: list[int]) -> float:
    """The points for the order of the query's words in the name."""
    points = WEIGHTS.first_word if positions[0] == 0 else 0.0
    is_ordered = all(first < second for first, second in pairwise(positions))
    if is_ordered:
        points += WEIGHTS.ordered
        if positions[-1] - positions[0] == len(positions) - 1:
            points += WEIGHTS.phrase
            if positions[0] == 0:
                points += WEIGHTS.leading_phrase
    return points


def _rate_certainty(
    words: Sequence[QueryWord], tokens: list[str], positions: list[int], exact_words: int, quality: float
) -> float:
    """The quality of a name that holds all words of the query.

    It is 1 if all are whole words of the name, or if they are the beginning of the name while somebody types
    it.
    """
    if exact_words == len(words):
        return 1.0
    begins_name = positions == list(range(len(words)))
    if not begins_name:
        return quality * UNCERTAINTY
    is_last_incomplete = exact_words == len(words) - 1 and tokens[positions[-1]].startswith(words[-1].text)
    return 1.0 if is_last_incomplete else quality
