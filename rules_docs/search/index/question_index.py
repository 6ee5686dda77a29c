"""Finds the section of one rule that answers a question, in one language. No I/O.

Nothing is generated: the answer is a section. A *bank* is a list of questions that people wrote for a
section. Decision 0204 explains how the weights were chosen and measured.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules_docs.search.index.question_profiles import QuestionProfiles
from rules_docs.search.index.question_words import TERM_PREFIX, Wording, find_pieces, find_tokens
from rules_docs.search.index.relevance import TextScores

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
# A heading names the subject of its section, so it counts as if it stood this often in the text.
_HEADING_REPEATS = 2
# How many questions of the bank that resemble the question count for their section.
_ALIKE_QUESTIONS = 2


@dataclass(frozen=True)
class AskedSection:
    """A section with its text, the questions of its bank, and the answers of the rulings about it."""

    key: str
    heading: str
    plain: str
    questions: Sequence[str] = ()
    answers: Sequence[str] = ()
    explained_terms: frozenset[str] = frozenset()
    is_summary: bool = False  # it repeats other sections, so another one answers better


class Evidence(NamedTuple):
    """The evidence that a section is the answer to a question. Each part is a share of what is possible."""

    text: float  # the words of the question in the text of the section
    pieces: float  # pieces of its words in the text of the section
    heading: float
    passage: float  # the best sentence and the one after it
    terms: float  # the terms in the question that the section explains
    alike: float  # the most similar questions of the bank
    bank: float  # the words of the question in all questions of the section
    profile: float  # how much all questions of the section together resemble the question
    summary: float  # 1 if the section only repeats others


# The weights were fitted by `python -m tests.bench.asking --fit` and rounded.
WEIGHTS = Evidence(
    text=1.05,
    pieces=1.9,
    heading=1.05,
    passage=1.1,
    terms=1.1,
    alike=2.6,
    bank=2.05,
    profile=2.1,
    summary=-1.05,
)


class RankedSection(NamedTuple):
    """A section with the weighted sum of its evidence."""

    key: str
    score: float
    evidence: Evidence


class QuestionIndex:
    """The sections of a rule in one language."""

    def __init__(self, sections: Sequence[AskedSection], wording: Wording) -> None:
        self._sections = sections
        self._wording = wording
        whole_texts = [
            " ".join([section.heading] * _HEADING_REPEATS + [section.plain]) for section in sections
        ]
        language = wording.language
        self._texts = self._score_tokens(whole_texts, length_share=0.5)
        self._pieces = TextScores(
            [find_pieces(text, language) for text in whole_texts], saturation=1.2, length_share=0.5
        )
        headings = [
            find_tokens(section.heading, wording) + find_pieces(section.heading, language)
            for section in sections
        ]
        self._headings = TextScores(headings, saturation=1.2, length_share=0.3)
        self._banks = self._score_tokens(
            [" ".join(section.questions) for section in sections], length_share=0.3
        )
        self._index_passages()
        self._index_questions()
        self._scale = self._choose_scale()

    def _choose_scale(self) -> float:
        """The factor for all scores, with which a rule without a bank can reach the same scores."""
        sections_with_bank = sum(bool(section.questions) for section in self._sections)
        if 2 * sections_with_bank >= len(self._sections):
            return 1.0
        without_bank = WEIGHTS.text + WEIGHTS.pieces + WEIGHTS.heading + WEIGHTS.passage + WEIGHTS.terms
        return (without_bank + WEIGHTS.alike + WEIGHTS.bank + WEIGHTS.profile) / without_bank

    def _score_tokens(self, texts: Sequence[str], *, length_share: float) -> TextScores:
        tokens = [find_tokens(text, self._wording) for text in texts]
        return TextScores(tokens, saturation=1.2, length_share=length_share)

    def _index_passages(self) -> None:
        passages = []
        self._passage_sections = []
        for number, section in enumerate(self._sections):
            for passage in _split_passages(section):
                passages.append(passage)
                self._passage_sections.append(number)
        self._passages = self._score_tokens(passages, length_share=0.3)

    def _index_questions(self) -> None:
        questions: list[str] = []
        self._question_sections = []
        for number, section in enumerate(self._sections):
            questions += section.questions
            self._question_sections += [number] * len(section.questions)
        tokens = [find_tokens(question, self._wording, with_stop_words=True) for question in questions]
        pieces = [find_pieces(question, self._wording.language) for question in questions]
        tokens_by_section: list[list[list[str]]] = [[] for _section in self._sections]
        for number, *parts in zip(self._question_sections, tokens, pieces, strict=True):
            tokens_by_section[number].append(parts[0] + parts[1])
        self._profiles = QuestionProfiles(tokens_by_section)
        self._question_tokens = TextScores(tokens, saturation=0.6, length_share=0.4)
        self._question_pieces = TextScores(pieces, saturation=0.6, length_share=0.4)

    def rank_sections(self, question: str) -> list[RankedSection]:
        """All sections, the best answer first."""
        ranked = []
        for section, evidence in zip(self._sections, self._collect_evidence(question), strict=True):
            score = sum(weight * part for weight, part in zip(WEIGHTS, evidence, strict=True))
            ranked.append(RankedSection(section.key, score * self._scale, evidence))
        return sorted(ranked, key=lambda section: -section.score)

    def _collect_evidence(self, question: str) -> list[Evidence]:
        """The evidence for each section, in the order of the sections."""
        tokens = find_tokens(question, self._wording)
        pieces = find_pieces(question, self._wording.language)
        question_tokens = find_tokens(question, self._wording, with_stop_words=True)
        token_scores = self._question_tokens.score(question_tokens)
        piece_scores = self._question_pieces.score(pieces)
        question_scores = [sum(scores) for scores in zip(token_scores, piece_scores, strict=True)]
        columns = (
            self._texts.score(tokens),
            self._pieces.score(pieces),
            self._headings.score(tokens + pieces),
            self._average_best(self._passages.score(tokens), self._passage_sections, 1),
            self._score_terms(tokens),
            self._average_best(question_scores, self._question_sections, _ALIKE_QUESTIONS),
            self._banks.score(tokens),
            self._profiles.score(question_tokens + pieces),
            [float(section.is_summary) for section in self._sections],
        )
        return [Evidence(*parts) for parts in zip(*columns, strict=True)]

    def _average_best(
        self, scores: Sequence[float], section_numbers: Sequence[int], count: int
    ) -> list[float]:
        """Returns for each section the mean of its `count` best scores."""
        scores_by_section = defaultdict(list)
        for score, number in zip(scores, section_numbers, strict=True):
            scores_by_section[number].append(score)
        averages = []
        for number in range(len(self._sections)):
            best_scores = sorted(scores_by_section[number])[-count:]
            averages.append(sum(best_scores) / count)
        return averages

    def _score_terms(self, tokens: Sequence[str]) -> list[float]:
        """Returns for each section the share of the question's terms that it explains."""
        terms = {token.removeprefix(TERM_PREFIX) for token in tokens if token.startswith(TERM_PREFIX)}
        return [len(terms & section.explained_terms) / max(1, len(terms)) for section in self._sections]


def _split_passages(section: AskedSection) -> list[str]:
    """Pairs of successive sentences, each with the heading; and each answer of a ruling."""
    sentences = []
    for line in section.plain.split("\n"):
        sentences += [sentence for sentence in _SENTENCE_END.split(line) if sentence.strip()]
    passages = []
    for number in range(len(sentences)):
        passages.append(" ".join([section.heading, *sentences[number : number + 2]]))
    return [*passages, *section.answers]
