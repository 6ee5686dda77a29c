"""Scores texts for a query by BM25, as a share of what a perfect text would get. Pure."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence


class TextScores:
    """Some texts, and how well each of them contains the tokens of a query.

    The score of a text is divided by the weight of all tokens of the query. So a token that stands nowhere
    lowers all scores, and scores of different queries can be compared with each other.
    """

    def __init__(self, texts: Sequence[Sequence[str]], *, saturation: float, length_share: float) -> None:
        self._count = len(texts)
        counts = [Counter(text) for text in texts]
        text_frequencies = Counter(token for count in counts for token in count)
        self._rarities = {token: self._rarity(number) for token, number in text_frequencies.items()}
        self._unknown_rarity = self._rarity(0)
        mean_length = sum(len(text) for text in texts) / max(1, len(texts)) or 1
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, count in enumerate(counts):
            relative_length = len(texts[number]) / mean_length
            norm = saturation * (1 - length_share + length_share * relative_length)
            for token, frequency in count.items():
                weight = frequency * (saturation + 1) / (frequency + norm)
                self._postings[token].append((number, weight * self._rarities[token]))

    def _rarity(self, text_frequency: int) -> float:
        return math.log(1 + (self._count - text_frequency + 0.5) / (text_frequency + 0.5))

    def score(self, query: Sequence[str]) -> list[float]:
        """The score of each text. A token that the query repeats counts once."""
        scores = [0.0] * self._count
        tokens = sorted(set(query))
        whole_weight = sum(self._rarities.get(token, self._unknown_rarity) for token in tokens)
        if not whole_weight:
            return scores
        for token in tokens:
            for number, weight in self._postings.get(token, ()):
                scores[number] += weight
        return [score / whole_weight for score in scores]
