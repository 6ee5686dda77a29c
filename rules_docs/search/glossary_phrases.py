"""Loads the names of terms as search compares them: by their stems."""

from collections import defaultdict

from django.db.models import QuerySet

from escale.common import languages
from rules_docs.models import TermName
from rules_docs.search.index.analysis import stem_phrase

PhrasesByLanguage = dict[str, dict[tuple[str, ...], set[str]]]


def load_phrases(names: QuerySet[TermName]) -> PhrasesByLanguage:
    """Returns by language the stems of each name, and the keys of the terms with this name."""
    phrases_by_language: PhrasesByLanguage = {language: defaultdict(set) for language in languages.codes()}
    for term_key, language, name in names.filter(language__in=languages.codes()).values_list(
        "term__key", "language", "name"
    ):
        phrase = stem_phrase(name, language)
        # A name that consists of stop words only would match everywhere.
        if phrase:
            phrases_by_language[language][phrase].add(term_key)
    return phrases_by_language
