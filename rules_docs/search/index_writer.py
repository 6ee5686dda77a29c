"""Writes the words of a rule's texts into the database, from which each process loads its index."""

from collections import defaultdict

from django.db import transaction

from rules_docs.models import RuleDocument, RulingText, SearchEntry, SearchState, SectionText, TermName
from rules_docs.search.glossary_phrases import load_phrases
from rules_docs.search.index.token_weights import pack_tokens, weigh_tokens
from rules_docs.text.markup.parser import find_term_keys


@transaction.atomic
def index_document(document: RuleDocument) -> None:
    """Analyses every text of a rule again, because a changed term or ruling may affect many sections.

    The entries of texts that readers may no longer see are deleted.
    """
    # The lock makes stamps rise in the order of commits (see SearchState).
    state, _is_new = SearchState.objects.select_for_update().get_or_create(pk=1)
    stamp = state.stamp + 1
    entries = _create_entries(document, stamp)
    text_ids = [entry.text_id for entry in entries]
    SearchEntry.objects.filter(document=document).exclude(text__in=text_ids).delete()
    SearchEntry.objects.bulk_create(
        entries,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["text"],
        update_fields=["stamp", "tokens"],
    )
    SearchState.objects.filter(pk=1).update(stamp=stamp)


def _create_entries(document: RuleDocument, stamp: int) -> list[SearchEntry]:
    phrases_by_language = load_phrases(TermName.objects.filter(term__document=document))
    explained_terms = _load_explained_terms(document)
    rulings = _load_rulings(document)
    entries = []
    for text in _select_readable_texts(document):
        weights = weigh_tokens(
            text.heading,
            f"{text.plain}\n{rulings[text.section_id, text.language]}",
            text.language,
            phrases=phrases_by_language[text.language],
            explained_terms=explained_terms[text.section_id],
            linked_terms=find_term_keys(text.body),
        )
        entry = SearchEntry(text_id=text.pk, document=document, stamp=stamp, tokens=pack_tokens(weights))
        entries.append(entry)
    return entries


def _load_explained_terms(document: RuleDocument) -> dict[int, set[str]]:
    """The keys of the terms that each section explains, by the id of the section."""
    terms_by_section: dict[int, set[str]] = defaultdict(set)
    for term_key, section_id in document.terms.exclude(section=None).values_list("key", "section_id"):
        terms_by_section[section_id].add(term_key)
    return terms_by_section


def _load_rulings(document: RuleDocument) -> dict[tuple[int, str], str]:
    """The texts of the rulings of each section in each language; a search finds them with the section."""
    rulings: dict[tuple[int, str], str] = defaultdict(str)
    for text in RulingText.objects.filter(ruling__document=document).select_related("ruling"):
        rulings[text.ruling.section_id, text.language] += f"{text.question}\n{text.answer}\n"
    return rulings


def _select_readable_texts(document: RuleDocument):
    published_languages = document.translations.filter(published=True).values("language")
    languages = published_languages if document.is_readable else []
    return SectionText.objects.filter(section__document=document, language__in=languages)
