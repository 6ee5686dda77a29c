"""Measures how similar a question is to all the questions of a section together. No I/O."""

import math
from collections import Counter
from collections.abc import Sequence

Vector = dict[str, float]


class QuestionProfiles:
    """The profiles of sections: the sum of the vectors of their questions, in which rare tokens weigh more.

    A score that adds up tokens ignores tokens that the question lacks; the cosine with a profile also counts
    those.
    """

    def __init__(self, questions_by_section: Sequence[Sequence[Sequence[str]]]) -> None:
        """`questions_by_section` has the tokens of each question of each section."""
        questions = [tokens for section in questions_by_section for tokens in section]
        self._question_count = len(questions)
        self._frequencies = Counter(token for tokens in questions for token in set(tokens))
        self._profiles = [self._sum_up(section) for section in questions_by_section]

    def score(self, tokens: Sequence[str]) -> list[float]:
        """Returns by section the cosine of the angle between its profile and the question, from 0 to 1."""
        vector = self._weigh(tokens)
        return [
            sum(weight * profile.get(token, 0.0) for token, weight in vector.items())
            for profile in self._profiles
        ]

    def _sum_up(self, questions: Sequence[Sequence[str]]) -> Vector:
        profile: Vector = {}
        for tokens in questions:
            for token, weight in self._weigh(tokens).items():
                profile[token] = profile.get(token, 0.0) + weight
        return _shorten_to_one(profile)

    def _weigh(self, tokens: Sequence[str]) -> Vector:
        """The weights of the tokens, as a vector of length 1."""
        weights: Vector = {}
        for token, count in Counter(tokens).items():
            rarity = math.log(1 + self._question_count / max(1, self._frequencies[token]))
            weights[token] = (1 + math.log(count)) * rarity
        return _shorten_to_one(weights)


def _shorten_to_one(vector: Vector) -> Vector:
    length = math.sqrt(sum(weight * weight for weight in vector.values()))
    return {token: weight / length for token, weight in vector.items()} if length else {}
