"""How words are compared, what the index holds, and that edits reach it."""

import pytest

from rules_docs.editing import revisions
from rules_docs.models import ChangeKind, RuleDocument, SectionText
from rules_docs.search import index_writer
from rules_docs.search.index import analysis
from rules_docs.search.index.query import parse_query
from rules_docs.search.index.section_index import IndexedText, SectionIndex
from rules_docs.search.index.token_weights import weigh_tokens
from rules_docs.search.section_search import search_sections

NO_PHRASES = {language: {} for language in ("fr", "en", "it", "de")}


def find_first(text, language):
    results = search_sections(text, language=language, size=1).results
    return (results[0].document, results[0].key, results[0].language) if results else None


def test_an_edit_is_found_at_once_and_the_old_words_are_gone(document):
    text = SectionText.objects.select_related("section__document").get(section__key="end", language="fr")
    assert search_sections("marin", language="fr").count == 1
    revisions.edit_text(
        section=text.section, language="fr", heading="Fin", body="Le perroquet gagne.", kind=ChangeKind.RULE
    )
    assert find_first("perroquet", "fr") == ("harbour", "end", "fr")
    hits = search_sections("dernier marin", language="fr").results
    assert all(hit.language != "fr" for hit in hits)


def test_withheld_rule_is_not_found(document):
    RuleDocument.objects.update(withheld=True)
    document.refresh_from_db()
    index_writer.index_document(document)
    assert search_sections("marin", language="fr").count == 0


# --- pure parts
# ------------------------------------------------------------------------------------------------------


def test_elisions_fall_before_stop_words():
    assert analysis.split_words("L’équipage d’Anna, qu’il dell’isola") == ["équipage", "anna", "il", "isola"]


def test_des_with_an_accent_is_no_stop_word():
    assert analysis.fold_and_stem_words("Des dés", "fr") == [("des", analysis.stem_word("dés", "fr"))]


def put_texts(index, section, *texts):
    """Texts by language number; their ids are ten times the section plus the language."""
    index.put_section(
        section,
        {
            language: IndexedText(10 * section + language, weigh_tokens("", text, "fr", phrases={}).items())
            for language, text in enumerate(texts)
        },
    )


def find_section_ids(index, text, **options):
    return [hit.section_id for hit in index.search(parse_query(text, NO_PHRASES), **options).best]


@pytest.fixture
def index():
    index = SectionIndex(language_count=4)
    put_texts(index, 1, "rouge bateau")
    put_texts(index, 2, "rouge voile")
    put_texts(index, 3, "bateau")
    return index


def test_all_words_come_before_some(index):
    assert find_section_ids(index, "bateau rouge") == [1]
    assert find_section_ids(index, "voile bateau")[0] == 2  # the rarer word
    assert set(find_section_ids(index, "voile bateau")) == {1, 2, 3}


def test_a_section_that_changes_is_found_by_its_new_words_only(index):
    put_texts(index, 1, "voile")
    assert find_section_ids(index, "bateau") == [3]
    assert sorted(find_section_ids(index, "voile")) == [1, 2]
    assert index.unused_section_count == 1
    index.remove_section(2)
    assert find_section_ids(index, "voile") == [1]


def test_sections_are_counted_once_however_many_languages_answer(index):
    put_texts(index, 4, "bateau", "bateau", "bateau", "bateau")
    hits = index.search(parse_query("bateau", NO_PHRASES), limit=2, language_number=2)
    assert hits.total == 3
    assert len(hits.best) == 2
    assert next(hit.text_id for hit in hits.best if hit.section_id == 4) == 42


def test_text_of_another_language_is_shown_when_the_readers_does_not_answer(index):
    put_texts(index, 4, "rouge", "perroquet")
    assert index.search(parse_query("perroquet", NO_PHRASES), language_number=0).best[0].text_id == 41


def test_a_word_of_the_readers_language_shows_no_other(index):
    put_texts(index, 4, "voile", "rouge")
    hits = index.search(parse_query("rouge", NO_PHRASES), language_number=0)
    assert next(hit.text_id for hit in hits.best if hit.section_id == 4) == 40


def test_filter_by_bits(index):
    assert find_section_ids(index, "bateau", allowed_numbers=0b1111 << 8) == [3]


def test_the_heaviest_come_first_among_many():
    index = SectionIndex(language_count=4)
    for section in range(1, 400):
        put_texts(index, section, "bateau " + "mot " * 30)
    put_texts(index, 400, "bateau bateau bateau")
    hits = index.search(parse_query("bateau", NO_PHRASES), limit=5)
    assert hits.best[0].section_id == 400
    assert hits.total == 400


def test_a_slip_and_a_beginning(index):
    assert find_section_ids(index, "bateua") == [3, 1]
    assert find_section_ids(index, "voi", is_prefix=True) == [2]
    assert find_section_ids(index, "x", is_prefix=True) == []
