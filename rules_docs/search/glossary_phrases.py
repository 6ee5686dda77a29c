"""The names of terms as search compares them: by their stems."""

from collections import defaultdict

from django.db.models import QuerySet

from rules_docs.models import TermName
from rules_docs.search.index.analysis import stem_phrase
from rules_docs.text.rule_files import LANGUAGES

PhrasesByLanguage = dict[str, dict[tuple[str, ...], set[str]]]


def load_phrases(names: QuerySet[TermName]) -> PhrasesByLanguage:
    """For each language: the stems of each name, and the keys of the terms that have this name."""
    phrases_by_language: PhrasesByLanguage = {language: defaultdict(set) for language in LANGUAGES}
    for term_key, language, name in names.values_list("term__key", "language", "name"):
        phrase = stem_phrase(name, language)
        # A name that consists of stop words only would match everywhere.
        if phrase:
            phrases_by_language[language][phrase].add(term_key)
    return phrases_by_language
