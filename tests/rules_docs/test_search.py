"""Search over every rule: the questions that must find their section first, on whichever database the tests
run.
"""

import pytest
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules_docs.search.section_search import SearchFilters, search_sections, suggest_sections
from tests.valid import squeeze

pytestmark = pytest.mark.django_db


def find_first(text, language):
    results = search_sections(text, language=language, size=1).results
    return (results[0].document, results[0].key, results[0].language) if results else None


REQUIRED = [
    ("dés", "fr", "shanghaien", "roll"),
    ("des", "fr", "shanghaien", "roll"),
    ("equipage", "fr", "halunken", "scoring"),
    ("tiro mancino", "fr", "shanghaien", "tricks"),
    ("Kapitän", "fr", "halunken", "components"),
    ("Wuerfel", "de", "shanghaien", "roll"),
    ("roll again", "en", "shanghaien", "trick-reroll"),
    ("Black Jack", "fr", "halunken", "black-jack"),
]


@pytest.mark.parametrize(("text", "language", "document", "key"), REQUIRED)
def test_required_question_finds_its_section_first_in_the_readers_language(
    shipped_rules, text, language, document, key
):
    assert find_first(text, language) == (document, key, language)


@pytest.mark.parametrize("text", ["dés", "die", "dado", "Würfel", "wuerfel", "DÉS", "l’un des dés"])
@pytest.mark.parametrize("language", ["fr", "en", "it", "de"])
def test_any_language_finds_the_others(shipped_rules, text, language):
    results = search_sections(text, language=language).results
    assert "roll" in [result.key for result in results[:3]]
    assert results[0].language == language


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("egalité", "distribution-tie"),
        ("l'égalité", "distribution-tie"),
        ("shangai", "shanghai"),
        ("relance dés", "trick-reroll"),
    ],
)
def test_accents_elisions_slips_and_order(shipped_rules, text, key):
    assert key in [result.key for result in search_sections(text, language="fr").results[:3]]


def test_words_found_are_marked(shipped_rules):
    result = search_sections("réserve", language="fr").results[0]
    assert any(piece.text.lower().startswith("réserv") for piece in result.pieces if piece.is_found)


def test_articles_are_not_marked(shipped_rules):
    for result in search_sections("dés", language="fr").results:
        assert not {"de", "des"} & {piece.text for piece in result.pieces if piece.is_found}


def test_a_small_word_that_looks_like_the_one_asked_for_is_not_marked(shipped_rules):
    marked = {
        piece.text
        for result in search_sections("dés", language="fr").results
        for piece in result.pieces
        if piece.is_found
    }
    assert "dés" in marked and "dès" not in marked


def test_filters(shipped_rules):
    page = search_sections(
        "Black Jack", language="fr", filters=SearchFilters(document="halunken", language="de")
    )
    assert {(result.document, result.language) for result in page.results} == {("halunken", "de")}
    assert (
        search_sections("tenancier", language="fr", filters=SearchFilters(document="shanghaien")).count == 0
    )
    kinds = search_sections("Black Jack", language="fr", filters=SearchFilters(kind="aid"))
    assert {result.kind for result in kinds.results} <= {"aid"}


def test_pages_of_results_do_not_overlap(shipped_rules):
    pages = [search_sections("carte", language="fr", start=start, size=5) for start in (0, 5)]
    keys = [(result.document, result.key) for page in pages for result in page.results]
    assert len(keys) == len(set(keys)) == 10


@pytest.mark.parametrize("text", ["", "   ", "’", "%_\\", "\x00", "-" * 500, "a' b'' \"c", "zzzzqqqq"])
def test_strange_questions_find_nothing_and_break_nothing(shipped_rules, text):
    assert search_sections(text, language="fr").count == 0


def test_query_count_does_not_grow_with_results(shipped_rules, django_assert_num_queries):
    search_sections("carte", language="fr")
    for size in (1, 20):
        with django_assert_num_queries(3):
            search_sections("carte", language="fr", size=size)


def test_page_shows_marks_and_filters(shipped_rules, client):
    from django.utils.translation import override

    with override("fr"):
        url = reverse("rules_docs:search")
    content = client.get(url, {"q": "tiro mancino"}).content.decode()
    assert "<mark>" in content
    assert "/shanghaien/#tricks" in content


def test_a_page_beyond_the_last_one_is_the_last_one(client, shipped_rules):
    page = client.get("/en/rules/search/", {"q": "dice", "page": "49"}).text
    assert '<ol class="results"><li>' in squeeze(page) and "No section of any rule answers" not in page


def test_page_escapes_the_question(shipped_rules, client):
    content = client.get("/en/rules/search/", {"q": "<script>x</script>"}).content.decode()
    assert "<script>x" not in content


def test_api(shipped_rules, client):
    answer = client.get("/api/v1/rules/search/", {"q": "Kapitän", "lang": "fr", "page_size": 3}).json()
    assert answer["count"] > 3
    assert len(answer["results"]) == 3
    assert answer["results"][0]["language"] == "fr"
    assert any(piece["found"] for piece in answer["results"][0]["excerpt"])


@pytest.mark.parametrize(
    "query", [{}, {"q": ""}, {"q": "x" * 201}, {"q": "a", "lang": "es"}, {"q": "a", "kind": "b"}]
)
def test_api_refuses_with_a_reason(client, query):
    response = client.get("/api/v1/rules/search/", query)
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["errors"]


def test_suggestions_answer_beginnings(shipped_rules):
    names = [entry["name"] for entry in suggest_sections("relan", language="fr")]
    assert "Relance" in names


def test_search_costs_one_small_query_when_nothing_changed(shipped_rules, django_assert_num_queries):
    from django.db import connection

    search_sections("zzzzqqqq", language="fr")
    with CaptureQueriesContext(connection) as queries:
        search_sections("zzzzqqqq", language="fr")
    assert len([query for query in queries if "tokens" in query["sql"]]) == 0
