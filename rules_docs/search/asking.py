"""Answers a question about a rule with a section of that rule, or says that the rule does not answer it.

The index of a rule in one language is built when it is first needed, and again after each visible change.
"""

import threading
from collections import OrderedDict, defaultdict
from dataclasses import dataclass

from rules_docs.files.question_bank import read_question_bank, read_synonyms
from rules_docs.models import RuleDocument, RulingText, SectionKind, SectionText, TermName
from rules_docs.search.glossary_phrases import load_phrases
from rules_docs.search.index.question_index import AskedSection, QuestionIndex, RankedSection
from rules_docs.search.index.question_words import Wording, index_synonyms
from rules_docs.text.markup.plain_text import strip_markup

MAX_QUESTION_LENGTH = 200
MAX_ANSWERS = 3
# Below this score the rule does not answer the question. It was chosen with the tuning questions of
# tests/bench/questions/unanswered.toml, see decision 0204.
MIN_SCORE = 4.25
# Another section is an answer too only if its score is at least this share of the best one.
MIN_SHARE = 0.6
# Most readers ask in the language of the page, so the score of another language must be clearly better.
OTHER_LANGUAGE_SHARE = 0.8
# These kinds only repeat other sections, so they are never an answer; an overview may be one.
_REPEATING_KINDS = (SectionKind.AID, SectionKind.SHORT)
_OVERVIEW_KEY = "overview"
_MAX_INDEXES = 200


@dataclass(frozen=True)
class Answers:
    """The keys of the sections that answer a question, best first; empty if the rule does not answer it.

    `language` is the one in which the question was understood.
    """

    keys: list[str]
    language: str


class IndexCache:
    """The question indexes of this process that were used last. Any thread may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._indexes: OrderedDict[tuple[int, str], tuple[int, QuestionIndex]] = OrderedDict()

    def get_index(self, document: RuleDocument, language: str) -> QuestionIndex:
        """The index of a rule in one language, as new as `document.stamp`."""
        key = (document.pk, language)
        with self._lock:
            stamp, index = self._indexes.get(key, (None, None))
            if index is None or stamp != document.stamp:
                index = load_index(document, language)
                self._indexes[key] = (document.stamp, index)
            self._indexes.move_to_end(key)
            while len(self._indexes) > _MAX_INDEXES:
                self._indexes.popitem(last=False)
            return index

    def clear(self) -> None:
        """Empties the cache. Only tests need this: they roll back the database, and with it the stamps."""
        with self._lock:
            self._indexes.clear()


question_indexes = IndexCache()


def ask_rule(document: RuleDocument, question: str, *, language: str, published: list[str]) -> Answers:
    """The sections that answer a question.

    `language` is the reader's, `published` are the languages of the rule.
    """
    ranking_by_language = {
        code: question_indexes.get_index(document, code).rank_sections(question) for code in published
    }
    understood_language = choose_language(ranking_by_language, language)
    ranking = ranking_by_language[understood_language]
    return Answers([section.key for section in select_answers(ranking)], understood_language)


def choose_language(ranking_by_language: dict[str, list[RankedSection]], language: str) -> str:
    """The language in which a question is understood best; in doubt the reader's."""

    def rate(code: str) -> float:
        ranking = ranking_by_language[code]
        score = ranking[0].score if ranking else 0
        return score if code == language else score * OTHER_LANGUAGE_SHARE

    return max(ranking_by_language, key=rate)


def select_answers(ranking: list[RankedSection]) -> list[RankedSection]:
    """The best sections, or none of them if even the first one hardly fits."""
    if not ranking or ranking[0].score < MIN_SCORE:
        return []
    least_score = ranking[0].score * MIN_SHARE
    return [section for section in ranking[:MAX_ANSWERS] if section.score >= least_score]


def load_index(document: RuleDocument, language: str, *, without_ruling: str = "") -> QuestionIndex:
    """Builds the index of a rule from the database and the bank, which is a file of questions.

    The benchmark leaves out the ruling whose question it asks.
    """
    phrases = load_phrases(TermName.objects.filter(term__document=document))
    synonyms = index_synonyms(read_synonyms().get(language, []), language)
    explained_terms = defaultdict(set)
    for term_key, section_id in document.terms.exclude(section=None).values_list("key", "section_id"):
        explained_terms[section_id].add(term_key)
    questions, answers = _load_rulings(document, language, without_ruling)
    bank = read_question_bank(document.slug)
    sections = []
    texts = SectionText.objects.filter(section__document=document, language=language)
    texts = texts.exclude(section__kind__in=_REPEATING_KINDS)
    for text in texts.select_related("section").order_by("section__position"):
        section = text.section
        asked_section = AskedSection(
            key=section.key,
            heading=text.heading,
            plain=text.plain,
            questions=[*bank.get(section.key, {}).get(language, []), *questions[section.pk]],
            answers=answers[section.pk],
            explained_terms=frozenset(explained_terms[section.pk]),
            is_summary=section.key == _OVERVIEW_KEY,
        )
        sections.append(asked_section)
    return QuestionIndex(sections, Wording(language, phrases[language], synonyms))


def _load_rulings(
    document: RuleDocument, language: str, without_ruling: str
) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """The questions and the answers of rulings, each by the id of the section."""
    texts = RulingText.objects.filter(ruling__document=document, language=language)
    questions: dict[int, list[str]] = defaultdict(list)
    answers: dict[int, list[str]] = defaultdict(list)
    for text in texts.exclude(ruling__key=without_ruling).select_related("ruling").order_by("pk"):
        if text.question:
            questions[text.ruling.section_id].append(text.question)
        answers[text.ruling.section_id].append(strip_markup(text.answer))
    return questions, answers
