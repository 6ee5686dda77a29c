"""Scores texts for a query by BM25. No I/O.

A text of mean length that holds each token of the query once scores 1.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence


class TextScores:
    """Some texts, and how well each of them contains the tokens of a query.

    The score of a text is divided by the weight of all tokens of the query. So a token that is in no text
    lowers all scores, and scores of different queries can be compared with each other.

    `saturation` (k1 of BM25) sets how much each repetition of a token still adds. `length_share` (b, from 0
    to 1) sets how much a long text lowers the weight of a token.
    """

    def __init__(self, texts: Sequence[Sequence[str]], *, saturation: float, length_share: float) -> None:
        self._text_count = len(texts)
        counts_by_text = [Counter(text) for text in texts]
        text_count_by_token: Counter[str] = Counter()
        for token_counts in counts_by_text:
            text_count_by_token.update(token_counts.keys())
        self._rarity_by_token = {
            token: self._measure_rarity(text_count) for token, text_count in text_count_by_token.items()
        }
        self._rarity_of_unknown_token = self._measure_rarity(0)
        token_count = sum(len(text) for text in texts)
        mean_length = token_count / len(texts) if token_count else 1
        # token -> the numbers of the texts that hold it, each with the weight of the token in that text
        self._weights_by_token: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, token_counts in enumerate(counts_by_text):
            relative_length = len(texts[number]) / mean_length
            length_norm = saturation * (1 - length_share + length_share * relative_length)
            for token, count in token_counts.items():
                frequency = count * (saturation + 1) / (count + length_norm)
                self._weights_by_token[token].append((number, frequency * self._rarity_by_token[token]))

    def _measure_rarity(self, text_count: int) -> float:
        """The weight of a token that this many texts hold (inverse document frequency)."""
        return math.log(1 + (self._text_count - text_count + 0.5) / (text_count + 0.5))

    def score(self, query: Sequence[str]) -> list[float]:
        """The score of each text. A token that the query repeats counts once."""
        scores = [0.0] * self._text_count
        tokens = sorted(set(query))
        perfect_score = sum(
            self._rarity_by_token.get(token, self._rarity_of_unknown_token) for token in tokens
        )
        if not perfect_score:
            return scores
        for token in tokens:
            for number, weight in self._weights_by_token.get(token, ()):
                scores[number] += weight
        return [score / perfect_score for score in scores]
