"""Checks that all texts use the names in the lists of terms."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from escale.common import languages
from escale.translations.compilation import po_file
from escale.translations.passages import (
    Passage,
    keys_of_terms,
    passages_of_messages,
    passages_of_rule,
)
from escale.translations.po_files import read_entries, translated_languages
from escale.translations.term_lists import Term, TermList, compile_phrase, normalise, read_term_lists


def find_term_faults(base: Path, parts: Iterable[str]) -> list[str]:
    """A sentence for each forbidden word, each unused term, and each name with another translation."""
    parts = list(parts)
    faults: list[str] = []
    for term_list in read_term_lists(base, languages.codes()):
        passages = list(_passages_of_list(base, term_list, parts))
        faults += find_forbidden_words(term_list, passages)
        faults += find_unused_terms(base, term_list, passages)
        for part in parts:
            if term_list.covers(part):
                faults += _find_other_names(base, term_list, part)
    return faults


def _passages_of_list(base: Path, term_list: TermList, parts: list[str]) -> Iterator[Passage]:
    """Yields all texts to which a list of terms applies."""
    for part in parts:
        if term_list.covers(part):
            yield from passages_of_messages(base, part)
    if term_list.game:
        yield from passages_of_rule(base, term_list.game)


def find_forbidden_words(term_list: TermList, passages: Iterable[Passage]) -> Iterator[str]:
    """Yields a sentence for each passage with a word that must not be used for a term."""
    patterns_by_language = _compile_forbidden_words(term_list)
    for passage in passages:
        text = normalise(passage.text)
        for pattern, name in patterns_by_language.get(passage.language, []):
            match = pattern.search(text)
            if match:
                quote = passage.text.strip()
                yield f"{passage.place}: “{match[0]}” is not our word, write “{name}”: {quote!r}"


def _compile_forbidden_words(term_list: TermList) -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """By language, the pattern of each forbidden word, with the name to use instead."""
    patterns_by_language: dict[str, list[tuple[re.Pattern[str], str]]] = defaultdict(list)
    for term in term_list.terms:
        for language, phrases in term.forbidden.items():
            name = term.names.get(language, term.key)
            for phrase in phrases:
                patterns_by_language[language].append((compile_phrase(phrase), name))
    return patterns_by_language


def find_unused_terms(base: Path, term_list: TermList, passages: Iterable[Passage]) -> Iterator[str]:
    """Yields a sentence for each term that no text of a language uses."""
    texts_by_language: dict[str, list[str]] = defaultdict(list)
    for passage in passages:
        texts_by_language[passage.language].append(normalise(passage.text))
    for language, texts in texts_by_language.items():
        whole_text = "\n".join(texts)
        keys = keys_of_terms(base, term_list.game, language) if term_list.game else set()
        for term in term_list.terms:
            if term.key not in keys and not _occurs(term, language, whole_text):
                name = term.names.get(language, term.key)
                yield f"{term_list.path.relative_to(base).as_posix()}: no {language} text uses “{name}”"


def _occurs(term: Term, language: str, text: str) -> bool:
    for name in (term.names.get(language), term.plurals.get(language)):
        if name and compile_phrase(name.lower()).search(text):
            return True
    return False


def _find_other_names(base: Path, term_list: TermList, part: str) -> Iterator[str]:
    """Yields messages that consist of the name of a term, but are translated with another name."""
    term_by_name = {term.names[languages.SOURCE].casefold(): term for term in term_list.terms}
    for language in translated_languages():
        for message, entry in read_entries(po_file(base, part, language)).items():
            term = term_by_name.get(message.id.casefold())
            # A message with a context may have another meaning.
            if term is None or message.context or not term.names.get(language):
                continue
            expected_name = term.names[language]
            text = entry.msgstr or entry.msgstr_plural.get(0, "")
            if normalise(text).casefold() != normalise(expected_name).casefold():
                fault = f"{message.id!r} is “{text}”, the list of terms says “{expected_name}”"
                yield f"{part} {language}: {fault}"
