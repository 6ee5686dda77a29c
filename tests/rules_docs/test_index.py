"""How words are compared, what the index holds, and that edits reach it."""

from rules_docs import analysis, editing, search
from rules_docs.index import Index, analyse
from rules_docs.models import Change, RuleDocument, SectionText


def first(text, language):
    found = search.search(text, language=language, size=1).results
    return (found[0].document, found[0].key, found[0].language) if found else None


def test_an_edit_is_found_at_once_and_the_old_words_are_gone(document):
    text = SectionText.objects.select_related("section__document").get(section__key="end", language="fr")
    assert search.search("marin", language="fr").count == 1
    editing.change_text(
        section=text.section, language="fr", heading="Fin", body="Le perroquet gagne.", kind=Change.RULE
    )
    assert first("perroquet", "fr") == ("harbour", "end", "fr")
    hits = search.search("dernier marin", language="fr").results
    assert all(hit.language != "fr" for hit in hits)


def test_withheld_rule_is_not_found(document):
    RuleDocument.objects.update(withheld=True)
    document.refresh_from_db()
    search.index_document(document)
    assert search.search("marin", language="fr").count == 0


# --- pure parts ------------------------------------------------------------------------------------------------------


def test_elisions_fall_before_stop_words():
    assert analysis.words("L’équipage d’Anna, qu’il dell’isola") == ["équipage", "anna", "il", "isola"]


def test_des_with_an_accent_is_no_stop_word():
    assert analysis.terms("Des dés", "fr") == [("des", analysis.stem("dés", "fr"))]


def test_index_prefers_all_words_then_most():
    index = Index()
    for id, text in enumerate(["rouge bateau", "rouge voile", "bateau"]):
        index.put(id, analyse("", text, "fr", phrases={}).items())
    hits = index.find(analysis.question("bateau rouge", {}))
    assert [hit.id for hit in hits] == [0]
    assert index.find(analysis.question("voile bateau", {}))[0].id == 1
    index.put(0, analyse("", "voile", "fr", phrases={}).items())
    assert index.dead == 1
    assert [hit.id for hit in index.find(analysis.question("bateau", {}))] == [2]
